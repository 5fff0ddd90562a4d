//! `/v1/tables/{id}/events`.

use crate::house::{Game, TestServer};
use serde_json::{Value, json};

/// Every text in a value that is a card.
pub(super) fn cards(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => {
            let card = text.len() == 2
                && text.starts_with(|rank| "23456789TJQKA".contains(rank))
                && text.ends_with(|suit| "cdhs".contains(suit));
            if card { vec![text.clone()] } else { Vec::new() }
        }
        Value::Array(items) => items.iter().flat_map(cards).collect(),
        Value::Object(members) => members.values().flat_map(cards).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

#[tokio::test]
async fn a_journal_comes_by_the_page_in_order() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.seat_patrons().await;
    let events = game.sub("events");
    let whole = game.auditor.get(&events).await.told(200);
    assert_eq!((whole["entries"].as_array().unwrap().len(), &whole["next"]), (4, &Value::Null));
    let mut after = json!(0);
    let mut seen = Vec::new();
    while !after.is_null() {
        let page = game.dealer.get(&format!("{events}?after={after}&limit=3")).await.told(200);
        seen.extend(page["entries"].as_array().unwrap().clone());
        after = page["next"].clone();
    }
    assert_eq!(json!(seen), whole["entries"]);
    let numbers: Vec<u64> = seen.iter().map(|entry| entry["seq"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
    assert!(seen[0]["rules_version"].as_str().unwrap().starts_with("let_it_ride_md-"));
    for query in ["limit=0", "limit=201", "limit=x", "after=-1", "before=1"] {
        game.auditor.get(&format!("{events}?{query}")).await.problem(400, "invalid_query");
    }
    server.stop().await;
}

#[tokio::test]
async fn cards_of_an_open_round_are_not_told_before_they_lie_up() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.seat_patrons().await;
    game.until(&server, "decide").await;
    let events = game.sub("events?limit=200");
    for holder in [&game.auditor, &game.dealer, &game.floorperson] {
        let page = holder.get(&events).await.told(200);
        assert_eq!(cards(&page), Vec::<String>::new());
        let last = page["entries"].as_array().unwrap().last().unwrap().clone();
        assert!(last["shown"].is_array() && last["events"].is_null(), "{last}");
    }
    game.until(&server, "open_round").await;
    let page = game.auditor.get(&events).await.told(200);
    assert!(page["entries"].as_array().unwrap().iter().all(|entry| entry["events"].is_array()));
    let dealt: Vec<Value> = page["entries"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|entry| {
            entry["events"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(|event| event.get("card_dealt").cloned())
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(dealt.iter().flat_map(cards).count(), dealt.len());
    assert!(dealt.len() >= 8, "{dealt:?}");
    server.stop().await;
}
