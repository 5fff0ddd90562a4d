//! Meters and prizes against the floors the rules print.

use super::*;
use game_core::paytable::{self, Floor, Schedule};
use game_core::submission::ProblemCode::{Missing, OutOfRange, UnderFloor};
use serde_json::json;
use std::collections::BTreeSet;

fn sound_meter(floor: &Floor) -> Value {
    json!({"initial_cents": floor.initial_min, "reset_cents": floor.reset_min, "rate_ppm": 10_000})
}

/// A change of the plain submission that puts a sound progressive of this letter in place.
fn progressive(game: GameId, letter: &str) -> (&'static str, Value) {
    let floors = paytable::floors(game, Schedule::ProgressivePayout, letter).iter();
    let meters: serde_json::Map<String, Value> =
        floors.map(|floor| (floor.level.name().to_owned(), sound_meter(floor))).collect();
    let wager = json!({"paytable": letter, "stakes_cents": [100, 500], "meters": {"100": meters, "500": meters}});
    ("wagers.progressive_payout", wager)
}

/// Refuses each amount a cent under its floor, accepts it at the floor, and returns the clause.
fn hold(game: GameId, sound: &[(&str, Value)], meter: &str, floor: &Floor) -> &'static str {
    accepted(game, sound);
    for (name, least) in [("initial_cents", floor.initial_min), ("reset_cents", floor.reset_min)] {
        let field = format!("{meter}.{name}");
        for under in [least.get() - 1, 0, -1, i64::MIN] {
            let mut changes = sound.to_vec();
            changes.push((&field, under.into()));
            refused(game, &changes, &field, UnderFloor, floor.clause.as_str());
        }
        let mut changes = sound.to_vec();
        changes.push((&field, 100_000_000_001_i64.into()));
        refused(game, &changes, &field, OutOfRange, floor.clause.as_str());
        let mut changes = sound.to_vec();
        changes.push((&field, Value::Null));
        refused(game, &changes, &field, Missing, floor.clause.as_str());
    }
    floor.clause.as_str()
}

fn progressive_floors(game: GameId) -> BTreeSet<&'static str> {
    let mut held = BTreeSet::new();
    for table in paytable::paytables(game, Schedule::ProgressivePayout) {
        let sound = [progressive(game, table.letter)];
        // I-28: LIR-12-E-2 and LIR-12-E-3 alone look at the player's own three cards.
        let own = game == LIR && ["B", "C"].contains(&table.letter);
        assert_eq!(accepted(game, &sound).progressive().unwrap().own_three_cards, own);
        for floor in paytable::floors(game, Schedule::ProgressivePayout, table.letter) {
            for stake in [100, 500] {
                let meter = format!("wagers.progressive_payout.meters.{stake}.{}", floor.level.name());
                held.insert(hold(game, &sound, &meter, floor));
                let mut without = sound.to_vec();
                without.push((&meter, Value::Null));
                refused(game, &without, &meter, Missing, floor.clause.as_str());
            }
        }
    }
    held
}

#[test]
fn no_progressive_meter_starts_or_restarts_under_its_floor() {
    let let_it_ride = [
        "LIR-12-F-2-a",
        "LIR-12-F-2-b",
        "LIR-12-F-2-c",
        "LIR-12-F-2-d-i",
        "LIR-12-F-2-d-ii",
        "LIR-12-F-2-e-i",
        "LIR-12-F-2-e-ii",
        "LIR-12-F-2-e-iii",
        "LIR-12-F-2-f-i",
        "LIR-12-F-2-f-ii",
        "LIR-12-F-2-f-iii",
    ];
    let stud = [
        "S235-12-F-2-a",
        "S235-12-F-2-b",
        "S235-12-F-2-c-i",
        "S235-12-F-2-c-ii",
        "S235-12-F-2-d-i",
        "S235-12-F-2-d-ii",
        "S235-12-F-2-d-iii",
    ];
    assert_eq!(progressive_floors(LIR), BTreeSet::from(let_it_ride));
    assert_eq!(progressive_floors(S235), BTreeSet::from(stud));
}

/// A change of the plain submission that puts a sound Bonus Spin of this wheel in place.
fn bonus_spin(letter: &str) -> (&'static str, Value) {
    let wheel = paytable::wheel(CC, Schedule::BonusSpinProgressive, letter).unwrap();
    let floor = paytable::floors(CC, Schedule::BonusSpinProgressive, letter)[0];
    let segments: Vec<Value> = wheels::printed(wheel);
    let mut wager = json!({"wheel": letter, "segments": segments, "community": "A"});
    match letter {
        "A" | "C" => wager["prize"] = json!({"cash_cents": floor.reset_min}),
        _ => wager["meter"] = sound_meter(&floor),
    }
    ("wagers.bonus_spin_progressive", wager)
}

