//! When commands are sent: as soon as the one before was shown, or at a set rate.

use std::time::{Duration, Instant};

/// A table's schedule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    every: Option<Duration>,
    next: Instant,
}

impl Pace {
    /// As fast as the table goes, or one command `every` so long from `first` on.
    pub(super) const fn new(every: Option<Duration>, first: Instant) -> Self {
        Self { every, next: first }
    }

    /// Whether commands wait for their turn.
    pub(super) const fn is_set(&self) -> bool {
        self.every.is_some()
    }

    /// Waits for the next command's turn. A table that fell behind catches up, so that the rate is kept.
    pub(super) async fn turn(&mut self) {
        let Some(every) = self.every else { return };
        tokio::time::sleep_until(self.next.into()).await;
        self.next += every;
    }
}
