//! Envy: what progressive bettors get for other players' hands (I-04, I-05, I-45).

use super::Round;

/// Who gets how much from whom, by which clause.
fn envy(round: &Round) -> Vec<String> {
    let answer = round.settled();
    let line = |seat: &game_core::settle::AnsweredSeat| {
        let awards = seat.awards.iter();
        let seat = seat.seat;
        awards
            .map(move |award| format!("{seat} from {}: {} by {}", award.from_seat, award.amount.get(), award.clause))
            .collect::<Vec<_>>()
    };
    answer.seats.iter().flat_map(line).collect()
}

const RIDE: &str = "bet_1 ride, bet_2 ride";
const CHECK: &str = "three_card_raise check, five_card_raise check";

/// LIR-11-E-5, LIR-12-H-1, LIR-12-I-1-a, LIR-12-I-1-b, LIR-12-J-1-a, LIR-12-J-1-b: one payment for each qualifying box
/// and by the receiver's stake; none for one's own hand or for another box of the same person; the holder need not have
/// bet the progressive.
#[test]
fn envy_is_paid_for_every_hand_of_other_people() {
    let round = Round::of("let_it_ride_md", "let_it_ride A, progressive_payout A")
        .community("Ts Js")
        // Bob holds a royal flush, without a progressive wager.
        .seat(6, "Qs Ks As", "let_it_ride 500", RIDE)
        .player("bob")
        // Seat 5 holds a straight flush and has bet $5.
        .seat(5, "7s 8s 9s", "let_it_ride 500, progressive_payout 500", RIDE)
        // Ann has two boxes, each with a wager of its own.
        .seat(4, "2c 3d 8h", "let_it_ride 500, progressive_payout 500", RIDE)
        .player("ann")
        .seat(3, "2d 4d 8c", "let_it_ride 500, progressive_payout 100", RIDE)
        .player("ann")
        // Bob's other box has bet $5 and gets nothing for his own royal.
        .seat(2, "2h 4c 8d", "let_it_ride 500, progressive_payout 500", RIDE)
        .player("bob")
        // No progressive wager, no envy.
        .seat(1, "3h 4h 9c", "let_it_ride 500", RIDE);
    let expected = [
        "5 from 6: 500000 by LIR-12-J-1-a",
        "4 from 6: 500000 by LIR-12-J-1-a",
        "4 from 5: 150000 by LIR-12-J-1-b",
        "3 from 6: 100000 by LIR-12-I-1-a",
        "3 from 5: 30000 by LIR-12-I-1-b",
        "2 from 5: 150000 by LIR-12-J-1-b",
    ];
    assert_eq!(envy(&round), expected);
    // Seat 3 loses three bets and its wager, and gets $1,000 and $300.
    assert_eq!(round.settled().seats[3].net.get(), -1500 - 100 + 100_000 + 30_000);
}

/// A number and the same number as text are one person; boxes without a name are different people.
#[test]
fn boxes_belong_to_whoever_is_named() {
    let round = |first: serde_json::Value, second: serde_json::Value| {
        Round::of("let_it_ride_md", "let_it_ride A, progressive_payout A")
            .community("Ts Js")
            .seat(6, "Qs Ks As", "let_it_ride 500", RIDE)
            .player(first)
            .seat(2, "2h 4c 8d", "let_it_ride 500, progressive_payout 100", RIDE)
            .player(second)
    };
    assert!(envy(&round(7.into(), "7".into())).is_empty());
    assert_eq!(envy(&round(7.into(), 8.into())), ["2 from 6: 100000 by LIR-12-I-1-a"]);
    assert_eq!(envy(&round(serde_json::Value::Null, serde_json::Value::Null)).len(), 1);
    assert_eq!(envy(&round("2".into(), serde_json::Value::Null)).len(), 1);
}

/// LIR-12-I-2-a, LIR-12-I-2-b, LIR-12-J-3-a, LIR-12-J-3-b: tables B and C look at the own three cards (I-05, I-28).
#[test]
fn three_card_tables_envy_suited_ace_king_queen() {
    let round = |letter: &str| {
        Round::of("let_it_ride_md", &format!("let_it_ride A, progressive_payout {letter}"))
            .community("Ts Js")
            .seat(5, "Qs Ks As", "let_it_ride 500", RIDE)
            .seat(4, "Qh Kh Ah", "let_it_ride 500", RIDE)
            // A royal flush on the table is nothing here: this hand is seven, eight and nine of spades.
            .seat(3, "7s 8s 9s", "let_it_ride 500", RIDE)
            .seat(2, "2c 3d 8h", "let_it_ride 500, progressive_payout 100", RIDE)
            .seat(1, "2d 4d 8c", "let_it_ride 500, progressive_payout 500", RIDE)
    };
    let expected = |letter: i64| {
        [
            format!("2 from 5: 10000 by LIR-12-I-{letter}-a"),
            format!("2 from 4: 2500 by LIR-12-I-{letter}-b"),
            format!("1 from 5: 50000 by LIR-12-J-{letter}-a"),
            format!("1 from 4: 12500 by LIR-12-J-{letter}-b"),
        ]
    };
    assert_eq!(envy(&round("B")), expected(2));
    assert_eq!(envy(&round("C")), expected(3));
}

/// S235-11-D-5-e-i, S235-11-D-5-e-ii, S235-11-D-5-e-iii, S235-12-I-4-b, S235-12-J-2-a: the same in 2-3-5 Stud.
#[test]
fn stud_pays_envy_alike() {
    let round = |letter: &str| {
        Round::of("two_three_five_stud_md", &format!("progressive_payout {letter}"))
            .community("Ts Js")
            .seat(6, "Qs Ks As", "two_three_five 500, progressive_payout 100", CHECK)
            .seat(5, "7s 8s 9s", "two_three_five 500, progressive_payout 500", CHECK)
    };
    for (letter, number) in [("A", 1), ("B", 2), ("C", 3), ("D", 4)] {
        let expected =
            [format!("6 from 5: 30000 by S235-12-I-{number}-b"), format!("5 from 6: 500000 by S235-12-J-{number}-a")];
        assert_eq!(envy(&round(letter)), expected);
    }
}

/// LIR-12-H-1: other hands qualify nobody.
#[test]
fn lesser_hands_are_not_envied() {
    let round = Round::of("let_it_ride_md", "let_it_ride A, progressive_payout E")
        .community("7s 7h")
        .seat(5, "7d 7c Ks", "let_it_ride 500, progressive_payout 100", RIDE)
        .seat(1, "2d 4d 8c", "let_it_ride 500, progressive_payout 500", RIDE);
    assert!(envy(&round).is_empty());
}
