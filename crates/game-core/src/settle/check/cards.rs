//! Cards: that they are cards, as many as the game deals, and none of them twice.

use crate::card::Card;
use crate::clause::ClauseId;
use crate::document::{ProblemCode, Problems};
use crate::game::GameId;
use crate::games::spec;
use crate::layout::Cards;
use crate::settle::request::Request;
use std::collections::BTreeMap;

/// The cards seen so far, each with the place where it lies.
pub(super) struct Dealt {
    game: GameId,
    places: BTreeMap<Card, String>,
}

impl Dealt {
    pub(super) const fn new(game: GameId) -> Self {
        Self { game, places: BTreeMap::new() }
    }

    /// The community cards.
    pub(super) fn community(&mut self, cards: &[String], problems: &mut Problems) -> Option<Cards> {
        self.cards("community", cards, spec(self.game).community_cards, problems)
    }

    /// A seat's own cards.
    pub(super) fn own(&mut self, field: &str, cards: &[String], problems: &mut Problems) -> Option<Cards> {
        self.cards(field, cards, spec(self.game).own_cards, problems)
    }

    /// The Six Card Bonus box, dealt if and only if the bonus is offered (I-22).
    pub(super) fn six_card_box(&mut self, request: &Request, problems: &mut Problems) -> Option<Cards> {
        const FIELD: &str = "six_card_box";
        const OFFER: ClauseId = ClauseId::new("LIR-7-E-5");
        const DEALT: ClauseId = ClauseId::new("LIR-8-D-2");
        let paytables = request.rules.as_ref().map(|rules| &rules.paytables);
        let offered = paytables.map(|paytables| paytables.contains_key("six_card_bonus"));
        match (&request.six_card_box, offered) {
            (Some(_), _) if self.game != GameId::LetItRide => {
                let message = format!("{} has no such box", self.game.title());
                let clause = spec(self.game).clauses.base_wager;
                problems.refuse(FIELD, ProblemCode::NotOfThisGame, clause, message, "leave it out");
                None
            }
            (Some(_), Some(false)) => {
                let message = "the box is dealt only where the Six Card Bonus is offered";
                let permitted = "with a letter in rules.paytables.six_card_bonus";
                problems.refuse(FIELD, ProblemCode::Conflict, OFFER, message, permitted);
                None
            }
            (Some(cards), Some(true) | None) => self.cards(FIELD, cards, 3, problems),
            (None, Some(true)) if self.game == GameId::LetItRide => {
                let message = "missing: the box is dealt whenever the Six Card Bonus is offered (I-22)";
                problems.refuse(FIELD, ProblemCode::Missing, DEALT, message, "3 cards");
                None
            }
            (None, _) => Some(Cards::new()),
        }
    }

    fn cards(&mut self, field: &str, given: &[String], count: u8, problems: &mut Problems) -> Option<Cards> {
        let mut sound = true;
        let mut cards = Cards::new();
        for (place, text) in given.iter().enumerate() {
            let card = self.card(format!("{field}[{place}]"), text, problems);
            sound &= card.is_some_and(|card| cards.push(card));
        }
        if given.len() != usize::from(count) {
            let message = format!("{} cards where {count} are dealt", given.len());
            let clause = wrong_count(self.game);
            problems.refuse(field, ProblemCode::OutOfRange, clause, message, format!("{count} cards"));
            sound = false;
        }
        sound.then_some(cards)
    }

    fn card(&mut self, field: String, text: &str, problems: &mut Problems) -> Option<Card> {
        let card: Card = match text.parse() {
            Ok(card) => card,
            Err(error) => {
                let error: crate::card::NotACard = error;
                let permitted = "As, Td, 7h and the like";
                problems.refuse(field, ProblemCode::UnknownChoice, one_deck(self.game), error.to_string(), permitted);
                return None;
            }
        };
        if let Some(earlier) = self.places.get(&card) {
            let message = format!("{card} lies at {earlier} already");
            problems.refuse(field, ProblemCode::Repeated, one_deck(self.game), message, "each card of the deck once");
            return None;
        }
        self.places.insert(card, field);
        Some(card)
    }
}

/// The clause of the one deck the cards come from.
const fn one_deck(game: GameId) -> ClauseId {
    ClauseId::new(match game {
        GameId::LetItRide => "LIR-3-A",
        GameId::Stud235 => "S235-3-A",
        GameId::CrissCross => "CC-3-A",
        GameId::California => "CAL-deck-2",
    })
}

/// The clause that a wrong number of cards breaks.
const fn wrong_count(game: GameId) -> ClauseId {
    match game {
        GameId::California => ClauseId::new("CAL-round-7"),
        GameId::LetItRide | GameId::Stud235 | GameId::CrissCross => spec(game).clauses.irregular.misdeal,
    }
}
