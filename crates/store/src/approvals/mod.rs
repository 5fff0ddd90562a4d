//! What needs two people: proposals, and the one decision of each. The database itself refuses the same person twice, a second
//! decision and a late one, by its own clock.

mod at_table;
mod record;

pub(crate) use at_table::write as write_at_table;

pub use record::{Approval, ApprovalId, Outcome, State};

use crate::open::StoreError;
use crate::significant::{self, Kind, SignificantEvent};
use game_core::game::StaffId;
use record::Row;
use sqlx::PgConnection;
use std::time::Duration;
use table_host::ids::{BodyDigest, CommandId, TableId};
use uuid::Uuid;

/// The most on a page.
const PAGE_MAX: u32 = 500;

/// The key and the digest by which a retry is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request {
    /// The sender's name for what is asked.
    pub id: CommandId,
    /// The digest of what is asked.
    pub digest: BodyDigest,
}

/// A proposal to be kept.
#[derive(Clone, PartialEq, Debug)]
pub struct NewApproval {
    /// What is proposed; its member `kind` says which kind of matter it is.
    pub matter: serde_json::Value,
    /// The table it concerns, where it concerns one.
    pub table: Option<TableId>,
    /// Why, in the proposer's words.
    pub reason: String,
    /// Who proposes.
    pub proposed_by: StaffId,
    /// How long it may wait.
    pub lasts: Duration,
    /// The request it came by.
    pub request: Request,
}

/// A decision to be kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// About which proposal.
    pub approval: ApprovalId,
    /// What is decided.
    pub outcome: Outcome,
    /// Who decides.
    pub decided_by: StaffId,
    /// What the decider says.
    pub comment: String,
    /// The request it came by.
    pub request: Request,
}

/// Which approvals a page shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Those made after this one.
    pub after: Option<ApprovalId>,
    /// Those of a kind.
    pub kind: Option<String>,
    /// Those that concern a table.
    pub table: Option<TableId>,
    /// Those that stand so.
    pub state: Option<State>,
}

/// Why something cannot be proposed or decided.
#[derive(Debug, thiserror::Error)]
pub enum ApprovalError {
    /// There is no such proposal.
    #[error("there is no such approval")]
    Unknown,
    /// Nobody decides what they proposed themselves, and nobody else withdraws it.
    #[error("proposer and decider are not two people")]
    SamePerson,
    /// Its time has run out.
    #[error("the approval has expired")]
    Expired,
    /// It was decided before.
    #[error("the approval is decided")]
    Decided,
    /// The key was used for another request.
    #[error("the key was used for another request")]
    KeyReused,
    /// The table it concerns does not exist.
    #[error("there is no such table")]
    UnknownTable,
    /// The database failed or refused for another reason.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for ApprovalError {
    fn from(error: sqlx::Error) -> Self {
        let error = StoreError::from(error);
        match error.constraint() {
            Some("approval_decisions_approval_fkey") => Self::Unknown,
            Some("approval_decisions_second_person") => Self::SamePerson,
            Some("approval_decisions_in_time") => Self::Expired,
            Some("approval_decisions_pkey") => Self::Decided,
            Some("approvals_table_fkey") => Self::UnknownTable,
            _ => Self::Store(error),
        }
    }
}

/// Keeps a proposal. The same request again is answered with what it proposed first.
///
/// # Errors
/// When the key was used for another request, or the database fails.
pub async fn propose(connection: &mut PgConnection, new: &NewApproval) -> Result<Approval, ApprovalError> {
    let lasts = i64::try_from(new.lasts.as_millis()).map_err(|error| StoreError::unreadable("a duration", error))?;
    let kind = new.matter.get("kind").and_then(serde_json::Value::as_str).unwrap_or_default();
    sqlx::query!(
        "INSERT INTO approvals (
            approval_id, kind, matter, table_id, reason, proposed_by, expires_at, request_id, request_digest
         )
         VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7::bigint * interval '1 millisecond', $8, $9)
         ON CONFLICT ON CONSTRAINT approvals_request_key DO NOTHING",
        Uuid::now_v7(),
        kind,
        new.matter,
        new.table.map(|table| table.0),
        new.reason,
        number(new.proposed_by)?,
        lasts,
        new.request.id.0,
        &new.request.digest.0[..]
    )
    .execute(&mut *connection)
    .await?;
    proposed_before(connection, new.proposed_by, new.request).await?.ok_or(ApprovalError::Unknown)
}

