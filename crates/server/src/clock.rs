//! The clock that sessions go by. It is the wall clock, and a test may set it ahead or let it stand.

use game_core::game::Millis;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The wall clock, or the moment at which it stands, and how far it was set ahead. Clones are the same clock.
#[derive(Clone, Default, Debug)]
pub struct Clock {
    ahead_ms: Arc<AtomicU64>,
    stands: Option<Millis>,
}

impl Clock {
    /// A clock that stands at this moment until it is set ahead.
    #[must_use]
    pub fn standing() -> Self {
        Self { ahead_ms: Arc::default(), stands: Some(table_host::now()) }
    }

    /// The time now.
    #[must_use]
    pub fn now(&self) -> Millis {
        Millis(self.stands.unwrap_or_else(table_host::now).0.saturating_add(self.ahead_ms.load(Ordering::Relaxed)))
    }

    /// Sets the clock ahead by so much.
    pub fn advance(&self, by: Duration) {
        let by = u64::try_from(by.as_millis()).unwrap_or(u64::MAX);
        self.ahead_ms.fetch_add(by, Ordering::Relaxed);
    }
}
