//! From an instant to its gaming day and shift, and back. A day begins at the same time by the clock on the wall, so twice a
//! year it has 23 or 25 hours.

use super::{Facility, Shift};
use game_core::game::Millis;
use jiff::Timestamp;
use jiff::civil::Date;
use std::fmt;

/// A gaming day, named by the calendar day it begins on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GamingDay(Date);

impl GamingDay {
    /// The day written as `2026-11-16`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        (text.len() == 10).then(|| text.parse().ok().map(Self))?
    }

    /// The month it counts to, as `2026-11`.
    #[must_use]
    pub fn month(self) -> String {
        format!("{:04}-{:02}", self.0.year(), self.0.month())
    }

    /// The day after it, unless time ends.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        self.0.tomorrow().ok().map(Self)
    }
}

impl fmt::Display for GamingDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// From one instant, which belongs to it, to another, which does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The first instant.
    pub from: Millis,
    /// The first instant after it.
    pub until: Millis,
}

/// Where an instant belongs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placed {
    /// The gaming day.
    pub day: GamingDay,
    /// The shift by its place in the day, from 0.
    pub shift: usize,
}

impl Facility {
    /// The gaming day and shift of an instant; none for one beyond the calendar.
    #[must_use]
    pub fn place(&self, at: Millis) -> Option<Placed> {
        let instant = Timestamp::from_millisecond(i64::try_from(at.0).ok()?).ok()?;
        let today = instant.to_zoned(self.zone.clone()).date();
        let candidates = [today.tomorrow().ok(), Some(today), today.yesterday().ok()];
        let day =
            candidates.into_iter().flatten().find(|date| self.begins(*date, 0).is_some_and(|begin| begin <= at))?;
        // The last shift that has begun: one that a change of the clocks skips is never the last.
        let shift =
            (0..self.shifts.len()).rev().find(|shift| self.begins(day, *shift).is_some_and(|begin| begin <= at))?;
        Some(Placed { day: GamingDay(day), shift })
    }

    /// When the shift of an instant is over: the beginning of the next.
    #[must_use]
    pub fn shift_ends(&self, at: Millis) -> Option<Millis> {
        let Placed { day, shift } = self.place(at)?;
        let later = (shift + 1..self.shifts.len()).filter_map(|shift| self.begins(day.0, shift));
        later.chain(day.next().and_then(|next| self.begins(next.0, 0))).find(|begin| *begin > at)
    }

    /// The name of a shift.
    #[must_use]
    pub fn shift_name(&self, shift: usize) -> &str {
        self.shifts.get(shift).map_or("", |shift| &shift.name)
    }

    /// From the beginning of a gaming day to that of the next.
    #[must_use]
    pub fn span(&self, day: GamingDay) -> Option<Span> {
        Some(Span { from: self.begins(day.0, 0)?, until: self.begins(day.next()?.0, 0)? })
    }

    /// When a shift of the gaming day begins that is named by this date.
    fn begins(&self, day: Date, shift: usize) -> Option<Millis> {
        let Shift { starts, .. } = self.shifts.get(shift)?;
        let first = self.shifts.first()?.starts;
        // A shift that begins by the clock before the day does begins after midnight.
        let date = if *starts < first { day.tomorrow().ok()? } else { day };
        let begins = date.to_datetime(*starts).to_zoned(self.zone.clone()).ok()?;
        u64::try_from(begins.timestamp().as_millisecond()).ok().map(Millis)
    }
}

#[cfg(test)]
#[path = "day_tests.rs"]
mod tests;
