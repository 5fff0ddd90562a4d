//! R10: a shuffler whose cards do not fall by chance is told of for inspection, with the counts, and nothing is voided for it.

use super::{alerts, says};
use crate::house::TestServer;
use crate::house::device::Equipped;
use game_core::card::Card;
use serde_json::json;

/// Decks after which it is looked whether the cards fall by chance, as often as each card is expected five times.
const DECKS: u64 = 300;

#[tokio::test]
async fn r10_a_shuffler_that_never_changes_the_order_is_flagged_for_inspection() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    // Every deck comes out of the machine in the same order. A round ends with its first stack, to be quick.
    for _ in 0..DECKS {
        table.until(&server, "deal").await;
        table.deal(&server).await;
        table.game.act(&table.game.dealer, &json!({"report": "shoe_jam"})).await;
        table.game.act(&table.game.floorperson, &json!("confirm_void")).await;
    }
    let path = format!("/v1/devices/{}/statistics", table.shuffler.id);
    let told = table.game.auditor.get(&path).await.told(200);
    // The first deck came to the table shuffled, and went through the machine all the same.
    assert_eq!((&told["decks"], &told["inspect"]), (&json!(DECKS), &json!(true)), "{told}");
    for (place, card) in Card::deck().enumerate().take(2) {
        let index = told["cards"].as_array().unwrap().iter().position(|one| *one == json!(card)).unwrap();
        assert_eq!(told["positions"][place][index], json!(DECKS), "place {place}");
    }
    table.until(&server, "open_round").await;
    assert!(says(&alerts(&table.game).await, "cards_not_by_chance"));
    table.until(&server, "deal").await;
    server.stop().await;
}
