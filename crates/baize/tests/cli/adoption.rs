//! Rules that wait at a table when the plug is pulled: before the end of the round, and between the entry that takes them up and
//! anybody's hearing of it. They are taken up once, between rounds, whatever happens (R31).

use crate::process::Process;
use crate::stage::{Stage, betting};
use floor_sim::facility::plain_examples;
use floor_sim::script::Who;
use game_core::command::Action;
use game_core::event::Event;
use serde_json::json;
use store::submissions::SubmissionId;
use store::{journal, tables, testing};
use table_host::ids::TableId;

async fn versions(stage: &Stage) -> (String, Vec<(u64, String)>) {
    let mut connection = stage.database.store.pool().acquire().await.unwrap();
    let id = TableId(stage.table.0);
    let entries = journal::load(&mut connection, id, 0).await.unwrap();
    let adopts = |entry: &&journal::Entry| entry.events.iter().any(|event| matches!(event, Event::RulesAdopted { .. }));
    let adopted = entries.iter().filter(adopts).map(|entry| (entry.seq, entry.rules_version.clone())).collect();
    (tables::one(&mut connection, id).await.unwrap().unwrap().rules_version, adopted)
}

#[tokio::test(flavor = "multi_thread")]
async fn r31_rules_that_wait_are_taken_up_once_whenever_the_plug_is_pulled() {
    let (stage, process) = betting(testing::database().await.unwrap()).await;
    let (_, mut document) = plain_examples().unwrap().swap_remove(0);
    document["limits"] = json!({"min_cents": 1000, "max_cents": 20_000});
    let (before, none) = versions(&stage).await;
    assert!(none.is_empty());
    let (submission, seq) = {
        let mut connection = stage.database.store.pool().acquire().await.unwrap();
        let submission: SubmissionId = testing::approved(&mut connection, &document).await.unwrap();
        testing::scheduled(&mut connection, TableId(stage.table.0), submission).await.unwrap();
        (submission, tables::one(&mut connection, TableId(stage.table.0)).await.unwrap().unwrap().seq)
    };
    process.kill();
    let process = Process::start(&stage.database).await;
    assert_eq!(versions(&stage).await, (before.clone(), Vec::new()), "a round is in progress");
    // The round ends, and the plug is pulled as soon as the rules are on disk.
    stage.client(&process, Who::Dealer).command(stage.table, Action::CancelRound).await.unwrap();
    stage.reached(seq + 2).await;
    process.kill();
    let process = Process::start(&stage.database).await;
    let (now, adopted) = versions(&stage).await;
    assert_ne!(now, before);
    assert_eq!(adopted, [(seq + 2, now.clone())], "{submission}");
    // Play goes on under them.
    let summary = process.client(&stage.keys.dealer).table(stage.table).await.unwrap().table;
    assert_eq!(summary.rules_version, now);
    stage.client(&process, Who::Dealer).command(stage.table, Action::OpenRound).await.unwrap();
    process.kill();
    let process = Process::start(&stage.database).await;
    let felt = process.client(&stage.keys.dealer).table(stage.table).await.unwrap().view.view().unwrap().felt;
    assert_eq!((felt.limits.min_cents.get(), felt.limits.max_cents.get()), (1000, 20_000));
    assert_eq!(versions(&stage).await.1.len(), 1);
    let mut connection = stage.database.store.pool().acquire().await.unwrap();
    journal::verify_chain(&mut connection, TableId(stage.table.0)).await.unwrap();
}
