//! `baize healthcheck`: whether the server that runs with this configuration is ready.

use super::{Failure, finish, print, settings};
use pico_args::Arguments;

/// Asks the server where it listens; one that is not ready exits with 1.
pub(crate) async fn run(mut args: Arguments) -> Result<(), Failure> {
    let settings = settings(&mut args)?;
    finish(args)?;
    let (ready, said) =
        server::health::ask(settings.listen(), settings.tls().is_some()).await.map_err(Failure::Failed)?;
    if ready { print(&format!("{said}\n")) } else { Err(Failure::Failed(said)) }
}
