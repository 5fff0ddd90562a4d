//! Whether everything that is kept holds together: every chain, the books and the meters.

use super::BackupError;
use crate::journal::verify_chain;
use crate::money;
use crate::significant;
use sqlx::PgConnection;
use table_host::ids::TableId;

/// What was verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Verification {
    /// Tables whose chains hold.
    pub tables: u64,
    /// The entries in them.
    pub entries: u64,
}

/// Walks every chain from its first entry to its head, and adds up the books and the meters.
///
/// # Errors
/// When something does not hold, or the database fails.
pub async fn verify(connection: &mut PgConnection) -> Result<Verification, BackupError> {
    let tables =
        sqlx::query_scalar!("SELECT table_id FROM table_heads ORDER BY table_id").fetch_all(&mut *connection).await?;
    let mut verified = Verification::default();
    for table in tables.into_iter().map(TableId) {
        let chain = verify_chain(connection, table).await.map_err(|cause| BackupError::Chain { table, cause })?;
        verified.tables += 1;
        verified.entries += chain.entries;
    }
    add_up(connection).await?;
    if let Some(broken) = significant::verify(connection).await?.broken {
        return Err(BackupError::Unsound(format!("the register of significant events: {broken}")));
    }
    Ok(verified)
}

async fn add_up(connection: &mut PgConnection) -> Result<(), BackupError> {
    let unbalanced = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM (
            SELECT FROM ledger_postings GROUP BY table_id, seq HAVING sum(amount_micro) <> 0
        ) AS entries"#
    )
    .fetch_one(&mut *connection)
    .await?;
    if unbalanced != 0 {
        return Err(BackupError::Unsound(format!("the postings of {unbalanced} entries do not sum to zero")));
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
    let missing = money::missing(connection).await?;
    if !missing.is_empty() {
        return Err(BackupError::Unsound(format!("{} numbers of slips or boxes are missing", missing.len())));
    }
    Ok(())
}
