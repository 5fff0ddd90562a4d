//! Simulated devices at a table that is played, under a server that is killed and while they are killed themselves: whatever they
//! had to say is said once and in its turn, and rounds go on (R31, R32, R38).

use crate::process::{Process, log_in};
use crate::stage::{PLAYERS, Stage};
use floor_sim::demo::{self, DemoOptions, DemoTable, wager_habits};
use floor_sim::device::{Device, DeviceError, Memory, enrol, equip, prepare};
use floor_sim::dice::Dice;
use floor_sim::facility::{Part, Place, equipped_load_submission};
use floor_sim::player::Errors;
use floor_sim::tally::Tally;
use game_core::event::Event;
use game_core::submission;
use serde_json::Value;
use server::identity::Role;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::time::Duration;
use store::significant::{Kind, Recorded, Search, search};
use store::testing::Signal;
use store::{journal, testing};
use table_host::ids::TableId;
use tokio::sync::watch;
use tokio::task::JoinSet;
use wire::device::DeviceKind;
use wire::id::DeviceId;

/// How fast people play, beside real ones.
const SPEED: u32 = 50;

/// How long patrons take before they put a wager on a sensor's spot: less than dealers wait for it, also on a slow machine.
const PACE: Duration = Duration::from_millis(20);

/// How often somebody is killed.
const KILLS: u64 = 6;

/// A table with people at it, who play until the pit is closed.
struct Pit {
    stage: Stage,
    submission: Value,
    tally: Arc<Tally>,
    stop: watch::Sender<bool>,
    people: JoinSet<()>,
    /// Where devices keep what they must not forget.
    folder: PathBuf,
    devices: Vec<(DeviceKind, DeviceId)>,
}

impl Pit {
    async fn set() -> (Self, Process) {
        let submission = equipped_load_submission(PLAYERS);
        let (stage, process) = Stage::set(&submission, &game_core::card::Card::deck().collect::<Vec<_>>()).await;
        let (stop, folder) = (watch::channel(false).0, testing::scratch());
        fs::create_dir_all(&folder).unwrap();
        let (tally, people) = (Arc::new(Tally::default()), JoinSet::new());
        (Self { stage, submission, tally, stop, people, folder, devices: Vec::new() }, process)
    }

    /// Two device administrators.
    async fn administrators(&self, process: &Process) -> [floor_sim::client::Client; 2] {
        let one = log_in(&self.stage.database, Role::DeviceAdmin).await.1;
        [process.client(&one), process.client(&log_in(&self.stage.database, Role::DeviceAdmin).await.1)]
    }

    /// Every device that the table plays with, with what goes wrong with it, at work beside the test.
    async fn equip(
        &mut self,
        process: &Process,
        script: impl Fn(DeviceKind) -> &'static str,
    ) -> JoinSet<Result<(), DeviceError>> {
        let two = self.administrators(process).await;
        let (_, rules) = submission::check(&self.submission.to_string()).unwrap();
        let (mut dice, mut devices) = (Dice::new(5), JoinSet::new());
        let memories = equip([&two[0], &two[1]], self.stage.table, &rules, &mut dice).await.unwrap();
        for (memory, number) in memories.into_iter().zip(0..) {
            self.devices.push((memory.kind, memory.device));
            let (kind, file) = (memory.kind, self.folder.join(format!("{}.memory.json", memory.kind.name())));
            let memory = memory.keep_in(&file).unwrap();
            let host = process.address().to_string();
            let device = Device::new(&host, memory, script(kind).parse().unwrap(), dice.of(number));
            devices.spawn(device.sensing(wager_habits(&rules)).at_pace(PACE).run(self.stop.subscribe()));
        }
        devices
    }

    fn play(&mut self, process: &Process) {
        let place = Place {
            table: self.stage.table,
            dealer: self.stage.keys.dealer.clone(),
            terminals: self.stage.terminals.clone(),
        };
        let tables = vec![DemoTable { place, submission: self.submission.clone(), part: Part::Plain }];
        let floorpersons = self.stage.keys.floorpersons.iter().map(|key| process.client(key)).collect();
        let cashier = process.client(&self.stage.keys.cashier);
        let options = DemoOptions { floorpersons, cashier, tables, speed: SPEED, errors: Errors::default(), seed: 7 };
        let (stop, tally) = (self.stop.subscribe(), Arc::clone(&self.tally));
        self.people.spawn(async move { demo::run(options, stop, tally).await.unwrap() });
    }

    /// Waits until so many more rounds are over.
    async fn rounds(&self, more: u64) {
        let enough = self.tally.rounds.get() + more;
        testing::until("rounds go on", async || self.tally.rounds.get() >= enough).await;
    }

