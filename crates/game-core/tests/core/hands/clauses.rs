//! An example for every clause that says what a hand is, and the order of the kinds.

use super::hand;
use game_core::card::{Rank, Suit};
use game_core::hand::LowAce::{Counts, HighOnly};
use game_core::hand::{FiveCard, SixCard, ThreeCard, TwoCard, five, five_rank, six, three, two};

/// Clauses, cards, and what the cards are when an ace may count low.
type Example<K> = (&'static str, &'static str, K);

const FIVE_CARDS: [Example<FiveCard>; 24] = [
    ("LIR-6-C-1 LIR-6-F-1 S235-6-D-1 S235-6-G-1 CC-6-C-1 CAL-ranking-3-i", "Ts As Js Ks Qs", FiveCard::RoyalFlush),
    ("LIR-6-C-2 LIR-6-F-2 S235-6-D-2 S235-6-G-2 CC-6-C-2 CAL-ranking-3-h", "9h Kh Jh Th Qh", FiveCard::StraightFlush),
    ("LIR-6-A-1 S235-6-B I-69: a low ace in a straight flush", "Ah 2h 3h 4h 5h", FiveCard::StraightFlush),
    ("LIR-6-C-3 LIR-6-F-3 S235-6-D-3 S235-6-G-3 CC-6-C-3 CAL-ranking-3-g", "2s 7d 2h 2d 2c", FiveCard::FourOfAKind),
    ("LIR-6-C-4 LIR-6-F-4 S235-6-D-4 S235-6-G-4 CC-6-C-4 CAL-ranking-3-f", "3s Kd 3h Kc 3d", FiveCard::FullHouse),
    ("LIR-6-C-5 LIR-6-F-5 S235-6-D-5 S235-6-G-5 CC-6-C-5 CAL-ranking-3-e", "Ad Kd Qd Jd 9d", FiveCard::Flush),
    ("LIR-6-C-5 LIR-6-F-5 S235-6-D-5 S235-6-G-5 CC-6-C-5 CAL-ranking-3-e", "7c 5c 4c 3c 2c", FiveCard::Flush),
    ("LIR-6-A-2: no bridge between the ends, suited", "Qs Ks As 2s 3s", FiveCard::Flush),
    ("LIR-6-C-6 LIR-6-F-6 S235-6-D-6 S235-6-G-6 CC-6-C-6 CAL-ranking-3-d", "As Kh Qd Jc Ts", FiveCard::Straight),
    ("LIR-6-C-6 LIR-6-F-6 S235-6-D-6 S235-6-G-6 CC-6-C-6 CAL-ranking-3-d", "6s 3h 5s 4s 2s", FiveCard::Straight),
    ("LIR-6-A-1 S235-6-B I-69: a low ace in a straight", "5s 4h 3d 2c As", FiveCard::Straight),
    ("LIR-6-A-2: no bridge between the ends", "Qs Kh Ad 2c 3s", FiveCard::HighCard),
    ("LIR-6-A-2 S235-6-B: no bridge between the ends", "Ks Ah 2d 3c 4s", FiveCard::HighCard),
    ("LIR-6-A-2 S235-6-B: no bridge between the ends", "Js Qh Kd Ac 2s", FiveCard::HighCard),
    ("LIR-6-C-7 LIR-6-F-7 S235-6-D-7 S235-6-G-7 CC-6-C-7 CAL-ranking-3-c", "As Ah 9d Ac Kh", FiveCard::ThreeOfAKind),
    ("LIR-6-C-7 LIR-6-F-7 S235-6-D-7 S235-6-G-7 CC-6-C-7 CAL-ranking-3-c", "2s 5h 2d 2c 9h", FiveCard::ThreeOfAKind),
    ("LIR-6-C-8 S235-6-D-8 CC-6-C-8 CAL-ranking-3-b", "As Kh Ad Kc 9h", FiveCard::TwoPair),
    ("LIR-6-C-8 S235-6-D-8 CC-6-C-8 CAL-ranking-3-b", "3s 2h 3d 2c 9h", FiveCard::TwoPair),
    ("LIR-6-C-9: the lowest pair that counts", "Ts 2h Td 4c 9h", FiveCard::Pair(Rank::Ten)),
    ("LIR-6-C-9: the highest pair that does not", "9s 2h 9d 4c Th", FiveCard::Pair(Rank::Nine)),
    ("S235-6-D-9 CC-6-C-9 CAL-ranking-3-a", "As 2h Ad 4c 9h", FiveCard::Pair(Rank::Ace)),
    ("S235-6-D-9 CC-6-C-9 CAL-ranking-3-a", "2s 8h 2d 4c 9h", FiveCard::Pair(Rank::Two)),
    ("LIR-6-C: four to a flush and four to a straight are nothing", "9s 8s 7s 6s 4h", FiveCard::HighCard),
    ("LIR-6-C: nothing", "As Kh Qd Jc 9s", FiveCard::HighCard),
];

