//! Many tables at once, on a server in a process of its own: money is conserved, every chain verifies, memory stays as it is, and
//! when everybody has left nothing goes on running.

use crate::process::{Keys, Process, dealer, terminal};
use floor_sim::facility::{Place, load_submission};
use floor_sim::load::{self, LoadOptions, Mode};
use game_core::game::Seat;
use std::fs;
use std::time::Duration;
use store::testing::{self, TestDatabase};
use store::{journal, ledger, recovery, tables};
use table_host::ids::TableId;
use wire::socket::limits::FRAMES_KEPT;

const TABLES: usize = 300;
const SEATS: u8 = 2;

/// Tasks that come and go by themselves: connections of the pool and what looks after them.
const TASKS_MAY_VARY: u64 = 16;

/// Memory that comes and goes by itself, in bytes.
const MEMORY_MAY_VARY: u64 = 32 << 20;

/// After how many entries it is looked whether every table goes on.
const STEP: usize = 16;

/// Seconds after which the play would end by itself: longer than the test.
const LONG: u64 = 3600;

async fn places(process: &Process, database: &TestDatabase, keys: &Keys) -> Vec<Place> {
    let submission = load_submission(SEATS);
    let approved = testing::approved(&mut database.store.pool().acquire().await.unwrap(), &submission).await.unwrap();
    let pit_manager = process.client(&keys.pit_manager);
    let floorperson = process.client(&keys.floorpersons[0]);
    let mut places = Vec::new();
    for number in 0..TABLES {
        let approved = wire::id::SubmissionId(approved.0);
        let table = pit_manager.create_table(&format!("Table {number}"), approved).await.unwrap().id;
        let (staff, dealer) = dealer(database).await;
        floorperson.assign_dealer(table, staff).await.unwrap();
        let mut terminals = Vec::new();
        for seat in Seat::first(SEATS) {
            terminals.push(terminal(database, TableId(table.0), seat).await);
        }
        places.push(Place { table, dealer, terminals });
    }
    places
}

/// The memory that a process has, in bytes.
fn resident(process: &Process) -> u64 {
    let told = fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap();
    let line = told.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    1024 * line.trim().trim_end_matches(" kB").parse::<u64>().unwrap()
}

/// Waits until every table has so many entries, each of which was shown to everybody at it before the next was made. However slow
/// the machine is, it goes on.
async fn until_every_table_has(entries: usize, database: &TestDatabase) {
    let mut connection = database.store.pool().acquire().await.unwrap();
    for least in (STEP..=entries).step_by(STEP) {
        let have = async || {
            let tables = tables::page(&mut connection, None, u32::try_from(TABLES).unwrap()).await.unwrap();
            tables.iter().all(|table| usize::try_from(table.seq).unwrap() >= least)
        };
        testing::until(format!("every table has {least} entries"), have).await;
    }
}

/// Waits until no more tasks are alive than there were, however long the farewells take.
async fn quiet(process: &Process, before: u64) {
    let quiet = async || process.counted("baize_tasks").await <= before + TASKS_MAY_VARY;
    testing::until(format!("no more than {before} tasks are alive"), quiet).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_hundred_tables_play_at_once_and_memory_stays_as_it_is() {
    let database = testing::database().await.unwrap();
    let keys = Keys::make(&database).await;
    let process = Process::start(&database).await;
    let places = places(&process, &database, &keys).await;
    let tasks = process.counted("baize_tasks").await;
    let options = LoadOptions {
        floorperson: process.client(&keys.floorpersons[0]),
        places: places.clone(),
        warm_up: Duration::ZERO,
        seconds: LONG,
        mode: Mode::Closed,
        devices: None,
        server_pid: None,
        postmaster_pid: None,
    };
    let playing = tokio::spawn(load::run(options));
    // All that is kept of a table for those who come back is full by then, and from then on only replaced.
    until_every_table_has(FRAMES_KEPT * 3 / 2, &database).await;
    let before = resident(&process);
    until_every_table_has(FRAMES_KEPT * 3, &database).await;
    let after = resident(&process);
    assert!(after <= before + before / 10 + MEMORY_MAY_VARY, "memory grew from {before} to {after} bytes");
    playing.abort();
    assert!(playing.await.unwrap_err().is_cancelled(), "the play ended before the test did");
    quiet(&process, tasks).await;
    assert!(process.terminate().await.success());
    let mut connection = database.store.pool().acquire().await.unwrap();
    let recovered = recovery::recover(&database.store).await.unwrap();
    assert_eq!(recovered.len(), TABLES);
    for table in recovered {
        let verified = journal::verify_chain(&mut connection, table.id).await.unwrap();
        assert_eq!(verified.entries, table.seq);
        let balances = ledger::balances(&mut connection, table.id).await.unwrap();
        assert_eq!(balances.iter().map(|balance| balance.amount.get()).sum::<i64>(), 0);
        for seat in Seat::first(SEATS) {
            let booked = balances.iter().find(|balance| balance.seat == Some(seat)).map_or(0, |it| it.amount.get());
            assert_eq!(booked, table.table.state().chips(seat).to_micro().unwrap().get());
        }
    }
}
