//! How fast a client may speak: a little faster for a moment, at the set pace for long.

use std::time::Instant;

/// A bucket of permissions that fills at a steady pace.
#[derive(Debug)]
pub(super) struct Pace {
    per_second: u32,
    /// Thousandths of a permission.
    left: u64,
    filled: Instant,
}

impl Pace {
    /// A full bucket, for two seconds' worth at once.
    pub(super) fn new(per_second: u32) -> Self {
        Self { per_second, left: Self::most(per_second), filled: Instant::now() }
    }

    const fn most(per_second: u32) -> u64 {
        per_second as u64 * 2 * 1000
    }

    /// Whether one more message is permitted now.
    pub(super) fn permits(&mut self, now: Instant) -> bool {
        let millis = u64::try_from(now.saturating_duration_since(self.filled).as_millis()).unwrap_or(u64::MAX);
        if millis > 0 {
            self.filled = now;
            let more = millis.saturating_mul(u64::from(self.per_second));
            self.left = self.left.saturating_add(more).min(Self::most(self.per_second));
        }
        let permitted = self.left >= 1000;
        if permitted {
            self.left -= 1000;
        }
        permitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_burst_is_permitted_and_then_the_pace() {
        let mut pace = Pace::new(10);
        let now = pace.filled;
        assert_eq!((0..100).filter(|_| pace.permits(now)).count(), 20);
        assert_eq!((0..100).filter(|_| pace.permits(now + Duration::from_secs(1))).count(), 10);
        assert_eq!((0..100).filter(|_| pace.permits(now + Duration::from_secs(3600))).count(), 20);
    }
}
