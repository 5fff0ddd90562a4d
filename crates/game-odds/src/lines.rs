//! Counts by category folded into the lines of a schedule.

use crate::category::{Histogram, categories};
use crate::tally::{Frequencies, Line, NOTHING};
use game_core::paytable::{Paytable, Row};

/// Counts gathered under the rows of a table, with what matches none at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RowCounts {
    pub(crate) rows: &'static [Row],
    pub(crate) counts: Vec<i128>,
    pub(crate) nothing: i128,
}

impl RowCounts {
    /// No counts yet.
    pub(crate) fn new(rows: &'static [Row]) -> Self {
        Self { rows, counts: vec![0; rows.len()], nothing: 0 }
    }

    /// Counts by five-card category, each under the row that pays it.
    pub(crate) fn of_five(table: &Paytable, histogram: &Histogram) -> Self {
        let mut counts = Self::new(table.rows);
        for (hand, deals) in categories().into_iter().zip(histogram) {
            counts.add(table.row_five(hand), i128::from(*deals));
        }
        counts
    }

    /// Adds deals under the row they matched.
    pub(crate) fn add(&mut self, row: Option<&Row>, deals: i128) {
        let place = row.and_then(|row| self.rows.iter().position(|other| other.clause == row.clause));
        match place.and_then(|place| self.counts.get_mut(place)) {
            Some(count) => *count += deals,
            None => self.nothing += deals,
        }
    }

    /// All the deals.
    pub(crate) fn total(&self) -> i128 {
        self.counts.iter().sum::<i128>() + self.nothing
    }

    /// The rows with their counts.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static Row, i128)> + Clone + '_ {
        self.rows.iter().zip(self.counts.iter().copied())
    }

    /// The same counts by the names of the hands.
    pub(crate) fn frequencies(&self, of: &'static str) -> Frequencies {
        let mut lines: Vec<Line> = self.iter().map(|(row, deals)| Line { hand: row.hand.name(), deals }).collect();
        lines.push(Line { hand: NOTHING, deals: self.nothing });
        Frequencies { of, lines }
    }
}
