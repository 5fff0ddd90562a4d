//! By which rules tables are and were played, and which they take up when their time has come.

mod write;

pub(crate) use write::write;

use crate::approvals::ApprovalId;
use crate::open::StoreError;
use crate::rules;
use crate::submissions::SubmissionId;
use crate::times::{millis, timestamp};
use game_core::game::{Millis, StaffId};
use game_core::rules::Rules;
use sqlx::PgConnection;
use table_host::ids::TableId;

/// Rules for a table from a moment on, which two people decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewSchedule {
    /// What they decided.
    pub approval: ApprovalId,
    /// The table.
    pub table: TableId,
    /// The version of the rules, which is kept.
    pub version: String,
    /// The submission they come from; of a change of limits the one whose limits are changed.
    pub submission: Option<SubmissionId>,
    /// The earliest moment; from now on, when left out.
    pub effective_from: Option<Millis>,
}

/// Holds what is decided for tables until the connection's transaction ends: whoever else would decide something waits, so that what
/// follows from the rules of a table follows from those it will have.
///
/// # Errors
/// When the database fails.
pub async fn hold(connection: &mut PgConnection) -> Result<(), StoreError> {
    const SCHEDULES: i64 = 0x0062_6169_7a65_0001;
    sqlx::query_scalar!(r#"SELECT pg_advisory_xact_lock($1)::text AS "held""#, SCHEDULES).fetch_one(connection).await?;
    Ok(())
}

/// Keeps what two people decided for a table, in the connection's transaction.
///
/// # Errors
/// When nobody decided it, or the database fails.
pub async fn schedule(connection: &mut PgConnection, new: &NewSchedule) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO table_schedules (approval_id, table_id, rules_version, submission_id, effective_from)
         VALUES ($1, $2, $3, $4, GREATEST($5, clock_timestamp()))",
        new.approval.0,
        new.table.0,
        new.version,
        new.submission.map(|submission| submission.0),
        new.effective_from.map(moment).transpose()?
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Lets every table that is played by the submission that this one supersedes take this one up, in the connection's transaction.
///
/// # Errors
/// When the database fails.
pub(crate) async fn supersede(connection: &mut PgConnection, by: SubmissionId) -> Result<(), StoreError> {
    sqlx::query_file!("src/schedules/supersede.sql", by.0).execute(connection).await?;
    Ok(())
}

/// Rules whose time has come at a table that has not taken them up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due {
    /// The table.
    pub table: TableId,
    /// What two people decided.
    pub approval: ApprovalId,
    /// The version of the rules.
    pub version: String,
    /// Who proposed them for the table.
    pub proposed_by: StaffId,
    /// Who agreed.
    pub approved_by: StaffId,
    submission: String,
}

impl Due {
    /// The rules.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn rules(&self) -> Result<Rules, StoreError> {
        rules::read(&self.version, &self.submission)
    }
}

/// What is due at every table.
///
/// # Errors
/// When the database fails.
pub async fn due(connection: &mut PgConnection) -> Result<Vec<Due>, StoreError> {
    let rows = sqlx::query_file!("src/schedules/due.sql").fetch_all(connection).await?;
    let read = rows.into_iter().map(|row| {
        Ok(Due {
            table: TableId(row.table_id),
            approval: ApprovalId(row.approval_id),
            version: row.rules_version,
            proposed_by: staff(row.proposed_by)?,
            approved_by: staff(row.decided_by)?,
            submission: row.submission,
        })
    });
    read.collect()
}

/// Rules that wait for their time at a table, or for what stands in their way.
#[derive(Clone, PartialEq, Debug)]
pub struct Waiting {
    /// What two people decided.
    pub approval: ApprovalId,
    /// The version of the rules.
    pub version: String,
    /// The submission they come from.
    pub submission: Option<SubmissionId>,
    /// Their time.
    pub effective_from: Millis,
    /// The document.
    pub document: String,
}

impl Waiting {
    /// The rules.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn rules(&self) -> Result<Rules, StoreError> {
        rules::read(&self.version, &self.document)
    }
}

