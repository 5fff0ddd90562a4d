//! The life of a Rules Submission: drafted, edited, submitted under an approval with its warnings acknowledged and its par sheets,
//! approved, effective from a time, superseded; or given up. Nothing of it is ever changed or removed; where a submission stands
//! follows from what was added.

mod error;
mod record;

pub use error::SubmissionError;
pub use record::{Edition, Standing, Submission, SubmissionId, Submitted};

use crate::approvals::{ApprovalId, Request};
use crate::open::StoreError;
use crate::schedules;
use crate::tables::{NewRules, keep_rules};
use crate::times::timestamp;
use game_core::game::{GameId, Millis, StaffId};
use record::Row;
use sqlx::PgConnection;
use uuid::Uuid;

/// The most on a page.
const PAGE_MAX: u32 = 500;

/// A document to be kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Written {
    /// The document, which need not be sound yet.
    pub document: serde_json::Value,
    /// The text it was sent as.
    pub source: String,
    /// Who wrote it.
    pub by: StaffId,
    /// The request it came by.
    pub request: Request,
}

/// What a submission is submitted with.
#[derive(Clone, PartialEq, Debug)]
pub struct NewStep {
    /// Which submission.
    pub submission: SubmissionId,
    /// Which edition of it.
    pub edition: u32,
    /// The version its rules are known by.
    pub version: String,
    /// The approval it waits for.
    pub approval: ApprovalId,
    /// Who submits it, and acknowledges what is named.
    pub by: StaffId,
    /// The names of everything an owner was told to think about.
    pub warnings: Vec<String>,
    /// Those of them that are acknowledged.
    pub acknowledged: Vec<String>,
    /// What the house keeps of each wager.
    pub edges: serde_json::Value,
    /// The par sheets in full.
    pub par_sheets: serde_json::Value,
    /// The earliest moment it is to be effective from; from its approval on, when left out.
    pub effective_from: Option<Millis>,
    /// The submission whose place it takes.
    pub supersedes: Option<SubmissionId>,
}

/// Which submissions a page shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Those drafted after this one.
    pub after: Option<SubmissionId>,
    /// Those of a game.
    pub game: Option<GameId>,
    /// Those that stand so.
    pub standing: Option<Standing>,
}

/// Keeps a draft. The same request again is answered with the submission it drafted first.
///
/// # Errors
/// When the key was used for another request, or the database fails.
pub async fn draft(
    connection: &mut PgConnection,
    game: GameId,
    written: &Written,
) -> Result<Submission, SubmissionError> {
    let (id, by) = (Uuid::now_v7(), number(written.by)?);
    let made = sqlx::query!(
        "INSERT INTO rules_submissions (submission_id, game, drafted_by, request_id, request_digest)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT ON CONSTRAINT rules_submissions_request_key DO NOTHING",
        id,
        game.name(),
        by,
        written.request.id.0,
        &written.request.digest.0[..]
    )
    .execute(&mut *connection)
    .await?;
    if made.rows_affected() == 0 {
        return drafted_before(connection, by, written.request).await;
    }
    keep(connection, SubmissionId(id), 1, written).await?;
    one(connection, SubmissionId(id)).await?.ok_or(SubmissionError::Unknown)
}

async fn drafted_before(
    connection: &mut PgConnection,
    by: i64,
    request: Request,
) -> Result<Submission, SubmissionError> {
    let row = sqlx::query!(
        "SELECT submission_id, request_digest FROM rules_submissions WHERE drafted_by = $1 AND request_id = $2",
        by,
        request.id.0
    )
    .fetch_one(&mut *connection)
    .await?;
    if row.request_digest != request.digest.0 {
        return Err(SubmissionError::KeyReused);
    }
    one(connection, SubmissionId(row.submission_id)).await?.ok_or(SubmissionError::Unknown)
}

