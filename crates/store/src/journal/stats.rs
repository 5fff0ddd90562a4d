//! What the writer has done, counted.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Counters of the writer. They only ever rise.
#[derive(Debug, Default)]
pub struct Stats {
    batches: AtomicU64,
    entries: AtomicU64,
    commit_micros: AtomicU64,
    refused: AtomicU64,
    outages: AtomicU64,
    found: AtomicU64,
}

impl Stats {
    /// Transactions committed.
    #[must_use]
    pub fn batches(&self) -> u64 {
        self.batches.load(Ordering::Relaxed)
    }

    /// Entries written.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.entries.load(Ordering::Relaxed)
    }

    /// Microseconds spent in transactions that committed.
    #[must_use]
    pub fn commit_micros(&self) -> u64 {
        self.commit_micros.load(Ordering::Relaxed)
    }

    /// Transactions the database refused and that were tried again in parts.
    #[must_use]
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Times the database went away.
    #[must_use]
    pub fn outages(&self) -> u64 {
        self.outages.load(Ordering::Relaxed)
    }

    /// Appends found written after the answer to their commit was lost.
    #[must_use]
    pub fn found(&self) -> u64 {
        self.found.load(Ordering::Relaxed)
    }

    pub(super) fn found_written(&self) {
        self.found.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn committed(&self, entries: usize, took: Duration) {
        self.batches.fetch_add(1, Ordering::Relaxed);
        self.entries.fetch_add(entries as u64, Ordering::Relaxed);
        self.commit_micros.fetch_add(u64::try_from(took.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    pub(super) fn batch_refused(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn database_away(&self) {
        self.outages.fetch_add(1, Ordering::Relaxed);
    }
}
