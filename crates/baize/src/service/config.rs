//! `baize config check` and `baize config show`: whether the configuration is right, and what it comes to.

use super::{Failure, finish, print, settings};
use pico_args::Arguments;

/// Checks or shows the configuration that the server would run with. A wrong one exits with 2 and says everything that is wrong.
pub(crate) async fn run(mut args: Arguments) -> Result<(), Failure> {
    let what = args.subcommand()?.unwrap_or_default();
    let settings = settings(&mut args)?;
    finish(args)?;
    match what.as_str() {
        "check" => print("the configuration is right\n"),
        "show" => print(&settings.to_text()),
        _ => Err(Failure::Usage("check or show?".into())),
    }
}
