//! Which sums of suit codes mean that five cards share a suit.

use crate::card::{Card, Rank, Suit};

/// The sums, modulo a number, of the suit codes of so many cards of which five share a suit.
///
/// Refuses to compile when other cards reach such a sum, so that a sum alone proves a flush.
pub(in crate::hand) const fn flush_sums(cards: u32, modulus: usize) -> [bool; 256] {
    let (mut flush, mut mixed) = ([false; 256], [false; 256]);
    let mut hand = 0;
    while hand < 4usize.pow(cards) {
        let (sum, suited) = deal(hand, cards);
        if suited {
            flush[sum % modulus] = true;
        } else {
            mixed[sum % modulus] = true;
        }
        assert!(!(flush[sum % modulus] && mixed[sum % modulus]), "a mixed hand has the suit sum of a flush");
        hand += 1;
    }
    flush
}

/// The sum of the suit codes of a hand whose suits are the digits of a number, and whether five are the same.
const fn deal(hand: usize, cards: u32) -> (usize, bool) {
    let (mut rest, mut dealt, mut sum, mut counts) = (hand, 0, 0, [0; 4]);
    while dealt < cards {
        sum += Card::new(Rank::Two, Suit::ALL[rest % 4]).key() as usize & 0xff;
        counts[rest % 4] += 1;
        rest /= 4;
        dealt += 1;
    }
    (sum, counts[0] >= 5 || counts[1] >= 5 || counts[2] >= 5 || counts[3] >= 5)
}
