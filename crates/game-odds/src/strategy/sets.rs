//! Sets of two and three cards, one bit for each choice from the deck, closed under renaming of suits.

use crate::classes::{renamed, renamings};
use game_core::card::Card;

/// A set of hands of two cards.
#[derive(Clone, Debug)]
pub(super) struct PairSet(Vec<bool>);

/// A set of hands of three cards.
#[derive(Clone, Debug)]
pub(super) struct TripleSet(Vec<bool>);

impl PairSet {
    /// The hands that differ from one of these only in the names of suits.
    pub(super) fn of_classes(classes: &[[Card; 2]]) -> Self {
        Self(marked(1_326, classes))
    }

    pub(super) fn contains(&self, hand: [Card; 2]) -> bool {
        self.0.get(place(hand)).copied().unwrap_or(false)
    }
}

impl TripleSet {
    /// The hands that differ from one of these only in the names of suits.
    pub(super) fn of_classes(classes: &[[Card; 3]]) -> Self {
        Self(marked(22_100, classes))
    }

    pub(super) fn contains(&self, hand: [Card; 3]) -> bool {
        self.0.get(place(hand)).copied().unwrap_or(false)
    }
}

fn marked<const N: usize>(size: usize, classes: &[[Card; N]]) -> Vec<bool> {
    let mut marks = vec![false; size];
    for renaming in renamings() {
        for class in classes {
            if let Some(mark) = marks.get_mut(place(renamed(*class, &renaming))) {
                *mark = true;
            }
        }
    }
    marks
}

/// A hand's place among all of its size: the sum of C(index of the nth card, n) over its cards in rising order.
fn place<const N: usize>(mut hand: [Card; N]) -> usize {
    hand.sort_unstable();
    let choose =
        |index: usize, of: usize| (0..of).fold(1, |product, step| product * (index - step.min(index)) / (step + 1));
    hand.iter().enumerate().map(|(nth, card)| choose(card.index(), nth + 1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hand_has_a_place_of_its_own() {
        let deck: Vec<Card> = Card::deck().collect();
        let mut seen = vec![false; 22_100];
        for (a, first) in deck.iter().enumerate() {
            for (b, second) in deck.iter().enumerate().skip(a + 1) {
                for third in &deck[b + 1..] {
                    let at = place([*third, *first, *second]);
                    assert!(!std::mem::replace(&mut seen[at], true));
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
    }
}
