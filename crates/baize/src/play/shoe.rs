//! A virtual shoe: fifty-two cards in an order that nobody chose. ChaCha20 seeded by the operating system, unbiased.

use game_core::card::Card;
use game_core::procedure::DeckId;
use rand::rngs::{ChaCha20Rng, SysRng};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// The shoe with the order of each deck, and the wheel beside it: all draw from one stream.
pub(super) struct Shoe {
    rng: ChaCha20Rng,
    decks: [Vec<Card>; 2],
}

impl Shoe {
    /// A shoe with a seed from the operating system.
    pub(super) fn new() -> Result<Self, String> {
        let rng = ChaCha20Rng::try_from_rng(&mut SysRng).map_err(|error| format!("no randomness: {error}"))?;
        Ok(Self { rng, decks: [Vec::new(), Vec::new()] })
    }

    /// Gathers all fifty-two cards of a deck and shuffles them.
    pub(super) fn shuffle(&mut self, deck: DeckId) {
        let mut order: Vec<Card> = Card::deck().collect();
        order.shuffle(&mut self.rng);
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

    /// A number below `bound`, each as likely as the other.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.rng.random_range(0..bound.max(1))
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
