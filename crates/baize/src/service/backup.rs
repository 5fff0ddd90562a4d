//! `baize backup` and `baize restore`: a copy while play goes on, and the way back into an empty place.

use super::{Failure, finish, home, print, settings};
use pico_args::Arguments;
use std::path::PathBuf;
use store::{Home, backup};

/// Makes a backup in a folder of its own.
pub(crate) async fn run(mut args: Arguments) -> Result<(), Failure> {
    let settings = settings(&mut args)?;
    let into: PathBuf = args.value_from_str("--to")?;
    finish(args)?;
    let home = home(&settings).await?;
    let made = backup::make(home.store(), &into).await;
    home.close().await?;
    let (folder, manifest) = made.map_err(|error| Failure::Failed(error.to_string()))?;
    let entries: u64 = manifest.heads.iter().map(|head| head.seq).sum();
    let tables = manifest.heads.len();
    print(&format!("{}\n{tables} tables, {entries} entries, SHA-256 {}\n", folder.display(), manifest.sha256))
}

/// Brings a backup back into an empty database, and verifies all of it.
pub(crate) async fn restore(mut args: Arguments) -> Result<(), Failure> {
    let settings = settings(&mut args)?;
    let from: PathBuf = args.free_from_str()?;
    finish(args)?;
    let restored = Home::restore(&from, settings.database(), settings.data()).await;
    let backup::Restored { verified, .. } = restored.map_err(|error| Failure::Failed(error.to_string()))?;
    print(&format!(
        "restored: {} tables, {} entries, every chain, the books and the meters verified\n",
        verified.tables, verified.entries
    ))
}
