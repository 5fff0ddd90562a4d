//! One example of everything that can be asked of a table.

use serde_json::{Value, json};
use std::collections::BTreeSet;

/// One example of each action, for seat 1 where there is a seat.
pub(crate) fn every_action() -> Vec<Value> {
    let mut actions = game_actions();
    actions.extend(procedure_actions().into_iter().map(|action| json!({ "procedure": action })));
    actions.extend(inventory_actions().into_iter().map(|action| json!({ "inventory": action })));
    actions
}

fn game_actions() -> Vec<Value> {
    let wager = "let_it_ride";
    vec![
        json!({"seat_player": {"seat": 1, "player": 11}}),
        json!({"leave_seat": {"seat": 1}}),
        json!({"buy_in": {"seat": 1, "amount": 10_000}}),
        json!({"bring_chips": {"seat": 1, "amount": 10_000}}),
        json!({"cash_out": {"seat": 1, "amount": 500}}),
        json!({"move_seat": {"from": 1, "to": 3}}),
        json!({"report_away": {"seat": 1}}),
        json!({"report_back": {"seat": 1}}),
        json!("open_round"),
        json!("cancel_round"),
        json!({"answer_bank_offer": {"seat": 1, "accept": true}}),
        json!({"place_bank": {"amount": 10_000}}),
        json!({"place_wager": {"seat": 1, "wager": wager, "amount": 500}}),
        json!({"accept_wager": {"seat": 1, "wager": wager, "amount": 500}}),
        json!({"remove_wager": {"seat": 1, "wager": wager}}),
        json!({"commit_shuffle": {"commitment": "ab".repeat(32)}}),
        json!("no_more_bets"),
        json!({"collect_wagers": {"wager": wager, "count": 2}}),
        json!({"resolve_count": {"wager": wager, "resolution": "recounted"}}),
        json!({"report_stub": {"stub": 40}}),
        json!({"report_count": {"deck": "first", "count": 51}}),
        json!({"doubt_deck": {"cause": "cover_card"}}),
        json!({"strike_wager": {"seat": 1, "wager": wager, "resolution": "chip_missing"}}),
        json!("lock_wagers"),
        json!({"deal": {"cards": ["As"]}}),
        json!({"count_stub": {"stub": 44, "on_table": 8}}),
        json!({"decide": {"seat": 1, "decision": "ride"}}),
        json!("expire_decision"),
        json!({"turn_up": {"cards": []}}),
        json!({"draw_hot_spot": {"seat": 1}}),
        json!({"settle": {"cards": []}}),
        json!({"stop_wheel": {"segment": 0}}),
        json!("pay_envy"),
        json!({"verify_award": {"seat": 1, "bet": "bet_1", "step": "hand"}}),
        json!("clear_table"),
        json!({"suspend_wager": {"wager": wager, "stake": null, "cause": "disabled"}}),
        json!({"resume_wager": {"wager": wager, "stake": null}}),
        json!({"switch_off": {"what": "table", "reason": "other"}}),
        json!({"switch_on": {"what": "table"}}),
        json!({"face_up_card": {"card": "As"}}),
        json!({"drawn_in_error": {"card": null}}),
        json!({"report": "wrong_number_of_cards"}),
        json!("confirm_void"),
        json!({"propose": "void"}),
        json!("approve"),
        json!("decline"),
        json!("expire_proposal"),
        json!({"adopt_rules": {"proposed_by": 1, "approved_by": 2}}),
    ]
}

fn procedure_actions() -> Vec<Value> {
    vec![
        json!("open_table"),
        json!("close_table"),
        json!({"receive_deck": {"back": "blue", "preshuffled": true}}),
        json!({"inspect_deck": {"deck": "first"}}),
        json!({"verify_inspection": {"deck": "first"}}),
        json!({"spread_deck": {"deck": "first"}}),
        json!({"show_deck": {"deck": "first"}}),
        json!({"wash_deck": {"deck": "first"}}),
        json!({"stack_deck": {"deck": "first"}}),
        json!({"shuffle": {"deck": "first", "count": 52}}),
        json!({"shuffler_jam": {"deck": "first"}}),
        json!({"order_shuffle": {"deck": "first"}}),
        json!({"cut": {"deck": "first", "depth": 20}}),
        json!({"order_recut": {"deck": "first"}}),
        json!({"retire_deck": {"deck": "first"}}),
        json!({"expire_deck": {"deck": "first"}}),
        json!({"go_idle": {"face_up": false}}),
        json!("turn_spread_up"),
        json!("arrival_inspected"),
        json!({"report_fault": {"device": "shoe"}}),
        json!({"mark_device": {"device": "shoe", "marking": "covered"}}),
        json!({"restore_device": {"device": "shoe"}}),
        json!({"switch_dealing": {"method": "hand"}}),
        json!({"switch_shuffle": {"to": "manual"}}),
    ]
}

fn inventory_actions() -> Vec<Value> {
    let (tray, slip) = (json!({"10000": 50}), json!({"kind": "fill", "number": 1}));
    let contents = json!({"notes": {"10000": 3}, "chips": {}, "counter_checks": 0, "other": 0});
    vec![
        json!({"count": {"kind": "opener", "tray": tray}}),
        json!("verify_count"),
        json!("reject_count"),
        json!({"request_slip": {"kind": "fill", "tray": tray}}),
        json!({ "issue_slip": slip }),
        json!({ "receive_slip": slip }),
        json!({"propose_void": {"kind": "fill", "number": 1, "reason": "wrong_chips"}}),
        json!({ "approve_void": slip }),
        json!({ "decline_void": slip }),
        json!("remove_box"),
        json!({"count_drop": {"number": 1, "contents": contents}}),
        json!({"verify_drop": {"number": 1}}),
    ]
}

/// What an action is called.
fn name(action: &Value) -> String {
    let name = action.as_str().or_else(|| action.as_object().and_then(|action| action.keys().next().map(|key| &**key)));
    name.unwrap().to_owned()
}

/// The actions the description of the interface lists under a schema.
fn described(schema: &str) -> BTreeSet<String> {
    let document = serde_json::to_value(server::openapi()).unwrap();
    let variants = document["components"]["schemas"][schema]["oneOf"].as_array().unwrap().clone();
    variants
        .iter()
        .map(|variant| match variant["enum"][0].as_str() {
            Some(plain) => plain.to_owned(),
            None => variant["properties"].as_object().unwrap().keys().next().unwrap().clone(),
        })
        .collect()
}

#[test]
fn there_is_an_example_of_every_action() {
    for action in every_action() {
        let read: game_core::command::Action =
            serde_json::from_value(action.clone()).unwrap_or_else(|error| panic!("{error}: {action}"));
        assert_eq!(serde_json::to_value(read).unwrap(), action);
    }
    let names = |actions: &[Value]| actions.iter().map(name).collect::<BTreeSet<_>>();
    let mut of_the_game = names(&game_actions());
    of_the_game.extend(["procedure".to_owned(), "inventory".to_owned()]);
    assert_eq!(of_the_game, described("Action"));
    assert_eq!(names(&procedure_actions()), described("ProcedureAction"));
    assert_eq!(names(&inventory_actions()), described("InventoryAction"));
}
