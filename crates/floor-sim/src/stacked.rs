//! Stacked decks: at a table without a reader somebody must say what is turned up, and here that is a deck whose order
//! follows from the seed. They exist nowhere but in this crate.

use crate::dice::Dice;
use game_core::card::Card;
use game_core::layout::Cards;
use game_core::values::Values;

/// The order of one round's deck.
#[derive(Clone, Debug)]
pub struct StackedDeck {
    order: Vec<Card>,
}

impl StackedDeck {
    /// The deck of a round.
    #[must_use]
    pub fn new(dice: &Dice, round: u64) -> Self {
        let mut order: Vec<Card> = Card::deck().collect();
        dice.of(round).shuffle(&mut order);
        Self { order }
    }

    /// The faces an offer asks for: the next cards of the deck that nobody has seen yet. None where the offer asks for
    /// something else.
    #[must_use]
    pub fn faces(&self, asked: &Values) -> Option<Cards> {
        let Values::KnownCards { min, not, .. } = asked else { return None };
        let unseen = self.order.iter().copied().filter(|card| !not.contains(card));
        let cards: Cards = unseen.take(usize::from(*min)).collect();
        (cards.len() == usize::from(*min)).then_some(cards)
    }
}

/// The great hand of a staged round of Let It Ride, the two community cards first: mostly none, four kings often, a straight flush
/// and a royal flush seldom.
pub(crate) fn great_hand(round: u64) -> Vec<Card> {
    let text = match round % 24 {
        0 => "Js Ts As Ks Qs",
        8 | 16 => "Jh Th 9h Kh Qh",
        2 | 6 | 10 | 14 | 18 | 22 => "Kc 2d Kd Kh Ks",
        _ => "",
    };
    text.split(' ').filter_map(|card| card.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_has_one_order_and_every_round_its_own() {
        let dice = Dice::new(5);
        let order = |round| StackedDeck::new(&dice, round).order;
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        assert_ne!(order(1), StackedDeck::new(&Dice::new(6), 1).order);
    }

    #[test]
    fn a_great_hand_comes_up_now_and_then() {
        for round in 1..=48 {
            let great = great_hand(round);
            assert_eq!(
                great.len(),
                if round % 2 == 0 && round % 24 != 4 && round % 24 != 12 && round % 24 != 20 { 5 } else { 0 },
                "round {round}"
            );
        }
    }

    #[test]
    fn faces_are_as_many_as_asked_and_none_was_seen() {
        let deck = StackedDeck::new(&Dice::new(5), 1);
        let not: Vec<Card> = deck.order.iter().copied().take(40).collect();
        let asked = Values::KnownCards { min: 3, max: 3, not: not.clone() };
        let faces = deck.faces(&asked).unwrap();
        assert!(asked.admit_faces(&faces));
        assert!(faces.iter().all(|card| !not.contains(&card)));
        assert_eq!(deck.faces(&Values::KnownCards { min: 0, max: 0, not }).map(|cards| cards.len()), Some(0));
        assert!(deck.faces(&Values::Nothing).is_none());
    }
}
