//! Five-card hands. The category follows from the sum of the cards' keys; the table module says how.

pub(super) mod suits;
mod table;

use super::{FiveCard, LowAce};
use crate::card::Card;

/// What each cell of the table means, by [`LowAce`].
static KINDS: [table::Kinds; 2] = [table::kinds(LowAce::Counts), table::kinds(LowAce::HighOnly)];

/// The sums of suit codes, modulo 64, that mean five of one suit, one bit each.
const FLUSHES: u64 = {
    let (sums, mut bits, mut sum) = (suits::flush_sums(5, 64), 0, 0);
    while sum < 64 {
        bits |= (sums[sum] as u64) << sum;
        sum += 1;
    }
    bits
};

/// The sum of the keys of ten to ace, without the suits.
const ROYAL: u32 = table::rank_sum([8, 9, 10, 11, 12]) >> Card::COLUMN_SHIFT;

/// The category of five different cards.
///
/// Paytables ask for categories millions of times in a simulation, so the common hand costs four additions and two
/// loads from tables that stay in the nearest cache; only the one hand in five hundred that is suited branches away.
#[inline]
#[must_use]
pub fn five(cards: [Card; 5], ace: LowAce) -> FiveCard {
    let sum = cards.iter().fold(0u32, |sum, card| sum.wrapping_add(card.key()));
    if (FLUSHES >> (sum % 64)) & 1 == 1 { suited(sum, ace) } else { by_ranks(sum, ace) }
}

#[inline]
fn by_ranks(sum: u32, ace: LowAce) -> FiveCard {
    KINDS[ace as usize][table::cell(sum)]
}

/// Five cards of one suit never hold a pair: their ranks make a straight or nothing.
#[cold]
fn suited(sum: u32, ace: LowAce) -> FiveCard {
    match by_ranks(sum, ace) {
        FiveCard::Straight if sum >> Card::COLUMN_SHIFT == ROYAL => FiveCard::RoyalFlush,
        FiveCard::Straight => FiveCard::StraightFlush,
        _ => FiveCard::Flush,
    }
}
