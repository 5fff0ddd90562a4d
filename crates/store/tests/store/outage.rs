//! PostgreSQL goes away under load: entries wait or are refused, none is lost or doubled, and writing goes on by itself.

use crate::line::Line;
use crate::world::{Desk, World, later, one_written, two_rounds, written};
use sqlx::PgConnection;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use store::Store;
use store::cluster::Cluster;
use store::journal::{self, Journal, Options, verify_chain};
use store::testing::{self, Signal, database_on, found, until};
use table_host::ids::CommandId;
use table_host::journal::{AppendError, Journal as _};

const TABLES: usize = 30;

/// Plays the same steps over and over until told to stop, one or several at once, retrying each append until it is
/// answered. Answers with the keys in the order accepted.
async fn play(world: Arc<World>, mut desk: Desk, stop: Arc<AtomicBool>) -> (Desk, Vec<CommandId>) {
    let played = two_rounds(0, later()).played;
    let mut accepted = Vec::new();
    // Only the seats' and procedure's entries: they can be repeated without opening a round twice.
    let steps = [&played[..1], &played[1..3], &played[3..8]];
    for step in steps.iter().cycle() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let append = desk.append_all(step);
        let (journal, again) = (world.journal.clone(), append.clone());
        let taken = async move || match journal.append(again.clone()).await {
            Err(AppendError::Unavailable | AppendError::Busy) => None,
            // What was refused was not written, so a retry is never found to have been; nor is a lost answer.
            other => Some(written(other)),
        };
        let committed = found("the database takes an entry", taken).await;
        assert_eq!(committed.len(), step.len());
        for committed in committed {
            assert_eq!(committed.seq, desk.seq + 1, "lost or doubled");
            desk.seq = committed.seq;
        }
        accepted.extend(append.entries.iter().map(|entry| entry.command_id));
    }
    (desk, accepted)
}

/// The journal holds exactly what was accepted, in order, and its chain is whole.
async fn check(connection: &mut PgConnection, desk: &Desk, accepted: &[CommandId]) {
    let entries = journal::load(connection, desk.id, 0).await.unwrap();
    assert_eq!(entries.iter().map(|entry| entry.command_id).collect::<Vec<_>>(), accepted);
    assert_eq!(verify_chain(connection, desk.id).await.unwrap().entries, desk.seq);
}

/// Waits until so many more entries are written.
async fn until_written(journal: &Journal, more: u64) {
    let before = journal.stats().entries();
    until("play goes on by itself", async || journal.stats().entries() >= before + more).await;
}

/// Ends the postmaster or its backends by one signal, several times, while tables play.
async fn under_load(signal: Signal, patience: Duration) {
    let options = testing::hasty(testing::scratch());
    let mut cluster = Cluster::start(&options).await.unwrap();
    let database = database_on(&cluster).await.unwrap();
    let world = Arc::new(World::with(database, Options { patience, ..Options::default() }));
    let stop = Arc::new(AtomicBool::new(false));
    let mut tasks = Vec::new();
    for _ in 0..TABLES {
        tasks.push(tokio::spawn(play(Arc::clone(&world), world.desk(0).await, Arc::clone(&stop))));
    }
    for _ in 0..3 {
        until_written(&world.journal, 200).await;
        let outages = world.journal.stats().outages();
        testing::send(signal, cluster.postmaster().unwrap());
        until("the database is missed", async || world.journal.stats().outages() > outages).await;
        drop(cluster);
        cluster = Cluster::start(&options).await.unwrap();
    }
    until_written(&world.journal, 200).await;
    stop.store(true, Ordering::Relaxed);
    let mut connection = world.connection().await;
    for task in tasks {
        let (desk, accepted) = task.await.unwrap();
        check(&mut connection, &desk, &accepted).await;
    }
    drop(connection);
    world.store().close().await;
    drop(world);
    cluster.stop().await.unwrap();
    fs::remove_dir_all(&options.data).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stopped_and_restarted_under_load_nothing_is_lost_or_doubled() {
    under_load(Signal::INT, Duration::from_secs(30)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_and_restarted_under_load_nothing_is_lost_or_doubled() {
    under_load(Signal::KILL, Duration::from_millis(50)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cut_off_while_committing_nothing_is_lost_or_doubled() {
    for late in [Duration::ZERO, Duration::from_millis(120)] {
        let database = testing::database().await.unwrap();
        let line = Line::lay(&database.superuser, late);
        let store = Store::open_with(database.superuser.clone().socket(line.folder())).await.unwrap();
        // Tables are made and read past the line; only the journal's writer goes through it.
        let (journal, task) = Journal::start(&store, Options::default());
        let world = Arc::new(World { database, journal, task });
        let stop = Arc::new(AtomicBool::new(false));
        let mut tasks = Vec::new();
        for _ in 0..TABLES {
            tasks.push(tokio::spawn(play(Arc::clone(&world), world.desk(0).await, Arc::clone(&stop))));
        }
        for _ in 0..5 {
            until_written(&world.journal, 100).await;
            let outages = world.journal.stats().outages();
            line.cut_the_next_commit();
            until("the line is missed", async || world.journal.stats().outages() > outages).await;
        }
        until_written(&world.journal, 100).await;
        stop.store(true, Ordering::Relaxed);
        let mut connection = world.connection().await;
        for task in tasks {
            let (desk, accepted) = task.await.unwrap();
            check(&mut connection, &desk, &accepted).await;
        }
        assert!(world.journal.stats().found() > 0, "no answer was lost");
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_stays_away_is_unavailable_and_then_written_to_again() {
    let options = testing::hasty(testing::scratch());
    let cluster = Cluster::start(&options).await.unwrap();
    let database = database_on(&cluster).await.unwrap();
    let patience = Duration::from_millis(200);
    let world = World::with(database, Options { patience, ..Options::default() });
    let played = two_rounds(0, later()).played;
    let mut desk = world.desk(0).await;
    world.write(&mut desk, &played[..2]).await;
    cluster.stop().await.unwrap();
    let append = desk.append(&played[2]);
    let refused = world.journal.append(append.clone()).await;
    assert!(matches!(refused, Err(AppendError::Unavailable)), "{refused:?}");
    let cluster = Cluster::start(&options).await.unwrap();
    // What was refused was not written.
    assert_eq!(one_written(world.journal.append(append).await).seq, 3);
    world.store().close().await;
    drop(world);
    cluster.stop().await.unwrap();
    fs::remove_dir_all(&options.data).unwrap();
}
