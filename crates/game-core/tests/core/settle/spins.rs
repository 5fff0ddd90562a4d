//! Criss Cross' prize wheels: Bonus Spin with Community Pay, and Xtreme with its Hot Spot.

use super::Round;
use serde_json::json;

const SPIN: &str = "ante 500, bonus_spin_progressive 500";
const SMALL_SPIN: &str = "ante 500, bonus_spin_progressive 100";

/// Every seat folds at once, so that the wheels are all there is; the cross is nothing.
fn bonus(wheel: &str) -> Round {
    Round::of("criss_cross_md", &format!("criss_cross_poker standard, bonus_spin_progressive {wheel}"))
        .community("2c Kc 3d 7h 9d")
}

/// The answer without the antes lost by folding, the hands, and the net, which the comments count.
fn wheels(round: &Round) -> Vec<String> {
    let told = super::told(&round.settled());
    let dull = |line: &&str| !line.starts_with("ante") && !line.starts_with("net");
    told.lines().filter(dull).map(|line| line.split(": across").next().unwrap().to_owned()).collect()
}

/// CC-7-E-2-b, CC-12-D-5, CC-12-D-1-b, I-72, I-73, I-74: a pair and $5 start a spin, folded or not; $1 never does.
/// CC-12-D-8-a, CC-12-D-9-a-i, CC-12-D-10-a-i, I-75: the other bettors get the tier's row for their own stake.
#[test]
fn a_spin_pays_its_stop_and_the_community() {
    let round = bonus("A")
        .seat(6, "Jh Js", SMALL_SPIN, "across fold")
        .seat(5, "4s 4h", SPIN, "across fold")
        .seat(3, "Ad 8c", SPIN, "across fold")
        .seat(2, "6c 6d", "ante 500", "across fold");
    let plain = round.clone().with("spins.bonus", json!([{"seat": 5, "stop": "$500"}]));
    let tiered = round.clone().with("spins.bonus", json!([{"seat": 5, "stop": "$500", "tier": 1}]));
    assert_eq!(
        wheels(&plain),
        [
            "seat 6",
            "bonus_spin_progressive 100 lose 0+0",
            "seat 5",
            "bonus_spin_progressive 500 win 50000+0 by CC-12-D-1-b",
            "seat 3",
            "bonus_spin_progressive 500 lose 0+0",
            "seat 2",
        ]
    );
    assert_eq!(
        wheels(&tiered),
        [
            "seat 6",
            "bonus_spin_progressive 100 lose 0+0",
            "community from 5 2000 by CC-12-D-9-a-i",
            "seat 5",
            "bonus_spin_progressive 500 win 50000+0 by CC-12-D-1-b",
            "seat 3",
            "bonus_spin_progressive 500 lose 0+0",
            "community from 5 10000 by CC-12-D-10-a-i",
            "seat 2",
        ]
    );
    // Two antes of 500 each, the wager, and what came back.
    let nets = |round: &Round| round.settled().seats.iter().map(|seat| seat.net.get()).collect::<Vec<_>>();
    assert_eq!(nets(&plain), [-1100, -1000 - 500 + 50_000, -1500, -1000]);
    assert_eq!(nets(&tiered), [-1100 + 2000, -1000 - 500 + 50_000, -1500 + 10_000, -1000]);
    // The tier may be the symbol's once and for all.
    let by_symbol = plain.with("rules.options.tiers", json!({"$500": 1}));
    assert_eq!(by_symbol.settled(), tiered.settled());
}

/// CC-12-D-9-a-ii, CC-12-D-9-a-iii, CC-12-D-9-b-i to CC-12-D-9-b-iii, CC-12-D-10-a-ii, CC-12-D-10-a-iii,
/// CC-12-D-11-i to CC-12-D-11-iii, CC-12-D-8-b: every tier of both Community Pay tables.
#[test]
fn each_tier_has_its_row() {
    for (letter, one, five) in
        [("A", [2000, 1000, 300], [10_000, 5000, 1500]), ("B", [2500, 1000, 300], [10_000, 5000, 1500])]
    {
        for tier in 1..=3_usize {
            let answer = bonus("C")
                .with("rules.options.community_pay", letter)
                .seat(6, "Jh Js", SMALL_SPIN, "across fold")
                .seat(5, "4s 4h", SPIN, "across fold")
                .seat(3, "Ad 8c", SPIN, "across fold")
                .with("spins.bonus", json!([{"seat": 5, "stop": "$2500", "tier": tier}]))
                .settled();
            let award = |place: usize| answer.seats[place].awards[0];
            assert_eq!((award(0).amount.get(), award(2).amount.get()), (one[tier - 1], five[tier - 1]));
            let roman = ["i", "ii", "iii"][tier - 1];
            let (small, large) = match letter {
                "A" => (format!("CC-12-D-9-a-{roman}"), format!("CC-12-D-10-a-{roman}")),
                _ => (format!("CC-12-D-9-b-{roman}"), format!("CC-12-D-11-{roman}")),
            };
            assert_eq!((award(0).clause.as_str(), award(2).clause.as_str()), (small.as_str(), large.as_str()));
        }
    }
}

