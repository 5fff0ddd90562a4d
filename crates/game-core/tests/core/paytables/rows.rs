//! Which hands a table pays, and on which of its rows.

use game_core::card::{Card, Rank, Suit};
use game_core::game::GameId;
use game_core::hand::{self, FiveCard, LowAce, SixCard, ThreeCard, TwoCard};
use game_core::money::Cents;
use game_core::paytable::{self, Pay, Paytable, RowHand, Schedule, envy, paytables};
use std::collections::BTreeSet;

/// Every five-card category, with every rank of pair.
fn five_card_hands() -> impl Iterator<Item = FiveCard> {
    let pairs = Rank::ALL.map(FiveCard::Pair);
    let others = [
        FiveCard::HighCard,
        FiveCard::TwoPair,
        FiveCard::ThreeOfAKind,
        FiveCard::Straight,
        FiveCard::Flush,
        FiveCard::FullHouse,
        FiveCard::FourOfAKind,
        FiveCard::StraightFlush,
        FiveCard::RoyalFlush,
    ];
    pairs.into_iter().chain(others)
}

#[test]
fn five_cards_qualify_for_envy_from_a_straight_flush_and_for_the_progressive_from_three_of_a_kind() {
    // LIR-1-B-3 (tables A, D, E, F; I-05), LIR-1-B-6, LIR-11-E-4, S235-1-B-3, S235-1-B-5.
    for game in [GameId::LetItRide, GameId::Stud235] {
        for table in paytables(game, Schedule::ProgressivePayout).iter().filter(|table| five_card(table)) {
            let envied = Paytable { letter: "", rows: envy(game, table.letter, Cents::new(100)).unwrap() };
            for hand in five_card_hands() {
                assert_eq!(table.row_five(hand).is_some(), hand >= FiveCard::ThreeOfAKind, "{hand:?}");
                assert_eq!(envied.row_five(hand).is_some(), hand >= FiveCard::StraightFlush, "{hand:?}");
            }
        }
    }
}

fn five_card(table: &Paytable) -> bool {
    table.rows[0].hand == RowHand::RoyalFlush
}

#[test]
fn hands_below_the_lowest_row_are_paid_nothing() {
    // The lowest paying hands: LIR-11-E-1 (the table decides, I-26), LIR-11-E-2, LIR-11-E-3, CAL-standards-4,
    // CAL-round-10; pairs of nines lose (I-30), and 2-3-5's pairs rank below their pay (I-61).
    let lowest = |table: &Paytable| five_card_hands().filter(|hand| table.row_five(*hand).is_some()).min();
    let floor_of = |game, schedule| paytables(game, schedule).iter().map(lowest).collect::<Vec<_>>();
    let pair = |rank| Some(FiveCard::Pair(rank));
    assert_eq!(floor_of(GameId::LetItRide, Schedule::LetItRide), [pair(Rank::Ten); 3]);
    assert_eq!(floor_of(GameId::California, Schedule::LetItRide), [pair(Rank::Ten); 3]);
    assert_eq!(floor_of(GameId::Stud235, Schedule::FiveCardPoker), [pair(Rank::Ten)]);
    assert_eq!(floor_of(GameId::CrissCross, Schedule::CrissCrossPoker), [pair(Rank::Six)]);
    assert_eq!(floor_of(GameId::CrissCross, Schedule::FiveCardBonus), [pair(Rank::Six)]);
    let (tens, two_pair, three) = (pair(Rank::Ten), Some(FiveCard::TwoPair), Some(FiveCard::ThreeOfAKind));
    let bonus = floor_of(GameId::LetItRide, Schedule::FiveCardBonus);
    assert_eq!(bonus, [tens, tens, two_pair, tens, two_pair, two_pair, three]);
    for table in paytables(GameId::LetItRide, Schedule::SixCardBonus) {
        for hand in five_card_hands() {
            let paid = table.row_six(SixCard::Five(hand)).is_some();
            assert_eq!(paid, hand >= FiveCard::ThreeOfAKind, "{hand:?}");
        }
    }
    for table in paytables(GameId::LetItRide, Schedule::ThreeCardBonus) {
        assert_eq!(table.row_three(ThreeCard::HighCard), None);
        assert!(table.row_three(ThreeCard::Pair(Rank::Two)).is_some());
    }
    let two = paytable::paytable(GameId::Stud235, Schedule::TwoCardPoker, "standard").unwrap();
    assert_eq!(two.row_two(TwoCard::HighCard), None);
}

