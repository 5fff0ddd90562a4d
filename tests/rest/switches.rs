//! Switches (R66): all play, a table, a wager, a terminal. The round in progress goes on to its end, nothing new begins, and it
//! stays so until a person switches it on, whatever happens to the server.

use crate::house::{Game, Holder, Reply, TestServer};
use serde_json::{Value, json};
use store::testing::until;
use uuid::Uuid;

async fn try_to(game: &Game, who: &Holder, action: &Value) -> Reply {
    who.post(&game.sub("commands"), &json!({"command_id": Uuid::now_v7(), "action": action})).await
}

fn off(what: &Value) -> Value {
    json!({"switch_off": {"what": what, "reason": "investigation"}})
}

fn wager(seat: u8) -> Value {
    json!({"place_wager": {"seat": seat, "wager": "let_it_ride", "amount": 1000}})
}

async fn used(who: &Holder) -> Vec<Value> {
    let found = who.get("/v1/significant-events?kind=switch_used").await.told(200);
    found["events"].as_array().unwrap().clone()
}

fn worked(off: bool) -> Value {
    json!({"off": off, "reason": "emergency", "note": "the alarm went off"})
}

/// A server on the same database, and the same game at it.
async fn restart(server: TestServer, game: &Game) -> (TestServer, Game) {
    let server = server.again().await;
    let game = game.at_another(&server);
    (server, game)
}

#[tokio::test]
async fn r66_a_table_switched_off_finishes_its_round_and_begins_no_other_until_it_is_on_again() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.seat_patrons().await;
    game.until(&server, "decide").await;
    try_to(&game, &game.dealer, &off(&json!("table"))).await.problem(403, "wrong_actor");
    try_to(&game, &game.terminals[0], &off(&json!("table"))).await.problem(403, "wrong_actor");
    try_to(&game, &game.floorperson, &off(&json!("play"))).await.problem(403, "wrong_actor");
    game.act(&game.floorperson, &off(&json!("table"))).await;
    try_to(&game, &game.floorperson, &off(&json!("table"))).await.problem(409, "switch_state");
    let shown = game.auditor.get(&game.path).await.told(200);
    for shown in [&shown["table"]["switched_off"], &shown["view"]["felt"]["switched_off"]] {
        assert_eq!((&shown[0]["what"], &shown[0]["reason"]), (&json!("table"), &json!("investigation")), "{shown}");
    }
    game.until(&server, "clear_table").await;
    game.act(&game.dealer, &json!("clear_table")).await;
    let settled = game.auditor.get(&game.sub("rounds")).await.told(200)["rounds"][0].clone();
    assert_eq!(settled["status"], "complete");
    let (server, game) = restart(server, &game).await;
    let (deck, action) = (json!({"procedure": {"cut": {"deck": "first", "depth": 20}}}), json!("open_round"));
    until("a deck is ready", async || {
        let ready = try_to(&game, &game.dealer, &action).await.json()["code"] != "deck_not_ready";
        if !ready {
            try_to(&game, &game.dealer, &deck).await;
        }
        ready
    })
    .await;
    try_to(&game, &game.dealer, &action).await.problem(409, "table_switched_off");
    let offers = game.dealer.get(&game.sub("legal")).await.told(200);
    assert!(!offers["offers"].as_array().unwrap().iter().any(|offer| offer["action"] == "open_round"), "{offers}");
    game.act(&game.pit_manager, &json!({"switch_on": {"what": "table"}})).await;
    game.until(&server, "open_round").await;
    game.act(&game.dealer, &action).await;
    let events = used(&game.auditor).await;
    assert_eq!(events.len(), 2, "{events:?}");
    assert_eq!((&events[0]["details"]["off"], &events[1]["details"]["off"]), (&json!(false), &json!(true)));
    assert!(events.iter().all(|event| event["table"] == game.id.to_string() && event["staff"].is_u64()));
    server.stop().await;
}

