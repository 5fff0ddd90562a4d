//! Tables whose devices speak at a fixed rate while they play: everything is dealt by real messages, and nothing is refused.

use crate::house::TestServer;
use floor_sim::client::Client;
use floor_sim::facility::{Place, equipped_load_submission};
use floor_sim::load::{self, DeviceLoad, LoadOptions, Mode};
use game_core::game::Seat;
use server::identity::Role;
use std::time::Duration;
use table_host::ids::TableId;

const SEATS: u8 = 3;

async fn place(server: &TestServer, pit_manager: &Client, submission: wire::id::SubmissionId, name: &str) -> Place {
    let table = pit_manager.create_table(name, submission).await.unwrap().id;
    let mut terminals = Vec::new();
    for seat in Seat::first(SEATS) {
        terminals.push(server.terminal(TableId(table.0), seat).await.token().to_owned());
    }
    Place { table, dealer: server.dealer_at(TableId(table.0)).await.token().to_owned(), terminals }
}

#[tokio::test(flavor = "multi_thread")]
async fn devices_speak_at_a_fixed_rate_beside_tables_that_play_and_nothing_is_refused() {
    let server = TestServer::spawn().await;
    let base = format!("http://{}", server.server.address());
    let client = async |role| {
        let hired = server.hire(role).await;
        let token = server.log_in(&hired).await.token().to_owned();
        Client::new(&base, &token).unwrap().whose_password_is(&hired.password)
    };
    let submission = server.approved(&equipped_load_submission(SEATS)).await;
    let pit_manager = client(Role::PitManager).await;
    let mut places = Vec::new();
    for name in ["One", "Two"] {
        places.push(place(&server, &pit_manager, submission, name).await);
    }
    let administrators = [client(Role::DeviceAdmin).await, client(Role::DeviceAdmin).await];
    let options = LoadOptions {
        floorperson: client(Role::Floorperson).await,
        places,
        warm_up: Duration::from_secs(1),
        seconds: 5,
        mode: Mode::Closed,
        devices: Some(DeviceLoad { administrators, messages_per_second: 100 }),
        server_pid: None,
        postmaster_pid: None,
    };
    let report = load::run(options).await.unwrap();
    assert!(report.failures.is_empty(), "{:?}", report.failures);
    assert_eq!((report.devices, report.device_refusals), (6, 0), "{report}");
    assert!(
        report.rounds > 0 && report.device_entries > 0 && report.device_messages > report.device_entries,
        "{report}"
    );
    server.stop().await;
}