/// CC-12-D-7, CC-12-D-2-a, CC-12-D-4-a: two jackpots on a metered wheel; the second finds the reset amount. Each spinner
/// is a bettor for the other's Community Pay (I-75), paid right after the spin (I-73).
#[test]
fn a_metered_wheel_is_reset_between_two_jackpots() {
    for (wheel, number, reset) in [("B", 2, 100_000), ("D", 4, 500_000)] {
        let round = bonus(wheel)
            .with("meters_cents.main", 2_345_678)
            .seat(4, "4s 4h", SPIN, "across fold")
            .seat(1, "Ad Ac", SPIN, "across fold")
            .with("spins.bonus", json!([{"seat": 1, "stop": "jackpot", "tier": 2}, {"seat": 4, "stop": "jackpot"}]));
        let micro = |cents: i64| cents * 1_000_000;
        assert_eq!(
            wheels(&round),
            [
                "seat 4".to_owned(),
                format!("bonus_spin_progressive 500 win 2345678+0 by CC-12-D-{number}-a"),
                "community from 1 5000 by CC-12-D-10-a-ii".to_owned(),
                "seat 1".to_owned(),
                format!("bonus_spin_progressive 500 win {reset}+0 by CC-12-D-{number}-a"),
                format!("main at seat 4: 100% pays 2345678, {} to 0 by CC-12-D-{number}-a", micro(2_345_678)),
                format!("main at seat 4: reset adds {}, 0 to {} by CC-12-D-7", micro(reset), micro(reset)),
                format!("main at seat 1: 100% pays {reset}, {} to 0 by CC-12-D-{number}-a", micro(reset)),
                format!("main at seat 1: reset adds {}, 0 to {} by CC-12-D-7", micro(reset), micro(reset)),
                format!("main {reset}"),
            ]
        );
    }
}

/// Three sevens on the cross: the qualifying event unless the submission names another (I-82).
fn xtreme(letters: serde_json::Value) -> Round {
    Round::of("criss_cross_md", "criss_cross_poker standard")
        .with("rules.paytables.bonus_spin_xtreme_progressive", letters)
        .community("7c 7d 7h 2s Kd")
}

/// CC-7-E-2-c, CC-12-E-10, CC-12-E-12, CC-12-E-13-a, I-83, I-84: one bettor spins the Hot Spot wheel of the own stake,
/// the others get one stop of the Community wheel for each stake.
#[test]
fn the_hot_spot_spins_and_the_others_get_the_community_wheel() {
    let round = xtreme(json!({"100": "A", "200": "E", "500": "I"}))
        .seat(6, "Jh 3s", "ante 500, bonus_spin_xtreme_progressive 500", "across fold")
        .seat(5, "4s 9h", "ante 500, bonus_spin_xtreme_progressive 100", "across fold")
        .seat(4, "Ad 8c", "ante 500, bonus_spin_xtreme_progressive 100", "across fold")
        .seat(3, "6c 9d", "ante 500", "across fold")
        .seat(2, "6d 9c", "ante 500, bonus_spin_xtreme_progressive 500", "across fold")
        .with("spins.hot_spot", json!({"seat": 5, "stop": "jackpot"}))
        .with("spins.community", json!([{"stake_cents": 500, "stop": "$35"}, {"stake_cents": 100, "stop": "$12"}]));
    assert_eq!(
        wheels(&round),
        [
            "seat 6",
            "bonus_spin_xtreme_progressive 500 lose 0+0",
            "community from 5 3500 by CC-12-E-22-h",
            "seat 5",
            // The meter of the $1 wheels starts at $2,500 and again at $1,000.
            "bonus_spin_xtreme_progressive 100 win 250000+0 by CC-12-E-1-a",
            "seat 4",
            "bonus_spin_xtreme_progressive 100 lose 0+0",
            "community from 5 1200 by CC-12-E-14-e",
            "seat 3",
            "seat 2",
            "bonus_spin_xtreme_progressive 500 lose 0+0",
            "community from 5 3500 by CC-12-E-22-h",
            "bonus_spin_xtreme_progressive.100.main at seat 5: 100% pays 250000, 250000000000 to 0 by CC-12-E-1-a",
            "bonus_spin_xtreme_progressive.100.main at seat 5: reset adds 100000000000, 0 to 100000000000 by CC-12-E-12",
            "bonus_spin_xtreme_progressive.100.main 100000",
            // Nobody has bet $2, but the wager is offered and its meter is there.
            "bonus_spin_xtreme_progressive.200.main 500000",
            "bonus_spin_xtreme_progressive.500.main 500000",
        ]
    );
    // A flat stop of the $5 Hot Spot wheel, and a Community wheel of another letter.
    let other = round
        .with("rules.paytables.bonus_spin_xtreme_community", json!({"100": "C", "200": "F", "500": "G"}))
        .with("spins.hot_spot", json!({"seat": 6, "stop": "$750"}))
        .with("spins.community", json!([{"stake_cents": 100, "stop": "$40"}, {"stake_cents": 500, "stop": "$25"}]));
    let told = wheels(&other).join("\n");
    for line in [
        "bonus_spin_xtreme_progressive 500 win 75000+0 by CC-12-E-9-c",
        "community from 6 4000 by CC-12-E-16-a",
        "community from 6 2500 by CC-12-E-20-h",
    ] {
        assert!(told.contains(line), "{line} in {told}");
    }
}

