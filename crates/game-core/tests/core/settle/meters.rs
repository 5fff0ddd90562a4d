//! Meters: read at the seat's own turn, started again before the next, fractions kept (I-02).

use super::Round;
use serde_json::json;

const DOWN_TO_THE_THIRD: &str = "bet_1 withdraw, bet_2 withdraw";

/// The lines about meters in the answer, and the progressive bets.
fn meters(round: &Round) -> String {
    let told = super::told(&round.settled());
    let wanted = |line: &&str| line.contains("progressive") || line.contains("main") || line.contains("minor");
    told.lines().filter(wanted).map(|line| format!("{line}\n")).collect::<String>().trim_end().to_owned()
}

fn says(round: &Round, expected: &str) {
    let expected: Vec<&str> = expected.trim().lines().map(str::trim).collect();
    super::pretty_assert(&meters(round), &expected.join("\n"));
}

/// Both a royal flush and a straight flush with the ten and jack of spades.
fn royal_and_straight_flush(royal: i64, straight_flush: i64) -> Round {
    Round::of("let_it_ride_md", "let_it_ride A, progressive_payout A")
        .with("rules.meters.main.reset_cents", 200_000)
        .with("meters_cents.main", 5_000_000)
        .community("Ts Js")
        .seat(royal, "Qs Ks As", "let_it_ride 500, progressive_payout 100", DOWN_TO_THE_THIRD)
        .seat(straight_flush, "7s 8s 9s", "let_it_ride 500, progressive_payout 500", DOWN_TO_THE_THIRD)
}

/// LIR-12-G, LIR-12-E-1-a, LIR-12-E-1-b: the royal at the higher seat takes all of $50,000, the meter starts again at
/// $2,000, and the straight flush gets a tenth of that. The $1 and the $5 wager share the meter given.
#[test]
fn the_meter_is_reset_between_two_winners() {
    says(
        &royal_and_straight_flush(6, 1),
        "progressive_payout 100 win 5000000+0 by LIR-12-E-1-a
         progressive_payout 500 win 20000+0 by LIR-12-E-1-b
         main at seat 6: 100% pays 5000000, 5000000000000 to 0 by LIR-12-E-1-a
         main at seat 6: reset adds 200000000000, 0 to 200000000000 by LIR-12-G
         main at seat 1: 10% pays 20000, 200000000000 to 180000000000 by LIR-12-E-1-b
         main 180000",
    );
}

/// LIR-12-G: the other way round the tenth is taken first, and the royal gets what is left.
#[test]
fn the_higher_seat_reads_the_meter_first() {
    says(
        &royal_and_straight_flush(1, 6),
        "progressive_payout 500 win 500000+0 by LIR-12-E-1-b
         progressive_payout 100 win 4500000+0 by LIR-12-E-1-a
         main at seat 6: 10% pays 500000, 5000000000000 to 4500000000000 by LIR-12-E-1-b
         main at seat 1: 100% pays 4500000, 4500000000000 to 0 by LIR-12-E-1-a
         main at seat 1: reset adds 200000000000, 0 to 200000000000 by LIR-12-G
         main 200000",
    );
}

/// LIR-12-E-4-b, LIR-12-F-2-d-ii, S235-12-G: the same meter is won whole twice; the second winner gets the reset amount.
#[test]
fn a_meter_can_be_won_twice_in_one_round() {
    let round = |game: &str, tables: &str, base: &str, decisions: &str| {
        Round::of(game, tables)
            .with("meters_cents.minor", 333_333)
            .community("5s 6s")
            .seat(2, "2s 3s 4s", &format!("{base} 500, progressive_payout 100"), decisions)
            .seat(5, "7s 8s 9s", &format!("{base} 500, progressive_payout 100"), decisions)
    };
    says(
        &round("let_it_ride_md", "let_it_ride A, progressive_payout D", "let_it_ride", DOWN_TO_THE_THIRD),
        "progressive_payout 100 win 333333+0 by LIR-12-E-4-b
         progressive_payout 100 win 25000+0 by LIR-12-E-4-b
         minor at seat 5: 100% pays 333333, 333333000000 to 0 by LIR-12-E-4-b
         minor at seat 5: reset adds 25000000000, 0 to 25000000000 by LIR-12-G
         minor at seat 2: 100% pays 25000, 25000000000 to 0 by LIR-12-E-4-b
         minor at seat 2: reset adds 25000000000, 0 to 25000000000 by LIR-12-G
         minor 25000",
    );
    // 2-3-5 Stud's table C: the minor meter's floor is $1,000 (S235-12-F-2-c-ii).
    let stud = round(
        "two_three_five_stud_md",
        "progressive_payout C",
        "two_three_five",
        "three_card_raise check, five_card_raise check",
    );
    let answer = stud.settled();
    let paid: Vec<i64> = answer.seats.iter().map(|seat| seat.wagers.last().unwrap().win.get()).collect();
    assert_eq!(paid, [333_333, 100_000]);
    let meters: Vec<_> = answer.meters_cents.0.iter().map(|(name, cents)| (name.as_str(), cents.get())).collect();
    // S235-12-F-2-c-i: the major meter was not given and stands at its floor of $10,000.
    assert_eq!(meters, [("major", 1_000_000), ("minor", 100_000)]);
}

