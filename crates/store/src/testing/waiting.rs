//! The one way in which tests wait: for something to come about, up to one deadline that only a test about to fail meets.

use std::env;
use std::fmt::Display;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// How long a test waits for what it needs before it gives up. `BAIZE_TEST_PATIENCE` multiplies it.
const DEADLINE: Duration = Duration::from_secs(120);

/// How long to wait between two looks, at first and at most.
const LOOK_MIN: Duration = Duration::from_millis(1);
const LOOK_MAX: Duration = Duration::from_millis(20);

/// How long a test waits for anything before it fails.
///
/// # Panics
/// When `BAIZE_TEST_PATIENCE` is not a whole number from 1.
#[must_use]
#[expect(clippy::panic, reason = "a test cannot wait by a number that is none")]
pub fn deadline() -> Duration {
    let patience = env::var("BAIZE_TEST_PATIENCE").unwrap_or_else(|_| "1".to_owned());
    match patience.parse() {
        Ok(times @ 1..) => DEADLINE * times,
        _ => panic!("BAIZE_TEST_PATIENCE is {patience:?} and not a whole number from 1"),
    }
}

/// Looks again and again until something holds.
///
/// # Panics
/// When it does not hold by the deadline.
pub async fn until(what: impl Display, mut holds: impl AsyncFnMut() -> bool) {
    found(what, async || holds().await.then_some(())).await;
}

/// Looks again and again until something is found, and returns it.
///
/// # Panics
/// When it is not found by the deadline.
pub async fn found<T>(what: impl Display, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let end = Instant::now() + deadline();
    let mut pause = LOOK_MIN;
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(Instant::now() < end, "waited for {:?} in vain: {what}", deadline());
        sleep(pause).await;
        pause = (pause * 2).min(LOOK_MAX);
    }
}

/// Waits for a future.
///
/// # Panics
/// When it does not end by the deadline.
#[expect(clippy::panic, reason = "a test that waits in vain fails")]
pub async fn within<T>(what: impl Display, future: impl Future<Output = T>) -> T {
    let Ok(result) = timeout(deadline(), future).await else {
        panic!("waited for {:?} in vain: {what}", deadline());
    };
    result
}
