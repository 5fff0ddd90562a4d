//! What a former process left running: whoever holds the lock may stop it, because nobody else lives on it.

use super::ClusterError;
use super::layout::Layout;
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long a postmaster may take to stop when asked, and how long when told.
const ASKED: Duration = Duration::from_secs(20);
const TOLD: Duration = Duration::from_secs(10);

/// The process id that the data directory's pid file records.
pub(super) fn recorded_pid(layout: &Layout) -> Option<u32> {
    fs::read_to_string(pid_file(layout)).ok()?.lines().next()?.trim().parse().ok()
}

fn pid_file(layout: &Layout) -> PathBuf {
    layout.data().join("postmaster.pid")
}

/// Stops a postmaster that runs on the data, and removes a pid file whose process is another by now.
pub(super) async fn clear(layout: &Layout) -> Result<(), ClusterError> {
    let Some(pid) = recorded_pid(layout) else { return Ok(()) };
    let process = i32::try_from(pid).ok().and_then(Pid::from_raw);
    if let Some(process) = process.filter(|process| is_postmaster(*process, layout)) {
        tracing::info!(pid, "stopping a postmaster that a former process left behind");
        return stop(process, layout).await;
    }
    let path = pid_file(layout);
    fs::remove_file(&path).map_err(|error| ClusterError::at(&path, error))
}

/// A postmaster works in its data directory, so a process elsewhere has merely got its old number.
fn is_postmaster(process: Pid, layout: &Layout) -> bool {
    let folder = fs::read_link(format!("/proc/{}/cwd", process.as_raw_nonzero()));
    match folder {
        Ok(folder) => folder == layout.data(),
        // Without /proc the process that runs is taken at its word.
        Err(_) => !fs::exists("/proc/self").unwrap_or(false) && test_kill_process(process).is_ok(),
    }
}

async fn stop(process: Pid, layout: &Layout) -> Result<(), ClusterError> {
    for (signal, patience) in [(Signal::INT, ASKED), (Signal::QUIT, TOLD)] {
        // It may end between two looks; then there is nothing left to signal.
        let _ = kill_process(process, signal);
        let begun = Instant::now();
        while begun.elapsed() < patience {
            if !is_postmaster(process, layout) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    Err(ClusterError::DoesNotStop)
}
