//! Starting hands up to a renaming of suits: 169 of two cards and 1,755 of three. Every base game treats suits alike,
//! so one hand of each class stands for all.

use game_core::card::{Card, Suit};
use std::collections::BTreeMap;

/// A renaming of the four suits.
pub(crate) type Renaming = [Suit; 4];

/// One hand that stands for all that differ from it only in the names of their suits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Class<const N: usize> {
    /// The hand, in rising order of index.
    pub cards: [Card; N],
    /// How many hands it stands for.
    pub ways: u32,
}

/// The twenty-four renamings of suits.
pub(crate) fn renamings() -> Vec<Renaming> {
    let mut all = Vec::with_capacity(24);
    for code in 0..256usize {
        let renaming = [0, 2, 4, 6].map(|shift| Suit::ALL[code >> shift & 3]);
        let used = renaming.iter().fold(0, |set, suit| set | 1 << *suit as u8);
        if used == 0b1111 {
            all.push(renaming);
        }
    }
    all
}

/// The hand with its suits renamed, in rising order.
pub(crate) fn renamed<const N: usize>(cards: [Card; N], renaming: &Renaming) -> [Card; N] {
    let mut image = cards.map(|card| Card::new(card.rank(), renaming[card.suit() as usize]));
    image.sort_unstable();
    image
}

/// The hand of the same class that stands for it: the first in order.
#[must_use]
pub fn representative<const N: usize>(cards: [Card; N]) -> [Card; N] {
    let mut sorted = cards;
    sorted.sort_unstable();
    renamings().iter().map(|renaming| renamed(cards, renaming)).min().unwrap_or(sorted)
}

/// The 169 classes of two cards.
#[must_use]
pub fn two_card_classes() -> Vec<Class<2>> {
    let deck: Vec<Card> = Card::deck().collect();
    let mut hands = Vec::with_capacity(1_326);
    for (place, a) in deck.iter().enumerate() {
        hands.extend(deck[place + 1..].iter().map(|b| [*a, *b]));
    }
    gathered(hands)
}

/// The 1,755 classes of three cards.
#[must_use]
pub fn three_card_classes() -> Vec<Class<3>> {
    let deck: Vec<Card> = Card::deck().collect();
    let mut hands = Vec::with_capacity(22_100);
    for (first, a) in deck.iter().enumerate() {
        for (second, b) in deck.iter().enumerate().skip(first + 1) {
            hands.extend(deck[second + 1..].iter().map(|c| [*a, *b, *c]));
        }
    }
    gathered(hands)
}

fn gathered<const N: usize>(hands: Vec<[Card; N]>) -> Vec<Class<N>> {
    let all = renamings();
    let mut ways: BTreeMap<[Card; N], u32> = BTreeMap::new();
    for hand in hands {
        let first = all.iter().map(|renaming| renamed(hand, renaming)).min().unwrap_or(hand);
        *ways.entry(first).or_default() += 1;
    }
    ways.into_iter().map(|(cards, ways)| Class { cards, ways }).collect()
}

/// The cards of the deck that are not among these.
#[must_use]
pub fn rest_of_deck(out: &[Card]) -> Vec<Card> {
    Card::deck().filter(|card| !out.contains(card)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_cards_fall_into_169_classes() {
        // 13 pairs of 6, 78 suited of 4 and 78 unsuited of 12: 78 + 312 + 936 = 1,326 hands.
        let classes = two_card_classes();
        assert_eq!(classes.len(), 169);
        let of = |ways| classes.iter().filter(|class| class.ways == ways).count();
        assert_eq!((of(6), of(4), of(12)), (13, 78, 78));
    }

    #[test]
    fn three_cards_fall_into_1755_classes() {
        // 13 of three equal ranks, 156 × 2 with a pair (its odd card shares a suit or not), 286 × 5 suit patterns.
        let classes = three_card_classes();
        assert_eq!(classes.len(), 13 + 156 * 2 + 286 * 5);
        assert_eq!(classes.iter().map(|class| class.ways).sum::<u32>(), 22_100);
    }
}
