//! How many hands there are of each kind, from combinatorics, and agreement with the plain evaluators on all of them.

use super::{choose, every_hand};
use crate::plain;
use game_core::card::{Card, Rank, Suit};
use game_core::hand::{FiveCard, LowAce, SixCard, ThreeCard, TwoCard, five, six, three, two};
use std::collections::BTreeMap;
use std::thread;

fn count<K: Ord>(kinds: impl Iterator<Item = K>) -> BTreeMap<K, u64> {
    kinds.fold(BTreeMap::new(), |mut counts, kind| {
        *counts.entry(kind).or_default() += 1;
        counts
    })
}

/// The same number of pairs of every rank.
fn pairs<K: Ord>(pair: fn(Rank) -> K, of_each_rank: u64) -> impl Iterator<Item = (K, u64)> {
    Rank::ALL.into_iter().map(move |rank| (pair(rank), of_each_rank))
}

/// LIR-6-C, S235-6-D, CC-6-C: the nine hands, and how often each is dealt. I-69: with and without a low ace.
#[test]
fn five_card_hands_are_as_many_as_combinatorics_says() {
    for (ace, straights) in [(LowAce::Counts, 10), (LowAce::HighOnly, 9)] {
        let suited_straights = 4 * straights;
        let mixed_straights = straights * (4u64.pow(5) - 4);
        let mut expected = BTreeMap::from([
            (FiveCard::RoyalFlush, 4),
            (FiveCard::StraightFlush, suited_straights - 4),
            (FiveCard::FourOfAKind, 13 * 48),
            (FiveCard::FullHouse, 13 * choose(4, 3) * 12 * choose(4, 2)),
            (FiveCard::Flush, 4 * choose(13, 5) - suited_straights),
            (FiveCard::Straight, mixed_straights),
            (FiveCard::ThreeOfAKind, 13 * choose(4, 3) * choose(12, 2) * 4 * 4),
            (FiveCard::TwoPair, choose(13, 2) * choose(4, 2).pow(2) * 44),
            (FiveCard::HighCard, (choose(13, 5) - straights) * (4u64.pow(5) - 4)),
        ]);
        expected.extend(pairs(FiveCard::Pair, choose(4, 2) * choose(12, 3) * 4 * 4 * 4));
        let counted = count(every_hand().map(|cards| {
            let kind = five(cards, ace);
            assert_eq!(kind, plain::five(cards, ace), "{cards:?} {ace:?}");
            kind
        }));
        assert_eq!(counted, expected);
        assert_eq!(counted.values().sum::<u64>(), 2_598_960);
    }
}

/// The formulas themselves against the numbers every book prints.
#[test]
fn five_card_formulas_give_the_known_numbers() {
    assert_eq!(13 * 48, 624);
    assert_eq!(13 * choose(4, 3) * 12 * choose(4, 2), 3_744);
    assert_eq!(4 * choose(13, 5) - 40, 5_108);
    assert_eq!(10 * (4u64.pow(5) - 4), 10_200);
    assert_eq!(13 * choose(4, 3) * choose(12, 2) * 16, 54_912);
    assert_eq!(choose(13, 2) * choose(4, 2).pow(2) * 44, 123_552);
    assert_eq!(13 * choose(4, 2) * choose(12, 3) * 64, 13 * 84_480);
    assert_eq!((choose(13, 5) - 10) * (4u64.pow(5) - 4), 1_302_540);
}

/// LIR-6-D, S235-6-E: the three-card hands, and how often each is dealt. I-37, I-55: with and without a low ace.
#[test]
fn three_card_hands_are_as_many_as_combinatorics_says() {
    for (ace, straights, known) in
        [(LowAce::Counts, 12, [44, 720, 1_096, 16_440]), (LowAce::HighOnly, 11, [40, 660, 1_100, 16_500])]
    {
        let [straight_flush, straight, flush, high_card] = [
            4 * straights - 4,
            straights * (4u64.pow(3) - 4),
            4 * choose(13, 3) - 4 * straights,
            (choose(13, 3) - straights) * (4u64.pow(3) - 4),
        ];
        assert_eq!([straight_flush, straight, flush, high_card], known);
        let mut expected = BTreeMap::from([
            (ThreeCard::StraightFlush, straight_flush),
            (ThreeCard::ThreeOfAKind, 13 * choose(4, 3)),
            (ThreeCard::Straight, straight),
            (ThreeCard::Flush, flush),
            (ThreeCard::HighCard, high_card),
        ]);
        expected.extend(Suit::ALL.map(|suit| (ThreeCard::MiniRoyal(suit), 1)));
        expected.extend(pairs(ThreeCard::Pair, choose(4, 2) * 48));
        let counted = count(every_hand().map(|cards| {
            let kind = three(cards, ace);
            assert_eq!(kind, plain::three(cards, ace), "{cards:?} {ace:?}");
            kind
        }));
        assert_eq!(counted, expected);
        assert_eq!(counted.values().sum::<u64>(), 22_100);
    }
}

