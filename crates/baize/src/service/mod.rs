//! The commands around a running server: what they share is where the data lives and how they end.

pub(crate) mod admin;
pub(crate) mod backup;
pub(crate) mod config;
pub(crate) mod demo;
pub(crate) mod device;
pub(crate) mod healthcheck;
pub(crate) mod openapi;
mod password;
mod people;
pub(crate) mod serve;
pub(crate) mod sim;
pub(crate) mod verify_shuffle;
pub(crate) mod verify_system;

use pico_args::Arguments;
use server::settings::{Settings, Wrong};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use store::{Home, HomeError, cluster};

/// Why a command ends with a failure: a wrong call, or something that did not work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The call is wrong; this is what is wrong with it.
    Usage(String),
    /// It did not work, for this reason.
    Failed(String),
}

impl From<pico_args::Error> for Failure {
    fn from(error: pico_args::Error) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<Wrong> for Failure {
    fn from(error: Wrong) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<HomeError> for Failure {
    fn from(error: HomeError) -> Self {
        Self::Failed(error.to_string())
    }
}

/// Runs a command to its end. A wrong call exits with 2, a failure with 1.
pub(crate) fn run<F>(name: &str, args: &[String], command: impl FnOnce(Arguments) -> F) -> ExitCode
where
    F: Future<Output = Result<(), Failure>>,
{
    let args = Arguments::from_vec(args.iter().map(Into::into).collect());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let ended = match runtime {
        Ok(runtime) => runtime.block_on(command(args)),
        Err(error) => Err(Failure::Failed(format!("no threads: {error}"))),
    };
    let (problem, code) = match ended {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Usage(problem)) => (problem, ExitCode::from(2)),
        Err(Failure::Failed(problem)) => (problem, ExitCode::FAILURE),
    };
    // With nobody listening there is nobody to tell.
    let _ = writeln!(io::stderr(), "baize {name}: {problem}");
    code
}

/// The configuration: of the file that `--config` or `BAIZE_CONFIG` names, of the environment, and of `--data` and `--listen`.
pub(crate) fn settings(args: &mut Arguments) -> Result<Settings, Failure> {
    let file: Option<PathBuf> = args.opt_value_from_str("--config")?;
    // A variable that is no text is none of ours.
    let variables =
        std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let mut settings = Settings::load(file.as_deref(), variables)?;
    for (option, key) in [("--data", "data"), ("--listen", "listen")] {
        let given: Option<String> = args.opt_value_from_str(option)?;
        if let Some(given) = given {
            settings = settings.with(key, &given)?;
        }
    }
    Ok(settings)
}

/// Opens the database that the configuration names, or without one the private cluster in the data directory.
pub(crate) async fn home(settings: &Settings) -> Result<Home, Failure> {
    Ok(Home::open(settings.database(), &data(settings, settings.is_said("data"))?).await?)
}

/// The data directory. One that somebody chose is never replaced; the usual one is, where PostgreSQL could not work in it, and
/// whoever started us is told.
pub(crate) fn data(settings: &Settings, chosen: bool) -> Result<PathBuf, Failure> {
    let usual = settings.data();
    if chosen || settings.database().is_some() {
        return Ok(usual.to_owned());
    }
    let place = cluster::reachable(usual).map_err(HomeError::Cluster)?;
    if place != usual {
        let usual = std::path::absolute(usual).unwrap_or_else(|_| usual.to_owned());
        // With nobody listening there is nobody to tell.
        let _ = writeln!(
            io::stderr(),
            "baize: the data is in {}, because the user PostgreSQL runs as could not reach {} when it was made; --data \
             chooses another directory",
            place.display(),
            usual.display()
        );
    }
    Ok(place)
}

/// Refuses whatever the command does not know.
pub(crate) fn finish(args: Arguments) -> Result<(), Failure> {
    match args.finish().as_slice() {
        [] => Ok(()),
        [unknown, ..] => Err(Failure::Usage(format!("'{}' is not known here", unknown.to_string_lossy()))),
    }
}

/// Prints to whoever listens; a reader that has gone away is no failure.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Failed(error.to_string())),
        Ok(()) | Err(_) => Ok(()),
    }
}
