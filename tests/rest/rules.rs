//! `/v1/tables/{id}/rules` and `/limits`: two people decide, the table takes it up between two rounds, and what was in force when
//! stays known (R57, Q17).

use crate::house::{Game, Holder, TestServer, decide, stands, submission};
use game_core::game::Millis;
use hyper::Method;
use serde_json::{Value, json};
use store::testing::until;
use uuid::Uuid;
use wire::timestamp::Timestamp;

/// The same game with other limits and another name.
fn other_rules() -> Value {
    let mut document = submission();
    document["name"] = json!("Let It Ride, evening");
    document["limits"] = json!({"min_cents": 1000, "max_cents": 20_000});
    document
}

/// Two pit managers put a submission in force at a table.
async fn scheduled(game: &Game, other: &Holder, body: &Value) -> Value {
    let proposed = game.pit_manager.post(&game.sub("rules"), body).await.told(202);
    decide(other, &proposed, "approve").await.told(200)
}

/// Waits until the table is played by rules of this name.
async fn played_by(server: &TestServer, game: &Game, name: &str) {
    let (handle, _) = server.server.app().table(game.id).unwrap();
    stands(&handle, "the table takes its rules up", |standing| standing.table.rules().name() == name).await;
}

async fn in_force(game: &Game, at: Option<&str>) -> Value {
    let query = at.map_or_else(String::new, |at| format!("?at={at}"));
    game.auditor.get(&game.sub(&format!("rules{query}"))).await.told(200)
}

fn moved(at: &Value, by: i64) -> String {
    let Timestamp(Millis(at)) = Timestamp::parse(at.as_str().unwrap()).unwrap();
    Timestamp(Millis(at.checked_add_signed(by).unwrap())).text().unwrap()
}

#[tokio::test]
async fn r57_rules_are_put_in_force_by_two_people_and_known_for_every_instant_q17() {
    let server = TestServer::spawn().await;
    let (game, other) = (Game::at(&server).await, server.pit_manager().await);
    let first = in_force(&game, None).await;
    assert_eq!((&first["seq"], &first["waiting"]), (&json!(0), &json!([])));
    let submission = server.approved(&other_rules()).await;
    let body = json!({"submission": submission, "reason": "the evening"});
    game.floorperson.post(&game.sub("rules"), &body).await.problem(403, "forbidden");
    let key = Uuid::now_v7();
    let proposed = game.pit_manager.send_as(key, Method::POST, &game.sub("rules"), &body).await.told(202);
    assert_eq!(game.pit_manager.send_as(key, Method::POST, &game.sub("rules"), &body).await.told(202), proposed);
    decide(&game.pit_manager, &proposed, "approve").await.problem(403, "same_person");
    decide(&game.floorperson, &proposed, "approve").await.problem(403, "forbidden");
    assert_eq!(in_force(&game, None).await["rules_version"], first["rules_version"], "nobody agreed yet");
    let decided = decide(&other, &proposed, "approve").await.told(200);
    played_by(&server, &game, "Let It Ride, evening").await;

    let now = in_force(&game, None).await;
    assert_eq!((&now["submission"], &now["document"]), (&json!(submission), &other_rules()));
    assert_eq!(now["scheduled"]["approval"], proposed["id"]);
    assert_eq!(now["scheduled"]["proposed_by"], decided["proposed_by"]);
    assert_eq!(now["scheduled"]["approved_by"], decided["decided_by"]);
    assert_eq!((&now["proposed_by"], &now["approved_by"]), (&json!(1_000_001), &json!(1_000_002)));
    // At the very instant the new rules are in force, a millisecond before it the old ones.
    let from = &now["in_force_from"];
    let at = async |by| in_force(&game, Some(&moved(from, by))).await["rules_version"].clone();
    assert_eq!(at(0).await, now["rules_version"]);
    assert_eq!(at(-1).await, first["rules_version"]);
    assert_eq!(
        in_force(&game, Some(first["in_force_from"].as_str().unwrap())).await["rules_version"],
        first["rules_version"]
    );
    let before = game.sub(&format!("rules?at={}", moved(&first["in_force_from"], -1)));
    game.auditor.get(&before).await.problem(404, "not_found");
    game.auditor.get(&game.sub("rules?at=2999-01-01T00:00:00Z")).await.problem(400, "invalid_query");
    game.auditor.get(&game.sub("rules?at=yesterday")).await.problem(400, "invalid_query");
    // It is an entry of the table's own journal, and a significant event (R61).
    let events = game.auditor.get(&game.sub("events?limit=200")).await.told(200);
    let entry = events["entries"].as_array().unwrap().iter().find(|entry| entry["seq"] == now["seq"]).unwrap();
    assert!(entry.to_string().contains("rules_adopted"), "{entry}");
    let found = game.auditor.get("/v1/significant-events?kind=parameter_change").await.told(200);
    let event = &found["events"][0];
    assert_eq!((&event["staff"], &event["details"]["rules_version"]), (&decided["decided_by"], &now["rules_version"]));
    server.stop().await;
}

