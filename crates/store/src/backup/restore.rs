//! The way back: into an empty database, and nothing is called restored before all of it is verified.

use super::manifest::{Manifest, digest, read_heads};
use super::program::bring_back;
use super::verify::{Verification, verify};
use super::{BackupError, DUMP, MANIFEST};
use crate::open::Store;
use crate::significant::{Kind, SignificantEvent, record};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};
use std::path::Path;

/// A backup that is back in place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restored {
    /// What was said of it.
    pub manifest: Manifest,
    /// What was verified.
    pub verified: Verification,
}

/// Brings the backup of a folder back into an empty database, and verifies every chain, the books and the meters.
///
/// # Errors
/// When the copy was altered, the database is not empty, or anything does not hold afterwards.
pub async fn restore(folder: &Path, database: &PgConnectOptions) -> Result<Restored, BackupError> {
    let manifest = Manifest::read(&folder.join(MANIFEST))?;
    let file = folder.join(DUMP);
    if digest(&file).map_err(BackupError::at(&file))? != manifest.sha256 {
        return Err(BackupError::Altered);
    }
    let mut connection = database.connect().await?;
    prepare(&mut connection).await?;
    connection.close().await?;
    bring_back(database, &file).await?;
    // A copy made by an older version is brought up to date here.
    let store = Store::open_with(database.clone()).await?;
    let mut connection = database.connect().await?;
    if read_heads(&mut connection).await? != manifest.heads {
        return Err(BackupError::Differs("the heads of the chains".to_owned()));
    }
    let verified = verify(&mut connection).await?;
    let event = SignificantEvent::new(Kind::Restore).detail("made_ms", manifest.made_ms);
    let event = event.detail("tables", verified.tables).detail("entries", verified.entries);
    record(&mut connection, &event.detail("sha256", manifest.sha256.clone())).await?;
    connection.close().await?;
    store.close().await;
    Ok(Restored { manifest, verified })
}

/// Sees to it that nothing is there, and that the role exists that the copy grants rights to.
async fn prepare(connection: &mut PgConnection) -> Result<(), BackupError> {
    let there =
        sqlx::query_scalar!(r#"SELECT count(*) AS "count!" FROM pg_class WHERE relnamespace = 'public'::regnamespace"#)
            .fetch_one(&mut *connection)
            .await?;
    if there != 0 {
        return Err(BackupError::NotEmpty);
    }
    sqlx::raw_sql(include_str!("role.sql")).execute(&mut *connection).await?;
    Ok(())
}
