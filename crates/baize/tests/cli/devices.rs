//! A server killed with a device's messages in flight: a device that knocks while the server recovers is held, both find out where
//! the other left off, every message has its effect once, and the round ends with the right money (R31, R32).

use crate::process::{Process, log_in};
use crate::stage::Stage;
use floor_sim::client::Client;
use floor_sim::device::{enrol, firmware, prepare};
use game_core::card::Card;
use game_core::command::Action;
use game_core::decision::Decision;
use game_core::game::{PlayerId, Seat};
use game_core::inventory::{Action as Step, CountKind};
use game_core::layout::Cards;
use game_core::money::Cents;
use game_core::procedure::{self, Back};
use game_core::wager::Wager;
use serde_json::{Value, json};
use server::identity::Role;
use std::net::SocketAddr;
use store::testing::found;
use store::{journal, ledger};
use table_host::ids::TableId;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use wire::device::{Destination, DeviceAnswer, DeviceKey, DeviceKind, DeviceMessage, Outcome, Report};
use wire::id::DeviceId;

/// How the server dies under a message.
#[derive(Clone, Copy, Debug)]
enum Killed {
    /// When the message's effect is on disk and its answer has not been heard.
    BeforeTheAnswer,
    /// As soon as the message is on the wire: whether it had its effect is for the server to find out.
    AtOnce,
}

/// A device as its own hardware would have it: a key, an id and a number.
struct Machine {
    key: DeviceKey,
    id: DeviceId,
    table: wire::id::TableId,
    sequence: u64,
}

impl Machine {
    async fn enrolled(two: [&Client; 2], kind: DeviceKind, table: wire::id::TableId, seed: [u8; 32]) -> Self {
        let server_key = prepare(two, &[kind]).await.unwrap();
        enrol(two, kind, table, seed, server_key).await.unwrap();
        let key = DeviceKey::from_seed(&seed).unwrap();
        let all = two[0].devices().await.unwrap().devices;
        let id = all.iter().find(|device| device.identity.public_key == key.public()).unwrap().id;
        Self { key, id, table, sequence: 0 }
    }

    fn next(&mut self, report: &Report) -> DeviceMessage {
        self.sequence += 1;
        let now = wire::timestamp::Timestamp(table_host::now());
        DeviceMessage::sign(&self.key, self.id, self.sequence, now, report).unwrap()
    }

    /// Says hello, and goes on where the server says the device is.
    async fn hello(&mut self, at: SocketAddr) {
        let hello = self.next(&Report::Hello { firmware: firmware(), table: self.table, last_command: 0 });
        let answer = said(at, &hello).await.unwrap();
        assert!(answer.welcome.is_some(), "{answer:?}");
    }

    async fn must(&mut self, at: SocketAddr, report: &Report) {
        let message = self.next(report);
        let answer = said(at, &message).await.unwrap();
        assert_eq!(answer.outcome, Outcome::Accepted, "{report:?}: {answer:?}");
    }
}

/// The answer to a message, or none where nobody listens or the line breaks.
async fn said(at: SocketAddr, message: &DeviceMessage) -> Option<DeviceAnswer> {
    let body = json!({ "messages": [message] }).to_string();
    let (id, length) = (message.device, body.len());
    let head = format!("POST /v1/devices/{id}/messages HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\n");
    let request = format!("{head}content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}");
    let mut stream = TcpStream::connect(at).await.ok()?;
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut told = String::new();
    stream.read_to_string(&mut told).await.ok()?;
    let (head, body) = told.split_once("\r\n\r\n")?;
    assert!(head.starts_with("HTTP/1.1 200"), "{told}");
    let told: Value = serde_json::from_str(body).ok()?;
    Some(serde_json::from_value(told["answers"][0].clone()).unwrap())
}

/// A table with its devices on a server that dies now and then.
struct Floor {
    stage: Stage,
    process: Process,
    shoe: Machine,
    shuffler: Machine,
}

impl Floor {
    async fn set() -> Self {
        let document = json!({
            "game": "let_it_ride_md", "name": "Let It Ride", "approval": "LAYOUT-0001",
            "limits": {"min_cents": 500, "max_cents": 50_000},
            "wagers": {"let_it_ride": {"paytable": "A"}},
            "equipment": {
                "dealing": "automated_shoe", "shuffle": {"method": "machine", "counts_cards": true}, "card_reader": true,
            },
        });
        let order: Vec<Card> = Card::deck().collect();
        let (stage, process) = Stage::set(&document, &order).await;
        let one = process.client(&log_in(&stage.database, Role::DeviceAdmin).await.1);
        let two = process.client(&log_in(&stage.database, Role::DeviceAdmin).await.1);
        let mut shoe = Machine::enrolled([&one, &two], DeviceKind::Shoe, stage.table, [3; 32]).await;
        let mut shuffler = Machine::enrolled([&one, &two], DeviceKind::Shuffler, stage.table, [4; 32]).await;
        shoe.hello(process.address()).await;
        shuffler.hello(process.address()).await;
        Self { stage, process, shoe, shuffler }
    }

    async fn seq(&self) -> u64 {
        let mut connection = self.stage.database.store.pool().acquire().await.unwrap();
        journal::verify_chain(&mut connection, TableId(self.stage.table.0)).await.unwrap().entries
    }

    async fn dealer(&self, action: Action) {
        self.process.client(&self.stage.keys.dealer).command(self.stage.table, action).await.unwrap();
    }

    async fn player(&self, seat: Seat, action: Action) {
        self.process.client(&self.stage.terminals[seat.index()]).command(self.stage.table, action).await.unwrap();
    }

