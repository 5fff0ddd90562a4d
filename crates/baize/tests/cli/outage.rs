//! PostgreSQL is killed and started again under load: commands wait or are refused, none is lost or doubled, and play
//! goes on by itself.

use crate::stage::{PLAYERS, betting, wager};
use game_core::event::Event;
use game_core::game::Seat;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use store::cluster::{Cluster, Options};
use store::significant::{Kind, Recorded, Search, search};
use store::testing::Signal;
use store::{PgConnection, journal, testing};
use table_host::ids::TableId;
use wire::id::CommandId;

#[tokio::test(flavor = "multi_thread")]
async fn no_command_is_lost_or_doubled_while_the_database_comes_and_goes() {
    let options = Options::new(testing::scratch());
    let mut cluster = Cluster::start(&options).await.unwrap();
    let (stage, process) = betting(testing::database_on(&cluster).await.unwrap()).await;
    let (stop, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let players: Vec<_> = Seat::first(PLAYERS)
        .map(|seat| {
            let client = process.client(&stage.terminals[seat.index()]);
            let (table, stop, done) = (stage.table, Arc::clone(&stop), Arc::clone(&done));
            tokio::spawn(async move {
                let mut accepted = Vec::new();
                for turn in 0.. {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let (id, amount) = (CommandId::fresh(), 500 + 500 * i64::from(turn % 2));
                    // The same command under the same key, until somebody says yes.
                    let answer = loop {
                        match client.command_as(table, id, wager(seat, amount)).await {
                            Ok(answer) => break answer,
                            Err(error) => assert!(error.is_passing(), "{error}"),
                        }
                    };
                    accepted.push((answer.seq, id));
                    done.fetch_add(1, Ordering::Relaxed);
                }
                accepted
            })
        })
        .collect();
    for _ in 0..3 {
        more(&done, 60).await;
        testing::send(Signal::QUIT, cluster.postmaster().unwrap());
        drop(cluster);
        cluster = Cluster::start(&options).await.unwrap();
    }
    more(&done, 60).await;
    stop.store(true, Ordering::Relaxed);
    let mut accepted = Vec::new();
    for player in players {
        accepted.extend(player.await.unwrap());
    }
    accepted.sort_unstable();
    let mut connection = stage.database.store.pool().acquire().await.unwrap();
    let entries = journal::load(&mut connection, TableId(stage.table.0), 0).await.unwrap();
    let wagers =
        entries.iter().filter(|entry| entry.events.iter().any(|event| matches!(event, Event::WagerPlaced { .. })));
    let written: Vec<_> = wagers.map(|entry| (entry.seq, CommandId(entry.command_id.0))).collect();
    assert_eq!(written, accepted);
    journal::verify_chain(&mut connection, TableId(stage.table.0)).await.unwrap();
    // The server noticed by itself, and put on record from when to when (R61).
    let outage = outage(&mut connection).await;
    let ended = outage.details["ended_ms"].as_u64().unwrap();
    assert_eq!(outage.details["lasted_ms"].as_u64().unwrap(), ended - outage.at.0, "{outage:?}");
    process.kill();
    cluster.stop().await.unwrap();
}

/// Waits until the database's absence is on record.
async fn outage(connection: &mut PgConnection) -> Recorded {
    let look = Search { kinds: Some(vec![Kind::Outage]), ..Search::default() };
    let found = testing::found("the database's absence is on record", async || {
        search(connection, &look, 1).await.unwrap().pop()
    });
    found.await
}

/// Waits until so many more commands are accepted.
async fn more(done: &AtomicU64, count: u64) {
    let enough = done.load(Ordering::Relaxed) + count;
    testing::until("play goes on by itself", async || done.load(Ordering::Relaxed) >= enough).await;
}