#[test]
fn no_spin_meter_starts_or_restarts_under_its_floor() {
    for (letter, clause) in [("B", "CC-12-D-6-b-ii"), ("D", "CC-12-D-6-b-iv")] {
        let floor = &paytable::floors(CC, Schedule::BonusSpinProgressive, letter)[0];
        assert_eq!(hold(CC, &[bonus_spin(letter)], "wagers.bonus_spin_progressive.meter", floor), clause);
    }
}

/// I-77 and I-81: the figures of wheels A and C are the least value of the fixed prize.
#[test]
fn no_fixed_prize_is_worth_less_than_its_floor() {
    for (letter, clause, least) in [("A", "CC-12-D-6-b-i", 100_000), ("C", "CC-12-D-6-b-iii", 500_000)] {
        let sound = bonus_spin(letter);
        accepted(CC, std::slice::from_ref(&sound));
        let prize = "wagers.bonus_spin_progressive.prize";
        let cash = format!("{prize}.cash_cents");
        refused(CC, &[sound.clone(), (&cash, (least - 1).into())], &cash, UnderFloor, clause);
        let item = json!({"item": "Motorcycle", "declared_value_cents": least});
        accepted(CC, &[sound.clone(), (prize, item.clone())]);
        let value = format!("{prize}.declared_value_cents");
        refused(CC, &[sound.clone(), (prize, item.clone()), (&value, 99.into())], &value, UnderFloor, clause);
        refused(CC, &[sound.clone(), (prize, item), (&value, Value::Null)], &value, Missing, clause);
    }
}

/// I-84: the first figure is the initial amount's floor, the second the reset amount's.
#[test]
fn no_xtreme_meter_starts_or_restarts_under_its_floor() {
    let mut held = BTreeSet::new();
    for (stake, letters) in [(100, ["A", "B", "C"]), (200, ["D", "E", "F"]), (500, ["G", "H", "I"])] {
        for letter in letters {
            let hot = paytable::wheel(CC, Schedule::BonusSpinXtremeProgressive, letter).unwrap();
            let floor = &paytable::floors(CC, Schedule::BonusSpinXtremeProgressive, letter)[0];
            let field = format!("wagers.bonus_spin_xtreme_progressive.stakes.{stake}");
            let hot_spot = json!({"wheel": letter, "segments": wheels::printed(hot)});
            let (wheel, meter) = (format!("{field}.hot_spot"), format!("{field}.meter"));
            let sound = [(wheel.as_str(), hot_spot), (meter.as_str(), sound_meter(floor))];
            held.insert(hold(CC, &sound, &meter, floor));
        }
    }
    assert_eq!(held, BTreeSet::from(["CC-12-E-11-b-i", "CC-12-E-11-b-ii"]));
}

#[test]
fn a_meter_without_its_rate_is_refused() {
    for (game, field, clause) in [
        (LIR, "progressive_payout.meters.100.main", "LIR-12-F-1"),
        (S235, "progressive_payout.meters.500.main", "S235-12-F-1"),
        (CC, "bonus_spin_progressive.meter", "CC-12-D-6-a"),
        (CC, "bonus_spin_xtreme_progressive.stakes.200.meter", "CC-12-E-11-a"),
    ] {
        let field = format!("wagers.{field}.rate_ppm");
        refused(game, &[(&field, Value::Null)], &field, Missing, clause);
        for absurd in [0, -1, 1_000_001] {
            refused(game, &[(&field, absurd.into())], &field, OutOfRange, clause);
        }
        accepted(game, &[(&field, 1_000_000.into())]);
    }
}

#[test]
fn the_meters_of_a_stake_take_no_more_than_the_stake() {
    let sound = progressive(LIR, "E");
    let meters = "wagers.progressive_payout.meters.100";
    let [mega, major] = ["mega", "major"].map(|level| format!("{meters}.{level}.rate_ppm"));
    accepted(LIR, &[sound.clone(), (&mega, 490_000.into()), (&major, 500_000.into())]);
    let greedy = [sound, (mega.as_str(), 490_001.into()), (major.as_str(), 500_000.into())];
    refused(LIR, &greedy, meters, OutOfRange, "LIR-12-F-1");
}

#[test]
fn a_meter_may_grow_to_a_limit_not_below_where_it_starts() {
    let meter = "wagers.progressive_payout.meters.100.main";
    let limit = format!("{meter}.limit_cents");
    accepted(LIR, &[(&limit, 100_000.into())]);
    refused(LIR, &[(&limit, 99_999.into())], &limit, OutOfRange, "LIR-12-F-2-a");
    let initial = format!("{meter}.initial_cents");
    refused(LIR, &[(&initial, 200_000.into()), (&limit, 150_000.into())], &limit, OutOfRange, "LIR-12-F-2-a");
}
