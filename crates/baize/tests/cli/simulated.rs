//! Simulated devices at a table that is played, under a server that is killed and while they are killed themselves: whatever they
//! had to say is said once and in its turn, and rounds go on (R31, R32, R38).

use crate::process::{Process, log_in};
use crate::stage::{PLAYERS, Stage};
use floor_sim::demo::{self, DemoOptions, DemoTable, spot_pace, wager_habits};
use floor_sim::device::{Device, DeviceError, Memory, enrol, equip, prepare};
use floor_sim::dice::Dice;
use floor_sim::facility::{Part, Place, equipped_load_submission};
use floor_sim::player::Errors;
use floor_sim::tally::Tally;
use game_core::event::Event;
use game_core::submission;
use game_core::wager::Wager;
use serde_json::Value;
use server::identity::Role;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use store::significant::{Kind, Search, search};
use store::{journal, testing};
use table_host::ids::TableId;
use tokio::sync::watch;
use tokio::task::JoinSet;
use wire::device::DeviceKind;
use wire::id::DeviceId;

/// How fast people play, beside real ones.
const SPEED: u32 = 50;

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
            devices.spawn(device.sensing(wager_habits(&rules)).at_pace(spot_pace(SPEED)).run(self.stop.subscribe()));
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
        let options = DemoOptions { floorpersons, tables, speed: SPEED, errors: Errors::default(), seed: 7 };
        let (stop, tally) = (self.stop.subscribe(), Arc::clone(&self.tally));
        self.people.spawn(async move { demo::run(options, stop, tally).await.unwrap() });
    }

    /// Waits until so many more rounds are over.
    async fn rounds(&self, more: u64) {
        let until = self.tally.rounds.get() + more;
        for _ in 0..12_000 {
            if self.tally.rounds.get() >= until {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("rounds do not go on");
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

    /// Whether the device of a kind ever said such a thing.
    async fn said(&self, kind: DeviceKind, what: &str) -> bool {
        let (_, device) = self.devices.iter().find(|(other, _)| *other == kind).unwrap();
        let mut connection = self.stage.database.store.pool().acquire().await.unwrap();
        let device = store::devices::DeviceId(device.0);
        let said = store::devices::messages(&mut connection, device, u64::MAX, 10_000).await.unwrap();
        said.iter().any(|message| message.kind == what)
    }

    /// Everybody goes home; nothing was said out of turn. What happened at the table?
    async fn close(&mut self) -> Vec<Event> {
        self.stop.send_replace(true);
        while let Some(ended) = self.people.join_next().await {
            ended.unwrap();
        }
        for (kind, _) in &self.devices {
            let found = self.anomalies(*kind).await;
            assert!(!found.keys().any(|code| code.starts_with("sequence_")), "{kind:?}: {found:?}");
        }
        let mut connection = self.stage.database.store.pool().acquire().await.unwrap();
        let entries = journal::load(&mut connection, TableId(self.stage.table.0), 0).await.unwrap();
        entries.into_iter().flat_map(|entry| entry.events).collect()
    }

    /// The same, where nothing went wrong with the cards and wagers were sensed.
    async fn close_in_order(mut self) {
        let events = self.close().await;
        let repeated = events.iter().find(|event| matches!(event, Event::CardRepeated { .. }));
        assert_eq!(repeated, None, "no card was dealt twice");
        let sensed = |event: &&Event| matches!(event, Event::WagerPlaced { wager: Wager::ProgressivePayout, .. });
        assert!(events.iter().filter(sensed).count() > 3, "the sensor senses wagers");
    }
}

impl Drop for Pit {
    fn drop(&mut self) {
        // A device that is at work still keeps what it must not forget; the rest is the machine's to clear.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn signal(process: u32, name: &str) {
    assert!(Command::new("kill").args([name, &process.to_string()]).status().unwrap().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn r32_devices_lose_nothing_under_a_server_that_is_killed() {
    let (mut pit, mut process) = Pit::set().await;
    let mut devices = pit.equip(&process, |_| "").await;
    pit.play(&process);
    for _ in 0..KILLS {
        pit.rounds(2).await;
        // It is held still for a moment, until a device waits for an answer that never comes.
        loop {
            signal(process.id(), "-STOP");
            tokio::time::sleep(Duration::from_millis(3)).await;
            if pit.files().iter().any(|file| pit.is_unanswered(file)) {
                break;
            }
            signal(process.id(), "-CONT");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let at = process.address();
        process.kill();
        process = Process::start_at(&pit.stage.database, &at.to_string());
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
        let mut command = Command::new(env!("CARGO_BIN_EXE_baize"));
        command.args(["device", name, "--server", &at, "--key"]).arg(&key).args(first);
        if name == "sensor" {
            let after = spot_pace(SPEED).as_millis().to_string();
            command.args(["--after-ms", &after]);
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
        while !pit.is_unanswered(&devices[device].memory()) {
            tokio::task::yield_now().await;
        }
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
    assert!(devices.try_join_next().is_none(), "no device has ended");
    let events = pit.close().await;
    let happened = |what: fn(&Event) -> bool| events.iter().filter(|event| what(event)).count();
    assert_eq!(happened(|event| matches!(event, Event::CardSetAside { .. })), 1, "a card lay face up");
    assert_eq!(happened(|event| matches!(event, Event::CardRepeated { .. })), 1, "a card came twice");
    assert!(pit.said(DeviceKind::WagerSensor, "wager_removed").await, "in time or too late, as the machine was fast");
    assert!(pit.anomalies(DeviceKind::Shoe).await.contains_key("message_refused"), "a stack went astray");
    assert!(happened(|event| matches!(event, Event::RoundVoided { .. })) >= 1, "and its round is void (LIR-13-D)");
    assert!(pit.anomalies(DeviceKind::WagerSensor).await.contains_key("message_refused"));
    let look = Search { kinds: Some(vec![Kind::LockViolation]), ..Search::default() };
    let mut connection = pit.stage.database.store.pool().acquire().await.unwrap();
    let late = search(&mut connection, &look, 100).await.unwrap();
    assert!(late.iter().any(|event| event.details["tried"] == "wager_detected"), "{late:?}");
}
