//! What the writer does with meters: locks those that a batch touches, fills in what they take and pay, and writes each
//! movement down.

use super::movements::{Movement, movements};
use super::reference;
use crate::journal::Prepared;
use crate::open::StoreError;
use crate::projection::Placed;
use crate::rules::Rulebook;
use game_core::meters::MeterBook;
use game_core::money::{MicroCents, Overflow};
use game_core::rules::MeterRef;
use sqlx::PgConnection;
use std::collections::BTreeMap;
use table_host::ids::TableId;
use table_host::journal::{Append, AppendError};
use time::OffsetDateTime;
use uuid::Uuid;

/// Why amounts cannot be filled in.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FillError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Amount(#[from] Overflow),
    #[error(transparent)]
    Append(#[from] AppendError),
}

impl From<sqlx::Error> for FillError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// An append with its amounts filled in, and what that does to meters.
#[derive(Debug)]
pub(crate) struct Filled {
    pub(crate) append: Prepared,
    pub(crate) moved: Vec<Moved>,
}

/// A line of a meter's entries.
#[derive(Debug)]
pub(crate) struct Moved {
    /// Which entry of the append caused it.
    entry: usize,
    movement: Movement,
    before: i64,
    after: i64,
}

/// Fills in the appends that touch meters; each answer has the place of its append.
pub(crate) async fn fill(
    connection: &mut PgConnection,
    rulebook: &mut Rulebook,
    appends: &[(usize, &Prepared)],
) -> Result<BTreeMap<usize, Filled>, FillError> {
    let touching: Vec<(usize, &Append)> = appends
        .iter()
        .filter(|(_, append)| append.touches_meters)
        .map(|(place, append)| (*place, &append.of))
        .collect();
    if touching.is_empty() {
        return Ok(BTreeMap::new());
    }
    rulebook.fetch(connection, touching.iter().map(|(_, append)| &*append.rules_version)).await?;
    let tables: Vec<Uuid> = touching.iter().map(|(_, append)| append.table.0).collect();
    let balances = lock(connection, &tables).await?;
    let mut filled = BTreeMap::new();
    for (place, append) in touching {
        let mut book = MeterBook::new(&*rulebook.get(&append.rules_version)?)?;
        for (meter, balance) in balances.get(&append.table).into_iter().flatten() {
            book.set(*meter, *balance);
        }
        filled.insert(place, post(append.clone(), book)?);
    }
    Ok(filled)
}

type Balances = BTreeMap<TableId, Vec<(MeterRef, MicroCents)>>;

/// What the meters of tables hold, locked in one order for everybody.
async fn lock(connection: &mut PgConnection, tables: &[Uuid]) -> Result<Balances, StoreError> {
    let rows = sqlx::query!(
        "SELECT table_id, wager, stake_cents, level, balance_micro FROM meters WHERE table_id = ANY($1)
         ORDER BY table_id, wager, stake_cents, level FOR UPDATE",
        tables
    )
    .fetch_all(connection)
    .await?;
    let mut balances = Balances::new();
    for row in rows {
        let meter = reference(&row.wager, row.stake_cents, &row.level)?;
        balances.entry(TableId(row.table_id)).or_default().push((meter, MicroCents::new(row.balance_micro)));
    }
    Ok(balances)
}

fn post(mut append: Append, mut book: MeterBook) -> Result<Filled, FillError> {
    let mut moved = Vec::new();
    for (number, entry) in append.entries.iter_mut().enumerate() {
        for event in &mut entry.events {
            let before = book.clone();
            book.post(std::slice::from_mut(event))?;
            let mut stands = None;
            for movement in movements(event)? {
                let before = stands.or_else(|| before.balance(movement.meter)).unwrap_or(MicroCents::ZERO);
                let after = before.plus(movement.amount)?;
                stands = Some(after);
                moved.push(Moved { entry: number, movement, before: before.get(), after: after.get() });
            }
        }
    }
    Ok(Filled { append: Prepared::new(append)?, moved })
}

/// Writes the movements down; a trigger moves each meter to where its last movement ends, or refuses.
pub(crate) async fn write(
    connection: &mut PgConnection,
    placed: &[(&Placed<'_>, &[Moved])],
) -> Result<(), sqlx::Error> {
    let rows: Vec<(&Placed<'_>, &Moved, i16)> = placed
        .iter()
        .flat_map(|(placed, moved)| moved.iter().zip(1..).map(move |(moved, line)| (*placed, moved, line)))
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query_file!(
        "src/meters/entries.sql",
        &rows.iter().map(|(placed, _, _)| placed.append.of.table.0).collect::<Vec<_>>(),
        &rows.iter().map(|(placed, moved, _)| placed.seq(moved.entry)).collect::<Vec<_>>(),
        &rows.iter().map(|(_, _, line)| *line).collect::<Vec<_>>(),
        &rows.iter().map(|(placed, moved, _)| placed.append.time_of(moved.entry)).collect::<Vec<_>>()
            as &[Option<OffsetDateTime>],
        &rows.iter().map(|(_, moved, _)| moved.movement.meter.wager.name()).collect::<Vec<_>>() as &[&str],
        &rows.iter().map(|(_, moved, _)| moved.movement.meter.stake.get()).collect::<Vec<_>>(),
        &rows.iter().map(|(_, moved, _)| moved.movement.meter.level.name()).collect::<Vec<_>>() as &[&str],
        &rows.iter().map(|(_, moved, _)| moved.movement.kind).collect::<Vec<_>>() as &[&str],
        &rows.iter().map(|(_, moved, _)| moved.movement.amount.get()).collect::<Vec<_>>(),
        &rows.iter().map(|(_, moved, _)| moved.before).collect::<Vec<_>>(),
        &rows.iter().map(|(_, moved, _)| moved.after).collect::<Vec<_>>()
    )
    .execute(connection)
    .await?;
    Ok(())
}
