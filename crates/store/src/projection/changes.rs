//! What the entries of one append change beside the journal, merged: a statement may touch each row only once.

use crate::ledger::Place;
use game_core::clause::ClauseId;
use game_core::decision::Decision;
use game_core::event::{Event, VoidCause};
use game_core::game::{Millis, Seat};
use game_core::money::Cents;
use game_core::wager::Bet;
use std::collections::BTreeMap;
use table_host::ids::RoundId;

/// Everything an append changes beside the journal.
#[derive(Clone, Debug)]
pub(crate) struct Changes {
    /// Who sits at a seat in the end, or that nobody does.
    pub(crate) seated: BTreeMap<Seat, Option<i64>>,
    /// The round that is open when the append is written, if one is, then those it opens.
    pub(crate) rounds: Vec<RoundChanges>,
    /// What happened to the table's money, and wagers outside the limits, in order.
    pub(crate) money: Vec<Stepped>,
    /// What belongs to each entry alone.
    pub(crate) entries: Vec<EntryChanges>,
}

impl Changes {
    /// Puts the ids of meters in the place of the names that their table has for them.
    pub(crate) fn name_meters(&mut self, ids: &BTreeMap<String, String>) {
        let places = self.entries.iter_mut().flat_map(|entry| &mut entry.lines).map(|line| &mut line.place);
        for meter in places.filter_map(|place| place.meter.as_mut()) {
            if let Some(id) = ids.get(meter) {
                meter.clone_from(id);
            }
        }
    }
}

/// An event that is put on record by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stepped {
    /// Which entry of the append it belongs to.
    pub(crate) entry: usize,
    pub(crate) event: Event,
}

/// What belongs to one entry alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct EntryChanges {
    /// Which of the append's rounds it belongs to.
    pub(crate) round: Option<usize>,
    pub(crate) lines: Vec<Line>,
}

/// What an append changes in one round.
#[derive(Clone, Debug, Default)]
pub(crate) struct RoundChanges {
    pub(crate) opened: Option<Opened>,
    pub(crate) seats: BTreeMap<Seat, SeatChange>,
    /// Bets whose whole record is known from the append.
    pub(crate) wagers: BTreeMap<(Seat, Bet), WagerRecord>,
    /// Bets that came back, of which only that is known.
    pub(crate) refunds: BTreeMap<(Seat, Bet), Refund>,
    /// What happens to bets whose record is not known from the append.
    pub(crate) marks: Vec<Mark>,
    pub(crate) status: Status,
}

/// A round that began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opened {
    pub(crate) round: RoundId,
    pub(crate) number: u64,
    pub(crate) at: Millis,
    /// Which entry of the append opened it.
    pub(crate) by: usize,
    pub(crate) dealer: Option<i64>,
}

/// What a seat gained or lost and decided.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeatChange {
    pub(crate) net_micro: i64,
    pub(crate) decisions: Vec<Decision>,
    /// Whether the last decision on record is put right rather than followed by another.
    pub(crate) corrected: bool,
    /// Who sat there at the time, where the append itself says so.
    pub(crate) player: Option<Option<i64>>,
}

/// All that is on record of a bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct WagerRecord {
    pub(crate) stake: Cents,
    pub(crate) outcome: Option<&'static str>,
    pub(crate) win: Cents,
    pub(crate) back: Cents,
    pub(crate) clause: Option<ClauseId>,
}

/// What came back of a bet and what of its win was taken back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refund {
    pub(crate) refund: Cents,
    pub(crate) unpaid: Cents,
}

/// Bets of a seat that all go from one outcome to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    pub(crate) seat: Seat,
    pub(crate) before: Option<&'static str>,
    pub(crate) after: Option<&'static str>,
    /// Whether only the bets of the main game do.
    pub(crate) main_only: bool,
}

/// How a round goes on or ends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Status {
    pub(crate) name: Option<&'static str>,
    pub(crate) void_cause: Option<VoidCause>,
    pub(crate) bets_closed: Option<Millis>,
    pub(crate) ended: Option<Ended>,
}

/// A round's end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ended {
    pub(crate) at: Millis,
    /// Which entry of the append ended it.
    pub(crate) by: usize,
}

/// A line of the books.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) place: Place,
    pub(crate) amount_micro: i64,
}
