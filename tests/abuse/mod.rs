//! Everything that arrives wrong: from the wrong people, at the wrong time, in the wrong shape. None of it is answered
//! with a failure of the server, and none of it changes a table.

mod actions;
mod bodies;
mod people;
mod random;
pub(crate) use actions::every_action;

use crate::house::{Game, TestServer};
use store::ledger::{Balance, balances};
use store::testing::within;
use wire::hash::ViewHash;

/// What must not change: the last entry, what lies where, and what everybody sees.
#[derive(Clone, PartialEq, Debug)]
struct Books {
    seq: u64,
    balances: Vec<Balance>,
    hash: ViewHash,
}

impl Books {
    async fn of(server: &TestServer, game: &Game) -> Self {
        let mut connection = server.database.store.pool().acquire().await.unwrap();
        let balances = balances(&mut connection, game.id).await.unwrap();
        let shown = game.auditor.get(&game.path).await.told(200);
        let hash = serde_json::from_value(shown["hash"].clone()).unwrap();
        Self { seq: shown["seq"].as_u64().unwrap(), balances, hash }
    }
}

/// A table with two patrons that waits for this step and for none of the server's own devices.
async fn table_at(server: &TestServer, step: &str) -> Game {
    let game = Game::at(server).await;
    game.until(server, "open_round").await;
    game.seat_patrons().await;
    game.until(server, step).await;
    let (handle, _) = server.server.app().table(game.id).unwrap();
    loop {
        let mut changes = handle.changes();
        changes.mark_unchanged();
        let waiting = game.summary().await["waiting_for"].clone();
        let device = |who: &serde_json::Value| matches!(who.as_str(), Some("shoe" | "shuffler" | "wheel"));
        if !waiting.as_array().unwrap().iter().any(|one| device(&one["who"])) {
            return game;
        }
        within("the server's devices do their part", changes.changed()).await.unwrap();
    }
}
