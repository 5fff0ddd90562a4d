//! Let It Ride, Maryland.

use super::Round;
use game_core::settle::settle_json;
use serde_json::{Value, json};

const RIDE: &str = "bet_1 ride, bet_2 ride";

/// LIR-11-B-1-b, LIR-11-C-1-b: a bet taken back is returned, whatever the hand. LIR-12-A-1-g, LIR-12-B-1-g,
/// LIR-12-E-1-g: three of a kind pays 3 to 1, $4 flat and 9 for 1. LIR-11-D: seat 4 before seat 2.
#[test]
fn the_example_of_the_format_is_answered_in_full() {
    let request = r#"
    { "game": "let_it_ride_md",
      "rules": { "paytables": {"let_it_ride": "A", "five_card_bonus": "A", "progressive_payout": "A"},
                 "meters": {"main": {"reset_cents": 100000}}, "minimum_cents": 500, "options": {} },
      "meters_cents": {"main": 5000000},
      "community": ["5d", "Kc"],
      "seats": [ {"seat": 2, "cards": ["Kd", "Ks", "3h"],
                  "wagers": {"let_it_ride": 500, "five_card_bonus": 100, "progressive_payout": 100},
                  "decisions": {"bet_1": "ride", "bet_2": "ride"}},
                 {"seat": 4, "cards": ["9s", "9h", "2c"],
                  "wagers": {"let_it_ride": 500, "five_card_bonus": 100, "progressive_payout": 100},
                  "decisions": {"bet_1": "ride", "bet_2": "withdraw"}} ] }"#;
    let lost = |wager: &str, stake: i64| {
        json!({"wager": wager, "stake_cents": stake, "outcome": "lose", "win_cents": 0, "stake_back_cents": 0,
               "clause": null})
    };
    let won = |wager: &str, stake: i64, win: i64, back: i64, clause: &str| {
        json!({"wager": wager, "stake_cents": stake, "outcome": "win", "win_cents": win, "stake_back_cents": back,
               "clause": clause})
    };
    let withdrawn = json!({"wager": "bet_2", "stake_cents": 500, "outcome": "withdrawn", "win_cents": 0,
                           "stake_back_cents": 500, "clause": "LIR-11-C-1-b"});
    // Seat 4 loses two bets of 500, the bonus and the progressive: -1200.
    // Seat 2 wins 3 x 1500, then 400 - 100 and 900 - 100: 5600.
    let expected = json!({
        "order": [4, 2],
        "seats": [
            {"seat": 4, "hands": {"five_card": "pair_of_nines"},
             "wagers": [lost("bet_1", 500), withdrawn, lost("bet_3", 500), lost("five_card_bonus", 100),
                        lost("progressive_payout", 100)],
             "awards": [], "cap": null, "net_cents": -1200},
            {"seat": 2, "hands": {"five_card": "three_of_a_kind"},
             "wagers": [won("bet_1", 500, 1500, 500, "LIR-12-A-1-g"), won("bet_2", 500, 1500, 500, "LIR-12-A-1-g"),
                        won("bet_3", 500, 1500, 500, "LIR-12-A-1-g"),
                        won("five_card_bonus", 100, 400, 0, "LIR-12-B-1-g"),
                        won("progressive_payout", 100, 900, 0, "LIR-12-E-1-g")],
             "awards": [], "cap": null, "net_cents": 5600}],
        "meters_cents": {"main": 5_000_000}, "meter_events": [], "bank": null});
    let answer = settle_json(request).unwrap();
    assert_eq!(serde_json::to_value(&answer).unwrap(), expected);
    let text = serde_json::to_string(&answer).unwrap();
    let order = [
        "\"order\"",
        "\"seats\"",
        "\"hands\"",
        "\"wagers\"",
        "\"awards\"",
        "\"cap\"",
        "\"net_cents\"",
        "\"meters_cents\"",
        "\"meter_events\"",
        "\"bank\"",
    ];
    assert!(
        order.windows(2).all(|pair| text.find(pair[0]) < text.find(pair[1])),
        "fields in the printed order: {text}"
    );
}

/// LIR-7-E-2: both bets may be taken back, independently; the third never. LIR-7-E-7: side wagers do not mind.
#[test]
fn withdrawals_leave_the_side_wagers_alone() {
    // A pair of tens: 1 to 1 on what is left, the bonus of table B pays $1 flat.
    Round::of("let_it_ride_md", "let_it_ride B, five_card_bonus B")
        .community("Td 4c")
        .seat(1, "Ts 8h 2c", "let_it_ride 2500, five_card_bonus 100", "bet_1 withdraw, bet_2 withdraw")
        .seat(7, "Th 9h 3c", "let_it_ride 2500, five_card_bonus 100", "bet_1 withdraw, bet_2 ride")
        .pays(
            "seat 7: five_card pair_of_tens
             bet_1 2500 withdrawn 0+2500 by LIR-11-B-1-b
             bet_2 2500 win 2500+2500 by LIR-12-A-2-i
             bet_3 2500 win 2500+2500 by LIR-12-A-2-i
             five_card_bonus 100 win 100+0 by LIR-12-B-2-i
             net 5000
             seat 1: five_card pair_of_tens
             bet_1 2500 withdrawn 0+2500 by LIR-11-B-1-b
             bet_2 2500 withdrawn 0+2500 by LIR-11-C-1-b
             bet_3 2500 win 2500+2500 by LIR-12-A-2-i
             five_card_bonus 100 win 100+0 by LIR-12-B-2-i
             net 2500",
        );
}

/// LIR-6-C-9 and I-30: pairs of nines or less lose on the base bets.
#[test]
fn nines_lose() {
    let round =
        Round::of("let_it_ride_md", "let_it_ride C").community("9d 4c").seat(3, "9s 8h 2c", "let_it_ride 1", RIDE);
    let answer = round.settled();
    assert_eq!(answer.seats[0].net.get(), -3);
}

