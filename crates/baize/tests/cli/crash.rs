//! A server killed after every single command, and between a commit and its answer: what it leaves behind is what a
//! server that was never disturbed leaves behind.

use crate::process::Process;
use crate::stage::{PLAYERS, Stage};
use floor_sim::facility::plain_examples;
use floor_sim::script::{self, Script, Step};
use game_core::card::Card;
use game_core::submission;
use serde_json::Value;
use std::sync::Arc;
use store::{journal, ledger};
use table_host::ids::TableId;
use wire::id::CommandId;
use wire::rest::events::EventsQuery;

/// How the server is disturbed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Disturbed {
    Never,
    /// Killed after every answer, and started again.
    AfterEveryAnswer,
    /// Killed when a command is on disk and nobody has heard of it; the command is then sent again.
    BeforeEveryAnswer,
}

/// What a server leaves behind.
#[derive(PartialEq, Debug)]
pub(crate) struct Left {
    pub(crate) felt: Value,
    /// Who did what, and what came of it.
    pub(crate) events: Vec<String>,
    pub(crate) balances: Vec<ledger::Balance>,
}

impl Stage {
    /// Sends a command as it must be sent, disturbs the server, and answers with the server that runs now.
    pub(crate) async fn take(&self, process: Process, step: &Step, before: u64, disturbed: Disturbed) -> Process {
        let (client, command_id) = (self.client(&process, step.who), CommandId::fresh());
        match disturbed {
            Disturbed::Never => {
                client.command_as(self.table, command_id, step.action).await.unwrap();
                self.reached(step.seq).await;
                process
            }
            Disturbed::AfterEveryAnswer => {
                client.command_as(self.table, command_id, step.action).await.unwrap();
                process.kill();
                let process = Process::start(&self.database).await;
                self.reached(step.seq).await;
                process
            }
            Disturbed::BeforeEveryAnswer => {
                let (table, action) = (self.table, step.action);
                let unheard = tokio::spawn(async move { client.command_as(table, command_id, action).await });
                self.reached(before + 1).await;
                unheard.abort();
                process.kill();
                let process = Process::start(&self.database).await;
                let again = self.client(&process, step.who).command_as(self.table, command_id, step.action).await;
                let again = again.unwrap();
                assert_eq!((again.seq, again.repeated), (before + 1, true), "{step:?}");
                self.reached(step.seq).await;
                process
            }
        }
    }

    pub(crate) async fn left(&self, process: &Process) -> Left {
        let dealer = process.client(&self.keys.dealer);
        let felt = serde_json::to_value(dealer.table(self.table).await.unwrap().view).unwrap()["felt"].take();
        let mut entries = Vec::new();
        let mut after = Some(0);
        while let Some(from) = after {
            let query = EventsQuery { after: Some(from), limit: Some(200) };
            let page = dealer.events(self.table, query).await.unwrap();
            entries.extend(page.entries);
            after = page.next;
        }
        let mut connection = self.database.store.pool().acquire().await.unwrap();
        let id = TableId(self.table.0);
        let verified = journal::verify_chain(&mut connection, id).await.unwrap();
        assert_eq!(verified.entries, u64::try_from(entries.len()).unwrap());
        let events = entries.iter().map(|entry| without_times(&serde_json::to_value((entry.by, &entry.told)).unwrap()));
        Left { felt, events: events.collect(), balances: ledger::balances(&mut connection, id).await.unwrap() }
    }
}

/// The text of a value, without the moments in it and without what hangs on the table's id.
pub(crate) fn without_times(value: &Value) -> String {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| name != "at" && name != "commitment");
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut value = value.clone();
    strip(&mut value);
    value.to_string()
}

async fn play(submission: &Value, script: &Script, order: &[Card], disturbed: Disturbed) -> Left {
    let (stage, mut process) = Stage::set(submission, order).await;
    let mut before = 0;
    for step in &script.steps {
        process = stage.take(process, step, before, disturbed).await;
        before = step.seq;
    }
    stage.left(&process).await
}

async fn survives(game: usize) {
    let (name, submission) = plain_examples().unwrap().swap_remove(game);
    let order: Vec<Card> = Card::deck().collect();
    let (_, rules) = submission::check(&submission.to_string()).unwrap();
    let script = script::write(Arc::new(rules), PLAYERS, &order, table_host::now()).unwrap();
    let undisturbed = play(&submission, &script, &order, Disturbed::Never).await;
    assert_eq!(undisturbed.events.len(), usize::try_from(script.steps.last().unwrap().seq).unwrap(), "{name}");
    let sum: i64 = undisturbed.balances.iter().map(|balance| balance.amount.get()).sum();
    assert_eq!(sum, 0, "{name}");
    for disturbed in [Disturbed::AfterEveryAnswer, Disturbed::BeforeEveryAnswer] {
        let left = play(&submission, &script, &order, disturbed).await;
        assert_eq!(left.events, undisturbed.events, "{name} {disturbed:?}");
        assert_eq!(left.balances, undisturbed.balances, "{name} {disturbed:?}");
        assert_eq!(without_times(&left.felt), without_times(&undisturbed.felt), "{name} {disturbed:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn let_it_ride_survives_a_kill_after_every_command_and_before_every_answer() {
    survives(0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_three_five_stud_survives_a_kill_after_every_command_and_before_every_answer() {
    survives(1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn criss_cross_survives_a_kill_after_every_command_and_before_every_answer() {
    survives(2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn california_survives_a_kill_after_every_command_and_before_every_answer() {
    survives(3).await;
}
