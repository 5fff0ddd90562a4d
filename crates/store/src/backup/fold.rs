//! The books and the registers of counts, slips and boxes, told anew from the journal, whose chain holds: whatever is not what
//! the journal says was altered.

use super::BackupError;
use super::held::Held;
use super::registers::{Registers, kept};
use crate::journal::load_page;
use crate::ledger::place;
use game_core::game::GameId;
use game_core::ledger::postings;
use sqlx::PgConnection;
use table_host::ids::TableId;

/// Entries compared at a time.
const PAGE: u32 = 1000;

/// A line of the books: the entry and the place in it, the account, the seat, and the amount.
type Line = (i64, i16, String, Option<i16>, i64);

/// Holds what is kept of a table's money against its journal.
pub(super) async fn compare(connection: &mut PgConnection, table: TableId) -> Result<(), BackupError> {
    let row = sqlx::query!("SELECT game, training FROM tables WHERE table_id = $1", table.0)
        .fetch_one(&mut *connection)
        .await?;
    let name = row.game;
    let Some(game) = GameId::ALL.into_iter().find(|game| game.name() == name) else {
        return Err(BackupError::Unsound(format!("table {table} plays {name}, which is no game")));
    };
    let mut told = Registers::default();
    let mut held = Held::new(row.training);
    let mut after = 0;
    loop {
        let entries = load_page(connection, table, after, PAGE).await?;
        let Some(last) = entries.last().map(|entry| entry.seq) else { break };
        let mut lines: Vec<Line> = Vec::new();
        for entry in &entries {
            let seq = i64::try_from(entry.seq).unwrap_or(i64::MAX);
            let mut number = 0;
            for event in &entry.events {
                let moved = postings(game, event).map_err(|error| BackupError::Unsound(error.to_string()))?;
                for posting in moved.iter() {
                    number += 1;
                    let to = place(posting.account);
                    let seat = to.seat.map(|seat| i16::from(seat.number()));
                    lines.push((seq, number, to.account.to_owned(), seat, posting.amount.get()));
                    held.take(event, posting);
                }
                told.take(seq, entry.at, event);
            }
            if let Some((account, balance)) = held.negative() {
                let place = place(account);
                let seat = place.seat.map_or_else(String::new, |seat| format!(" {seat}"));
                return Err(BackupError::Unsound(format!(
                    "{}{seat} of table {table} held {balance} after entry {seq}: less than nothing",
                    place.account
                )));
            }
        }
        same(table, &lines, &booked(connection, table, after, last).await?)?;
        after = last;
    }
    // Nothing is booked that no entry says.
    same(table, &[], &booked(connection, table, after, u64::MAX).await?)?;
    match told.differing(&kept(connection, table).await?) {
        Some(what) => Err(BackupError::Unsound(format!("{what} of table {table} is not what the journal says"))),
        None => Ok(()),
    }
}

/// The lines on record of the entries after one and up to another.
async fn booked(
    connection: &mut PgConnection,
    table: TableId,
    after: u64,
    last: u64,
) -> Result<Vec<Line>, BackupError> {
    let bound = |seq: u64| i64::try_from(seq).unwrap_or(i64::MAX);
    // Before the first entry there is nothing either.
    let after = if after == 0 { i64::MIN } else { bound(after) };
    let rows = sqlx::query!(
        "SELECT seq, line, account, seat, amount_micro FROM ledger_postings
         WHERE table_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq, line",
        table.0,
        after,
        bound(last)
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.seq, row.line, row.account, row.seat, row.amount_micro)).collect())
}

/// Whether the lines are the same in both; the first entry of which they are not is named.
fn same(table: TableId, told: &[Line], booked: &[Line]) -> Result<(), BackupError> {
    let first = told.iter().zip(booked).position(|(told, booked)| told != booked);
    let first = first.or_else(|| (told.len() != booked.len()).then(|| told.len().min(booked.len())));
    let Some(place) = first else { return Ok(()) };
    let seq = [told, booked].into_iter().filter_map(|lines| lines.get(place)).map(|line| line.0).min();
    let seq = seq.unwrap_or_default();
    Err(BackupError::Unsound(format!("the postings of entry {seq} of table {table} are not what the journal says")))
}
