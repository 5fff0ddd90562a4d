//! Options, fees, the payout limit and warnings.

use super::*;
use game_core::hand::LowAce;
use game_core::money::Cents;
use game_core::paytable::{self, Pay, Paytable, Schedule};
use game_core::rules::{AntePayout, BaseRules, Fees, PayoutLimit};
use game_core::submission::ProblemCode::{Missing, NotOfThisGame, OutOfRange, PercentageFee};
use game_core::wager::Wager;
use serde_json::json;

#[test]
fn an_option_of_another_game_is_refused() {
    for (game, option, value, clause) in [
        (LIR, "low_ace", json!(true), "LIR-6-A-1"),
        (LIR, "ante_payout", json!("even_money"), "LIR-7-E-1"),
        (LIR, "irregularities", json!("none"), "LIR-13-B"),
        (S235, "low_ace", json!(false), "S235-6-B"),
        (S235, "irregularities", json!("none"), "S235-13-B"),
        (S235, "fees", json!({"per_bet_cents": 1, "per_banked_hand_cents": 1}), "S235-7-E-1"),
        (CC, "low_ace_two_card", json!(true), "CC-6-A"),
        (CC, "low_ace_three_card", json!(true), "CC-6-A"),
        (CC, "irregularities", json!("let_it_ride_md"), "CC-13-A"),
        (CAL, "void_contribution", json!("reverse"), "CAL-standards-2"),
        (CAL, "low_ace_two_card", json!(true), "CAL-ranking-2-a"),
    ] {
        let field = format!("options.{option}");
        refused(game, &[(&field, value)], &field, NotOfThisGame, clause);
    }
}

/// I-55 and I-69.
#[test]
fn low_aces_count_unless_the_operator_says_otherwise() {
    let stud = accepted(S235, &[("options.low_ace_two_card", false.into())]).low_ace();
    assert_eq!((stud.two_card, stud.three_card, stud.five_card), (LowAce::HighOnly, LowAce::Counts, LowAce::Counts));
    let stud = accepted(S235, &[("options.low_ace_three_card", false.into())]).low_ace();
    assert_eq!((stud.two_card, stud.three_card, stud.five_card), (LowAce::Counts, LowAce::HighOnly, LowAce::Counts));
    assert_eq!(accepted(CC, &[]).low_ace().five_card, LowAce::Counts);
    assert_eq!(accepted(CC, &[("options.low_ace", false.into())]).low_ace().five_card, LowAce::HighOnly);
}

/// I-08.
#[test]
fn a_decision_clock_is_neither_hasty_nor_endless() {
    for (game, clause) in [(LIR, "LIR-7-B-2"), (S235, "S235-7-B-2"), (CC, "CC-7-B-3"), (CAL, "CAL-round-2")] {
        let field = "options.decision_clock_seconds";
        for seconds in [5, 600] {
            accepted(game, &[(field, seconds.into())]);
        }
        for seconds in [4, 601, 0, -1] {
            refused(game, &[(field, seconds.into())], field, OutOfRange, clause);
        }
    }
}

/// I-07: the larger of the printed figure (S235-12-K-1, CC-12-B-1) and the best round at the least bets
/// (S235-12-K-2, CC-12-B-2).
#[test]
fn the_payout_limit_follows_the_least_bets() {
    let limit = |game, min: i64, more: &[(&str, Value)]| {
        let mut changes = vec![("limits", json!({"min_cents": min, "max_cents": min}))];
        changes.extend_from_slice(more);
        accepted(game, &changes).payout_limit()
    };
    let cents = |cents| PayoutLimit::Cents(Cents::new(cents));
    let no_win_em_all = [("wagers.win_em_all_bonus", Value::Null)];
    assert_eq!(limit(S235, 500, &[]), cents(5_000_000));
    assert_eq!(limit(S235, 10_000, &no_win_em_all), cents(11_010_000));
    assert_eq!(limit(S235, 10_000, &[]), cents(11_010_000 + 12 * 100));
    assert_eq!(limit(CC, 2_941, &[]), cents(5_000_000));
    assert_eq!(limit(CC, 2_942, &[]), cents(1_700 * 2_942));
    let even = [("options.ante_payout", json!("even_money"))];
    assert_eq!(limit(CC, 10_000, &even), cents(11_020_000));
    assert_eq!(limit(CC, 100_000_000, &[]), cents(170_000_000_000));
    assert_eq!(limit(CAL, 10_000, &[]), PayoutLimit::None);
}

#[test]
fn only_let_it_ride_states_a_payout_limit() {
    let field = "options.payout_limit_cents";
    assert_eq!(accepted(LIR, &[]).payout_limit(), PayoutLimit::None);
    let stated = accepted(LIR, &[(field, 5_000_000.into())]).payout_limit();
    assert_eq!(stated, PayoutLimit::Cents(Cents::new(5_000_000)));
    for absurd in [0, -1, i64::MAX] {
        refused(LIR, &[(field, absurd.into())], field, OutOfRange, "LIR-2-B-10");
    }
    for (game, clause) in [(S235, "S235-12-K"), (CC, "CC-12-B"), (CAL, "CAL-round-13")] {
        refused(game, &[(field, 5_000_000.into())], field, NotOfThisGame, clause);
    }
}

