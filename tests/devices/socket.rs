//! The device's socket: hello first, answers and commands as they come, one line a device, and no line for whoever may not speak.

use super::count;
use crate::house::TestServer;
use crate::house::device::{Device, Equipped, firmware, fresh_key, now};
use crate::sockets::{Heard, Stream, dial_device, hear};
use futures_util::SinkExt;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;
use wire::device::{DeviceAnswer, DeviceKind, DeviceMessage, Instruction, Outcome, Report, ToDevice};
use wire::id::DeviceId;

pub(super) struct Line(Stream);

impl Line {
    pub(super) async fn open(server: &TestServer) -> Self {
        Self(dial_device(server).await)
    }

    pub(super) async fn send(&mut self, text: String) {
        self.0.send(Message::text(text)).await.unwrap();
    }

    /// The next message, or none when the line is closed.
    pub(super) async fn next(&mut self) -> Option<ToDevice> {
        match hear(&mut self.0).await {
            Heard::Text(text) => Some(serde_json::from_str(&text).unwrap()),
            Heard::End(_) => None,
        }
    }

    /// The next answer; commands on the way to it are put by.
    pub(super) async fn answer(&mut self, message: &DeviceMessage) -> DeviceAnswer {
        self.send(serde_json::to_string(message).unwrap()).await;
        loop {
            match self.next().await.unwrap() {
                ToDevice::Answer(answer) => return answer,
                ToDevice::Command(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    async fn command(&mut self) -> Instruction {
        loop {
            if let ToDevice::Command(command) = self.next().await.unwrap() {
                return command.instruction().unwrap();
            }
        }
    }
}

fn beat() -> Report {
    Report::Heartbeat { firmware: firmware() }
}

#[tokio::test]
async fn a_device_says_hello_is_answered_and_told_what_to_do_as_it_comes() {
    let server = TestServer::spawn().await;
    let table = Equipped::at(&server).await;
    let mut sensor = Device::enrolled(&server, DeviceKind::WagerSensor, table.game.id).await;
    let mut line = Line::open(&server).await;
    // What is no message is answered and changes nothing.
    line.send("{}".into()).await;
    assert!(matches!(line.next().await, Some(ToDevice::Error { .. })));
    let early = sensor.next(&beat());
    let answer = line.answer(&early).await;
    assert_eq!((answer.outcome, answer.code.unwrap().name()), (Outcome::NotTaken, "hello_expected"));
    sensor.sequence -= 1;
    let greeting = sensor.greeting();
    let hello = sensor.next(&greeting);
    assert!(line.answer(&hello).await.welcome.is_some());
    assert_eq!(line.command().await, Instruction::Lock {}, "no round is open");
    let message = sensor.next(&beat());
    assert_eq!(line.answer(&message).await.outcome, Outcome::Accepted);
    // The same message again on the same line.
    let again = line.answer(&message).await;
    assert_eq!((again.outcome, again.repeated), (Outcome::Accepted, true));
    server.stop().await;
}

#[tokio::test]
async fn a_later_line_takes_the_place_of_an_earlier_one_and_a_half_open_one_holds_nobody() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    let shoe = &mut table.shoe;
    let mut first = Line::open(&server).await;
    let greeting = shoe.greeting();
    let hello = shoe.next(&greeting);
    assert!(first.answer(&hello).await.welcome.is_some());
    // The device lost the first line and never closed it.
    let mut second = Line::open(&server).await;
    let hello = shoe.next(&greeting);
    assert!(second.answer(&hello).await.welcome.is_some());
    assert!(matches!(first.next().await, Some(ToDevice::Closing { .. }) | None));
    let message = shoe.next(&beat());
    assert_eq!(second.answer(&message).await.outcome, Outcome::Accepted);
    server.stop().await;
}

#[tokio::test]
async fn r36_the_line_of_a_device_that_is_disabled_is_closed_at_once() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    let mut line = Line::open(&server).await;
    let greeting = table.shoe.greeting();
    let hello = table.shoe.next(&greeting);
    assert!(line.answer(&hello).await.welcome.is_some());
    let path = format!("/v1/devices/{}/disable", table.shoe.id);
    assert_eq!(table.game.floorperson.post(&path, &json!({"reason": "smoke"})).await.status, 204);
    while let Some(message) = line.next().await {
        assert!(matches!(message, ToDevice::Closing { .. } | ToDevice::Command(_)), "{message:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn strangers_and_forgers_get_no_line() {
    let server = TestServer::spawn().await;
    let table = Equipped::at(&server).await;
    let stranger = DeviceId(uuid::Uuid::now_v7());
    for (id, code) in [(stranger, "device_unknown"), (table.shoe.id, "signature_refused")] {
        let mut line = Line::open(&server).await;
        let forged = DeviceMessage::sign(&fresh_key(), id, 1, now(), &table.shoe.greeting()).unwrap();
        line.send(serde_json::to_string(&forged).unwrap()).await;
        let Some(ToDevice::Error { code: told, .. }) = line.next().await else { panic!("no answer") };
        assert_eq!(told.name(), code);
        assert!(matches!(line.next().await, Some(ToDevice::Closing { .. })));
        assert_eq!(count(&server, id, code).await, 1);
    }
    server.stop().await;
}
