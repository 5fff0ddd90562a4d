//! A device of a test: its own key, its own numbers, and whatever a device may say, right or wrong.

use super::{Game, Reply, TestServer, decide};
use hyper::Method;
use serde_json::{Value, json};
use server::identity::Role;
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};
use store::testing::{found, within};
use table_host::ids::TableId;
use wire::device::{
    DeviceAnswer, DeviceKey, DeviceKind, DeviceMessage, Firmware, Instruction, Outcome, Report, ServerCommand,
};
use wire::hex::Hex32;
use wire::id::DeviceId;
use wire::timestamp::Timestamp;

/// The one make of the tests' devices.
pub(crate) const MAKE: &str = "Acme";

/// What the tests' devices run.
pub(crate) fn firmware() -> Firmware {
    Firmware { version: "4.2.1".into(), hash: Hex32([7; 32]) }
}

/// The moment, by a clock that is right.
pub(crate) fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    Timestamp(game_core::game::Millis(u64::try_from(since.as_millis()).unwrap()))
}

/// A device.
pub(crate) struct Device {
    pub(crate) key: DeviceKey,
    pub(crate) id: DeviceId,
    pub(crate) table: TableId,
    /// The sequence of its last message.
    pub(crate) sequence: u64,
    pub(crate) server: super::Holder,
    /// What it was told to do and has acknowledged, and not done yet.
    pub(crate) to_do: Vec<Instruction>,
    /// Everything it was ever answered.
    pub(crate) heard: Mutex<String>,
}

/// Steps after which a table that does not get on is given up.
const STEPS_MAX: usize = 400;

/// A key nobody else has.
pub(crate) fn fresh_key() -> DeviceKey {
    let (first, second) = (uuid::Uuid::now_v7(), uuid::Uuid::now_v7());
    let seed: Vec<u8> = first.as_bytes().iter().chain(second.as_bytes()).copied().collect();
    DeviceKey::from_seed(&seed.try_into().unwrap()).unwrap()
}

/// What a device administrator asks for to enrol a device.
pub(crate) fn enrolment(kind: DeviceKind, key: &DeviceKey, table: TableId) -> Value {
    let serial = uuid::Uuid::now_v7().to_string();
    json!({
        "device": {"kind": kind, "make": MAKE, "model": "One", "serial": serial, "public_key": key.public(), "table": table},
        "reason": "a new device",
    })
}

/// Has two people put the tests' firmware on the list.
pub(crate) async fn approve_firmware(server: &TestServer, kind: DeviceKind) {
    let (one, two) = (server.person(Role::DeviceAdmin).await, server.person(Role::DeviceAdmin).await);
    let body = json!({"kind": kind, "make": MAKE, "firmware": firmware(), "reason": "certified"});
    let approval = one.post("/v1/firmware", &body).await.told(202);
    decide(&two, &approval, "approve").await.told(200);
}

impl Device {
    /// A device that two people have enrolled, running approved firmware, which has said nothing yet.
    pub(crate) async fn enrolled(server: &TestServer, kind: DeviceKind, table: TableId) -> Self {
        approve_firmware(server, kind).await;
        let (one, two) = (server.person(Role::DeviceAdmin).await, server.person(Role::DeviceAdmin).await);
        let key = fresh_key();
        let approval = one.post("/v1/devices", &enrolment(kind, &key, table)).await.told(202);
        decide(&two, &approval, "approve").await.told(200);
        let id = DeviceId(approval["id"].as_str().unwrap().parse().unwrap());
        Self::new(key, id, table, server)
    }

    /// A device with this key, which has said nothing yet.
    pub(crate) fn new(key: DeviceKey, id: DeviceId, table: TableId, server: &TestServer) -> Self {
        Self { key, id, table, sequence: 0, server: server.stranger(), to_do: Vec::new(), heard: Mutex::default() }
    }

