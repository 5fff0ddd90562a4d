//! `/v1/approvals`: whatever the matter, it takes two people, in time, once (R57).

use crate::house::{Holder, TestServer, decide, propose};
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

async fn shown(who: &Holder, approval: &Value) -> Value {
    who.get(&path(approval, "")).await.told(200)
}

async fn pending(who: &Holder) -> Vec<Value> {
    who.get("/v1/approvals").await.told(200)["approvals"].as_array().unwrap().clone()
}

/// Everything that is kept but the approvals themselves.
async fn kept(server: &TestServer) -> BTreeMap<String, String> {
    let mut contents = server.database.contents().await.unwrap();
    for table in ["approvals", "approval_decisions"] {
        contents.remove(table).unwrap();
    }
    contents
}

#[tokio::test]
async fn r57_whoever_proposes_does_not_decide_whatever_the_matter() {
    let server = TestServer::spawn().await;
    let (maker, other) = (server.floorperson().await, server.floorperson().await);
    for kind in MatterKind::ALL {
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
    assert!(pending(&other).await.is_empty());
    server.stop().await;
}

#[tokio::test]
async fn the_second_person_proves_for_this_act_who_they_are() {
    let server = TestServer::spawn().await;
    let (maker, other) = (server.floorperson().await, server.floorperson().await);
    for kind in MatterKind::ALL {
        let proposed = propose(&server, &maker, kind).await;
        for password in ["", "let me in", maker.password()] {
            let body = json!({"decision": "approve", "password": password});
            other.post(&path(&proposed, "/decision"), &body).await.problem(403, "not_authenticated");
        }
        let body = json!({"decision": "approve"});
        other.post(&path(&proposed, "/decision"), &body).await.problem(422, "invalid_body");
        assert_eq!(shown(&other, &proposed).await["state"], "pending");
        for stranger in [server.dealer().await, server.auditor().await, server.person(Role::Cage).await] {
            decide(&stranger, &proposed, "approve").await.problem(403, "forbidden");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn what_has_expired_cannot_be_used() {
    let server = TestServer::spawn_with(Config { approvals_last: Duration::ZERO, ..Config::default() }).await;
    let (maker, other) = (server.floorperson().await, server.floorperson().await);
    for kind in MatterKind::ALL {
        let proposed = propose(&server, &maker, kind).await;
        assert_eq!(proposed["state"], "expired");
        let before = kept(&server).await;
        for decision in ["approve", "decline"] {
            decide(&other, &proposed, decision).await.problem(409, "approval_expired");
        }
        maker.post(&path(&proposed, "/withdrawal"), &json!({})).await.problem(409, "approval_expired");
        assert_eq!(kept(&server).await, before, "{kind:?} changed something");
    }
    assert!(pending(&other).await.is_empty());
    let expired = other.get("/v1/approvals?state=expired").await.told(200);
    assert_eq!(expired["approvals"].as_array().unwrap().len(), MatterKind::ALL.len());
    server.stop().await;
}

#[tokio::test]
async fn what_is_declined_or_withdrawn_leaves_nothing_changed_and_is_decided_once() {
    let server = TestServer::spawn().await;
    let (maker, other) = (server.floorperson().await, server.floorperson().await);
    for kind in MatterKind::ALL {
        let proposed = propose(&server, &maker, kind).await;
        let before = kept(&server).await;
        let declined = decide(&other, &proposed, "decline").await.told(200);
        assert_eq!(declined["state"], "declined");
        decide(&other, &proposed, "approve").await.problem(409, "approval_decided");
        assert_eq!(kept(&server).await, before, "{kind:?} changed something");
        let proposed = propose(&server, &maker, kind).await;
        let before = kept(&server).await;
        let withdrawn = maker.post(&path(&proposed, "/withdrawal"), &json!({"comment": "wrong table"})).await.told(200);
        assert_eq!((&withdrawn["state"], &withdrawn["comment"]), (&json!("withdrawn"), &json!("wrong table")));
        decide(&other, &proposed, "approve").await.problem(409, "approval_decided");
        assert_eq!(kept(&server).await, before, "{kind:?} changed something");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_decision_that_is_sent_again_gets_its_first_answer() {
    let server = TestServer::spawn().await;
    let (maker, other) = (server.floorperson().await, server.floorperson().await);
    for kind in MatterKind::ALL {
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
    let (maker, other) = (server.floorperson().await, server.floorperson().await);
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
    let (maker, other) = (server.floorperson().await, server.floorperson().await);
    let mut stream = dial(&server, &other, "/v1/floor/stream").await;
    crate::sockets::greet(&mut stream).await;
    assert_eq!(told(&mut stream, "approvals").await["pending"], json!([]));
    for kind in MatterKind::ALL {
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
