//! The wall clock, the one place where tables read it.

use game_core::game::Millis;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The time now, in milliseconds since 1970.
#[must_use]
pub fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// How long it is until a moment; nothing when it has passed.
pub(crate) fn until(moment: Millis) -> Duration {
    Duration::from_millis(moment.0.saturating_sub(now().0))
}