    /// The same, which has said hello.
    pub(crate) async fn ready(server: &TestServer, kind: DeviceKind, table: TableId) -> Self {
        let mut device = Self::enrolled(server, kind, table).await;
        device.hello().await;
        device
    }

    /// The same device at another server.
    pub(crate) fn at(self, server: &TestServer) -> Self {
        Self { server: server.stranger(), ..self }
    }

    /// The next message.
    pub(crate) fn next(&mut self, report: &Report) -> DeviceMessage {
        self.sequence += 1;
        DeviceMessage::sign(&self.key, self.id, self.sequence, now(), report).unwrap()
    }

    /// The report every connection begins with.
    pub(crate) fn greeting(&self) -> Report {
        Report::Hello { firmware: firmware(), table: wire::id::TableId(self.table.0), last_command: 0 }
    }

    /// Sends messages as they are.
    pub(crate) async fn post(&self, messages: &[DeviceMessage]) -> Reply {
        let path = format!("/v1/devices/{}/messages", self.id);
        let body = json!({ "messages": messages }).to_string();
        let reply = self.server.ask(&Method::POST, &path, &[("content-type", "application/json")], &body).await;
        self.heard.lock().unwrap().push_str(&reply.text);
        reply
    }

    /// The answer to one message.
    pub(crate) async fn answer(&self, message: &DeviceMessage) -> DeviceAnswer {
        let told = self.post(std::slice::from_ref(message)).await.told(200);
        serde_json::from_value(told["answers"][0].clone()).unwrap()
    }

    /// Reports something and says what became of it.
    pub(crate) async fn report(&mut self, report: &Report) -> DeviceAnswer {
        let message = self.next(report);
        self.answer(&message).await
    }

    /// Reports something, which must be accepted.
    pub(crate) async fn must(&mut self, report: &Report) -> DeviceAnswer {
        let answer = self.report(report).await;
        assert_eq!(answer.outcome, Outcome::Accepted, "{report:?}: {answer:?}");
        answer
    }

    /// Reports something, which must be refused, and on record, for this reason.
    pub(crate) async fn refused(&mut self, report: &Report, code: &str) -> DeviceAnswer {
        let answer = self.report(report).await;
        let told = answer.code.map(wire::problem::ProblemCode::name);
        assert_eq!((answer.outcome, told), (Outcome::Refused, Some(code)), "{report:?}: {answer:?}");
        answer
    }

    /// Says hello.
    pub(crate) async fn hello(&mut self) -> DeviceAnswer {
        let greeting = self.greeting();
        let answer = self.must(&greeting).await;
        assert!(answer.welcome.is_some(), "{answer:?}");
        answer
    }

    /// What the device is still to do.
    pub(crate) async fn commands(&mut self) -> Vec<ServerCommand> {
        let message = self.next(&Report::Heartbeat { firmware: firmware() });
        let told = self.post(&[message]).await.told(200);
        serde_json::from_value(told["commands"].clone()).unwrap()
    }

    /// Waits until it is told something like this, and acknowledges everything it is told meanwhile.
    pub(crate) async fn told(&mut self, is: impl Fn(&Instruction) -> bool) -> Instruction {
        found("a device is told what it waits for", async || {
            if let Some(place) = self.to_do.iter().position(&is) {
                return Some(self.to_do.remove(place));
            }
            for command in self.commands().await {
                let told = command.instruction().unwrap();
                // A later command about the same thing takes the place of an earlier one.
                self.to_do.retain(|before| before.about() != told.about());
                self.to_do.push(told);
                self.must(&Report::Acknowledged { number: command.number, done: true }).await;
            }
            let place = self.to_do.iter().position(&is)?;
            Some(self.to_do.remove(place))
        })
        .await
    }

    /// What it is still to do, once that is like this: commands are given beside what people and devices do, and may come
    /// a moment later.
    pub(crate) async fn commands_until(&mut self, are: impl Fn(&[ServerCommand]) -> bool) -> Vec<ServerCommand> {
        found("a device is told what it waits for", async || {
            let commands = self.commands().await;
            are(&commands).then_some(commands)
        })
        .await
    }
}

