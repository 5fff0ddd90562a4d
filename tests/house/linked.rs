//! Progressives that tables share, made and changed by two people, and decks whose order is known beforehand.

use super::{Game, Holder, TestServer, decide, progressive, submission};
use chance::Shuffle;
use game_core::card::Card;
use serde_json::{Value, json};
use store::shuffles;
use store::testing::within;

/// The submission of a table that describes the progressive of [`progressive`].
pub(crate) fn describing() -> Value {
    let mut document = submission();
    let level = |cents: i64, rate: i64| json!({"initial_cents": cents, "reset_cents": cents, "rate_ppm": rate});
    document["equipment"]["progressive_system"] = json!(true);
    document["wagers"]["progressive_payout"] = json!({
        "paytable": "E",
        "meters": {"100": {
            "mega": level(1_000_000, 100_000), "major": level(100_000, 50_000), "minor": level(25_000, 25_000),
        }},
    });
    document
}

/// Two people make a progressive and enable it; answers with its id.
pub(crate) async fn enabled(accounting: &Holder, pit_manager: &Holder, name: &str) -> String {
    let body = json!({"progressive": progressive(name), "reason": "a new sign"});
    let proposed = accounting.post("/v1/progressives", &body).await.told(202);
    decide(pit_manager, &proposed, "approve").await.told(200);
    let all = accounting.get("/v1/progressives").await.told(200);
    let made = all["progressives"].as_array().unwrap().iter().find(|found| found["name"] == name).unwrap().clone();
    assert_eq!(made["status"], "approved");
    let id = made["id"].as_str().unwrap().to_owned();
    change(accounting, pit_manager, &id, &json!("enable")).await;
    id
}

/// One proposes a change of a progressive, another agrees.
pub(crate) async fn change(maker: &Holder, other: &Holder, id: &str, change: &Value) {
    let body = json!({"change": change, "reason": "it is time"});
    let proposed = maker.post(&format!("/v1/progressives/{id}/changes"), &body).await.told(202);
    decide(other, &proposed, "approve").await.told(200);
}

/// Lets a table play for a progressive.
pub(crate) async fn join(pit_manager: &Holder, game: &Game, progressive: &str) {
    let part = json!({"wager": "progressive_payout", "stake_cents": 100, "progressive": progressive});
    assert_eq!(pit_manager.put(&game.sub("participation"), &part).await.status, 204);
}

/// Has the virtual shoe deal a round from a deck that begins with these cards. The shoe goes on with the order that is kept
/// for a round, as it does after a restart; so the test knows it beforehand.
pub(crate) async fn stack(server: &TestServer, game: &Game, round: u64, first: &str) {
    let first: Vec<Card> = first.split(' ').map(|card| card.parse().unwrap()).collect();
    let rest = Card::deck().filter(|card| !first.contains(card));
    let order: Vec<Card> = first.iter().copied().chain(rest).collect();
    let stacked = Shuffle::from_cards(&order, [7; 32]).unwrap();
    let commitment = stacked.commitment(*game.id.0.as_bytes(), round);
    let kept = shuffles::Shuffle { commitment, salt: *stacked.salt(), order: stacked.to_bytes() };
    let mut connection = server.database.store.pool().acquire().await.unwrap();
    shuffles::keep(&mut connection, game.id, round, &kept).await.unwrap();
}

/// Waits until the felt is as it should be.
pub(crate) async fn felt_until(server: &TestServer, game: &Game, is: impl Fn(&Value) -> bool) -> Value {
    let (handle, _) = server.server.app().table(game.id).unwrap();
    let mut changes = handle.changes();
    loop {
        changes.mark_unchanged();
        let felt = game.auditor.get(&game.path).await.told(200)["view"]["felt"].clone();
        if is(&felt) {
            return felt;
        }
        within(format!("the felt changes from {felt}"), changes.changed()).await.unwrap();
    }
}
