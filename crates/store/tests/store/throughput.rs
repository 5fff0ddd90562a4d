//! How many entries a second are made durable, and what PostgreSQL spends on each. A measurement, run by hand:
//! `cargo test --release -p store --test store -- --ignored --nocapture throughput`.

use crate::floor::{Played, SUBMISSIONS};
use crate::world::{World, two_rounds};
use game_core::game::Millis;
use std::sync::Arc;
use std::time::{Instant, SystemTime};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn throughput() {
    // Entries that a table hands in at once.
    let together: usize = std::env::var("TOGETHER").map_or(1, |number| number.parse().unwrap());
    let played: Vec<_> = (0..SUBMISSIONS.len()).map(|game| Arc::new(rounds(game))).collect();
    for tables in tables() {
        let (world, cluster) = World::durable().await;
        let world = Arc::new(world);
        let mut desks = Vec::new();
        for number in 0..tables {
            desks.push((world.desk(number % played.len()).await, Arc::clone(&played[number % played.len()])));
        }
        let postmaster = u64::from(cluster.postmaster().unwrap());
        let (begun, spent) = (Instant::now(), cpu_micros(postmaster));
        let tasks = desks.into_iter().map(|(mut desk, played)| {
            let world = Arc::clone(&world);
            tokio::spawn(async move {
                for some in played.chunks(together) {
                    world.write_together(&mut desk, some).await;
                }
            })
        });
        for task in tasks.collect::<Vec<_>>() {
            task.await.unwrap();
        }
        let (seconds, stats) = (begun.elapsed().as_secs_f64(), world.journal.stats());
        let lines = world.count("SELECT count(*) FROM ledger_postings").await;
        println!(
            "{tables:>4} tables: {:>6.0} entries/s, {:>5.1} entries and {:>6} us a batch, {:>3} us of PostgreSQL and \
             {:.1} postings an entry",
            stats.entries() as f64 / seconds,
            stats.entries() as f64 / stats.batches() as f64,
            stats.commit_micros() / stats.batches(),
            (cpu_micros(postmaster) - spent) / stats.entries(),
            lines as f64 / stats.entries() as f64
        );
    }
}

/// What a table of this game does in a few rounds.
fn rounds(game: usize) -> Vec<Played> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    let mut floor = two_rounds(game, Millis(u64::try_from(now.as_millis()).unwrap()));
    (0..4).for_each(|_| floor.round());
    floor.played
}

/// How many tables at once: those that `TABLES` names, or a few.
fn tables() -> Vec<usize> {
    let named = std::env::var("TABLES").unwrap_or_else(|_| "1 8 50 200 500".into());
    named.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

struct Process {
    pid: u64,
    parent: u64,
    cpu_micros: u64,
    /// What its children had spent when they ended.
    gone_micros: u64,
}

fn processes() -> Vec<Process> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter_map(|entry| {
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            let (pid, rest) = stat.split_once(' ')?;
            let fields: Vec<&str> = rest.rsplit_once(')')?.1.split_whitespace().collect();
            let number = |nth: usize| fields.get(nth)?.parse::<u64>().ok();
            // The kernel counts in hundredths of a second.
            let [own, of_the_gone] = [number(11)? + number(12)?, number(13)? + number(14)?];
            let (cpu_micros, gone_micros) = (own * 10_000, of_the_gone * 10_000);
            Some(Process { pid: pid.parse().ok()?, parent: number(1)?, cpu_micros, gone_micros })
        })
        .collect()
}

/// What the processes of a cluster have spent, those that are gone included.
fn cpu_micros(postmaster: u64) -> u64 {
    let all = processes();
    let running = all.iter().filter(|process| process.parent == postmaster).map(|process| process.cpu_micros);
    let gone = all.iter().filter(|process| process.pid == postmaster).map(|process| process.gone_micros);
    running.chain(gone).sum()
}
