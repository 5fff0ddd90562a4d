//! What sharing a meter costs: five hundred tables that contribute to one progressive against the same commands without any, in
//! alternating runs. A measurement, run by `make bench`.

use crate::floor::{Floor, Played, SUBMISSIONS};
use crate::progressives::{joined, linked};
use crate::world::{Desk, World, written};
use game_core::event::Event;
use game_core::game::Millis;
use std::sync::Arc;
use std::time::{Instant, SystemTime};
use table_host::journal::Journal as _;

const TABLES: usize = 500;

/// Runs of each kind.
const RUNS: usize = 3;

/// What one table does in each run: a round with wagers of every kind.
fn runs() -> Vec<Vec<Played>> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    let mut floor = Floor::new(SUBMISSIONS[0], Millis(u64::try_from(now.as_millis()).unwrap()), 7);
    let rounds = (0..2 * RUNS).map(|_| {
        floor.round();
        std::mem::take(&mut floor.played)
    });
    let rounds: Vec<Vec<Played>> = rounds.collect();
    let award = |event: &Event| matches!(event, Event::AwardHit { .. });
    assert!(!rounds.iter().flatten().any(|step| step.decided.iter().any(award)), "an award is another load");
    rounds
}

/// The same commands at a table that offers no progressive.
fn without_meters(mut played: Vec<Played>) -> Vec<Played> {
    for step in &mut played {
        step.decided.retain(|event| !matches!(event, Event::MeterFed { .. }));
    }
    played
}

/// Has every table write what it does, all at once, and says how many commands a second that makes.
async fn commands_per_second(world: &Arc<World>, desks: &mut Vec<Desk>, played: Vec<Played>) -> u64 {
    let played: Arc<[Played]> = played.into();
    let begun = Instant::now();
    let tasks = desks.drain(..).map(|mut desk| {
        let (world, played) = (Arc::clone(world), Arc::clone(&played));
        tokio::spawn(async move {
            for step in &*played {
                desk.seq = written(world.journal.append(desk.append(step)).await)[0].seq;
            }
            desk
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        desks.push(task.await.unwrap());
    }
    let micros = u64::try_from(begun.elapsed().as_micros()).unwrap();
    (TABLES * played.len()) as u64 * 1_000_000 / micros
}

fn median(mut figures: Vec<u64>) -> u64 {
    figures.sort_unstable();
    figures[figures.len() / 2]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn contention() {
    let (world, _cluster) = World::durable().await;
    let mut connection = world.connection().await;
    let world = Arc::new(world);
    let id = linked(&mut connection, "Shared").await;
    let mut desks = Vec::new();
    for _ in 0..TABLES {
        desks.push(joined(&world, &mut connection, id).await);
    }
    let (mut shared, mut alone) = (Vec::new(), Vec::new());
    for (place, played) in runs().into_iter().enumerate() {
        if place % 2 == 0 {
            alone.push(commands_per_second(&world, &mut desks, without_meters(played)).await);
        } else {
            shared.push(commands_per_second(&world, &mut desks, played).await);
        }
    }
    println!("{TABLES} tables, commands/s without a progressive: {alone:?}");
    println!("{TABLES} tables, commands/s contributing to one:    {shared:?}");
    println!("one meter for all: {} % of the same load without; 80 % at least", median(shared) * 100 / median(alone));
    assert_eq!(store::meters::reconcile(&mut connection).await.unwrap(), 0);
}