#[tokio::test]
async fn what_nobody_approved_or_is_of_another_game_is_not_put_in_force() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    let rules = game.sub("rules");
    let drafted = game.pit_manager.post("/v1/submissions", &json!({"document": submission()})).await.told(201);
    game.pit_manager.post(&rules, &json!({"submission": drafted["id"]})).await.problem(409, "not_effective");
    game.pit_manager.post(&rules, &json!({"submission": Uuid::now_v7()})).await.problem(404, "not_found");
    let stud = include_str!("../../docs/examples/submissions/two-three-five-plain.json");
    let stud = server.approved(&serde_json::from_str(stud).unwrap()).await;
    game.pit_manager.post(&rules, &json!({"submission": stud})).await.problem(422, "invalid_body");
    server.stop().await;
}

/// A round is pinned to the version it was opened under: it is played to its end by it, and the next by the other.
#[tokio::test]
async fn a_round_in_progress_ends_by_the_rules_it_began_under() {
    let server = TestServer::spawn().await;
    let (game, other) = (Game::at(&server).await, server.pit_manager().await);
    game.seat_patrons().await;
    game.until(&server, "decide").await;
    let before = in_force(&game, None).await;
    let submission = server.approved(&other_rules()).await;
    scheduled(&game, &other, &json!({"submission": submission})).await;
    let waiting = in_force(&game, None).await;
    assert_eq!(waiting["rules_version"], before["rules_version"]);
    assert_eq!(waiting["waiting"][0]["obstacle"], "round", "{waiting}");
    game.until(&server, "clear_table").await;
    assert_eq!(game.summary().await["rules_version"], before["rules_version"], "not before the layout is cleared");
    game.act(&game.dealer, &json!("clear_table")).await;
    played_by(&server, &game, "Let It Ride, evening").await;
    game.until(&server, "place_wager").await;
    let after = in_force(&game, None).await;
    let low = json!({"command_id": Uuid::now_v7(),
        "action": {"place_wager": {"seat": 1, "wager": "let_it_ride", "amount": 500}}});
    game.terminals[0].post(&game.sub("commands"), &low).await.problem(409, "stake_not_permitted");
    game.until(&server, "decide").await;
    let rounds = game.auditor.get(&game.sub("rounds?limit=2")).await.told(200);
    let versions: Vec<&Value> = rounds["rounds"].as_array().unwrap().iter().map(|one| &one["rules_version"]).collect();
    assert_eq!(versions, [&after["rules_version"], &before["rules_version"]]);
    server.stop().await;
}

