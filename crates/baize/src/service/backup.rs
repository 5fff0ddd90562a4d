//! `baize backup`, `baize restore` and `baize verify`: a copy while play goes on, the way back into an empty place, and whether
//! what is kept holds together.

use super::{Failure, data, finish, home, print, settings};
use pico_args::Arguments;
use std::path::PathBuf;
use store::{Home, StoreError, backup};

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
    let data = data(&settings, settings.is_said("data"))?;
    let restored = Home::restore(&from, settings.database(), &data).await;
    let backup::Restored { verified, .. } = restored.map_err(|error| Failure::Failed(error.to_string()))?;
    print(&format!(
        "restored: {} tables, {} entries, every chain, the books and the meters verified\n",
        verified.tables, verified.entries
    ))
}

/// Proves, while play goes on, that every chain is complete and unaltered and that the money is what the chains say.
pub(crate) async fn verify(mut args: Arguments) -> Result<(), Failure> {
    let settings = settings(&mut args)?;
    finish(args)?;
    let home = home(&settings).await?;
    let verified = async {
        let mut connection = home.store().connection().await.map_err(|error: StoreError| error.to_string())?;
        backup::verify(&mut connection).await.map_err(|error| error.to_string())
    };
    let verified = verified.await;
    home.close().await?;
    let verified = verified.map_err(Failure::Failed)?;
    print(&format!(
        "{} tables, {} entries: every chain holds, the books, slips, boxes and counts are what the journal says, no seat and no rack \
         ever held less than nothing, the meters reconcile and the register of significant events is complete\n",
        verified.tables, verified.entries
    ))
}
