//! The full order of five-card hands: how many strengths there are, what the best and worst of each kind is, what beats
//! what, and that suits never decide.

use super::{every_hand, hand};
use crate::plain;
use game_core::card::{Card, Rank, Suit};
use game_core::hand::{FiveCard, HandRank, LowAce, five, five_rank};
use std::collections::BTreeMap;
use std::sync::LazyLock;

type Strength = (FiveCard, Vec<Rank>);

/// Every strength with the plain reading of the hands that have it.
static STRENGTHS: LazyLock<BTreeMap<HandRank, Strength>> = LazyLock::new(|| {
    let mut strengths = BTreeMap::new();
    for cards in every_hand() {
        let plain = plain::strength(cards);
        let known = strengths.entry(five_rank(cards)).or_insert_with(|| plain.clone());
        assert_eq!(*known, plain, "{cards:?}");
    }
    strengths
});

/// LIR-6-A, S235-6-A, CC-6-A, CAL-ranking-2-a: ranks from ace to two decide, in the order a plain comparison gives.
#[test]
fn there_are_7462_strengths_in_the_plain_order() {
    assert_eq!(STRENGTHS.len(), 7_462);
    assert!(STRENGTHS.values().is_sorted_by(|weaker, stronger| weaker < stronger));
    let number = |kind: fn(&FiveCard) -> bool| STRENGTHS.values().filter(|(five, _)| kind(five)).count();
    assert_eq!(number(|kind| *kind == FiveCard::HighCard), 1_277);
    assert_eq!(number(|kind| matches!(kind, FiveCard::Pair(_))), 2_860);
    assert_eq!(number(|kind| *kind == FiveCard::TwoPair), 858);
    assert_eq!(number(|kind| *kind == FiveCard::Straight), 10);
}

/// The clauses that say from what to what a kind of hand runs.
const RUNS: [(&str, FiveCard, &str, &str); 8] = [
    ("LIR-6-C-1 LIR-6-F-1 S235-6-G-1", FiveCard::RoyalFlush, "As Ks Qs Js Ts", "Ad Kd Qd Jd Td"),
    ("LIR-6-C-2 LIR-6-F-2 S235-6-G-2", FiveCard::StraightFlush, "Kh Qh Jh Th 9h", "5c 4c 3c 2c Ac"),
    ("LIR-6-C-3 LIR-6-F-3 S235-6-G-3", FiveCard::FourOfAKind, "As Ah Ad Ac Kh", "2s 2h 2d 2c 3h"),
    ("LIR-6-C-4 LIR-6-F-4 S235-6-G-4", FiveCard::FullHouse, "As Ah Ad Kc Kh", "2s 2h 2d 3c 3h"),
    ("LIR-6-C-5 LIR-6-F-5 S235-6-G-5", FiveCard::Flush, "Ad Kd Qd Jd 9d", "7s 5s 4s 3s 2s"),
    ("LIR-6-C-6 LIR-6-F-6 S235-6-G-6", FiveCard::Straight, "As Kh Qd Jc Th", "5s 4h 3d 2c Ah"),
    ("LIR-6-C-7 LIR-6-F-7 S235-6-G-7", FiveCard::ThreeOfAKind, "As Ah Ad Kc Qh", "2s 2h 2d 3c 4h"),
    ("LIR-6-C-8", FiveCard::TwoPair, "As Ah Kd Kc Qh", "3s 3h 2d 2c 4h"),
];

#[test]
fn each_kind_runs_from_its_best_to_its_worst() {
    for (clauses, kind, best, worst) in RUNS {
        let mut of_kind = STRENGTHS.iter().filter(|(_, (five, _))| *five == kind).map(|(strength, _)| *strength);
        assert_eq!(of_kind.next(), Some(five_rank(hand(worst))), "{clauses}: {worst}");
        assert_eq!(of_kind.next_back().unwrap_or(five_rank(hand(best))), five_rank(hand(best)), "{clauses}: {best}");
    }
}

/// What the California order says about two hands of one kind.
const BEATS: [(&str, &str, &str); 13] = [
    ("CAL-ranking-2-a", "As 9h 5d 4c 2h", "Ks Qh Jd Tc 8h"),
    ("CAL-ranking-3-a", "As Ah 2d 3c 4h", "Ks Kh Ad Qc Jh"),
    ("CAL-ranking-3-a", "3s 3h 2d 4c 5h", "2s 2h Ad Kc Qh"),
    ("CAL-ranking-3-b", "As Ah 2d 2c 3h", "Ks Kh Qd Qc Ah"),
    ("CAL-ranking-3-b", "As Ah 4d 4c 2h", "Ad Ac 3d 3c Kh"),
    ("CAL-ranking-3-b", "As Ah 4d 4c 3h", "Ad Ac 4s 4h 2h"),
    ("CAL-ranking-3-c", "3s 3h 3d 2c 4h", "2s 2h 2d Ac Kh"),
    ("CAL-ranking-3-d", "6s 5h 4d 3c 2h", "5s 4h 3d 2c Ah"),
    ("CAL-ranking-3-e", "Ks 8s 4s 3s 2s", "Qh Jh Th 9h 7h"),
    ("CAL-ranking-3-e", "Ks Qs Js 9s 3s", "Kh Qh Jh 9h 2h"),
    ("CAL-ranking-3-f", "3s 3h 3d 2c 2h", "2s 2h 2d Ac Ah"),
    ("CAL-ranking-3-g", "3s 3h 3d 3c 2h", "2s 2h 2d 2c Ah"),
    ("CAL-ranking-3-h", "6s 5s 4s 3s 2s", "5h 4h 3h 2h Ah"),
];

#[test]
fn within_a_kind_the_named_ranks_decide() {
    for (clause, better, worse) in BEATS {
        assert!(five_rank(hand(better)) > five_rank(hand(worse)), "{clause}: {better} beats {worse}");
    }
}

/// LIR-6-B, S235-6-C, CC-6-B, CAL-ranking-1: suits do not outrank one another. Turning the suits round and swapping two
/// of them can be combined into every renaming of suits, and neither changes what any hand is worth.
#[test]
fn renaming_the_suits_changes_nothing() {
    let turned = |card: Card| Card::new(card.rank(), Suit::ALL[(card.suit() as usize + 1) % 4]);
    let swapped = |card: Card| match card.suit() {
        Suit::Clubs => Card::new(card.rank(), Suit::Spades),
        Suit::Spades => Card::new(card.rank(), Suit::Clubs),
        Suit::Diamonds | Suit::Hearts => card,
    };
    for cards in every_hand() {
        for renamed in [cards.map(turned), cards.map(swapped)] {
            assert_eq!(five_rank(renamed), five_rank(cards), "{cards:?}");
            assert_eq!(five(renamed, LowAce::Counts), five(cards, LowAce::Counts), "{cards:?}");
        }
    }
}
