//! The thread that starts the postmaster and waits for its end. The postmaster is told to stop when this thread dies, and
//! the thread lives exactly as long as it or we do, so killing us stops the cluster too.

use super::ClusterError;
use super::binaries::Binaries;
use super::layout::{Layout, PORT};
use super::owner::Owner;
use rustix::process::{Pid, Signal, kill_process};
use std::fs::OpenOptions;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long the cluster may take to stop when asked, and how long when told.
const ASKED: Duration = Duration::from_secs(30);
const TOLD: Duration = Duration::from_secs(10);

/// Durable, and small enough to share a machine with the server.
const SETTINGS: [&str; 17] = [
    "listen_addresses=",
    "unix_socket_permissions=0700",
    "full_page_writes=on",
    "synchronous_commit=on",
    "max_connections=64",
    "shared_buffers=256MB",
    "work_mem=8MB",
    "maintenance_work_mem=64MB",
    "wal_buffers=16MB",
    "max_wal_size=4GB",
    "checkpoint_timeout=30min",
    "wal_compression=off",
    "random_page_cost=1.1",
    "jit=off",
    "max_parallel_workers_per_gather=0",
    "TimeZone=UTC",
    "log_timezone=UTC",
];

/// Over those, for tests: what is committed outlives a killed process but not a machine without power, and there is room for the connections of many tests at once.
const HASTY: [&str; 8] = [
    "fsync=off",
    "full_page_writes=off",
    "autovacuum=off",
    "max_connections=300",
    "max_wal_size=512MB",
    "max_wal_senders=0",
    "wal_level=minimal",
    "shared_buffers=128MB",
];

/// A postmaster and the thread that keeps it.
#[derive(Debug)]
pub(super) struct Keeper {
    pid: Pid,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    pub(super) fn start(
        binaries: &Binaries,
        layout: &Layout,
        owner: &Owner,
        durable: bool,
    ) -> Result<Self, ClusterError> {
        let mut command = command(binaries, layout, owner)?;
        let settings = if durable { &["fsync=on"][..] } else { &HASTY };
        settings.iter().for_each(|setting| _ = command.arg("-c").arg(setting));
        let postgres = binaries.postgres.clone();
        let (started, starting) = mpsc::channel();
        let thread = std::thread::Builder::new().name("postgres-keeper".into()).spawn(move || match command.spawn() {
            Ok(mut child) => {
                let _ = started.send(Ok(child.id()));
                let _ = child.wait();
            }
            Err(error) => {
                let _ = started.send(Err(error));
            }
        });
        let failed = |error| ClusterError::at(&postgres, error);
        let thread = thread.map_err(failed)?;
        let pid = starting.recv().map_err(std::io::Error::other).and_then(|started| started).map_err(failed)?;
        let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
        let pid = pid.ok_or_else(|| failed(std::io::Error::other("no process id")))?;
        Ok(Self { pid, thread: Some(thread) })
    }

    /// Whether the postmaster is gone.
    pub(super) fn has_ended(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Stops the postmaster: asks it, then tells it. False when it does neither.
    pub(super) fn stop(mut self) -> bool {
        self.stop_now()
    }

    fn stop_now(&mut self) -> bool {
        for (signal, patience) in [(Signal::INT, ASKED), (Signal::QUIT, TOLD)] {
            let begun = Instant::now();
            if !self.has_ended() {
                // The thread has not yet waited for it, so the number is still its own.
                let _ = kill_process(self.pid, signal);
            }
            while !self.has_ended() && begun.elapsed() < patience {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        self.has_ended()
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.stop_now();
    }
}

fn command(binaries: &Binaries, layout: &Layout, owner: &Owner) -> Result<Command, ClusterError> {
    let path = layout.log();
    let log = OpenOptions::new().create(true).append(true).open(&path);
    let log = log.map_err(|error| ClusterError::at(&path, error))?;
    let both = log.try_clone().map_err(|error| ClusterError::at(&path, error))?;
    let mut command = owner.command_tied_to_us(&binaries.postgres);
    command.arg("-D").arg(layout.data()).arg("-p").arg(PORT.to_string()).arg("-k").arg(layout.socket());
    for setting in SETTINGS {
        command.arg("-c").arg(setting);
    }
    command.current_dir(layout.root()).stdin(Stdio::null()).stdout(log).stderr(both);
    Ok(command)
}
