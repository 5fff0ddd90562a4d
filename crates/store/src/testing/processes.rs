//! Other processes in tests: started so that they do not outlive the test, and signalled without a program to do it.

use rustix::process::{Pid, kill_process};
use std::path::Path;
use std::process::Command;

pub use rustix::process::Signal;

/// A command for a program that is killed when the thread that starts it ends, however it ends, where the machine can.
#[must_use]
pub fn tied(program: impl AsRef<Path>) -> Command {
    let program = program.as_ref();
    let setpriv = ["/usr/bin/setpriv", "/bin/setpriv"].iter().map(Path::new).find(|path| path.is_file());
    let Some(setpriv) = setpriv else { return Command::new(program) };
    let mut command = Command::new(setpriv);
    command.args(["--pdeathsig", "KILL", "--"]).arg(program);
    command
}

/// Sends a process a signal.
///
/// # Panics
/// When there is no such process.
#[expect(clippy::expect_used, reason = "a test that signals nobody proves nothing")]
pub fn send(signal: Signal, process: u32) {
    let process = i32::try_from(process).ok().and_then(Pid::from_raw).expect("a process id");
    kill_process(process, signal).expect("a process that runs");
}
