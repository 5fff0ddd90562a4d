//! SIGTERM: clients are told, what is in hand is finished, and the round is taken up again where it was left.

use crate::process::Process;
use crate::stage::{betting, wager};
use floor_sim::socket::{Post, Socket, SocketError};
use game_core::game::Seat;
use std::net::SocketAddr;
use store::testing;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use wire::socket::{CloseCode, ToTerminal};
use wire::terminal::Mirror;

/// All that a server says to a request, asked once.
async fn ask(address: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut said = String::new();
    stream.read_to_string(&mut said).await.unwrap();
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_told_to_stop_says_so_and_leaves_the_round_as_it_is() {
    let (stage, process) = betting(testing::database().await.unwrap()).await;
    let seat = Seat::new(1).unwrap();
    let client = process.client(&stage.terminals[0]);
    let mut socket = Socket::open(&client, Post::Terminal, Mirror::default()).await.unwrap();
    let placed = client.command(stage.table, wager(seat, 500)).await.unwrap().seq;
    while socket.seq() < placed {
        socket.next().await.unwrap();
    }
    let address = process.base.trim_start_matches("http://").parse().unwrap();
    let stopped = tokio::task::spawn_blocking(move || process.terminate());
    let told = socket.next().await.unwrap();
    assert!(matches!(told, ToTerminal::Closing { code: CloseCode::Draining, .. }), "{told:?}");
    // Its leave-taking holds the server up a moment: whoever asks meanwhile is told.
    for path in ["/readyz", "/v1/tables"] {
        let said = ask(address, path).await;
        assert!(said.starts_with("HTTP/1.1 503 ") && said.contains("draining"), "{path}: {said}");
    }
    assert!(matches!(socket.next().await, Err(SocketError::Closed(Some(CloseCode::Draining)))));
    assert!(stopped.await.unwrap().success());
    let view = socket.view().unwrap();
    let process = Process::start(&stage.database);
    let again = process.client(&stage.terminals[0]).table(stage.table).await.unwrap();
    assert_eq!(again.seq, placed);
    assert_eq!(serde_json::to_value(&again.view).unwrap()["felt"]["round"]["phase"], "betting");
    assert_eq!(view.felt.round.unwrap().number, 1);
    process.client(&stage.terminals[0]).command(stage.table, wager(seat, 1000)).await.unwrap();
    assert!(process.terminate().success());
}