/// What waits at a table, in the order of its time.
///
/// # Errors
/// When the database fails.
pub async fn waiting(connection: &mut PgConnection, table: TableId) -> Result<Vec<Waiting>, StoreError> {
    let rows = sqlx::query_file!("src/schedules/waiting.sql", table.0).fetch_all(connection).await?;
    let read = rows.into_iter().map(|row| Waiting {
        approval: ApprovalId(row.approval_id),
        version: row.rules_version,
        submission: row.submission_id.map(SubmissionId),
        effective_from: millis(row.effective_from),
        document: row.submission,
    });
    Ok(read.collect())
}

/// Two people and when each of them spoke.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// Who proposed.
    pub proposed_by: StaffId,
    /// When, where it is known.
    pub proposed_at: Option<Millis>,
    /// Who approved.
    pub approved_by: StaffId,
    /// When, where it is known.
    pub approved_at: Option<Millis>,
}

/// What a table was played by at a moment.
#[derive(Clone, PartialEq, Debug)]
pub struct InForce {
    /// The entry by which the table took them up; 0 for those it was made under.
    pub seq: u64,
    /// The version of the rules.
    pub version: String,
    /// From when they are in force.
    pub from: Millis,
    /// The submission they come from.
    pub submission: Option<SubmissionId>,
    /// The document.
    pub document: serde_json::Value,
    /// Who stands for the submission.
    pub rules: Option<Pair>,
    /// What two people decided for this table, of which kind it was, when its time came, and who they are.
    pub scheduled: Option<(ApprovalId, String, Millis, Pair)>,
}

/// What a table was played by at a moment: from its first instant on, and until just before the next.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn in_force(
    connection: &mut PgConnection,
    table: TableId,
    at: Millis,
) -> Result<Option<InForce>, StoreError> {
    // What is kept to the microsecond is told to the millisecond: the whole of that counts.
    let at = moment(at)? + time::Duration::microseconds(999);
    let row = sqlx::query_file!("src/schedules/in_force.sql", table.0, at).fetch_optional(connection).await?;
    let Some(row) = row else { return Ok(None) };
    let pair = |proposed: Option<i64>, approved: Option<i64>| -> Result<Option<Pair>, StoreError> {
        let (Some(proposed), Some(approved)) = (proposed, approved) else { return Ok(None) };
        let (proposed_by, approved_by) = (staff(proposed)?, staff(approved)?);
        Ok(Some(Pair { proposed_by, proposed_at: None, approved_by, approved_at: None }))
    };
    let rules = pair(row.proposed_by, row.approved_by)?.map(|pair| Pair {
        proposed_at: row.proposed_at.map(millis),
        approved_at: row.approved_at.map(millis),
        ..pair
    });
    let two = pair(row.scheduled_by, row.agreed_by)?;
    let scheduled = row.approval_id.map(ApprovalId).zip(row.kind).zip(row.effective_from.map(millis)).zip(two);
    Ok(Some(InForce {
        seq: u64::try_from(row.seq).map_err(|error| StoreError::unreadable("an entry", error))?,
        version: row.rules_version,
        from: millis(row.in_force_from),
        submission: row.submission_id.map(SubmissionId),
        document: row.submission,
        rules,
        scheduled: scheduled.map(|(((approval, kind), from), two)| (approval, kind, from, two)),
    }))
}

/// The table was made under these rules, in the connection's transaction.
pub(crate) async fn made_under(
    connection: &mut PgConnection,
    table: TableId,
    version: &str,
    submission: Option<SubmissionId>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO table_rules (table_id, seq, rules_version, in_force_from, submission_id)
         SELECT table_id, 0, $2, created_at, $3 FROM tables WHERE table_id = $1",
        table.0,
        version,
        submission.map(|submission| submission.0)
    )
    .execute(connection)
    .await?;
    Ok(())
}

fn moment(at: Millis) -> Result<time::OffsetDateTime, StoreError> {
    timestamp(at).ok_or_else(|| StoreError::unreadable("a moment", "it is out of range"))
}

fn staff(number: i64) -> Result<StaffId, StoreError> {
    u64::try_from(number).map(StaffId).map_err(|error| StoreError::unreadable("a number of staff", error))
}
