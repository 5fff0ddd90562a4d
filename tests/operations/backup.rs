//! The restore drill (R66): a backup while a hundred tables play, its way back into an empty cluster, and play goes on.

use crate::house::{Game, TestServer};
use floor_sim::client::Client;
use floor_sim::facility::{Place, load_submission};
use floor_sim::load::{self, LoadOptions, Mode};
use game_core::game::Seat;
use server::Config;
use server::identity::Role;
use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;
use store::backup::{self, BackupError};
use store::cluster::Cluster;
use store::significant::{Kind, Search, search};
use store::testing::{self, TestDatabase, database, until};
use table_host::ids::TableId;

const TABLES: usize = 100;

/// Seconds after which the play would end by itself: longer than the test.
const LONG: u64 = 3600;

/// A hundred tables with a player each, who play as fast as they can.
async fn floor(server: &TestServer) -> LoadOptions {
    let base = format!("http://{}", server.server.address());
    let client = async |role| Client::new(&base, &server.token(role).await).unwrap();
    let pit_manager = client(Role::PitManager).await;
    let mut places = Vec::new();
    let submission = server.approved(&load_submission(1)).await;
    for number in 0..TABLES {
        let table = pit_manager.create_table(&format!("Table {number}"), submission).await.unwrap().id;
        let seat = Seat::first(1).next().unwrap();
        let terminals = vec![server.terminal(TableId(table.0), seat).await.token().to_owned()];
        let dealer = server.dealer_at(TableId(table.0)).await.token().to_owned();
        places.push(Place { table, dealer, terminals });
    }
    LoadOptions {
        floorperson: client(Role::Floorperson).await,
        places,
        warm_up: Duration::ZERO,
        seconds: LONG,
        mode: Mode::Closed,
        devices: None,
        server_pid: None,
        postmaster_pid: None,
    }
}

/// How many entries every table has shown to somebody.
fn shown(server: &TestServer) -> BTreeMap<TableId, u64> {
    server.server.app().host.tables().iter().map(|table| (table.id(), table.standing().seq)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_under_play_is_restored_into_an_empty_cluster_and_play_goes_on_r66() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.seat_patrons().await;
    game.until(&server, "decide").await;
    let playing = tokio::spawn(load::run(floor(&server).await));
    let beyond = |seq: &dyn Fn(TableId) -> u64| {
        shown(&server).into_iter().filter(|(table, _)| *table != game.id).all(|(table, shown)| shown > seq(table))
    };
    until("every table plays", async || beyond(&|_| 20)).await;
    let acknowledged = shown(&server);
    let folder = testing::scratch();
    let (copy, manifest) = backup::make(&server.database.store, &folder).await.unwrap();
    assert_eq!(manifest.heads.len(), TABLES + 1);
    let position = |table| manifest.heads.iter().find(|head| head.table == table).unwrap().seq;
    // Whatever had been shown before it began is in it, and every table plays on.
    assert!(acknowledged.iter().all(|(table, seq)| position(*table) >= *seq));
    until("every table plays on", async || beyond(&position)).await;
    playing.abort();
    assert!(playing.await.unwrap_err().is_cancelled(), "the play ended before the copy was made");
    server.stop().await;

    let cluster = Cluster::start(&testing::hasty(testing::scratch())).await.unwrap();
    let empty = cluster.connect_options();
    let restored = backup::restore(&copy, &empty).await.unwrap();
    assert_eq!(restored.manifest, manifest);
    assert_eq!(restored.verified.tables, TABLES as u64 + 1);
    assert_eq!(restored.verified.entries, manifest.heads.iter().map(|head| head.seq).sum::<u64>());
    assert!(matches!(backup::restore(&copy, &empty).await, Err(BackupError::NotEmpty)));

    // The round that was open goes on with the same keys, to its end and into the next one.
    let database = TestDatabase::at(empty).await.unwrap();
    let found = Search { kinds: Some(vec![Kind::Restore]), ..Search::default() };
    assert_eq!(search(&mut database.store.pool().acquire().await.unwrap(), &found, 9).await.unwrap().len(), 1);
    let server = TestServer::on(database, Config::default()).await;
    let game = game.at_another(&server);
    game.until(&server, "open_round").await;
    game.until(&server, "decide").await;
    server.stop().await;
    cluster.stop().await.unwrap();
    fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_copy_that_was_altered_or_holds_altered_data_is_not_restored_r66() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    game.seat_patrons().await;
    let folder = testing::scratch();
    let (copy, _) = backup::make(&server.database.store, &folder).await.unwrap();
    let there = database().await.unwrap();
    assert!(matches!(backup::restore(&copy, &there.superuser).await, Err(BackupError::NotEmpty)));
    let file = copy.join("baize.dump");
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).unwrap();
    let cluster = Cluster::start(&testing::hasty(testing::scratch())).await.unwrap();
    assert!(matches!(backup::restore(&copy, &cluster.connect_options()).await, Err(BackupError::Altered)));

    // Somebody with every right alters one entry: the copy is what it is, but the chain does not hold.
    for statement in [
        "ALTER TABLE journal DISABLE TRIGGER USER",
        "UPDATE journal SET actor = replace(actor, 'dealer', 'floorperson') WHERE seq = 1",
    ] {
        server.database.command(statement).await.unwrap();
    }
    let (copy, _) = backup::make(&server.database.store, &folder).await.unwrap();
    let error = backup::restore(&copy, &cluster.connect_options()).await.unwrap_err();
    assert!(matches!(error, BackupError::Chain { .. }), "{error}");
    server.stop().await;
    cluster.stop().await.unwrap();
    fs::remove_dir_all(folder).unwrap();
}
