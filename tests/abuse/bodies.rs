//! Commands in the wrong shape, with absurd values, too long or cut off.

use super::{Books, table_at};
use crate::house::{Game, TestServer};
use hyper::Method;
use serde_json::{Value, json};
use server::identity::Role;
use uuid::Uuid;

const JSON: (&str, &str) = ("content-type", "application/json");

/// What the dealer or the terminal of seat 1 is told about a body.
async fn told(game: &Game, body: &str) -> [u16; 2] {
    let path = game.sub("commands");
    let dealer = game.dealer.ask(&Method::POST, &path, &[JSON], body).await;
    let terminal = game.terminals[0].ask(&Method::POST, &path, &[JSON], body).await;
    for reply in [&dealer, &terminal] {
        assert_eq!(reply.headers["content-type"], "application/problem+json", "{body}: {reply:?}");
        assert!(reply.json()["code"].is_string(), "{reply:?}");
    }
    [dealer.status, terminal.status]
}

fn command(action: &Value) -> String {
    json!({"command_id": Uuid::now_v7(), "action": action}).to_string()
}

#[tokio::test]
async fn absurd_amounts_are_refused() {
    let server = TestServer::spawn().await;
    let game = table_at(&server, "place_wager").await;
    let before = Books::of(&server, &game).await;
    let whole = ["0", "-1", "9223372036854775807", "-9223372036854775808", "9007199254740993"];
    let not_whole =
        ["1e300", "-1e300", "1.5", "500.0", "\"500\"", "null", "[500]", "{}", "true", "18446744073709551615"];
    let actions = ["buy_in", "bring_chips", "cash_out", "place_wager", "place_bank"];
    for name in actions {
        let mut fields = json!({"amount": "AMOUNT"});
        if name != "place_bank" {
            fields["seat"] = json!(1);
        }
        if name == "place_wager" {
            fields["wager"] = json!("let_it_ride");
        }
        let template = command(&json!({ name: fields }));
        for amount in whole {
            let statuses = told(&game, &template.replace("\"AMOUNT\"", amount)).await;
            assert!(statuses.iter().all(|status| matches!(status, 403 | 409 | 422)), "{name} {amount}: {statuses:?}");
        }
        for amount in not_whole {
            assert_eq!(told(&game, &template.replace("\"AMOUNT\"", amount)).await, [422; 2], "{name} {amount}");
        }
        let beyond = template.replace("\"AMOUNT\"", "1e999");
        assert_eq!(told(&game, &beyond).await, [400; 2], "a number that is none");
    }
    assert_eq!(Books::of(&server, &game).await, before);
    server.stop().await;
}

