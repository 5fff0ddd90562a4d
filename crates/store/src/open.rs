//! Opening the store: connect, migrate under a lock, and work from then on as a role that may change no history.

use sqlx::migrate::Migrator;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgConnection, Postgres, Transaction};
use std::fmt;
use std::time::Duration;

pub(crate) static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations");

/// The role the service works as; the last migration says what it may do.
const SERVICE_ROLE: &str = "baize_service";

/// Connections for reading; the journal's writer has its own.
const READERS_MAX: u32 = 8;

/// How long a reader waits for a connection.
const READER_PATIENCE: Duration = Duration::from_secs(5);

/// Months of partitions made ahead, this one included.
pub(crate) const MONTHS_AHEAD: i32 = 3;

/// Why the store cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The address of the database is not one.
    #[error("the database's address cannot be read: {0}")]
    Address(#[source] sqlx::Error),
    /// The database cannot be reached.
    #[error("the database cannot be reached: {0}")]
    Connect(#[source] sqlx::Error),
    /// The migrations cannot be applied.
    #[error("the database cannot be brought up to date: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// The partitions cannot be made.
    #[error("the month's partitions cannot be made: {0}")]
    Partitions(#[source] sqlx::Error),
}

/// Why the store cannot answer.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database failed or refused.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
    /// A row that this version cannot read.
    #[error("{what} cannot be read: {cause}")]
    Unreadable {
        /// Which row.
        what: String,
        /// Why.
        cause: String,
    },
}

impl StoreError {
    pub(crate) fn unreadable(what: impl Into<String>, cause: impl fmt::Display) -> Self {
        Self::Unreadable { what: what.into(), cause: format!("{cause}") }
    }

    /// The constraint that refused, where one did.
    #[must_use]
    pub fn constraint(&self) -> Option<&str> {
        match self {
            Self::Database(error) => error.as_database_error().and_then(|error| error.constraint()),
            Self::Unreadable { .. } => None,
        }
    }
}

/// An open store. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    pool: PgPool,
    options: PgConnectOptions,
    owner: PgConnectOptions,
}

impl Store {
    /// Connects to the database of this address and brings it up to date.
    ///
    /// # Errors
    /// When the address is wrong, the database away, or a migration fails.
    pub async fn open(address: &str) -> Result<Self, OpenError> {
        Self::open_with(address.parse().map_err(OpenError::Address)?).await
    }

    /// Connects with options already made and brings the database up to date.
    ///
    /// # Errors
    /// When the database is away or a migration fails.
    pub async fn open_with(options: PgConnectOptions) -> Result<Self, OpenError> {
        // The log of statements costs more than the statements; what fails is logged by whoever asked.
        let options = options.application_name("baize").disable_statement_logging();
        migrate(&options).await?;
        let owner = options.clone();
        let options = options.options([("role", SERVICE_ROLE)]);
        let pool = PgPoolOptions::new()
            .max_connections(READERS_MAX)
            .acquire_timeout(READER_PATIENCE)
            .connect_lazy_with(options.clone());
        Ok(Self { pool, options, owner })
    }

    /// A connection in the service's role.
    ///
    /// # Errors
    /// When none is to be had in time.
    pub async fn connection(&self) -> Result<PoolConnection<Postgres>, StoreError> {
        Ok(self.pool.acquire().await?)
    }

    /// A transaction in the service's role.
    ///
    /// # Errors
    /// When none is to be had in time.
    pub async fn transaction(&self) -> Result<Transaction<'static, Postgres>, StoreError> {
        Ok(self.pool.begin().await?)
    }

    /// The readers' connections, each in the service's role.
    #[must_use]
    pub const fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// How to connect in the service's role.
    pub(crate) const fn options(&self) -> &PgConnectOptions {
        &self.options
    }

    /// How to connect as whoever the address names, to copy what the service may only read.
    pub(crate) const fn owner(&self) -> &PgConnectOptions {
        &self.owner
    }

    /// Closes the readers' connections.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

/// Applies the migrations, one process at a time, as the address's own user, and makes the next months' partitions.
pub(crate) async fn migrate(options: &PgConnectOptions) -> Result<(), OpenError> {
    let mut connection = options.connect().await.map_err(OpenError::Connect)?;
    MIGRATIONS.run(&mut connection).await?;
    create_months(&mut connection).await.map_err(OpenError::Partitions)?;
    connection.close().await.map_err(OpenError::Connect)
}

/// Makes the partitions of this month and the next ones, where they are missing.
pub(crate) async fn create_months(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query_scalar!("SELECT create_months(now(), $1)", MONTHS_AHEAD).fetch_one(connection).await?;
    Ok(())
}
