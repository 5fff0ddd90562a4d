//! Seats, boxes, limits and approval.

use super::*;
use game_core::submission::ProblemCode::{Conflict, Missing, OutOfRange};
use game_core::wager::Wager;
use serde_json::json;

#[test]
fn a_table_has_no_more_seats_than_its_layout() {
    for (game, seats, clause) in
        [(LIR, 8, "LIR-2-A-1"), (S235, 7, "S235-2-A-1"), (CC, 7, "CC-2-A-1"), (CAL, 8, "CAL-table-1")]
    {
        assert_eq!(i64::from(accepted(game, &[]).seats()), seats - 1);
        refused(game, &[("seats", seats.into())], "seats", OutOfRange, clause);
        refused(game, &[("seats", 0.into())], "seats", OutOfRange, clause);
        refused(game, &[("seats", (-1).into())], "seats", OutOfRange, clause);
        assert_eq!(accepted(game, &[("seats", 3.into())]).seats(), 3);
    }
    // CAL-players-1: the figure eight counts the casino dealer (I-93); a bettor must sit beside the player-dealer.
    let problem = refused(CAL, &[("seats", 8.into())], "seats", OutOfRange, "CAL-table-1");
    assert!(problem.message.contains("CAL-players-1"), "{problem}");
    refused(CAL, &[("seats", 1.into())], "seats", OutOfRange, "CAL-table-1");
}

#[test]
fn boxes_are_the_operators_to_say_where_the_rules_let_him() {
    for (game, clause) in [(LIR, "LIR-7-F"), (S235, "S235-7-F")] {
        assert_eq!(accepted(game, &[]).boxes_per_player(), 1);
        assert_eq!(accepted(game, &[("boxes_per_player", 3.into())]).boxes_per_player(), 3);
        refused(game, &[("boxes_per_player", 8.into())], "boxes_per_player", OutOfRange, clause);
        let few = [("seats", json!(2)), ("boxes_per_player", json!(3))];
        assert_eq!(refused(game, &few, "boxes_per_player", OutOfRange, clause).permitted, "1 to 2");
    }
    // I-06: one box in the two games whose rules know no others.
    for (game, clause) in [(CC, "CC-7-E-1"), (CAL, "CAL-betting-3")] {
        assert_eq!(accepted(game, &[("boxes_per_player", 1.into())]).boxes_per_player(), 1);
        refused(game, &[("boxes_per_player", 2.into())], "boxes_per_player", OutOfRange, clause);
    }
}

#[test]
fn a_table_opens_only_with_its_approval() {
    for (game, clause) in [(LIR, "LIR-2-B"), (S235, "S235-2-B"), (CC, "CC-2-B"), (CAL, "CAL-standards-1")] {
        for approval in [Value::Null, "".into(), "  ".into()] {
            refused(game, &[("approval", approval)], "approval", Missing, clause);
        }
        refused(game, &[("approval", "x".repeat(201).into())], "approval", OutOfRange, clause);
        assert_eq!(accepted(game, &[("approval", " A-1 ".into())]).approval(), "A-1");
        refused(game, &[("name", Value::Null)], "name", Missing, "");
    }
}

#[test]
fn the_least_and_the_most_bet_are_stated_and_sane() {
    for (game, clause) in [(LIR, "LIR-7-E-1"), (S235, "S235-12-K-2"), (CC, "CC-12-B-2"), (CAL, "CAL-fees-4")] {
        refused(game, &[("limits", Value::Null)], "limits", Missing, clause);
        refused(game, &[("limits.min_cents", Value::Null)], "limits.min_cents", Missing, clause);
        refused(game, &[("limits.max_cents", Value::Null)], "limits.max_cents", Missing, clause);
        for absurd in [0, -500, 100_000_001, i64::MAX, i64::MIN] {
            refused(game, &[("limits.min_cents", absurd.into())], "limits.min_cents", OutOfRange, clause);
        }
        refused(game, &[("limits.min_cents", 100_001.into())], "limits", Conflict, clause);
        let rules = accepted(game, &[("limits.min_cents", 100_000.into())]);
        assert_eq!(rules.stakes(rules.base_wager()).unwrap().least().get(), 100_000);
    }
}

#[test]
fn side_wagers_have_limits_of_their_own() {
    for (game, wager, clause) in [
        (LIR, Wager::ThreeCardBonus, "LIR-7-E-4"),
        (LIR, Wager::SixCardBonus, "LIR-7-E-5"),
        (S235, Wager::WinEmAllBonus, "S235-7-E-2"),
        (CC, Wager::FiveCardBonus, "CC-7-E-2-a"),
    ] {
        let field = format!("wagers.{wager}.limits");
        refused(game, &[(&field, Value::Null)], &field, Missing, clause);
        refused(game, &[(&field, json!({"min_cents": 2, "max_cents": 1}))], &field, Conflict, clause);
        let huge = json!({"min_cents": 1, "max_cents": 100_000_001});
        refused(game, &[(&field, huge)], &format!("{field}.max_cents"), OutOfRange, clause);
        let stake = format!("wagers.{wager}.stake_cents");
        refused(game, &[(&stake, 100.into())], &stake, Conflict, clause);
    }
}
