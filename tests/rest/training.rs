//! Training tables (R66): they play as any other, are told apart everywhere, and cannot touch money or meters.

use crate::house::{Game, Holder, Reply, TestServer, submission};
use game_core::game::Seat;
use serde_json::{Value, json};
use server::identity::Role;
use table_host::ids::TableId;
use uuid::Uuid;

async fn make(server: &TestServer, who: &Holder, submission: &Value, training: bool) -> Reply {
    let submission = server.approved(submission).await;
    let body = json!({"name": format!("Table {}", Uuid::now_v7()), "submission": submission, "training": training});
    who.post("/v1/tables", &body).await
}

/// A training table with everybody at it.
async fn training(server: &TestServer) -> Game {
    let pit_manager = server.pit_manager().await;
    let made = make(server, &pit_manager, &submission(), true).await.told(201);
    let id = TableId(made["id"].as_str().unwrap().parse().unwrap());
    let terminal = async |number| server.terminal(id, Seat::new(number).unwrap()).await;
    Game {
        id,
        path: format!("/v1/tables/{id}"),
        pit_manager,
        dealer: server.dealer_at(id).await,
        floorperson: server.floorperson().await,
        auditor: server.auditor().await,
        terminals: [terminal(1).await, terminal(2).await],
    }
}

fn with_progressive() -> Value {
    let text = include_str!("../../docs/examples/submissions/let-it-ride-rich.json");
    serde_json::from_str(text).unwrap()
}

#[tokio::test]
async fn r66_a_training_table_plays_is_told_apart_and_moves_no_money() {
    let server = TestServer::spawn().await;
    let game = training(&server).await;
    game.seat_patrons().await;
    game.until(&server, "clear_table").await;
    game.act(&game.dealer, &json!("clear_table")).await;
    let state = game.auditor.get(&game.path).await.told(200);
    assert_eq!((&state["table"]["training"], &state["view"]["felt"]["training"]), (&json!(true), &json!(true)));
    let rounds = game.auditor.get(&game.sub("rounds")).await.told(200);
    let round = &rounds["rounds"][0];
    assert_eq!((&round["training"], &round["status"]), (&json!(true), &json!("complete")));
    let record = game.auditor.get(&format!("/v1/rounds/{}", round["id"].as_str().unwrap())).await.told(200);
    assert_eq!(record["round"]["training"], true);
    let real = Game::at(&server).await;
    let state = real.auditor.get(&real.path).await.told(200);
    assert_eq!((&state["table"]["training"], &state["view"]["felt"]["training"]), (&json!(false), &Value::Null));

    // No drop, no slips, no counts: neither the rules nor the books know any.
    let tray = json!({"10000": 50});
    let cage = server.person(Role::Cage).await;
    for (who, step) in [
        (&game.dealer, json!({"count": {"kind": "opener", "tray": tray}})),
        (&game.floorperson, json!({"request_slip": {"kind": "fill", "tray": tray}})),
        (&game.floorperson, json!("remove_box")),
        (&cage, json!({"issue_slip": {"kind": "fill", "number": 1}})),
    ] {
        let body = json!({"command_id": Uuid::now_v7(), "action": {"inventory": step}});
        who.post(&game.sub("commands"), &body).await.problem(409, "training_table");
    }
    let mut connection = server.database.store.pool().acquire().await.unwrap();
    let accounts = store::ledger::balances(&mut connection, game.id).await.unwrap();
    assert!(!accounts.is_empty());
    for balance in accounts {
        let own = ["seat", "layout", "rack", "outside"].contains(&&*balance.account);
        assert!(own, "{balance:?} is money");
    }
    drop(connection);
    let pit_manager = &game.pit_manager;
    let win = pit_manager.get("/v1/reports/win?from=2026-01-01&to=2027-12-31").await;
    assert!(!win.text.contains(&game.id.to_string()), "{win:?}");
    server.stop().await;
}

#[tokio::test]
async fn r66_a_training_table_plays_for_no_meter_and_joins_no_progressive() {
    let server = TestServer::spawn().await;
    let pit_manager = server.pit_manager().await;
    make(&server, &pit_manager, &with_progressive(), true).await.problem(409, "training_table");
    make(&server, &pit_manager, &with_progressive(), false).await.told(201);
    let game = training(&server).await;
    let rules = json!({"submission": server.approved(&with_progressive()).await});
    game.pit_manager.post(&game.sub("rules"), &rules).await.problem(409, "training_table");
    server.stop().await;
}

/// What the program promises the database holds by itself.
#[tokio::test]
async fn r66_the_database_refuses_money_of_a_training_table() {
    let server = TestServer::spawn().await;
    let game = training(&server).await;
    let count =
        "INSERT INTO inventory_counts (table_id, seq, at, kind, tray, total_cents, expected_cents, recount, counted_by)
        SELECT table_id, 1, now(), 'opener', '{}', 100, 0, false, 1 FROM tables WHERE training";
    let slip =
        "INSERT INTO slips (series, number, table_id, tray, total_cents, requested_seq, requested_at, requested_by)
        SELECT 'fill', 1, table_id, '{}', 100, 1, now(), 1 FROM tables WHERE training";
    let drop_box = "INSERT INTO drop_boxes (number, table_id, recorded_cents, removed_seq, removed_at, removed_by)
        SELECT 1, table_id, 0, 1, now(), 1 FROM tables WHERE training";
    let posting = "INSERT INTO ledger_postings (table_id, seq, line, at, account, amount_micro)
        SELECT table_id, 1, 1, now(), 'drop', 100 FROM tables WHERE training";
    let part = "INSERT INTO participations (table_id, wager, stake_cents, progressive_id)
        SELECT table_id, 'progressive_payout', 100, table_id FROM tables WHERE training";
    for statement in [count, slip, drop_box, posting, part] {
        let refused = server.database.command(statement).await.unwrap_err().to_string();
        assert!(refused.contains("nothing at a training table is worth money"), "{statement}: {refused}");
    }
    let real = "UPDATE tables SET training = false WHERE training";
    assert!(server.database.command(real).await.is_err(), "training is for ever");
    assert_eq!(game.summary().await["training"], true);
    server.stop().await;
}
