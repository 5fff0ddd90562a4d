//! The life of a Rules Submission: drafted, edited, submitted under an approval, approved. Nothing of it is ever changed or
//! removed; where a submission stands follows from what was added.

mod record;

pub use record::{Edition, Standing, Submission, SubmissionId, Submitted};

use crate::approvals::{ApprovalId, Request};
use crate::open::StoreError;
use crate::tables::{CreateError, NewRules, keep_rules};
use game_core::game::{GameId, StaffId};
use record::Row;
use sqlx::PgConnection;
use uuid::Uuid;

/// A draft to be kept.
#[derive(Clone, PartialEq, Debug)]
pub struct NewDraft {
    /// Its game.
    pub game: GameId,
    /// The document, which need not be sound yet.
    pub document: serde_json::Value,
    /// Who drafts it.
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
    /// The approval it waits for, or that was given.
    pub approval: ApprovalId,
    /// Who takes the step.
    pub by: StaffId,
    /// What goes with it.
    pub detail: serde_json::Value,
}

/// Why a submission does not go on.
#[derive(Debug, thiserror::Error)]
pub enum SubmissionError {
    /// There is no such submission.
    #[error("there is no such submission")]
    Unknown,
    /// It is not the time for it: it waits for approval, or has it.
    #[error("the submission is not a draft any more")]
    NotADraft,
    /// Somebody edited it meanwhile.
    #[error("the submission has another edition")]
    Edited,
    /// The key was used for another request.
    #[error("the key was used for another request")]
    KeyReused,
    /// Another submission has this version.
    #[error("another submission has this version")]
    VersionTaken,
    /// The database failed or refused for another reason.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for SubmissionError {
    fn from(error: sqlx::Error) -> Self {
        let error = StoreError::from(error);
        match error.constraint() {
            Some("rules_submission_editions_submission_fkey" | "rules_submission_steps_edition_fkey") => Self::Unknown,
            Some("rules_submission_editions_pkey") => Self::Edited,
            Some("rules_submission_steps_pkey" | "rules_submission_steps_approved_once") => Self::NotADraft,
            _ => Self::Store(error),
        }
    }
}

impl From<CreateError> for SubmissionError {
    fn from(error: CreateError) -> Self {
        match error {
            CreateError::Store(error) => Self::Store(error),
            CreateError::NameTaken
            | CreateError::Exists
            | CreateError::KeyReused
            | CreateError::VersionTaken
            | CreateError::UnknownTable => Self::VersionTaken,
        }
    }
}

/// Keeps a draft. The same request again is answered with the submission it drafted first.
///
/// # Errors
/// When the key was used for another request, or the database fails.
pub async fn draft(connection: &mut PgConnection, new: &NewDraft) -> Result<Submission, SubmissionError> {
    let (id, by) = (Uuid::now_v7(), number(new.by)?);
    let made = sqlx::query!(
        "INSERT INTO rules_submissions (submission_id, game, drafted_by, request_id, request_digest)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT ON CONSTRAINT rules_submissions_request_key DO NOTHING",
        id,
        new.game.name(),
        by,
        new.request.id.0,
        &new.request.digest.0[..]
    )
    .execute(&mut *connection)
    .await?;
    if made.rows_affected() == 0 {
        return drafted_before(connection, by, new.request).await;
    }
    edit(connection, SubmissionId(id), 1, &new.document, new.by).await?;
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

/// Keeps another edition of a submission.
///
/// # Errors
/// When there is an edition of this number already, or the database fails.
pub async fn edit(
    connection: &mut PgConnection,
    submission: SubmissionId,
    edition: u32,
    document: &serde_json::Value,
    by: StaffId,
) -> Result<(), SubmissionError> {
    sqlx::query!(
        "INSERT INTO rules_submission_editions (submission_id, edition, document, edited_by) VALUES ($1, $2, $3, $4)",
        submission.0,
        i32::try_from(edition).map_err(|error| StoreError::unreadable("an edition", error))?,
        document,
        number(by)?
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Submits an edition, in the connection's transaction, under the approval that was proposed in it.
///
/// # Errors
/// When it waits for another approval or has one, or the database fails.
pub async fn submit(connection: &mut PgConnection, step: &NewStep) -> Result<(), SubmissionError> {
    take_step(connection, "submitted", step).await
}

/// A second person approved it: its rules are kept, in the connection's transaction.
///
/// # Errors
/// When it was approved before, another submission has its version, or the database fails.
pub async fn approve(connection: &mut PgConnection, step: &NewStep, rules: &NewRules) -> Result<(), SubmissionError> {
    keep_rules(connection, rules).await?;
    take_step(connection, "approved", step).await
}

async fn take_step(connection: &mut PgConnection, name: &str, step: &NewStep) -> Result<(), SubmissionError> {
    sqlx::query!(
        "INSERT INTO rules_submission_steps (
            submission_id, number, step, edition, rules_version, approval_id, taken_by, detail
         )
         SELECT $1, COALESCE(max(number), 0) + 1, $2, $3, $4, $5, $6, $7
         FROM rules_submission_steps WHERE submission_id = $1",
        step.submission.0,
        name,
        i32::try_from(step.edition).map_err(|error| StoreError::unreadable("an edition", error))?,
        step.version,
        step.approval.0,
        number(step.by)?,
        step.detail
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// One submission as it stands.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn one(connection: &mut PgConnection, submission: SubmissionId) -> Result<Option<Submission>, StoreError> {
    let row = sqlx::query_file_as!(Row, "src/submissions/one.sql", submission.0).fetch_optional(connection).await?;
    row.map(Row::read).transpose()
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

fn number(staff: StaffId) -> Result<i64, StoreError> {
    i64::try_from(staff.0).map_err(|error| StoreError::unreadable("a number of staff", error))
}
