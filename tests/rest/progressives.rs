//! `/v1/progressives`: made by two people, played for by tables that describe them, taken off the felt when they cannot be.

use crate::house::{
    Game, Holder, TestServer, change, config, decide, describing, enabled, felt_until, join, progressive,
};
use crate::sockets::{Stream, dial, hear_text};
use futures_util::SinkExt;
use serde_json::{Value, json};
use server::Config;
use server::clock::Clock;
use server::config::People;
use server::identity::Role;
use std::time::Duration;
use store::testing::within;
use tokio_tungstenite::tungstenite::Message;

async fn shown(who: &Holder, id: &str) -> Value {
    who.get(&format!("/v1/progressives/{id}")).await.told(200)["progressive"].clone()
}

#[tokio::test]
async fn r12_what_the_rules_do_not_allow_is_refused_with_its_clause_and_nothing_is_kept() {
    let server = TestServer::spawn().await;
    let maker = server.person(Role::Accounting).await;
    let with = |path: &str, value: Value| {
        let mut wrong = progressive("Wrong");
        *wrong.pointer_mut(path).unwrap() = value;
        wrong
    };
    for (wrong, code, clause) in [
        (with("/levels/0/rate_ppm", json!(1_000_001)), "out_of_range", json!("LIR-12-F-1")),
        (with("/levels/0/rate_ppm", json!(950_000)), "out_of_range", json!("LIR-12-F-1")),
        (with("/levels/0/rate_ppm", json!(0)), "out_of_range", json!("LIR-12-F-1")),
        (with("/levels/0/reset_cents", json!(999_999)), "under_floor", json!("LIR-12-F-2-e-i")),
        (with("/levels/2/initial_cents", json!(24_999)), "under_floor", json!("LIR-12-F-2-e-iii")),
        (with("/games/0/letter", json!("G")), "unknown_choice", json!("LIR-12-F-2")),
        (with("/games/0/game", json!("criss_cross_md")), "not_of_this_game", Value::Null),
        (with("/stake_cents", json!(200)), "unknown_choice", json!("LIR-12-H-1")),
        (with("/levels/2/level", json!("main")), "missing", json!("LIR-12-F-2-e-iii")),
        (with("/name", json!("  ")), "out_of_range", Value::Null),
    ] {
        let body = json!({"progressive": wrong, "reason": "try"});
        let reply = maker.post("/v1/progressives", &body).await;
        let problem = reply.problem(422, "configuration_invalid");
        let listed = problem["problems"].as_array().unwrap().clone();
        assert!(
            listed.iter().any(|found| found["code"] == code && found.get("clause").unwrap_or(&Value::Null) == &clause),
            "{code} {clause}: {listed:#?}"
        );
    }
    let body = json!({"progressive": progressive("Silent"), "reason": " "});
    maker.post("/v1/progressives", &body).await.problem(422, "reason_required");
    assert_eq!(maker.get("/v1/progressives").await.told(200)["progressives"], json!([]));
    let manager = server.pit_manager().await;
    assert_eq!(manager.get("/v1/approvals").await.told(200)["approvals"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn r23_disabled_the_wager_is_off_the_felt_and_enabled_it_is_back_with_the_same_value() {
    let server = TestServer::spawn().await;
    let (accounting, manager) = (server.person(Role::Accounting).await, server.pit_manager().await);
    let game = Game::with(&server, describing()).await;
    let id = enabled(&accounting, &manager, "Shared").await;
    join(&manager, &game, &id).await;
    game.seat_patrons().await;
    game.until(&server, "place_wager").await;
    let place = |wager: &str, amount: i64| json!({"place_wager": {"seat": 1, "wager": wager, "amount": amount}});
    game.act(&game.terminals[0], &place("let_it_ride", 500)).await;
    game.act(&game.terminals[0], &place("progressive_payout", 100)).await;
    let before = shown(&manager, &id).await["levels"].clone();
    let disable = format!("/v1/progressives/{id}/disable");
    accounting.post(&disable, &json!({"reason": ""})).await.problem(422, "reason_required");
    assert_eq!(accounting.post(&disable, &json!({"reason": "the sign is dark"})).await.status, 204);
    assert_eq!(accounting.post(&disable, &json!({"reason": "the sign is dark"})).await.status, 204);
    // The chip comes back, the wager is refused, and the base game goes on.
    let felt = felt_until(&server, &game, |felt| felt["suspended"][0]["cause"] == "disabled").await;
    assert!(!felt["seats"]["1"]["bets"].to_string().contains("progressive_payout"), "{felt}");
    assert_eq!(felt["seats"]["1"]["chips"], 98_500);
    let body = json!({"command_id": uuid::Uuid::now_v7(), "action": place("progressive_payout", 100)});
    game.terminals[0].post(&game.sub("commands"), &body).await.problem(409, "wager_suspended");
    let offers = game.terminals[0].get(&game.sub("legal")).await.told(200);
    assert!(!offers.to_string().contains("\"wager\":\"progressive_payout\",\"amount\""), "{offers}");
    assert_eq!(shown(&manager, &id).await["status"], "disabled");
    change(&accounting, &manager, &id, &json!("enable")).await;
    felt_until(&server, &game, |felt| felt.get("suspended").is_none()).await;
    game.act(&game.terminals[0], &place("progressive_payout", 100)).await;
    assert_eq!(shown(&manager, &id).await["levels"], before);
    // A table that is open or played at does not change what it plays for.
    let own = json!({"wager": "progressive_payout", "stake_cents": 100});
    assert_eq!(manager.put(&game.sub("participation"), &own).await.status, 409);
    server.stop().await;
}

/// Whether a display is told that there are no values.
fn nothing(message: &Value) -> bool {
    message["progressives"] == json!([])
}

/// The next message to a display that is one like this.
async fn told(stream: &mut Stream, is: impl Fn(&Value) -> bool) -> Value {
    within("a display is told what it waits for", async {
        loop {
            let message = serde_json::from_str(&hear_text(stream).await).unwrap();
            if is(&message) {
                return message;
            }
        }
    })
    .await
}

#[tokio::test]
async fn r22_a_display_is_told_every_value_and_until_when_it_may_show_it() {
    let server = TestServer::spawn().await;
    let (accounting, manager) = (server.person(Role::Accounting).await, server.pit_manager().await);
    let id = enabled(&accounting, &manager, "Seen").await;
    let game = Game::at(&server).await;
    let mut stream = dial(&server, &game.terminals[0], "/v1/progressives/stream").await;
    stream.send(Message::text(r#"{"type":"hello"}"#)).await.unwrap();
    let first = told(&mut stream, |message| message["type"] != "not_available" && !nothing(message)).await;
    let of_it = |message: &Value| {
        let all = message["progressives"].as_array().unwrap();
        all.iter().find(|found| found["id"] == *id).cloned()
    };
    let seen = of_it(&first).unwrap();
    assert_eq!(seen["levels"][0], json!({"level": "mega", "value_cents": 1_000_000, "hits": []}));
    assert!(first["valid_until"].as_str() > first["at"].as_str());
    let adjust = json!({"adjust": {"level": "minor", "pool": "balance", "amount_micro": 1_999_999}});
    change(&accounting, &manager, &id, &adjust).await;
    let minor = |message: &Value| of_it(message).map(|found| found["levels"][2]["value_cents"].clone());
    let changed = told(&mut stream, |message| minor(message).is_some_and(|cents| cents != 25_000)).await;
    // What is shown is cut off to whole cents.
    assert_eq!(minor(&changed).unwrap(), 25_001);
    server.stop().await;
}

#[tokio::test]
async fn r22_when_the_feed_is_cut_a_display_shows_not_available_and_not_what_it_saw_last() {
    let clock = Clock::standing();
    let people = People { clock: clock.clone(), ..config().people };
    let server = TestServer::spawn_with(Config { people, ..config() }).await;
    let (accounting, manager) = (server.person(Role::Accounting).await, server.pit_manager().await);
    enabled(&accounting, &manager, "Seen").await;
    let mut stream = dial(&server, &manager, "/v1/progressives/stream").await;
    stream.send(Message::text(r#"{"type":"hello"}"#)).await.unwrap();
    let first = told(&mut stream, |message| message["progressives"][0]["status"] == "enabled").await;
    // The meters cannot be read any more, and time goes by.
    server.database.command("ALTER TABLE meters RENAME TO hidden").await.unwrap();
    clock.advance(Duration::from_secs(6));
    let none = told(&mut stream, |message| message["type"] == "not_available").await;
    assert!(none["since"].as_str() >= first["at"].as_str(), "{none}");
    server.database.command("ALTER TABLE hidden RENAME TO meters").await.unwrap();
    let again = told(&mut stream, |message| message["type"] == "progressives" && !nothing(message)).await;
    assert_eq!(again["progressives"], first["progressives"]);
    server.stop().await;
}

#[tokio::test]
async fn r12_r20_r57_a_change_that_may_not_be_is_refused_with_its_clause_and_nothing_changes() {
    let server = TestServer::spawn().await;
    let (accounting, manager) = (server.person(Role::Accounting).await, server.pit_manager().await);
    let id = enabled(&accounting, &manager, "Kept").await;
    let changes = format!("/v1/progressives/{id}/changes");
    let set = |to: Value| json!({"parameter": {"level": "mega", "to": to}});
    let kept = async || {
        let mut kept = server.database.contents().await.unwrap();
        for table in ["sessions", "system_records"] {
            kept.remove(table).unwrap();
        }
        kept
    };
    let before = kept().await;
    for (change, code, clause) in [
        (set(json!({"rate_ppm": 1_000_001})), "out_of_range", json!("LIR-12-F-1")),
        // Alone it would be all of a stake; the other levels take a part of it too.
        (set(json!({"rate_ppm": 950_000})), "out_of_range", json!("LIR-12-F-1")),
        (set(json!({"rate_ppm": 0})), "out_of_range", json!("LIR-12-F-1")),
        (set(json!({"reserve_ppm": 830_000})), "out_of_range", json!("LIR-12-F-1")),
        (set(json!({"reset_cents": 999_999})), "under_floor", json!("LIR-12-F-2-e-i")),
        (set(json!({"reset_cents": -1})), "under_floor", json!("LIR-12-F-2-e-i")),
        (set(json!({"limit_cents": 0})), "out_of_range", Value::Null),
        (set(json!({"limit_cents": i64::MAX})), "out_of_range", Value::Null),
        (set(json!({"plausible_micro": 0})), "out_of_range", Value::Null),
    ] {
        let body = json!({"change": change, "reason": "try"});
        let problem = accounting.post(&changes, &body).await.problem(422, "configuration_invalid");
        let found = &problem["problems"][0];
        assert_eq!((&found["code"], found.get("clause").unwrap_or(&Value::Null)), (&json!(code), &clause), "{problem}");
    }
    let adjust = json!({"adjust": {"level": "mega", "pool": "balance", "amount_micro": -5}});
    for reason in ["", "  "] {
        accounting.post(&changes, &json!({"change": adjust, "reason": reason})).await.problem(422, "reason_required");
    }
    let nobody = format!("/v1/progressives/{}/changes", uuid::Uuid::now_v7());
    accounting.post(&nobody, &json!({"change": adjust, "reason": "try"})).await.problem(404, "not_found");
    assert_eq!(kept().await, before);
    // What one proposes the same one does not decide, and what is not there cannot be taken.
    let too_much = json!({"adjust": {"level": "minor", "pool": "balance", "amount_micro": -25_000_000_001_i64}});
    for (change, who, status, code) in
        [(&adjust, &accounting, 403, "same_person"), (&too_much, &manager, 422, "value_refused")]
    {
        let proposed = accounting.post(&changes, &json!({"change": change, "reason": "try"})).await.told(202);
        let before = shown(&manager, &id).await;
        decide(who, &proposed, "approve").await.problem(status, code);
        assert_eq!(shown(&manager, &id).await, before);
    }
    server.stop().await;
}

#[tokio::test]
async fn r61_what_happens_to_meters_is_on_the_register() {
    let server = TestServer::spawn().await;
    let (accounting, manager) = (server.person(Role::Accounting).await, server.pit_manager().await);
    let auditor = server.auditor().await;
    let id = enabled(&accounting, &manager, "Told").await;
    let game = Game::with(&server, describing()).await;
    join(&manager, &game, &id).await;
    let adjust = json!({"adjust": {"level": "minor", "pool": "balance", "amount_micro": -5}});
    change(&accounting, &manager, &id, &adjust).await;
    change(&accounting, &manager, &id, &json!({"parameter": {"level": "minor", "to": {"rate_ppm": 30_000}}})).await;
    let told = async |kind: &str| -> Vec<Value> {
        let page = auditor.get(&format!("/v1/significant-events?kind={kind}")).await.told(200);
        let events = page["events"].as_array().unwrap().iter().rev();
        events.filter(|event| event["details"]["progressive"] == *id).cloned().collect()
    };
    let what = |events: &[Value]| events.iter().map(|event| event["details"]["what"].clone()).collect::<Vec<_>>();
    let events = told("meter_event").await;
    assert_eq!(what(&events), ["created", "enabled", "joined", "adjustment"]);
    let adjusted = events.last().unwrap();
    assert!(adjusted["staff"] != adjusted["details"]["proposed_by"] && adjusted["staff"].is_u64(), "{adjusted}");
    assert_eq!(what(&told("parameter_change").await), ["parameter"]);
    // Past every guard somebody lowers the meter: the next commit that touches it, or the next full check, freezes it.
    let tamper = "SET session_replication_role = replica;
                  UPDATE meters SET balance_micro = balance_micro - 1 WHERE level = 'mega'";
    server.database.command(tamper).await.unwrap();
    let off = store::meters::reconcile(&mut server.database.store.pool().acquire().await.unwrap()).await.unwrap();
    assert!(off > 0);
    let frozen = told("live_data_change").await;
    assert_eq!((what(&frozen), &frozen[0]["severity"]), (vec![json!("frozen")], &json!("alarm")));
    server.stop().await;
}
