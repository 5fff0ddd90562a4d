//! Coming back after a drop: exactly what was missed, or the table anew.

use super::watcher::{Watcher, dial};
use crate::house::{Game, TestServer};
use serde_json::{Value, json};
use wire::terminal::Mirror;

/// A wager at seat 1 that can be placed again and again.
fn wager(amount: i64) -> Value {
    json!({"place_wager": {"seat": 1, "wager": "let_it_ride", "amount": amount}})
}

#[tokio::test]
async fn whoever_comes_back_gets_exactly_the_gap() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.until(&server, "open_round").await;
    game.seat_patrons().await;
    let terminal = &game.terminals[0];
    let mut stayed = Watcher::terminal(&server, terminal).await;
    let left = Watcher::terminal(&server, terminal).await;
    let (Watcher { stream, mirror, .. }, missing) = (left, stayed.frames.len());
    // The plug is pulled: no close frame is sent.
    drop(stream);
    game.until(&server, "decide").await;
    let seq = game.summary().await["seq"].as_u64().unwrap();
    stayed.follow(seq).await;

    let gone = mirror.seq().unwrap();
    let stream = dial(&server, terminal, "/v1/terminal").await;
    let mut back = Watcher::greeted(stream, mirror).await;
    let greeting: Value = serde_json::from_str(&back.texts[0]).unwrap();
    assert_eq!(greeting, json!({"type": "resumed", "seq": gone}));
    back.follow(seq).await;
    assert_eq!(back.frames, stayed.frames[missing..]);
    assert_eq!(back.entries, stayed.entries);
    assert_eq!(back.mirror, stayed.mirror);
    back.say(&json!({"type": "ping", "nonce": 1})).await;
    assert_eq!(back.next().await, wire::socket::ToTerminal::Pong { nonce: 1 }, "nothing comes twice");

    game.until(&server, "clear_table").await;
    let seq = game.summary().await["seq"].as_u64().unwrap();
    stayed.follow(seq).await;
    back.follow(seq).await;
    assert_eq!(back.mirror, stayed.mirror);
    server.stop().await;
}

#[tokio::test]
async fn an_entry_that_nobody_knows_of_is_answered_with_a_fresh_view() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    let stayed = Watcher::display(&server, &game.auditor, &game).await;
    game.until(&server, "open_round").await;
    game.seat_patrons().await;
    let seq = game.summary().await["seq"].as_u64().unwrap();
    for unknown in [seq + 1, seq + 1000, u64::MAX - 1, u64::MAX] {
        let stream = dial(&server, &game.terminals[0], "/v1/terminal").await;
        let mut watcher =
            Watcher { stream, mirror: Mirror::default(), texts: Vec::new(), entries: Vec::new(), frames: Vec::new() };
        watcher.say(&json!({"type": "hello", "resume": {"seq": unknown}})).await;
        let welcome = watcher.answer().await;
        assert_eq!((&welcome["type"], &welcome["seq"]), (&json!("welcome"), &json!(seq)), "resumed from {unknown}");
    }
    drop(stayed);
    server.stop().await;
}

#[tokio::test]
async fn whoever_was_gone_too_long_sees_the_table_anew() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.until(&server, "open_round").await;
    game.seat_patrons().await;
    game.until(&server, "place_wager").await;
    let mut stayed = Watcher::terminal(&server, &game.terminals[1]).await;
    let Watcher { mirror, .. } = Watcher::terminal(&server, &game.terminals[1]).await;
    for step in 0..=i64::try_from(wire::socket::limits::FRAMES_KEPT).unwrap() {
        game.act(&game.terminals[0], &wager(500 + step % 2 * 500)).await;
    }
    let seq = game.summary().await["seq"].as_u64().unwrap();
    let stream = dial(&server, &game.terminals[1], "/v1/terminal").await;
    let back = Watcher::greeted(stream, mirror).await;
    assert_eq!(serde_json::from_str::<Value>(&back.texts[0]).unwrap()["type"], "welcome");
    stayed.follow(seq).await;
    assert_eq!(back.mirror, stayed.mirror);
    server.stop().await;
}

#[tokio::test]
async fn whoever_has_the_seat_now_is_not_told_of_whoever_had_it() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.until(&server, "open_round").await;
    game.seat_patrons().await;
    let stayed = Watcher::terminal(&server, &game.terminals[1]).await;
    let Watcher { mirror, .. } = Watcher::terminal(&server, &game.terminals[0]).await;
    let seat = game.sub("seats/1");
    game.dealer.post(&format!("{seat}/cash-outs"), &json!({"amount_cents": 100_000})).await.told(200);
    game.dealer.send(hyper::Method::DELETE, &seat, &json!(null)).await.told(200);
    game.dealer.put(&seat, &json!({"player": 77})).await.told(200);
    let back = Watcher::greeted(dial(&server, &game.terminals[0], "/v1/terminal").await, mirror).await;
    assert_eq!(serde_json::from_str::<Value>(&back.texts[0]).unwrap()["type"], "welcome");
    // Whoever kept the seat gets the gap.
    let Watcher { mirror, .. } = stayed;
    let back = Watcher::greeted(dial(&server, &game.terminals[1], "/v1/terminal").await, mirror).await;
    assert_eq!(serde_json::from_str::<Value>(&back.texts[0]).unwrap()["type"], "resumed");
    server.stop().await;
}
