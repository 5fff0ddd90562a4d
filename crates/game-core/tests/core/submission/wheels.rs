//! Wheels, weights, tiers and the event that starts Bonus Spin Xtreme.

use super::*;
use game_core::money::Cents;
use game_core::paytable::{self, Schedule, Wheel};
use game_core::rules::Stakes;
use game_core::submission::ProblemCode::{Conflict, Missing, OutOfRange, UnknownChoice};
use game_core::submission::symbol_name;
use game_core::wager::Wager;
use serde_json::json;

const SPIN: &str = "wagers.bonus_spin_progressive";
const XTREME: &str = "wagers.bonus_spin_xtreme_progressive";

/// Every printed line of a wheel once.
pub(super) fn printed(wheel: &Wheel) -> Vec<Value> {
    wheel.segments.iter().map(|line| json!({"symbol": symbol_name(line.symbol), "weight": 1})).collect()
}

/// I-80: the rules print no counts, so the operator must.
#[test]
fn a_wheel_without_weights_is_refused() {
    for (segments, clause) in [
        (format!("{SPIN}.segments"), "CC-12-D"),
        (format!("{XTREME}.stakes.100.hot_spot.segments"), "CC-12-E"),
        (format!("{XTREME}.stakes.500.community.segments"), "CC-12-E-13-b"),
    ] {
        let problem = refused(CC, &[(&segments, Value::Null)], &segments, Missing, clause);
        assert!(problem.permitted.contains("I-80"));
        let (weight, at) = (format!("{segments}.3.weight"), format!("{segments}[3].weight"));
        refused(CC, &[(&weight, Value::Null)], &at, Missing, clause);
        for absurd in [0, -1, 1_000_001] {
            refused(CC, &[(&weight, absurd.into())], &at, OutOfRange, clause);
        }
        let segment = json!({"symbol": "jackpot", "weight": 1});
        refused(CC, &[(&segments, vec![segment; 1_001].into())], &segments, OutOfRange, clause);
    }
}

#[test]
fn every_printed_line_stands_on_the_wheel_and_no_other() {
    let segments = format!("{SPIN}.segments");
    refused(CC, &[(&format!("{segments}.0"), Value::Null)], &segments, Missing, "CC-12-D-2-a");
    let document = changed(CC, &[(&segments, json!([]))]);
    assert_eq!(problems(&document).len(), 12);
    for symbol in ["$13.00", "$40", "500", "JACKPOT", "$", "$-10", "$99999999999999999999"] {
        let mut document = changed(CC, &[]);
        let list = document["wagers"]["bonus_spin_progressive"]["segments"].as_array_mut().unwrap();
        list.push(json!({"symbol": symbol, "weight": 1}));
        let problems = problems(&document);
        assert_eq!(problems.len(), 1, "{problems:#?}");
        assert_eq!(problems[0].field, format!("{segments}[12].symbol"));
        assert_eq!(problems[0].code, UnknownChoice);
        assert!(problems[0].permitted.contains("jackpot; $500"), "{}", problems[0].permitted);
    }
    // An amount may be written with or without its thousands comma.
    let sound = json!({"symbol": "$1000", "weight": 1});
    accepted(CC, &[(&format!("{XTREME}.stakes.500.hot_spot.segments.1"), sound)]);
}

/// I-75: tiers are 1 to 3 and stand on Bonus Spin's own wheel.
#[test]
fn tiers_are_one_to_three() {
    let tier = format!("{SPIN}.segments.1.tier");
    for absurd in [0, 4, -1] {
        let at = format!("{SPIN}.segments[1].tier");
        refused(CC, &[(&tier, absurd.into())], &at, OutOfRange, "CC-12-D-8-b");
    }
    let rules = accepted(CC, &[(&tier, 3.into())]);
    assert_eq!(rules.bonus_spin().unwrap().wheel.segments[1].tier, Some(3));
    let hot = format!("{XTREME}.stakes.100.hot_spot.segments");
    refused(CC, &[(&format!("{hot}.0.tier"), 1.into())], &format!("{hot}[0].tier"), Conflict, "CC-12-D-8-b");
}

#[test]
fn community_pay_is_table_a_or_b() {
    let field = format!("{SPIN}.community");
    for letter in ["A", "B"] {
        assert_eq!(accepted(CC, &[(&field, letter.into())]).bonus_spin().unwrap().community, letter);
    }
    assert_eq!(refused(CC, &[(&field, "C".into())], &field, UnknownChoice, "CC-12-D-8-b").permitted, "A, B");
    refused(CC, &[(&field, Value::Null)], &field, Missing, "CC-12-D-8-b");
}

