//! Who may do what: nobody without a key, and nobody beyond what the key's role permits.

use crate::house::{Game, Holder, TestServer};
use hyper::Method;
use serde_json::{Value, json};
use server::identity::{Credential, Role};
use store::sessions::{self, End};

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
    let auditor = [
        "show_system",
        "check_system",
        "show_inventory",
        "list_counts",
        "list_slips",
        "list_drop_boxes",
        "list_missing_numbers",
        "report_win",
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
        "show_inventory",
        "list_counts",
        "list_slips",
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
    let of_the_pit = ["create_table", "change_rules", "show_system", "check_system"];
    let of_money = ["list_drop_boxes", "list_missing_numbers", "report_win"];
    let pit_manager = [floor.as_slice(), &of_the_pit, &of_money].concat();
    let security_admin = server.person(Role::SecurityAdmin).await;
    let (cage, accounting) = (server.person(Role::Cage).await, server.person(Role::Accounting).await);
    let cashier = [
        "show_inventory",
        "list_counts",
        "list_slips",
        "send_command",
        "list_offers",
        "list_tables",
        "show_table",
        "show_limits",
        "show_shuffle",
        "issue_ticket",
    ];
    let books = [
        cashier.as_slice(),
        &["list_drop_boxes", "list_missing_numbers", "report_win", "list_events", "list_rounds", "show_round"],
    ]
    .concat();
    let security = [
        "issue_ticket",
        "show_shuffle",
        "list_significant_events",
        "list_approvals",
        "show_approval",
        "show_submission",
        "show_system",
        "check_system",
    ];
    for (role, holder, may) in [
        ("terminal", &game.terminals[0], terminal),
        ("pit manager", &game.pit_manager, &pit_manager),
        ("security admin", &security_admin, &security),
        ("cage", &cage, &cashier),
        ("accounting", &accounting, &books),
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
async fn an_ended_session_opens_nothing_any_more() {
    let server = TestServer::spawn().await;
    let (session, auditor) = server.session(Role::Auditor).await;
    auditor.get("/v1/tables").await.told(200);
    let ended = server.server.app().bearers.ended(Credential::Session(session));
    let mut connection = server.database.store.pool().acquire().await.unwrap();
    assert_eq!(sessions::end(&mut connection, &[session], End::Revoked, None).await.unwrap(), [session]);
    drop(connection);
    ended.await;
    auditor.get("/v1/tables").await.problem(401, "unauthorized");
    server.stop().await;
}
