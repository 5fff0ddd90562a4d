//! R32: while a table is rebuilt inside a running server its devices are held; then each knows where the other left off. A line that
//! breaks in the middle leaves nothing half done.

use super::seq;
use super::socket::Line;
use crate::house::TestServer;
use crate::house::device::{Equipped, firmware};
use futures_util::FutureExt;
use store::testing::until;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use wire::device::{Outcome, Report, ToDevice};

fn beat() -> Report {
    Report::Heartbeat { firmware: firmware() }
}

#[tokio::test]
async fn r32_a_device_that_connects_while_its_table_recovers_is_held_and_then_reconciled() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    let mut other = Equipped::at(&server).await;
    table.until(&server, "deal").await;
    table.deal(&server).await;
    let (before, stack) = (seq(&table.game).await, table.stack(&server));
    let (handle, _) = server.server.app().table(table.game.id).unwrap();
    // The table's task breaks down, and cannot be rebuilt as long as nobody can take the table over.
    let held = server.database.hold("table_heads").await.unwrap();
    handle.break_down().unwrap();
    until("the table's task is down", async || handle.recovered().now_or_never().is_none()).await;
    let greeting = table.shoe.greeting();
    let (hello, dispensed) = (table.shoe.next(&greeting), table.shoe.next(&stack));
    let mut line = Line::open(&server).await;
    line.send(serde_json::to_string(&hello).unwrap()).await;
    line.send(serde_json::to_string(&dispensed).unwrap()).await;
    // Nobody else waits for it: another table's devices are heard, and this one's are not answered.
    other.shoe.must(&beat()).await;
    other.shuffler.must(&beat()).await;
    assert!(line.next().now_or_never().is_none(), "a device is answered while its table recovers");
    drop(held);
    let mut answers = Vec::new();
    while answers.len() < 2 {
        match line.next().await.unwrap() {
            ToDevice::Answer(answer) => answers.push(answer),
            ToDevice::Command(_) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(answers[0].welcome.is_some(), "{answers:?}");
    assert_eq!((answers[1].outcome, answers[1].seq), (Outcome::Accepted, Some(before + 1)), "{answers:?}");
    let again = line.answer(&dispensed).await;
    assert_eq!((again.repeated, again.seq), (true, Some(before + 1)), "it is dealt once");
    table.until(&server, "clear_table").await;
    server.stop().await;
}

#[tokio::test]
async fn r38_a_line_that_breaks_while_a_message_is_taken_leaves_nothing_half_done() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    table.until(&server, "deal").await;
    let (before, stack) = (seq(&table.game).await, table.stack(&server));
    let message = table.shoe.next(&stack);
    let held = server.database.hold("journal").await.unwrap();
    let body = serde_json::json!({ "messages": [message] }).to_string();
    let (id, length) = (table.shoe.id, body.len());
    let head = format!("POST /v1/devices/{id}/messages HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\n");
    let mut stream = TcpStream::connect(server.server.address()).await.unwrap();
    stream.write_all(format!("{head}content-length: {length}\r\n\r\n{body}").as_bytes()).await.unwrap();
    let device = store::devices::DeviceId(id.0);
    let mut connection = server.database.store.connection().await.unwrap();
    until("the message is on record", async || {
        store::devices::unanswered(&mut connection, device).await.unwrap().is_some()
    })
    .await;
    drop(connection);
    // The message is on record and its command is with the table: now the line breaks, and the server sees it.
    drop(stream);
    for _ in 0..10 {
        table.game.summary().await;
    }
    drop(held);
    let answer = table.shoe.answer(&message).await;
    assert_eq!(
        (answer.outcome, answer.repeated, answer.seq),
        (Outcome::Accepted, true, Some(before + 1)),
        "{answer:?}"
    );
    table.until(&server, "clear_table").await;
    server.stop().await;
}
