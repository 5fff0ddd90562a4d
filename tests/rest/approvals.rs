//! `/v1/approvals`: whatever the matter, it takes two people, in time, once (R57).

use crate::house::{Game, Holder, TestServer, config, decide, propose, two};
use crate::sockets::{Stream, dial, hear_text};
use hyper::Method;
use serde_json::{Value, json};
use server::Config;
use server::identity::Role;
use std::collections::BTreeMap;
use std::time::Duration;
use uuid::Uuid;
use wire::rest::approvals::MatterKind;

fn path(approval: &Value, rest: &str) -> String {
    format!("/v1/approvals/{}{rest}", approval["id"].as_str().unwrap())
}

/// Whether the matter is decided by a command of its table.
fn at_table(kind: MatterKind) -> bool {
    matches!(kind, MatterKind::Round | MatterKind::SlipVoid)
}

async fn shown(who: &Holder, approval: &Value) -> Value {
    who.get(&path(approval, "")).await.told(200)
}

async fn pending(who: &Holder) -> Vec<Value> {
    who.get("/v1/approvals").await.told(200)["approvals"].as_array().unwrap().clone()
}

/// Everything that is kept but the approvals themselves, that a table was asked at all, and what the server says of itself.
async fn kept(server: &TestServer) -> BTreeMap<String, String> {
    let mut contents = server.database.contents().await.unwrap();
    for table in [
        "approvals",
        "approval_decisions",
        "command_keys",
        "table_heads",
        "snapshots",
        "sessions",
        "system_records",
        "significant_events",
        "significant_head",
        "significant_links",
    ] {
        contents.remove(table).unwrap();
    }
    contents
}

#[tokio::test]
async fn r57_whoever_proposes_does_not_decide_whatever_the_matter() {
    let server = TestServer::spawn().await;
    for kind in MatterKind::ALL {
        let (maker, other) = two(&server, kind).await;
        let proposed = propose(&server, &maker, kind).await;
        assert_eq!((&proposed["kind"], &proposed["state"]), (&json!(kind), &json!("pending")), "{proposed}");
        let before = kept(&server).await;
        for decision in ["approve", "decline"] {
            decide(&maker, &proposed, decision).await.problem(403, "same_person");
        }
        other.post(&path(&proposed, "/withdrawal"), &json!({})).await.problem(403, "same_person");
        assert_eq!(shown(&other, &proposed).await, proposed, "nothing is decided");
        assert_eq!(kept(&server).await, before, "{kind:?} changed something");
        let decided = decide(&other, &proposed, "approve").await.told(200);
        assert_eq!(decided["state"], "approved", "{decided}");
        assert_ne!(decided["decided_by"], decided["proposed_by"]);
        assert_ne!(kept(&server).await, before, "{kind:?} changed nothing");
    }
    assert!(pending(&server.auditor().await).await.is_empty());
    server.stop().await;
}

