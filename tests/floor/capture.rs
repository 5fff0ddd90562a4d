//! What the process logs is kept, to be searched for cards that nobody may know of yet.

use std::io;
use std::sync::{Mutex, OnceLock, PoisonError};

/// What the server has logged, at every level.
static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Log;

impl io::Write for Log {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        LOG.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Keeps the log of everything that runs in this process from now on.
pub(super) fn listen() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(|| Log).with_ansi(false).init();
    });
}

/// What was logged since this was last asked, by whatever runs in this process.
pub(super) fn logged() -> String {
    let log = std::mem::take(&mut *LOG.lock().unwrap_or_else(PoisonError::into_inner));
    String::from_utf8_lossy(&log).into_owned()
}
