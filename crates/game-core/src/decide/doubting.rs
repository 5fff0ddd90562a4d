//! What a shoe or shuffler says against a deck: a count that is not 52, a cover card too early, a card too many.
//!
//! While the round can still be void it is held for the dealer's own count, which alone decides (I-10, I-11). Once it is
//! settled the deck leaves with the round; between rounds it leaves at once.

use super::{Asked, Decided};
use crate::actor::Actor;
use crate::command::Doubt;
use crate::event::{DoubtCause, Event};
use crate::procedure::{self, DeckId, FULL_DECK, RetireCause};
use crate::rejection::{Code, Rejection};
use crate::round::{Phase, Round};
use crate::table::Table;
use crate::values::Values;

impl Asked<'_> {
    /// A right count is on record and replaces nobody's own; a wrong one puts the deck in doubt.
    pub(super) fn report_stub(&self, stub: u8, events: &mut Vec<Event>) -> Decided {
        if self.actor != Actor::Shoe {
            return Err(Code::WrongActor.into());
        }
        let Some(deck) = self.table.deck_of_stub() else { return Err(Code::NoSuchDeck.into()) };
        let on_table = self.table.out_of_stub(stub);
        let total = stub.saturating_add(on_table);
        events.push(Event::StubReported { stub, on_table, at: self.at });
        if total != FULL_DECK {
            self.doubt(deck, total, events);
        }
        Ok(())
    }

    pub(super) fn report_count(&self, deck: DeckId, count: u8, events: &mut Vec<Event>) -> Decided {
        if !matches!(self.actor, Actor::Shoe | Actor::Shuffler) {
            return Err(Code::WrongActor.into());
        }
        if self.table.state.procedure.deck(deck).is_none() {
            return Err(Code::NoSuchDeck.into());
        }
        if count == FULL_DECK {
            return Err(Rejection::new(Code::CountMismatch).accepting(Values::Count { min: 0, max: FULL_DECK - 1 }));
        }
        self.doubt(deck, count, events);
        Ok(())
    }

    pub(super) fn doubt_deck(&self, cause: Doubt, events: &mut Vec<Event>) -> Decided {
        if self.actor != Actor::Shoe {
            return Err(Code::WrongActor.into());
        }
        let round = self.round()?;
        if !round.admits_doubt(cause) {
            return Err(Code::WrongPhase.into());
        }
        events.push(Event::DeckDoubted { deck: round.deck, cause: DoubtCause::Shoe(cause), at: self.at });
        Ok(())
    }

    fn doubt(&self, deck: DeckId, count: u8, events: &mut Vec<Event>) {
        let in_play = self.table.state.procedure.in_play() == Some(deck);
        let step = match self.table.round() {
            Some(round) if in_play && round.can_be_held() => {
                events.push(Event::DeckDoubted { deck, cause: DoubtCause::Count(count), at: self.at });
                return;
            }
            _ if in_play => procedure::Event::DeckMiscounted { deck, count },
            _ => procedure::Event::DeckRetired { deck, cause: RetireCause::WrongCount { count }, by: None },
        };
        events.push(Event::Procedure(step));
    }
}

impl Table {
    /// Whether a count of the stub says anything: there is a deck it was taken from.
    pub(crate) fn takes_stub_count(&self) -> bool {
        self.deck_of_stub().is_some()
    }

    /// The deck whose stub is taken out of the shoe: that of the round, or of the last one.
    fn deck_of_stub(&self) -> Option<DeckId> {
        let procedure = &self.state.procedure;
        procedure.in_play().or_else(|| procedure.last_dealt(&self.rules))
    }

    /// How many cards are out beside the stub. Between rounds the last round's cards may be back with it.
    fn out_of_stub(&self, stub: u8) -> u8 {
        match self.round().filter(|round| round.has_cards_out()) {
            Some(round) => round.cards_on_table(),
            None if stub == FULL_DECK => 0,
            None => self.state.last_on_table,
        }
    }
}

impl Round {
    /// Whether the round can be held for the dealer's count: cards are out, none is in doubt already, and it could still be
    /// void by the outcome.
    pub(crate) fn can_be_held(&self) -> bool {
        let goes_on = match self.phase {
            Phase::Dealing
            | Phase::CountingStub
            | Phase::Deciding { .. }
            | Phase::Turning { .. }
            | Phase::SettlingFirst { .. }
            | Phase::DrawingHotSpot
            | Phase::Settling { .. }
            | Phase::Spinning { .. } => true,
            Phase::Halted => self.in_doubt.is_empty() && self.paused.len() < 3,
            Phase::BankOffer { .. }
            | Phase::Betting
            | Phase::Collecting(_)
            | Phase::PayingEnvy
            | Phase::Settled
            | Phase::Frozen { .. } => false,
        };
        goes_on && self.has_cards_out() && !self.has_paid_award()
    }

    /// Whether what the shoe says can be so now.
    pub(crate) fn admits_doubt(&self, cause: Doubt) -> bool {
        let dealing = self.phase == Phase::Dealing;
        self.can_be_held()
            && match cause {
                Doubt::CoverCard => dealing,
                Doubt::ExtraCard => !dealing && self.phase != Phase::Halted,
            }
    }
}
