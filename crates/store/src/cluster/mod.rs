//! A private PostgreSQL for whoever has set none up: the machine's own binaries on a data directory of ours, reached by
//! a Unix socket that nobody else may open. The same engine as in production, durable, and gone when we are.

mod binaries;
mod errors;
mod keeper;
mod layout;
mod leftover;
mod owner;
mod place;
#[cfg(test)]
mod place_tests;

pub use errors::ClusterError;
pub use place::{reachable, temporary};

use binaries::Binaries;
use keeper::Keeper;
use layout::{Layout, Lock};
use owner::Owner;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long the cluster may take to answer, a recovery after a crash included.
const START_MAX: Duration = Duration::from_secs(120);

/// How long the backends of a killed postmaster may take to go, and what PostgreSQL says until they are gone.
const GONE_MAX: Duration = Duration::from_secs(15);
const STILL_IN_USE: &str = "is still in use";

/// The database the service keeps everything in.
const DATABASE: &str = "postgres";

/// Where the cluster lives and where its binaries are.
#[derive(Clone, Debug)]
pub struct Options {
    /// The data directory; made when missing.
    pub data: PathBuf,
    /// Folders to look for the binaries in, in order.
    pub search: Vec<PathBuf>,
    /// Whether what is committed outlives a machine that loses its power.
    pub(crate) durable: bool,
}

impl Options {
    /// A cluster in this directory, with binaries from `PATH` or the usual distribution folders.
    #[must_use]
    pub fn new(data: impl Into<PathBuf>) -> Self {
        Self { data: data.into(), search: binaries::usual_folders(), durable: true }
    }

    /// The same without waiting for the disk.
    #[must_use]
    pub(crate) fn hasty(self) -> Self {
        Self { durable: false, ..self }
    }
}

/// A running cluster. Dropping it stops it.
#[derive(Debug)]
pub struct Cluster {
    layout: Layout,
    keeper: Keeper,
    /// Held as long as the cluster is ours.
    _lock: Lock,
}

impl Cluster {
    /// Starts the cluster of a data directory, made new or as it was left, even by a crash.
    ///
    /// # Errors
    /// When PostgreSQL is missing, the directory is in use, or the cluster does not come up.
    pub async fn start(options: &Options) -> Result<Self, ClusterError> {
        let owner = Owner::find()?;
        let layout = Layout::prepare(&options.data, &owner)?;
        let lock = layout.lock()?;
        layout.make_socket_folder(&owner)?;
        let binaries = Binaries::find(&options.search, layout.version().as_deref())?;
        leftover::clear(&layout).await?;
        if !layout.is_initialised() {
            initialise(&binaries, &layout, &owner, options.durable).await?;
        }
        let begun = Instant::now();
        loop {
            let keeper = Keeper::start(&binaries, &layout, &owner, options.durable)?;
            match wait_until_ready(&layout, &keeper).await {
                Ok(()) => return Ok(Self { layout, keeper, _lock: lock }),
                // The backends of a postmaster that was killed take a moment to notice.
                Err(ClusterError::DoesNotStart { log, .. })
                    if log.contains(STILL_IN_USE) && begun.elapsed() < GONE_MAX =>
                {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// How to connect to the service's database of a data directory whose cluster another process runs.
    ///
    /// # Errors
    /// When the directory or its socket cannot be reached, as long as the other process is still making them.
    pub(crate) fn connect_options_of(data: &Path) -> Result<PgConnectOptions, ClusterError> {
        let layout = Layout::prepare(data, &Owner::find()?)?;
        layout.check_socket_folder()?;
        Ok(connect_options(&layout, DATABASE))
    }

    /// How to connect to the service's database.
    #[must_use]
    pub fn connect_options(&self) -> PgConnectOptions {
        self.options_for(DATABASE)
    }

    /// How to connect to a database of the cluster.
    #[must_use]
    pub fn options_for(&self, database: &str) -> PgConnectOptions {
        connect_options(&self.layout, database)
    }

    /// The directory of the Unix socket.
    #[must_use]
    pub fn socket(&self) -> &Path {
        self.layout.socket()
    }

    /// The process id of the postmaster.
    #[must_use]
    pub fn postmaster(&self) -> Option<u32> {
        leftover::recorded_pid(&self.layout)
    }

    /// Stops the cluster in good order and waits for it.
    ///
    /// # Errors
    /// When it does not stop.
    pub async fn stop(self) -> Result<(), ClusterError> {
        let stopping = tokio::task::spawn_blocking(move || self.keeper.stop());
        if stopping.await.unwrap_or(false) { Ok(()) } else { Err(ClusterError::DoesNotStop) }
    }
}

/// Another of PostgreSQL's own programs, of the newest version on the machine.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    binaries::newest(name)
}

/// How to connect to a database of the cluster.
fn connect_options(layout: &Layout, database: &str) -> PgConnectOptions {
    PgConnectOptions::new_without_pgpass()
        .socket(layout.socket())
        .port(layout::PORT)
        .username(layout::SUPERUSER)
        .database(database)
}

async fn wait_until_ready(layout: &Layout, keeper: &Keeper) -> Result<(), ClusterError> {
    let begun = Instant::now();
    loop {
        // Until it answers it refuses; a process that has ended never will.
        let refusal = match connect_options(layout, DATABASE).connect().await {
            Ok(connection) => {
                let _ = connection.close().await;
                return Ok(());
            }
            Err(error) => error.to_string(),
        };
        if keeper.has_ended() || begun.elapsed() > START_MAX {
            return Err(ClusterError::DoesNotStart { cause: refusal, log: layout.end_of_log() });
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}

/// Makes the cluster's files beside their place and moves them there whole, so that a crash leaves none half made.
async fn initialise(binaries: &Binaries, layout: &Layout, owner: &Owner, durable: bool) -> Result<(), ClusterError> {
    let unfinished = layout.unfinished();
    layout.clear(&unfinished)?;
    let mut command = owner.command(&binaries.initdb);
    command.arg("--pgdata").arg(&unfinished).args([
        "--username",
        layout::SUPERUSER,
        "--auth=trust",
        "--encoding=UTF8",
        "--locale=C",
        "--data-checksums",
    ]);
    if !durable {
        command.arg("--no-sync");
    }
    command.current_dir(layout.root());
    let output = tokio::task::spawn_blocking(move || command.output()).await;
    let output = output.map_err(std::io::Error::other).and_then(|output| output);
    let output = output.map_err(|error| ClusterError::at(&binaries.initdb, error))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(ClusterError::NotMade { said });
    }
    layout.finish(&unfinished)
}