#[test]
fn the_push_of_criss_cross_ends_where_its_pay_begins() {
    let table = paytable::paytable(GameId::CrissCross, Schedule::CrissCrossPoker, "standard").unwrap();
    for rank in Rank::ALL {
        let pay = table.row_five(FiveCard::Pair(rank)).map(|row| row.clause.as_str());
        let expected = match rank {
            Rank::Two | Rank::Three | Rank::Four | Rank::Five => None,
            Rank::Six | Rank::Seven | Rank::Eight | Rank::Nine | Rank::Ten => Some("CC-12-A-10"),
            Rank::Jack | Rank::Queen | Rank::King | Rank::Ace => Some("CC-12-A-9"),
        };
        assert_eq!(pay, expected, "{rank:?}");
    }
}

#[test]
fn a_suited_ace_king_queen_is_paid_on_the_best_row_the_table_has() {
    // LIR-12-E-2, LIR-12-E-3 (three own cards, I-28): spades alone on the top row (I-27), the other suits on the next.
    // The Three Card Bonus has no row of its own for it and pays a straight flush (I-37); 2-3-5 has one for all suits.
    let clause = |game, schedule, letter, suit| {
        let table = paytable::paytable(game, schedule, letter).unwrap();
        table.row_three(ThreeCard::MiniRoyal(suit)).unwrap().clause.to_string()
    };
    for suit in Suit::ALL {
        let spades = suit == Suit::Spades;
        let progressive = |letter| clause(GameId::LetItRide, Schedule::ProgressivePayout, letter, suit);
        assert_eq!(progressive("B"), if spades { "LIR-12-E-2-a" } else { "LIR-12-E-2-b" });
        assert_eq!(progressive("C"), if spades { "LIR-12-E-3-a" } else { "LIR-12-E-3-b" });
        assert_eq!(clause(GameId::LetItRide, Schedule::ThreeCardBonus, "A", suit), "LIR-12-C-1-a");
        assert_eq!(clause(GameId::Stud235, Schedule::ThreeCardPoker, "standard", suit), "S235-12-B-1");
    }
    for letter in ["B", "C"] {
        let table = paytable::paytable(GameId::LetItRide, Schedule::ProgressivePayout, letter).unwrap();
        assert!(five_card_hands().all(|hand| table.row_five(hand).is_none()), "I-28");
        assert_eq!(table.row_three(ThreeCard::Flush), None);
    }
}

#[test]
fn a_super_royal_is_paid_before_the_royal_flush_it_holds() {
    // I-36: diamonds apart from the other suits in table A, the same flat amount in table B.
    let pay = |letter, suit| {
        let table = paytable::paytable(GameId::LetItRide, Schedule::SixCardBonus, letter).unwrap();
        table.row_six(SixCard::SuperRoyal(suit)).unwrap().pay
    };
    let [million, hundred_thousand] = [100_000_000, 10_000_000].map(|cents| Pay::Flat(Cents::new(cents)));
    assert_eq!(Suit::ALL.map(|suit| pay("A", suit)), [hundred_thousand, million, hundred_thousand, hundred_thousand]);
    assert_eq!(Suit::ALL.map(|suit| pay("B", suit)), [hundred_thousand; 4]);
}

#[test]
fn every_two_cards_are_paid_once_or_not_at_all() {
    // I-54: rank list and pay list run in opposite order, and a suited neighbour is still paid once.
    let table = paytable::paytable(GameId::Stud235, Schedule::TwoCardPoker, "standard").unwrap();
    for first in Card::deck() {
        for second in Card::deck().filter(|second| *second != first) {
            let hand = hand::two([first, second], LowAce::Counts);
            let rows = table.rows.iter().filter(|row| row.hand.pays_two(hand)).count();
            assert_eq!(rows, usize::from(hand != TwoCard::HighCard), "{first} {second}");
        }
    }
}

#[test]
fn every_name_leads_back_to_its_schedule() {
    for schedule in Schedule::ALL {
        assert_eq!(Schedule::from_name(schedule.name()), Some(schedule));
        assert!(GameId::ALL.into_iter().any(|game| schedule.offered_by(game)), "{schedule}");
    }
    assert_eq!(Schedule::from_name("blackjack"), None);
    assert!(!Schedule::FiveCardBonus.offered_by(GameId::California), "I-101");
    let names: BTreeSet<_> = RowHand::ALL.map(RowHand::name).into();
    assert_eq!(names.len(), RowHand::ALL.len());
}
