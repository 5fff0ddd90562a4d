//! Wagers, letters and stakes.

use super::*;
use game_core::money::Cents;
use game_core::paytable::{self, Schedule};
use game_core::rules::Stakes;
use game_core::submission::ProblemCode::UnknownField;
use game_core::submission::ProblemCode::{Conflict, Missing, NotOfThisGame, OutOfRange, Repeated, UnknownChoice};
use game_core::wager::Wager;
use serde_json::json;

#[test]
fn the_base_wager_must_be_there() {
    for (game, wager, clause) in [
        (LIR, Wager::LetItRide, "LIR-7-E-1"),
        (S235, Wager::TwoThreeFive, "S235-7-E-1"),
        (CC, Wager::Ante, "CC-7-E-1"),
        (CAL, Wager::LetItRide, "CAL-betting-3"),
    ] {
        let field = format!("wagers.{wager}");
        refused(game, &[(&field, Value::Null)], &field, Missing, clause);
        assert_eq!(accepted(game, &[]).base_wager(), wager);
    }
}

#[test]
fn a_wager_of_another_game_is_refused() {
    let bonus = json!({"paytable": "A", "limits": {"min_cents": 1, "max_cents": 1}});
    for (game, wager, clause) in [
        (LIR, "win_em_all_bonus", "LIR-7-E-1"),
        (S235, "three_card_bonus", "S235-7-E-1"),
        (CC, "six_card_bonus", "CC-7-E-1"),
        (CAL, "five_card_bonus", "CAL-betting-3"),
    ] {
        let field = format!("wagers.{wager}");
        let problem = refused(game, &[(&field, bonus.clone())], &field, NotOfThisGame, clause);
        assert!(problem.permitted.contains(accepted(game, &[]).base_wager().name()));
    }
    refused(LIR, &[("wagers.ante", json!({}))], "wagers.ante", NotOfThisGame, "LIR-7-E-1");
}

#[test]
fn an_optional_wager_may_be_left_out() {
    for (game, wager, _clause) in [
        (LIR, Wager::FiveCardBonus, "LIR-7-E-3"),
        (LIR, Wager::ThreeCardBonus, "LIR-7-E-4"),
        (LIR, Wager::SixCardBonus, "LIR-7-E-5"),
        (LIR, Wager::ProgressivePayout, "LIR-7-E-6"),
        (S235, Wager::WinEmAllBonus, "S235-7-E-2"),
        (S235, Wager::ProgressivePayout, "S235-7-E-3"),
        (CC, Wager::FiveCardBonus, "CC-7-E-2-a"),
        (CC, Wager::BonusSpinProgressive, "CC-7-E-2-b"),
        (CC, Wager::BonusSpinXtremeProgressive, "CC-7-E-2-c"),
    ] {
        assert!(accepted(game, &[]).offered().any(|offered| offered == wager));
        let without = accepted(game, &[(&format!("wagers.{wager}"), Value::Null)]);
        assert!(without.offered().all(|offered| offered != wager));
    }
}

#[test]
fn only_the_printed_letters_exist() {
    for (game, field, clause, letters) in [
        (LIR, "let_it_ride.paytable", "LIR-12-A", "A, B, C"),
        (LIR, "five_card_bonus.paytable", "LIR-12-B", "A, B, C, D, E, F, G"),
        (LIR, "three_card_bonus.paytable", "LIR-12-C", "A, B, C"),
        (LIR, "six_card_bonus.paytable", "LIR-12-D", "A, B"),
        (LIR, "progressive_payout.paytable", "LIR-12-E", "A, B, C, D, E, F"),
        (S235, "two_three_five.paytable", "S235-12-A", "standard"),
        (S235, "win_em_all_bonus.paytable", "S235-12-D", "standard"),
        (S235, "progressive_payout.paytable", "S235-12-E", "A, B, C, D"),
        (CC, "ante.paytable", "CC-12-A", "standard"),
        (CC, "five_card_bonus.paytable", "CC-12-C", "standard"),
        (CC, "bonus_spin_progressive.wheel", "CC-12-D", "A, B, C, D"),
        (CAL, "let_it_ride.paytable", "CAL-paytable-select", "LIRX-01, LIRX-02, LIRX-03"),
    ] {
        let field = format!("wagers.{field}");
        for letter in ["Z", "a", ""] {
            let problem = refused(game, &[(&field, letter.into())], &field, UnknownChoice, clause);
            assert_eq!(problem.permitted, letters);
        }
        let without = changed(game, &[(&field, Value::Null)]);
        let missing = problems(&without);
        if letters == "standard" {
            assert_eq!(missing, [], "where there is one schedule its letter may be left out");
        } else {
            assert_eq!(missing.len(), 1, "{missing:#?}");
            assert_eq!((missing[0].field.as_str(), missing[0].code), (field.as_str(), Missing));
        }
    }
    // S235-12-A, S235-12-B, S235-12-C: the three schedules are one choice.
    assert_eq!(accepted(S235, &[("wagers.two_three_five.paytable", "standard".into())]), accepted(S235, &[]));
}

