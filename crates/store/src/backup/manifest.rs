//! What is said of a backup beside it: what made it, its hash, and where every chain stood.

use super::BackupError;
use crate::open::StoreError;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use table_host::ids::{ChainHash, TableId};

/// The form of the manifest and the copy that this version writes and reads.
pub(super) const FORMAT: u32 = 1;

/// How much of a file is read at once.
const PIECE: usize = 1 << 16;

/// What is said of a backup.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The form of all this.
    pub format: u32,
    /// The program that made it.
    pub version: String,
    /// The latest migration of the database.
    pub migration: i64,
    /// When it was made.
    pub made_ms: u64,
    /// The SHA-256 of the copy.
    pub sha256: String,
    /// Where every chain stood.
    pub heads: Vec<Head>,
}

/// Where a table's chain stood.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The table.
    pub table: TableId,
    /// How many entries it had.
    pub seq: u64,
    /// Its last link.
    pub hash: String,
}

impl Manifest {
    pub(super) fn write(&self, path: &Path) -> Result<(), BackupError> {
        let text = serde_json::to_vec_pretty(self).map_err(|error| BackupError::Manifest(error.to_string()))?;
        fs::write(path, text).map_err(BackupError::at(path))?;
        super::sync(path)
    }

    pub(super) fn read(path: &Path) -> Result<Self, BackupError> {
        let text = fs::read_to_string(path).map_err(BackupError::at(path))?;
        let manifest: Self = serde_json::from_str(&text).map_err(|error| BackupError::Manifest(error.to_string()))?;
        if manifest.format != FORMAT {
            let other = format!("its format is {}, this program reads {FORMAT}", manifest.format);
            return Err(BackupError::Manifest(other));
        }
        Ok(manifest)
    }
}

/// Where every chain stands now.
pub(super) async fn read_heads(connection: &mut PgConnection) -> Result<Vec<Head>, StoreError> {
    let rows =
        sqlx::query!("SELECT table_id, seq, hash FROM table_heads ORDER BY table_id").fetch_all(connection).await?;
    let read = |table, seq: i64, hash: &[u8]| {
        let unreadable = || StoreError::unreadable("the head of a table", "a field out of range");
        let hash = ChainHash::from_bytes(hash).ok_or_else(unreadable)?.to_string();
        Ok(Head { table: TableId(table), seq: u64::try_from(seq).map_err(|_| unreadable())?, hash })
    };
    rows.into_iter().map(|row| read(row.table_id, row.seq, &row.hash)).collect()
}

/// The SHA-256 of a file.
pub(super) fn digest(path: &Path) -> io::Result<String> {
    let (mut file, mut hash, mut piece) = (File::open(path)?, Sha256::new(), vec![0; PIECE]);
    loop {
        match file.read(&mut piece)? {
            0 => break,
            read => hash.update(piece.get(..read).unwrap_or_default()),
        }
    }
    Ok(ChainHash(hash.finalize().into()).to_string())
}
