//! A device against a server that answers as a test has it answer, and breaks the line when a test has it break.

use super::*;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use std::path::PathBuf;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use wire::device::{Destination, DeviceKey, ToDevice};
use wire::id::{DeviceId, TableId};

const SERVER: [u8; 32] = [8; 32];

/// A server, the device that works at it, and where the device's memory is.
struct Bench {
    listener: TcpListener,
    file: PathBuf,
    script: &'static str,
    working: JoinHandle<Result<(), DeviceError>>,
    stop: watch::Sender<bool>,
}

type Socket = WebSocketStream<TcpStream>;

impl Bench {
    /// A shoe that has said nothing yet.
    async fn new(name: &str, script: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let file = std::env::temp_dir().join(format!("baize-device-{name}-{}.json", std::process::id()));
        let key = DeviceKey::from_seed(&SERVER).unwrap().public();
        let (id, table) = (DeviceId(uuid::Uuid::from_u128(1)), TableId(uuid::Uuid::from_u128(2)));
        let memory = Memory::new(DeviceKind::Shoe, [7; 32], id, table, key, firmware()).unwrap();
        memory.keep_in(&file).unwrap();
        let (working, stop) = work(&listener, &file, script);
        Self { listener, file, script, working, stop }
    }

    async fn accept(&self) -> Socket {
        #[expect(clippy::result_large_err, reason = "the library's own signature")]
        let agree = |_: &Request, mut response: Response| -> Result<Response, ErrorResponse> {
            let protocol = wire::device::DEVICE_SUBPROTOCOL.parse().unwrap();
            response.headers_mut().insert("Sec-WebSocket-Protocol", protocol);
            Ok(response)
        };
        let (stream, _) = self.listener.accept().await.unwrap();
        tokio_tungstenite::accept_hdr_async(stream, agree).await.unwrap()
    }

    /// Pulls the device's plug in the middle of whatever it does, and plugs it in again.
    async fn restart(&mut self) {
        self.working.abort();
        assert!((&mut self.working).await.unwrap_err().is_cancelled());
        (self.working, self.stop) = work(&self.listener, &self.file, self.script);
    }

    /// How the device ended by itself.
    async fn ended(mut self) -> String {
        (&mut self.working).await.unwrap().unwrap_err().to_string()
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        self.working.abort();
        let _ = std::fs::remove_file(&self.file);
    }
}

fn work(
    listener: &TcpListener,
    file: &std::path::Path,
    script: &str,
) -> (JoinHandle<Result<(), DeviceError>>, watch::Sender<bool>) {
    let (stopping, stop) = watch::channel(false);
    let (host, memory) = (listener.local_addr().unwrap().to_string(), Memory::read(file).unwrap());
    let device = Device::new(&host, memory, script.parse().unwrap(), Dice::new(3));
    (tokio::spawn(device.run(stop)), stopping)
}

/// The next message of the device; none when it has let go of the line.
async fn heard(socket: &mut Socket) -> DeviceMessage {
    loop {
        match socket.next().await.unwrap().unwrap() {
            Message::Text(text) => return serde_json::from_str(&text).unwrap(),
            other => assert!(matches!(other, Message::Ping(_) | Message::Pong(_)), "{other:?}"),
        }
    }
}

async fn tell(socket: &mut Socket, told: &ToDevice) {
    socket.send(Message::text(serde_json::to_string(told).unwrap())).await.unwrap();
}

/// Answers a message: accepted, or with the outcome and code given.
async fn answer(socket: &mut Socket, message: &DeviceMessage, outcome: &str, code: Option<&str>) {
    let mut answer = json!({ "sequence": message.sequence, "outcome": outcome, "repeated": false });
    if let Some(code) = code {
        answer["code"] = json!(code);
    }
    if message.kind == "hello" && outcome == "accepted" {
        let welcome = json!({ "time": clock(), "heartbeat_ms": 60_000, "silence_ms": 60_000 });
        answer["welcome"] = welcome;
    }
    tell(socket, &ToDevice::Answer(serde_json::from_value(answer).unwrap())).await;
}

