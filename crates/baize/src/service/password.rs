//! A password on its way in: from a file, from a pipe, or typed without an echo. Never from an argument, which everybody
//! on the machine can read.

use super::Failure;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

/// Where a password comes from.
pub(super) enum Source {
    /// The first line of a file.
    File(PathBuf),
    /// Whoever types it, or whatever is piped in.
    Asked,
}

/// Reads a password.
pub(super) fn read(source: Source) -> Result<String, Failure> {
    let line = match source {
        Source::File(path) => {
            std::fs::read_to_string(&path).map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))?
        }
        Source::Asked if io::stdin().is_terminal() => typed()?,
        Source::Asked => line()?,
    };
    Ok(line.lines().next().unwrap_or_default().to_owned())
}

fn line() -> Result<String, Failure> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).map_err(|error| Failure::Failed(error.to_string()))?;
    Ok(line)
}

/// Asks twice, and shows nothing of what is typed.
fn typed() -> Result<String, Failure> {
    let quiet = Quiet::begin().map_err(|error| Failure::Failed(error.to_string()))?;
    let ask = |prompt: &str| {
        // With nobody reading there is nobody to ask either.
        let _ = write!(io::stderr(), "{prompt}: ");
        let answer = line();
        let _ = writeln!(io::stderr());
        answer
    };
    let (first, second) = (ask("password")?, ask("the same again")?);
    drop(quiet);
    if first == second { Ok(first) } else { Err(Failure::Failed("these were two passwords".into())) }
}

/// A terminal without an echo, which gets it back however this ends.
struct Quiet {
    before: Termios,
}

impl Quiet {
    fn begin() -> io::Result<Self> {
        let before = tcgetattr(io::stdin())?;
        let mut quiet = before.clone();
        quiet.local_modes.remove(LocalModes::ECHO);
        tcsetattr(io::stdin(), OptionalActions::Flush, &quiet)?;
        Ok(Self { before })
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        // A terminal that is gone needs no echo.
        let _ = tcsetattr(io::stdin(), OptionalActions::Flush, &self.before);
    }
}
