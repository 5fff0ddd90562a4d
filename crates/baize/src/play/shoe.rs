//! A virtual shoe and the wheel beside it. What they draw, `chance` draws.

use chance::{Generator, Shuffle, wheel};
use game_core::card::Card;
use game_core::game::{Seat, SeatSet};
use game_core::procedure::DeckId;
use game_core::rules::WheelRules;

/// The shoe with the order of each deck.
pub(super) struct Shoe {
    generator: Generator,
    decks: [Vec<Card>; 2],
}

impl Shoe {
    /// A shoe with a seed from the operating system.
    pub(super) fn new() -> Result<Self, String> {
        let generator = Generator::from_system().map_err(|fault| fault.to_string())?;
        Ok(Self { generator, decks: [Vec::new(), Vec::new()] })
    }

    /// Gathers all fifty-two cards of a deck and shuffles them. A generator at fault leaves the deck empty.
    pub(super) fn shuffle(&mut self, deck: DeckId) {
        let order = Shuffle::draw(&mut self.generator).map_or_else(|_| Vec::new(), |drawn| drawn.order().to_vec());
        *self.cards(deck) = order;
    }

    /// The deck's next card.
    pub(super) fn draw(&mut self, deck: DeckId) -> Option<Card> {
        self.cards(deck).pop()
    }

    /// How many cards of the deck are left.
    pub(super) fn left(&mut self, deck: DeckId) -> usize {
        self.cards(deck).len()
    }

    const fn cards(&mut self, deck: DeckId) -> &mut Vec<Card> {
        match deck {
            DeckId::First => &mut self.decks[0],
            DeckId::Second => &mut self.decks[1],
        }
    }

    /// Where a wheel stops, each segment as likely as its weight.
    pub(super) fn stop(&mut self, of: &WheelRules) -> Option<u8> {
        wheel::stop(&mut self.generator, of).ok()?
    }

    /// One of the seats, each as likely as the other.
    pub(super) fn hot_spot(&mut self, seats: SeatSet) -> Option<Seat> {
        wheel::hot_spot(&mut self.generator, seats).ok()?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::card::CardSet;

    #[test]
    fn a_shuffle_is_all_the_cards_in_another_order() {
        let mut shoe = Shoe::new().unwrap();
        shoe.shuffle(DeckId::First);
        let first: Vec<Card> = std::iter::from_fn(|| shoe.draw(DeckId::First)).collect();
        shoe.shuffle(DeckId::First);
        let second: Vec<Card> = std::iter::from_fn(|| shoe.draw(DeckId::First)).collect();
        assert_eq!(first.iter().copied().collect::<CardSet>(), CardSet::FULL);
        assert_eq!(first.len(), 52);
        assert_ne!(first, second);
    }
}
