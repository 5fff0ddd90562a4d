//! Reading the changes off the events of an append. An entry belongs to one round: the one it opens or the one open.

use super::changes::{Changes, Ended, EntryChanges, Line, Opened, Refund, RoundChanges, Stepped};
use crate::ledger::place;
use game_core::actor::Actor;
use game_core::event::{Event, VoidCause};
use game_core::game::{GameId, Millis, PlayerId, Seat, StaffId};
use game_core::ledger::postings;
use game_core::money::Overflow;
use table_host::ids::RoundId;
use table_host::journal::{Append, AppendError, NewEntry};

impl Changes {
    pub(crate) fn of(append: &Append) -> Result<Self, AppendError> {
        let rounds = vec![RoundChanges::default()];
        let empty = Self { seated: [].into(), rounds, money: Vec::new(), entries: Vec::new() };
        let mut reading = Reading { append, changes: empty, current: Some(0) };
        for (number, entry) in append.entries.iter().enumerate() {
            reading.entry(number, entry)?;
        }
        Ok(reading.changes)
    }
}

struct Reading<'a> {
    append: &'a Append,
    changes: Changes,
    /// The round that events belong to now. Whether the first one exists is known only when it is written.
    current: Option<usize>,
}

/// An entry and its place in the append.
#[derive(Clone, Copy)]
struct Numbered<'a> {
    number: usize,
    entry: &'a NewEntry,
}

impl Reading<'_> {
    fn entry(&mut self, number: usize, entry: &NewEntry) -> Result<(), AppendError> {
        let numbered = Numbered { number, entry };
        let mut lines = Vec::new();
        for event in &entry.events {
            if let Event::RoundOpened { number, at, .. } = *event {
                self.open(number, at, numbered);
            }
            self.post(event, &mut lines).map_err(unfit)?;
            self.take(numbered, event)?;
        }
        self.changes.entries.push(EntryChanges { round: self.current, lines });
        if self.round().is_some_and(|round| round.status.ended.is_some()) {
            self.current = None;
        }
        Ok(())
    }

    fn open(&mut self, number: u64, at: Millis, by: Numbered<'_>) {
        let round = RoundId::of(self.append.table, number, at);
        let opened = Opened { round, number, at, by: by.number, dealer: dealer(by.entry.actor) };
        self.current = Some(self.changes.rounds.len());
        self.changes.rounds.push(RoundChanges { opened: Some(opened), ..RoundChanges::default() });
    }

    fn round(&mut self) -> Option<&mut RoundChanges> {
        self.current.and_then(|current| self.changes.rounds.get_mut(current))
    }

    /// Whoever sat down or left in this append is known; who sat there before, only the database knows.
    fn note_player(&mut self, seat: Seat) {
        let player = self.changes.seated.get(&seat).copied();
        if let Some(round) = self.round() {
            round.seats.entry(seat).or_insert_with(|| super::SeatChange { player, ..Default::default() });
        }
    }

    fn post(&mut self, event: &Event, lines: &mut Vec<Line>) -> Result<(), Overflow> {
        let moved = moved(self.append.game, event)?;
        let of_play = is_of_play(&moved);
        for line in &moved {
            let Some(seat) = line.place.seat.filter(|_| of_play) else { continue };
            self.note_player(seat);
            if let Some(change) = self.round().and_then(|round| round.seats.get_mut(&seat)) {
                change.net_micro = change.net_micro.checked_add(line.amount_micro).ok_or(Overflow)?;
            }
        }
        lines.extend(moved);
        Ok(())
    }

    fn take(&mut self, by: Numbered<'_>, event: &Event) -> Result<(), AppendError> {
        match *event {
            Event::PlayerSeated { seat, player } => {
                self.changes.seated.insert(seat, Some(number(player)?));
            }
            Event::PlayerLeft { seat } => {
                self.changes.seated.insert(seat, None);
            }
            Event::Decided { seat, .. } | Event::DecisionCorrected { seat, .. } => self.note_player(seat),
            Event::Inventory(_) | Event::WagerFlagged { .. } => {
                self.changes.money.push(Stepped { entry: by.number, event: *event });
            }
            _ => {}
        }
        match self.round() {
            Some(round) => round.take(by, event).map_err(unfit),
            None => Ok(()),
        }
    }
}