#[test]
fn every_printed_letter_may_be_chosen() {
    for table in paytable::paytables(CAL, Schedule::LetItRide) {
        accepted(CAL, &[("wagers.let_it_ride.paytable", table.letter.into())]);
    }
    for (schedule, wager) in [
        (Schedule::LetItRide, Wager::LetItRide),
        (Schedule::FiveCardBonus, Wager::FiveCardBonus),
        (Schedule::ThreeCardBonus, Wager::ThreeCardBonus),
        (Schedule::SixCardBonus, Wager::SixCardBonus),
    ] {
        for table in paytable::paytables(LIR, schedule) {
            let rules = accepted(LIR, &[(&format!("wagers.{wager}.paytable"), table.letter.into())]);
            assert!(rules.bonus(wager).is_none_or(|bonus| bonus.table == table));
        }
    }
}

#[test]
fn the_five_card_bonus_of_let_it_ride_has_one_stake() {
    let stakes = |rules: Rules| rules.stakes(Wager::FiveCardBonus).cloned();
    assert_eq!(stakes(accepted(LIR, &[])), Some(Stakes::OneOf(vec![Cents::new(100)])), "I-25");
    let field = "wagers.five_card_bonus.stake_cents";
    assert_eq!(stakes(accepted(LIR, &[(field, 500.into())])), Some(Stakes::OneOf(vec![Cents::new(500)])));
    for absurd in [0, -1, 100_000_001] {
        refused(LIR, &[(field, absurd.into())], field, OutOfRange, "LIR-7-E-3");
    }
    let limits = "wagers.five_card_bonus.limits";
    refused(LIR, &[(limits, json!({"min_cents": 1, "max_cents": 2}))], limits, Conflict, "LIR-7-E-3");
}

#[test]
fn progressive_stakes_are_one_and_five_dollars_each_with_its_own_meters() {
    for (game, stakes_clause, meters_clause) in
        [(LIR, "LIR-12-H-1", "LIR-12-F-2"), (S235, "S235-12-H-1", "S235-12-F-2")]
    {
        let field = "wagers.progressive_payout.stakes_cents";
        let element = |index: usize| format!("{field}[{index}]");
        refused(game, &[(field, json!([100, 500, 250]))], &element(2), UnknownChoice, stakes_clause);
        refused(game, &[(field, json!([100, 500, 100]))], &element(2), Repeated, stakes_clause);
        refused(game, &[(field, json!([]))], field, Missing, stakes_clause);
        let stray = "wagers.progressive_payout.meters.500";
        refused(game, &[(field, json!([100]))], stray, UnknownChoice, meters_clause);
        refused(game, &[(stray, Value::Null)], stray, Missing, meters_clause);
        let unused = "wagers.progressive_payout.meters.100.minor";
        let meter = json!({"initial_cents": 1_000_000, "reset_cents": 1_000_000, "rate_ppm": 1});
        refused(game, &[(unused, meter)], unused, UnknownChoice, meters_clause);
        let meters = "wagers.progressive_payout.meters";
        refused(game, &[(meters, Value::Null)], meters, Missing, meters_clause);
        // I-03: one dollar alone when nothing is said.
        let only = accepted(game, &[(field, Value::Null), (stray, Value::Null)]);
        assert_eq!(only.stakes(Wager::ProgressivePayout), Some(&Stakes::OneOf(vec![Cents::new(100)])));
    }
}

/// LIR-12-H-2 and S235-12-H-2: the envy schedule has the progressive table's letter, and no field chooses another.
#[test]
fn envy_follows_the_progressive_table() {
    for (game, letter) in [(LIR, "A"), (S235, "A")] {
        let field = "wagers.progressive_payout.envy";
        refused(game, &[(field, "B".into())], field, UnknownField, "");
        let rules = accepted(game, &[]);
        for stake in [100, 500].map(Cents::new) {
            let envy = rules.progressive().and_then(|progressive| progressive.stake(stake)).map(|stake| stake.envy);
            assert_eq!(envy, paytable::envy(game, letter, stake));
            assert!(envy.is_some());
        }
    }
}
