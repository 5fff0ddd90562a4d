//! Messages the server reads: closed, and nothing unknown passes.

use serde_json::{Value, json};
use wire::rest::commands::CommandRequest;
use wire::rest::events::{JournalEntry, Told};
use wire::rest::seats::{BuyIn, MoveSeat, SeatPatron};
use wire::rest::tables::{NewTable, TablesQuery};
use wire::rest::tickets::TicketRequest;
use wire::socket::{CloseCode, ToServer};

const ID: &str = "0195e2a1-7c3e-7d11-9f00-2b6a1c0f4e01";

fn reads<T: serde::de::DeserializeOwned>(value: &Value) -> bool {
    wire::objects::from_str::<T>(&value.to_string()).is_ok()
}

#[test]
fn the_server_reads_its_messages_and_nothing_else() {
    let place = json!({"place_wager": {"seat": 3, "wager": "let_it_ride", "amount": 1000}});
    let good = [
        json!({"type": "hello"}),
        json!({"type": "hello", "resume": {"seq": 0}}),
        json!({"type": "command", "command_id": ID, "action": place}),
        json!({"type": "command", "command_id": ID, "action": "open_round"}),
        json!({"type": "legal"}),
        json!({"type": "ping", "nonce": u64::MAX}),
    ];
    for message in good {
        assert!(reads::<ToServer>(&message), "{message}");
    }
    let bad = [
        json!({}),
        json!({"type": "goodbye"}),
        json!({"type": "hello", "resume": {"seq": -1}}),
        json!({"type": "hello", "resume": {"seq": 1, "hash": ""}}),
        json!({"type": "hello", "ticket": "x"}),
        json!({"type": "legal", "seat": 3}),
        json!({"type": "ping"}),
        json!({"type": "ping", "nonce": 1, "also": 2}),
        json!({"type": "command", "command_id": "1", "action": "open_round"}),
        json!({"type": "command", "command_id": ID, "action": "open_sesame"}),
        json!({"type": "command", "command_id": ID, "action": {"place_wager": {"seat": 3, "wager": "let_it_ride", "amount": 1000, "free": true}}}),
        json!({"type": "command", "command_id": ID, "action": {"place_wager": {"seat": 8, "wager": "let_it_ride", "amount": 1000}}}),
        json!({"type": "command", "command_id": ID, "action": {"place_wager": {"seat": 3, "wager": "let_it_ride", "amount": 0.5}}}),
        json!({"type": "command", "command_id": ID, "action": "open_round", "actor": "dealer"}),
        json!({"type": "ping", "nonce": 1, "resume": null}),
        json!({"type": "legal", "nonce": 1}),
        json!({"type": "command", "command_id": ID}),
        json!([]),
        json!("hello"),
    ];
    for message in bad {
        assert!(!reads::<ToServer>(&message), "{message}");
    }
}

/// What has named fields is an object, at every depth: the fields as a list, which serde would take, are refused.
#[test]
fn fields_without_their_names_are_refused() {
    let command = |action: &Value| json!({"type": "command", "command_id": ID, "action": action});
    let asked = |action: &Value| json!({"command_id": ID, "action": action});
    for (named, bare) in [
        (
            json!({"place_wager": {"seat": 3, "wager": "let_it_ride", "amount": 1000}}),
            json!({"place_wager": [3, "let_it_ride", 1000]}),
        ),
        (json!({"leave_seat": {"seat": 3}}), json!({"leave_seat": [3]})),
        (json!({"settle": {"cards": ["As"]}}), json!({"settle": [["As"]]})),
        (
            json!({"propose": {"forfeit": {"seat": 1, "cause": "abandoned"}}}),
            json!({"propose": {"forfeit": [1, "abandoned"]}}),
        ),
        (
            json!({"inventory": {"issue_slip": {"kind": "fill", "number": 1}}}),
            json!({"inventory": {"issue_slip": ["fill", 1]}}),
        ),
        (json!({"procedure": {"cut": {"deck": "first", "depth": 20}}}), json!({"procedure": {"cut": ["first", 20]}})),
    ] {
        assert!(reads::<CommandRequest>(&asked(&named)) && reads::<ToServer>(&command(&named)), "{named}");
        assert!(!reads::<CommandRequest>(&asked(&bare)), "{bare}");
        assert!(!reads::<ToServer>(&command(&bare)), "{bare}");
        let plainly = serde_json::from_str::<CommandRequest>(&asked(&bare).to_string());
        assert!(plainly.is_ok(), "serde itself takes {bare}: {plainly:?}");
    }
    assert!(!reads::<CommandRequest>(&json!([ID, "no_more_bets"])));
    assert!(!reads::<ToServer>(&json!({"type": "hello", "resume": [7]})));
    let error = wire::objects::from_str::<CommandRequest>(&asked(&json!({"leave_seat": [3]})).to_string());
    assert!(error.unwrap_err().to_string().contains("as an object"));
}

#[test]
fn bodies_refuse_unknown_fields() {
    assert!(reads::<CommandRequest>(&json!({"command_id": ID, "action": "no_more_bets"})));
    assert!(!reads::<CommandRequest>(&json!({"command_id": ID, "action": "no_more_bets", "seat": 1})));
    assert!(reads::<NewTable>(&json!({"name": "A", "submission": "01a1e59b-41b8-7396-945d-44a9f657e795"})));
    assert!(!reads::<NewTable>(
        &json!({"name": "A", "submission": "01a1e59b-41b8-7396-945d-44a9f657e795", "open": true})
    ));
    assert!(reads::<SeatPatron>(&json!({"player": 7})));
    assert!(!reads::<SeatPatron>(&json!({"player": 7, "name": "x"})));
    assert!(reads::<BuyIn>(&json!({"amount_cents": 50_000})));
    assert!(!reads::<BuyIn>(&json!({"amount_cents": "50000"})));
    assert!(reads::<MoveSeat>(&json!({"to": 7})));
    assert!(!reads::<MoveSeat>(&json!({"to": 8})));
    assert!(reads::<TicketRequest>(&json!({})));
    assert!(!reads::<TicketRequest>(&json!({"tables": []})));
    assert!(!reads::<TablesQuery>(&json!({"before": 1})));
}

#[test]
fn a_journal_entry_says_whether_it_is_told_in_full() {
    let entry = |name: &str, events: Value| json!({"seq": 9, "at": "2026-03-04T05:06:07.089Z", "by": {"dealer": 4}, "command_id": ID, "rules_version": "v1", name: events});
    let dealt = json!({"card_dealt": {"spot": {"own": {"seat": 1, "place": 0}}, "in_error": false}});
    let shown: JournalEntry = serde_json::from_value(entry("shown", json!([dealt]))).unwrap();
    assert!(matches!(&shown.told, Told::Shown(events) if events.len() == 1));
    assert_eq!(serde_json::to_value(&shown).unwrap(), entry("shown", json!([dealt])));
    let full = json!({"card_dealt": {"spot": {"own": {"seat": 1, "place": 0}}, "card": "As", "in_error": false}});
    let told: JournalEntry = serde_json::from_value(entry("events", json!([full]))).unwrap();
    assert!(matches!(&told.told, Told::Events(events) if events.len() == 1));
    assert_eq!(serde_json::to_value(&told).unwrap(), entry("events", json!([full])));
}

#[test]
fn close_codes_are_numbers() {
    for code in CloseCode::ALL {
        assert_eq!(serde_json::to_value(code).unwrap(), code.number());
        assert_eq!(CloseCode::try_from(code.number()), Ok(code));
    }
    assert!(CloseCode::try_from(1000).is_err());
}
