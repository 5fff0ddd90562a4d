//! Proving that a table's journal is complete and unaltered, from its first entry to its head.

use super::chain::{Covered, genesis};
use super::entries::{Row, rows_after};
use crate::open::StoreError;
use crate::times::millis;
use sqlx::PgConnection;
use table_host::ids::{ChainHash, CommandId, TableId};

/// A chain that holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// How many entries it has.
    pub entries: u64,
    /// Its last link.
    pub head: ChainHash,
}

/// Why a chain does not hold.
#[derive(Debug, thiserror::Error)]
pub enum ChainError {
    /// An entry is missing, or one is there twice.
    #[error("after entry {after} comes entry {found}")]
    Broken {
        /// The last entry in order.
        after: u64,
        /// What follows it.
        found: i64,
    },
    /// An entry is not what was written.
    #[error("entry {seq} was altered")]
    Altered {
        /// Which.
        seq: u64,
    },
    /// The last entries are missing, or the head was changed.
    #[error("the chain ends at entry {seq}, the head says {head}")]
    Cut {
        /// The last entry.
        seq: u64,
        /// What the head says.
        head: i64,
    },
    /// There is no such table.
    #[error("there is no such table")]
    UnknownTable,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for ChainError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// Walks a table's chain up to the head it has now.
///
/// # Errors
/// When an entry is missing or altered, or the database fails.
pub async fn verify_chain(connection: &mut PgConnection, table: TableId) -> Result<Verified, ChainError> {
    let head = sqlx::query!("SELECT seq, hash FROM table_heads WHERE table_id = $1", table.0)
        .fetch_optional(&mut *connection)
        .await?
        .ok_or(ChainError::UnknownTable)?;
    let last = u64::try_from(head.seq).unwrap_or(0);
    let (mut seq, mut hash) = (0, genesis(table));
    loop {
        let rows = rows_after(connection, table, seq, last, i64::MAX).await?;
        if rows.is_empty() {
            break;
        }
        for row in rows {
            hash = follow(seq, hash, &row)?;
            seq += 1;
        }
    }
    if seq != last || hash.0 != head.hash.as_slice() {
        return Err(ChainError::Cut { seq, head: head.seq });
    }
    Ok(Verified { entries: seq, head: hash })
}

/// The link of an entry, if it follows and says what was written.
fn follow(after: u64, previous: ChainHash, row: &Row) -> Result<ChainHash, ChainError> {
    let seq = after + 1;
    if u64::try_from(row.seq) != Ok(seq) {
        return Err(ChainError::Broken { after, found: row.seq });
    }
    let epoch = u64::try_from(row.epoch).map_err(|_| ChainError::Altered { seq })?;
    let hash = Covered {
        table: TableId(row.table_id),
        seq,
        epoch,
        at: millis(row.at),
        command_id: CommandId(row.command_id),
        encoding: row.encoding,
        actor: &row.actor,
        command: &row.command,
        events: &row.events,
        rules_version: &row.rules_version,
    }
    .hash(previous);
    if row.previous != previous.0 || row.hash != hash.0 {
        return Err(ChainError::Altered { seq });
    }
    Ok(hash)
}
