//! `/v1/submissions`: from a draft to rules that two people stand for (R57).

use crate::house::{Holder, TestServer, config, decide, submission};
use hyper::Method;
use serde_json::{Value, json};
use server::Config;
use std::time::Duration;
use uuid::Uuid;
use wire::timestamp::Timestamp;

const PATH: &str = "/v1/submissions";

fn at(submission: &Value, rest: &str) -> String {
    format!("{PATH}/{}{rest}", submission["id"].as_str().unwrap())
}

async fn draft(who: &Holder, document: &Value) -> Value {
    who.post(PATH, &json!({"document": document})).await.told(201)
}

async fn shown(who: &Holder, submission: &Value) -> Value {
    who.get(&at(submission, "")).await.told(200)
}

/// Criss Cross as its rules are written, which gives the player the edge (I-67).
fn criss_cross() -> Value {
    let text = include_str!("../../docs/examples/submissions/criss-cross-plain.json");
    let mut document: Value = serde_json::from_str(text).unwrap();
    document["options"]["ante_payout"] = json!("paytable");
    document
}

fn names(submission: &Value) -> Vec<String> {
    let warnings = submission["warnings"].as_array().unwrap().iter();
    warnings.map(|warning| warning["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_draft_is_edited_by_whoever_drafted_it_from_its_last_edition() {
    let server = TestServer::spawn().await;
    let (maker, other) = (server.floorperson().await, server.pit_manager().await);
    let mut wrong = submission();
    wrong["wagers"]["let_it_ride"]["paytable"] = json!("Z");
    wrong["wagers"]["let_it_rade"] = json!({});
    let drafted = draft(&maker, &wrong).await;
    assert_eq!((&drafted["state"], &drafted["edition"]), (&json!("draft"), &json!(1)));
    let listed = drafted["problems"].as_array().unwrap();
    let fields: Vec<&str> = listed.iter().map(|one| one["field"].as_str().unwrap()).collect();
    assert!(fields.contains(&"wagers.let_it_ride.paytable") && fields.contains(&"wagers.let_it_rade"), "{drafted}");
    assert!(listed.iter().any(|one| one["clause"] == "LIR-12-A"), "{drafted}");
    let submit = at(&drafted, "/submit");
    maker.post(&submit, &json!({"edition": 1})).await.problem(422, "submission_invalid");

    let (key, body) = (Uuid::now_v7(), json!({"edition": 1, "document": submission()}));
    other.put(&at(&drafted, ""), &body).await.problem(403, "forbidden");
    let edited = maker.send_as(key, Method::PUT, &at(&drafted, ""), &body).await.told(200);
    assert_eq!((&edited["edition"], &edited["problems"]), (&json!(2), &json!([])));
    assert_eq!(maker.send_as(key, Method::PUT, &at(&drafted, ""), &body).await.told(200), edited);
    maker.put(&at(&drafted, ""), &body).await.problem(409, "not_a_draft");
    let another = json!({"edition": 1, "document": wrong});
    maker.send_as(key, Method::PUT, &at(&drafted, ""), &another).await.problem(422, "key_reused");
    let mut stud = submission();
    stud["game"] = json!("two_three_five_stud_md");
    let another = json!({"edition": 2, "document": stud});
    maker.put(&at(&drafted, ""), &another).await.problem(422, "invalid_body");
    assert_eq!(shown(&other, &drafted).await, edited, "nothing else was kept");

    other.post(&submit, &json!({"edition": 2})).await.problem(403, "forbidden");
    maker.post(&submit, &json!({"edition": 1})).await.problem(409, "not_a_draft");
    let approval = maker.post(&submit, &json!({"edition": 2})).await.told(200);
    let body = json!({"edition": 2, "document": submission()});
    maker.put(&at(&drafted, ""), &body).await.problem(409, "not_a_draft");
    maker.post(&at(&drafted, "/withdrawal"), &json!({})).await.problem(409, "not_a_draft");
    assert_eq!(shown(&other, &drafted).await["state"], "submitted");
    decide(&other, &approval, "decline").await.told(200);
    assert_eq!(shown(&other, &drafted).await["state"], "declined");
    let edited = maker.put(&at(&drafted, ""), &body).await.told(200);
    assert_eq!((&edited["edition"], &edited["state"]), (&json!(3), &json!("draft")));
    server.stop().await;
}

/// What a parser forgets is told all the same, as `baize rules check` tells it.
#[tokio::test]
async fn a_name_given_twice_is_told() {
    let server = TestServer::spawn().await;
    let maker = server.pit_manager().await;
    let text = submission().to_string();
    let twice = text.replacen("\"min_cents\":500", "\"min_cents\":500,\"min_cents\":100", 1);
    assert_ne!(text, twice);
    let key = Uuid::now_v7().to_string();
    let headers = [("content-type", "application/json"), ("idempotency-key", &*key)];
    let body = format!("{{\"document\":{twice}}}");
    let drafted = maker.ask(&Method::POST, PATH, &headers, &body).await.told(201);
    let problems = drafted["problems"].as_array().unwrap();
    let repeated = json!({"field": "limits.min_cents", "code": "repeated_field"});
    assert!(
        problems.iter().any(|one| one["field"] == repeated["field"] && one["code"] == repeated["code"]),
        "{drafted}"
    );
    maker.post(&at(&drafted, "/submit"), &json!({"edition": 1})).await.problem(422, "submission_invalid");
    server.stop().await;
}

/// I-67: winning antes paid by the paytable favour the player. Nobody gets that past anybody unnoticed.
#[tokio::test]
async fn i67_a_negative_edge_is_approved_only_with_its_warnings_acknowledged_by_name() {
    let server = TestServer::spawn().await;
    let (maker, other) = (server.pit_manager().await, server.pit_manager().await);
    let drafted = draft(&maker, &criss_cross()).await;
    assert_eq!(names(&drafted), ["antes_by_paytable", "player_edge.ante"], "{drafted}");
    let edge = &drafted["edges"][0]["edges"][0];
    assert!(edge["exact"].as_str().unwrap().starts_with('-'), "{edge}");
    assert!(edge["percent"].as_str().unwrap().starts_with("-19.3"), "{edge}");
    let submit = at(&drafted, "/submit");
    for acknowledged in [json!([]), json!(["antes_by_paytable"]), json!(["player_edge.ante"])] {
        let refused = maker.post(&submit, &json!({"edition": 1, "acknowledge": acknowledged})).await;
        refused.problem(409, "warnings_unacknowledged");
    }
    let unknown = json!({"edition": 1, "acknowledge": ["antes_by_paytable", "player_edge.ante", "all"]});
    maker.post(&submit, &unknown).await.problem(422, "invalid_body");
    assert_eq!(shown(&other, &drafted).await["state"], "draft");

    let (key, body) = (Uuid::now_v7(), json!({"edition": 1, "acknowledge": names(&drafted), "reason": "as written"}));
    let approval = maker.send_as(key, Method::POST, &submit, &body).await.told(200);
    assert_eq!(maker.send_as(key, Method::POST, &submit, &body).await.told(200), approval);
    assert_eq!(approval["matter"]["warnings"], json!(names(&drafted)), "{approval}");
    decide(&maker, &approval, "approve").await.problem(403, "same_person");
    decide(&other, &approval, "approve").await.told(200);
    let approved = shown(&other, &drafted).await;
    assert_eq!((&approved["state"], &approved["edges"]), (&json!("effective"), &drafted["edges"]));
    assert!(approved["warnings"].as_array().unwrap().iter().all(|one| one["acknowledged"] == true), "{approved}");
    let sheets = other.get(&at(&drafted, "/par-sheets")).await.told(200);
    assert_eq!((&sheets[0]["wager"], &sheets[0]["house_edge"]["exact"]), (&json!("ante"), &edge["exact"]));

    // Even money leaves the house its edge, and nothing to acknowledge.
    let mut even = criss_cross();
    even["options"]["ante_payout"] = json!("even_money");
    let drafted = draft(&maker, &even).await;
    assert_eq!(names(&drafted), [""; 0]);
    maker.post(&at(&drafted, "/submit"), &json!({"edition": 1})).await.told(200);
    server.stop().await;
}

/// R57: a pit manager decides, and a floorperson does not.
#[tokio::test]
async fn r57_a_pit_manager_other_than_the_proposer_decides() {
    let server = TestServer::spawn().await;
    let (maker, floorperson, other) =
        (server.pit_manager().await, server.floorperson().await, server.pit_manager().await);
    let drafted = draft(&maker, &submission()).await;
    let approval = maker.post(&at(&drafted, "/submit"), &json!({"edition": 1})).await.told(200);
    decide(&maker, &approval, "approve").await.problem(403, "same_person");
    decide(&floorperson, &approval, "approve").await.problem(403, "forbidden");
    decide(&other, &approval, "approve").await.told(200);
    let approved = shown(&other, &drafted).await;
    assert_eq!((&approved["state"], &approved["approval"]), (&json!("effective"), &approval["id"]));
    assert_ne!(approved["approved_by"], approved["drafted_by"]);
    maker.post(&at(&drafted, "/submit"), &json!({"edition": 1})).await.problem(409, "not_a_draft");
    maker.post(&at(&drafted, "/withdrawal"), &json!({})).await.problem(409, "not_a_draft");
    // R61: every decision is on record, with both people.
    let found = server.auditor().await.get("/v1/significant-events?kind=approval_decided").await.told(200);
    let event = &found["events"][0];
    assert_eq!(event["details"]["approval"], approval["id"], "{found}");
    assert_eq!((&event["staff"], &event["details"]["decision"]), (&approved["approved_by"], &json!("approved")));
    assert_eq!(event["details"]["proposed_by"], approved["drafted_by"]);
    server.stop().await;
}

#[tokio::test]
async fn what_is_not_decided_in_time_is_a_draft_again_and_what_is_given_up_stays_so() {
    let server = TestServer::spawn_with(Config { approvals_last: Duration::ZERO, ..config() }).await;
    let (maker, other) = (server.pit_manager().await, server.pit_manager().await);
    let drafted = draft(&maker, &submission()).await;
    let approval = maker.post(&at(&drafted, "/submit"), &json!({"edition": 1})).await.told(200);
    decide(&other, &approval, "approve").await.problem(409, "approval_expired");
    assert_eq!(shown(&other, &drafted).await["state"], "draft");
    let withdrawal = at(&drafted, "/withdrawal");
    other.post(&withdrawal, &json!({})).await.problem(403, "forbidden");
    let withdrawn = maker.post(&withdrawal, &json!({"comment": "another layout"})).await.told(200);
    assert_eq!(withdrawn["state"], "withdrawn");
    assert_eq!(maker.post(&withdrawal, &json!({})).await.told(200), withdrawn);
    let body = json!({"edition": 1, "document": submission()});
    maker.put(&at(&drafted, ""), &body).await.problem(409, "not_a_draft");
    maker.post(&at(&drafted, "/submit"), &json!({"edition": 1})).await.problem(409, "not_a_draft");
    server.stop().await;
}

/// What was approved is effective from its time on, and superseded from the other's time on.
#[tokio::test]
async fn approved_rules_wait_for_their_time_and_give_way_to_others_once() {
    let server = TestServer::spawn().await;
    let (maker, other) = (server.pit_manager().await, server.pit_manager().await);
    let approved = async |name: &str, more: Value| {
        let mut document = submission();
        document["name"] = json!(name);
        let drafted = draft(&maker, &document).await;
        let mut body = json!({"edition": 1});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let approval = maker.post(&at(&drafted, "/submit"), &body).await.told(200);
        decide(&other, &approval, "approve").await.told(200);
        drafted
    };
    let tomorrow = Timestamp(game_core::game::Millis(table_host::now().0 + 86_400_000));
    let first = approved("First", json!({})).await;
    let later = approved("Later", json!({"effective_from": tomorrow, "supersedes": first["id"]})).await;
    let (first_now, later_now) = (shown(&other, &first).await, shown(&other, &later).await);
    assert_eq!((&first_now["state"], &later_now["state"]), (&json!("effective"), &json!("approved")));
    assert_eq!(later_now["effective_from"], json!(tomorrow));
    assert_eq!((&first_now["superseded_by"], &first_now["superseded_from"]), (&later["id"], &json!(tomorrow)));
    let at_once = approved("At once", json!({"supersedes": later["id"]})).await;
    assert_eq!(shown(&other, &later).await["state"], "superseded");
    assert_eq!(shown(&other, &at_once).await["state"], "effective");
    // Twice is once too often, and nobody takes the place of what is not approved, or is of another game.
    let mut document = submission();
    document["name"] = json!("Another");
    let drafted = draft(&maker, &document).await;
    for superseded in [&first["id"], &later["id"], &drafted["id"]] {
        let body = json!({"edition": 1, "supersedes": superseded});
        maker.post(&at(&drafted, "/submit"), &body).await.problem(409, "not_supersedable");
    }
    let listed = other.get(&format!("{PATH}?state=effective")).await.told(200);
    let ids: Vec<&Value> = listed["submissions"].as_array().unwrap().iter().map(|one| &one["id"]).collect();
    assert_eq!(ids, [&first["id"], &at_once["id"]]);
    let page = other.get(&format!("{PATH}?limit=2&game=let_it_ride_md")).await.told(200);
    assert_eq!((page["submissions"].as_array().unwrap().len(), &page["next"]), (2, &later["id"]));
    server.stop().await;
}

#[tokio::test]
async fn a_submission_may_be_longer_than_other_bodies_and_not_without_end() {
    let server = TestServer::spawn().await;
    let maker = server.pit_manager().await;
    let long = |length: usize| json!({"document": {"game": "let_it_ride_md", "name": "x".repeat(length)}});
    let drafted = maker.post(PATH, &long(100_000)).await.told(201);
    assert!(drafted["problems"].as_array().unwrap().iter().any(|one| one["field"] == "name"));
    maker.post(PATH, &long(300_000)).await.problem(413, "body_too_large");
    maker.post(PATH, &json!({"document": {"game": "baccarat"}})).await.problem(422, "invalid_body");
    server.stop().await;
}

/// One draft that the database cannot give back would keep everybody from listing submissions.
#[tokio::test]
async fn a_submission_that_the_database_cannot_store_is_refused() {
    let server = TestServer::spawn().await;
    let maker = server.pit_manager().await;
    for name in [json!("A\u{0}"), json!({"A\u{0}": 1}), json!([f64::MAX]), json!(-f64::MAX)] {
        let mut unfit = submission();
        unfit["name"] = name;
        maker.post(PATH, &json!({"document": unfit})).await.problem(422, "invalid_body");
    }
    let mut odd = submission();
    odd["name"] = json!([1e299, 0.5]);
    maker.post(PATH, &json!({"document": odd})).await.told(201);
    maker.get(PATH).await.told(200);
    server.stop().await;
}
