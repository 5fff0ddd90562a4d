//! The full order of five-card hands, for comparing two of them.

use super::{FiveCard, LowAce, five};
use crate::card::Card;

/// The strength of a five-card hand: of two hands the greater wins and equals tie. There are 7,462 strengths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HandRank(u16);

/// Where a category's strengths begin, and how many its lesser ranks can tell apart under each choice of greater ones.
struct Span {
    base: u16,
    scale: u16,
}

/// The spans of the categories in rising order. Each begins where the one below must have ended.
const SPANS: [Span; 10] = {
    // Greater ranks and lesser ranks of each category, counted as sets of so many out of thirteen.
    let choices: [(u16, u16); 10] = [
        (1, 1287), // high card: five lesser
        (13, 286), // pair: one greater, three lesser
        (78, 13),  // two pair
        (13, 78),  // three of a kind
        (1, 13),   // straight: its top
        (1, 1287), // flush
        (13, 13),  // full house: three of the greater
        (13, 13),  // four of a kind
        (1, 13),   // straight flush
        (1, 13),   // royal flush
    ];
    let mut spans = [const { Span { base: 0, scale: 0 } }; 10];
    let (mut category, mut base) = (0, 0);
    while category < 10 {
        let (greater, lesser) = choices[category];
        spans[category] = Span { base, scale: lesser };
        base += greater * lesser;
        category += 1;
    }
    spans
};

/// The place of every set of ranks among the sets of its size, where the set with the higher top rank comes later. First
/// come all sets of that size below its top rank, then those that share it, in the order of their other ranks.
static PLACES: [u16; 1 << 13] = {
    let (mut places, mut set) = ([0; 1 << 13], 1);
    while set < 1 << 13 {
        let top = usize::ilog2(set) as usize;
        places[set] = CHOOSE[top][set.count_ones() as usize] + places[set & !(1 << top)];
        set += 1;
    }
    places
};

/// Pascal's triangle: the number of ways to choose so many (second index) out of so many (first).
const CHOOSE: [[u16; 14]; 13] = {
    let (mut ways, mut from) = ([[0; 14]; 13], 0);
    while from < 13 {
        ways[from][0] = 1;
        let mut count = 1;
        while count <= from {
            ways[from][count] = ways[from - 1][count - 1] + ways[from - 1][count];
            count += 1;
        }
        from += 1;
    }
    ways
};

/// The strength of five different cards, the ace counting low only below a two.
#[inline]
#[must_use]
pub fn five_rank(cards: [Card; 5]) -> HandRank {
    let bits = cards.map(|card| u32::from(card.rank_bit()));
    let any = bits[0] | bits[1] | bits[2] | bits[3] | bits[4];
    let odd = bits[0] ^ bits[1] ^ bits[2] ^ bits[3] ^ bits[4];
    let hand = five(cards, LowAce::Counts);
    let (greater, lesser) = match hand {
        FiveCard::ThreeOfAKind => {
            // The sum counts the threesome's bit three times and every other once.
            let threesome = (bits.iter().sum::<u32>() - any) / 2;
            (threesome, any ^ threesome)
        }
        FiveCard::FullHouse => (odd, any ^ odd),
        FiveCard::Straight | FiveCard::StraightFlush | FiveCard::RoyalFlush => (0, straight_top(any)),
        // Ranks held twice or four times leave no trace in the parity, so these are the pairs and those the kickers.
        _ => (any ^ odd, odd),
    };
    let span = &SPANS[category(hand)];
    HandRank(span.base + PLACES[greater as usize] * span.scale + PLACES[lesser as usize])
}

const fn category(hand: FiveCard) -> usize {
    match hand {
        FiveCard::HighCard => 0,
        FiveCard::Pair(_) => 1,
        FiveCard::TwoPair => 2,
        FiveCard::ThreeOfAKind => 3,
        FiveCard::Straight => 4,
        FiveCard::Flush => 5,
        FiveCard::FullHouse => 6,
        FiveCard::FourOfAKind => 7,
        FiveCard::StraightFlush => 8,
        FiveCard::RoyalFlush => 9,
    }
}

/// The highest rank of a straight as a bit: the five when the ace counts low.
const fn straight_top(ranks: u32) -> u32 {
    const WHEEL: u32 = 0b1_0000_0000_1111;
    if ranks == WHEEL { 0b1000 } else { 1 << ranks.ilog2() }
}
