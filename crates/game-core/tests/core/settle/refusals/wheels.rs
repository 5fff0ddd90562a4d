//! Paytables, meters and prize wheels.

use super::*;

/// LIR-12-G, LIR-12-F-2-a, CC-12-D-7, CC-12-D-6-b-ii: amounts a meter can hold, names a meter has, resets at the floor.
#[test]
fn meters_hold_what_they_can() {
    for wrong in
        [json!(-1), json!(100_000_000_001_i64), json!("12.3456789"), json!("1e9"), json!(""), json!(1e30), json!("-5")]
    {
        refuses(&let_it_ride().with("meters_cents.main", wrong), &["meters_cents.main out_of_range LIR-12-G"]);
    }
    refuses(&let_it_ride().with("meters_cents.mega", 5), &["meters_cents.mega unknown_choice LIR-12-G"]);
    refuses(&criss_cross().with("meters_cents.major", 5), &["meters_cents.major unknown_choice CC-12-D-7"]);
    refuses(&california().with("meters_cents.main", 5), &["meters_cents.main unknown_choice CAL-betting-3"]);
    let unread = json!({"main": 5, "progressive_payout.main": 6});
    refuses(&let_it_ride().with("meters_cents", unread), &["meters_cents.main conflict LIR-12-G"]);
    let low = let_it_ride().with("rules.meters.main.reset_cents", 99_999);
    refuses(&low, &["rules.meters.main.reset_cents under_floor LIR-12-F-2-a"]);
    let low = criss_cross().with("rules.meters", json!({"bonus_spin_progressive.main": {"reset_cents": 99_999}}));
    let field = "rules.meters.bonus_spin_progressive.main.reset_cents";
    refuses(&low, &[&format!("{field} under_floor CC-12-D-6-b-ii")]);
}

/// LIR-12-A, CC-12-D, CAL-paytable-select: letters the rules print, for wagers the game has.
#[test]
fn paytables_are_the_printed_ones() {
    refuses(
        &let_it_ride().with("rules.paytables.let_it_ride", "D"),
        &["rules.paytables.let_it_ride unknown_choice LIR-12-A"],
    );
    refuses(
        &criss_cross().with("rules.paytables.bonus_spin_progressive", "E"),
        &["rules.paytables.bonus_spin_progressive unknown_choice CC-12-D"],
    );
    refuses(
        &california().with("rules.paytables.let_it_ride", "A"),
        &["rules.paytables.let_it_ride unknown_choice CAL-paytable-select"],
    );
    refuses(
        &stud().with("rules.paytables.six_card_bonus", "A"),
        &["rules.paytables.six_card_bonus not_of_this_game S235-7-E-1"],
    );
    refuses(&let_it_ride().with("rules.minimum_cents", 0), &["rules.minimum_cents out_of_range LIR-7-E-1"]);
    refuses(&let_it_ride().with("rules.options.low_ace", false), &["rules.options.low_ace not_of_this_game LIR-6-A-1"]);
}

