//! Recovery: every table as the fold of its journal, taken over, whatever its snapshot is worth.

use crate::floor::{Floor, SUBMISSIONS};
use crate::world::{Desk, World, later, two_rounds};
use game_core::table::State;
use sqlx::Executor;
use std::time::Instant;
use store::recovery::{Recovered, recover, recover_one};
use table_host::ids::TableId;
use table_host::journal::{AppendError, Journal as _};

/// A table of each game in the middle of a round.
async fn begun(world: &World) -> Vec<(Desk, Floor)> {
    let mut tables = Vec::new();
    for game in 0..SUBMISSIONS.len() {
        let mut floor = two_rounds(game, later());
        floor.begin_round();
        let mut desk = world.desk(game).await;
        world.write(&mut desk, &floor.played).await;
        tables.push((desk, floor));
    }
    tables
}

fn check(recovered: &Recovered, desk: &Desk, floor: &Floor, epoch: u64) {
    assert_eq!((recovered.id, recovered.seq, recovered.epoch), (desk.id, desk.seq, epoch));
    assert_eq!((recovered.game, &*recovered.rules_version), (desk.game, &*desk.rules_version));
    assert_eq!(recovered.table, floor.table);
    assert!(recovered.table.round().is_some());
}

#[tokio::test]
async fn every_table_is_rebuilt_and_taken_over() {
    let world = World::new().await;
    let mut tables = begun(&world).await;
    let empty = world.desk(0).await;
    let all = recover(world.store()).await.unwrap();
    assert_eq!(all.len(), 5);
    for (recovered, (desk, floor)) in all.iter().zip(&tables) {
        check(recovered, desk, floor, 2);
    }
    assert_eq!((all[4].id, all[4].seq, all[4].table.state()), (empty.id, 0, &State::default()));

    // Whoever held them before is fenced off; whoever recovered them goes on.
    for (recovered, (desk, floor)) in all.iter().zip(&mut tables) {
        let done = floor.played.len();
        floor.finish_round();
        let fenced = world.journal.append(desk.append(&floor.played[done])).await;
        assert_eq!(fenced, Err(AppendError::Conflict { seq: desk.seq, epoch: 2 }));
        desk.epoch = recovered.epoch;
        world.write(desk, &floor.played[done..]).await;
    }
    let one = recover_one(world.store(), tables[1].0.id).await.unwrap().unwrap();
    assert_eq!((one.epoch, one.table.state()), (3, tables[1].1.table.state()));
    assert!(recover_one(world.store(), TableId::new()).await.unwrap().is_none());
    assert_eq!(
        recover(world.store()).await.unwrap().iter().map(|table| table.epoch).collect::<Vec<_>>(),
        [3, 4, 3, 3, 3]
    );
}

#[tokio::test]
async fn a_snapshot_spares_the_fold_and_a_useless_one_does_not_matter() {
    let world = World::new().await;
    let tables = begun(&world).await;
    for (desk, floor) in &tables {
        // Half way: what comes after it is folded on top.
        let mut table = game_core::table::Table::new(floor.table.rules().clone());
        let half = floor.played.len() / 2;
        floor.played[..half].iter().for_each(|played| table.apply_all(&played.events));
        world.journal.keep_snapshot(desk.id, half as u64, table.state().clone());
    }
    let mut superuser = world.superuser().await;
    let database = world.finish().await;
    let recovered = recover(&database.store).await.unwrap();
    recovered.iter().zip(&tables).for_each(|(recovered, (desk, floor))| check(recovered, desk, floor, 2));

    // It is the snapshot that is used: a wrong one gives a wrong table.
    superuser.execute("UPDATE snapshots SET seq = seq + 12").await.unwrap();
    let wrong = recover(&database.store).await.unwrap();
    assert!(wrong.iter().zip(&tables).any(|(wrong, (_, floor))| wrong.table != floor.table));
    let useless = [
        "UPDATE snapshots SET encoding = 99",
        "UPDATE snapshots SET encoding = 1, state = '{\"procedure\": 5}'",
        "UPDATE snapshots SET seq = 1000000",
    ];
    for (useless, epoch) in useless.into_iter().zip(4..) {
        superuser.execute(useless).await.unwrap();
        let recovered = recover(&database.store).await.unwrap();
        recovered.iter().zip(&tables).for_each(|(recovered, (desk, floor))| check(recovered, desk, floor, epoch));
    }
}

#[tokio::test]
async fn a_journal_with_a_gap_is_not_recovered() {
    let world = World::new().await;
    let mut desk = world.desk(0).await;
    world.write(&mut desk, &two_rounds(0, later()).played).await;
    let mut superuser = world.superuser().await;
    superuser.execute("ALTER TABLE journal_default DISABLE TRIGGER ALL").await.unwrap();
    for cut in ["DELETE FROM journal WHERE seq = 40", "DELETE FROM journal WHERE seq > 38"] {
        superuser.execute(cut).await.unwrap();
        let error = recover(world.store()).await.unwrap_err().to_string();
        assert!(error.contains("the next is missing"), "{error}");
    }
}

/// `cargo test --release -p store --test store -- --ignored --nocapture a_thousand_tables`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn a_thousand_tables() {
    let world = std::sync::Arc::new(World::new().await);
    let played: Vec<_> =
        (0..SUBMISSIONS.len()).map(|game| std::sync::Arc::new(two_rounds(game, later()).played)).collect();
    let mut tasks = Vec::new();
    for number in 0..1000 {
        let mut desk = world.desk(number % SUBMISSIONS.len()).await;
        let (world, played) =
            (std::sync::Arc::clone(&world), std::sync::Arc::clone(&played[number % SUBMISSIONS.len()]));
        tasks.push(tokio::spawn(async move {
            for some in played.chunks(8) {
                world.write_together(&mut desk, some).await;
            }
            desk.seq
        }));
    }
    let mut entries = 0;
    for task in tasks {
        entries += task.await.unwrap();
    }
    let begun = Instant::now();
    let all = recover(world.store()).await.unwrap();
    println!("{} tables of {entries} entries, without snapshots: {:?}", all.len(), begun.elapsed());
    for table in &all {
        world.journal.keep_snapshot(table.id, table.seq, table.table.state().clone());
    }
    let world = std::sync::Arc::into_inner(world).unwrap();
    let begun = Instant::now();
    let database = world.finish().await;
    println!("their snapshots kept in {:?}", begun.elapsed());
    let begun = Instant::now();
    let all = recover(&database.store).await.unwrap();
    println!("{} tables from snapshots: {:?}", all.len(), begun.elapsed());
}
