//! Backups: a consistent copy of everything that is kept, made while play goes on, with a manifest that says where every
//! table's chain stood; and their way back, into an empty place only, with every chain, the books and the meters verified.
//!
//! A copy is PostgreSQL's own dump of one snapshot. It holds every entry that was answered before it began, is read by any
//! later PostgreSQL, and is made the same way whether the cluster is private or elsewhere.

mod fold;
mod held;
mod manifest;
mod program;
mod registers;
mod restore;
mod verify;

pub use manifest::{Head, Manifest};
pub use restore::{Restored, restore};
pub use verify::{Verification, verify};

use crate::journal::ChainError;
use crate::open::{OpenError, Store, StoreError};
use crate::significant::{Kind, SignificantEvent, record};
use crate::system;
use manifest::{FORMAT, read_heads};
use program::dump;
use sqlx::{ConnectOptions, Connection};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use table_host::ids::TableId;
use uuid::Uuid;

/// The copy, within its folder.
const DUMP: &str = "baize.dump";

/// What is said of it, beside it.
const MANIFEST: &str = "manifest.json";

/// Why there is no backup, or no way back from it.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// A file or folder cannot be used.
    #[error("{path}: {cause}", path = path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why not.
        cause: io::Error,
    },
    /// PostgreSQL's own program is missing.
    #[error("{0} is not installed")]
    NoProgram(&'static str),
    /// PostgreSQL's own program failed.
    #[error("{program} failed: {said}")]
    Failed {
        /// Which.
        program: &'static str,
        /// What it said.
        said: String,
    },
    /// The manifest cannot be read.
    #[error("the manifest cannot be read: {0}")]
    Manifest(String),
    /// The copy is not the one the manifest speaks of.
    #[error("the copy was altered: its SHA-256 is not the manifest's")]
    Altered,
    /// Something is there already.
    #[error("the database is not empty: a backup is restored into an empty one only")]
    NotEmpty,
    /// A chain does not hold.
    #[error("the chain of table {table} does not hold: {cause}")]
    Chain {
        /// Which table.
        table: TableId,
        /// Why not.
        cause: ChainError,
    },
    /// What was restored is not what the manifest says.
    #[error("what was restored is not what the manifest says: {0}")]
    Differs(String),
    /// The books or the meters do not add up.
    #[error("{0}")]
    Unsound(String),
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl BackupError {
    fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        |cause| Self::File { path, cause }
    }
}

/// Makes a backup in a folder of its own within `into`, and says where. Until it is whole its folder has another name.
///
/// # Errors
/// When the database, the disk or PostgreSQL's own program fails.
pub async fn make(store: &Store, into: &Path) -> Result<(PathBuf, Manifest), BackupError> {
    // A name that sorts by time.
    let name = format!("baize-{}", Uuid::now_v7().simple());
    let (unfinished, whole) = (into.join(format!("{name}.unfinished")), into.join(name));
    fs::create_dir_all(&unfinished).map_err(BackupError::at(&unfinished))?;
    let mut connection = store.owner().connect().await?;
    let mut snapshot = connection.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let id = sqlx::query_scalar!(r#"SELECT pg_export_snapshot() AS "id!""#).fetch_one(&mut *snapshot).await?;
    let heads = read_heads(&mut snapshot).await?;
    let file = unfinished.join(DUMP);
    dump(store.owner(), &id, &file).await?;
    snapshot.rollback().await?;
    let manifest = Manifest {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        migration: system::migration(),
        made_ms: table_host::now().0,
        sha256: manifest::digest(&file).map_err(BackupError::at(&file))?,
        heads,
    };
    manifest.write(&unfinished.join(MANIFEST))?;
    sync(&file)?;
    fs::rename(&unfinished, &whole).map_err(BackupError::at(&whole))?;
    sync(into)?;
    let made = SignificantEvent::new(Kind::Backup).detail("tables", manifest.heads.len());
    record(&mut connection, &made.detail("sha256", manifest.sha256.clone())).await?;
    connection.close().await?;
    Ok((whole, manifest))
}

/// A backup that the disk has not taken is none.
fn sync(path: &Path) -> Result<(), BackupError> {
    File::open(path).and_then(|file| file.sync_all()).map_err(BackupError::at(path))
}