/// I-74: five dollars start a spin; one dollar may be added for Community Pay.
#[test]
fn a_spin_is_started_by_five_dollars() {
    let field = format!("{SPIN}.stakes_cents");
    let stakes = |rules: Rules| rules.stakes(Wager::BonusSpinProgressive).cloned();
    assert_eq!(stakes(accepted(CC, &[(&field, Value::Null)])), Some(Stakes::OneOf(vec![Cents::new(500)])));
    let both = Stakes::OneOf(vec![Cents::new(100), Cents::new(500)]);
    assert_eq!(stakes(accepted(CC, &[(&field, json!([500, 100]))])), Some(both));
    refused(CC, &[(&field, json!([100]))], &field, Conflict, "CC-7-E-2-b");
    refused(CC, &[(&field, json!([500, 200]))], &format!("{field}[1]"), UnknownChoice, "CC-7-E-2-b");
}

/// I-81: wheels B and D award a meter, A and C a prize; neither has the other's.
#[test]
fn a_wheel_has_its_meter_or_its_prize() {
    let (meter, prize) = (format!("{SPIN}.meter"), format!("{SPIN}.prize"));
    refused(CC, &[(&meter, Value::Null)], &meter, Missing, "CC-12-D-6-b-ii");
    refused(CC, &[(&prize, json!({"cash_cents": 100_000}))], &prize, Conflict, "CC-12-D-6-b-ii");
    let wheel = paytable::wheel(CC, Schedule::BonusSpinProgressive, "C").unwrap();
    let sound = json!({"wheel": "C", "segments": printed(wheel), "community": "B", "prize": {"cash_cents": 500_000}});
    let given = accepted(CC, &[(SPIN, sound.clone())]);
    assert_eq!(given.bonus_spin().unwrap().prize.as_ref().unwrap().value, Cents::new(500_000));
    refused(CC, &[(SPIN, sound.clone()), (&prize, Value::Null)], &prize, Missing, "CC-12-D-6-b-iii");
    let metered = json!({"initial_cents": 500_000, "reset_cents": 500_000, "rate_ppm": 1});
    refused(CC, &[(SPIN, sound.clone()), (&meter, metered)], &meter, Conflict, "CC-12-D-6-b-iii");
    for unclear in [json!({}), json!({"cash_cents": 500_000, "item": "Boat"}), json!({"declared_value_cents": 500_000})]
    {
        refused(CC, &[(SPIN, sound.clone()), (&prize, unclear)], &prize, Conflict, "CC-12-D-6-b-iii");
    }
}

/// I-82: the event is not printed, so it must be stated; the refusal names the usual one.
#[test]
fn the_qualifying_event_must_be_stated() {
    let field = format!("{XTREME}.qualifying_event");
    let problem = refused(CC, &[(&field, Value::Null)], &field, Missing, "CC-7-E-2-c");
    assert!(problem.permitted.contains("community_three_of_a_kind_or_better is the usual one"));
    refused(CC, &[(&field, "a_pair".into())], &field, UnknownChoice, "");
    let stakes = format!("{XTREME}.stakes");
    refused(CC, &[(&stakes, Value::Null)], &stakes, Missing, "CC-7-E-2-c");
    refused(CC, &[(&stakes, json!({}))], &stakes, Missing, "CC-7-E-2-c");
    let stray = format!("{stakes}.300");
    refused(CC, &[(&stray, json!({}))], &stray, UnknownChoice, "CC-7-E-2-c");
}

/// I-83: letters A to C go with one dollar, D to F with two, G to I with five.
#[test]
fn an_xtreme_letter_must_fit_its_stake() {
    for (stake, letters, stranger) in [(100, "A, B, C", "D"), (200, "D, E, F", "G"), (500, "G, H, I", "A")] {
        for (spot, clause) in [("hot_spot", "CC-12-E"), ("community", "CC-12-E-13-b")] {
            let field = format!("{XTREME}.stakes.{stake}.{spot}.wheel");
            for letter in [stranger, "Z"] {
                let problem = refused(CC, &[(&field, letter.into())], &field, UnknownChoice, clause);
                assert_eq!(problem.permitted, letters);
            }
            refused(CC, &[(&field, Value::Null)], &field, Missing, clause);
        }
    }
}

#[test]
fn an_xtreme_stake_has_both_wheels_and_a_meter() {
    let stake = format!("{XTREME}.stakes.200");
    for (name, clause) in [("hot_spot", "CC-12-E"), ("community", "CC-12-E-13-b"), ("meter", "CC-12-E-11-a")] {
        let field = format!("{stake}.{name}");
        let document = changed(CC, &[(&field, Value::Null)]);
        let problems = problems(&document);
        assert_eq!(problems.len(), 1, "{problems:#?}");
        assert_eq!((problems[0].field.as_str(), problems[0].code), (field.as_str(), Missing));
        assert_eq!(problems[0].clause.map(ClauseId::as_str), Some(clause));
    }
    let rules = accepted(CC, &[(&stake, Value::Null)]);
    let two = Stakes::OneOf(vec![Cents::new(100), Cents::new(500)]);
    assert_eq!(rules.stakes(Wager::BonusSpinXtremeProgressive), Some(&two));
}
