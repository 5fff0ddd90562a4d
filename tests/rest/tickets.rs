//! `/v1/tickets`, and what a ticket opens.

use crate::house::{Game, Holder, TestServer};
use serde_json::json;
use uuid::Uuid;

const SPOKEN: (&str, &str) = ("sec-websocket-protocol", "baize.v1");

async fn ticket(holder: &Holder, body: serde_json::Value) -> String {
    holder.post("/v1/tickets", &body).await.told(201)["ticket"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_ticket_opens_one_socket_once() {
    let server = TestServer::spawn().await;
    let (game, stranger) = (Game::at(&server).await, server.stranger());
    let one = ticket(&game.terminals[0], json!({})).await;
    let path = format!("/v1/terminal?ticket={one}");
    let opened = stranger.shake(&path, &[SPOKEN]).await;
    assert_eq!((opened.status, &opened.headers[SPOKEN.0]), (101, &SPOKEN.1.parse().unwrap()));
    stranger.shake(&path, &[SPOKEN]).await.problem(401, "unauthorized");
    let display = game.sub("display");
    let one = ticket(&game.auditor, json!({"table": game.id})).await;
    assert_eq!(stranger.shake(&format!("{display}?ticket={one}"), &[SPOKEN]).await.status, 101);
    let one = ticket(&game.floorperson, json!({})).await;
    assert_eq!(stranger.shake(&format!("/v1/floor/stream?ticket={one}"), &[SPOKEN]).await.status, 101);
    server.stop().await;
}

#[tokio::test]
async fn a_ticket_for_one_table_opens_nothing_elsewhere() {
    let server = TestServer::spawn().await;
    let (game, other, stranger) = (Game::at(&server).await, Game::at(&server).await, server.stranger());
    for path in [other.sub("display"), "/v1/floor/stream".to_owned(), "/v1/terminal".to_owned()] {
        let one = ticket(&game.auditor, json!({"table": game.id})).await;
        stranger.shake(&format!("{path}?ticket={one}"), &[SPOKEN]).await.problem(403, "forbidden");
    }
    let one = ticket(&game.terminals[0], json!({})).await;
    stranger.shake(&format!("/v1/floor/stream?ticket={one}"), &[SPOKEN]).await.problem(403, "forbidden");
    game.terminals[0].post("/v1/tickets", &json!({"table": other.id})).await.problem(403, "forbidden");
    game.auditor.post("/v1/tickets", &json!({"table": Uuid::now_v7()})).await.problem(404, "not_found");
    game.auditor.post("/v1/tickets", &json!({"tables": []})).await.problem(422, "unknown_field");
    server.stop().await;
}

#[tokio::test]
async fn a_handshake_needs_a_ticket_the_subprotocol_and_a_known_origin() {
    let server = TestServer::spawn().await;
    let (game, stranger) = (Game::at(&server).await, server.stranger());
    stranger.shake("/v1/terminal", &[SPOKEN]).await.problem(400, "invalid_query");
    let made_up = format!("/v1/terminal?ticket={}", "0".repeat(64));
    stranger.shake(&made_up, &[SPOKEN]).await.problem(401, "unauthorized");
    let path = |one: String| format!("/v1/terminal?ticket={one}");
    let one = path(ticket(&game.terminals[0], json!({})).await);
    stranger.shake(&one, &[]).await.problem(400, "subprotocol_required");
    let one = path(ticket(&game.terminals[0], json!({})).await);
    stranger.shake(&one, &[SPOKEN, ("origin", "http://elsewhere.example")]).await.problem(403, "origin_refused");
    let own = format!("http://{}", server.server.address());
    let one = path(ticket(&game.terminals[0], json!({})).await);
    assert_eq!(stranger.shake(&one, &[SPOKEN, ("origin", &own)]).await.status, 101);
    let one = path(ticket(&game.terminals[0], json!({})).await);
    stranger.get(&one).await.problem(400, "upgrade_invalid");
    server.stop().await;
}