    /// Whether a device has said something that it knows no answer to.
    fn is_unanswered(&self, file: &Path) -> bool {
        let kept: Option<Value> = fs::read(file).ok().and_then(|text| serde_json::from_slice(&text).ok());
        kept.is_some_and(|kept| !kept["unanswered"].is_null())
    }

    fn files(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(&self.folder).unwrap().map(|entry| entry.unwrap().path());
        files.filter(|path| path.to_string_lossy().ends_with(".memory.json")).collect()
    }

    /// How often each thing that was wrong with what a device of a kind said is on record.
    async fn anomalies(&self, kind: DeviceKind) -> BTreeMap<String, i64> {
        let (_, device) = self.devices.iter().find(|(other, _)| *other == kind).unwrap();
        testing::device_anomalies(&self.stage.database.store, device.0).await.unwrap().into_iter().collect()
    }

    /// How often the device of a kind said such a thing.
    async fn said(&self, kind: DeviceKind, what: &str) -> usize {
        let (_, device) = self.devices.iter().find(|(other, _)| *other == kind).unwrap();
        let mut connection = self.stage.database.store.pool().acquire().await.unwrap();
        let device = store::devices::DeviceId(device.0);
        let said = store::devices::messages(&mut connection, device, u64::MAX, 10_000).await.unwrap();
        said.iter().filter(|message| message.kind == what).count()
    }

    /// What happened at the table.
    async fn events(&self) -> Vec<Event> {
        let mut connection = self.stage.database.store.pool().acquire().await.unwrap();
        let entries = journal::load(&mut connection, TableId(self.stage.table.0), 0).await.unwrap();
        entries.into_iter().flat_map(|entry| entry.events).collect()
    }

    /// How often such a thing happened at the table.
    async fn happened(&self, what: fn(&Event) -> bool) -> usize {
        self.events().await.iter().filter(|event| what(event)).count()
    }

    /// The wagers that somebody tried to place after the lock.
    async fn late_wagers(&self) -> Vec<Recorded> {
        let look = Search { kinds: Some(vec![Kind::LockViolation]), ..Search::default() };
        let mut connection = self.stage.database.store.pool().acquire().await.unwrap();
        search(&mut connection, &look, 100).await.unwrap()
    }

    /// Everybody goes home; nothing was said out of turn.
    async fn close(&mut self) {
        self.stop.send_replace(true);
        while let Some(ended) = self.people.join_next().await {
            ended.unwrap();
        }
        for (kind, _) in &self.devices {
            let found = self.anomalies(*kind).await;
            assert!(!found.keys().any(|code| code.starts_with("sequence_")), "{kind:?}: {found:?}");
        }
    }

    /// The same, where nothing went wrong with the cards and wagers were sensed, in time or too late as the machine was fast.
    async fn close_in_order(mut self) {
        self.close().await;
        let repeated = self.happened(|event| matches!(event, Event::CardRepeated { .. })).await;
        assert_eq!(repeated, 0, "no card was dealt twice");
        assert!(self.said(DeviceKind::WagerSensor, "wager_detected").await > 3, "the sensor senses wagers");
    }
}

impl Drop for Pit {
    fn drop(&mut self) {
        // A device that is at work still keeps what it must not forget; the rest is the machine's to clear.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn r32_devices_lose_nothing_under_a_server_that_is_killed() {
    let (mut pit, mut process) = Pit::set().await;
    let mut devices = pit.equip(&process, |_| "").await;
    pit.play(&process);
    for _ in 0..KILLS {
        pit.rounds(2).await;
        // It is held still for moments, until a device waits for an answer that never comes.
        let mut held = false;
        testing::until("a device waits for an answer", async || {
            if held && pit.files().iter().any(|file| pit.is_unanswered(file)) {
                return true;
            }
            held = !held;
            testing::send(if held { Signal::STOP } else { Signal::CONT }, process.id());
            false
        })
        .await;
        let at = process.address();
        process.kill();
        process = Process::start_at(&pit.stage.database, &at.to_string()).await;
    }
    pit.rounds(2).await;
    assert!(devices.try_join_next().is_none(), "no device has ended");
    pit.close_in_order().await;
}

/// A simulated device as a process of its own.
struct Apart {
    key: PathBuf,
    name: &'static str,
    at: String,
    child: Child,
}

impl Apart {
    fn start(key: PathBuf, name: &'static str, at: String, first: &[String]) -> Self {
        let mut command = testing::tied(env!("CARGO_BIN_EXE_baize"));
        command.args(["device", name, "--server", &at, "--key"]).arg(&key).args(first);
        if name == "sensor" {
            command.args(["--after-ms", &PACE.as_millis().to_string()]);
            command.args(["--wagers", "1:progressive_payout:100,3:progressive_payout:100:500"]);
        }
        let child = command.env("BAIZE_LOG", "error").stdout(Stdio::null()).spawn().unwrap();
        Self { key, name, at, child }
    }

