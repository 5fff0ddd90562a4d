//! An order of the fifty-two cards that nobody chose, and the commitment that binds it to one round of one table before
//! anybody bets on it.

use crate::fault::Fault;
use crate::generator::Generator;
use game_core::card::{Card, CardSet, Rank, Suit};
use sha2::{Digest, Sha256};
use std::fmt;

/// A shuffled deck with the salt that keeps its commitment from being guessed. Always fifty-two different cards.
#[derive(Clone, PartialEq, Eq)]
pub struct Shuffle {
    order: [Card; Card::COUNT],
    salt: [u8; 32],
}

/// Something else than fifty-two different cards. It names places and never a card, because the order may be secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotADeck {
    /// Too few or too many.
    #[error("a deck has 52 cards, here are {0}")]
    Count(usize),
    /// A code that is no card's.
    #[error("at place {0} of the order (from 0) is no card")]
    NoCard(usize),
    /// A card that came before.
    #[error("the card at place {0} of the order (from 0) came before")]
    Twice(usize),
}

impl Shuffle {
    /// Shuffles a fresh deck, every order as likely as the other, and salts it.
    ///
    /// # Errors
    ///
    /// The generator's fault; nothing may be dealt then.
    #[expect(clippy::cast_possible_truncation, reason = "a place in the deck is below 52")]
    pub fn draw(generator: &mut Generator) -> Result<Self, Fault> {
        let mut order = fresh_deck();
        for last in (1..Card::COUNT).rev() {
            let chosen = generator.up_to(last as u64)?;
            order.swap(last, chosen as usize);
        }
        Ok(Self { order, salt: generator.block()? })
    }

    /// The shuffle with this order and salt.
    ///
    /// # Errors
    ///
    /// What keeps the cards from being a deck.
    pub fn from_cards(order: &[Card], salt: [u8; 32]) -> Result<Self, NotADeck> {
        let order = <[Card; Card::COUNT]>::try_from(order).map_err(|_| NotADeck::Count(order.len()))?;
        let mut seen = CardSet::EMPTY;
        match order.iter().position(|card| !seen.insert(*card)) {
            Some(place) => Err(NotADeck::Twice(place)),
            None => Ok(Self { order, salt }),
        }
    }

    /// The shuffle whose order was kept as [`to_bytes`](Self::to_bytes) gives it.
    ///
    /// # Errors
    ///
    /// What keeps the bytes from being a deck.
    pub fn from_bytes(order: &[u8], salt: [u8; 32]) -> Result<Self, NotADeck> {
        let cards = order.iter().enumerate().map(|(place, code)| {
            let card = Card::from_index(usize::from(*code));
            card.ok_or(NotADeck::NoCard(place))
        });
        Self::from_cards(&cards.collect::<Result<Vec<_>, _>>()?, salt)
    }

    /// The order as codes, one byte a card: its place in a fresh deck, twos first, clubs first within a rank.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Card::COUNT] {
        self.order.map(|card| card.rank() as u8 * 4 + card.suit() as u8)
    }

    /// The cards, first to deal first.
    #[must_use]
    pub const fn order(&self) -> &[Card; Card::COUNT] {
        &self.order
    }

    /// The salt.
    #[must_use]
    pub const fn salt(&self) -> &[u8; 32] {
        &self.salt
    }

    /// The `count` cards after the first `from`, or none if the deck has not so many.
    #[must_use]
    pub fn cards(&self, from: usize, count: usize) -> Option<&[Card]> {
        self.order.get(from..from.checked_add(count)?)
    }

    /// What is published before the round: the SHA-256 of `baize shuffle 1\n`, the table's sixteen bytes, the round's
    /// number in eight bytes with the highest first, the salt and the order's codes.
    #[must_use]
    pub fn commitment(&self, table: [u8; 16], round: u64) -> [u8; 32] {
        Sha256::new()
            .chain_update(b"baize shuffle 1\n")
            .chain_update(table)
            .chain_update(round.to_be_bytes())
            .chain_update(self.salt)
            .chain_update(self.to_bytes())
            .finalize()
            .into()
    }
}

impl fmt::Debug for Shuffle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shuffle").finish_non_exhaustive()
    }
}

fn fresh_deck() -> [Card; Card::COUNT] {
    let mut deck = [Card::new(Rank::Two, Suit::Clubs); Card::COUNT];
    deck.iter_mut().zip(Card::deck()).for_each(|(place, card)| *place = card);
    deck
}
