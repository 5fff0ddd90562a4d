//! `baize verify-system`: the hash of every part of the installation, computed here and held against what is on record,
//! without asking the server.

use super::{Failure, finish, home, print, settings};
use pico_args::Arguments;
use server::system;
use std::path::PathBuf;
use store::{StoreError, significant};

/// Prints every part with its hash; a part that is not what is on record exits with 1.
pub(crate) async fn run(mut args: Arguments) -> Result<(), Failure> {
    let settings = settings(&mut args)?;
    let program: Option<PathBuf> = args.opt_value_from_str("--program")?;
    finish(args)?;
    let failed = |error: std::io::Error| Failure::Failed(error.to_string());
    let program = program.map_or_else(std::env::current_exe, Ok).map_err(failed)?;
    let mut parts = system::of_program(&program).map_err(failed)?;
    parts.extend(system::of_configuration(settings.shown()));
    parts.extend(system::embedded());
    let home = home(&settings).await?;
    let found = async {
        parts.extend(system::of_database(home.store()).await?);
        let register = significant::verify(&mut *home.store().connection().await?).await?;
        Ok((system::compare(home.store(), parts).await?, register))
    };
    let found = found.await.map_err(|error: StoreError| Failure::Failed(error.to_string()));
    home.close().await?;
    let (found, register) = found?;
    let mut wrong = 0;
    let mut text = String::new();
    for found in found {
        let hash =
            |hash: Option<[u8; 32]>| hash.map_or_else(|| "gone".to_owned(), |hash| wire::hex::Hex32(hash).to_string());
        let verdict = match (found.matches(), found.recorded) {
            (true, Some(_)) => "as recorded".to_owned(),
            (true, None) => "not on record yet".to_owned(),
            (false, recorded) => {
                wrong += 1;
                format!("MISMATCH, on record is {}", hash(recorded))
            }
        };
        text.push_str(&format!("{}  {}  {verdict}\n", hash(found.now), found.part));
    }
    let verdict = match &register.broken {
        None => format!("{} links hold", register.links),
        Some(broken) => {
            wrong += 1;
            format!("BROKEN after {} links: {broken}", register.links)
        }
    };
    text.push_str(&format!("{}  significant_events  {verdict}\n", wire::hex::Hex32(register.hash)));
    print(&text)?;
    if wrong == 0 { Ok(()) } else { Err(Failure::Failed(format!("{wrong} parts are not what is on record"))) }
}