const THREE_CARDS: [Example<ThreeCard>; 13] = [
    ("S235-6-E-1", "As Ks Qs", ThreeCard::MiniRoyal(Suit::Spades)),
    ("S235-6-E-1", "Qd Ad Kd", ThreeCard::MiniRoyal(Suit::Diamonds)),
    ("LIR-6-D-1 S235-6-E-2", "Kh Jh Qh", ThreeCard::StraightFlush),
    ("LIR-6-D-1 LIR-6-D-3 S235-6-E-2 I-37 I-55", "3c Ac 2c", ThreeCard::StraightFlush),
    ("LIR-6-D-2 S235-6-E-3", "7s 7d 7c", ThreeCard::ThreeOfAKind),
    ("LIR-6-D-3 S235-6-E-4 I-37 I-55", "Ah Ks Qs", ThreeCard::Straight),
    ("LIR-6-D-3 S235-6-E-4 I-37 I-55", "As 2h 3s", ThreeCard::Straight),
    ("LIR-6-D-3 S235-6-E-4 I-37 I-55: no wrap-around", "Ks Ah 2s", ThreeCard::HighCard),
    ("LIR-6-D-4 S235-6-E-5 I-37 I-55: no wrap-around, suited", "Ks As 2s", ThreeCard::Flush),
    ("LIR-6-D-4 S235-6-E-5", "Ks 9s 2s", ThreeCard::Flush),
    ("LIR-6-D-5 S235-6-E-6", "9h 2d 9s", ThreeCard::Pair(Rank::Nine)),
    ("LIR-6-D-5 S235-6-E-6", "2h 2d Ah", ThreeCard::Pair(Rank::Two)),
    ("LIR-6-D: nothing", "Ah Kh Js", ThreeCard::HighCard),
];

const TWO_CARDS: [Example<TwoCard>; 10] = [
    ("S235-6-F-1", "9h 8s", TwoCard::Straight),
    ("S235-6-F-1 I-55", "Kh As", TwoCard::Straight),
    ("S235-6-F-1 I-55", "2h As", TwoCard::Straight),
    ("S235-6-F-1 I-54: suited neighbours win once", "9h 8h", TwoCard::Straight),
    ("S235-6-F-1 I-54 I-55: suited neighbours win once", "Ah 2h", TwoCard::Straight),
    ("S235-6-F-2", "9h 7h", TwoCard::Flush),
    ("S235-6-F-2 I-55: king and two are not neighbours", "Kh 2h", TwoCard::Flush),
    ("S235-6-F-3", "9h 9s", TwoCard::Pair(Rank::Nine)),
    ("S235-6-F: nothing", "9h 7s", TwoCard::HighCard),
    ("S235-6-F I-55: king and two are not neighbours", "Kh 2s", TwoCard::HighCard),
];