    /// The shoe's message dies with the server; both come back, and it has had its effect once.
    async fn survives(mut self, report: &Report, killed: Killed) -> Self {
        let (before, at) = (self.seq().await, self.process.address());
        let message = self.shoe.next(report);
        let unheard = message.clone();
        let sent = tokio::spawn(async move { said(at, &unheard).await });
        match killed {
            Killed::BeforeTheAnswer => self.stage.reached(before + 1).await,
            Killed::AtOnce => tokio::task::yield_now().await,
        }
        self.process.kill();
        let _ = sent.await;
        // The device knocks from now on, with the very message, at a server that is not there yet.
        let again = message.clone();
        let knocking = async move || said(at, &again).await;
        let knocking = tokio::spawn(async move { found("somebody answers the device", knocking).await });
        self.process = Process::start_at(&self.stage.database, &at.to_string()).await;
        let first = knocking.await.unwrap();
        // The first thing it ever hears: what became of the message, or that it has to say hello first.
        let had_effect = self.seq().await > before;
        match (first.outcome, first.repeated) {
            (Outcome::Accepted, true) => assert!(had_effect, "{killed:?}: {first:?}"),
            (Outcome::Refused, true) => {
                assert_eq!(first.code.unwrap().name(), "interrupted", "{killed:?}");
                assert!(!had_effect, "{killed:?}: what had its effect is not called interrupted");
            }
            _ => {
                assert_eq!(first.code.unwrap().name(), "hello_expected", "{killed:?}: {first:?}");
                self.shoe.sequence -= 1;
            }
        }
        self.shoe.hello(at).await;
        self.shuffler.hello(at).await;
        if !had_effect {
            self.shoe.must(at, report).await;
        }
        assert_eq!(self.seq().await, before + 1, "{killed:?}: once and not twice");
        // Whatever came of it, it is answered the same way ever after.
        let once_more = said(at, &message).await.unwrap();
        assert_eq!(self.seq().await, before + 1, "{killed:?}: {once_more:?}");
        self
    }

    async fn chips(&self, seat: Seat) -> i64 {
        let mut connection = self.stage.database.store.pool().acquire().await.unwrap();
        let books = ledger::balances(&mut connection, TableId(self.stage.table.0)).await.unwrap();
        assert_eq!(books.iter().map(|balance| balance.amount.get()).sum::<i64>(), 0);
        let account = books.iter().find(|balance| balance.seat == Some(seat)).unwrap();
        account.amount.get() / Cents::new(1).to_micro().unwrap().get()
    }
}

fn stack(names: &str, to: Destination) -> Report {
    Report::StackDispensed { cards: names.split(' ').map(|name| Some(name.parse().unwrap())).collect(), to }
}

const fn seat(number: u8) -> Seat {
    match Seat::new(number) {
        Some(seat) => seat,
        None => panic!("no such seat"),
    }
}

/// Betting is open and closed again, with $10 on each bet of two patrons.
async fn wagered() -> Floor {
    let mut floor = Floor::set().await;
    let (dealer, table) = (floor.process.client(&floor.stage.keys.dealer), floor.stage.table);
    for number in [1, 2] {
        dealer.seat(table, seat(number), PlayerId(u64::from(number))).await.unwrap();
        dealer.bring_chips(table, seat(number), Cents::new(100_000)).await.unwrap();
    }
    let opener = Step::Count { kind: CountKind::Opener, tray: floor_sim::dealer::rack_chips() };
    floor.dealer(Action::Inventory(opener)).await;
    let floorperson = floor.process.client(&floor.stage.keys.floorpersons[0]);
    floorperson.command(table, Action::Inventory(Step::VerifyCount)).await.unwrap();
    let deck = procedure::Action::ReceiveDeck { back: Back::Red, preshuffled: true };
    floor.dealer(Action::Procedure(deck)).await;
    floorperson.open_table(table).await.unwrap();
    let at = floor.process.address();
    floor.shuffler.must(at, &Report::ShuffleCompleted { back: Back::Red, count: Some(52) }).await;
    floor.dealer(Action::OpenRound).await;
    for number in [1, 2] {
        let wager = Action::PlaceWager { seat: seat(number), wager: Wager::LetItRide, amount: Cents::new(1000) };
        floor.player(seat(number), wager).await;
    }
    floor.dealer(Action::NoMoreBets).await;
    floor
}

#[tokio::test(flavor = "multi_thread")]
async fn r32_devices_reconcile_with_a_server_that_was_killed_with_their_messages_in_flight() {
    let mut floor = wagered().await;
    for (names, to, killed) in [
        ("5d Kc", Destination::Community, Killed::BeforeTheAnswer),
        ("Kd Ks 3h", Destination::Seat(seat(1)), Killed::AtOnce),
        ("9s 4h 2c", Destination::Seat(seat(2)), Killed::BeforeTheAnswer),
    ] {
        floor = floor.survives(&stack(names, to), killed).await;
    }
    for decisions in [[Decision::Ride, Decision::Withdraw], [Decision::Ride, Decision::Ride]] {
        for (number, decision) in [1, 2].into_iter().zip(decisions) {
            floor.player(seat(number), Action::Decide { seat: seat(number), decision }).await;
        }
        floor.dealer(Action::TurnUp { cards: Cards::new() }).await;
    }
    for _ in 0..2 {
        floor.dealer(Action::Settle { cards: Cards::new() }).await;
    }
    floor.dealer(Action::ClearTable).await;
    // Three kings pay 3 to 1 on three bets (LIR-12-A-1-g); two bets rode on nothing.
    assert_eq!((floor.chips(seat(1)).await, floor.chips(seat(2)).await), (100_000 + 9_000, 100_000 - 2_000));
}