#[tokio::test]
async fn bodies_of_the_wrong_shape_are_refused() {
    let server = TestServer::spawn().await;
    let game = table_at(&server, "place_wager").await;
    let before = Books::of(&server, &game).await;
    let id = Uuid::now_v7();
    let good = json!({"place_wager": {"seat": 1, "wager": "let_it_ride", "amount": 500}});
    let wrong = [
        json!({}),
        json!({"command_id": id}),
        json!({"action": good}),
        json!({"command_id": null, "action": good}),
        json!({"command_id": 7, "action": good}),
        json!({"command_id": id, "action": null}),
        json!({"command_id": id, "action": [good]}),
        json!({"command_id": id, "action": good, "actor": "dealer"}),
        json!({"command_id": id, "action": good, "at": 0}),
        json!({"command_id": id, "action": {"place_wager": {"seat": 1, "wager": "let_it_ride"}}}),
        json!({"command_id": id, "action": {"place_wager": {"seat": 1, "wager": "the_moon", "amount": 500}}}),
        json!({"command_id": id, "action": {"place_wager": {"seat": 0, "wager": "let_it_ride", "amount": 500}}}),
        json!({"command_id": id, "action": {"place_wager": {"seat": "1", "wager": "let_it_ride", "amount": 500}}}),
        json!({"command_id": id, "action": {"place_wager": [1, "let_it_ride", 500]}}),
        json!([id, good]),
        json!({"command_id": id, "action": {"place_wager": {"seat": 1, "wager": "let_it_ride", "amount": 500, "by": 2}}}),
        json!({"command_id": id, "action": {"place_wager": null}}),
        json!({"command_id": id, "action": {"no_more_bets": {}}}),
        json!({"command_id": id, "action": {"open_round": {}, "no_more_bets": {}}}),
        json!({"command_id": id, "action": {"settle": {"cards": vec!["As"; 1000]}}}),
        json!({"command_id": id, "action": {"settle": {"cards": ["Zz"]}}}),
        json!({"command_id": id, "action": {"deal": {"cards": "As"}}}),
        json!({"command_id": id, "action": {"commit_shuffle": {"commitment": "ab"}}}),
        json!({"command_id": id, "action": {"collect_wagers": {"wager": "let_it_ride", "count": 256}}}),
        json!("open_round"),
        json!(0),
        json!(true),
    ];
    for body in wrong {
        let statuses = told(&game, &body.to_string()).await;
        assert!(statuses.iter().all(|status| matches!(status, 400 | 422)), "{body}: {statuses:?}");
    }
    let twice = format!(r#"{{"command_id":"{id}","command_id":"{id}","action":"no_more_bets"}}"#);
    assert_eq!(told(&game, &twice).await, [422; 2]);
    assert_eq!(Books::of(&server, &game).await, before);
    server.stop().await;
}

/// A person's number is one that the database can keep.
#[tokio::test]
async fn numbers_of_nobody_are_refused() {
    let server = TestServer::spawn().await;
    let game = table_at(&server, "place_wager").await;
    let before = Books::of(&server, &game).await;
    let security = server.person(Role::SecurityAdmin).await;
    for number in ["9223372036854775808", "18446744073709551615", "-1", "1.5", "1e300"] {
        let seated = command(&json!({"seat_player": {"seat": 2, "player": "NUMBER"}}));
        assert_eq!(told(&game, &seated.replace("\"NUMBER\"", number)).await, [422; 2], "{number}");
        let dealer = format!(r#"{{"staff":{number}}}"#);
        let headers = [JSON, ("idempotency-key", &Uuid::now_v7().to_string())];
        let reply = game.floorperson.ask(&Method::POST, &game.sub("dealer"), &headers, &dealer).await;
        assert_eq!(reply.status, 422, "{number}: {reply:?}");
        for query in ["accounts?after", "sessions?staff", "significant-events?staff"] {
            security.get(&format!("/v1/{query}={number}")).await.problem(400, "invalid_query");
        }
        security.get(&format!("/v1/accounts/{number}")).await.problem(404, "not_found");
    }
    assert_eq!(Books::of(&server, &game).await, before);
    server.stop().await;
}

/// The database keeps no text that holds the character NUL, so no route takes one.
#[tokio::test]
async fn texts_that_hold_nul_are_refused() {
    let server = TestServer::spawn().await;
    let security = server.person(Role::SecurityAdmin).await;
    let login = json!({"login": "ann\0", "password": "pass\0word"});
    server.stranger().post("/v1/sessions", &login).await.problem(422, "invalid_body");
    let account = json!({"login": "ann", "display_name": "A\0", "role": "dealer", "password": "for the first day"});
    security.post("/v1/accounts", &account).await.problem(422, "invalid_body");
    security.get("/v1/significant-events?text=a%00").await.problem(400, "invalid_query");
    server.stop().await;
}

#[tokio::test]
async fn a_body_cut_off_anywhere_is_refused() {
    let server = TestServer::spawn().await;
    let game = table_at(&server, "place_wager").await;
    let before = Books::of(&server, &game).await;
    let whole = command(&json!({"place_wager": {"seat": 1, "wager": "let_it_ride", "amount": 500}}));
    for end in 0..whole.len() {
        assert_eq!(told(&game, &whole[..end]).await, [400; 2], "{}", &whole[..end]);
    }
    assert_eq!(told(&game, &format!("{whole}{whole}")).await, [400; 2]);
    assert_eq!(Books::of(&server, &game).await, before);
    server.stop().await;
}

#[tokio::test]
async fn bodies_too_deep_too_long_or_of_another_kind_are_refused() {
    let server = TestServer::spawn().await;
    let game = table_at(&server, "place_wager").await;
    let before = Books::of(&server, &game).await;
    for opening in ["[", "{\"a\":", "{\"command_id\":["] {
        let status = told(&game, &opening.repeat(3_000)).await;
        assert!(status.iter().all(|status| matches!(status, 400 | 422)), "{opening}: {status:?}");
    }
    let whole = command(&json!({"place_wager": {"seat": 1, "wager": "let_it_ride", "amount": 500}}));
    let padded = format!("{whole}{}", " ".repeat(1024 * 1024));
    assert_eq!(told(&game, &padded).await, [413; 2]);
    let path = game.sub("commands");
    for kind in
        ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "multipart/form-data", "", "json"]
    {
        let reply = game.terminals[0].ask(&Method::POST, &path, &[("content-type", kind)], &whole).await;
        reply.problem(415, "unsupported_media_type");
    }
    for method in [Method::PUT, Method::DELETE, Method::PATCH] {
        game.terminals[0].ask(&method, &path, &[JSON], &whole).await.problem(405, "method_not_allowed");
    }
    assert_eq!(Books::of(&server, &game).await, before);
    server.stop().await;
}
