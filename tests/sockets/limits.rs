//! Sockets that say too much, read too little, or are open when the server goes down.

use super::watcher::{Heard, Watcher, dial, dial_device, dial_over, hear, hear_text};
use crate::house::{Game, TestServer};
use futures_util::SinkExt;
use serde_json::{Value, json};
use server::{Config, Server};
use std::time::Duration;
use store::Home;
use store::testing::{database, until, within};
use tokio::net::TcpSocket;
use tokio_tungstenite::tungstenite::Message;
use wire::socket::ToTerminal;
use wire::terminal::Mirror;

/// Commits after which a reader that does not read must have been let go.
const COMMITS_MAX: i64 = 5_000;

fn wager(amount: i64) -> Value {
    json!({"place_wager": {"seat": 1, "wager": "let_it_ride", "amount": amount}})
}

async fn betting(server: &TestServer) -> Game {
    let game = Game::at(server).await;
    game.until(server, "open_round").await;
    game.seat_patrons().await;
    game.until(server, "place_wager").await;
    game
}

/// A display over a connection that holds next to nothing.
async fn narrow(server: &TestServer, game: &Game) -> Watcher {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(2048).unwrap();
    let connection = socket.connect(server.server.address()).await.unwrap();
    let stream = dial_over(connection, server, &game.auditor, &game.sub("display")).await;
    Watcher::greeted(stream, Mirror::default()).await
}

/// A server that takes as many messages as come, and gives a socket this long to be read.
async fn patient(silence_max: Duration) -> TestServer {
    let database = database().await.unwrap();
    let config = Config { messages_per_second: 1_000_000, silence_max, ..Config::default() };
    let home = Home::around(database.store.clone());
    let server = Server::start(home, "127.0.0.1:0".parse().unwrap(), config).await.unwrap();
    TestServer { server, database }
}

/// Asks, and does not read the long answers, until the socket is closed.
async fn ask_on(watcher: &mut Watcher) {
    let question = json!({"type": "x".repeat(4000)}).to_string();
    while watcher.throw(Message::text(question.clone())).await.is_ok() {}
}

/// Goes on placing wagers, each of which must be accepted, until the watcher was let go for not reading. Its own questions,
/// whose answers it does not read either, fill what the operating system would hold for it.
async fn tire_out(server: &TestServer, game: &Game, watcher: &mut Watcher) {
    let slow = &server.server.app().metrics.slow_readers;
    let wagers = async {
        for step in 0..COMMITS_MAX {
            game.act(&game.terminals[0], &wager(500 + step % 2 * 500)).await;
            if slow.get() > 0 {
                return;
            }
        }
        panic!("nobody was let go");
    };
    tokio::select! {
        biased;
        () = wagers => {}
        () = ask_on(watcher) => assert!(slow.get() > 0, "the socket was closed before it was too slow"),
    }
}

#[tokio::test]
async fn whoever_says_too_much_is_cut_off_and_nobody_else_is() {
    let server = TestServer::spawn().await;
    let game = betting(&server).await;
    let mut other = Watcher::terminal(&server, &game.terminals[1]).await;
    for kind in ["text", "binary"] {
        let mut noisy = Watcher::terminal(&server, &game.terminals[0]).await;
        for nonce in 0..1000 {
            let text = json!({"type": "ping", "nonce": nonce}).to_string();
            let message = if kind == "text" { Message::text(text) } else { Message::binary(text.into_bytes()) };
            if noisy.throw(message).await.is_err() {
                break;
            }
        }
        assert_eq!(noisy.closed().await, (4009, Some(4009)), "{kind}");
    }
    other.say(&json!({"type": "ping", "nonce": 5})).await;
    assert_eq!(other.answer().await["nonce"], 5);
    server.stop().await;
}

