//! The bets on record are those the table itself holds, at every moment of rounds in which much goes otherwise.

use crate::floor::{Floor, SUBMISSIONS};
use crate::world::{World, later};
use game_core::table::Table;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use store::rounds::{self, RoundWager};

/// A bet in a few words: its stake, how it ended, what was won and what came back.
type Words = (i64, Option<String>, i64, i64);

/// The bets a table holds, as its own state has them.
fn held(table: &Table) -> BTreeMap<(u8, String), Words> {
    let state = serde_json::to_value(table.state()).unwrap();
    let mut held = BTreeMap::new();
    for (seat, at_seat) in (1..).zip(state["round"]["boxes"].as_array().unwrap()) {
        for record in at_seat["bets"].as_array().unwrap() {
            let stake = record["stake"].as_i64().unwrap();
            let words = match &record["status"] {
                Value::String(status) => match &**status {
                    "live" => (stake, None, 0, 0),
                    "withdrawn" => (stake, Some("withdrawn".into()), 0, stake),
                    other => (stake, Some(other.to_owned()), 0, 0),
                },
                settled => {
                    let settled = &settled["settled"];
                    let outcome = settled["outcome"].as_str().unwrap().to_owned();
                    (stake, Some(outcome), settled["win"].as_i64().unwrap(), settled["back"].as_i64().unwrap())
                }
            };
            held.insert((seat, record["bet"].as_str().unwrap().to_owned()), words);
        }
    }
    held
}

/// The bets on record, but for those taken off again.
fn on_record(wagers: Vec<RoundWager>) -> BTreeMap<(u8, String), Words> {
    let kept = wagers.into_iter().filter(|wager| wager.outcome.as_deref() != Some("removed"));
    kept.map(|wager| {
        let words = (wager.stake.get(), wager.outcome, wager.win.get(), wager.back.get());
        ((wager.seat.number(), wager.bet), words)
    })
    .collect()
}

async fn compare(world: Arc<World>, game: usize, seed: u64) -> usize {
    let mut floor = Floor::new(SUBMISSIONS[game], later(), seed);
    (0..4).for_each(|_| floor.wild_round());
    let mut desk = world.desk(game).await;
    let mut table = Table::new(floor.table.rules().clone());
    let mut compared = 0;
    for some in floor.played.chunks(3) {
        world.write_together(&mut desk, some).await;
        some.iter().for_each(|step| table.apply_all(&step.events));
        if table.round().is_none() {
            continue;
        }
        let mut connection = world.store().pool().acquire().await.unwrap();
        let round = rounds::page(&mut connection, desk.id, None, 1).await.unwrap().remove(0).id;
        let record = rounds::record(&mut connection, round).await.unwrap().unwrap();
        assert_eq!(on_record(record.wagers), held(&table), "game {game}, seed {seed}, entry {}", desk.seq);
        compared += 1;
    }
    compared
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bets_on_record_are_those_the_table_holds() {
    let world = Arc::new(World::new().await);
    let runs = (0..SUBMISSIONS.len()).flat_map(|game| (10..14).map(move |seed| (game, seed)));
    let tasks: Vec<_> = runs.map(|(game, seed)| tokio::spawn(compare(Arc::clone(&world), game, seed))).collect();
    for task in tasks {
        assert!(task.await.unwrap() > 20);
    }
}
