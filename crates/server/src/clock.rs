//! The clock that sessions and devices go by. It is the machine's, and a test may set it ahead or let it stand.

use game_core::game::Millis;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The machine's clock, or the moment at which it stands, and how far it was set ahead. Clones are the same clock.
#[derive(Clone, Debug)]
pub struct Clock {
    ahead_ms: Arc<AtomicU64>,
    stands: Option<Millis>,
    began: Instant,
}

impl Default for Clock {
    fn default() -> Self {
        Self { ahead_ms: Arc::default(), stands: None, began: Instant::now() }
    }
}

impl Clock {
    /// A clock that stands at this moment until it is set ahead.
    #[must_use]
    pub fn standing() -> Self {
        Self { stands: Some(table_host::now()), ..Self::default() }
    }

    /// The time now, by the wall.
    #[must_use]
    pub fn now(&self) -> Millis {
        Millis(self.stands.unwrap_or_else(table_host::now).0.saturating_add(self.ahead_ms()))
    }

    /// How long it has run. This never goes back, whatever becomes of the clock on the wall.
    #[must_use]
    pub fn run(&self) -> Duration {
        let ran = if self.stands.is_some() { Duration::ZERO } else { self.began.elapsed() };
        ran + Duration::from_millis(self.ahead_ms())
    }

    /// Sets the clock ahead by so much.
    pub fn advance(&self, by: Duration) {
        let by = u64::try_from(by.as_millis()).unwrap_or(u64::MAX);
        self.ahead_ms.fetch_add(by, Ordering::Relaxed);
    }

    fn ahead_ms(&self) -> u64 {
        self.ahead_ms.load(Ordering::Relaxed)
    }
}
