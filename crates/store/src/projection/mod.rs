//! What an append changes beside the journal: who sits where, rounds, their seats and wagers, and the books. All of it
//! follows from the events, and is written in the same transaction.

mod bets;
mod changes;
mod reading;
mod write;

pub(crate) use changes::{Changes, Line, Mark, Refund, RoundChanges, SeatChange, Stepped, WagerRecord};
pub(crate) use write::write;

use crate::journal::{Link, Prepared};
use table_host::ids::RoundId;

/// An append with the places of its entries in its table's journal.
pub(crate) struct Placed<'a> {
    pub(crate) append: &'a Prepared,
    /// A link for each entry.
    pub(crate) links: Vec<Link>,
    /// The round that is open before the first of them.
    pub(crate) open: Option<RoundId>,
}

impl Placed<'_> {
    /// The rounds it changes, those it opens included.
    fn rounds(&self) -> impl Iterator<Item = (RoundId, &RoundChanges)> {
        let changes = &self.append.changes.rounds;
        changes.iter().filter_map(|changes| Some((changes.opened.map(|opened| opened.round).or(self.open)?, changes)))
    }

    /// The round an entry belongs to.
    pub(crate) fn round_of(&self, entry: usize) -> Option<RoundId> {
        let round = self.append.changes.entries.get(entry)?.round?;
        let changes = self.append.changes.rounds.get(round)?;
        changes.opened.map(|opened| opened.round).or(self.open)
    }

    /// The round that is open after the last of them.
    pub(crate) fn open_after(&self) -> Option<RoundId> {
        let last = self.append.changes.rounds.last()?;
        let round = last.opened.map(|opened| opened.round).or(self.open);
        round.filter(|_| last.status.ended.is_none())
    }

    /// An entry's number as the database counts; the head it follows was one of its own.
    pub(crate) fn seq(&self, entry: usize) -> i64 {
        self.links.get(entry).and_then(|link| i64::try_from(link.seq).ok()).unwrap_or(i64::MAX)
    }
}
