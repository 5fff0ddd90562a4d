//! A deck from its arrival to the stack, and its leaving: chapter 4, and the change of decks.

use super::decide::Case;
use super::deck::{Back, DeckId, Opening, Stage};
use super::event::{Event, RetireCause};
use super::ready::refusal;
use crate::actor::Actor;
use crate::game::GameId;
use crate::rejection::{Code, Rejection};
use crate::rules::Decks;

impl Case<'_> {
    pub(super) fn receive(&self, back: Back, preshuffled: bool) -> Result<Event, Rejection> {
        let by = self.staff(None)?;
        self.before_first_card(None)?;
        let opening = match (self.rules.game(), preshuffled) {
            (GameId::California, true) => return Err(refusal(Code::MethodNotApproved, self.clauses.preshuffled)),
            (GameId::California, false) => Opening::ShuffleOnly,
            (GameId::LetItRide | GameId::Stud235 | GameId::CrissCross, true) => Opening::Preshuffled,
            (GameId::LetItRide | GameId::Stud235 | GameId::CrissCross, false) => Opening::Full,
        };
        let deck = self.state.free_place(self.rules).ok_or_else(|| {
            let clause = match self.state.decks_in_use(self.rules) {
                Decks::One => self.clauses.one_deck,
                Decks::Two => self.clauses.two_decks,
            };
            refusal(Code::TooManyDecks, clause)
        })?;
        if self.state.deck(deck.other()).is_some_and(|other| other.back == back) {
            return Err(refusal(Code::BackTaken, self.clauses.backs));
        }
        Ok(Event::DeckReceived { deck, back, opening, by })
    }

    pub(super) fn inspect(&self, deck: DeckId) -> Result<Event, Rejection> {
        let by = self.dealer(self.clauses.inspect)?;
        self.layout_step(deck, Stage::Received)?;
        Ok(Event::DeckInspected { deck, by })
    }

    pub(super) fn verify(&self, deck: DeckId) -> Result<Event, Rejection> {
        let by = self.floorperson(self.clauses.inspect)?;
        let at = self.deck(deck)?;
        let Stage::Inspected { by: inspector } = at.stage else { return Err(self.out_of_order(at)) };
        self.before_first_card(self.clauses.inspect)?;
        if by == inspector {
            return Err(refusal(Code::SecondPersonNeeded, self.clauses.inspect));
        }
        Ok(Event::InspectionVerified { deck, by })
    }

    pub(super) fn spread(&self, deck: DeckId) -> Result<Event, Rejection> {
        let by = self.dealer(self.clauses.spread)?;
        self.layout_step(deck, Stage::Verified)?;
        Ok(Event::DeckSpread { deck, by })
    }

    pub(super) fn show(&self, deck: DeckId) -> Result<Event, Rejection> {
        let by = self.dealer(self.clauses.show)?;
        self.open()?;
        self.layout_step(deck, Stage::Spread)?;
        if !self.ctx.players_seated {
            return Err(refusal(Code::WrongPhase, self.clauses.show));
        }
        Ok(Event::DeckShown { deck, by })
    }

    pub(super) fn wash(&self, deck: DeckId) -> Result<Event, Rejection> {
        let by = self.dealer(self.clauses.wash)?;
        self.open()?;
        self.layout_step(deck, Stage::Shown)?;
        Ok(Event::DeckWashed { deck, by })
    }

    pub(super) fn stack(&self, deck: DeckId) -> Result<Event, Rejection> {
        let by = self.dealer(self.clauses.stack)?;
        self.open()?;
        self.layout_step(deck, Stage::Washed)?;
        Ok(Event::DeckStacked { deck, by })
    }

    pub(super) fn retire(&self, deck: DeckId) -> Result<Event, Rejection> {
        let by = Some(self.staff(None)?);
        let leaving = self.deck(deck)?;
        if leaving.stage == Stage::InPlay {
            return Err(refusal(Code::WrongPhase, self.clauses.age(self.state.dealing_method(self.rules))));
        }
        let expired = self.state.is_expired(self.rules, leaving, self.ctx.at);
        let cause = if expired { RetireCause::Expired } else { RetireCause::Removed };
        Ok(Event::DeckRetired { deck, cause, by })
    }

    /// The clock says once that a deck is too old. The round it is in goes on; [`super::Procedure::ready`] refuses the next.
    pub(super) fn expire(&self, deck: DeckId) -> Result<Event, Rejection> {
        let clause = self.clauses.age(self.state.dealing_method(self.rules));
        if self.ctx.actor != Actor::Clock {
            return Err(refusal(Code::WrongActor, clause));
        }
        let aged = self.deck(deck)?;
        if aged.expired {
            return Err(refusal(Code::OutOfOrder, clause));
        }
        if !self.state.is_expired(self.rules, aged, self.ctx.at) {
            return Err(refusal(Code::ClockNotExpired, clause));
        }
        Ok(Event::DeckExpired { deck })
    }
}