/// Keeps the edition that follows this one, in the connection's transaction. Only whoever drafted it edits it, and only while it is
/// a draft. The same request again is answered with the submission as it stands.
///
/// # Errors
/// When it is somebody else's or not a draft, has another edition, or the database fails.
pub async fn edit(
    connection: &mut PgConnection,
    submission: SubmissionId,
    after: u32,
    written: &Written,
) -> Result<Submission, SubmissionError> {
    let held = hold(connection, submission).await?;
    if edited_before(connection, submission, written.request).await? {
        return Ok(held);
    }
    if held.drafted_by != written.by {
        return Err(SubmissionError::NotYours);
    }
    if !held.standing.is_open() {
        return Err(SubmissionError::NotADraft);
    }
    if held.edition.number != after {
        return Err(SubmissionError::Edited);
    }
    keep(connection, submission, after.saturating_add(1), written).await?;
    one(connection, submission).await?.ok_or(SubmissionError::Unknown)
}

async fn edited_before(
    connection: &mut PgConnection,
    submission: SubmissionId,
    request: Request,
) -> Result<bool, SubmissionError> {
    let found = sqlx::query_scalar!(
        r#"SELECT request_digest AS "digest!" FROM rules_submission_editions WHERE submission_id = $1 AND request_id = $2"#,
        submission.0,
        request.id.0
    )
    .fetch_optional(connection)
    .await?;
    match found {
        Some(digest) if digest == request.digest.0 => Ok(true),
        Some(_) => Err(SubmissionError::KeyReused),
        None => Ok(false),
    }
}

async fn keep(
    connection: &mut PgConnection,
    submission: SubmissionId,
    edition: u32,
    written: &Written,
) -> Result<(), SubmissionError> {
    sqlx::query!(
        "INSERT INTO rules_submission_editions (
            submission_id, edition, document, source, edited_by, request_id, request_digest
         )
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        submission.0,
        counted(edition)?,
        written.document,
        written.source,
        number(written.by)?,
        written.request.id.0,
        &written.request.digest.0[..]
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Submits an edition, in the connection's transaction, under the approval that was proposed in it.
///
/// # Errors
/// When it waits for another approval or has one, a warning is not acknowledged, or the database fails.
pub async fn submit(connection: &mut PgConnection, step: &NewStep) -> Result<(), SubmissionError> {
    let effective_from = step.effective_from.map(moment).transpose()?;
    sqlx::query!(
        "INSERT INTO rules_submission_acknowledgements (submission_id, edition, warning, acknowledged_by)
         SELECT $1, $2, warning, $4 FROM unnest($3::text[]) AS warning
         ON CONFLICT ON CONSTRAINT rules_submission_acknowledgements_pkey DO NOTHING",
        step.submission.0,
        counted(step.edition)?,
        &step.acknowledged,
        number(step.by)?
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "INSERT INTO rules_submission_steps (
            submission_id, number, step, edition, rules_version, approval_id, taken_by, warnings, edges, par_sheets,
            effective_from, supersedes
         )
         SELECT $1, COALESCE(max(number), 0) + 1, 'submitted', $2, $3, $4, $5, $6, $7, $8, $9, $10
         FROM rules_submission_steps WHERE submission_id = $1",
        step.submission.0,
        counted(step.edition)?,
        step.version,
        step.approval.0,
        number(step.by)?,
        &step.warnings,
        step.edges,
        step.par_sheets,
        effective_from,
        step.supersedes.map(|superseded| superseded.0)
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// A second person approved what was submitted last: its rules are kept, in the connection's transaction.
///
/// # Errors
/// When it was approved before, another submission has its version, or the database fails.
pub async fn approve(
    connection: &mut PgConnection,
    submission: SubmissionId,
    approved_by: StaffId,
    rules: &NewRules,
) -> Result<(), SubmissionError> {
    keep_rules(connection, rules).await?;
    sqlx::query!(
        "INSERT INTO rules_submission_steps (
            submission_id, number, step, edition, rules_version, approval_id, taken_by, warnings, edges, par_sheets,
            effective_from, supersedes
         )
         SELECT
            submission_id, number + 1, 'approved', edition, rules_version, approval_id, $2, warnings, edges, par_sheets,
            GREATEST(effective_from, clock_timestamp()), supersedes
         FROM rules_submission_steps WHERE submission_id = $1
         ORDER BY number DESC
         LIMIT 1",
        submission.0,
        number(approved_by)?
    )
    .execute(&mut *connection)
    .await?;
    Ok(schedules::supersede(connection, submission).await?)
}

/// Whoever drafted it gives a draft up, in the connection's transaction.
///
/// # Errors
/// When it is somebody else's or not a draft, or the database fails.
pub async fn withdraw(
    connection: &mut PgConnection,
    submission: SubmissionId,
    by: StaffId,
    comment: &str,
) -> Result<Submission, SubmissionError> {
    let held = hold(connection, submission).await?;
    if held.drafted_by != by {
        return Err(SubmissionError::NotYours);
    }
    match held.standing {
        // Once is enough.
        Standing::Withdrawn => return Ok(held),
        Standing::Draft | Standing::Declined => {}
        Standing::Submitted | Standing::Approved | Standing::Effective | Standing::Superseded => {
            return Err(SubmissionError::NotADraft);
        }
    }
    sqlx::query!(
        "INSERT INTO rules_submission_withdrawals (submission_id, withdrawn_by, comment) VALUES ($1, $2, $3)",
        submission.0,
        number(by)?,
        comment
    )
    .execute(&mut *connection)
    .await?;
    one(connection, submission).await?.ok_or(SubmissionError::Unknown)
}

/// One submission as it stands.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn one(connection: &mut PgConnection, submission: SubmissionId) -> Result<Option<Submission>, StoreError> {
    let row = sqlx::query_file_as!(Row, "src/submissions/one.sql", submission.0).fetch_optional(connection).await?;
    row.map(Row::read).transpose()
}

