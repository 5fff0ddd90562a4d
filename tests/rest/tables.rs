//! `/v1/tables`.

use super::events::cards;
use crate::house::{Game, TestServer, decide, submission};
use hyper::Method;
use serde_json::json;
use uuid::Uuid;

#[tokio::test]
async fn a_table_is_made_once_and_found_where_its_answer_says() {
    let server = TestServer::spawn().await;
    let pit_manager = server.pit_manager().await;
    let approved = server.approved(&submission()).await;
    let (key, body) = (Uuid::now_v7(), json!({"name": "Pit 1, table 4", "submission": approved}));
    let made = pit_manager.send_as(key, Method::POST, "/v1/tables", &body).await;
    let table = made.told(201);
    assert_eq!((&table["name"], &table["phase"], &table["seq"]), (&body["name"], &json!("closed"), &json!(0)));
    assert_eq!(table["virtual_shoe"], true);
    assert_eq!(table["waiting_for"], json!([{"who": "dealer", "what": "inventory"}]));
    let place = made.headers["location"].to_str().unwrap();
    assert_eq!(place, format!("/v1/tables/{}", table["id"].as_str().unwrap()));
    assert_eq!(pit_manager.get(place).await.told(200)["table"], table);

    let again = pit_manager.send_as(key, Method::POST, "/v1/tables", &body).await.told(201);
    assert_eq!(again["id"], table["id"]);
    let other = json!({"name": "Pit 1, table 5", "submission": approved});
    pit_manager.send_as(key, Method::POST, "/v1/tables", &other).await.problem(422, "key_reused");
    pit_manager.post("/v1/tables", &body).await.problem(409, "name_taken");
    let second = pit_manager.post("/v1/tables", &other).await.told(201);
    assert_eq!(second["rules_version"], table["rules_version"]);
    server.stop().await;
}

#[tokio::test]
async fn a_table_is_made_by_rules_that_two_people_stand_for_and_has_a_name() {
    let server = TestServer::spawn().await;
    let (pit_manager, other) = (server.pit_manager().await, server.pit_manager().await);
    let approved = server.approved(&submission()).await;
    for name in ["", " ", " One", "One\n", &"x".repeat(81)] {
        let body = json!({"name": name, "submission": approved});
        pit_manager.post("/v1/tables", &body).await.problem(422, "invalid_body");
    }
    let unknown = json!({"name": "One", "submission": approved, "seats": 9});
    pit_manager.post("/v1/tables", &unknown).await.problem(422, "unknown_field");
    let written = json!({"name": "One", "submission": submission()});
    pit_manager.post("/v1/tables", &written).await.problem(422, "invalid_body");
    let json = [("content-type", "application/json")];
    let body = json!({"name": "One", "submission": approved}).to_string();
    pit_manager.ask(&Method::POST, "/v1/tables", &json, &body).await.problem(400, "idempotency_key_required");
    let keyed = [("content-type", "application/json"), ("idempotency-key", "one")];
    pit_manager.ask(&Method::POST, "/v1/tables", &keyed, &body).await.problem(400, "idempotency_key_invalid");

    // R57: not by what nobody approved yet, nor by what is superseded.
    let nowhere = json!({"name": "One", "submission": Uuid::now_v7()});
    pit_manager.post("/v1/tables", &nowhere).await.problem(404, "not_found");
    let drafted = pit_manager.post("/v1/submissions", &json!({"document": submission()})).await.told(201);
    let body = json!({"name": "One", "submission": drafted["id"]});
    pit_manager.post("/v1/tables", &body).await.problem(409, "not_effective");
    let submit = format!("/v1/submissions/{}/submit", drafted["id"].as_str().unwrap());
    let approval = pit_manager.post(&submit, &json!({"edition": 1, "supersedes": approved})).await.told(200);
    pit_manager.post("/v1/tables", &body).await.problem(409, "not_effective");
    assert_eq!(pit_manager.get("/v1/tables").await.told(200)["tables"], json!([]));
    let (key, before) = (Uuid::now_v7(), json!({"name": "Before", "submission": approved}));
    let made = pit_manager.send_as(key, Method::POST, "/v1/tables", &before).await.told(201);
    decide(&other, &approval, "approve").await.told(200);
    pit_manager.post("/v1/tables", &body).await.told(201);
    let superseded = json!({"name": "Two", "submission": approved});
    pit_manager.post("/v1/tables", &superseded).await.problem(409, "not_effective");
    let again = pit_manager.send_as(key, Method::POST, "/v1/tables", &before).await.told(201);
    assert_eq!(again["id"], made["id"], "a retry finds what it made");
    server.stop().await;
}

