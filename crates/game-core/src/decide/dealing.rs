//! The deal: cards arrive in the order the script says, one at a time or as stacks, and the stub is counted when due.

use super::{Asked, Decided};
use crate::actor::Actor;
use crate::card::{Card, CardSet};
use crate::event::{Event, VoidCause};
use crate::layout::{Arrivals, Spot};
use crate::procedure::DeckId;
use crate::rejection::{Code, Rejection};
use crate::round::{Phase, Round};
use crate::values::Values;

impl Asked<'_> {
    pub(super) fn deal(&self, cards: &Arrivals, events: &mut Vec<Event>) -> Decided {
        let round = self.dealing()?;
        self.deals()?;
        let deck = self.ready_deck(round)?;
        let left = round.script.left_in_stack(usize::from(round.dealt));
        self.arrivals_fit(round, cards, left)?;
        self.start_deal(round, deck, events);
        let mut arriving = self.arriving(round);
        for card in cards.iter() {
            arriving.place(card, false, events);
        }
        arriving.finish(self, events);
        Ok(())
    }

    pub(super) fn drawn_in_error(&self, card: Option<Card>, events: &mut Vec<Event>) -> Decided {
        let round = self.dealing()?;
        self.deals()?;
        if !self.table.rules.irregularities {
            return Err(Code::NotOffered.into());
        }
        let deck = self.ready_deck(round)?;
        self.arrivals_fit(round, &[card].into_iter().collect(), 1)?;
        self.start_deal(round, deck, events);
        let mut arriving = self.arriving(round);
        arriving.place(card, true, events);
        arriving.finish(self, events);
        Ok(())
    }

    pub(super) fn face_up_card(&self, card: Card, events: &mut Vec<Event>) -> Decided {
        let round = self.dealing()?;
        if !matches!(self.actor, Actor::Shoe | Actor::Dealer(_)) {
            return Err(Code::WrongActor.into());
        }
        if !self.table.rules.irregularities {
            return Err(Code::NotOffered.into());
        }
        let deck = self.ready_deck(round)?;
        let clauses = &self.table.spec().clauses.irregular;
        let seen = round.seen();
        if self.actor.is_dealer() && seen.contains(card) {
            return Err(Rejection::new(Code::CardAlreadyOut).accepting(Values::known_cards(1, seen)));
        }
        if round.out.contains(card) {
            // The shoe has read this card already: the deck is not what it should be.
            events.push(self.frozen(VoidCause::DeckError, None));
            return Ok(());
        }
        self.start_deal(round, deck, events);
        events.push(Event::CardSetAside { card });
        let first_is_forgiven = clauses.one_face_up.is_some() && round.face_up_found == 0;
        if !first_is_forgiven {
            events.push(self.frozen(VoidCause::ExposedCards, Some(clauses.face_up_void)));
        }
        Ok(())
    }

    pub(super) fn count_stub(&self, stub: u8, on_table: u8, events: &mut Vec<Event>) -> Decided {
        self.dealer()?;
        let round = self.round()?;
        if round.phase != Phase::CountingStub {
            return Err(Code::WrongPhase.into());
        }
        let method = self.table.spec().clauses.method(round.method);
        if usize::from(stub) + usize::from(on_table) != Card::COUNT {
            events.push(self.frozen(VoidCause::DeckError, method.deck_error));
        } else if on_table != round.cards_on_table() {
            events.push(self.frozen(VoidCause::Misdeal, method.misdeal));
        } else {
            events.push(Event::StubCounted { stub, at: self.at });
        }
        Ok(())
    }

    /// The round, if cards are being dealt.
    fn dealing(&self) -> Result<&Round, Rejection> {
        let round = self.round()?;
        if round.phase == Phase::Dealing {
            Ok(round)
        } else {
            let method = self.table.spec().clauses.method(round.method);
            Err(Rejection::new(Code::WrongPhase).by(method.no_more_bets))
        }
    }

    /// A reader's cards come from the shoe; unread ones the dealer may enter too. Nobody types a hidden card.
    fn deals(&self) -> Decided {
        match self.actor {
            Actor::Shoe => Ok(()),
            Actor::Dealer(_) if !self.table.rules.equipment.card_reader => Ok(()),
            _ => Err(Code::WrongActor.into()),
        }
    }

    /// Before the first card the deck must be ready; a recut may have been ordered meanwhile, or a deck changed.
    fn ready_deck(&self, round: &Round) -> Result<DeckId, Rejection> {
        if round.has_cards_out() {
            return Ok(round.deck);
        }
        // Age blocks the next round and never interrupts one (I-12), so it is judged at the opening.
        self.table.state.procedure.ready(&self.table.rules, round.opened)
    }

    fn arrivals_fit(&self, round: &Round, cards: &Arrivals, left: usize) -> Decided {
        let read = self.table.rules.equipment.card_reader;
        // A reader that cannot read a card says so, and the round halts; without a reader no card has a face yet.
        let fits = !cards.is_empty() && cards.len() <= left && cards.iter().all(|card| read || card.is_none());
        if fits {
            return Ok(());
        }
        let clause = self.table.spec().clauses.method(round.method).deal;
        Err(Rejection::new(Code::WrongCards).by(clause).accepting(self.table.arrivals(left)))
    }

    fn arriving<'r>(&self, round: &'r Round) -> Arriving<'r> {
        let reads = self.table.rules.equipment.card_reader;
        Arriving { round, next: usize::from(round.dealt), out: round.out, reads, halted: false }
    }

    fn start_deal(&self, round: &Round, deck: DeckId, events: &mut Vec<Event>) {
        if !round.has_cards_out() {
            events.push(Event::DealStarted { deck, at: self.at });
        }
    }

    /// Ends the deal when every card is out and none is in doubt.
    pub(super) fn deal_is_over(&self, events: &mut Vec<Event>) {
        events.push(Event::DealCompleted { at: self.at });
    }
}

impl crate::table::Table {
    /// Cards as they may arrive now: read or unread, up to the end of the stack.
    pub(crate) fn arrivals(&self, left: usize) -> Values {
        let max = u8::try_from(left).unwrap_or(u8::MAX);
        if self.rules.equipment.card_reader {
            // A card that is already out is taken all the same: it halts the round.
            Values::KnownCards { min: 1, max, not: Vec::new() }
        } else {
            Values::HiddenCards { min: 1, max }
        }
    }
}

/// Cards of one arrival, placed one after the other.
struct Arriving<'a> {
    round: &'a Round,
    next: usize,
    out: CardSet,
    reads: bool,
    halted: bool,
}

impl Arriving<'_> {
    fn place(&mut self, card: Option<Card>, in_error: bool, events: &mut Vec<Event>) {
        let spot = self.round.script.spot(self.next).unwrap_or(Spot::Discard);
        self.next += 1;
        match card {
            Some(card) if !self.out.insert(card) => {
                self.halted = true;
                events.push(Event::CardRepeated { spot, card });
            }
            None if self.reads => {
                self.halted = true;
                events.push(Event::CardUnread { spot });
            }
            Some(_) | None => events.push(Event::CardDealt { spot, card, in_error }),
        }
    }

    fn finish(&self, asked: &Asked<'_>, events: &mut Vec<Event>) {
        if self.next == self.round.script.len() && !self.halted {
            asked.deal_is_over(events);
        }
    }
}
