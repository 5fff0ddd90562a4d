//! Databases and people for tests: one cluster a run, one database a test, each a copy of one that was migrated once.

use crate::approvals::{self, ApprovalId, Decision, NewApproval, Outcome, Request};
use crate::cluster::{Cluster, ClusterError, Options};
use crate::keys::{self, Key, KeyDigest, KeyError, NewKey};
use crate::open::{OpenError, Store, StoreError, migrate};
use crate::people::{self, Account, NewAccount, PeopleError, Role, State};
use crate::rules;
use crate::schedules::{self, NewSchedule};
use crate::sessions::{self, NewSession, Session};
use crate::submissions::{self, NewStep, SubmissionError, SubmissionId, Written};
use crate::tables::NewRules;
use game_core::game::{Millis, Seat, StaffId};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection};
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::time::Duration;
use table_host::ids::{BodyDigest, CommandId, TableId};
use tokio::sync::{Mutex, OnceCell};
use uuid::Uuid;

/// The database that tests' databases are copies of.
const TEMPLATE: &str = "template_baize";

/// How long somebody who was logged in by a test may be idle.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Folders of test clusters are named so, with the id of the process that runs them.
const PREFIX: &str = "baize-test-";

static CLUSTER: OnceCell<Cluster> = OnceCell::const_new();

/// A template can be copied only while nobody else copies it.
static COPYING: Mutex<()> = Mutex::const_new(());

/// Why a test has no database.
#[derive(Debug, thiserror::Error)]
pub enum TestError {
    /// The cluster does not run.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// The store does not open.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database cannot be made.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// A database of a test's own.
#[derive(Clone, Debug)]
pub struct TestDatabase {
    /// The store on it, in the service's role.
    pub store: Store,
    /// How to connect as the cluster's superuser, past every grant.
    pub superuser: PgConnectOptions,
}

impl TestDatabase {
    /// Its address, for a process of its own.
    #[must_use]
    pub fn address(&self) -> String {
        self.superuser.to_url_lossy().to_string()
    }

    /// Does what only the superuser may.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn command(&self, statement: &'static str) -> Result<(), TestError> {
        let mut connection = self.superuser.connect().await?;
        sqlx::raw_sql(statement).execute(&mut connection).await?;
        Ok(connection.close().await?)
    }

    /// Keeps everybody from adding to a table until what is returned is dropped.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn hold(&self, table: &'static str) -> Result<PgConnection, TestError> {
        self.lock(table, "SHARE").await
    }

    /// Keeps everybody from reading a table until the connection is closed.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn shut(&self, table: &'static str) -> Result<PgConnection, TestError> {
        self.lock(table, "ACCESS EXCLUSIVE").await
    }

    async fn lock(&self, table: &'static str, mode: &'static str) -> Result<PgConnection, TestError> {
        let mut connection = self.superuser.connect().await?;
        let lock = format!("BEGIN; LOCK TABLE {table} IN {mode} MODE");
        sqlx::raw_sql(AssertSqlSafe(lock)).execute(&mut connection).await?;
        Ok(connection)
    }

    /// A digest of the rows of every table, by the table's name: what differs was changed.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn contents(&self) -> Result<BTreeMap<String, String>, sqlx::Error> {
        let mut connection = self.superuser.connect().await?;
        let names = "SELECT relname::text FROM pg_class
                     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT relispartition";
        let names: Vec<String> = sqlx::query_scalar(names).fetch_all(&mut connection).await?;
        let mut contents = BTreeMap::new();
        for name in names {
            let digest =
                format!("SELECT md5(COALESCE(string_agg(r::text, ',' ORDER BY r::text), '')) FROM {name} AS r");
            let digest = sqlx::query_scalar(AssertSqlSafe(digest)).fetch_one(&mut connection).await?;
            contents.insert(name, digest);
        }
        connection.close().await?;
        Ok(contents)
    }
}

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

/// A new database on the run's cluster, which starts with the first one.
///
/// # Errors
/// When the cluster or the database cannot be made.
pub async fn database() -> Result<TestDatabase, TestError> {
    let cluster = CLUSTER.get_or_try_init(start).await?;
    database_on(cluster).await
}

/// A new database on a cluster of the test's own.
///
/// # Errors
/// When the database cannot be made.
pub async fn database_on(cluster: &Cluster) -> Result<TestDatabase, TestError> {
    let name = format!("test_{}", Uuid::now_v7().simple());
    let mut connection = cluster.connect_options().connect().await?;
    {
        let _alone = COPYING.lock().await;
        make_template(cluster).await?;
        let copy = AssertSqlSafe(format!("CREATE DATABASE {name} TEMPLATE {TEMPLATE}"));
        sqlx::raw_sql(copy).execute(&mut connection).await?;
    }
    connection.close().await?;
    let superuser = cluster.options_for(&name);
    let store = Store::open_with(superuser.clone()).await?;
    Ok(TestDatabase { store, superuser })
}

async fn make_template(cluster: &Cluster) -> Result<(), TestError> {
    let mut connection = cluster.connect_options().connect().await?;
    let made =
        sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1) AS "made!""#, TEMPLATE)
            .fetch_one(&mut connection)
            .await?;
    if !made {
        sqlx::raw_sql(AssertSqlSafe(format!("CREATE DATABASE {TEMPLATE}"))).execute(&mut connection).await?;
        migrate(&cluster.options_for(TEMPLATE)).await?;
    }
    connection.close().await?;
    Ok(())
}

/// Starts the run's cluster in a folder named after this process. Nothing runs at a process's end to remove it, so each
/// run first removes those of processes that are gone.
async fn start() -> Result<Cluster, ClusterError> {
    let folder = env::temp_dir();
    for old in fs::read_dir(&folder).into_iter().flatten().flatten() {
        if is_over(&old.path()) {
            // A cluster that is still on its way out is removed by a later run.
            let _ = fs::remove_dir_all(old.path());
        }
    }
    Cluster::start(&hasty(scratch())).await
}

fn is_over(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let Some(rest) = name.strip_prefix(PREFIX) else { return false };
    let process = rest.split('-').next().unwrap_or_default();
    !fs::exists(format!("/proc/{process}")).unwrap_or(true)
}

/// A cluster of the test's own in this folder, which does not wait for the disk: it outlives a killed process, not a
/// machine without power.
#[must_use]
pub fn hasty(folder: impl Into<PathBuf>) -> Options {
    Options::new(folder).hasty()
}

/// A folder for a cluster of this process, removed by a later run.
#[must_use]
pub fn scratch() -> PathBuf {
    env::temp_dir().join(format!("{PREFIX}{}-{}", process::id(), Uuid::now_v7().simple()))
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