/// LIR-11-E-3, I-36, I-01: a Super Royal takes all six cards and pays a flat amount on top of the stake, which is still
/// on the layout. LIR-11-E-2, I-37: the own three cards are a straight flush at the same time.
#[test]
fn a_super_royal_pays_a_flat_amount_and_returns_the_stake() {
    let round = |letter: &str, suit: &str| {
        Round::of("let_it_ride_md", &format!("let_it_ride A, three_card_bonus A, six_card_bonus {letter}"))
            .community("2c 7h")
            .with("six_card_box", json!([format!("Q{suit}"), format!("K{suit}"), format!("A{suit}")]))
            .seat(
                5,
                &format!("9{suit} T{suit} J{suit}"),
                "let_it_ride 500, three_card_bonus 1000, six_card_bonus 700",
                "bet_1 withdraw, bet_2 withdraw",
            )
    };
    let expected = |suit: &str, million: i64, clause: &str| {
        // Three Card Bonus: 40 x 1000. Net: the third bet lost, 40000, and the flat amount.
        format!(
            "seat 5: five_card high_card, three_card straight_flush, six_card super_royal_of_{suit}
             bet_1 500 withdrawn 0+500 by LIR-11-B-1-b
             bet_2 500 withdrawn 0+500 by LIR-11-C-1-b
             bet_3 500 lose 0+0
             three_card_bonus 1000 win 40000+1000 by LIR-12-C-1-a
             six_card_bonus 700 win {million}+700 by {clause}
             net {}",
            -500 + 40_000 + million
        )
    };
    round("A", "d").pays(&expected("diamonds", 100_000_000, "LIR-12-D-1-a"));
    round("A", "s").pays(&expected("spades", 10_000_000, "LIR-12-D-1-b"));
    round("B", "d").pays(&expected("diamonds", 10_000_000, "LIR-12-D-2-a"));
    round("B", "h").pays(&expected("hearts", 10_000_000, "LIR-12-D-2-b"));
}

/// LIR-12-D-1-c: five of the six make a royal flush, 1000 to 1. LIR-8-D-2, I-22: the box is dealt for all, bet or not.
#[test]
fn the_best_five_of_six_pay() {
    Round::of("let_it_ride_md", "let_it_ride A, six_card_bonus A")
        .community("2c 7h")
        .with("six_card_box", json!(["Qs", "Ks", "As"]))
        .seat(2, "Ts Js 4d", "let_it_ride 500, six_card_bonus 100", RIDE)
        .seat(1, "Qd Qh 3d", "let_it_ride 500, six_card_bonus 100", RIDE)
        .pays(
            "seat 2: five_card high_card, six_card royal_flush
             bet_1 500 lose 0+0
             bet_2 500 lose 0+0
             bet_3 500 lose 0+0
             six_card_bonus 100 win 100000+100 by LIR-12-D-1-c
             net 98500
             seat 1: five_card pair_of_queens, six_card three_of_a_kind
             bet_1 500 win 500+500 by LIR-12-A-1-i
             bet_2 500 win 500+500 by LIR-12-A-1-i
             bet_3 500 win 500+500 by LIR-12-A-1-i
             six_card_bonus 100 win 500+100 by LIR-12-D-1-i
             net 2000",
        );
}

/// LIR-2-B-10, I-07: no limit unless the submission states one, which then covers section A only.
#[test]
fn a_stated_limit_is_spent_bet_by_bet() {
    // Straight flush, 200 to 1 on 1000: 200000 a bet. The limit of 500000 pays two bets and half of the third.
    let round = Round::of("let_it_ride_md", "let_it_ride A, five_card_bonus A").community("5s 6s").seat(
        3,
        "7s 8s 9s",
        "let_it_ride 1000, five_card_bonus 100",
        RIDE,
    );
    round.clone().with("rules.options.payout_limit_cents", 500_000).pays(
        "seat 3: five_card straight_flush
         bet_1 1000 win 200000+1000 by LIR-12-A-1-b
         bet_2 1000 win 200000+1000 by LIR-12-A-1-b
         bet_3 1000 win 100000+1000 by LIR-12-A-1-b
         five_card_bonus 100 win 200000+0 by LIR-12-B-1-b
         cap 600000 to 500000, unpaid 100000
         net 699900",
    );
    // Exactly at the limit nothing is taken away, and nothing is said.
    let at_the_limit = round.clone().with("rules.options.payout_limit_cents", 600_000).settled();
    assert_eq!((at_the_limit.seats[0].cap, at_the_limit.seats[0].net.get()), (None, 799_900));
    assert_eq!(round.settled(), at_the_limit);
}

/// LIR-7-E-3, I-25: the Five Card Bonus has one stake, $1 unless the submission says otherwise, and pays flat amounts.
#[test]
fn the_five_card_unit_is_the_operators() {
    let round = |unit: Value, stake: i64| {
        Round::of("let_it_ride_md", "let_it_ride A, five_card_bonus G")
            .with("rules.options.five_card_bonus_stake_cents", unit)
            .community("Td 4c")
            .seat(1, "Ts Tc 2c", &format!("let_it_ride 500, five_card_bonus {stake}"), RIDE)
    };
    // Three of a kind: $5 flat by table G, whatever the unit. Base: 3 x 1500.
    assert_eq!(round(json!(100), 100).settled().seats[0].net.get(), 4500 + 500 - 100);
    assert_eq!(round(json!(500), 500).settled().seats[0].net.get(), 4500 + 500 - 500);
    assert_eq!(round(json!(500), 100).refused()[0].field, "seats[0].wagers.five_card_bonus");
}
