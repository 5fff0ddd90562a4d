//! What the simulated floor has done and seen, counted; and what must never happen, in words.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Surprises kept in words; more are only counted.
const SURPRISES_MAX: usize = 32;

/// A count that many tasks add to.
#[derive(Debug, Default)]
pub struct Count(AtomicU64);

impl Count {
    /// Adds one.
    pub fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// The count so far.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counts of a run, shared by everybody on the floor.
#[derive(Debug, Default)]
pub struct Tally {
    /// Commands that were accepted.
    pub accepted: Count,
    /// Commands that were refused, mistakes or not.
    pub refused: Count,
    /// Commands sent a second time and answered as the first time.
    pub repeated: Count,
    /// Mistakes made on purpose.
    pub mistakes: Count,
    /// Sockets that were pulled on purpose.
    pub pulled: Count,
    /// Sockets that came back, resumed or with a fresh view.
    pub returned: Count,
    /// Rounds that ended.
    pub rounds: Count,
    surprises: Count,
    told: Mutex<Vec<String>>,
}

impl Tally {
    /// Notes what must never happen.
    pub fn surprise(&self, what: impl Into<String>) {
        let what = what.into();
        tracing::error!(what, "a surprise");
        self.surprises.add();
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.len() < SURPRISES_MAX {
            told.push(what);
        }
    }

    /// What never should have happened: how often, and the first of them in words.
    #[must_use]
    pub fn surprises(&self) -> (u64, Vec<String>) {
        (self.surprises.get(), self.told.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }
}