/// I-83: a Hot Spot alone spins alone. I-82: the event may be another one. A letter alone means its one stake.
#[test]
fn a_lone_bettor_needs_no_community_wheel() {
    let round = xtreme(json!("G")).community("7c 7d 8h 8s Kd").seat(
        2,
        "6d 9c",
        "ante 500, bonus_spin_xtreme_progressive 500",
        "across fold",
    );
    // Two pair is no event by default: the wager loses.
    assert_eq!(round.settled().seats[0].net.get(), -1500);
    let event = round
        .with("rules.options.qualifying_event", "community_two_pair_or_better")
        .with("spins.hot_spot", json!({"seat": 2, "stop": "$1,000"}));
    assert_eq!(event.settled().seats[0].net.get(), -1500 + 100_000);
    let meters = event.settled().meters_cents.0;
    assert_eq!(
        meters.iter().map(|(name, cents)| (name.as_str(), cents.get())).collect::<Vec<_>>(),
        [("main", 500_000)]
    );
}

/// Both wheels at one seat: Bonus Spin first, then Xtreme. Given by its level alone, one meter serves both; after each
/// award it starts again at the winning wager's own amount (I-02).
#[test]
fn wagers_without_a_closer_name_share_the_meter() {
    let both = "ante 500, bonus_spin_progressive 500, bonus_spin_xtreme_progressive 100";
    let round = xtreme(json!("A"))
        .with("rules.paytables.bonus_spin_progressive", "D")
        .seat(2, "6d 6c", both, "across fold")
        .with("spins", json!({"bonus": [{"seat": 2, "stop": "jackpot"}], "hot_spot": {"seat": 2, "stop": "jackpot"}}));
    let paid = |round: &Round| {
        let answer = round.settled();
        let bets = answer.seats[0].wagers.iter().skip(2).map(|bet| bet.win.get()).collect::<Vec<_>>();
        let meters = answer.meters_cents.0;
        (bets, meters.into_iter().map(|(name, cents)| format!("{name} {}", cents.get())).collect::<Vec<_>>())
    };
    // Wheel D starts again at its floor of $5,000, which the Hot Spot then wins; wheel A starts again at $1,000.
    let shared = round.clone().with("meters_cents.main", 900_000);
    assert_eq!(paid(&shared), (vec![900_000, 500_000], vec!["main 100000".to_owned()]));
    // Not given, each has its own.
    let own = ["bonus_spin_progressive.main 500000", "bonus_spin_xtreme_progressive.100.main 100000"];
    assert_eq!(paid(&round), (vec![500_000, 250_000], own.map(str::to_owned).to_vec()));
    let named = json!({"main": 900_000, "bonus_spin_xtreme_progressive.main": 300_000});
    let split = round.with("meters_cents", named);
    let split_meters = ["main 500000", "bonus_spin_xtreme_progressive.main 100000"];
    assert_eq!(paid(&split), (vec![900_000, 300_000], split_meters.map(str::to_owned).to_vec()));
}
