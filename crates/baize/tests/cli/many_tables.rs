//! Many tables at once, on a server in a process of its own: money is conserved, every chain verifies, memory stays as it is, and
//! when everybody has left nothing goes on running.

use crate::process::{Keys, Process, dealer, terminal};
use floor_sim::facility::{Place, load_submission};
use floor_sim::load::{self, LoadOptions, Mode};
use game_core::game::Seat;
use std::time::Duration;
use store::testing::{self, TestDatabase};
use store::{journal, ledger, recovery};
use table_host::ids::TableId;

const TABLES: usize = 300;
const SEATS: u8 = 2;

/// Tasks that come and go by themselves: connections of the pool and what looks after them.
const TASKS_MAY_VARY: u64 = 16;

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

/// Waits until no more tasks are alive than there were, however long the farewells take.
async fn quiet(process: &Process, before: u64) {
    let mut tasks = u64::MAX;
    for _ in 0..600 {
        tasks = process.counted("baize_tasks").await;
        if tasks <= before + TASKS_MAY_VARY {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{tasks} tasks are alive, {before} were before anybody came");
}

#[tokio::test(flavor = "multi_thread")]
async fn three_hundred_tables_play_at_once_for_a_minute() {
    let database = testing::database().await.unwrap();
    let keys = Keys::make(&database).await;
    let process = Process::start(&database);
    let places = places(&process, &database, &keys).await;
    let tasks = process.counted("baize_tasks").await;
    let options = LoadOptions {
        floorperson: process.client(&keys.floorpersons[0]),
        places: places.clone(),
        warm_up: Duration::ZERO,
        seconds: 60,
        mode: Mode::Closed,
        devices: None,
        server_pid: Some(process.id()),
        postmaster_pid: None,
    };
    let report = load::run(options).await.unwrap();
    assert!(report.failures.is_empty(), "{:?}", report.failures);
    assert!(report.rounds >= TABLES as u64 / 2, "{report}");
    let (halfway, after) = (report.server_resident_halfway_bytes, report.server_resident_after_bytes);
    assert!(halfway > 0 && after <= halfway + halfway / 10, "memory grew from {halfway} to {after} bytes");
    quiet(&process, tasks).await;
    assert!(process.terminate().success());
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
