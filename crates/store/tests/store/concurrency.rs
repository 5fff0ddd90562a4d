//! Many tables at once: sequences complete, money conserved, chains whole.

use crate::floor::SUBMISSIONS;
use crate::world::{World, later, two_rounds};
use std::sync::Arc;
use store::journal::verify_chain;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_hundred_tables_append_at_once() {
    let world = Arc::new(World::new().await);
    let played: Vec<_> = (0..SUBMISSIONS.len()).map(|game| Arc::new(two_rounds(game, later()).played)).collect();
    let mut tasks = Vec::new();
    for number in 0..300 {
        let mut desk = world.desk(number % SUBMISSIONS.len()).await;
        let (world, played) = (Arc::clone(&world), Arc::clone(&played[number % SUBMISSIONS.len()]));
        tasks.push(tokio::spawn(async move {
            world.write(&mut desk, &played).await;
            desk
        }));
    }
    let mut entries = 0;
    let mut connection = world.connection().await;
    for task in tasks {
        let desk = task.await.unwrap();
        assert_eq!(verify_chain(&mut connection, desk.id).await.unwrap().entries, desk.seq);
        entries += i64::try_from(desk.seq).unwrap();
    }
    assert_eq!(world.count("SELECT count(*) FROM journal").await, entries);
    assert_eq!(world.count("SELECT count(*) FROM command_keys").await, entries);
    assert_eq!(
        world.count("SELECT count(*) FROM (SELECT DISTINCT table_id, seq FROM journal) AS places").await,
        entries
    );
    let unbalanced = "SELECT count(*) FROM (SELECT FROM ledger_postings GROUP BY table_id, seq HAVING sum(amount_micro) <> 0) AS odd";
    assert_eq!(world.count(unbalanced).await, 0);
    let off =
        "SELECT count(*) FROM (SELECT table_id FROM ledger_postings WHERE account IN ('layout', 'bank', 'jackpot')
               GROUP BY table_id, account HAVING sum(amount_micro) <> 0) AS odd";
    assert_eq!(world.count(off).await, 0);
    let stats = world.journal.stats();
    assert_eq!(i64::try_from(stats.entries()).unwrap(), entries);
    assert!(stats.batches() * 5 < stats.entries(), "{} entries in {} batches", stats.entries(), stats.batches());
}
