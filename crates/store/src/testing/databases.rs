//! Databases for tests: one cluster a run, one database a test, each a copy of one that was migrated once.

use super::waiting::deadline;
use crate::cluster::{self, Cluster, ClusterError, Options};
use crate::open::{OpenError, Store, migrate};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::mem;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, OnceCell};
use tokio::time::sleep;
use uuid::Uuid;

/// The database that tests' databases are copies of.
const TEMPLATE: &str = "template_baize";

/// Folders of test clusters are named so, with the id of the process that runs them.
const PREFIX: &str = "baize-test-";

static CLUSTER: OnceCell<Cluster> = OnceCell::const_new();

/// A template can be copied only while nobody else copies it.
static COPYING: Mutex<()> = Mutex::const_new(());

/// How long to wait before a copy is tried again.
const COPY_AGAIN: Duration = Duration::from_millis(20);

/// Databases of tests that are over.
static DONE_WITH: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());

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

/// A database of a test's own, which a later test removes once nobody has it any more.
#[derive(Clone, Debug)]
pub struct TestDatabase {
    /// The store on it, in the service's role.
    pub store: Store,
    /// How to connect as the cluster's superuser, past every grant.
    pub superuser: PgConnectOptions,
    name: Option<Arc<Name>>,
}

/// The name of a database on the run's cluster.
#[derive(Debug)]
struct Name(String);

impl Drop for Name {
    fn drop(&mut self) {
        DONE_WITH.lock().unwrap_or_else(PoisonError::into_inner).push(mem::take(&mut self.0));
    }
}

impl TestDatabase {
    /// A database that the test has made by itself, and removes by itself.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub async fn at(superuser: PgConnectOptions) -> Result<Self, TestError> {
        let store = Store::open_with(superuser.clone()).await?;
        Ok(Self { store, superuser, name: None })
    }

    /// The same database, opened anew.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub async fn reopened(&self) -> Result<Self, TestError> {
        Ok(Self { name: self.name.clone(), ..Self::at(self.superuser.clone()).await? })
    }

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

/// A new database on the run's cluster, which starts with the first one.
///
/// # Errors
/// When the cluster or the database cannot be made.
pub async fn database() -> Result<TestDatabase, TestError> {
    let cluster = CLUSTER.get_or_try_init(start).await?;
    remove_what_is_done_with(cluster).await?;
    let name = new_name();
    let database = make(cluster, &name).await?;
    Ok(TestDatabase { name: Some(Arc::new(Name(name))), ..database })
}

/// A database with nothing in it.
#[derive(Debug)]
pub struct EmptyDatabase {
    /// How to connect as the cluster's superuser.
    pub superuser: PgConnectOptions,
    name: Arc<Name>,
}

impl EmptyDatabase {
    /// Brings it up to date and opens it.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub async fn open(self) -> Result<TestDatabase, TestError> {
        Ok(TestDatabase { name: Some(self.name), ..TestDatabase::at(self.superuser).await? })
    }
}

/// A new database with nothing in it, on the run's cluster.
///
/// # Errors
/// When the cluster or the database cannot be made.
pub async fn empty_database() -> Result<EmptyDatabase, TestError> {
    let cluster = CLUSTER.get_or_try_init(start).await?;
    let name = new_name();
    let mut connection = cluster.connect_options().connect().await?;
    sqlx::raw_sql(AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut connection).await?;
    connection.close().await?;
    Ok(EmptyDatabase { superuser: cluster.options_for(&name), name: Arc::new(Name(name)) })
}

/// Removes the databases of tests that are over, whoever may still be connected to them.
async fn remove_what_is_done_with(cluster: &Cluster) -> Result<(), TestError> {
    let names = mem::take(&mut *DONE_WITH.lock().unwrap_or_else(PoisonError::into_inner));
    if names.is_empty() {
        return Ok(());
    }
    let mut connection = cluster.connect_options().connect().await?;
    for name in names {
        sqlx::raw_sql(AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)"))).execute(&mut connection).await?;
    }
    Ok(connection.close().await?)
}

/// A new database on a cluster of the test's own.
///
/// # Errors
/// When the database cannot be made.
pub async fn database_on(cluster: &Cluster) -> Result<TestDatabase, TestError> {
    make(cluster, &new_name()).await
}

fn new_name() -> String {
    format!("test_{}", Uuid::now_v7().simple())
}

async fn make(cluster: &Cluster, name: &str) -> Result<TestDatabase, TestError> {
    let mut connection = cluster.connect_options().connect().await?;
    {
        let _alone = COPYING.lock().await;
        make_template(cluster).await?;
        copy_template(&mut connection, name).await?;
    }
    connection.close().await?;
    TestDatabase::at(cluster.options_for(name)).await
}

/// Makes a copy of the template, as soon as nobody is connected to it any more: whoever made it may take a while to leave.
async fn copy_template(connection: &mut PgConnection, name: &str) -> Result<(), sqlx::Error> {
    let end = Instant::now() + deadline();
    loop {
        let copy = AssertSqlSafe(format!("CREATE DATABASE {name} TEMPLATE {TEMPLATE}"));
        match sqlx::raw_sql(copy).execute(&mut *connection).await {
            Err(error) if is_in_use(&error) && Instant::now() < end => sleep(COPY_AGAIN).await,
            copied => return copied.map(drop),
        }
    }
}

/// Whether somebody is connected to the database that is to be copied.
fn is_in_use(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(|error| error.code()).is_some_and(|code| code == "55006")
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
        // Whoever connects to it while it is copied makes the copy fail.
        let closed = AssertSqlSafe(format!("ALTER DATABASE {TEMPLATE} ALLOW_CONNECTIONS false"));
        sqlx::raw_sql(closed).execute(&mut connection).await?;
    }
    connection.close().await?;
    Ok(())
}

/// Starts the run's cluster in a folder named after this process. Nothing runs at a process's end to remove it, so each
/// run first removes those of processes that are gone.
async fn start() -> Result<Cluster, ClusterError> {
    for old in fs::read_dir(cluster::temporary()).into_iter().flatten().flatten() {
        if is_over(&old.path()) {
            // A cluster that is still on its way out is removed by a later run.
            let _ = fs::remove_dir_all(old.path());
        }
    }
    Cluster::start(&hasty(scratch())).await
}

/// Whether this is the folder of a process that is gone. A process that is not to be seen from here may still hold the
/// lock of a cluster.
fn is_over(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let Some(rest) = name.strip_prefix(PREFIX) else { return false };
    let process = rest.split('-').next().unwrap_or_default();
    let seen = fs::exists(format!("/proc/{process}")).unwrap_or(true);
    let held = || File::open(path.join("lock")).is_ok_and(|lock| lock.try_lock().is_err());
    !seen && !held()
}

/// A cluster of the test's own in this folder, which does not wait for the disk: it outlives a killed process, not a
/// machine without power.
#[must_use]
pub fn hasty(folder: impl Into<PathBuf>) -> Options {
    Options::new(folder).hasty()
}

/// A folder for a cluster of this process, removed by a later run. Its name is short enough for a socket in it.
#[must_use]
pub fn scratch() -> PathBuf {
    let random = &Uuid::now_v7().simple().to_string()[20..];
    cluster::temporary().join(format!("{PREFIX}{}-{random}", process::id()))
}
