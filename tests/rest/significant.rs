//! `/v1/significant-events`: what is found, by whom, and what happens when it cannot be written.

use crate::house::{Game, TestServer};
use serde_json::{Value, json};
use store::testing::until;

const PATH: &str = "/v1/significant-events";

async fn listed(game: &Game, query: &str) -> Vec<Value> {
    let page = game.auditor.get(&format!("{PATH}?{query}")).await.told(200);
    page["events"].as_array().unwrap().clone()
}

/// A wager that comes too late, and its answer.
async fn late_wager(game: &Game) -> crate::house::Reply {
    let action = json!({"place_wager": {"seat": 1, "wager": "let_it_ride", "amount": 1000}});
    let body = json!({"command_id": uuid::Uuid::now_v7(), "action": action});
    game.terminals[0].post(&game.sub("commands"), &body).await
}

async fn past_no_more_bets(server: &TestServer) -> Game {
    let game = Game::at(server).await;
    game.seat_patrons().await;
    game.until(server, "decide").await;
    game
}

#[tokio::test]
async fn a_start_and_a_wager_after_no_more_bets_are_on_record_and_found_by_each_field_r61() {
    let server = TestServer::spawn().await;
    let game = past_no_more_bets(&server).await;
    assert_eq!(listed(&game, "kind=start").await.len(), 1);
    assert_eq!(listed(&game, "kind=lock_violation").await, Vec::<Value>::new());
    late_wager(&game).await.problem(409, "wrong_phase");
    let found = listed(&game, "kind=lock_violation").await;
    assert_eq!(found.len(), 1, "{found:?}");
    let event = &found[0];
    assert_eq!(event["table"], game.id.to_string());
    assert_eq!(event["severity"], "warning");
    assert_eq!(event["details"]["by"], json!({"player": 11}));
    let at = event["at"].as_str().unwrap();
    for query in [
        format!("table={}", game.id),
        "severity=warning&acknowledged=false".to_owned(),
        format!("from={at}&kind=lock_violation"),
        "text=PLACE_wager".to_owned(),
    ] {
        assert!(listed(&game, &query).await.contains(event), "{query}");
    }
    for query in [
        format!("until={at}&kind=lock_violation"),
        format!("round={}", uuid::Uuid::now_v7()),
        "staff=999".to_owned(),
        "device=wheel".to_owned(),
        "text=no%00where".to_owned(),
        format!("before={}&kind=lock_violation", event["id"].as_str().unwrap()),
    ] {
        let reply = game.auditor.get(&format!("{PATH}?{query}")).await;
        assert!(reply.status == 400 || reply.told(200)["events"] == json!([]), "{query}: {reply:?}");
    }
    for query in ["kind=nonsense", "colour=red", "limit=0", "limit=201", "from=yesterday", "staff=-1"] {
        game.auditor.get(&format!("{PATH}?{query}")).await.problem(400, "invalid_query");
    }
    let page = game.auditor.get(&format!("{PATH}?limit=1")).await.told(200);
    let next = format!("{PATH}?limit=1&before={}", page["next"].as_str().unwrap());
    assert_ne!(game.auditor.get(&next).await.told(200)["events"], page["events"]);
    server.stop().await;
}

#[tokio::test]
async fn a_floorperson_takes_note_of_an_event_once() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    let started = listed(&game, "kind=start").await[0].clone();
    let path = format!("{PATH}/{}/acknowledgement", started["id"].as_str().unwrap());
    let noted = game.floorperson.put(&path, &json!({"note": "the morning shift"})).await.told(200);
    assert_eq!(noted["acknowledged"]["note"], "the morning shift");
    let again = server.floorperson().await.put(&path, &json!({"note": "mine"})).await.told(200);
    assert_eq!(again, noted);
    assert_eq!(listed(&game, "acknowledged=true").await, [noted]);
    let unknown = format!("{PATH}/{}/acknowledgement", uuid::Uuid::now_v7());
    game.floorperson.put(&unknown, &json!({"note": ""})).await.problem(404, "not_found");
    let long = json!({"note": "x".repeat(1001)});
    game.floorperson.put(&path, &long).await.problem(422, "invalid_body");
    game.floorperson.put(&path, &json!({"note": "a\u{0}b"})).await.problem(422, "invalid_body");
    server.stop().await;
}

#[tokio::test]
async fn while_the_register_cannot_be_written_nobody_is_answered_and_nothing_is_lost_r64() {
    let server = TestServer::spawn().await;
    let game = past_no_more_bets(&server).await;
    server.database.command("REVOKE INSERT ON significant_events FROM baize_service").await.unwrap();
    let ticket = game.auditor.post("/v1/tickets", &json!({"table": game.id.to_string()})).await.told(201);
    let ticket = ticket["ticket"].as_str().unwrap().to_owned();
    late_wager(&game).await.problem(503, "unavailable");
    // From the first event that cannot be recorded on, everybody is turned away, whatever they ask.
    for path in ["/v1/tables".to_owned(), game.path.clone(), PATH.to_owned()] {
        game.auditor.get(&path).await.problem(503, "unavailable");
    }
    server.stranger().get("/readyz").await.problem(503, "unavailable");
    let display = format!("{}?ticket={ticket}", game.sub("display"));
    let headers = [("sec-websocket-protocol", "baize.v1")];
    game.auditor.shake(&display, &headers).await.problem(503, "unavailable");
    assert_eq!(server.stranger().get("/healthz").await.status, 200);

    server.database.command("GRANT INSERT ON significant_events TO baize_service").await.unwrap();
    until("everybody is answered again", async || game.auditor.get(&game.path).await.status == 200).await;
    assert_eq!(listed(&game, "kind=lock_violation").await.len(), 1);
    assert_eq!(listed(&game, "kind=log_unwritable").await[0]["details"]["events"], 1);
    late_wager(&game).await.problem(409, "wrong_phase");
    assert_eq!(listed(&game, "kind=lock_violation").await.len(), 2);
    server.stop().await;
}
