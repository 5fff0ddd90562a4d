//! A thousand wagers race "no more bets": each is wholly before it or wholly after it, and the server decides.

use crate::stage::{PLAYERS, betting, wager};
use game_core::command::Action;
use game_core::event::Event;
use game_core::game::Seat;
use game_core::money::Cents;
use std::collections::BTreeMap;
use std::sync::Arc;
use store::{journal, ledger, testing};
use table_host::ids::TableId;
use tokio::sync::Barrier;
use wire::id::CommandId;

const WAGERS: u32 = 1000;
const LINES: u32 = 20;

#[tokio::test(flavor = "multi_thread")]
async fn every_wager_is_wholly_before_or_wholly_after_no_more_bets() {
    let (stage, process) = betting(testing::database().await.unwrap()).await;
    let dealer = process.client(&stage.keys.dealer);
    let first = Seat::first(PLAYERS).next().unwrap();
    process.client(&stage.terminals[0]).command(stage.table, wager(first, 500)).await.unwrap();
    let started = Arc::new(Barrier::new(usize::try_from(LINES).unwrap() + 1));
    let mut lines = Vec::new();
    for line in 0..LINES {
        let seat = Seat::first(PLAYERS).nth(usize::try_from(line).unwrap() % usize::from(PLAYERS)).unwrap();
        let (client, table, started) =
            (process.client(&stage.terminals[seat.index()]), stage.table, Arc::clone(&started));
        lines.push(tokio::spawn(async move {
            let mut answers = Vec::new();
            started.wait().await;
            for turn in 0..WAGERS / LINES {
                let (id, amount) = (CommandId::fresh(), 500 + 500 * i64::from(turn % 20));
                answers.push((id, seat, amount, client.command_as(table, id, wager(seat, amount)).await));
            }
            answers
        }));
    }
    started.wait().await;
    // In the middle of it: when a third of the wagers are in the journal.
    stage.reached(dealer.table(stage.table).await.unwrap().seq + u64::from(WAGERS / 3)).await;
    let closed = dealer.command(stage.table, Action::NoMoreBets).await.unwrap().seq;
    let mut accepted = BTreeMap::new();
    let mut refused = 0;
    for line in lines {
        for (id, seat, amount, answer) in line.await.unwrap() {
            match answer {
                Ok(answer) => {
                    assert!(answer.seq < closed, "a wager was accepted after no more bets");
                    accepted.insert(answer.seq, (id, seat, amount));
                }
                Err(error) => {
                    assert_eq!(error.code().unwrap().to_string(), "wrong_phase", "{error}");
                    refused += 1;
                }
            }
        }
    }
    assert_eq!(accepted.len() + refused, usize::try_from(WAGERS).unwrap());
    assert!(refused > 0 && accepted.len() > 1, "the race was not one");
    let mut connection = stage.database.store.pool().acquire().await.unwrap();
    let table = TableId(stage.table.0);
    let entries = journal::load(&mut connection, table, 0).await.unwrap();
    let mut stakes = BTreeMap::new();
    for entry in &entries {
        for event in &entry.events {
            if let Event::WagerPlaced { seat, amount, .. } = event {
                assert!(entry.seq < closed, "a wager lies after no more bets");
                if let Some((id, ..)) = accepted.get(&entry.seq) {
                    assert_eq!(
                        (entry.command_id.0, *seat, *amount),
                        (id.0, accepted[&entry.seq].1, Cents::new(accepted[&entry.seq].2))
                    );
                }
                stakes.insert(*seat, *amount);
            }
        }
    }
    // What lies on the layout is the last accepted wager of each seat, three bets of it.
    let layout = ledger::balances(&mut connection, table).await.unwrap();
    let layout = layout.iter().find(|balance| balance.account == "layout").unwrap().amount.get();
    let expected: i64 = stakes.values().map(|stake| stake.get() * 3 * 1_000_000).sum();
    assert_eq!(layout, expected);
    journal::verify_chain(&mut connection, table).await.unwrap();
}
