//! What tests stand on: databases, people, processes of their own, and the one way to wait.

mod databases;
mod processes;
mod waiting;

pub use databases::{EmptyDatabase, TestDatabase, TestError, database, database_on, empty_database, hasty, scratch};
pub use processes::{Signal, send, tied};
pub use waiting::{deadline, found, until, within};

use crate::approvals::{self, ApprovalId, Decision, NewApproval, Outcome, Request};
use crate::keys::{self, Key, KeyDigest, KeyError, NewKey};
use crate::open::{Store, StoreError};
use crate::people::{self, Account, NewAccount, PeopleError, Role, State};
use crate::rules;
use crate::schedules::{self, NewSchedule};
use crate::sessions::{self, NewSession, Session};
use crate::submissions::{self, NewStep, SubmissionError, SubmissionId, Written};
use crate::tables::NewRules;
use game_core::game::{Millis, Seat, StaffId};
use sqlx::{Connection, PgConnection};
use std::time::Duration;
use table_host::ids::{BodyDigest, CommandId, TableId};
use uuid::Uuid;

/// How long somebody who was logged in by a test may be idle.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Somebody new with this role, and the password of this hash.
///
/// # Errors
/// When the database fails.
pub async fn hire(connection: &mut PgConnection, role: Role, password_hash: &str) -> Result<Account, PeopleError> {
    let account = NewAccount {
        login: format!("{}-{}", role.name(), Uuid::now_v7().simple()),
        display_name: role.name().to_owned(),
        role,
        state: State::Active,
        password_hash: password_hash.to_owned(),
        must_change: false,
        by: None,
        request: None,
    };
    people::create(connection, &account).await
}

/// Somebody new with this role, in a session that lasts for a day.
///
/// # Errors
/// When the database fails.
pub async fn log_in(
    connection: &mut PgConnection,
    role: Role,
    digest: KeyDigest,
    password_hash: &str,
) -> Result<Session, PeopleError> {
    let staff = hire(connection, role, password_hash).await?.staff;
    let created_at = table_host::now();
    let (idle, expires_at) = (DAY, Millis(created_at.0 + 24 * 3_600_000));
    sessions::create(connection, &NewSession { digest, staff, created_at, idle, expires_at }).await?;
    let found = sessions::find(connection, digest).await?;
    Ok(found.ok_or_else(|| StoreError::unreadable("a session", "it is not there"))?)
}

/// A new key of a seat's terminal.
///
/// # Errors
/// When there is no such table or the database fails.
pub async fn enrol(
    connection: &mut PgConnection,
    table: TableId,
    seat: Seat,
    digest: KeyDigest,
) -> Result<Key, KeyError> {
    let key = NewKey { digest, label: "test".to_owned(), table, seat, by: None, request: None };
    keys::create(connection, &key).await
}

/// A Rules Submission with this sound document that two people stand for, effective at once.
///
/// # Errors
/// When the document is not sound or the database fails.
pub async fn approved(
    connection: &mut PgConnection,
    document: &serde_json::Value,
) -> Result<SubmissionId, SubmissionError> {
    let (proposer, approver) = (StaffId(1_000_001), StaffId(1_000_002));
    let request = || Request { id: CommandId::new(), digest: BodyDigest::of(b"") };
    let source = document.to_string();
    let game = rules::read("a document", &source)?.game();
    // The same document is the same version.
    let digest =
        BodyDigest::of(source.as_bytes()).0.iter().take(8).map(|byte| format!("{byte:02x}")).collect::<String>();
    let version = format!("{game}-{digest}");
    let rules = NewRules { game, version: version.clone(), submission: document.clone() };
    let written = Written { document: document.clone(), source, by: proposer, request: request() };
    let mut transaction = connection.begin().await?;
    let drafted = submissions::draft(&mut transaction, game, &written).await?;
    let proposal = NewApproval {
        matter: serde_json::json!({"kind": "rules_submission", "submission": drafted.id.0, "edition": 1, "rules_version": version}),
        table: None,
        reason: String::new(),
        proposed_by: proposer,
        lasts: DAY,
        request: request(),
    };
    let approval = approvals::propose(&mut transaction, &proposal).await?.id;
    let step = NewStep {
        submission: drafted.id,
        edition: 1,
        version,
        approval,
        by: proposer,
        warnings: Vec::new(),
        acknowledged: Vec::new(),
        edges: serde_json::json!([]),
        par_sheets: serde_json::json!([]),
        effective_from: None,
        supersedes: None,
    };
    submissions::submit(&mut transaction, &step).await?;
    let comment = String::new();
    let decision = Decision { approval, outcome: Outcome::Approved, decided_by: approver, comment, request: request() };
    approvals::decide(&mut transaction, &decision).await?;
    submissions::approve(&mut transaction, drafted.id, approver, &rules).await?;
    transaction.commit().await?;
    Ok(drafted.id)
}