/// What this request proposed, if it proposed anything.
///
/// # Errors
/// When the key was used for another request, or the database fails.
pub async fn proposed_before(
    connection: &mut PgConnection,
    by: StaffId,
    request: Request,
) -> Result<Option<Approval>, ApprovalError> {
    let found = sqlx::query!(
        "SELECT approval_id, request_digest FROM approvals WHERE proposed_by = $1 AND request_id = $2",
        number(by)?,
        request.id.0
    )
    .fetch_optional(&mut *connection)
    .await?;
    match found {
        Some(row) if row.request_digest == request.digest.0 => Ok(one(connection, ApprovalId(row.approval_id)).await?),
        Some(_) => Err(ApprovalError::KeyReused),
        None => Ok(None),
    }
}

/// What became of a decision.
#[derive(Clone, PartialEq, Debug)]
pub enum Decided {
    /// It is made in the connection's transaction: what it is about is carried out in the same one.
    Now(Approval),
    /// The same request made it before: nothing is to be done.
    Before(Approval),
}

/// Decides, in the connection's transaction.
///
/// # Errors
/// When it is the proposer who decides, or somebody else who withdraws; when it is too late or decided already.
pub async fn decide(connection: &mut PgConnection, decision: &Decision) -> Result<Decided, ApprovalError> {
    if let Some(before) = decided_before(connection, decision).await? {
        return Ok(Decided::Before(before));
    }
    sqlx::query!(
        "INSERT INTO approval_decisions (approval_id, decision, decided_by, comment, request_id, request_digest)
         VALUES ($1, $2, $3, $4, $5, $6)",
        decision.approval.0,
        decision.outcome.name(),
        number(decision.decided_by)?,
        decision.comment,
        decision.request.id.0,
        &decision.request.digest.0[..]
    )
    .execute(&mut *connection)
    .await?;
    let decided = one(connection, decision.approval).await?.ok_or(ApprovalError::Unknown)?;
    put_on_record(connection, &decided).await?;
    Ok(Decided::Now(decided))
}

/// Every decision is significant (R61), and on record in the transaction it is made in.
async fn put_on_record(connection: &mut PgConnection, decided: &Approval) -> Result<(), StoreError> {
    let mut event = SignificantEvent::new(Kind::ApprovalDecided).staff(decided.decided_by);
    event.table = decided.table;
    event.at = decided.decided_at.unwrap_or(event.at);
    let event = event
        .detail("approval", decided.id.to_string())
        .detail("matter", decided.matter.get("kind").cloned().unwrap_or_default())
        .detail("decision", decided.state.name())
        .detail("proposed_by", decided.proposed_by.0);
    significant::record(connection, &event).await.map(drop)
}

/// The approval as this very request decided it, if it did.
///
/// # Errors
/// When it was decided by another request, or the database fails.
pub async fn decided_before(
    connection: &mut PgConnection,
    decision: &Decision,
) -> Result<Option<Approval>, ApprovalError> {
    let found = sqlx::query!(
        "SELECT decided_by, request_id, request_digest FROM approval_decisions WHERE approval_id = $1",
        decision.approval.0
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = found else { return Ok(None) };
    if row.request_id != decision.request.id.0 || row.decided_by != number(decision.decided_by)? {
        return Err(ApprovalError::Decided);
    }
    if row.request_digest != decision.request.digest.0 {
        return Err(ApprovalError::KeyReused);
    }
    Ok(one(connection, decision.approval).await?)
}

/// One approval.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn one(connection: &mut PgConnection, approval: ApprovalId) -> Result<Option<Approval>, StoreError> {
    let row = sqlx::query_file_as!(Row, "src/approvals/one.sql", approval.0).fetch_optional(connection).await?;
    row.map(Row::read).transpose()
}

/// The next approvals of a filter, in the order proposed, at most `limit` and never more than five hundred.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn page(connection: &mut PgConnection, filter: &Filter, limit: u32) -> Result<Vec<Approval>, StoreError> {
    let rows = sqlx::query_file_as!(
        Row,
        "src/approvals/page.sql",
        filter.after.map_or(Uuid::nil(), |after| after.0),
        filter.kind.as_deref(),
        filter.table.map(|table| table.0),
        filter.state.map(State::name),
        i64::from(limit.min(PAGE_MAX))
    );
    rows.fetch_all(connection).await?.into_iter().map(Row::read).collect()
}

fn number(staff: StaffId) -> Result<i64, StoreError> {
    i64::try_from(staff.0).map_err(|error| StoreError::unreadable("a number of staff", error))
}
