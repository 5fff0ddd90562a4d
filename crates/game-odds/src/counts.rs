//! How many hands of two, three, five and six cards fall into each category, counted one by one.

use crate::category::{CATEGORIES, Histogram, number};
use crate::let_it_ride::added;
use game_core::card::{Card, Suit};
use game_core::hand::{LowAce, SixCard, ThreeCard, five, six, three};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Counts are the same for every table, so each is made once for each reading of the ace.
type Once<T> = [OnceLock<T>; 2];

/// Five-card hands by category: 2,598,960 in all.
#[must_use]
pub(crate) fn five_cards(ace: LowAce) -> Histogram {
    static COUNTS: Once<Histogram> = [OnceLock::new(), OnceLock::new()];
    *COUNTS[ace as usize].get_or_init(|| count_five_cards(ace))
}

pub(crate) fn count_five_cards(ace: LowAce) -> Histogram {
    let deck: Vec<Card> = Card::deck().collect();
    let from = |first: usize| {
        let mut histogram = [0; CATEGORIES];
        choose(&deck, first + 1, &mut |[b, c, d, e]: [Card; 4]| {
            histogram[number(five([deck[first], b, c, d, e], ace))] += 1;
        });
        histogram
    };
    (0..deck.len()).into_par_iter().map(from).reduce(|| [0; CATEGORIES], |a, b| added(&a, &b))
}

/// Three-card hands by category, suits of a mini royal apart: 22,100 in all.
#[must_use]
pub(crate) fn three_cards(ace: LowAce) -> &'static BTreeMap<ThreeCard, u64> {
    static COUNTS: Once<BTreeMap<ThreeCard, u64>> = [OnceLock::new(), OnceLock::new()];
    COUNTS[ace as usize].get_or_init(|| count_three_cards(ace))
}

fn count_three_cards(ace: LowAce) -> BTreeMap<ThreeCard, u64> {
    let deck: Vec<Card> = Card::deck().collect();
    let mut counts = BTreeMap::new();
    choose(&deck, 0, &mut |hand: [Card; 3]| *counts.entry(three(hand, ace)).or_default() += 1);
    counts
}

/// Six-card hands: by the best five-card category, and the super royals by suit. 20,358,520 in all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SixCards {
    pub(crate) five: Histogram,
    pub(crate) super_royals: [u64; 4],
}

impl SixCards {
    const NONE: Self = Self { five: [0; CATEGORIES], super_royals: [0; 4] };

    fn add(mut self, other: &Self) -> Self {
        self.five = added(&self.five, &other.five);
        for (sum, more) in self.super_royals.iter_mut().zip(other.super_royals) {
            *sum += more;
        }
        self
    }

    /// The categories with their counts.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (SixCard, u64)> + '_ {
        let fives = crate::category::categories().into_iter().map(SixCard::Five).zip(self.five);
        fives.chain(Suit::ALL.into_iter().map(SixCard::SuperRoyal).zip(self.super_royals))
    }
}

/// Every six-card hand.
#[must_use]
pub(crate) fn six_cards(ace: LowAce) -> SixCards {
    static COUNTS: Once<SixCards> = [OnceLock::new(), OnceLock::new()];
    *COUNTS[ace as usize].get_or_init(|| count_six_cards(ace))
}

pub(crate) fn count_six_cards(ace: LowAce) -> SixCards {
    let deck: Vec<Card> = Card::deck().collect();
    let from = |first: usize| {
        let mut counts = SixCards::NONE;
        choose(&deck, first + 1, &mut |[b, c, d, e, f]: [Card; 5]| match six([deck[first], b, c, d, e, f], ace) {
            SixCard::Five(hand) => counts.five[number(hand)] += 1,
            SixCard::SuperRoyal(suit) => counts.super_royals[suit as usize] += 1,
        });
        counts
    };
    (0..deck.len()).into_par_iter().map(from).reduce(|| SixCards::NONE, |a, b| a.add(&b))
}

/// Calls back with every choice of `N` cards from a place of the deck on.
fn choose<const N: usize>(deck: &[Card], from: usize, each: &mut impl FnMut([Card; N])) {
    let Some(start) = deck.get(from) else { return };
    descend(deck, from, 0, &mut [*start; N], each);
}

fn descend<const N: usize>(
    deck: &[Card],
    from: usize,
    depth: usize,
    hand: &mut [Card; N],
    each: &mut impl FnMut([Card; N]),
) {
    for (place, card) in deck.iter().enumerate().skip(from) {
        hand[depth] = *card;
        if depth + 1 == N {
            each(*hand);
        } else {
            descend(deck, place + 1, depth + 1, hand, each);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::card::Rank;
    use game_core::hand::FiveCard;

    #[test]
    fn five_card_counts_follow_from_combinations() {
        let counts = five_cards(LowAce::Counts);
        let of = |hand| counts[number(hand)];
        assert_eq!(counts.iter().sum::<u64>(), 2_598_960);
        assert_eq!(of(FiveCard::RoyalFlush), 4);
        assert_eq!(of(FiveCard::StraightFlush), 9 * 4);
        assert_eq!(of(FiveCard::FourOfAKind), 13 * 48);
        assert_eq!(of(FiveCard::FullHouse), 13 * 4 * 12 * 6);
        assert_eq!(of(FiveCard::Flush), (1_287 - 10) * 4);
        assert_eq!(of(FiveCard::Straight), 10 * (1_024 - 4));
        assert_eq!(of(FiveCard::ThreeOfAKind), 13 * 4 * 66 * 16);
        assert_eq!(of(FiveCard::TwoPair), 78 * 36 * 44);
        // A pair of one rank: C(4,2) ways and three of the twelve other ranks in any suits.
        assert_eq!(of(FiveCard::Pair(Rank::Ten)), 6 * 220 * 64);
        assert_eq!(of(FiveCard::HighCard), (1_287 - 10) * (1_024 - 4));
    }

    #[test]
    fn without_the_low_ace_a_straight_has_nine_runs() {
        let counts = five_cards(LowAce::HighOnly);
        assert_eq!(counts[number(FiveCard::Straight)], 9 * (1_024 - 4));
        assert_eq!(counts[number(FiveCard::StraightFlush)], 8 * 4);
    }

    #[test]
    fn three_card_counts_follow_from_combinations() {
        let counts = three_cards(LowAce::Counts);
        assert_eq!(counts.values().sum::<u64>(), 22_100);
        // Twelve runs of three, A-2-3 to Q-K-A, of which one in each suit is the mini royal.
        assert_eq!(counts[&ThreeCard::StraightFlush], 11 * 4);
        assert_eq!(counts[&ThreeCard::MiniRoyal(Suit::Spades)], 1);
        assert_eq!(counts[&ThreeCard::ThreeOfAKind], 13 * 4);
        assert_eq!(counts[&ThreeCard::Straight], 12 * (64 - 4));
        assert_eq!(counts[&ThreeCard::Flush], (286 - 12) * 4);
        assert_eq!(counts[&ThreeCard::Pair(Rank::Two)], 6 * 48);
    }

    #[test]
    fn six_card_counts_follow_from_combinations() {
        let counts = six_cards(LowAce::Counts);
        assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), 20_358_520);
        assert_eq!(counts.super_royals, [1; 4]);
        // A royal flush and any sixth card but the nine of its suit: 4 × (47 − 1).
        assert_eq!(counts.five[number(FiveCard::RoyalFlush)], 4 * 46);
        // Four of a kind and any two others: 13 × C(48,2).
        assert_eq!(counts.five[number(FiveCard::FourOfAKind)], 13 * 1_128);
    }
}