/// What was scheduled before a restart is taken up after it, and what was taken up stays so.
#[tokio::test]
async fn r31_scheduled_rules_outlive_the_server() {
    let server = TestServer::spawn().await;
    let (game, other) = (Game::at(&server).await, server.pit_manager().await);
    game.seat_patrons().await;
    game.until(&server, "decide").await;
    let submission = server.approved(&other_rules()).await;
    scheduled(&game, &other, &json!({"submission": submission})).await;
    let server = server.again().await;
    let game = game.at_another(&server);
    assert_eq!(in_force(&game, None).await["waiting"][0]["obstacle"], "round");
    game.until(&server, "clear_table").await;
    game.act(&game.dealer, &json!("clear_table")).await;
    played_by(&server, &game, "Let It Ride, evening").await;
    let (before, seq) = (in_force(&game, None).await, game.summary().await["seq"].clone());
    let server = server.again().await;
    let game = game.at_another(&server);
    assert_eq!(in_force(&game, None).await["rules_version"], before["rules_version"]);
    assert!(game.summary().await["seq"].as_u64() >= seq.as_u64());
    assert_eq!(game.summary().await["rules_version"], before["rules_version"]);
    game.until(&server, "decide").await;
    server.stop().await;
}

/// Nobody is moved from a seat by a document: the table waits, and says for what.
#[tokio::test]
async fn rules_that_do_not_fit_who_sits_there_wait_and_say_for_what() {
    let server = TestServer::spawn().await;
    let (game, other) = (Game::at(&server).await, server.pit_manager().await);
    game.seat_patrons().await;
    game.until(&server, "open_round").await;
    let mut fewer = other_rules();
    fewer["seats"] = json!(1);
    let submission = server.approved(&fewer).await;
    scheduled(&game, &other, &json!({"submission": submission})).await;
    let waiting = in_force(&game, None).await;
    assert_eq!(waiting["waiting"][0]["obstacle"], json!({"seat": {"seat": 2}}), "{waiting}");
    game.dealer
        .ask(&Method::DELETE, &game.sub("seats/2"), &[("idempotency-key", &Uuid::now_v7().to_string())], "")
        .await;
    played_by(&server, &game, "Let It Ride, evening").await;
    // Equipment differs: that needs a closed table, whoever sits there.
    let mut by_hand = submission_named("By hand");
    by_hand["equipment"] = json!({"dealing": "manual_shoe", "shuffle": {"method": "manual"}});
    let submission = server.approved(&by_hand).await;
    scheduled(&game, &other, &json!({"submission": submission})).await;
    assert_eq!(in_force(&game, None).await["waiting"][0]["obstacle"], "equipment");
    game.floorperson.post(&game.sub("close"), &json!(null)).await.told(200);
    played_by(&server, &game, "By hand").await;
    server.stop().await;
}

fn submission_named(name: &str) -> Value {
    let mut document = submission();
    document["name"] = json!(name);
    document
}

/// Tables that are played by a submission take up the one that supersedes it.
#[tokio::test]
async fn what_supersedes_a_submission_is_taken_up_by_its_tables() {
    let server = TestServer::spawn().await;
    let (game, bystander, other) = (Game::at(&server).await, Game::at(&server).await, server.pit_manager().await);
    let before = in_force(&game, None).await;
    let drafted = game.pit_manager.post("/v1/submissions", &json!({"document": other_rules()})).await.told(201);
    let submit = format!("/v1/submissions/{}/submit", drafted["id"].as_str().unwrap());
    let body = json!({"edition": 1, "supersedes": before["submission"]});
    let proposed = game.pit_manager.post(&submit, &body).await.told(200);
    decide(&other, &proposed, "approve").await.told(200);
    played_by(&server, &game, "Let It Ride, evening").await;
    let after = in_force(&game, None).await;
    assert_eq!((&after["submission"], &after["scheduled"]["kind"]), (&drafted["id"], &json!("rules_submission")));
    assert_eq!(in_force(&bystander, None).await["waiting"], json!([]), "another submission, another table");
    server.stop().await;
}

fn limits(felt: &Value) -> &Value {
    &felt["view"]["felt"]["limits"]
}