async fn heard_and_accepted(socket: &mut Socket) -> DeviceMessage {
    let message = heard(socket).await;
    answer(socket, &message, "accepted", None).await;
    message
}

async fn accepted(socket: &mut Socket, kind: &str, sequence: u64) -> DeviceMessage {
    let message = heard_and_accepted(socket).await;
    assert_eq!((message.kind.as_str(), message.sequence), (kind, sequence));
    message
}

/// Tells the shoe to dispense a stack, under this number.
async fn dispense(socket: &mut Socket, number: u64, out: u8) {
    let told = Instruction::Dispense { round: 1, out, cards: 3, to: Destination::Community };
    let (kind, body) = told.parts().unwrap();
    let key = DeviceKey::from_seed(&SERVER).unwrap();
    let command = ServerCommand::sign(&key, DeviceId(uuid::Uuid::from_u128(1)), number, clock(), kind, body);
    tell(socket, &ToDevice::Command(command)).await;
}

#[tokio::test]
async fn what_was_not_answered_is_said_again_unchanged_on_the_next_line() {
    let bench = Bench::new("again", "").await;
    let mut socket = bench.accept().await;
    let hello = heard(&mut socket).await;
    drop(socket);
    let mut socket = bench.accept().await;
    // The server never took it: it is the hello of this line.
    assert_eq!(accepted(&mut socket, "hello", 1).await, hello);
    dispense(&mut socket, 1, 0).await;
    let stack = heard(&mut socket).await;
    drop(socket);
    let mut socket = bench.accept().await;
    assert_eq!(accepted(&mut socket, "stack_dispensed", 2).await, stack);
    let hello = accepted(&mut socket, "hello", 3).await;
    assert!(matches!(hello.report(), Ok(Report::Hello { last_command: 0, .. })), "the command is in hand: {hello:?}");
    // It is sent again, and there is nothing more to it than that it is acknowledged again.
    dispense(&mut socket, 1, 0).await;
    accepted(&mut socket, "acknowledged", 4).await;
    accepted(&mut socket, "acknowledged", 5).await;
    drop(socket);
    let mut socket = bench.accept().await;
    let hello = accepted(&mut socket, "hello", 6).await;
    assert!(matches!(hello.report(), Ok(Report::Hello { last_command: 1, .. })), "{hello:?}");
}

#[tokio::test]
async fn what_a_server_that_restarted_never_took_is_said_under_the_number_after_the_hello() {
    let bench = Bench::new("hello-first", "").await;
    let mut socket = bench.accept().await;
    accepted(&mut socket, "hello", 1).await;
    dispense(&mut socket, 1, 0).await;
    let stack = heard(&mut socket).await;
    drop(socket);
    let mut socket = bench.accept().await;
    assert_eq!(heard(&mut socket).await, stack);
    answer(&mut socket, &stack, "not_taken", Some("hello_expected")).await;
    accepted(&mut socket, "hello", 2).await;
    let again = heard(&mut socket).await;
    assert_eq!((again.sequence, &again.body), (3, &stack.body), "the same cards");
    // The server stopped again before it did anything about it.
    answer(&mut socket, &again, "refused", Some("interrupted")).await;
    let again = accepted(&mut socket, "stack_dispensed", 4).await;
    assert_eq!(again.body, stack.body);
    accepted(&mut socket, "acknowledged", 5).await;
}

#[tokio::test]
async fn what_the_server_cannot_take_now_is_said_again_unchanged_in_a_moment() {
    let bench = Bench::new("unavailable", "").await;
    let mut socket = bench.accept().await;
    let hello = heard(&mut socket).await;
    for code in ["unavailable", "draining", "restarting"] {
        answer(&mut socket, &hello, "not_taken", Some(code)).await;
        assert_eq!(heard(&mut socket).await, hello, "after {code}");
    }
    answer(&mut socket, &hello, "accepted", None).await;
    dispense(&mut socket, 1, 0).await;
    accepted(&mut socket, "stack_dispensed", 2).await;
}