/// I-102.
#[test]
fn california_states_its_fees() {
    let fees = "options.fees";
    refused(CAL, &[(fees, Value::Null)], fees, Missing, "CAL-fees-3");
    for name in ["per_bet_cents", "per_banked_hand_cents"] {
        let field = format!("{fees}.{name}");
        refused(CAL, &[(&field, Value::Null)], &field, Missing, "CAL-fees-5");
        refused(CAL, &[(&field, (-1).into())], &field, OutOfRange, "CAL-fees-5");
    }
    let stated = Fees { per_bet: Cents::new(75), per_banked_hand: Cents::new(300) };
    let rules = accepted(CAL, &[(fees, json!({"per_bet_cents": 75, "per_banked_hand_cents": 300}))]);
    assert!(matches!(rules.base(), BaseRules::California { fees, .. } if *fees == stated));
}

#[test]
fn a_percentage_is_no_fee() {
    let fee = "options.fees.per_bet_cents";
    for percentage in [json!("5%"), json!(0.05), json!(2.5)] {
        let problem = refused(CAL, &[(fee, percentage)], fee, PercentageFee, "CAL-fees-2");
        assert!(problem.message.contains("CAL-round-11"), "{problem}");
    }
    for field in ["options.fee_percent", "options.fees.percent", "options.fees.per_bet_percent"] {
        refused(CAL, &[(field, 5.into())], field, PercentageFee, "CAL-fees-2");
    }
}

fn warned(game: GameId, changes: &[(&str, Value)]) -> Vec<String> {
    let document = changed(game, changes);
    let (submission, rules) = submission::check(&document.to_string()).unwrap();
    submission.warnings(&rules).into_iter().map(|warning| warning.to_string()).collect()
}

#[test]
fn what_is_permitted_may_still_deserve_a_warning() {
    // CC-12-A as written gives the player an edge (I-67).
    let warnings = warned(CC, &[]);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].starts_with("options.ante_payout: ") && warnings[0].contains("I-67"));
    let even = ("options.ante_payout", json!("even_money"));
    assert_eq!(warned(CC, std::slice::from_ref(&even)), [""; 0]);
    let rules = accepted(CC, std::slice::from_ref(&even));
    assert!(matches!(rules.base(), BaseRules::CrissCross { ante_payout: AntePayout::EvenMoney, .. }));
    // CC-7-B-3: a clock that runs out folds the hand (I-08).
    assert!(warned(CC, &[even.clone(), ("options.decision_clock_seconds", 30.into())])[0].contains("fold"));
    // CC-12-D-8-b: without tiers Community Pay is never paid (I-75).
    let wheel = paytable::wheel(CC, Schedule::BonusSpinProgressive, "B").unwrap();
    let bare = ("wagers.bonus_spin_progressive.segments", wheels::printed(wheel).into());
    assert!(warned(CC, &[even, bare])[0].contains("$1 wager can never win"));
    for game in [LIR, S235, CAL] {
        assert_eq!(warned(game, &[]), [""; 0]);
    }
}

/// LIR-12-F-2: each meter keeps its floor, yet a minor above its major makes the better hand win less.
#[test]
fn a_lower_meter_above_a_higher_one_deserves_a_warning() {
    let meter = |initial: i64, reset: i64| json!({"initial_cents": initial, "reset_cents": reset, "rate_ppm": 1});
    for (minor, expected) in [(meter(100_000, 100_000), 0), (meter(100_001, 100_000), 1), (meter(100_000, 100_001), 1)]
    {
        let levels = json!({"major": meter(100_000, 100_000), "minor": minor});
        let wager = json!({"paytable": "D", "meters": {"100": levels}});
        let warnings = warned(LIR, &[("wagers.progressive_payout", wager)]);
        assert_eq!(warnings.len(), expected);
        let field = "wagers.progressive_payout.meters.100.minor: ";
        assert!(warnings.iter().all(|warning| warning.starts_with(field)), "{warnings:?}");
    }
}

/// I-07's multiples are what the paytables say: no better round exists at one unit a bet.
#[test]
fn the_best_round_follows_from_the_paytables() {
    let odds = |table: &Paytable, row: usize| match table.rows[row].pay {
        Pay::ToOne(odds) => i64::from(odds.ratio().0),
        other => panic!("{other:?}"),
    };
    let limit = |game, changes: &[(&str, Value)]| match accepted(game, changes).payout_limit() {
        PayoutLimit::Cents(limit) => limit.get(),
        PayoutLimit::None => panic!("no limit"),
    };
    let unit = 100_000;
    let limits = ("limits", json!({"min_cents": unit, "max_cents": unit}));
    let stud = accepted(S235, &[]);
    let &BaseRules::Stud235 { two_card, three_card, five_card } = stud.base() else { panic!("{stud:?}") };
    let best = odds(two_card, 0) + 2 * odds(three_card, 0) + 2 * odds(five_card, 0);
    let bonus = odds(stud.bonus(Wager::WinEmAllBonus).unwrap().table, 0) * 100;
    assert_eq!(limit(S235, std::slice::from_ref(&limits)), best * unit + bonus);
    let criss_cross = accepted(CC, &[]);
    let &BaseRules::CrissCross { table, .. } = criss_cross.base() else { panic!("{criss_cross:?}") };
    // The two hands share three cards, so a royal flush one way leaves a straight flush at best the other way.
    let best = 3 * odds(table, 0) + 2 * odds(table, 1);
    assert_eq!(limit(CC, std::slice::from_ref(&limits)), best * unit);
    let even = 2 * odds(table, 0) + odds(table, 1) + 2;
    assert_eq!(limit(CC, &[limits, ("options.ante_payout", json!("even_money"))]), even * unit);
}
