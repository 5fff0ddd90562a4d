//! One bet at a time: every kind of pay, on every game that has it (I-01).

use super::Round;

/// The line of one bet in the answer of a round with one seat.
fn line(round: &Round, bet: &str) -> String {
    let told = super::told(&round.settled());
    told.lines().find(|line| line.starts_with(&format!("{bet} "))).unwrap_or("none").to_owned()
}

fn let_it_ride(tables: &str, community: &str, own: &str, wagers: &str) -> Round {
    Round::of("let_it_ride_md", &format!("let_it_ride A, {tables}")).community(community).seat(
        1,
        own,
        &format!("let_it_ride 500, {wagers}"),
        "bet_1 ride, bet_2 ride",
    )
}

/// LIR-12-C-2-c: "to 1" pays so many stakes and the stake comes back.
#[test]
fn to_one_returns_the_stake_on_top() {
    let round = let_it_ride("three_card_bonus B", "Kd 4c", "As 2h 3c", "three_card_bonus 300");
    // A-2-3 is a straight (I-37): 5 x 300.
    assert_eq!(line(&round, "three_card_bonus"), "three_card_bonus 300 win 1500+300 by LIR-12-C-2-c");
}

/// LIR-12-E-2-b, LIR-12-E-3-c: "for 1" is all there is, and scales with the stake.
#[test]
fn for_one_is_all_the_player_gets() {
    for (stake, paid) in [(100, 50_000), (500, 250_000)] {
        let wager = format!("progressive_payout {stake}");
        let round = let_it_ride("progressive_payout B", "2d 4c", "Ah Kh Qh", &wager);
        let expected = format!("progressive_payout {stake} win {paid}+0 by LIR-12-E-2-b");
        assert_eq!(line(&round, "progressive_payout"), expected);
    }
    let round = let_it_ride("progressive_payout C", "2d 4c", "4h 5h 6h", "progressive_payout 500");
    assert_eq!(line(&round, "progressive_payout"), "progressive_payout 500 win 50000+0 by LIR-12-E-3-c");
}

/// LIR-12-B-1-a: a flat amount on a wager collected before the deal is all there is.
#[test]
fn a_flat_amount_on_a_collected_wager_returns_no_stake() {
    let round = let_it_ride("five_card_bonus A", "Ts Js", "Qs Ks As", "five_card_bonus 100");
    assert_eq!(line(&round, "five_card_bonus"), "five_card_bonus 100 win 2000000+0 by LIR-12-B-1-a");
}

/// LIR-12-E-2-a, I-27, I-28: the own three cards are judged, and the top row means spades.
#[test]
fn a_meter_row_pays_what_the_meter_holds() {
    let round = let_it_ride("progressive_payout B", "2d 4c", "As Ks Qs", "progressive_payout 100");
    // Nothing given: the meter stands at its floor of $1,000 (LIR-12-F-2-b).
    assert_eq!(line(&round, "progressive_payout"), "progressive_payout 100 win 100000+0 by LIR-12-E-2-a");
    let given = round.with("meters_cents.main", 1_234_567);
    assert_eq!(line(&given, "progressive_payout"), "progressive_payout 100 win 1234567+0 by LIR-12-E-2-a");
    // Three of a kind in table C: 90 for 1; five-card hands mean nothing there.
    let round = let_it_ride("progressive_payout C", "2d 4c", "7s 7h 7c", "progressive_payout 100");
    assert_eq!(line(&round, "progressive_payout"), "progressive_payout 100 win 9000+0 by LIR-12-E-3-d");
    let round = let_it_ride("progressive_payout C", "7d 7c", "7s 7h 2c", "progressive_payout 100");
    assert_eq!(line(&round, "progressive_payout"), "progressive_payout 100 lose 0+0");
}

/// CC-12-A-10: a push returns the stake and pays nothing.
#[test]
fn a_push_returns_the_stake() {
    // Across: 6s 6h with 2c 9d Kc. Down: 6s 6h with 3d 9d 4c.
    let round = Round::of("criss_cross_md", "criss_cross_poker standard").community("2c Kc 3d 4c 9d").seat(
        1,
        "6s 6h",
        "ante 500",
        "across 3, down 2, middle 1",
    );
    assert_eq!(line(&round, "across"), "across 1500 push 0+1500 by CC-12-A-10");
    assert_eq!(line(&round, "down"), "down 1000 push 0+1000 by CC-12-A-10");
    assert_eq!(round.settled().seats[0].net.get(), 0);
}

/// CC-12-D-1-a, I-81: a prize is paid at the value the submission declares.
#[test]
fn a_prize_pays_its_value() {
    let round = Round::of("criss_cross_md", "criss_cross_poker standard, bonus_spin_progressive A")
        .community("2c Kc 3d 4c 9d")
        .seat(1, "6s 6h", "ante 500, bonus_spin_progressive 500", "across fold")
        .with("spins.bonus", serde_json::json!([{"seat": 1, "stop": "jackpot"}]));
    let spin = |win: i64| format!("bonus_spin_progressive 500 win {win}+0 by CC-12-D-1-a");
    // The floor of wheel A, $1,000 (I-77), unless a prize is named.
    assert_eq!(line(&round, "bonus_spin_progressive"), spin(100_000));
    let cash = round.clone().with("rules.options.prize.cash_cents", 250_000);
    assert_eq!(line(&cash, "bonus_spin_progressive"), spin(250_000));
    let item =
        round.with("rules.options.prize", serde_json::json!({"item": "a car", "declared_value_cents": 3_000_000}));
    assert_eq!(line(&item, "bonus_spin_progressive"), spin(3_000_000));
}