#[tokio::test]
async fn r66_a_wager_and_a_terminal_are_switched_off_by_themselves_and_the_dealer_goes_on() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.seat_patrons().await;
    game.until(&server, "place_wager").await;
    game.act(&game.terminals[0], &wager(1)).await;
    try_to(&game, &game.floorperson, &off(&json!({"wager": "five_card_bonus"}))).await.problem(409, "not_offered");
    try_to(&game, &game.floorperson, &off(&json!({"terminal": 8}))).await.problem(422, "invalid_body");
    game.act(&game.floorperson, &off(&json!({"terminal": 2}))).await;
    try_to(&game, &game.terminals[1], &wager(2)).await.problem(409, "terminal_switched_off");
    game.act(&game.dealer, &wager(2)).await;
    game.act(&game.floorperson, &off(&json!({"wager": "let_it_ride"}))).await;
    for who in [&game.terminals[0], &game.dealer] {
        try_to(&game, who, &wager(1)).await.problem(409, "wager_switched_off");
    }
    let accepted = json!({"accept_wager": {"seat": 1, "wager": "let_it_ride", "amount": 900_000}});
    try_to(&game, &game.dealer, &accepted).await.problem(409, "wager_switched_off");
    // What lies there stays, and is decided by the terminal that may wager no more.
    game.until(&server, "clear_table").await;
    assert_eq!(used(&game.auditor).await.len(), 2);
    server.stop().await;
}

#[tokio::test]
async fn r66_all_play_is_switched_off_by_a_pit_manager_for_every_table_and_outlives_the_server() {
    let server = TestServer::spawn().await;
    let (game, other) = (Game::at(&server).await, Game::at(&server).await);
    game.seat_patrons().await;
    game.until(&server, "place_wager").await;
    game.act(&game.terminals[0], &wager(1)).await;
    game.floorperson.put("/v1/play", &worked(true)).await.problem(403, "forbidden");
    let said = json!({"off": true, "reason": "emergency", "note": " "});
    game.pit_manager.put("/v1/play", &said).await.problem(422, "reason_required");
    game.pit_manager.put("/v1/play", &worked(false)).await.problem(409, "switch_state");
    assert_eq!(game.dealer.get("/v1/play").await.told(200), json!({"off": false}));
    let key = Uuid::now_v7();
    let told = game.pit_manager.send_as(key, hyper::Method::PUT, "/v1/play", &worked(true)).await.told(200);
    assert_eq!((&told["off"], &told["last"]["note"]), (&json!(true), &json!("the alarm went off")));
    let again = game.pit_manager.send_as(key, hyper::Method::PUT, "/v1/play", &worked(true)).await.told(200);
    assert_eq!(again, told, "a retry is answered as it was first");
    game.pit_manager.send_as(key, hyper::Method::PUT, "/v1/play", &worked(false)).await.problem(422, "key_reused");
    game.pit_manager.put("/v1/play", &worked(true)).await.problem(409, "switch_state");
    // Every table's journal has it when the switch is answered.
    for table in [&game, &other] {
        let entries = table.auditor.get(&table.sub("events?limit=200")).await.told(200);
        let last = entries["entries"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(last["by"], "controller", "{last}");
        assert_eq!(table.summary().await["switched_off"][0]["what"], "play");
    }
    try_to(&game, &game.dealer, &wager(2)).await.problem(409, "play_switched_off");
    game.until(&server, "clear_table").await;
    let later = Game::at(&server).await;
    try_to(&later, &later.dealer, &json!("open_round")).await.problem(409, "play_switched_off");
    let (server, game) = restart(server, &game).await;
    assert_eq!(game.auditor.get("/v1/play").await.told(200), told);
    try_to(&game, &game.dealer, &wager(2)).await.problem(409, "play_switched_off");
    assert_eq!(game.pit_manager.put("/v1/play", &worked(false)).await.told(200)["off"], false);
    game.act(&game.dealer, &json!("clear_table")).await;
    game.until(&server, "place_wager").await;
    let events = used(&game.auditor).await;
    assert_eq!(events.len(), 2, "once for the facility, not once a table: {events:?}");
    server.stop().await;
}

/// LIR-5-H: a table without players goes idle, and wakes when a player has come and the cards were inspected.
#[tokio::test]
async fn a_table_without_players_goes_idle_over_rest_and_opens_no_round_before_it_is_woken() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.until(&server, "open_round").await;
    let idle = json!({"procedure": {"go_idle": {"face_up": false}}});
    try_to(&game, &game.terminals[0], &idle).await.problem(409, "seat_empty");
    game.act(&game.dealer, &idle).await;
    assert_eq!(game.summary().await["phase"], "idle");
    try_to(&game, &game.dealer, &json!("open_round")).await;
    assert_eq!(game.summary().await["round"], Value::Null);
    let (server, game) = restart(server, &game).await;
    assert_eq!(game.summary().await["phase"], "idle");
    game.seat_patrons().await;
    game.until(&server, "place_wager").await;
    assert_eq!(game.summary().await["phase"], "open");
    server.stop().await;
}
