//! Checking a shuffle that was opened after its round: what was promised is what lay in the shoe, and what lay in the
//! shoe is what was dealt.

use crate::shuffle::{NotADeck, Shuffle};
use game_core::card::Card;
use std::fmt::Write;

/// What differs between the promise and the round.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Mismatch {
    /// The opened order is not one of a deck.
    #[error("the order opened is not a deck: {0}")]
    Order(#[from] NotADeck),
    /// The commitment binds something else.
    #[error(
        "the commitment published is {}, but this table, round, salt and order give {}: one of them is not what was \
         promised",
        hex(published),
        hex(opened)
    )]
    Commitment {
        /// What was published before the round.
        published: [u8; 32],
        /// What the opening gives.
        opened: [u8; 32],
    },
    /// More cards were dealt than the deck has.
    #[error("{0} cards were dealt from a deck of 52")]
    TooMany(usize),
    /// A card was dealt that was not next.
    #[error("card {} dealt was {dealt}, but the order has {promised} there", place + 1)]
    Dealt {
        /// Its place in the order, from 0.
        place: usize,
        /// The card dealt.
        dealt: Card,
        /// The card promised.
        promised: Card,
    },
}

/// Whether the opening is the one committed to, and the cards dealt are the first of its order, in that order.
///
/// # Errors
///
/// The first thing that differs.
pub fn verify(
    commitment: [u8; 32],
    table: [u8; 16],
    round: u64,
    salt: [u8; 32],
    order: &[Card],
    dealt: &[Card],
) -> Result<(), Mismatch> {
    let shuffle = Shuffle::from_cards(order, salt)?;
    let opened = shuffle.commitment(table, round);
    if opened != commitment {
        return Err(Mismatch::Commitment { published: commitment, opened });
    }
    let promised = shuffle.cards(0, dealt.len()).ok_or(Mismatch::TooMany(dealt.len()))?;
    let mut pairs = dealt.iter().zip(promised).enumerate();
    match pairs.find(|(_, (dealt, promised))| dealt != promised) {
        Some((place, (&dealt, &promised))) => Err(Mismatch::Dealt { place, dealt, promised }),
        None => Ok(()),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