/// The submission of a table that deals from an automated shoe with a reader and shuffles by a machine that counts.
pub(crate) fn equipped() -> Value {
    let mut submission = super::submission();
    submission["approval"] = json!("LAYOUT-0002");
    submission["equipment"]["virtual_shoe"] = json!(false);
    submission["equipment"]["progressive_system"] = json!(true);
    submission["equipment"]["fallback"] = json!(["hand"]);
    submission
}

/// A table with its shoe and shuffler, and a deck of cards in order.
pub(crate) struct Equipped {
    pub(crate) game: Game,
    pub(crate) shoe: Device,
    pub(crate) shuffler: Device,
}

impl Equipped {
    /// A new table with patrons at it and devices that have said hello.
    pub(crate) async fn at(server: &TestServer) -> Self {
        Self::with(server, equipped()).await
    }

    /// The same under these rules.
    pub(crate) async fn with(server: &TestServer, submission: Value) -> Self {
        let game = Game::with(server, submission).await;
        let shoe = Device::ready(server, DeviceKind::Shoe, game.id).await;
        let shuffler = Device::ready(server, DeviceKind::Shuffler, game.id).await;
        game.seat_patrons().await;
        Self { game, shoe, shuffler }
    }

    /// Goes on until the table waits for this, people and devices doing their part.
    pub(crate) async fn until(&mut self, server: &TestServer, what: &str) {
        let (handle, _) = server.server.app().table(self.game.id).unwrap();
        for _ in 0..STEPS_MAX {
            let mut changes = handle.changes();
            changes.mark_unchanged();
            let summary = self.game.summary().await;
            let waiting = summary["waiting_for"].as_array().unwrap();
            if waiting.iter().any(|one| one["what"] == what) {
                return;
            }
            let next = waiting.first().unwrap_or_else(|| panic!("nobody is needed: {summary}"));
            match next["what"].as_str().unwrap() {
                "shuffle" => {
                    self.shuffle().await;
                }
                "deal" => {
                    self.deal(server).await;
                }
                _ => {
                    if !self.game.once(&summary).await {
                        within(format!("the table goes on from {summary}"), changes.changed()).await.unwrap();
                    }
                }
            }
        }
        panic!("the table does not get to {what}: {}", self.game.summary().await);
    }

    /// The shuffler finishes.
    pub(crate) async fn shuffle(&mut self) -> DeviceAnswer {
        let back = game_core::procedure::Back::Red;
        self.shuffler.must(&Report::ShuffleStarted { back }).await;
        self.shuffler.must(&Report::ShuffleCompleted { back, count: Some(52) }).await
    }

    /// The next stack as the shoe reports it: the cards that follow those that are out, and where the script has them go.
    pub(crate) fn stack(&self, server: &TestServer) -> Report {
        use game_core::layout::Spot;
        let (handle, _) = server.server.app().table(self.game.id).unwrap();
        let standing = handle.standing();
        let round = standing.table.round().unwrap();
        let spots = round.next_stack();
        let to = match *spots.last().unwrap() {
            Spot::Own { seat, .. } => wire::device::Destination::Seat(seat),
            Spot::Community(_) => wire::device::Destination::Community,
            Spot::SixCardBox(_) => wire::device::Destination::SixCardBox,
            Spot::Discard => wire::device::Destination::Discard,
        };
        let deck = game_core::card::Card::deck().skip(round.cards_out()).take(spots.len());
        Report::StackDispensed { cards: deck.map(Some).collect(), to }
    }

    /// The shoe dispenses the next stack.
    pub(crate) async fn deal(&mut self, server: &TestServer) -> DeviceAnswer {
        let stack = self.stack(server);
        self.shoe.must(&stack).await
    }
}
