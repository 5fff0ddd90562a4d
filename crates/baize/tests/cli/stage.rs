//! A table on a database of its own with a deck whose order is known, and everybody's keys.

use crate::process::{Keys, Process, client, terminal};
use chance::Shuffle;
use floor_sim::client::Client;
use floor_sim::facility::plain_examples;
use floor_sim::script::{self, Who};
use game_core::card::Card;
use game_core::command::Action;
use game_core::game::Seat;
use game_core::money::Cents;
use game_core::submission;
use game_core::wager::Wager;
use serde_json::Value;
use std::sync::Arc;
use store::testing::{self, TestDatabase};
use store::{shuffles, tables};
use table_host::ids::TableId;

/// How many play.
pub(crate) const PLAYERS: u8 = 3;

/// A table on a database of its own, and everybody's keys.
pub(crate) struct Stage {
    pub(crate) database: TestDatabase,
    pub(crate) keys: Keys,
    pub(crate) terminals: Vec<String>,
    pub(crate) table: wire::id::TableId,
}

impl Stage {
    /// Starts a server on a new database, and makes the table.
    pub(crate) async fn set(submission: &Value, order: &[Card]) -> (Self, Process) {
        let database = testing::database().await.unwrap();
        Self::set_on(database, submission, order).await
    }

    /// Starts a server on this database, and makes the table.
    pub(crate) async fn set_on(database: TestDatabase, submission: &Value, order: &[Card]) -> (Self, Process) {
        let process = Process::start(&database).await;
        let stage = Self::beside(database, &process.base, "Table", submission, order).await;
        (stage, process)
    }

    /// Makes a table on the server at this address, which runs on this database.
    pub(crate) async fn beside(
        database: TestDatabase,
        base: &str,
        name: &str,
        submission: &Value,
        order: &[Card],
    ) -> Self {
        let keys = Keys::make(&database).await;
        let approved =
            testing::approved(&mut database.store.pool().acquire().await.unwrap(), submission).await.unwrap();
        let approved = wire::id::SubmissionId(approved.0);
        let table = client(base, &keys.pit_manager).create_table(name, approved).await.unwrap().id;
        let id = TableId(table.0);
        let floorperson = client(base, &keys.floorpersons[0]);
        floorperson.assign_dealer(table, keys.dealer_staff).await.unwrap();
        let mut terminals = Vec::new();
        for seat in Seat::first(PLAYERS) {
            terminals.push(terminal(&database, id, seat).await);
        }
        // The shoe goes on with the order that is kept for a round: so the test knows it beforehand.
        let stacked = Shuffle::from_cards(order, [7; 32]).unwrap();
        let commitment = stacked.commitment(*id.0.as_bytes(), 1);
        let kept = shuffles::Shuffle { commitment, salt: *stacked.salt(), order: stacked.to_bytes() };
        shuffles::keep(&mut database.store.pool().acquire().await.unwrap(), id, 1, &kept).await.unwrap();
        Self { database, keys, terminals, table }
    }

    pub(crate) fn client(&self, process: &Process, who: Who) -> Client {
        process.client(match who {
            Who::Dealer => &self.keys.dealer,
            Who::Floorperson(nth) => &self.keys.floorpersons[nth],
            Who::Player(seat) => &self.terminals[seat.index()],
        })
    }

    /// Waits until the table's journal has come so far.
    pub(crate) async fn reached(&self, seq: u64) {
        let mut connection = self.database.store.pool().acquire().await.unwrap();
        let reached = async || tables::one(&mut connection, TableId(self.table.0)).await.unwrap().unwrap().seq >= seq;
        testing::until(format!("the journal reaches {seq}"), reached).await;
    }
}

/// Sets a Let It Ride table and plays it until betting is open.
pub(crate) async fn betting(database: TestDatabase) -> (Stage, Process) {
    let (_, submission) = plain_examples().unwrap().swap_remove(0);
    let order: Vec<Card> = Card::deck().collect();
    let (_, rules) = submission::check(&submission.to_string()).unwrap();
    let script = script::write(Arc::new(rules), PLAYERS, &order, table_host::now()).unwrap();
    let (stage, process) = Stage::set_on(database, &submission, &order).await;
    for step in script.steps.iter().take_while(|step| !matches!(step.who, Who::Player(_))) {
        stage.client(&process, step.who).command(stage.table, step.action).await.unwrap();
        stage.reached(step.seq).await;
    }
    (stage, process)
}

/// The first wager of the game, for so much.
pub(crate) fn wager(seat: Seat, amount: i64) -> Action {
    Action::PlaceWager { seat, wager: Wager::LetItRide, amount: Cents::new(amount) }
}
