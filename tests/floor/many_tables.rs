//! Many tables at once: money is conserved, every chain verifies, and nothing is left running afterwards.

use crate::house::TestServer;
use floor_sim::client::Client;
use floor_sim::facility::{Place, load_submission};
use floor_sim::load::{self, LoadOptions, Mode};
use game_core::game::Seat;
use server::identity::Role;
use std::time::Duration;
use store::{journal, ledger};
use table_host::ids::TableId;

const TABLES: usize = 300;
const SEATS: u8 = 2;

#[tokio::test(flavor = "multi_thread")]
async fn three_hundred_tables_play_at_once_for_a_minute() {
    let server = TestServer::spawn().await;
    let alive = tokio::runtime::Handle::current().metrics().num_alive_tasks();
    let base = format!("http://{}", server.server.address());
    let client = async |role| Client::new(&base, &server.token(role).await).unwrap();
    let pit_manager = client(Role::PitManager).await;
    let mut places = Vec::new();
    let submission = server.approved(&load_submission(SEATS)).await;
    for number in 0..TABLES {
        let table = pit_manager.create_table(&format!("Table {number}"), submission).await.unwrap().id;
        let mut terminals = Vec::new();
        for seat in Seat::first(SEATS) {
            terminals.push(server.terminal(TableId(table.0), seat).await.token().to_owned());
        }
        let dealer = server.dealer_at(TableId(table.0)).await.token().to_owned();
        places.push(Place { table, dealer, terminals });
    }
    let options = LoadOptions {
        floorperson: client(Role::Floorperson).await,
        places: places.clone(),
        warm_up: Duration::ZERO,
        seconds: 60,
        mode: Mode::Closed,
        server_pid: None,
        postmaster_pid: None,
    };
    let report = load::run(options).await.unwrap();
    assert!(report.failures.is_empty(), "{:?}", report.failures);
    assert!(report.rounds >= TABLES as u64 / 2, "{report}");
    let mut connection = server.database.store.pool().acquire().await.unwrap();
    for place in places {
        let id = TableId(place.table.0);
        let (handle, _) = server.server.app().table(id).unwrap();
        let verified = journal::verify_chain(&mut connection, id).await.unwrap();
        assert_eq!(verified.entries, handle.standing().seq);
        let balances = ledger::balances(&mut connection, id).await.unwrap();
        assert_eq!(balances.iter().map(|balance| balance.amount.get()).sum::<i64>(), 0);
        for seat in Seat::first(SEATS) {
            let booked = balances.iter().find(|balance| balance.seat == Some(seat)).map_or(0, |it| it.amount.get());
            assert_eq!(booked, handle.standing().table.state().chips(seat).to_micro().unwrap().get());
        }
    }
    drop(connection);
    server.stop().await;
    // What the load generator and the server started has ended; the connections of this test's pool may linger.
    let left = tokio::runtime::Handle::current().metrics().num_alive_tasks();
    assert!(left <= alive + 16, "{left} tasks are left of {alive}");
}