#[tokio::test]
async fn the_second_person_proves_for_this_act_who_they_are() {
    let server = TestServer::spawn().await;
    for kind in MatterKind::ALL {
        let (maker, other) = two(&server, kind).await;
        let proposed = propose(&server, &maker, kind).await;
        for password in ["", maker.password()] {
            let body = json!({"decision": "approve", "password": password});
            other.post(&path(&proposed, "/decision"), &body).await.problem(403, "not_authenticated");
        }
        let body = json!({"decision": "approve"});
        other.post(&path(&proposed, "/decision"), &body).await.problem(422, "invalid_body");
        assert_eq!(shown(&other, &proposed).await["state"], "pending");
        let outside = if kind == MatterKind::SlipVoid { Role::Accounting } else { Role::Cage };
        for stranger in [server.dealer().await, server.auditor().await, server.person(outside).await] {
            decide(&stranger, &proposed, "approve").await.problem(403, "forbidden");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn what_has_expired_cannot_be_used() {
    let server = TestServer::spawn_with(Config { approvals_last: Duration::ZERO, ..config() }).await;
    // What is proposed at a table ends by the table's clock: the golden rounds and the store's tests hold that.
    let kinds = MatterKind::ALL.into_iter().filter(|kind| !at_table(*kind));
    for kind in kinds.clone() {
        let (maker, other) = two(&server, kind).await;
        let proposed = propose(&server, &maker, kind).await;
        assert_eq!(proposed["state"], "expired");
        let before = kept(&server).await;
        for decision in ["approve", "decline"] {
            decide(&other, &proposed, decision).await.problem(409, "approval_expired");
        }
        maker.post(&path(&proposed, "/withdrawal"), &json!({})).await.problem(409, "approval_expired");
        assert_eq!(kept(&server).await, before, "{kind:?} changed something");
    }
    assert!(pending(&server.auditor().await).await.is_empty());
    let expired = server.auditor().await.get("/v1/approvals?state=expired").await.told(200);
    assert_eq!(expired["approvals"].as_array().unwrap().len(), kinds.count());
    server.stop().await;
}

#[tokio::test]
async fn what_is_declined_or_withdrawn_leaves_nothing_changed_and_is_decided_once() {
    let server = TestServer::spawn().await;
    for kind in MatterKind::ALL {
        let (maker, other) = two(&server, kind).await;
        let proposed = propose(&server, &maker, kind).await;
        let before = kept(&server).await;
        let declined = decide(&other, &proposed, "decline").await.told(200);
        assert_eq!(declined["state"], "declined");
        decide(&other, &proposed, "approve").await.problem(409, "approval_decided");
        assert_eq!(kept(&server).await, before, "{kind:?} changed something");
        let proposed = propose(&server, &maker, kind).await;
        let before = kept(&server).await;
        let withdrawn = maker.post(&path(&proposed, "/withdrawal"), &json!({"comment": "wrong table"})).await.told(200);
        // A table's journal keeps what was decided and by whom, and no words.
        let comment = if at_table(kind) { "" } else { "wrong table" };
        assert_eq!((&withdrawn["state"], &withdrawn["comment"]), (&json!("withdrawn"), &json!(comment)));
        decide(&other, &proposed, "approve").await.problem(409, "approval_decided");
        assert_eq!(kept(&server).await, before, "{kind:?} changed something");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_decision_that_is_sent_again_gets_its_first_answer() {
    let server = TestServer::spawn().await;
    for kind in MatterKind::ALL {
        let (maker, other) = two(&server, kind).await;
        let proposed = propose(&server, &maker, kind).await;
        let (key, at) = (Uuid::now_v7(), path(&proposed, "/decision"));
        let body = json!({"decision": "approve", "password": other.password(), "comment": "seen"});
        let first = other.send_as(key, Method::POST, &at, &body).await.told(200);
        assert_eq!(first["state"], "approved");
        let before = kept(&server).await;
        assert_eq!(other.send_as(key, Method::POST, &at, &body).await.told(200), first);
        let another = json!({"decision": "decline", "password": other.password()});
        other.send_as(key, Method::POST, &at, &another).await.problem(422, "key_reused");
        assert_eq!(kept(&server).await, before, "{kind:?} was carried out twice");
    }
    server.stop().await;
}

#[tokio::test]
async fn approvals_are_listed_page_by_page_and_by_what_they_are() {
    let server = TestServer::spawn().await;
    let (maker, other) = (server.pit_manager().await, server.pit_manager().await);
    let mut proposed = Vec::new();
    for _ in 0..3 {
        proposed.push(propose(&server, &maker, MatterKind::RulesSubmission).await);
    }
    let page = other.get("/v1/approvals?limit=2&kind=rules_submission").await.told(200);
    assert_eq!(page["approvals"], json!(proposed[..2]));
    let rest = format!("/v1/approvals?limit=2&after={}", page["next"].as_str().unwrap());
    let page = other.get(&rest).await.told(200);
    assert_eq!((&page["approvals"], page.get("next")), (&json!(proposed[2..]), None));
    decide(&other, &proposed[1], "decline").await.told(200);
    let declined = other.get("/v1/approvals?state=declined").await.told(200);
    assert_eq!(declined["approvals"][0]["id"], proposed[1]["id"]);
    assert_eq!(pending(&server.auditor().await).await.len(), 2);
    other.get("/v1/approvals?kind=favour").await.problem(400, "invalid_query");
    other.get(&format!("/v1/approvals/{}", Uuid::now_v7())).await.problem(404, "not_found");
    server.stop().await;
}

/// The next message of this kind.
async fn told(stream: &mut Stream, kind: &str) -> Value {
    loop {
        let message: Value = serde_json::from_str(&hear_text(stream).await).unwrap();
        if message["type"] == kind {
            return message;
        }
    }
}

#[tokio::test]
async fn the_floor_is_told_what_waits() {
    let server = TestServer::spawn().await;
    let mut stream = dial(&server, &server.floorperson().await, "/v1/floor/stream").await;
    crate::sockets::greet(&mut stream).await;
    assert_eq!(told(&mut stream, "approvals").await["pending"], json!([]));
    for kind in MatterKind::ALL {
        let (maker, other) = two(&server, kind).await;
        let proposed = propose(&server, &maker, kind).await;
        let waiting = told(&mut stream, "approvals").await;
        assert_eq!(waiting["pending"][0]["id"], proposed["id"], "{waiting}");
        assert!(waiting["pending"][0].get("matter").is_none(), "{waiting}");
        decide(&other, &proposed, "approve").await.told(200);
        assert_eq!(told(&mut stream, "approvals").await["pending"], json!([]));
    }
    drop(stream);
    server.stop().await;
}

#[tokio::test]
async fn r42_what_waits_in_a_round_lies_on_the_felt_and_takes_more_than_a_command() {
    let server = TestServer::spawn().await;
    let (maker, other) = (server.pit_manager().await, server.pit_manager().await);
    let game = Game::at(&server).await;
    game.seat_patrons().await;
    game.until(&server, "decide").await;
    game.act(&game.dealer, &json!({"report_away": {"seat": 1}})).await;
    game.act(&maker, &json!({"propose": {"forfeit": {"seat": 1, "cause": "abandoned"}}})).await;
    let felt = game.terminals[1].get(&game.path).await.told(200)["view"]["felt"].clone();
    let forfeit = json!({"forfeit": {"seat": 1, "cause": "abandoned"}});
    assert_eq!(felt["round"]["proposal"]["proposal"], forfeit, "{felt}");
    let plain = json!({"command_id": Uuid::now_v7(), "action": "approve"});
    for who in [&maker, &other] {
        who.post(&game.sub("commands"), &plain).await.problem(403, "approve_elsewhere");
    }
    let waiting = pending(&other).await;
    assert_eq!((waiting.len(), &waiting[0]["matter"]["proposal"]), (1, &forfeit));
    decide(&maker, &waiting[0], "approve").await.problem(403, "same_person");
    let decided = decide(&other, &waiting[0], "approve").await.told(200);
    assert_eq!(decided["state"], "approved");
    let felt = game.terminals[1].get(&game.path).await.told(200)["view"]["felt"].clone();
    assert_eq!(felt["round"]["proposal"], Value::Null, "{felt}");
    let events = game.auditor.get(&game.sub("events?limit=200")).await.told(200).to_string();
    assert!(events.contains("\"forfeited\""), "{events}");
    for by in [("proposed_by", "proposed_by"), ("approved_by", "decided_by")] {
        let named = format!("\"{}\":{}", by.0, decided[by.1]);
        assert!(events.contains(&named), "{named}: {events}");
    }
    server.stop().await;
}

#[tokio::test]
async fn what_the_round_overtakes_waits_for_nobody() {
    let server = TestServer::spawn().await;
    let (maker, other) = (server.pit_manager().await, server.pit_manager().await);
    let game = Game::at(&server).await;
    game.seat_patrons().await;
    game.until(&server, "decide").await;
    game.act(&maker, &json!({"propose": "void"})).await;
    let waiting = pending(&other).await;
    game.act(&game.dealer, &json!({"report": "wrong_number_of_cards"})).await;
    assert!(pending(&other).await.is_empty());
    assert_eq!(shown(&other, &waiting[0]).await["state"], "expired");
    decide(&other, &waiting[0], "approve").await.problem(409, "approval_expired");
    server.stop().await;
}