#[tokio::test]
async fn a_device_that_loses_its_power_between_two_reports_of_a_command_goes_on_with_the_second() {
    // A fault comes and goes beside the stack: three reports and the acknowledgement.
    let mut bench = Bench::new("power", "fault:worn@1").await;
    let mut socket = bench.accept().await;
    accepted(&mut socket, "hello", 1).await;
    dispense(&mut socket, 1, 0).await;
    accepted(&mut socket, "stack_dispensed", 2).await;
    let fault = heard(&mut socket).await;
    bench.restart().await;
    let mut socket = bench.accept().await;
    assert_eq!(accepted(&mut socket, "fault", 3).await, fault);
    accepted(&mut socket, "hello", 4).await;
    accepted(&mut socket, "fault_cleared", 5).await;
    accepted(&mut socket, "acknowledged", 6).await;
    // Both the command that comes again and the one that asks for the same stack find it dealt.
    dispense(&mut socket, 1, 0).await;
    accepted(&mut socket, "acknowledged", 7).await;
    dispense(&mut socket, 2, 0).await;
    accepted(&mut socket, "fault", 8).await;
    accepted(&mut socket, "fault_cleared", 9).await;
    accepted(&mut socket, "acknowledged", 10).await;
}

#[tokio::test]
async fn a_shoe_without_power_in_the_middle_of_a_deal_has_the_same_cards_left() {
    let mut bench = Bench::new("cards", "").await;
    let mut seen = std::collections::BTreeSet::new();
    for stack in 0..10_u8 {
        let mut socket = bench.accept().await;
        // Whether it knows that what it said last was answered, only it knows.
        while heard_and_accepted(&mut socket).await.kind != "hello" {}
        dispense(&mut socket, u64::from(stack) + 1, stack * 3).await;
        let dealt = heard_and_accepted(&mut socket).await;
        let Ok(Report::StackDispensed { cards, .. }) = dealt.report() else { panic!("{dealt:?}") };
        assert!(cards.into_iter().all(|card| seen.insert(card.unwrap())), "stack {stack}: {dealt:?}");
        assert_eq!(heard_and_accepted(&mut socket).await.kind, "acknowledged");
        bench.restart().await;
    }
    assert_eq!(seen.len(), 30);
}

#[tokio::test]
async fn a_device_that_is_not_let_in_ends_and_says_why() {
    for code in ["device_rebound", "firmware_unapproved", "sequence_passed", "sequence_reused"] {
        let bench = Bench::new(code, "").await;
        let mut socket = bench.accept().await;
        let hello = heard(&mut socket).await;
        answer(&mut socket, &hello, "not_taken", Some(code)).await;
        assert_eq!(bench.ended().await, format!("the server does not let the device in: {code}"));
    }
    for code in ["device_disabled", "device_unknown", "signature_refused"] {
        let bench = Bench::new(code, "").await;
        let mut socket = bench.accept().await;
        heard(&mut socket).await;
        let error = json!({ "type": "error", "code": code, "message": "No." });
        tell(&mut socket, &serde_json::from_value(error).unwrap()).await;
        assert_eq!(bench.ended().await, format!("the server does not let the device in: No. ({code})"));
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_to_be_shown_too_long_ago_is_old_by_the_servers_clock() {
    let key = DeviceKey::from_seed(&SERVER).unwrap();
    let (id, table) = (DeviceId(uuid::Uuid::from_u128(1)), TableId(uuid::Uuid::from_u128(2)));
    let memory = Memory::new(DeviceKind::Display, [7; 32], id, table, key.public(), firmware()).unwrap();
    let mut display = Device::new("nowhere", memory, Script::default(), Dice::new(3));
    let at = |millis| Timestamp(game_core::game::Millis(millis));
    let show = |millis| ServerCommand::sign(&key, id, 1, at(millis), "show", "{}".to_owned());
    let welcome = DeviceWelcome { time: at(100_000), heartbeat_ms: 10_000, silence_ms: 30_000 };
    display.welcome = Some((welcome, Instant::now()));
    assert_eq!([69_999, 70_000, 100_001].map(|issued| display.is_old(&show(issued))), [true, false, false]);
    tokio::time::advance(Duration::from_secs(20)).await;
    assert_eq!([89_999, 90_000, 120_000].map(|issued| display.is_old(&show(issued))), [true, false, false]);
}
