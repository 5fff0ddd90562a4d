//! The best five-card hand among six cards, found without looking at the six hands of five.
//!
//! The ranks present say how many cards repeat a rank, and what the repeats weigh says which ranks they repeat. No
//! weight lies halfway between two others, so two pairs never weigh what three of a kind does.

use super::five::suits::flush_sums;
use super::{FiveCard, LowAce, SixCard};
use crate::card::{Card, Rank, Suit};

/// Thirteen numbers, none of them half the sum of two others.
const WEIGHTS: [u8; 13] = [1, 2, 4, 8, 9, 11, 19, 22, 23, 26, 28, 31, 32];

/// Where the bit that stands for the lowest rank is, above the weights.
const RANK_SHIFT: u32 = 19;

/// A bit for the rank and its weight, by the column of a card's key.
static ENTRIES: [u32; 256] = {
    let mut entries = [0; 256];
    let mut rank = 0;
    while rank < 13 {
        let card = Card::new(Rank::ALL[rank], Suit::Clubs);
        entries[column(card)] = (1 << (RANK_SHIFT as usize + rank)) | WEIGHTS[rank] as u32;
        rank += 1;
    }
    entries
};

// Where the meanings of repeats begin, by what the ranks present allow.

/// Five or six ranks without a straight: a repeat is a pair.
const PLAIN: u8 = 0;
/// Five or six ranks with a straight, which a pair does not change.
const STRAIGHT: u8 = 33;
/// Four ranks: two pairs or three of a kind. Their repeats weigh two or more.
const FOUR_RANKS: u8 = 64;
/// Two or three ranks, one hand in eighty: counted one by one. Their repeats weigh three or more.
const CROWDED: u8 = 126;

/// For every set of ranks, the beginning of its meanings less the weight that its ranks have when nothing repeats.
static STARTS: [[u8; 1 << 13]; 2] = [starts(LowAce::Counts), starts(LowAce::HighOnly)];

/// What a set's start plus the weight of all six cards means; nothing where the cards have to be counted.
static MEANINGS: [Option<FiveCard>; 256] = meanings();

const fn starts(ace: LowAce) -> [u8; 1 << 13] {
    let (mut starts, mut weights) = ([CROWDED; 1 << 13], [0u8; 1 << 13]);
    let mut set = 1u16;
    while set < 1 << 13 {
        let without_lowest = set & (set - 1);
        weights[set as usize] = weights[without_lowest as usize].wrapping_add(WEIGHTS[set.trailing_zeros() as usize]);
        let start = match set.count_ones() {
            5 | 6 if has_straight(set, ace) => STRAIGHT,
            5 | 6 => PLAIN,
            4 => FOUR_RANKS,
            _ => CROWDED,
        };
        starts[set as usize] = start.wrapping_sub(weights[set as usize]);
        set += 1;
    }
    starts
}

const fn meanings() -> [Option<FiveCard>; 256] {
    let mut meanings = [None; 256];
    meanings[PLAIN as usize] = Some(FiveCard::HighCard);
    meanings[STRAIGHT as usize] = Some(FiveCard::Straight);
    let mut rank = 0;
    while rank < 13 {
        let once = WEIGHTS[rank];
        meanings[(PLAIN + once) as usize] = Some(FiveCard::Pair(Rank::ALL[rank]));
        meanings[(STRAIGHT + once) as usize] = Some(FiveCard::Straight);
        meanings[(FOUR_RANKS + once + once) as usize] = Some(FiveCard::ThreeOfAKind);
        let mut other = 0;
        while other < rank {
            meanings[(FOUR_RANKS + once + WEIGHTS[other]) as usize] = Some(FiveCard::TwoPair);
            other += 1;
        }
        rank += 1;
    }
    meanings
}

/// The best hand among six different cards.
#[inline]
#[must_use]
pub fn six(cards: [Card; 6], ace: LowAce) -> SixCard {
    let [suits, ..] = cards.iter().fold(0u32, |sum, card| sum.wrapping_add(card.key())).to_le_bytes();
    if FLUSHES[usize::from(suits)] { suited(cards, ace) } else { SixCard::Five(by_ranks(cards, ace)) }
}

#[inline]
fn by_ranks(cards: [Card; 6], ace: LowAce) -> FiveCard {
    let entries = cards.map(|card| ENTRIES[column(card)]);
    let ranks = entries.iter().fold(0, |set, entry| set | entry) >> RANK_SHIFT;
    let [weight, ..] = entries.iter().fold(0u32, |sum, entry| sum.wrapping_add(*entry)).to_le_bytes();
    let meaning = STARTS[ace as usize][ranks as usize].wrapping_add(weight);
    MEANINGS[usize::from(meaning)].unwrap_or_else(|| crowded(cards))
}

/// Six cards of two or three ranks: four of a kind, a full house, or three pairs.
#[cold]
fn crowded(cards: [Card; 6]) -> FiveCard {
    let mut counts = [0; 13];
    for card in cards {
        counts[card.rank() as usize] += 1;
    }
    if counts.contains(&4) {
        FiveCard::FourOfAKind
    } else if counts.contains(&3) {
        FiveCard::FullHouse
    } else {
        FiveCard::TwoPair
    }
}

/// The sums of suit codes that mean that five of six cards share a suit.
static FLUSHES: [bool; 256] = flush_sums(6, 256);

const ROYAL: u16 = 0b1_1111_0000_0000;
const SUPER_ROYAL: u16 = ROYAL | 1 << Rank::Nine as u16;

/// Six cards of which five share a suit. They repeat one rank at most, so nothing without a suit beats the flush.
#[cold]
fn suited(cards: [Card; 6], ace: LowAce) -> SixCard {
    let [first, second, third, ..] = cards.map(Card::suit);
    // At most one card is of another suit, so if the first two differ the third belongs to the five.
    let suit = if first == second { first } else { third };
    let set = cards.iter().filter(|card| card.suit() == suit).fold(0, |set, card| set | card.rank_bit());
    match set {
        SUPER_ROYAL => SixCard::SuperRoyal(suit),
        _ if set & ROYAL == ROYAL => SixCard::Five(FiveCard::RoyalFlush),
        _ if has_straight(set, ace) => SixCard::Five(FiveCard::StraightFlush),
        _ => SixCard::Five(FiveCard::Flush),
    }
}

/// Whether a set of ranks holds five neighbours.
const fn has_straight(set: u16, ace: LowAce) -> bool {
    let low_ace = match ace {
        LowAce::Counts => set >> Rank::Ace as u16 & 1,
        LowAce::HighOnly => 0,
    };
    let ladder = set << 1 | low_ace;
    ladder & ladder >> 1 & ladder >> 2 & ladder >> 3 & ladder >> 4 != 0
}

#[inline]
const fn column(card: Card) -> usize {
    (card.key() >> Card::COLUMN_SHIFT) as usize & 0xff
}
