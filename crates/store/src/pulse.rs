//! Whether the database is there, asked over a connection that nobody else uses, so that a busy pool is no outage.

use crate::open::Store;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};
use std::time::Duration;

/// How long the database may take to answer.
const WITHIN: Duration = Duration::from_secs(2);

/// A finger on the database's pulse.
#[derive(Debug)]
pub struct Pulse {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
}

impl Store {
    /// A finger on this database's pulse.
    #[must_use]
    pub fn pulse(&self) -> Pulse {
        Pulse { options: self.options().clone(), connection: None }
    }
}

impl Pulse {
    /// Whether the database answers now.
    pub async fn beats(&mut self) -> bool {
        matches!(tokio::time::timeout(WITHIN, self.beat()).await, Ok(Ok(())))
    }

    /// A connection that fails is let go, and one that is given up half way too.
    async fn beat(&mut self) -> Result<(), sqlx::Error> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        connection.ping().await?;
        self.connection = Some(connection);
        Ok(())
    }
}
