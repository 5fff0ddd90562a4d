//! `/v1/tables/{id}/rounds`, `/v1/rounds/{id}` and `/v1/rounds/{id}/shuffle`.

use super::events::cards;
use crate::house::{Game, TestServer};
use game_core::card::Card;
use serde_json::{Value, json};
use server::identity::Role;
use uuid::Uuid;

#[tokio::test]
async fn a_round_is_told_in_full_once_it_is_over_and_its_shuffle_can_be_checked() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.seat_patrons().await;
    game.until(&server, "decide").await;
    let rounds = game.sub("rounds");
    let page = game.auditor.get(&rounds).await.told(200);
    let open = page["rounds"][0].clone();
    assert_eq!(
        (&open["number"], &open["status"], &open["virtual_shoe"]),
        (&json!(1), &json!("in_progress"), &json!(true))
    );
    let path = format!("/v1/rounds/{}", open["id"].as_str().unwrap());
    let record = game.auditor.get(&path).await.told(200);
    assert_eq!(cards(&record), Vec::<String>::new());
    game.terminals[0].get(&format!("{path}/shuffle")).await.problem(409, "round_open");

    game.until(&server, "open_round").await;
    let record = game.auditor.get(&path).await.told(200);
    assert_eq!(record["round"]["status"], "complete");
    assert_eq!(record["seats"].as_array().unwrap().len(), 2);
    assert_eq!(record["seats"][0]["player"], 11);
    assert_eq!(record["seats"][0]["decisions"], json!(["ride", "ride"]));
    assert_eq!(record["wagers"].as_array().unwrap().len(), 6);
    assert!(record["entries"].as_array().unwrap().iter().all(|entry| entry["events"].is_array()));
    let opened = game.terminals[0].get(&format!("{path}/shuffle")).await.told(200);
    check_shuffle(&game, &opened, &record);
    server.stop().await;
}

/// The commitment binds the order, and the cards dealt are the first of it.
fn check_shuffle(game: &Game, opened: &Value, record: &Value) {
    let order: Vec<Card> = serde_json::from_value(opened["order"].clone()).unwrap();
    let wire::hex::Hex32(salt) = serde_json::from_value(opened["salt"].clone()).unwrap();
    let shuffle = chance::Shuffle::from_cards(&order, salt).unwrap();
    let commitment = wire::hex::Hex32(shuffle.commitment(*game.id.0.as_bytes(), 1));
    assert_eq!(opened["commitment"], commitment.to_string());
    let dealt: Vec<Value> = opened["dealt"].as_array().unwrap().clone();
    assert_eq!(dealt, opened["order"].as_array().unwrap()[..dealt.len()]);
    assert!(record.to_string().contains(&commitment.to_string()));
}

#[tokio::test]
async fn rounds_come_by_the_page_the_latest_first() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.seat_patrons().await;
    for _ in 0..3 {
        game.until(&server, "place_wager").await;
        game.act(&game.dealer, &json!("cancel_round")).await;
    }
    let rounds = game.sub("rounds");
    let first = game.dealer.get(&format!("{rounds}?limit=2")).await.told(200);
    let numbers = |page: &Value| -> Vec<u64> {
        page["rounds"].as_array().unwrap().iter().map(|round| round["number"].as_u64().unwrap()).collect()
    };
    assert_eq!((numbers(&first), &first["next"]), (vec![3, 2], &json!(2)));
    assert_eq!(first["rounds"][0]["status"], "cancelled");
    let last = game.dealer.get(&format!("{rounds}?limit=2&before=2")).await.told(200);
    assert_eq!((numbers(&last), &last["next"]), (vec![1], &Value::Null));
    game.dealer.get(&format!("{rounds}?limit=1000")).await.problem(400, "invalid_query");
    server.stop().await;
}

#[tokio::test]
async fn a_round_is_for_staff_and_auditors_of_its_table() {
    let server = TestServer::spawn().await;
    let (game, other) = (Game::at(&server).await, Game::at(&server).await);
    game.seat_patrons().await;
    game.until(&server, "place_wager").await;
    let page = game.auditor.get(&game.sub("rounds")).await.told(200);
    let path = format!("/v1/rounds/{}", page["rounds"][0]["id"].as_str().unwrap());
    for holder in [&game.terminals[0], &server.person(Role::Cage).await] {
        holder.get(&path).await.problem(403, "forbidden");
    }
    other.terminals[0].get(&format!("{path}/shuffle")).await.problem(403, "forbidden");
    game.auditor.get(&format!("/v1/rounds/{}", Uuid::now_v7())).await.problem(404, "not_found");
    game.auditor.get("/v1/rounds/first").await.problem(404, "not_found");
    server.stop().await;
}