#[tokio::test]
async fn a_floor_screen_that_says_too_much_is_cut_off() {
    let server = TestServer::spawn().await;
    let auditor = server.auditor().await;
    let mut floor = dial(&server, &auditor, "/v1/floor/stream").await;
    floor.send(Message::text(r#"{"type":"hello"}"#)).await.unwrap();
    for nonce in 0..1000 {
        if floor.send(Message::text(json!({"type": "ping", "nonce": nonce}).to_string())).await.is_err() {
            break;
        }
    }
    let code = loop {
        if let Heard::End(code) = hear(&mut floor).await {
            break code;
        }
    };
    assert_eq!(code, Some(4009));
    server.stop().await;
}

#[tokio::test]
async fn a_slow_reader_holds_nobody_up_and_comes_back_to_the_same_view() {
    let server = patient(Config::default().silence_max).await;
    let game = betting(&server).await;
    let mut slow = narrow(&server, &game).await;
    let mut keen = Watcher::terminal(&server, &game.terminals[1]).await;
    tire_out(&server, &game, &mut slow).await;
    let seq = game.summary().await["seq"].as_u64().unwrap();
    keen.follow(seq).await;
    // What it still gets has no gap and the right hashes; then it is told why it is let go.
    assert_eq!(slow.closed().await, (4008, Some(4008)));
    assert!(slow.mirror.seq().unwrap() < seq);
    let stream = dial(&server, &game.auditor, &game.sub("display")).await;
    let mut back = Watcher::greeted(stream, slow.mirror).await;
    back.follow(seq).await;
    assert_eq!(back.view()["felt"], keen.view()["felt"]);
    server.stop().await;
}

#[tokio::test]
async fn a_socket_that_never_reads_is_given_up() {
    let server = patient(Duration::from_millis(500)).await;
    let game = betting(&server).await;
    let mut stuck = narrow(&server, &game).await;
    within("the server closes a socket that is not read", ask_on(&mut stuck)).await;
    until("no socket is open", async || server.server.app().sockets_open() == 0).await;
    server.stop().await;
}

#[tokio::test]
async fn going_down_is_announced_on_every_socket() {
    let server = TestServer::spawn().await;
    let game = betting(&server).await;
    let mut terminal = Watcher::terminal(&server, &game.terminals[0]).await;
    let mut display = Watcher::display(&server, &game.auditor, &game).await;
    let mut floor = dial(&server, &game.floorperson, "/v1/floor/stream").await;
    floor.send(Message::text(r#"{"type":"hello"}"#)).await.unwrap();
    assert!(matches!(hear(&mut floor).await, Heard::Text(_)));
    let heard = async {
        let (terminal, display) = (terminal.closed().await, display.closed().await);
        let mut last = String::new();
        loop {
            match hear(&mut floor).await {
                Heard::Text(text) => last = text,
                Heard::End(code) => return (terminal, display, last, code),
            }
        }
    };
    let ((), (terminal, display, last, code)) = tokio::join!(server.stop(), heard);
    assert_eq!((terminal, display, code), ((4010, Some(4010)), (4010, Some(4010)), Some(4010)));
    let last: ToTerminal = serde_json::from_str(&last).unwrap();
    assert!(matches!(last, ToTerminal::Closing { code, .. } if u16::from(code) == 4010), "{last:?}");
}

#[tokio::test]
async fn going_down_is_announced_to_whoever_has_not_said_hello() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    let sockets = [
        (&game.terminals[0], "/v1/terminal"),
        (&game.auditor, &*game.sub("display")),
        (&game.floorperson, "/v1/floor/stream"),
        (&game.auditor, "/v1/progressives/stream"),
    ];
    let mut silent = vec![dial_device(&server).await];
    for (holder, path) in sockets {
        silent.push(dial(&server, holder, path).await);
    }
    let heard = async {
        for stream in &mut silent {
            let told: Value = serde_json::from_str(&hear_text(stream).await).unwrap();
            assert_eq!((&told["type"], &told["code"]), (&json!("closing"), &json!(4010)));
            assert!(matches!(hear(stream).await, Heard::End(Some(4010))));
        }
    };
    tokio::join!(server.stop(), heard);
}
