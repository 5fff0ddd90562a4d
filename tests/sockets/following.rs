//! Following a table: a view, then every commit as one frame, each with the right hash and nobody else's cards.

use super::watcher::{Heard, Watcher, dial, hear};
use crate::house::{Game, Holder, TestServer};
use futures_util::SinkExt;
use game_core::view::{CardView, OwnBox};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use wire::socket::{By, ToTerminal};
use wire::terminal::Mirror;

/// The faces a player may look at.
fn faces(watcher: &Watcher) -> Vec<String> {
    let boxes: Vec<OwnBox> = watcher.mirror.view().unwrap().own;
    let cards = boxes.iter().flat_map(|own| own.cards.iter());
    cards
        .filter_map(|card| match card {
            CardView::Face(card) => Some(card.to_string()),
            CardView::Back => None,
        })
        .collect()
}

/// What the server shows the holder of a key who asks by REST.
async fn seen(holder: &Holder, game: &Game) -> (u64, Value) {
    let shown = holder.get(&game.path).await.told(200);
    (shown["seq"].as_u64().unwrap(), shown["view"].clone())
}

#[tokio::test]
async fn hello_is_answered_with_the_table_as_the_viewer_sees_it() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.seat_patrons().await;
    for (holder, path, seat) in
        [(&game.terminals[1], "/v1/terminal".to_owned(), json!(2)), (&game.auditor, game.sub("display"), json!(null))]
    {
        let mut stream = dial(&server, holder, &path).await;
        stream.send(Message::text(r#"{"type":"hello"}"#)).await.unwrap();
        let Heard::Text(text) = hear(&mut stream).await else { panic!("no welcome") };
        let told: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&told["type"], &told["protocol"]), (&json!("welcome"), &json!("baize.v1")));
        assert_eq!((&told["table"], &told["seat"]), (&json!(game.id.to_string()), &seat));
        assert_eq!((told["seq"].as_u64().unwrap(), told["view"].clone()), seen(holder, &game).await);
        let message: ToTerminal = serde_json::from_value(told).unwrap();
        Mirror::default().take(&message).unwrap();
    }
    server.stop().await;
}

#[tokio::test]
async fn a_round_is_seen_by_everybody_frame_by_frame() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.until(&server, "open_round").await;
    game.seat_patrons().await;
    let mut first = Watcher::terminal(&server, &game.terminals[0]).await;
    let mut second = Watcher::terminal(&server, &game.terminals[1]).await;
    let mut display = Watcher::display(&server, &game.auditor, &game).await;
    let begun = display.mirror.seq().unwrap();

    game.until(&server, "decide").await;
    let seq = game.summary().await["seq"].as_u64().unwrap();
    for watcher in [&mut first, &mut second, &mut display] {
        watcher.follow(seq).await;
    }
    let (mine, others) = (faces(&first), faces(&second));
    assert_eq!((mine.len(), others.len(), faces(&display).len()), (3, 3, 0));
    let tells = |watcher: &Watcher, cards: &[String]| {
        cards.iter().any(|card| watcher.texts.iter().any(|text| text.contains(&format!("\"{card}\""))))
    };
    assert!(tells(&first, &mine) && tells(&second, &others));
    assert!(!tells(&first, &others) && !tells(&second, &mine));
    assert!(!tells(&display, &mine) && !tells(&display, &others));

    game.until(&server, "clear_table").await;
    game.until(&server, "open_round").await;
    let (seq, public) = seen(&game.auditor, &game).await;
    for watcher in [&mut first, &mut second, &mut display] {
        watcher.follow(seq).await;
        let told: Vec<u64> = watcher.entries.iter().map(|entry| entry.seq).collect();
        assert_eq!(told, (begun + 1..=seq).collect::<Vec<_>>());
        let asked = |by: By| matches!(by, By::Player | By::Dealer | By::Floorperson);
        assert!(watcher.entries.iter().all(|entry| entry.command_id.is_some() == asked(entry.by)));
        assert!(watcher.entries.iter().any(|entry| !asked(entry.by)));
    }
    assert_eq!(display.view(), public);
    assert_eq!((seq, first.view()), seen(&game.terminals[0], &game).await);
    assert_eq!((seq, second.view()), seen(&game.terminals[1], &game).await);
    assert_eq!(first.frames, second.frames);
    assert_eq!(first.frames, display.frames);
    server.stop().await;
}

#[tokio::test]
async fn the_floor_hears_of_every_table_and_then_of_those_that_change() {
    let server = TestServer::spawn().await;
    let (game, quiet) = (Game::at(&server).await, Game::at(&server).await);
    let mut floor = dial(&server, &game.floorperson, "/v1/floor/stream").await;
    floor.send(Message::text(r#"{"type":"hello"}"#)).await.unwrap();
    let next = async |stream: &mut super::Stream| match hear(stream).await {
        Heard::Text(text) => serde_json::from_str::<Value>(&text).unwrap(),
        Heard::End(code) => panic!("the floor's stream ends: {code:?}"),
    };
    let all = next(&mut floor).await;
    assert_eq!(next(&mut floor).await, json!({"type": "approvals", "pending": []}));
    assert_eq!(next(&mut floor).await, json!({"type": "alerts", "alerts": []}));
    let named: Vec<&str> =
        all["tables"].as_array().unwrap().iter().map(|table| table["id"].as_str().unwrap()).collect();
    assert_eq!((&all["type"], named), (&json!("floor"), vec![&*game.id.to_string(), &*quiet.id.to_string()]));

    game.until(&server, "open_round").await;
    let summary = game.summary().await;
    loop {
        let told = next(&mut floor).await;
        assert_eq!(told["type"], "tables");
        let tables = told["tables"].as_array().unwrap();
        assert!(tables.iter().all(|table| table["id"] == summary["id"]), "only what changed: {told}");
        if tables.contains(&summary) {
            break;
        }
    }
    for message in [json!({"type": "legal"}), json!({"type": "nonsense"})] {
        floor.send(Message::text(message.to_string())).await.unwrap();
        assert_eq!(next(&mut floor).await["type"], "error");
    }
    floor.send(Message::text(r#"{"type":"ping","nonce":3}"#)).await.unwrap();
    assert_eq!(next(&mut floor).await, json!({"type": "pong", "nonce": 3}));
    server.stop().await;
}
