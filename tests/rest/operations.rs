//! What the server says of itself: `/healthz`, `/readyz`, `/metrics`, `/openapi.yaml`, `/docs`.

use crate::house::{Game, TestServer};
use hyper::Method;
use serde_json::json;
use std::fs;
use std::path::Path;
use uuid::Uuid;

#[test]
fn the_committed_document_is_the_one_the_code_makes() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../openapi.yaml");
    let same = fs::read_to_string(kept).unwrap_or_default() == server::openapi_yaml();
    assert!(same, "openapi.yaml is out of date: `cargo run -p baize -- openapi > openapi.yaml`");
}

/// RFC 9457: every refusal the document names is told with the schema of a problem, but for what monitors ask without a key.
#[test]
fn every_refusal_in_the_document_is_a_problem() {
    let document = serde_json::to_value(server::openapi()).unwrap();
    let paths = document["paths"].as_object().unwrap().iter().filter(|(path, _)| path.starts_with("/v1/"));
    let operations = paths.flat_map(|(path, item)| item.as_object().unwrap().values().map(move |found| (path, found)));
    let mut refusals = 0;
    for (path, operation) in operations {
        for (status, answer) in operation["responses"].as_object().unwrap() {
            if status.starts_with(['4', '5']) {
                let schema = &answer["content"][wire::problem::MEDIA_TYPE]["schema"]["$ref"];
                assert_eq!(schema, "#/components/schemas/Problem", "{path} {}: {status}", operation["operationId"]);
                refusals += 1;
            }
        }
    }
    assert!(refusals > 500, "{refusals}");
}

#[tokio::test]
async fn whoever_runs_the_server_needs_no_key() {
    let server = TestServer::spawn().await;
    let stranger = server.stranger();
    for path in ["/healthz", "/readyz", "/metrics", "/openapi.yaml", "/docs", "/docs/style.css"] {
        let reply = stranger.get(path).await;
        assert_eq!(reply.status, 200, "{path}: {reply:?}");
        assert!(!reply.text.is_empty());
    }
    assert_eq!(stranger.get("/openapi.yaml").await.text, server::openapi_yaml());
    server.stop().await;
}

#[tokio::test]
async fn every_answer_is_named_and_guarded() {
    let server = TestServer::spawn().await;
    let stranger = server.stranger();
    for path in ["/docs", "/healthz", "/v1/tables", "/nowhere"] {
        let headers = stranger.get(path).await.headers;
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["x-frame-options"], "DENY", "{path}");
        assert_eq!(headers["referrer-policy"], "no-referrer", "{path}");
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("script-src"), "{path}: {policy}");
        let id: Uuid = headers["x-request-id"].to_str().unwrap().parse().unwrap();
        assert_eq!(id.get_version_num(), 7);
    }
    server.stop().await;
}

#[tokio::test]
async fn what_is_not_there_is_a_problem_too() {
    let server = TestServer::spawn().await;
    let stranger = server.stranger();
    stranger.get("/nowhere").await.problem(404, "not_found");
    stranger.get("/v1/nowhere").await.problem(404, "not_found");
    stranger.ask(&Method::DELETE, "/v1/tables", &[], "").await.problem(405, "method_not_allowed");
    stranger.ask(&Method::POST, "/healthz", &[], "").await.problem(405, "method_not_allowed");
    server.stop().await;
}

#[tokio::test]
async fn what_happens_is_counted() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.seat_patrons().await;
    game.dealer
        .post(&game.sub("seats/1/chips-brought"), &json!({"amount_cents": 0}))
        .await
        .problem(409, "amount_not_permitted");
    game.until(&server, "place_wager").await;
    game.act(&game.dealer, &json!("cancel_round")).await;
    let text = server.stranger().get("/metrics").await.text;
    for line in [
        "baize_commands_refused_total{code=\"amount_not_permitted\"} 1",
        "baize_rounds_total{outcome=\"cancelled\"} 1",
        "baize_tables 1",
        "baize_sockets 0",
        "baize_mailbox_depth_max 0",
        "baize_http_requests_total{method=\"POST\",route=\"/v1/tables\",status=\"201\"} 1",
    ] {
        assert!(text.lines().any(|own| own == line), "{line}\n{text}");
    }
    assert!(text.contains("baize_commands_accepted_total ") && text.contains("baize_journal_commit_seconds_total "));
    assert!(text.ends_with("# EOF\n") && !text.contains("bz_") && !text.contains(&game.id.to_string()));
    server.stop().await;
}
