//! `baize serve`: the server, until it is told to stop.

use super::{Failure, data, finish, home, print};
use pico_args::Arguments;
use server::{Config, Server};
use std::net::SocketAddr;
use tokio::signal::unix::{SignalKind, signal};

/// Where the server listens when nobody says otherwise.
pub(super) const LISTEN: &str = "127.0.0.1:8080";

/// Serves until SIGTERM or SIGINT, then lets everybody finish.
pub(crate) async fn run(mut args: Arguments) -> Result<(), Failure> {
    let data = data(&mut args)?;
    let address = listen(&mut args)?;
    finish(args)?;
    log();
    let server = start(home(&data).await?, address).await?;
    print(&format!("baize listens at http://{}\n", server.address()))?;
    told_to_stop().await?;
    stop(server).await
}

/// The address of `--listen`, or of `BAIZE_LISTEN`, or the usual one.
pub(super) fn listen(args: &mut Arguments) -> Result<SocketAddr, Failure> {
    let given: Option<String> = args.opt_value_from_str("--listen")?;
    let given = given.or_else(|| std::env::var("BAIZE_LISTEN").ok());
    let text = given.as_deref().unwrap_or(LISTEN);
    text.parse().map_err(|_| Failure::Usage(format!("'{text}' is not an address such as {LISTEN}")))
}

pub(super) async fn start(home: store::Home, address: SocketAddr) -> Result<Server, Failure> {
    Server::start(home, address, Config::default()).await.map_err(|error| Failure::Failed(error.to_string()))
}

pub(super) async fn stop(server: Server) -> Result<(), Failure> {
    server.stop().await.map_err(|error| Failure::Failed(error.to_string()))
}

/// What goes on, to standard error, from `info` on, or from what `BAIZE_LOG` names.
pub(super) fn log() {
    let level = std::env::var("BAIZE_LOG").ok().and_then(|level| level.parse().ok()).unwrap_or(tracing::Level::INFO);
    tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).init();
}

/// Waits until somebody wants the server to stop.
pub(super) async fn told_to_stop() -> Result<(), Failure> {
    let refused = |error: std::io::Error| Failure::Failed(format!("signals cannot be heard: {error}"));
    let mut terminate = signal(SignalKind::terminate()).map_err(refused)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(refused)?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}
