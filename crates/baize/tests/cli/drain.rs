//! SIGTERM: clients are told, what is in hand is finished, and the round is taken up again where it was left.

use crate::process::{Process, ask};
use crate::stage::{betting, wager};
use floor_sim::socket::{Post, Socket, SocketError};
use game_core::game::Seat;
use store::testing;
use wire::socket::{CloseCode, ToTerminal};
use wire::terminal::Mirror;

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
    let address = process.address();
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