const SIX_CARDS: [Example<SixCard>; 17] = [
    ("LIR-6-E-8", "9d Td Jd Qd Kd Ad", SixCard::SuperRoyal(Suit::Diamonds)),
    ("LIR-6-E-1 LIR-6-E-8: the nine is of another suit", "9h Td Jd Qd Kd Ad", SixCard::Five(FiveCard::RoyalFlush)),
    ("LIR-6-E-1 LIR-6-E-8: not a nine", "8d Td Jd Qd Kd Ad", SixCard::Five(FiveCard::RoyalFlush)),
    ("LIR-6-E-2: not a king-high run", "9d Td Jd Qd Kd Ah", SixCard::Five(FiveCard::StraightFlush)),
    ("LIR-6-E-2 I-41: six suited in sequence", "4c 5c 6c 7c 8c 9c", SixCard::Five(FiveCard::StraightFlush)),
    ("LIR-6-E-2", "Ac 2c 3c 4c 5c Kc", SixCard::Five(FiveCard::StraightFlush)),
    ("LIR-6-E-3", "7s 7h 7d 7c 2s 2h", SixCard::Five(FiveCard::FourOfAKind)),
    ("LIR-6-E-4", "7s 7h 7d 2c 2s Kh", SixCard::Five(FiveCard::FullHouse)),
    ("LIR-6-E-4: twice three of a kind", "7s 7h 7d 2c 2s 2h", SixCard::Five(FiveCard::FullHouse)),
    ("LIR-6-E-5", "Ks 9s 7s 4s 2s Kh", SixCard::Five(FiveCard::Flush)),
    ("LIR-6-E-5 I-41: a straight as well, of mixed suits", "9s 8s 7s 6s 5h 2s", SixCard::Five(FiveCard::Flush)),
    ("LIR-6-E-6", "9s 8h 7s 6s 5h 5d", SixCard::Five(FiveCard::Straight)),
    ("LIR-6-E-6", "As 2h 3s 4s 5h Kd", SixCard::Five(FiveCard::Straight)),
    ("LIR-6-E-7", "9s 9h 9d 6s 5h 2d", SixCard::Five(FiveCard::ThreeOfAKind)),
    ("LIR-6-E: three pairs are two", "9s 9h 6d 6s 5h 5d", SixCard::Five(FiveCard::TwoPair)),
    ("LIR-6-E: not in the list", "9s 9h 6d 4s 3h 2d", SixCard::Five(FiveCard::Pair(Rank::Nine))),
    ("LIR-6-E: not in the list", "Ks Qh Jd 2s 3h 4d", SixCard::Five(FiveCard::HighCard)),
];

#[test]
fn every_clause_names_the_hands_it_says() {
    for (clauses, cards, kind) in FIVE_CARDS {
        assert_eq!(five(hand(cards), Counts), kind, "{clauses}: {cards}");
    }
    for (clauses, cards, kind) in THREE_CARDS {
        assert_eq!(three(hand(cards), Counts), kind, "{clauses}: {cards}");
    }
    for (clauses, cards, kind) in TWO_CARDS {
        assert_eq!(two(hand(cards), Counts), kind, "{clauses}: {cards}");
    }
    for (clauses, cards, kind) in SIX_CARDS {
        assert_eq!(six(hand(cards), Counts), kind, "{clauses}: {cards}");
    }
}

