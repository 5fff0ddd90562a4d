//! The books of a table against its journal: what was moved is what the events say, and nothing is left on the layout.

use super::TestServer;
use game_core::game::Seat;
use game_core::ledger::{Account, postings};
use std::collections::BTreeMap;
use store::ledger::Balance;
use store::{journal, ledger};
use table_host::ids::TableId;

/// Fails unless the books of a table between two rounds say what its events moved: the chips on the felt are the seats'
/// accounts, a cleared layout holds nothing, everything sums to zero and the journal's chain holds. Answers with the books.
pub(crate) async fn reconcile(server: &TestServer, id: TableId) -> Vec<Balance> {
    let (handle, _) = server.server.app().table(id).unwrap();
    let table = handle.standing().table;
    let mut connection = server.database.store.pool().acquire().await.unwrap();
    let entries = journal::load(&mut connection, id, 0).await.unwrap();
    let mut moved: BTreeMap<Account, i64> = BTreeMap::new();
    for event in entries.iter().flat_map(|entry| &entry.events) {
        for posting in postings(table.rules().game(), event).unwrap().iter() {
            *moved.entry(posting.account).or_default() += posting.amount.get();
        }
    }
    let balances = ledger::balances(&mut connection, id).await.unwrap();
    assert_eq!(balances.iter().map(|balance| balance.amount.get()).sum::<i64>(), 0);
    for seat in Seat::first(7) {
        let booked = balances.iter().find(|balance| balance.seat == Some(seat)).map_or(0, |it| it.amount.get());
        assert_eq!(booked, moved.get(&Account::Seat(seat)).copied().unwrap_or(0), "seat {seat}");
        assert_eq!(booked, table.state().chips(seat).to_micro().unwrap().get(), "seat {seat}");
    }
    let layout = balances.iter().find(|balance| balance.account == "layout").map_or(0, |it| it.amount.get());
    assert_eq!(layout, 0, "a cleared layout holds nothing");
    journal::verify_chain(&mut connection, id).await.unwrap();
    balances
}
