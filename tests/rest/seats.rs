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
    game.open_rack().await;
    game.dealer.post(&format!("{seat}/buy-ins"), &json!({"amount_cents": 20_000})).await.told(200);
    game.dealer.post(&format!("{seat}/cash-outs"), &json!({"amount_cents": 5_000})).await.told(200);
    game.dealer.post(&format!("{seat}/move"), &json!({"to": 5})).await.told(200);
    let view = game.auditor.get(&game.path).await.told(200)["view"]["felt"].clone();
    assert_eq!((&view["seats"]["3"]["taken"], &view["seats"]["5"]["taken"]), (&json!(false), &json!(true)));
    assert_eq!(view["seats"]["5"]["chips"], 15_000);
    let left = game.dealer.send(Method::DELETE, &game.sub("seats/5"), &json!(null)).await.told(200);
    assert_eq!(left["seq"], 7);
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
    game.open_rack().await;
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
    game.dealer.post(&buy_ins, &json!({"amount_cents": 100})).await.problem(409, "inventory_state");
    game.open_rack().await;
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
    assert_eq!(game.summary().await["seq"], 3);
    server.stop().await;
}

fn command(action: &serde_json::Value) -> serde_json::Value {
    json!({"command_id": Uuid::now_v7(), "action": action})
}

/// A terminal wagers the chips that lie at its seat, and makes none.
#[tokio::test]
async fn a_terminal_wagers_no_more_than_its_chips_and_only_staff_enters_chips_brought() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.until(&server, "open_round").await;
    game.dealer.put(&game.sub("seats/1"), &json!({"player": 11})).await.told(200);
    game.act(&game.dealer, &json!("open_round")).await;
    let (terminal, commands) = (&game.terminals[0], game.sub("commands"));
    let bet = |amount: i64| command(&json!({"place_wager": {"seat": 1, "wager": "let_it_ride", "amount": amount}}));
    for who in [terminal, &game.dealer] {
        let problem = who.post(&commands, &bet(50_000)).await.problem(409, "not_enough_chips");
        assert_eq!((&problem["missing_cents"], &problem["accepted"]), (&json!(150_000), &json!(null)));
        assert_eq!(problem["detail"], "$1,500 are missing.");
        let legal = who.get(&game.sub("legal")).await.told(200);
        assert!(!legal["offers"].to_string().contains("place_wager"), "{legal}");
    }
    let brought = command(&json!({"bring_chips": {"seat": 1, "amount": 150_000}}));
    terminal.post(&commands, &brought).await.problem(403, "wrong_actor");
    let path = game.sub("seats/1/chips-brought");
    terminal.post(&path, &json!({"amount_cents": 150_000})).await.problem(403, "forbidden");
    game.dealer.post(&path, &json!({"amount_cents": 0})).await.problem(409, "amount_not_permitted");
    let told = game.floorperson.post(&path, &json!({"amount_cents": 149_999})).await.told(200);
    assert_eq!(told["events"], json!([{"chips_brought": {"seat": 1, "amount": 149_999}}]));
    let problem = terminal.post(&commands, &bet(50_000)).await.problem(409, "not_enough_chips");
    assert_eq!(problem["missing_cents"], 1);
    assert_eq!(problem["accepted"], json!({"amounts": {"min": 500, "max": 49_999}}));
    game.dealer.post(&path, &json!({"amount_cents": 1})).await.told(200);
    terminal.post(&commands, &bet(50_000)).await.told(200);
    let events = game.auditor.get("/v1/significant-events?kind=chips_brought").await.told(200);
    assert_eq!(events["events"], json!([]), "$1,500 are below the threshold");
    game.dealer.post(&path, &json!({"amount_cents": 1_000_000})).await.told(200);
    let events = game.auditor.get("/v1/significant-events?kind=chips_brought").await.told(200);
    assert_eq!(events["events"][0]["details"]["amount_cents"], 1_000_000);
    server.stop().await;
}

/// Chips are sold out of the rack, as many as it holds.
#[tokio::test]
async fn a_buy_in_takes_no_more_than_the_rack_holds() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.dealer.put(&game.sub("seats/1"), &json!({"player": 11})).await.told(200);
    let opener = json!({"inventory": {"count": {"kind": "opener", "tray": {"10000": 196, "500": 1}}}});
    game.act(&game.dealer, &opener).await;
    game.act(&game.floorperson, &json!({"inventory": "verify_count"})).await;
    let buy_ins = game.sub("seats/1/buy-ins");
    for (amount, code, missing) in [
        (24, "amount_not_permitted", json!(null)),
        (100_000_001, "amount_not_permitted", json!(null)),
        (1_960_501, "rack_too_low", json!(1)),
        (100_000_000, "rack_too_low", json!(98_039_500)),
    ] {
        let problem = game.dealer.post(&buy_ins, &json!({"amount_cents": amount})).await.problem(409, code);
        assert_eq!(problem["accepted"], json!({"amounts": {"min": 25, "max": 1_960_500}}));
        assert_eq!(problem["missing_cents"], missing);
    }
    game.dealer.post(&buy_ins, &json!({"amount_cents": 1_960_500})).await.told(200);
    assert_eq!(game.auditor.get(&game.sub("inventory")).await.told(200)["rack_cents"], 0);
    game.dealer.post(&buy_ins, &json!({"amount_cents": 25})).await.problem(409, "rack_too_low");
    server.stop().await;
}