/// I-02: 10 percent of $1,234.5678 pays $123.45 and leaves $1,111.1178; the sum of both is what was there.
#[test]
fn fractions_stay_on_the_meter() {
    for given in [json!("123456.78"), json!(123_456.78)] {
        says(
            &Round::of("let_it_ride_md", "let_it_ride A, progressive_payout A")
                .with("meters_cents.main", given)
                .community("5s 6s")
                .seat(3, "7s 8s 9s", "let_it_ride 500, progressive_payout 100", DOWN_TO_THE_THIRD),
            "progressive_payout 100 win 12345+0 by LIR-12-E-1-b
             main at seat 3: 10% pays 12345, 123456780000 to 111111780000 by LIR-12-E-1-b
             main 111111",
        );
    }
    // All of $1,234.5678: $1,234.56 is paid, the reset amount of $1,000 and 0.78 cents are there afterwards.
    says(
        &Round::of("let_it_ride_md", "let_it_ride A, progressive_payout A")
            .with("meters_cents.main", "123456.78")
            .community("Ts Js")
            .seat(3, "Qs Ks As", "let_it_ride 500, progressive_payout 100", DOWN_TO_THE_THIRD),
        "progressive_payout 100 win 123456+0 by LIR-12-E-1-a
         main at seat 3: 100% pays 123456, 123456780000 to 780000 by LIR-12-E-1-a
         main at seat 3: reset adds 100000000000, 780000 to 100000780000 by LIR-12-G
         main 100000",
    );
    // A tenth of 6.000001 cents is less than a cent: nothing is paid, nothing is lost.
    says(
        &Round::of("let_it_ride_md", "let_it_ride A, progressive_payout A")
            .with("meters_cents.main", "6.000001")
            .community("5s 6s")
            .seat(3, "7s 8s 9s", "let_it_ride 500, progressive_payout 100", DOWN_TO_THE_THIRD),
        "progressive_payout 100 win 0+0 by LIR-12-E-1-b
         main at seat 3: 10% pays 0, 6000001 to 6000001 by LIR-12-E-1-b
         main 6",
    );
}

/// I-02: with `partial_award_floor` = `reset` the house tops the meter up to the reset amount after a partial award.
#[test]
fn a_partial_award_may_be_topped_up() {
    // $1,050.005: a tenth is $105.0005, of which $105.00 is paid; $945.005 is left, $54.995 short of $1,000.
    says(
        &Round::of("let_it_ride_md", "let_it_ride A, progressive_payout A")
            .with("rules.options.partial_award_floor", "reset")
            .with("meters_cents.main", "105000.5")
            .community("5s 6s")
            .seat(3, "7s 8s 9s", "let_it_ride 500, progressive_payout 100", DOWN_TO_THE_THIRD),
        "progressive_payout 100 win 10500+0 by LIR-12-E-1-b
         main at seat 3: 10% pays 10500, 105000500000 to 94500500000 by LIR-12-E-1-b
         main at seat 3: top-up adds 5499500000, 94500500000 to 100000000000 by LIR-12-G
         main 100000",
    );
}

/// A closer name comes first; what is given by its level alone is shared by all that find no closer name.
#[test]
fn the_closest_name_of_a_meter_counts() {
    let round =
        royal_and_straight_flush(6, 1).with("meters_cents", json!({"main": 700, "progressive_payout.500.main": 90}));
    says(
        &round,
        "progressive_payout 100 win 700+0 by LIR-12-E-1-a
         progressive_payout 500 win 9+0 by LIR-12-E-1-b
         main at seat 6: 100% pays 700, 700000000 to 0 by LIR-12-E-1-a
         main at seat 6: reset adds 200000000000, 0 to 200000000000 by LIR-12-G
         progressive_payout.500.main at seat 1: 10% pays 9, 90000000 to 81000000 by LIR-12-E-1-b
         main 200000
         progressive_payout.500.main 81",
    );
}

/// LIR-12-E-5-c, LIR-12-E-6-c, LIR-12-F-2-e-i: three meters, of which a four of a kind takes the least.
#[test]
fn three_meters_are_kept_apart() {
    for (letter, clause) in [("E", "LIR-12-E-5-c"), ("F", "LIR-12-E-6-c")] {
        let answer = Round::of("let_it_ride_md", &format!("let_it_ride A, progressive_payout {letter}"))
            .with("meters_cents", json!({"mega": 2_000_000, "minor": 40_000}))
            .community("7s 7h")
            .seat(3, "7d 7c Ks", "let_it_ride 500, progressive_payout 500", DOWN_TO_THE_THIRD)
            .settled();
        let bet = answer.seats[0].wagers.last().unwrap();
        assert_eq!((bet.win.get(), bet.clause.unwrap().as_str()), (40_000, clause));
        let meters: Vec<_> = answer.meters_cents.0.iter().map(|(name, cents)| (name.as_str(), cents.get())).collect();
        assert_eq!(meters, [("mega", 2_000_000), ("major", 100_000), ("minor", 25_000)]);
    }
}

/// The events as a program reads them.
#[test]
fn meter_events_are_written_out() {
    let answer = serde_json::to_value(royal_and_straight_flush(6, 1).settled()).unwrap();
    assert_eq!(
        answer["meter_events"][0],
        json!({"kind": "award", "percent": 100, "cents": 5_000_000, "seat": 6, "wager": "progressive_payout",
               "meter": "main", "balance_before_microcents": 5_000_000_000_000_i64, "balance_after_microcents": 0,
               "clause": "LIR-12-E-1-a"})
    );
    assert_eq!(
        answer["meter_events"][1],
        json!({"kind": "reset", "added_microcents": 200_000_000_000_i64, "seat": 6, "wager": "progressive_payout",
               "meter": "main", "balance_before_microcents": 0, "balance_after_microcents": 200_000_000_000_i64,
               "clause": "LIR-12-G"})
    );
}
