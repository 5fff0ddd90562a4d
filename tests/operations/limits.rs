//! What one client may ask: too many requests, headers or bytes are refused, and everybody else is served (R63).

use crate::house::{Holder, TestServer, config};
use crate::sockets::{dial, ticket};
use hyper::Method;
use serde_json::json;
use server::clock::Clock;
use server::config::People;
use server::{Config, Limits};
use std::time::Duration;
use store::testing::{until, within};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A server with these limits, whose clock stands: nobody may ask again because time went by.
async fn limited(limits: Limits) -> TestServer {
    let people = People { clock: Clock::standing(), ..config().people };
    TestServer::spawn_with(Config { limits, people, ..config() }).await
}

/// How many of so many requests are turned away as too many.
async fn turned_away(holder: &Holder, method: &Method, path: &str, times: usize) -> usize {
    let mut refused = 0;
    for _ in 0..times {
        let reply = holder.ask(method, path, &[("content-type", "application/json")], "{}").await;
        if reply.status == 429 {
            reply.problem(429, "rate_limited");
            assert_eq!(reply.headers["retry-after"], "1");
            refused += 1;
        }
    }
    refused
}

#[tokio::test]
async fn an_address_that_asks_too_much_is_told_to_wait_r63() {
    let server = limited(Limits { address_per_second: 1, ..Limits::default() }).await;
    assert_eq!(turned_away(&server.stranger(), &Method::GET, "/healthz", 6).await, 4);
    server.server.app().config.people.clock.advance(Duration::from_secs(2));
    assert_eq!(turned_away(&server.stranger(), &Method::GET, "/healthz", 6).await, 4);
    server.stop().await;
}

#[tokio::test]
async fn a_caller_who_asks_too_much_waits_and_nobody_else_does_r63() {
    let server = limited(Limits { caller_per_second: 1, ..Limits::default() }).await;
    let (busy, other) = (server.auditor().await, server.auditor().await);
    assert_eq!(turned_away(&busy, &Method::GET, "/v1/tables", 6).await, 4);
    other.get("/v1/tables").await.told(200);
    server.stop().await;
}

#[tokio::test]
async fn a_caller_holds_only_so_many_sockets_and_may_open_another_when_one_is_closed_r63() {
    let server = TestServer::spawn_with(Config { sockets_per_caller: 2, ..Config::default() }).await;
    let (auditor, other) = (server.auditor().await, server.auditor().await);
    let path = "/v1/floor/stream";
    let open = [dial(&server, &auditor, path).await, dial(&server, &auditor, path).await];
    let ticket = ticket(&auditor).await;
    let third = format!("{path}?ticket={ticket}");
    auditor.shake(&third, &[("sec-websocket-protocol", "baize.v1")]).await.problem(429, "too_many_connections");
    drop(dial(&server, &other, path).await);
    drop(open);
    until("no socket is open", async || server.server.app().sockets_open() == 0).await;
    drop(dial(&server, &auditor, path).await);
    server.stop().await;
}

#[tokio::test]
async fn logins_are_slower_than_anything_else_r58_r63() {
    let server = limited(Limits { logins_per_minute: 2, ..Limits::default() }).await;
    let stranger = server.stranger();
    assert_eq!(turned_away(&stranger, &Method::POST, "/v1/sessions", 6).await, 2);
    assert_eq!(turned_away(&stranger, &Method::GET, "/healthz", 6).await, 0);
    server.stop().await;
}

#[tokio::test]
async fn a_body_and_headers_have_an_end_r63() {
    let server = limited(Limits { body_bytes: 2048, headers: 16, ..Limits::default() }).await;
    let auditor = server.auditor().await;
    let long = json!({"table": "x".repeat(4096)});
    auditor.post("/v1/tickets", &long).await.problem(413, "body_too_large");
    let names: Vec<String> = (0..20).map(|number| format!("x-header-{number}")).collect();
    let headers: Vec<(&str, &str)> = names.iter().map(|name| (&**name, "1")).collect();
    assert_eq!(auditor.ask(&Method::GET, "/healthz", &headers, "").await.status, 431);
    server.stop().await;
}

#[tokio::test]
async fn whoever_sends_half_a_request_holds_nobody_and_is_cut_off() {
    let half = async |server: &TestServer| {
        let mut slow = TcpStream::connect(server.server.address()).await.unwrap();
        slow.write_all(b"GET /healthz HTTP/1.1\r\nhost: x").await.unwrap();
        slow
    };
    let server = limited(Limits { idle_time: Duration::from_secs(3600), ..Limits::default() }).await;
    let slow = half(&server).await;
    assert_eq!(server.stranger().get("/healthz").await.status, 200);
    drop(slow);
    server.stop().await;

    let server = limited(Limits { idle_time: Duration::from_millis(50), ..Limits::default() }).await;
    let mut slow = half(&server).await;
    let mut answer = Vec::new();
    // The server closes; whether it says something first is its affair.
    let _ = within("it is cut off", slow.read_to_end(&mut answer)).await;
    assert!(!answer.starts_with(b"HTTP/1.1 200"), "{answer:?}");
    server.stop().await;
}
