//! Whether everything that is kept holds together: every chain, what follows from it, the books and the meters.

use super::BackupError;
use super::fold;
use crate::journal::verify_chain;
use crate::money;
use crate::significant;
use sqlx::{Connection, PgConnection};
use table_host::ids::TableId;

/// What was verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Verification {
    /// Tables whose chains hold.
    pub tables: u64,
    /// The entries in them.
    pub entries: u64,
}

/// Walks every chain from its first entry to its head, tells the books and the registers of money anew from it, and adds up the
/// meters.
///
/// # Errors
/// When something does not hold, or the database fails.
pub async fn verify(connection: &mut PgConnection) -> Result<Verification, BackupError> {
    // One snapshot: what is played meanwhile is no fault.
    let mut snapshot = connection.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let tables =
        sqlx::query_scalar!("SELECT table_id FROM table_heads ORDER BY table_id").fetch_all(&mut *snapshot).await?;
    let mut verified = Verification::default();
    for table in tables.into_iter().map(TableId) {
        let chain = verify_chain(&mut snapshot, table).await.map_err(|cause| BackupError::Chain { table, cause })?;
        fold::compare(&mut snapshot, table).await?;
        verified.tables += 1;
        verified.entries += chain.entries;
    }
    add_up(&mut snapshot).await?;
    snapshot.commit().await?;
    if let Some(broken) = significant::verify(connection).await?.broken {
        return Err(BackupError::Unsound(format!("the register of significant events: {broken}")));
    }
    Ok(verified)
}

async fn add_up(connection: &mut PgConnection) -> Result<(), BackupError> {
    let orphans = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM ledger_postings
           WHERE NOT EXISTS (SELECT FROM table_heads WHERE table_heads.table_id = ledger_postings.table_id)"#
    )
    .fetch_one(&mut *connection)
    .await?;
    if orphans != 0 {
        return Err(BackupError::Unsound(format!("{orphans} postings belong to no table")));
    }
    let astray = sqlx::query_scalar!(r#"SELECT count(*) AS "count!" FROM meters_that_do_not_reconcile"#)
        .fetch_one(&mut *connection)
        .await?;
    if astray != 0 {
        return Err(BackupError::Unsound(format!("{astray} meters do not stand where their movements lead")));
    }
    let astray = sqlx::query_file_scalar!("src/backup/money_astray.sql").fetch_one(&mut *connection).await?;
    if astray != 0 {
        return Err(BackupError::Unsound(format!("slips or boxes of {astray} tables are not what the books say")));
    }
    let missing = money::missing(&mut *connection).await?;
    if !missing.is_empty() {
        return Err(BackupError::Unsound(format!("{} numbers of slips or boxes are missing", missing.len())));
    }
    let beyond = sqlx::query_file_scalar!("src/backup/counters_behind.sql").fetch_all(connection).await?;
    if let Some(series) = beyond.first() {
        return Err(BackupError::Unsound(format!("the counter of the series {series} is behind its last number")));
    }
    Ok(())
}
