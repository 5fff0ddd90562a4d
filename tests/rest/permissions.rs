//! Who may do what: nobody without a key, and nobody beyond what the key's role permits.

use crate::house::{Game, Holder, TestServer};
use hyper::Method;
use serde_json::{Value, json};
use store::keys;

/// Every operation under `/v1` that needs a key: method, path for this table, and its name.
fn operations(game: &Game) -> Vec<(Method, String, String)> {
    let document: Value = serde_json::to_value(server::openapi()).unwrap();
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            if operation["tags"][0] != "sockets" && path.starts_with("/v1/") {
                let method = method.to_uppercase().parse().unwrap();
                let path = path.replace("{id}", &game.id.to_string()).replace("{seat}", "1");
                found.push((method, path, operation["operationId"].as_str().unwrap().to_owned()));
            }
        }
    }
    assert!(found.len() > 15);
    found
}

#[tokio::test]
async fn without_a_good_key_there_is_no_answer() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    let unknown = Holder::new(server.server.address(), Some(format!("bz_{}", "0".repeat(64))));
    let no_key = Holder::new(server.server.address(), Some("let me in".to_owned()));
    for (method, path, name) in operations(&game) {
        for holder in [&server.stranger(), &unknown, &no_key] {
            let reply = holder.send(method.clone(), &path, &json!({})).await;
            assert_eq!(reply.status, 401, "{name}: {reply:?}");
            reply.problem(401, "unauthorized");
            assert_eq!(reply.headers["www-authenticate"], "Bearer");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn each_role_does_its_own_and_nothing_else() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    let terminal = ["list_offers", "send_command", "show_table", "show_shuffle", "issue_ticket"].as_slice();
    let admin = [
        "create_table",
        "list_tables",
        "change_rules",
        "show_limits",
        "show_table",
        "show_shuffle",
        "list_offers",
        "issue_ticket",
        "list_significant_events",
        "list_approvals",
        "show_approval",
        "show_submission",
    ];
    let auditor = [
        "list_significant_events",
        "list_approvals",
        "show_approval",
        "show_submission",
        "list_tables",
        "show_table",
        "show_limits",
        "list_offers",
        "list_events",
        "list_rounds",
        "show_round",
        "show_shuffle",
        "issue_ticket",
    ];
    let staff = [
        "list_tables",
        "show_table",
        "show_limits",
        "list_offers",
        "list_events",
        "list_rounds",
        "show_round",
        "show_shuffle",
        "issue_ticket",
        "send_command",
        "open_table",
        "close_table",
        "seat_patron",
        "leave_seat",
        "buy_in",
        "cash_out",
        "move_seat",
    ];
    let supervising = [
        "list_significant_events",
        "acknowledge_significant_event",
        "list_approvals",
        "show_approval",
        "decide_approval",
        "withdraw_approval",
        "draft_submission",
        "show_submission",
        "submit_submission",
    ];
    let floor: Vec<&str> = staff.into_iter().chain(supervising).collect();
    for (role, holder, may) in [
        ("terminal", &game.terminals[0], terminal),
        ("admin", &game.admin, &admin),
        ("auditor", &game.auditor, &auditor),
        ("dealer", &game.dealer, &staff),
        ("floorperson", &game.floorperson, &floor),
    ] {
        for (method, path, name) in operations(&game) {
            let reply = holder.send(method, &path, &json!({"no such": "body"})).await;
            let forbidden = reply.status == 403 && reply.json()["code"] == "forbidden";
            assert_eq!(forbidden, !may.contains(&&*name), "{role} {name}: {reply:?}");
            assert!(reply.status < 500, "{role} {name}: {reply:?}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_revoked_key_opens_nothing_any_more() {
    let server = TestServer::spawn().await;
    let (key, auditor) = server.key(keys::NewBearer::Auditor).await;
    auditor.get("/v1/tables").await.told(200);
    let revoked = server.server.app().keys.revoked(key);
    let mut connection = server.database.store.pool().acquire().await.unwrap();
    assert!(keys::revoke(&mut connection, key).await.unwrap());
    drop(connection);
    revoked.await;
    auditor.get("/v1/tables").await.problem(401, "unauthorized");
    server.stop().await;
}
