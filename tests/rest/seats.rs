//! `/v1/tables/{id}/seats/{seat}`.

use crate::house::{Game, TestServer};
use hyper::Method;
use serde_json::json;
use uuid::Uuid;

#[tokio::test]
async fn a_patron_sits_buys_moves_cashes_out_and_leaves() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    let seat = game.sub("seats/3");
    let sat = game.dealer.put(&seat, &json!({"player": 7})).await.told(200);
    assert_eq!((&sat["seq"], &sat["repeated"]), (&json!(1), &json!(false)));
    assert_eq!(sat["events"], json!([{"player_seated": {"seat": 3}}]));
    game.dealer.post(&format!("{seat}/buy-ins"), &json!({"amount_cents": 20_000})).await.told(200);
    game.dealer.post(&format!("{seat}/cash-outs"), &json!({"amount_cents": 5_000})).await.told(200);
    game.dealer.post(&format!("{seat}/move"), &json!({"to": 5})).await.told(200);
    let view = game.auditor.get(&game.path).await.told(200)["view"]["felt"].clone();
    assert_eq!((&view["seats"]["3"]["taken"], &view["seats"]["5"]["taken"]), (&json!(false), &json!(true)));
    assert_eq!(view["seats"]["5"]["chips"], 15_000);
    let left = game.dealer.send(Method::DELETE, &game.sub("seats/5"), &json!(null)).await.told(200);
    assert_eq!(left["seq"], 5);
    assert_eq!(game.summary().await["seats_taken"], 0);
    server.stop().await;
}

#[tokio::test]
async fn the_same_key_gets_the_first_answer_and_another_body_is_refused() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    let (seat, key) = (game.sub("seats/1"), Uuid::now_v7());
    let first = game.dealer.send_as(key, Method::PUT, &seat, &json!({"player": 7})).await.told(200);
    let again = game.dealer.send_as(key, Method::PUT, &seat, &json!({"player": 7})).await.told(200);
    assert_eq!(again["repeated"], true);
    for member in ["seq", "at", "command_id", "events"] {
        assert_eq!(first[member], again[member]);
    }
    game.dealer.send_as(key, Method::PUT, &seat, &json!({"player": 8})).await.problem(422, "key_reused");
    let other = game.sub("seats/2");
    game.dealer.send_as(key, Method::PUT, &other, &json!({"player": 7})).await.problem(422, "key_reused");
    assert_eq!(game.summary().await["seq"], 1);
    server.stop().await;
}

#[tokio::test]
async fn a_refused_request_is_not_remembered() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    let (path, key) = (game.sub("seats/1/buy-ins"), Uuid::now_v7());
    let body = json!({"amount_cents": 100});
    game.dealer.send_as(key, Method::POST, &path, &body).await.problem(403, "not_your_seat");
    game.dealer.put(&game.sub("seats/1"), &json!({"player": 7})).await.told(200);
    let accepted = game.dealer.send_as(key, Method::POST, &path, &body).await.told(200);
    assert_eq!(accepted["repeated"], false);
    server.stop().await;
}

#[tokio::test]
async fn what_is_not_a_seat_an_amount_or_a_body_is_refused_and_changes_nothing() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    for number in ["0", "8", "x", "-1", "256"] {
        let seat = game.sub(&format!("seats/{number}"));
        game.dealer.put(&seat, &json!({"player": 7})).await.problem(404, "not_found");
    }
    let seat = game.sub("seats/1");
    game.dealer.put(&seat, &json!({"player": 7, "vip": true})).await.problem(422, "unknown_field");
    game.dealer.put(&seat, &json!({"player": "seven"})).await.problem(422, "invalid_body");
    game.dealer.put(&seat, &json!({})).await.problem(422, "invalid_body");
    game.dealer.put(&seat, &json!({"player": 7})).await.told(200);
    let buy_ins = format!("{seat}/buy-ins");
    for amount in [json!(0), json!(-5), json!(i64::MAX)] {
        let problem = game.dealer.post(&buy_ins, &json!({"amount_cents": amount})).await;
        let problem = problem.problem(409, "amount_not_permitted");
        assert!(problem["accepted"]["amounts"]["max"].as_i64().unwrap() > 0, "{problem}");
    }
    game.dealer.post(&buy_ins, &json!({"amount_cents": 1.5})).await.problem(422, "invalid_body");
    game.dealer
        .post(&format!("{seat}/cash-outs"), &json!({"amount_cents": 1}))
        .await
        .problem(409, "amount_not_permitted");
    game.dealer.post(&format!("{seat}/move"), &json!({"to": 9})).await.problem(422, "invalid_body");
    assert_eq!(game.summary().await["seq"], 1);
    server.stop().await;
}