/// The next submissions of a filter, in the order drafted, at most `limit` and never more than five hundred.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn page(connection: &mut PgConnection, filter: Filter, limit: u32) -> Result<Vec<Submission>, StoreError> {
    let rows = sqlx::query_file_as!(
        Row,
        "src/submissions/page.sql",
        filter.after.map_or(Uuid::nil(), |after| after.0),
        filter.game.map(GameId::name),
        filter.standing.map(Standing::name),
        i64::from(limit.min(PAGE_MAX))
    );
    rows.fetch_all(connection).await?.into_iter().map(Row::read).collect()
}

/// The par sheets that were kept with what was submitted last, if anything was.
///
/// # Errors
/// When the database fails.
pub async fn par_sheets(
    connection: &mut PgConnection,
    submission: SubmissionId,
) -> Result<Option<serde_json::Value>, StoreError> {
    let sheets = sqlx::query_scalar!(
        "SELECT par_sheets FROM rules_submission_steps WHERE submission_id = $1 ORDER BY number DESC LIMIT 1",
        submission.0
    );
    Ok(sheets.fetch_optional(connection).await?)
}

/// Holds a submission until the connection's transaction ends: whoever else would change it waits.
///
/// # Errors
/// When there is no such submission, or the database fails.
pub async fn hold(connection: &mut PgConnection, submission: SubmissionId) -> Result<Submission, SubmissionError> {
    let key = i64::from_be_bytes(submission.0.as_bytes()[8..].try_into().unwrap_or_default());
    sqlx::query_scalar!(r#"SELECT pg_advisory_xact_lock($1)::text AS "held""#, key).fetch_one(&mut *connection).await?;
    one(connection, submission).await?.ok_or(SubmissionError::Unknown)
}

fn counted(edition: u32) -> Result<i32, StoreError> {
    i32::try_from(edition).map_err(|error| StoreError::unreadable("an edition", error))
}

fn moment(at: Millis) -> Result<time::OffsetDateTime, StoreError> {
    timestamp(at).ok_or_else(|| StoreError::unreadable("a moment", "it is out of range"))
}

fn number(staff: StaffId) -> Result<i64, StoreError> {
    i64::try_from(staff.0).map_err(|error| StoreError::unreadable("a number of staff", error))
}
