//! `/v1/tables/{id}/commands` and `/legal`.

use crate::house::{Game, TestServer};
use hyper::Method;
use serde_json::{Value, json};
use server::identity::Role;
use uuid::Uuid;

fn sit(seat: u8) -> Value {
    json!({"seat_player": {"seat": seat, "player": 7}})
}

#[tokio::test]
async fn a_command_is_answered_once_and_then_the_same_again() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    let path = game.sub("commands");
    let body = json!({"command_id": Uuid::now_v7(), "action": sit(1)});
    let first = game.dealer.post(&path, &body).await.told(200);
    assert_eq!((&first["seq"], &first["repeated"]), (&json!(1), &json!(false)));
    assert_eq!(first["command_id"], body["command_id"]);
    let again = game.dealer.post(&path, &body).await.told(200);
    assert_eq!((&again["seq"], &again["repeated"], &again["at"]), (&json!(1), &json!(true), &first["at"]));
    let other = json!({"command_id": body["command_id"], "action": sit(2)});
    game.dealer.post(&path, &other).await.problem(422, "key_reused");
    game.floorperson.post(&path, &body).await.problem(422, "key_reused");
    assert_eq!(game.summary().await["seq"], 1);
    server.stop().await;
}

#[tokio::test]
async fn a_refusal_names_the_rule_and_what_would_do_and_is_not_remembered() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.until(&server, "open_round").await;
    game.seat_patrons().await;
    game.until(&server, "place_wager").await;
    let path = game.sub("commands");
    let wager = |amount: i64| json!({"place_wager": {"seat": 1, "wager": "let_it_ride", "amount": amount}});
    let mut body = json!({"command_id": Uuid::now_v7(), "action": wager(1)});
    let problem = game.terminals[0].post(&path, &body).await.problem(409, "stake_not_permitted");
    assert!(problem["clause"].as_str().unwrap().starts_with("LIR-"), "{problem}");
    assert_eq!(problem["accepted"]["amounts"], json!({"min": 500, "max": 50_000}));
    body["action"] = wager(500);
    assert_eq!(game.terminals[0].post(&path, &body).await.told(200)["repeated"], false);
    server.stop().await;
}

#[tokio::test]
async fn a_terminal_speaks_for_its_seat_at_its_table_and_no_other() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.until(&server, "open_round").await;
    let path = game.sub("commands");
    let wager = |seat: u8| {
        let action = json!({"place_wager": {"seat": seat, "wager": "let_it_ride", "amount": 500}});
        json!({"command_id": Uuid::now_v7(), "action": action})
    };
    game.terminals[0].post(&path, &wager(1)).await.problem(409, "seat_empty");
    game.seat_patrons().await;
    game.until(&server, "place_wager").await;
    game.terminals[0].post(&path, &wager(2)).await.problem(403, "not_your_seat");
    let other = Game::at(&server).await;
    other.terminals[0].post(&path, &wager(1)).await.problem(403, "forbidden");
    let no_more_bets = json!({"command_id": Uuid::now_v7(), "action": "no_more_bets"});
    game.terminals[0].post(&path, &no_more_bets).await.problem(403, "wrong_actor");
    game.terminals[0].post(&path, &wager(1)).await.told(200);
    for holder in [&game.auditor, &server.person(Role::DeviceAdmin).await] {
        holder.post(&path, &wager(1)).await.problem(403, "forbidden");
    }
    server.stop().await;
}

#[tokio::test]
async fn what_is_not_a_command_is_refused() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    let path = game.sub("commands");
    let id = Uuid::now_v7();
    for body in [
        json!({"command_id": id}),
        json!({"command_id": "x", "action": "no_more_bets"}),
        json!({"command_id": id, "action": "make_me_rich"}),
        json!({"command_id": id, "action": {"seat_player": {"seat": 9, "player": 1}}}),
        json!([]),
        json!(null),
    ] {
        game.dealer.post(&path, &body).await.problem(422, "invalid_body");
    }
    let unknown = json!({"command_id": id, "action": "open_round", "hurry": true});
    game.dealer.post(&path, &unknown).await.problem(422, "unknown_field");
    let unknown = json!({"command_id": id, "action": {"leave_seat": {"seat": 1, "angry": true}}});
    game.dealer.post(&path, &unknown).await.problem(422, "unknown_field");
    let json = [("content-type", "application/json")];
    game.dealer.ask(&Method::POST, &path, &json, "{\"command_id\":").await.problem(400, "malformed_body");
    game.dealer.ask(&Method::POST, &path, &json, "").await.problem(400, "malformed_body");
    game.dealer.ask(&Method::POST, &path, &[], "{}").await.problem(415, "unsupported_media_type");
    let long = format!("{{\"command_id\":\"{}\"}}", "x".repeat(70_000));
    game.dealer.ask(&Method::POST, &path, &json, &long).await.problem(413, "body_too_large");
    assert_eq!(game.summary().await["seq"], 0);
    server.stop().await;
}

#[tokio::test]
async fn offers_are_the_askers_own() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    let path = game.sub("legal");
    let kinds = |answer: Value| -> Vec<String> {
        let offers = answer["offers"].as_array().unwrap().clone();
        offers.iter().map(|offer| offer["action"].to_string()).collect()
    };
    let dealers = kinds(game.dealer.get(&path).await.told(200));
    assert!(dealers.iter().any(|offer| offer.contains("receive_deck")), "{dealers:?}");
    for holder in [&game.auditor, &server.person(Role::DeviceAdmin).await, &game.terminals[0]] {
        assert_eq!(holder.get(&path).await.told(200)["offers"], json!([]));
    }
    game.until(&server, "open_round").await;
    game.seat_patrons().await;
    game.until(&server, "place_wager").await;
    let terminals = kinds(game.terminals[0].get(&path).await.told(200));
    assert!(terminals.iter().any(|offer| offer.contains("place_wager")), "{terminals:?}");
    assert!(terminals.iter().all(|offer| !offer.contains("\"seat\":2")), "{terminals:?}");
    server.stop().await;
}