/// CC-7-E-2-b, CC-12-D-5, CC-12-D-8-b: a stop for every Bonus Spin, for no other seat, and on the wheel.
#[test]
fn bonus_spins_stop_where_they_can() {
    let pair = wager(&seat(&criss_cross(), "cards", json!(["8c", "8h"])), "bonus_spin_progressive", 500);
    refuses(&pair, &["spins.bonus missing CC-12-D-5"]);
    says(&pair, "seat 2 started a Bonus Spin");
    let stop = |value: Value| pair.clone().with("spins.bonus", json!([value]));
    stop(json!({"seat": 2, "stop": "$12"})).settled();
    refuses(&stop(json!({"seat": 2, "stop": "$11"})), &["spins.bonus[0].stop unknown_choice CC-12-D-5"]);
    refuses(&stop(json!({"seat": 2})), &["spins.bonus[0].stop missing CC-12-D-5"]);
    refuses(&stop(json!({"stop": "$12"})), &["spins.bonus[0].seat missing CC-2-A-1", "spins.bonus missing CC-12-D-5"]);
    refuses(&stop(json!({"seat": 2, "stop": "$12", "tier": 4})), &["spins.bonus[0].tier out_of_range CC-12-D-8-b"]);
    let other = stop(json!({"seat": 2, "stop": "$12", "tier": 2})).with("rules.options.tiers", json!({"$12": 3}));
    refuses(&other, &["spins.bonus[0].tier conflict CC-12-D-8-b"]);
    let twice = json!([{"seat": 2, "stop": "$12"}, {"seat": 2, "stop": "$12"}]);
    refuses(&pair.clone().with("spins.bonus", twice), &["spins.bonus[1].seat repeated CC-12-D-5"]);
    let given = json!([{"seat": 2, "stop": "$12"}]);
    // Without a pair, with $1, without the wager: nobody spins.
    let no_pair = wager(&criss_cross(), "bonus_spin_progressive", 500);
    for round in [no_pair, wager(&pair, "bonus_spin_progressive", 100), criss_cross()] {
        let round = round.with("spins.bonus", given.clone());
        refuses(&round, &["spins.bonus[0].seat conflict CC-7-E-2-b"]);
        says(&round, "seat 2 started no Bonus Spin");
    }
    refuses(&stud().with("spins", json!({})), &["spins not_of_this_game S235-7-E-1"]);
}

/// CC-7-E-2-c, CC-12-E-10, CC-12-E-13-a, I-82, I-83: the Hot Spot is drawn on the event, among the bettors; a Community
/// stop for every stake of the others, and for no other.
#[test]
fn xtreme_wheels_stop_where_they_can() {
    let xtreme = wager(&criss_cross(), "bonus_spin_xtreme_progressive", 100)
        .seat(5, "As Qs", "ante 500, bonus_spin_xtreme_progressive 500", BET)
        .seat(6, "Ah Qh", "ante 500", BET);
    let drawn = json!({"hot_spot": {"seat": 2, "stop": "$250"}, "community": [{"stake_cents": 500, "stop": "$25"}]});
    let quiet = xtreme.clone().with("spins", drawn.clone());
    refuses(&quiet, &["spins.hot_spot conflict CC-7-E-2-c"]);
    says(&quiet, "seat 2 has no Hot Spot: the cross is not the qualifying event");
    let event = xtreme.community("7c 7d 7h 2s Kd");
    refuses(&event, &["spins.hot_spot missing CC-7-E-2-c"]);
    let event = event.with("spins", drawn);
    event.settled();
    refuses(&event.clone().with("spins.hot_spot.seat", 6), &["spins.hot_spot.seat conflict CC-7-E-2-c"]);
    refuses(&event.clone().with("spins.hot_spot.stop", "$600"), &["spins.hot_spot.stop unknown_choice CC-12-E-10"]);
    refuses(&event.clone().with("spins.community", json!([])), &["spins.community missing CC-12-E-13-a"]);
    says(&event.clone().with("spins.community", json!([])), "seats {5} have $5 on Xtreme");
    let stops = |value: Value| event.clone().with("spins.community", value);
    refuses(
        &stops(json!([{"stake_cents": 500, "stop": "$7"}])),
        &["spins.community[0].stop unknown_choice CC-12-E-13-a"],
    );
    refuses(
        &stops(json!([{"stake_cents": 500, "stop": "$25"}, {"stake_cents": 100, "stop": "$7"}])),
        &["spins.community[1].stake_cents conflict CC-12-E-13-a"],
    );
    refuses(
        &stops(json!([{"stake_cents": 500, "stop": "$25"}, {"stake_cents": 500, "stop": "$25"}])),
        &["spins.community[1].stake_cents repeated CC-12-E-13-a"],
    );
    let nobody = criss_cross().community("7c 7d 7h 2s Kd").with("spins.hot_spot", json!({"seat": 2, "stop": "$250"}));
    says(&nobody, "nobody bet on Xtreme");
    let stray = criss_cross().with("spins.community", json!([{"stake_cents": 100, "stop": "$7"}]));
    says(&stray, "no Community wheel is spun without a Hot Spot");
}
