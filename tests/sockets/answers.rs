//! Commands over a socket and their answers, and messages that are none.

use super::watcher::{Watcher, dial};
use crate::house::{Game, TestServer};
use game_core::game::Seat;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;
use wire::socket::{By, ToTerminal};
use wire::terminal::Mirror;

fn wager(seat: u8, amount: i64) -> Value {
    json!({"place_wager": {"seat": seat, "wager": "let_it_ride", "amount": amount}})
}

fn fresh() -> String {
    Uuid::now_v7().to_string()
}

/// A table that waits for wagers.
async fn betting(server: &TestServer) -> Game {
    let game = Game::at(server).await;
    game.until(server, "open_round").await;
    game.seat_patrons().await;
    game.until(server, "place_wager").await;
    game
}

#[tokio::test]
async fn a_command_is_answered_after_the_frame_that_shows_it() {
    let server = TestServer::spawn().await;
    let game = betting(&server).await;
    let mut terminal = Watcher::terminal(&server, &game.terminals[0]).await;
    for round in 0..10 {
        let id = fresh();
        terminal.ask(&id, &wager(1, 500 + round % 2 * 500)).await;
        let answer = terminal.answer().await;
        let seq = answer["seq"].as_u64().unwrap();
        assert_eq!(answer, json!({"type": "accepted", "command_id": id, "seq": seq, "repeated": false}));
        let entry = terminal.entries.last().unwrap();
        assert_eq!((entry.seq, entry.by), (seq, By::Player));
        assert_eq!(entry.command_id.unwrap().to_string(), id);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_command_sent_again_is_answered_as_it_was_and_done_once() {
    let server = TestServer::spawn().await;
    let game = betting(&server).await;
    let mut terminal = Watcher::terminal(&server, &game.terminals[0]).await;
    let id = fresh();
    terminal.ask(&id, &wager(1, 700)).await;
    let first = terminal.answer().await;
    terminal.ask(&id, &wager(1, 700)).await;
    let again = terminal.answer().await;
    assert_eq!(again, json!({"type": "accepted", "command_id": id, "seq": first["seq"], "repeated": true}));
    terminal.ask(&id, &wager(1, 800)).await;
    let reused = terminal.answer().await;
    assert_eq!((&reused["type"], &reused["code"]), (&json!("refused"), &json!("key_reused")));
    // The same command by the other line is the same command.
    let body = json!({"command_id": id, "action": wager(1, 700)});
    assert_eq!(game.terminals[0].post(&game.sub("commands"), &body).await.told(200)["repeated"], true);
    // Another socket, after a drop, is still the same sender.
    drop(terminal);
    let mut terminal = Watcher::terminal(&server, &game.terminals[0]).await;
    terminal.ask(&id, &wager(1, 700)).await;
    assert_eq!(terminal.answer().await["repeated"], true);
    assert_eq!(game.summary().await["seq"], first["seq"]);
    server.stop().await;
}

#[tokio::test]
async fn a_refusal_names_its_code_its_clause_and_what_would_do() {
    let server = TestServer::spawn().await;
    let game = betting(&server).await;
    let mut terminal = Watcher::terminal(&server, &game.terminals[0]).await;
    let id = fresh();
    terminal.ask(&id, &wager(1, 1)).await;
    let refused = terminal.answer().await;
    assert_eq!((&refused["type"], &refused["command_id"]), (&json!("refused"), &json!(id)));
    assert_eq!(refused["code"], "stake_not_permitted");
    assert!(refused["clause"].as_str().unwrap().starts_with("LIR-"), "{refused}");
    assert_eq!(refused["accepted"]["amounts"], json!({"min": 500, "max": 50_000}));
    for (action, code) in [(wager(2, 500), "not_your_seat"), (json!("no_more_bets"), "wrong_actor")] {
        terminal.ask(&fresh(), &action).await;
        assert_eq!(terminal.answer().await["code"], code);
    }
    // What was refused is not remembered.
    terminal.ask(&id, &wager(1, 500)).await;
    assert_eq!(terminal.answer().await["repeated"], false);
    server.stop().await;
}

#[tokio::test]
async fn a_display_asks_for_nothing_whoever_opened_it() {
    let server = TestServer::spawn().await;
    let game = betting(&server).await;
    let seq = game.summary().await["seq"].clone();
    for holder in [&game.auditor, &game.dealer, &game.floorperson, &game.pit_manager, &game.terminals[0]] {
        let mut display = Watcher::display(&server, holder, &game).await;
        assert_eq!(display.view()["own"], json!([]));
        for action in [wager(1, 500), json!("no_more_bets")] {
            let id = fresh();
            display.ask(&id, &action).await;
            let refused = display.answer().await;
            assert_eq!((&refused["type"], &refused["code"]), (&json!("refused"), &json!("forbidden")));
            assert_eq!(refused["command_id"], json!(id));
        }
        display.say(&json!({"type": "legal"})).await;
        assert_eq!(display.answer().await, json!({"type": "offers", "seq": seq, "offers": []}));
    }
    assert_eq!(game.summary().await["seq"], seq);
    server.stop().await;
}

#[tokio::test]
async fn a_terminal_speaks_only_for_a_seat_that_somebody_has() {
    let server = TestServer::spawn().await;
    let game = betting(&server).await;
    let third = server.terminal(game.id, Seat::new(3).unwrap()).await;
    let mut terminal = Watcher::terminal(&server, &third).await;
    for seat in [3, 1] {
        terminal.ask(&fresh(), &wager(seat, 500)).await;
        assert_eq!(terminal.answer().await["code"], "seat_empty");
    }
    terminal.say(&json!({"type": "legal"})).await;
    assert_eq!(terminal.answer().await["offers"], json!([]));
    // Somebody sits down, and the same socket speaks for that patron.
    game.dealer.put(&game.sub("seats/3"), &json!({"player": 13})).await.told(200);
    game.dealer.post(&game.sub("seats/3/chips-brought"), &json!({"amount_cents": 10_000})).await.told(200);
    terminal.say(&json!({"type": "legal"})).await;
    let offers = terminal.answer().await["offers"].to_string();
    assert!(offers.contains("place_wager") && !offers.contains("\"seat\":1"), "{offers}");
    terminal.ask(&fresh(), &wager(3, 500)).await;
    assert_eq!(terminal.answer().await["type"], "accepted");
    server.stop().await;
}

#[tokio::test]
async fn what_is_not_a_message_is_answered_with_an_error_and_changes_nothing() {
    let server = TestServer::spawn().await;
    let game = betting(&server).await;
    let mut terminal = Watcher::terminal(&server, &game.terminals[0]).await;
    let seq = game.summary().await["seq"].clone();
    let long = format!(r#"{{"type":"ping","nonce":1{}}}"#, " ".repeat(wire::socket::limits::MESSAGE_BYTES_MAX));
    let wrong = [
        Message::text(""),
        Message::text("{"),
        Message::text("[]"),
        Message::text("null"),
        Message::text(r#"{"type":"hello"}"#),
        Message::text(r#"{"type":"goodbye"}"#),
        Message::text(r#"{"type":"ping","nonce":-1}"#),
        Message::text(r#"{"type":"ping","nonce":1,"loud":true}"#),
        Message::text(r#"{"type":"legal","of":"everybody"}"#),
        Message::text(r#"{"type":"command","command_id":"x","action":"no_more_bets"}"#),
        Message::text("[".repeat(3000)),
        Message::text(long),
        Message::binary(br#"{"type":"legal"}"#.to_vec()),
        Message::binary(vec![0xff; 100]),
    ];
    for message in wrong {
        terminal.throw(message.clone()).await.unwrap();
        let answer = terminal.answer().await;
        assert_eq!(answer["type"], "error", "{message:?}: {answer}");
    }
    terminal.say(&json!({"type": "ping", "nonce": 17})).await;
    assert_eq!(terminal.answer().await, json!({"type": "pong", "nonce": 17}));
    assert_eq!(game.summary().await["seq"], seq);
    server.stop().await;
}

#[tokio::test]
async fn nothing_but_hello_comes_first() {
    let server = TestServer::spawn().await;
    let game = betting(&server).await;
    let seq = game.summary().await["seq"].clone();
    let command = json!({"type": "command", "command_id": fresh(), "action": wager(1, 500)}).to_string();
    for first in [Message::text(command), Message::text("{}"), Message::text("hello"), Message::binary(vec![1, 2])] {
        let stream = dial(&server, &game.terminals[0], "/v1/terminal").await;
        let mut terminal =
            Watcher { stream, mirror: Mirror::default(), texts: Vec::new(), entries: Vec::new(), frames: Vec::new() };
        terminal.throw(first).await.unwrap();
        let last = terminal.next().await;
        assert!(matches!(last, ToTerminal::Closing { .. }), "{last:?}");
        assert_eq!(terminal.next_or_end().await.unwrap_err(), Some(4000));
    }
    assert_eq!(game.summary().await["seq"], seq);
    server.stop().await;
}
