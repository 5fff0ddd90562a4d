//! Hands of two and three cards.

use super::{LowAce, ThreeCard, TwoCard};
use crate::card::{Card, Rank};

/// The category of three different cards.
#[inline]
#[must_use]
pub fn three(cards: [Card; 3], ace: LowAce) -> ThreeCard {
    let [a, b, c] = cards.map(Card::rank);
    if a == b && b == c {
        ThreeCard::ThreeOfAKind
    } else if a == b || a == c {
        ThreeCard::Pair(a)
    } else if b == c {
        ThreeCard::Pair(b)
    } else {
        unpaired(cards, ace)
    }
}

fn unpaired(cards: [Card; 3], ace: LowAce) -> ThreeCard {
    let [a, b, c] = cards.map(Card::suit);
    let ranks = rank_set(&cards);
    match (is_straight(ranks, ace), a == b && b == c) {
        (true, true) if ranks == ACE_KING_QUEEN => ThreeCard::MiniRoyal(a),
        (true, true) => ThreeCard::StraightFlush,
        (true, false) => ThreeCard::Straight,
        (false, true) => ThreeCard::Flush,
        (false, false) => ThreeCard::HighCard,
    }
}

/// The category of two different cards. Neighbours are a straight even when suited.
#[inline]
#[must_use]
pub fn two(cards: [Card; 2], ace: LowAce) -> TwoCard {
    let [a, b] = cards;
    if a.rank() == b.rank() {
        TwoCard::Pair(a.rank())
    } else if is_straight(rank_set(&cards), ace) {
        TwoCard::Straight
    } else if a.suit() == b.suit() {
        TwoCard::Flush
    } else {
        TwoCard::HighCard
    }
}

const ACE_KING_QUEEN: u16 = 1 << Rank::Ace as u16 | 1 << Rank::King as u16 | 1 << Rank::Queen as u16;

/// The ranks present, one bit each.
fn rank_set(cards: &[Card]) -> u16 {
    cards.iter().fold(0, |set, card| set | card.rank_bit())
}

/// Whether different ranks are neighbours: shifted down to the bottom they form an unbroken run of ones.
fn is_straight(ranks: u16, ace: LowAce) -> bool {
    const ACE: u16 = 1 << Rank::Ace as u16;
    let run = |set: u16| {
        let bottom = set >> set.trailing_zeros();
        bottom & (bottom + 1) == 0
    };
    // An ace below the two leaves its high place, so that it never joins both ends of the order.
    let ace_moved_low = (ranks & !ACE) << 1 | 1;
    run(ranks) || (ace == LowAce::Counts && ranks & ACE != 0 && run(ace_moved_low))
}
