//! `baize verify-shuffle` against a running server.

use crate::stage::{PLAYERS, Stage};
use floor_sim::facility::plain_examples;
use floor_sim::script;
use game_core::card::Card;
use game_core::submission;
use std::process::Output;
use std::sync::Arc;
use wire::rest::rounds::RoundsQuery;

fn baize(args: &[&str]) -> Output {
    store::testing::tied(env!("CARGO_BIN_EXE_baize")).args(args).env_remove("DATABASE_URL").output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shuffle_is_opened_after_its_round_and_checks() {
    let (_, submission) = plain_examples().unwrap().swap_remove(0);
    let order: Vec<Card> = Card::deck().collect();
    let (_, rules) = submission::check(&submission.to_string()).unwrap();
    let script = script::write(Arc::new(rules), PLAYERS, &order, table_host::now()).unwrap();
    let (stage, process) = Stage::set(&submission, &order).await;
    let (last, steps) = script.steps.split_last().unwrap();
    for step in steps {
        stage.client(&process, step.who).command(stage.table, step.action).await.unwrap();
        stage.reached(step.seq).await;
    }
    let dealer = process.client(&stage.keys.dealer);
    let rounds = dealer.rounds(stage.table, RoundsQuery::default()).await.unwrap().rounds;
    let round = rounds[0].id.to_string();
    let check = ["verify-shuffle", &round, "--server", &process.base, "--key", &stage.terminals[0]];
    let early = baize(&check);
    assert_eq!(early.status.code(), Some(1), "{}", said(&early));
    stage.client(&process, last.who).command(stage.table, last.action).await.unwrap();
    let checked = baize(&check);
    assert!(checked.status.success(), "{}", said(&checked));
    let text = said(&checked);
    let cards: Vec<String> = order.iter().map(ToString::to_string).collect();
    assert!(text.contains("checks") && text.contains(&cards.join(" ")), "{text}");
    let wrong = baize(&["verify-shuffle", "nonsense", "--key", "bz_"]);
    assert_eq!(wrong.status.code(), Some(2), "{}", said(&wrong));
}
