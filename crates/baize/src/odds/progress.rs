//! A bar with the time left, for a person who waits more than a second.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Nothing is shown before this.
const PATIENCE: Duration = Duration::from_secs(1);

/// Cells of the bar.
const WIDTH: usize = 40;

/// A bar on the terminal; silent where nobody looks.
pub(super) struct Bar {
    start: Instant,
    drawn: Option<Mutex<bool>>,
}

impl Bar {
    pub(super) fn new() -> Self {
        let looked_at = io::stdout().is_terminal() && io::stderr().is_terminal();
        Self { start: Instant::now(), drawn: looked_at.then(|| Mutex::new(false)) }
    }

    /// Shows how much is done.
    pub(super) fn show(&self, done: usize, all: usize) {
        let passed = self.start.elapsed();
        let Some(drawn) = self.drawn.as_ref().filter(|_| passed >= PATIENCE) else { return };
        let Ok(mut drawn) = drawn.lock() else { return };
        *drawn = true;
        // A bar that cannot be drawn is not worth failing for.
        let _ = write!(io::stderr(), "\r{}", line(done, all, passed));
    }

    /// Takes the bar away.
    pub(super) fn clear(&self) {
        let drawn = self.drawn.as_ref().and_then(|drawn| drawn.lock().ok()).is_some_and(|drawn| *drawn);
        if drawn {
            let _ = write!(io::stderr(), "\r{}\r", " ".repeat(WIDTH + 32));
        }
    }
}

fn line(done: usize, all: usize, passed: Duration) -> String {
    let (done, all) = (done.clamp(1, all.max(1)), all.max(1));
    let filled = WIDTH * done / all;
    let left = passed.as_secs() * (all - done) as u64 / done as u64;
    format!("[{}{}] {:>3} %, {left} s left   ", "#".repeat(filled), ".".repeat(WIDTH - filled), 100 * done / all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_time_passed() {
        // A quarter done after ten seconds leaves thirty.
        let text = line(1, 4, Duration::from_secs(10));
        assert!(text.contains(" 25 %, 30 s left"), "{text}");
        assert!(text.starts_with("[##########....."), "{text}");
    }
}
