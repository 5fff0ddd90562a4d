//! Whether a round may take a deck now.

use super::clauses::Clauses;
use super::deck::{Deck, DeckId, Stage};
use super::{Phase, Procedure};
use crate::clause::ClauseId;
use crate::game::Millis;
use crate::rejection::{Code, Rejection};
use crate::rules::{DealingMethod, Decks, Rules, ShuffleMethod};
use crate::values::Values;

/// A refusal by a clause, where the game has one.
pub(super) const fn refusal(code: Code, clause: Option<ClauseId>) -> Rejection {
    Rejection { code, clause, accepted: Values::Nothing, missing: None }
}

impl Procedure {
    /// The deck a round may be opened with and its first card dealt from now, or what stands in the way.
    ///
    /// # Errors
    ///
    /// The first thing missing: an open table that is not idle, working devices for the methods in force, the deck
    /// whose turn it is, its opening steps, shuffle, cut and age, and the other of two decks in the shuffler.
    pub fn ready(&self, rules: &Rules, at: Millis) -> Result<DeckId, Rejection> {
        let clauses = Clauses::of(rules.game());
        match self.phase {
            Phase::Open => {}
            Phase::Closed => return Err(refusal(Code::TableState, clauses.inspect)),
            Phase::Idle { .. } => return Err(refusal(Code::WrongPhase, clauses.arrival)),
        }
        self.methods_ready(rules, clauses)?;
        let id = self.turn(rules).ok_or_else(|| refusal(Code::NoSuchDeck, self.missing_deck(rules, clauses)))?;
        let Some(deck) = self.deck(id) else { return Err(refusal(Code::NoSuchDeck, clauses.one_deck)) };
        self.deck_ready(rules, clauses, deck)?;
        if self.is_expired(rules, deck, at) {
            return Err(refusal(Code::DeckExpired, clauses.age(self.dealing_method(rules))));
        }
        self.other_deck_ready(rules, clauses, id)?;
        Ok(id)
    }

    /// When a deck will have reached its age under the method in force, once it has played a round.
    #[must_use]
    pub fn expires(&self, rules: &Rules, deck: DeckId) -> Option<Millis> {
        let age_ms = rules.equipment().deck_age_max_ms(self.dealing_method(rules))?;
        self.deck(deck)?.reaches(age_ms)
    }

    /// The next moment at which a deck becomes too old and the clock has not said so yet, and which deck.
    #[must_use]
    pub fn next_expiry(&self, rules: &Rules) -> Option<(Millis, DeckId)> {
        let unsaid = DeckId::ALL.into_iter().filter(|id| self.deck(*id).is_some_and(|deck| !deck.expired));
        unsaid.filter_map(|id| Some((self.expires(rules, id)?, id))).min()
    }

    pub(super) fn is_expired(&self, rules: &Rules, deck: &Deck, at: Millis) -> bool {
        let age_ms = rules.equipment().deck_age_max_ms(self.dealing_method(rules));
        age_ms.and_then(|age_ms| deck.reaches(age_ms)).is_some_and(|expires| at >= expires)
    }

    fn methods_ready(&self, rules: &Rules, clauses: &Clauses) -> Result<(), Rejection> {
        if let Some(code) = self.dealing_fault(rules).or_else(|| self.shuffling_fault(rules)) {
            return Err(refusal(code, clauses.out_of_order));
        }
        let by_hand_alone =
            self.dealing_method(rules) == DealingMethod::Hand && self.shuffle_method(rules) == ShuffleMethod::Manual;
        if by_hand_alone { Err(refusal(Code::MethodNotApproved, clauses.machine_for_hand)) } else { Ok(()) }
    }

    fn deck_ready(&self, rules: &Rules, clauses: &Clauses, deck: &Deck) -> Result<(), Rejection> {
        match deck.stage {
            Stage::Ready { .. } => Ok(()),
            Stage::ToCut(_) if self.cut_waived(rules) => Ok(()),
            Stage::ToCut(_)
            | Stage::ToShuffle(_)
            | Stage::Received
            | Stage::Inspected { .. }
            | Stage::Verified
            | Stage::Spread
            | Stage::Shown
            | Stage::Washed
            | Stage::InPlay
            | Stage::Resting => Err(refusal(Code::DeckNotReady, clauses.due(deck.stage))),
        }
    }

    /// With two decks the other one is in the shuffler: it has been opened, and its own shuffle may still be running.
    fn other_deck_ready(&self, rules: &Rules, clauses: &Clauses, id: DeckId) -> Result<(), Rejection> {
        match (self.decks_in_use(rules), self.deck(id.other())) {
            (Decks::Two, Some(other)) if !other.stage.is_opened() || other.stage == Stage::InPlay => {
                Err(refusal(Code::DeckNotReady, clauses.in_shuffler))
            }
            (Decks::Two, Some(_)) | (Decks::One, None) => Ok(()),
            (Decks::Two, None) => Err(refusal(Code::NoSuchDeck, clauses.in_shuffler)),
            (Decks::One, Some(_)) => Err(refusal(Code::TooManyDecks, clauses.two_decks)),
        }
    }

    /// The clause that asks for the deck whose turn it is.
    pub(super) fn missing_deck(&self, rules: &Rules, clauses: &Clauses) -> Option<ClauseId> {
        match self.decks_in_use(rules) {
            Decks::One => clauses.one_deck,
            Decks::Two => clauses.alternate,
        }
    }
}