/// LIR-6-C, LIR-6-F, S235-6-D, S235-6-G, CC-6-C: the order of the kinds, from best to worst. CAL-ranking-3-a to
/// CAL-ranking-3-i list the same kinds from worst to best.
#[test]
fn five_card_kinds_stand_in_the_printed_order() {
    let best_to_worst = [
        ("As Ks Qs Js Ts", FiveCard::RoyalFlush),
        ("5h 4h 3h 2h Ah", FiveCard::StraightFlush),
        ("2s 2h 2d 2c 3h", FiveCard::FourOfAKind),
        ("2s 2h 2d 3c 3h", FiveCard::FullHouse),
        ("7c 5c 4c 3c 2c", FiveCard::Flush),
        ("5s 4h 3d 2c Ah", FiveCard::Straight),
        ("2s 2h 2d 3c 4h", FiveCard::ThreeOfAKind),
        ("3s 3h 2d 2c 4h", FiveCard::TwoPair),
        ("Ts Th 2d 3c 4h", FiveCard::Pair(Rank::Ten)),
        ("9s 9h Ad Kc Qh", FiveCard::Pair(Rank::Nine)),
        ("As Kh Qd Jc 9h", FiveCard::HighCard),
    ];
    assert!(best_to_worst.is_sorted_by(|(_, better), (_, worse)| better > worse));
    assert!(best_to_worst.is_sorted_by(|(better, _), (worse, _)| five_rank(hand(better)) > five_rank(hand(worse))));
    assert!(best_to_worst.iter().all(|(cards, kind)| five(hand(cards), Counts) == *kind));
}

/// LIR-6-A, S235-6-A, CC-6-A, CAL-ranking-2-a: aces high and twos low, also among pairs.
#[test]
fn ranks_run_from_ace_to_two() {
    let top_to_bottom = "A K Q J T 9 8 7 6 5 4 3 2".split(' ');
    assert!(Rank::ALL.into_iter().rev().map(|rank| rank.letter().to_string()).eq(top_to_bottom));
    assert!(Rank::ALL.is_sorted_by(|lower, higher| FiveCard::Pair(*lower) < FiveCard::Pair(*higher)));
}

/// S235-6-E and LIR-6-D: the order of three-card kinds. S235-6-F: that of two-card kinds.
#[test]
fn short_hands_stand_in_the_printed_order() {
    let three_cards = ["As Ks Qs", "3h 2h Ah", "2s 2h 2d", "3s 2h Ad", "5s 3s 2s", "2s 2h 3d", "As Kh Jd"];
    let kinds = three_cards.map(|cards| three(hand(cards), Counts));
    assert!(kinds.is_sorted_by(|better, worse| better > worse), "{kinds:?}");
    let two_cards = ["2s Ah", "4s 2s", "2s 2h", "As Qh"];
    let kinds = two_cards.map(|cards| two(hand(cards), Counts));
    assert!(kinds.is_sorted_by(|better, worse| better > worse), "{kinds:?}");
}

/// I-55 and I-69 leave it to the operator whether an ace counts low: without it the same cards are less.
#[test]
fn without_a_low_ace_the_lowest_straights_are_none() {
    assert_eq!(five(hand("5s 4h 3d 2c As"), HighOnly), FiveCard::HighCard);
    assert_eq!(five(hand("5s 4s 3s 2s As"), HighOnly), FiveCard::Flush);
    assert_eq!(five(hand("Ts Js Qs Ks As"), HighOnly), FiveCard::RoyalFlush);
    assert_eq!(five(hand("6s 5h 4d 3c 2s"), HighOnly), FiveCard::Straight);
    assert_eq!(three(hand("3s 2h As"), HighOnly), ThreeCard::HighCard);
    assert_eq!(three(hand("3s 2s As"), HighOnly), ThreeCard::Flush);
    assert_eq!(three(hand("Qs Kh As"), HighOnly), ThreeCard::Straight);
    assert_eq!(two(hand("2s Ah"), HighOnly), TwoCard::HighCard);
    assert_eq!(two(hand("2s As"), HighOnly), TwoCard::Flush);
    assert_eq!(two(hand("Ks Ah"), HighOnly), TwoCard::Straight);
    assert_eq!(six(hand("5s 4h 3d 2c As Ks"), HighOnly), SixCard::Five(FiveCard::HighCard));
    assert_eq!(six(hand("5s 4s 3s 2s As Kh"), HighOnly), SixCard::Five(FiveCard::Flush));
}