/// R57: limits are a parameter; two people change them, and no round is played by two.
#[tokio::test]
async fn r57_limits_of_an_open_table_change_by_two_people_from_the_next_round_on() {
    let server = TestServer::spawn().await;
    let (game, other) = (Game::at(&server).await, server.pit_manager().await);
    game.seat_patrons().await;
    game.until(&server, "no_more_bets").await;
    let path = game.sub("limits");
    let asked = json!({"min_cents": 1500, "max_cents": 60_000, "reason": "a busy night"});
    game.dealer.post(&path, &asked).await.problem(403, "forbidden");
    let absurd = json!({"min_cents": 1500, "max_cents": 100});
    game.floorperson.post(&path, &absurd).await.problem(422, "submission_invalid");
    let same = json!({"min_cents": 500, "max_cents": 50_000});
    game.floorperson.post(&path, &same).await.problem(422, "invalid_body");
    let key = Uuid::now_v7();
    let proposed = game.pit_manager.send_as(key, Method::POST, &path, &asked).await.told(202);
    decide(&game.pit_manager, &proposed, "approve").await.problem(403, "same_person");
    decide(&game.floorperson, &proposed, "approve").await.problem(403, "forbidden");
    let decided = decide(&other, &proposed, "approve").await.told(200);
    // The round that is open is played by the limits it began under.
    let old = json!({"min_cents": 500, "max_cents": 50_000});
    let raise = json!({"place_wager": {"seat": 1, "wager": "let_it_ride", "amount": 700}});
    game.act(&game.terminals[0], &raise).await;
    assert_eq!(*limits(&game.auditor.get(&game.path).await.told(200)), old);
    game.until(&server, "clear_table").await;
    assert_eq!(*limits(&game.auditor.get(&game.path).await.told(200)), old);
    let seq = game.act(&game.dealer, &json!("clear_table")).await["seq"].as_u64().unwrap();
    let (handle, _) = server.server.app().table(game.id).unwrap();
    until("the table takes its limits up", async || {
        game.auditor.get(&path).await.told(200)["limits"][0]["stakes"]["between"]["min_cents"] == 1500
    })
    .await;
    assert!(handle.standing().seq > seq);
    let new = json!({"min_cents": 1500, "max_cents": 60_000});
    assert_eq!(*limits(&game.auditor.get(&game.path).await.told(200)), new, "on the felt");
    game.until(&server, "place_wager").await;
    let low = json!({"command_id": Uuid::now_v7(),
        "action": {"place_wager": {"seat": 1, "wager": "let_it_ride", "amount": 1000}}});
    game.terminals[0].post(&game.sub("commands"), &low).await.problem(409, "stake_not_permitted");
    let now = in_force(&game, None).await;
    assert_eq!((&now["scheduled"]["kind"], &now["scheduled"]["approval"]), (&json!("table_limits"), &decided["id"]));
    assert_eq!(now["document"]["limits"], new);
    // A retry finds what it proposed, and is not another change.
    assert_eq!(game.pit_manager.send_as(key, Method::POST, &path, &asked).await.told(202)["id"], proposed["id"]);
    server.stop().await;
}

/// Two changes that cross: the second is of rules that are not the table's any more, and says so.
#[tokio::test]
async fn limits_proposed_for_rules_that_gave_way_are_overtaken() {
    let server = TestServer::spawn().await;
    let (game, other) = (Game::at(&server).await, server.pit_manager().await);
    let asked = json!({"min_cents": 1500, "max_cents": 60_000});
    let limits = game.pit_manager.post(&game.sub("limits"), &asked).await.told(202);
    let submission = server.approved(&other_rules()).await;
    scheduled(&game, &other, &json!({"submission": submission})).await;
    decide(&other, &limits, "approve").await.problem(409, "overtaken");
    played_by(&server, &game, "Let It Ride, evening").await;
    assert_eq!(in_force(&game, None).await["document"], other_rules());
    server.stop().await;
}