/// S235-6-F: the two-card hands, and how often each is dealt. I-54: suited neighbours are counted once, as straights.
/// I-55: with and without a low ace.
#[test]
fn two_card_hands_are_as_many_as_combinatorics_says() {
    for (ace, neighbours, known) in [(LowAce::Counts, 13, [208, 260, 780]), (LowAce::HighOnly, 12, [192, 264, 792])] {
        let [straight, flush, high_card] =
            [neighbours * 4 * 4, 4 * (choose(13, 2) - neighbours), (choose(13, 2) - neighbours) * (4 * 4 - 4)];
        assert_eq!([straight, flush, high_card], known);
        let mut expected =
            BTreeMap::from([(TwoCard::Straight, straight), (TwoCard::Flush, flush), (TwoCard::HighCard, high_card)]);
        expected.extend(pairs(TwoCard::Pair, choose(4, 2)));
        let counted = count(every_hand().map(|cards| {
            let kind = two(cards, ace);
            assert_eq!(kind, plain::two(cards, ace), "{cards:?} {ace:?}");
            kind
        }));
        assert_eq!(counted, expected);
        assert_eq!(counted.values().sum::<u64>(), 1_326);
    }
}

/// The plain category of every five-card hand, so that a hand of six looks up its six hands of five.
struct PlainFives {
    kinds: Vec<FiveCard>,
    /// How many hands come before those that hold a card (first index) above so many others (second index).
    before: Vec<[usize; 5]>,
}

impl PlainFives {
    fn new(ace: LowAce) -> Self {
        let kinds = every_hand().map(|cards| plain::five(cards, ace)).collect();
        let ways = |card: u64, others: u64| usize::try_from(choose(card, others + 1)).unwrap();
        let before = (0..52).map(|card| [0, 1, 2, 3, 4].map(|others| ways(card, others))).collect();
        Self { kinds, before }
    }

    /// The category of five cards in deck order.
    fn of(&self, cards: [Card; 5]) -> FiveCard {
        self.kinds[cards.iter().enumerate().map(|(others, card)| self.before[card.index()][others]).sum::<usize>()]
    }
}

/// Every second hand of six, beginning with the first or the second, counted and compared with the plain evaluator.
fn half_of_the_sixes(ace: LowAce, fives: &PlainFives, first: usize) -> BTreeMap<SixCard, u64> {
    count(every_hand().skip(first).step_by(2).map(|cards| {
        let kind = six(cards, ace);
        assert_eq!(kind, plain::six(cards, |five| fives.of(five)), "{cards:?} {ace:?}");
        kind
    }))
}

fn sixes(ace: LowAce) -> BTreeMap<SixCard, u64> {
    let fives = PlainFives::new(ace);
    thread::scope(|scope| {
        let fives = &fives;
        let halves = [0, 1].map(|first| scope.spawn(move || half_of_the_sixes(ace, fives, first)));
        halves.into_iter().flat_map(|half| half.join().unwrap()).fold(BTreeMap::new(), |mut counts, (kind, number)| {
            *counts.entry(kind).or_default() += number;
            counts
        })
    })
}

/// LIR-6-E: the best five of six, and how often each is dealt. I-41: the highest category that fits.
#[test]
fn six_card_hands_are_as_many_as_the_books_say() {
    let counted = sixes(LowAce::Counts);
    let of = |kind: FiveCard| counted[&SixCard::Five(kind)];
    for suit in Suit::ALL {
        assert_eq!(counted[&SixCard::SuperRoyal(suit)], 1);
    }
    // A royal flush and any of the 47 other cards, less the four nines that make it super.
    assert_eq!(of(FiveCard::RoyalFlush), 4 * 47 - 4);
    // Below the king-high straight flush one card, the next higher of the suit, would make a better one.
    assert_eq!(of(FiveCard::StraightFlush), 36 * 46);
    assert_eq!(of(FiveCard::FourOfAKind), 13 * choose(48, 2));
    // Three and two and one, or three and three.
    assert_eq!(of(FiveCard::FullHouse), 13 * 4 * 12 * 6 * 44 + choose(13, 2) * 4 * 4);
    assert_eq!(of(FiveCard::Flush), 205_792);
    assert_eq!(of(FiveCard::Straight), 361_620);
    assert_eq!(of(FiveCard::ThreeOfAKind), 732_160);
    assert_eq!(of(FiveCard::TwoPair), 2_532_816);
    assert_eq!(Rank::ALL.map(|rank| of(FiveCard::Pair(rank))).iter().sum::<u64>(), 9_730_740);
    assert_eq!(of(FiveCard::HighCard), 6_612_900);
    assert_eq!(counted.values().sum::<u64>(), 20_358_520);
}

/// LIR-6-E-6, read with an ace that is high only: the hands of A-2-3-4-5 fall to what else they hold.
#[test]
fn six_card_hands_agree_when_the_ace_is_high_only() {
    let counted = sixes(LowAce::HighOnly);
    assert_eq!(counted[&SixCard::Five(FiveCard::StraightFlush)], 32 * 46);
    assert_eq!(counted.values().sum::<u64>(), 20_358_520);
}
