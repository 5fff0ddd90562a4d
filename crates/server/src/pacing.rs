//! Rate limits: so many requests for long, twice as many at once. A bucket is one number, so asking costs next to nothing.

use crate::clock::Clock;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Parts the buckets are divided into, so that callers do not wait for each other.
const PARTS: usize = 16;

/// Buckets in a part before full ones are thrown away.
const KEPT_MAX: usize = 4096;

/// A bucket for each key.
#[derive(Debug)]
pub(crate) struct Pacing<K> {
    clock: Clock,
    /// What one request costs.
    each: Duration,
    /// How far ahead of the clock a key may be.
    ahead_max: Duration,
    hasher: RandomState,
    /// When each key has paid for all it asked, counted from the beginning.
    parts: [Mutex<HashMap<K, Duration>>; PARTS],
}

impl<K: Hash + Eq> Pacing<K> {
    /// Lets so many through within this time, for long, and twice as many at once.
    pub(crate) fn new(count: u32, within: Duration, clock: Clock) -> Self {
        let each = within / count.max(1);
        Self {
            clock,
            each,
            ahead_max: each.saturating_mul(count.saturating_mul(2)),
            hasher: RandomState::new(),
            parts: std::array::from_fn(|_| Mutex::default()),
        }
    }

    /// Whether one more of this key may pass now.
    pub(crate) fn permits(&self, key: K) -> bool {
        self.permits_at(key, self.clock.run())
    }

    fn permits_at(&self, key: K, now: Duration) -> bool {
        let part = usize::try_from(self.hasher.hash_one(&key)).unwrap_or(0) % PARTS;
        let Some(part) = self.parts.get(part) else { return true };
        let mut paid = part.lock().unwrap_or_else(PoisonError::into_inner);
        if paid.len() >= KEPT_MAX {
            paid.retain(|_, until| *until > now);
        }
        let until = paid.entry(key).or_default();
        let next = (*until).max(now) + self.each;
        let permits = next <= now + self.ahead_max;
        if permits {
            *until = next;
        }
        permits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_as_many_at_once_then_as_many_as_time_allows_and_each_key_by_itself() {
        let pacing = Pacing::new(10, Duration::from_secs(1), Clock::standing());
        let passed = |key: u8, now: u64, tries: usize| {
            (0..tries).filter(|_| pacing.permits_at(key, Duration::from_millis(now))).count()
        };
        assert_eq!(passed(1, 0, 100), 20);
        assert_eq!(passed(1, 99, 100), 0);
        assert_eq!(passed(1, 100, 100), 1);
        assert_eq!(passed(1, 1_100, 100), 10);
        assert_eq!(passed(2, 1_100, 100), 20);
        assert_eq!(passed(1, 60_000, 100), 20);
    }
}
