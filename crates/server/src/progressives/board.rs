//! The progressives as last read, with the moment they were read at. What is older than its limit is not shown (R22).

use super::controller;
use crate::app::App;
use game_core::game::Millis;
use game_core::money::MicroCents;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use store::progressives::{self, ProgressiveRecord};
use store::{StoreError, meters};
use tokio::sync::watch;

/// How often the meters are looked at: displays hear of a meter at most that often.
const EVERY: Duration = Duration::from_millis(250);

/// How long a value may be shown after it was read.
pub(crate) const VALID_FOR: Duration = Duration::from_secs(5);

/// How often every meter is held against the sum of its entries, beside at every start.
const RECONCILE_EVERY: Duration = Duration::from_secs(600);

/// The progressives as last read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// When they were read.
    pub(crate) at: Millis,
    /// All of them, by name.
    pub(crate) progressives: Arc<Vec<ProgressiveRecord>>,
}

impl Seen {
    /// Until when the values may be shown.
    pub(crate) fn valid_until(&self) -> Millis {
        Millis(self.at.0.saturating_add(u64::try_from(VALID_FOR.as_millis()).unwrap_or(u64::MAX)))
    }
}

/// Where the progressives as last read are found.
#[derive(Debug, Default)]
pub(crate) struct Board {
    seen: watch::Sender<Seen>,
    unreconciled: AtomicU64,
}

impl Board {
    pub(crate) fn watch(&self) -> watch::Receiver<Seen> {
        self.seen.subscribe()
    }

    /// How many meters are not the sum of their entries.
    pub(crate) fn unreconciled(&self) -> u64 {
        self.unreconciled.load(Ordering::Relaxed)
    }

    /// How many levels are frozen.
    pub(crate) fn frozen(&self) -> usize {
        let seen = self.seen.borrow();
        seen.progressives.iter().flat_map(|found| &found.levels).filter(|level| level.frozen.is_some()).count()
    }

    /// How many levels hold more than a higher one of the same progressive (R28).
    pub(crate) fn inverted(&self) -> usize {
        let seen = self.seen.borrow();
        let falls = |found: &ProgressiveRecord| {
            let values: Vec<MicroCents> = found.levels.iter().map(|level| level.balance).collect();
            values.windows(2).filter(|pair| matches!(pair, [higher, lower] if lower > higher)).count()
        };
        seen.progressives.iter().map(falls).sum()
    }
}

/// Looks after the progressives until the server goes down.
pub(crate) async fn look_after(app: Arc<App>) {
    let mut version = None;
    let mut reconciled: Option<Instant> = None;
    let mut wheel = controller::WheelWatch::default();
    loop {
        if reconciled.is_none_or(|at| at.elapsed() >= RECONCILE_EVERY) {
            match reconcile(&app).await {
                Ok(()) => reconciled = Some(Instant::now()),
                Err(error) => tracing::warn!(%error, "the meters cannot be reconciled"),
            }
        }
        match look(&app, &mut version).await {
            Ok(()) => {
                let seen = app.progressives.seen.borrow().clone();
                let wheel_fault = wheel.fault(&app).await;
                controller::align(&app, &seen, wheel_fault).await;
            }
            Err(error) => tracing::warn!(%error, "the progressives cannot be read"),
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Every meter must be the sum of its entries; one that is not is frozen, told of, and never corrected (R25).
async fn reconcile(app: &App) -> Result<(), StoreError> {
    let off = meters::reconcile(&mut *app.store.pool().acquire().await?).await?;
    app.progressives.unreconciled.store(off, Ordering::Relaxed);
    if off > 0 {
        tracing::error!(meters = off, "meters are not the sum of their entries");
    }
    Ok(())
}

async fn look(app: &App, version: &mut Option<(i64, i64)>) -> Result<(), StoreError> {
    let mut connection = app.store.pool().acquire().await?;
    let at = app.config.people.clock.now();
    let now = progressives::version(&mut connection).await?;
    if *version == Some(now) {
        app.progressives.seen.send_modify(|seen| seen.at = at);
        return Ok(());
    }
    let progressives = Arc::new(progressives::all(&mut connection).await?);
    app.progressives.seen.send_replace(Seen { at, progressives });
    *version = Some(now);
    Ok(())
}
