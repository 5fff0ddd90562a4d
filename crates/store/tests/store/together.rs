//! Entries handed in together leave the same behind as the same entries one by one.

use crate::floor::{Floor, Played, SUBMISSIONS};
use crate::world::{Desk, World, later};
use sqlx::AssertSqlSafe;
use std::sync::Arc;
use store::journal::verify_chain;
use tokio::sync::Semaphore;

/// Everything that is kept of a table but for the names that differ: ids, hashes and keys.
const KEPT: [&str; 7] = [
    "SELECT to_jsonb(j) - 'command_id' - 'previous' - 'hash' || jsonb_build_object('round', r.number)
     FROM journal AS j LEFT JOIN rounds AS r USING (round_id) WHERE j.table_id = $1 ORDER BY seq",
    "SELECT to_jsonb(r) FROM rounds AS r WHERE table_id = $1 ORDER BY number",
    "SELECT to_jsonb(s) || jsonb_build_object('round', r.number)
     FROM round_seats AS s JOIN rounds AS r USING (round_id) WHERE r.table_id = $1 ORDER BY r.number, seat",
    "SELECT to_jsonb(w) || jsonb_build_object('round', r.number)
     FROM round_wagers AS w JOIN rounds AS r USING (round_id) WHERE r.table_id = $1 ORDER BY r.number, seat, bet",
    "SELECT to_jsonb(l) || jsonb_build_object('round', r.number, 'meter', m.level)
     FROM ledger_postings AS l LEFT JOIN rounds AS r USING (round_id) LEFT JOIN meters AS m ON m.meter_id::text = l.meter
     WHERE l.table_id = $1 ORDER BY seq, line",
    "SELECT to_jsonb(s) FROM table_seats AS s WHERE table_id = $1 ORDER BY seat",
    "SELECT to_jsonb(k) - 'command_id' - 'body_digest' FROM command_keys AS k WHERE table_id = $1 ORDER BY seq",
];

/// How many look at what is kept at once.
static LOOKS: Semaphore = Semaphore::const_new(8);

async fn kept(world: &World, desk: &Desk) -> Vec<String> {
    let mut connection = world.superuser().await;
    let mut all = Vec::new();
    for query in KEPT {
        let query = format!("SELECT (row - 'table_id' - 'round_id')::text FROM ({query}) AS kept (row)");
        let rows = sqlx::query_scalar::<_, String>(AssertSqlSafe(query)).bind(desk.id.0).fetch_all(&mut connection);
        all.extend(rows.await.unwrap());
    }
    all
}

/// Writes in appends of at most `size` entries.
async fn written(world: Arc<World>, game: usize, played: Arc<[Played]>, size: usize) -> Vec<String> {
    let mut desk = world.desk(game).await;
    for some in played.chunks(size) {
        world.write_together(&mut desk, some).await;
    }
    // Looking takes connections of its own, of which a database has only so many.
    let _look = LOOKS.acquire().await.unwrap();
    verify_chain(&mut world.connection().await, desk.id).await.unwrap();
    kept(&world, &desk).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_handed_in_together_leaves_the_same_as_one_by_one() {
    let world = Arc::new(World::new().await);
    let mut tasks = Vec::new();
    for (game, submission) in SUBMISSIONS.iter().enumerate() {
        for seed in 0..3 {
            let mut floor = Floor::new(submission, later(), seed);
            (0..4).for_each(|_| floor.wild_round());
            let played: Arc<[Played]> = floor.played.into();
            let write = |size| tokio::spawn(written(Arc::clone(&world), game, Arc::clone(&played), size));
            tasks.push((game, seed, write(1), [2, 3, 7, 31, played.len()].map(|size| (size, write(size)))));
        }
    }
    for (game, seed, alone, together) in tasks {
        let alone = alone.await.unwrap();
        for (size, together) in together {
            let together = together.await.unwrap();
            let differing = alone.iter().zip(&together).find(|(one, other)| one != other);
            assert_eq!(differing, None, "game {game}, seed {seed}, {size} at once");
            assert_eq!(alone.len(), together.len());
        }
    }
    // The rounds were wild enough to mean something.
    for (query, what) in [
        ("SELECT count(*) FROM rounds WHERE status = 'void'", "void rounds"),
        ("SELECT count(*) FROM round_wagers WHERE outcome = 'removed'", "bets taken off"),
        ("SELECT count(*) FROM round_wagers WHERE outcome = 'forfeited'", "bets forfeited"),
        ("SELECT count(*) FROM round_wagers WHERE outcome = 'folded'", "bets folded"),
        ("SELECT count(*) FROM round_wagers WHERE outcome = 'withdrawn'", "bets withdrawn"),
        ("SELECT count(*) FROM round_wagers WHERE bet LIKE '%raise'", "bets raised"),
        ("SELECT count(*) FROM journal WHERE events LIKE '%decision_corrected%'", "decisions put right"),
        ("SELECT count(*) FROM round_seats WHERE player_id > 200", "players who came later"),
    ] {
        assert!(world.count(query).await > 0, "no {what}");
    }
}
