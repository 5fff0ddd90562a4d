//! What has been enumerated once and is used by many sheets.

use crate::criss_cross::{self, CrissCrossPlayed, Reading, stored};
use crate::stud235::Endings;
use std::sync::OnceLock;

/// Called with how much of a long enumeration is done and how much there is; it may be called from several threads.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// Starting hands in one enumeration of Criss Cross.
const HANDS: usize = 169;

/// Enumerations shared by sheets. Criss Cross' base game is read from stored results where they match the rules.
pub struct Library<'a> {
    stored: &'a str,
    progress: Progress<'a>,
    endings: OnceLock<Endings>,
}

impl Library<'static> {
    /// A library with the results committed with the source.
    #[must_use]
    pub fn committed() -> Self {
        Self::new(stored::COMMITTED, &|_, _| ())
    }
}

impl<'a> Library<'a> {
    /// A library with these stored results, which reports its progress.
    #[must_use]
    pub const fn new(stored: &'a str, progress: Progress<'a>) -> Self {
        Self { stored, progress, endings: OnceLock::new() }
    }

    /// The endings of every 2-3-5 deal.
    #[must_use]
    pub fn endings(&self) -> &Endings {
        self.endings.get_or_init(Endings::enumerate)
    }

    /// Criss Cross' base game, from the stored results or, where they are of other rules, enumerated now.
    #[must_use]
    pub fn criss_cross(&self, reading: Reading) -> Option<CrissCrossPlayed> {
        let table = criss_cross::printed()?;
        let found = stored::find(self.stored, table, reading);
        Some(found.unwrap_or_else(|| criss_cross::play(table, reading, &|done| (self.progress)(done, HANDS))))
    }
}

/// Enumerates Criss Cross' base game under every reading and writes the results to be stored.
#[must_use]
pub fn recompute_criss_cross(progress: Progress<'_>) -> Option<String> {
    let table = criss_cross::printed()?;
    let readings = Reading::ALL;
    let all = readings.iter().enumerate().map(|(nth, reading)| {
        let report = |done: usize| progress(nth * HANDS + done, readings.len() * HANDS);
        (*reading, criss_cross::play(table, *reading, &report))
    });
    Some(stored::write(table, &all.collect::<Vec<_>>()))
}
