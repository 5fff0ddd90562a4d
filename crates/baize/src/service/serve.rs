//! `baize serve`: the server, until it is told to stop.

use super::{Failure, finish, home, print, settings};
use pico_args::Arguments;
use server::Server;
use server::settings::Settings;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tracing::Level;

/// Serves until SIGTERM or SIGINT, then lets everybody finish. SIGHUP reads the certificate again.
pub(crate) async fn run(mut args: Arguments) -> Result<(), Failure> {
    let settings = settings(&mut args)?;
    finish(args)?;
    log(&settings);
    let mut stop_signal = StopSignal::listen()?;
    let starting = async { start(home(&settings).await?, &settings).await };
    let Some(server) = stop_signal.unless_received(starting).await else { return Ok(()) };
    let server = server?;
    let scheme = if settings.tls().is_some() { "https" } else { "http" };
    print(&format!("baize listens at {scheme}://{}\n", server.address()))?;
    let stopped = tokio::select! {
        () = stop_signal.received() => Ok(()),
        never = reload(&server) => never,
    };
    stop(server).await.and(stopped)
}

pub(super) async fn start(home: store::Home, settings: &Settings) -> Result<Server, Failure> {
    let started = Server::start(home, settings.listen(), settings.config()).await;
    started.map_err(|error| Failure::Failed(error.to_string()))
}

/// Reads the certificate again as often as it is asked to.
async fn reload(server: &Server) -> Result<(), Failure> {
    let mut hangup = heard(SignalKind::hangup())?;
    loop {
        hangup.recv().await;
        match server.reload_certificate() {
            Ok(()) => tracing::info!("the certificate was read again"),
            Err(error) => tracing::error!(%error, "the certificate stays as it was"),
        }
    }
}

pub(super) async fn stop(server: Server) -> Result<(), Failure> {
    server.stop().await.map_err(|error| Failure::Failed(error.to_string()))
}

/// What goes on, to standard error, as much and in the form that the configuration says.
pub(super) fn log(settings: &Settings) {
    let level: Level = settings.value("log").parse().unwrap_or(Level::INFO);
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr);
    if settings.value("log_format") == "json" {
        log.json().flatten_event(true).init();
    } else {
        log.init();
    }
}

/// SIGTERM and SIGINT. A signal that comes while nobody waits for one is kept.
pub(super) struct StopSignal {
    terminate: Signal,
    interrupt: Signal,
}

impl StopSignal {
    /// From now on neither signal ends the process by itself.
    pub(super) fn listen() -> Result<Self, Failure> {
        Ok(Self { terminate: heard(SignalKind::terminate())?, interrupt: heard(SignalKind::interrupt())? })
    }

    /// Waits for a signal.
    pub(super) async fn received(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    /// What the work results in, or nothing when a signal comes first: the work is then given up.
    pub(super) async fn unless_received<T>(&mut self, work: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            biased;
            done = work => Some(done),
            () = self.received() => None,
        }
    }
}

fn heard(kind: SignalKind) -> Result<Signal, Failure> {
    signal(kind).map_err(|error| Failure::Failed(format!("signals cannot be heard: {error}")))
}
