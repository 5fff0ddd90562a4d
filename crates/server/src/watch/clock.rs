//! The clock: storage and gaming day hang on it, so a jump of the wall clock against the steady one is significant (R61, R66).

use crate::register::Register;
use game_core::game::Millis;
use std::time::{Duration, Instant};
use store::significant::{Kind, SignificantEvent};
use tokio::time::MissedTickBehavior;

/// How often the clocks are compared.
const EVERY: Duration = Duration::from_secs(1);

/// Both clocks at one moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    /// The clock that only ever runs forward.
    steady: Instant,
    /// The clock on the wall.
    wall: Millis,
}

/// Both clocks now.
pub(super) fn read_clocks() -> Reading {
    Reading { steady: Instant::now(), wall: table_host::now() }
}

/// Compares the clocks again and again, and records every jump.
pub(super) async fn watch(register: Register, tolerance: Duration, mut read: impl FnMut() -> Reading + Send) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut before = read();
    loop {
        ticks.tick().await;
        let now = read();
        if let Some(jump) = jump(before, now, tolerance) {
            tracing::error!(jump_ms = jump, "the clock jumped");
            let event = SignificantEvent::new(Kind::ClockChange).at(now.wall);
            let event = event.detail("jump_ms", jump).detail("wall_before_ms", before.wall.0);
            // The register keeps what it cannot write yet.
            let _ = register.record(event).await;
        }
        before = now;
    }
}

/// By how many milliseconds the wall clock ran ahead of the steady one, or fell behind, where that is too much.
fn jump(before: Reading, now: Reading, tolerance: Duration) -> Option<i64> {
    let wall = i128::from(now.wall.0) - i128::from(before.wall.0);
    let steady = i128::try_from(now.steady.duration_since(before.steady).as_millis()).unwrap_or(i128::MAX);
    let jump = wall.saturating_sub(steady);
    let tolerance = i128::try_from(tolerance.as_millis()).unwrap_or(i128::MAX);
    (jump.abs() > tolerance).then(|| i64::try_from(jump).unwrap_or(if jump < 0 { i64::MIN } else { i64::MAX }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::significant::{Search, search};
    use store::testing::{database, found};

    #[test]
    fn only_the_difference_of_the_two_clocks_is_a_jump() {
        let began = Instant::now();
        let at = |steady_ms: u64, wall: u64| Reading {
            steady: began + Duration::from_millis(steady_ms),
            wall: Millis(1_000_000 + wall),
        };
        let tolerance = Duration::from_secs(2);
        assert_eq!(jump(at(0, 0), at(60_000, 61_999), tolerance), None);
        assert_eq!(jump(at(0, 0), at(1_000, 3_001), tolerance), Some(2_001));
        assert_eq!(jump(at(0, 0), at(1_000, 0), Duration::from_millis(500)), Some(-1_000));
        assert_eq!(jump(at(0, 500_000), at(1_000, 0), tolerance), Some(-501_000));
    }

    #[tokio::test]
    async fn a_jump_is_recorded_with_how_far_r61_r66() {
        let database = database().await.unwrap();
        let Reading { steady: began, wall } = read_clocks();
        let mut readings = 0;
        // The clock on the wall loses an hour from each reading to the next, a second later.
        let read = move || {
            readings += 1;
            Reading {
                steady: began + Duration::from_secs(readings),
                wall: Millis(wall.0 + readings * 1000 - readings * 3_600_000),
            }
        };
        let register = Register::new(database.store.clone());
        let watching = tokio::spawn(watch(register, Duration::from_secs(2), read));
        let look = Search { kinds: Some(vec![Kind::ClockChange]), ..Search::default() };
        let found = found("the jump is on record", async || {
            let mut connection = database.store.pool().acquire().await.unwrap();
            search(&mut connection, &look, 1).await.unwrap().into_iter().next()
        })
        .await;
        watching.abort();
        assert_eq!(found.details["jump_ms"], -3_600_000);
    }
}
