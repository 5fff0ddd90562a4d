//! SIGTERM: clients are told, what is in hand is finished, and the round is taken up again where it was left.

use crate::process::{Process, ask, client, serve};
use crate::stage::{Stage, betting, wager};
use floor_sim::facility::plain_examples;
use floor_sim::socket::{Post, Socket, SocketError};
use game_core::card::Card;
use game_core::game::{Seat, StaffId};
use server::Server;
use server::config::Config;
use std::process::Stdio;
use store::testing::Signal;
use store::{Home, people, testing};
use tokio::net::TcpListener;
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
    process.tell_to_stop();
    let told = socket.next().await.unwrap();
    assert!(matches!(told, ToTerminal::Closing { code: CloseCode::Draining, .. }), "{told:?}");
    assert!(matches!(socket.next().await, Err(SocketError::Closed(Some(CloseCode::Draining)))));
    assert!(process.stopped().await.success());
    let view = socket.view().unwrap();
    let process = Process::start(&stage.database).await;
    let again = process.client(&stage.terminals[0]).table(stage.table).await.unwrap();
    assert_eq!(again.seq, placed);
    assert_eq!(serde_json::to_value(&again.view).unwrap()["felt"]["round"]["phase"], "betting");
    assert_eq!(view.felt.round.unwrap().number, 1);
    process.client(&stage.terminals[0]).command(stage.table, wager(seat, 1000)).await.unwrap();
    assert!(process.terminate().await.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_while_a_client_takes_its_leave_is_told() {
    let database = testing::database().await.unwrap();
    // Nobody is hurried while the test asks.
    let config = Config { farewell: testing::deadline(), ..Config::default() };
    let home = Home::around(database.store.clone());
    let server = Server::start(home, "127.0.0.1:0".parse().unwrap(), config).await.unwrap();
    let (address, base) = (server.address(), format!("http://{}", server.address()));
    let (_, submission) = plain_examples().unwrap().swap_remove(0);
    let stage = Stage::beside(database, &base, "Table", &submission, &Card::deck().collect::<Vec<_>>()).await;
    let terminal = client(&base, &stage.terminals[0]);
    let mut socket = Socket::open(&terminal, Post::Terminal, Mirror::default()).await.unwrap();
    let stopped = tokio::spawn(server.stop());
    let told = socket.next().await.unwrap();
    assert!(matches!(told, ToTerminal::Closing { code: CloseCode::Draining, .. }), "{told:?}");
    for path in ["/readyz", "/v1/tables"] {
        let said = ask(address, path).await;
        assert!(said.starts_with("HTTP/1.1 503 ") && said.contains("draining"), "{path}: {said}");
    }
    assert!(matches!(socket.next().await, Err(SocketError::Closed(Some(CloseCode::Draining)))));
    drop(socket);
    testing::within("the server stops", stopped).await.unwrap().unwrap();
}

/// A database that accepts a connection and then says nothing holds a start up.
#[tokio::test]
async fn a_server_told_to_stop_while_it_starts_ends_at_once() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut command = serve("127.0.0.1:0");
    command.args(["--data", "unused"]).stdout(Stdio::null());
    command.env("DATABASE_URL", format!("postgres://nobody@{}/nothing", silent.local_addr().unwrap()));
    let mut server = command.spawn().unwrap();
    let connected = testing::within("the server connects", silent.accept()).await.unwrap();
    testing::send(Signal::TERM, server.id());
    let ended = testing::within("the server ends", tokio::task::spawn_blocking(move || server.wait())).await;
    assert!(ended.unwrap().unwrap().success());
    drop(connected);
}

/// A demonstration takes a while to hire its people and to make its tables.
#[tokio::test(flavor = "multi_thread")]
async fn a_demonstration_told_to_stop_while_it_is_made_stops_in_order() {
    let database = testing::database().await.unwrap();
    let mut command = testing::tied(env!("CARGO_BIN_EXE_baize"));
    command.args(["demo", "--listen", "127.0.0.1:0"]).env("DATABASE_URL", database.address()).stdout(Stdio::null());
    let mut demo = command.spawn().unwrap();
    testing::until("somebody is hired", async || {
        let mut connection = database.store.pool().acquire().await.unwrap();
        !people::page(&mut connection, StaffId(0), 1).await.unwrap().is_empty()
    })
    .await;
    testing::send(Signal::TERM, demo.id());
    let ended = testing::within("the demonstration stops", tokio::task::spawn_blocking(move || demo.wait())).await;
    assert!(ended.unwrap().unwrap().success());
}