    fn memory(&self) -> PathBuf {
        self.key.with_extension("memory.json")
    }

    /// Pulls its plug, and plugs it in again: it knows what it is from its memory.
    fn restart(mut self) -> Self {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        Memory::read(&self.memory()).unwrap();
        Self::start(self.key.clone(), self.name, self.at.clone(), &[])
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        // One that was killed already cannot be killed again.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn r38_a_device_that_is_killed_goes_on_where_it_was() {
    let (mut pit, process) = Pit::set().await;
    let two = pit.administrators(&process).await;
    let kinds = [("shoe", DeviceKind::Shoe), ("shuffler", DeviceKind::Shuffler), ("sensor", DeviceKind::WagerSensor)];
    let server_key = prepare([&two[0], &two[1]], &kinds.map(|(_, kind)| kind)).await.unwrap();
    let mut devices = Vec::new();
    for ((name, kind), number) in kinds.into_iter().zip(1..) {
        let seed = [number; 32];
        let enrolled = enrol([&two[0], &two[1]], kind, pit.stage.table, seed, server_key).await.unwrap();
        pit.devices.push((kind, enrolled.device));
        let key = pit.folder.join(name);
        fs::write(&key, wire::hex::Hex32(seed).to_string()).unwrap();
        let first = [("--table", pit.stage.table.to_string()), ("--device", enrolled.device.to_string())];
        let first = first.into_iter().chain([("--server-key", server_key.to_string())]);
        let first: Vec<String> = first.flat_map(|(option, value)| [option.to_owned(), value]).collect();
        devices.push(Apart::start(key, name, process.address().to_string(), &first));
    }
    pit.play(&process);
    for kill in 0..KILLS * 2 {
        pit.rounds(1).await;
        // The shoe every second time: it has most to lose.
        let device = if kill % 2 == 0 { 0 } else { usize::try_from(1 + kill / 2 % 2).unwrap() };
        // It waits so only for moments, which must not be missed.
        let waits = async {
            while !pit.is_unanswered(&devices[device].memory()) {
                tokio::task::yield_now().await;
            }
        };
        testing::within("the device waits for an answer", waits).await;
        let killed = devices.remove(device);
        devices.insert(device, killed.restart());
    }
    pit.rounds(2).await;
    assert!(devices.iter_mut().all(|device| device.child.try_wait().unwrap().is_none()), "no device has ended");
    pit.close_in_order().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_goes_wrong_as_scripted_is_on_record_and_rounds_go_on() {
    let (mut pit, process) = Pit::set().await;
    let mut devices = pit
        .equip(&process, |kind| match kind {
            DeviceKind::Shoe => "astray@2,face_up@6,twice@12,stub_wrong@20",
            DeviceKind::WagerSensor => "removed@2,late@12",
            _ => "",
        })
        .await;
    pit.play(&process);
    pit.rounds(10).await;
    // A mishap waits for a moment at which it can happen, and on a slow machine much is over before the devices have done it.
    let removed = async || pit.said(DeviceKind::WagerSensor, "wager_removed").await > 0;
    testing::until("a wager is taken off again", removed).await;
    let set_aside = |event: &Event| matches!(event, Event::CardSetAside { .. });
    let repeated = |event: &Event| matches!(event, Event::CardRepeated { .. });
    let voided = |event: &Event| matches!(event, Event::RoundVoided { .. });
    testing::until("a card lies face up", async || pit.happened(set_aside).await > 0).await;
    testing::until("a card comes twice", async || pit.happened(repeated).await > 0).await;
    testing::until("a round is void (LIR-13-D)", async || pit.happened(voided).await > 0).await;
    testing::until("a wager comes late", async || !pit.late_wagers().await.is_empty()).await;
    let astray = async || pit.anomalies(DeviceKind::Shoe).await.contains_key("message_refused");
    testing::until("a stack goes astray", astray).await;
    assert!(devices.try_join_next().is_none(), "no device has ended");
    pit.close().await;
    assert_eq!(pit.happened(set_aside).await, 1, "a card lay face up once");
    assert_eq!(pit.happened(repeated).await, 1, "a card came twice once");
    assert!(pit.anomalies(DeviceKind::WagerSensor).await.contains_key("message_refused"));
    let late = pit.late_wagers().await;
    assert!(late.iter().any(|event| event.details["tried"] == "wager_detected"), "{late:?}");
}