impl RoundChanges {
    fn take(&mut self, by: Numbered<'_>, event: &Event) -> Result<(), Overflow> {
        match *event {
            Event::BetsClosed { at } => self.status.bets_closed = Some(at),
            Event::NoBank => self.ended("no_bank", by.entry.at, by),
            Event::RoundCancelled { at } => self.ended("cancelled", at, by),
            Event::RoundFrozen { .. } => self.status.name = Some("interrupted"),
            Event::RoundVoided { cause, at, .. } => self.voided(cause, at, by),
            Event::RoundCleared { at } => self.ended("complete", at, by),
            Event::WagerPlaced { seat, wager, amount, .. } => self.placed(seat, wager, amount),
            Event::WagerRemoved { seat, wager, .. } => self.removed(seat, wager),
            Event::Decided { seat, bet, decision, amount, .. } => self.decided(seat, bet, decision, amount),
            Event::DecisionCorrected { seat, bet, from, undone, to, amount, .. } => {
                self.corrected(seat, bet, (from, undone), (to, amount));
            }
            Event::Forfeited { seat, .. } => self.forfeited(seat),
            Event::BetSettled { seat, ref result, .. } => self.settled(seat, result),
            Event::BetRefunded { seat, bet, refund, unpaid, .. } => {
                self.refunded(seat, bet, Refund { refund, unpaid })?;
            }
            // No round or bet begins, changes or ends by these. Listed, so that a new event is asked for its place here.
            Event::Procedure(_)
            | Event::Inventory(_)
            | Event::WagerFlagged { .. }
            | Event::PlayerSeated { .. }
            | Event::PlayerLeft { .. }
            | Event::PlayerAway { .. }
            | Event::PlayerBack { .. }
            | Event::BoughtIn { .. }
            | Event::ChipsBrought { .. }
            | Event::ChipsTaken { .. }
            | Event::ChipsMoved { .. }
            | Event::RoundOpened { .. }
            | Event::BankDeclined { .. }
            | Event::BankAccepted { .. }
            | Event::BankPlaced { .. }
            | Event::ShuffleCommitted { .. }
            | Event::FeeCharged { .. }
            | Event::CountDiffered { .. }
            | Event::StubReported { .. }
            | Event::DeckDoubted { .. }
            | Event::CountResolved { .. }
            | Event::WagersLocked { .. }
            | Event::WagersCollected { .. }
            | Event::MeterFed { .. }
            | Event::DealStarted { .. }
            | Event::CardDealt { .. }
            | Event::CardRepeated { .. }
            | Event::CardUnread { .. }
            | Event::CardCorrected { .. }
            | Event::CardSetAside { .. }
            | Event::DealCompleted { .. }
            | Event::StubCounted { .. }
            | Event::CardTurned { .. }
            | Event::TurnCompleted { .. }
            | Event::HotSpotDrawn { .. }
            | Event::PayoutWaits { .. }
            | Event::PayoutCapped { .. }
            | Event::AwardHit { .. }
            | Event::SeatSettled { .. }
            | Event::WheelStopped { .. }
            | Event::BonusPaid { .. }
            | Event::EnvyPaid
            | Event::AwardVerified { .. }
            | Event::Proposed { .. }
            | Event::ProposalApproved { .. }
            | Event::ProposalDropped { .. }
            | Event::FeeRefunded { .. }
            | Event::BonusReversed { .. }
            | Event::AwardReversed { .. }
            | Event::MeterFeedReversed { .. }
            | Event::MeterFeedFunded { .. }
            | Event::WagerSuspended { .. }
            | Event::WagerResumed { .. }
            | Event::RulesAdopted { .. }
            | Event::SwitchedOff { .. }
            | Event::SwitchedOn { .. }
            | Event::BankReturned { .. } => {}
        }
        Ok(())
    }

    fn voided(&mut self, cause: VoidCause, at: Millis, by: Numbered<'_>) {
        self.ended("void", at, by);
        self.status.void_cause = Some(cause);
    }

    fn ended(&mut self, name: &'static str, at: Millis, by: Numbered<'_>) {
        self.status.name = Some(name);
        self.status.ended = Some(Ended { at, by: by.number });
    }
}

fn moved(game: GameId, event: &Event) -> Result<Vec<Line>, Overflow> {
    let line = |posting: game_core::ledger::Posting| Line {
        place: place(posting.account),
        amount_micro: posting.amount.get(),
    };
    Ok(postings(game, event)?.iter().map(line).collect())
}

/// Whether money was won or lost: chips bought, brought, moved or taken away are no result of a round.
fn is_of_play(lines: &[Line]) -> bool {
    let beyond = |line: &Line| matches!(line.place.account, "drop" | "cage" | "outside");
    lines.iter().any(|line| line.place.seat.is_none()) && !lines.iter().any(beyond)
}

fn dealer(actor: Actor) -> Option<i64> {
    match actor {
        Actor::Dealer(StaffId(staff)) => i64::try_from(staff).ok(),
        Actor::Player(_)
        | Actor::Floorperson(_)
        | Actor::Cage(_)
        | Actor::Accounting(_)
        | Actor::Shoe
        | Actor::Shuffler
        | Actor::Wheel
        | Actor::Sensor
        | Actor::Clock
        | Actor::Controller => None,
    }
}

fn number(player: PlayerId) -> Result<i64, AppendError> {
    i64::try_from(player.0).map_err(|_| AppendError::Encoding("a player's number out of range".into()))
}

pub(crate) fn unfit(overflow: Overflow) -> AppendError {
    AppendError::Encoding(overflow.to_string())
}