#[tokio::test]
async fn tables_come_by_the_page_in_the_order_made() {
    let server = TestServer::spawn().await;
    let pit_manager = server.pit_manager().await;
    let mut made = Vec::new();
    let approved = server.approved(&submission()).await;
    for number in 0..5 {
        let body = json!({"name": format!("Table {number}"), "submission": approved});
        made.push(pit_manager.post("/v1/tables", &body).await.told(201)["id"].clone());
    }
    let (mut seen, mut path) = (Vec::new(), "/v1/tables?limit=2".to_owned());
    loop {
        let page = pit_manager.get(&path).await.told(200);
        let tables = page["tables"].as_array().unwrap();
        assert!(tables.len() <= 2);
        seen.extend(tables.iter().map(|table| table["id"].clone()));
        let Some(next) = page["next"].as_str() else { break };
        path = format!("/v1/tables?limit=2&after={next}");
    }
    assert_eq!(seen, made);
    for query in ["limit=0", "limit=999", "after=first", "sort=name"] {
        pit_manager.get(&format!("/v1/tables?{query}")).await.problem(400, "invalid_query");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_terminal_sees_its_own_cards_and_everybody_else_what_lies_up() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.seat_patrons().await;
    game.until(&server, "decide").await;
    for holder in [&game.auditor, &game.dealer, &game.floorperson, &game.pit_manager] {
        let seen = holder.get(&game.path).await.told(200);
        assert_eq!((cards(&seen), &seen["view"]["own"]), (Vec::new(), &json!([])));
    }
    let [first, second] = &game.terminals;
    let (first, second) = (first.get(&game.path).await.told(200), second.get(&game.path).await.told(200));
    assert_eq!((cards(&first).len(), cards(&second).len()), (3, 3));
    assert!(cards(&first).iter().all(|card| !cards(&second).contains(card)));
    assert_eq!(first["view"]["felt"], second["view"]["felt"]);
    let view: wire::view::ViewDocument = serde_json::from_value(first["view"].clone()).unwrap();
    assert_eq!(first["hash"], view.hash().to_string());
    server.stop().await;
}

#[tokio::test]
async fn a_floorperson_opens_and_closes_a_table() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    let (open, close) = (game.sub("open"), game.sub("close"));
    game.floorperson.post(&open, &json!(null)).await.problem(409, "inventory_state");
    game.open_rack().await;
    game.floorperson.post(&open, &json!(null)).await.problem(409, "no_such_deck");
    game.until(&server, "open_table").await;
    game.dealer.post(&open, &json!(null)).await.problem(403, "wrong_actor");
    let key = Uuid::now_v7();
    let first = game.floorperson.send_as(key, Method::POST, &open, &json!(null)).await.told(200);
    let again = game.floorperson.send_as(key, Method::POST, &open, &json!(null)).await.told(200);
    assert_eq!((&again["repeated"], &again["seq"]), (&json!(true), &first["seq"]));
    assert_eq!(game.summary().await["phase"], "open");
    game.floorperson.send_as(key, Method::POST, &close, &json!(null)).await.problem(422, "key_reused");
    game.floorperson.post(&close, &json!(null)).await.told(200);
    assert_eq!(game.summary().await["phase"], "closed");
    game.auditor.post(&open, &json!(null)).await.problem(403, "forbidden");
    server.stop().await;
}

#[tokio::test]
async fn a_table_nobody_made_is_not_found() {
    let server = TestServer::spawn().await;
    let auditor = server.auditor().await;
    auditor.get(&format!("/v1/tables/{}", Uuid::now_v7())).await.problem(404, "not_found");
    auditor.get("/v1/tables/seven").await.problem(404, "not_found");
    auditor.get("/v1/tables/").await.problem(404, "not_found");
    server.stop().await;
}