/// Has two people decide that a table takes an approved submission up as soon as it can.
///
/// # Errors
/// When the submission is not approved, or the database fails.
pub async fn scheduled(
    connection: &mut PgConnection,
    table: TableId,
    submission: SubmissionId,
) -> Result<ApprovalId, SubmissionError> {
    let (proposer, approver) = (StaffId(1_000_003), StaffId(1_000_004));
    let request = || Request { id: CommandId::new(), digest: BodyDigest::of(b"") };
    let mut transaction = connection.begin().await?;
    let found = submissions::one(&mut transaction, submission).await?.ok_or(SubmissionError::Unknown)?;
    let version = found.submitted.ok_or(SubmissionError::NotADraft)?.version;
    let proposal = NewApproval {
        matter: serde_json::json!({
            "kind": "table_rules", "table": table.0, "submission": submission.0, "rules_version": version
        }),
        table: Some(table),
        reason: String::new(),
        proposed_by: proposer,
        lasts: DAY,
        request: request(),
    };
    let approval = approvals::propose(&mut transaction, &proposal).await?.id;
    let comment = String::new();
    let decision = Decision { approval, outcome: Outcome::Approved, decided_by: approver, comment, request: request() };
    approvals::decide(&mut transaction, &decision).await?;
    let new = NewSchedule { approval, table, version, submission: Some(submission), effective_from: None };
    schedules::schedule(&mut transaction, &new).await?;
    transaction.commit().await?;
    Ok(approval)
}

/// How often each anomaly of a device is on record.
///
/// # Errors
/// When the database fails.
pub async fn device_anomalies(store: &Store, device: Uuid) -> Result<Vec<(String, i64)>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT code, count(*) AS "times!" FROM device_anomalies WHERE device_id = $1 GROUP BY code ORDER BY code"#,
        device
    );
    let rows = rows.fetch_all(&mut *store.connection().await?).await?;
    Ok(rows.into_iter().map(|row| (row.code, row.times)).collect())
}

/// Leaves a command to a device on record that no process knows of, as a commit does whose answer was lost.
///
/// # Errors
/// When the database fails.
pub async fn device_command(store: &Store, device: Uuid, number: u64) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO device_commands (device_id, number, issued_at, kind, body) VALUES ($1, $2, now(), 'lock', '{}')",
        device,
        i64::try_from(number).unwrap_or(i64::MAX)
    )
    .execute(&mut *store.connection().await?)
    .await?;
    Ok(())
}

/// Leaves a device's message on record as a crash does that comes before its effect.
///
/// # Errors
/// When the database fails.
pub async fn device_message(
    store: &Store,
    device: Uuid,
    table: TableId,
    sequence: u64,
    digest: [u8; 32],
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO device_messages
            (device_id, sequence, received_at, sent_at, kind, body, digest, signature, table_id)
         VALUES ($1, $2, date_trunc('milliseconds', now()), now(), 'stack_dispensed', '{}', $3, $4, $5)",
        device,
        i64::try_from(sequence).unwrap_or(i64::MAX),
        &digest[..],
        &[0_u8; 64][..],
        table.0
    )
    .execute(&mut *store.connection().await?)
    .await?;
    Ok(())
}
