//! What the writer does with meters: locks those that a batch touches, fills in what they take and pay, in the order in
//! which the tables handed in, and writes each movement down. Each meter is locked and written once.

use super::believed::Believed;
use super::book::{Book, Meter, MeterId, Movement, Note, Pools, PostError, Terms};
use super::{levels, reference};
use crate::journal::Prepared;
use crate::ledger::meter_name;
use crate::open::StoreError;
use crate::projection::Placed;
use game_core::money::{Cents, MicroCents, Ppm};
use game_core::rules::PartialAwardFloor;
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
    Post(#[from] PostError),
    #[error(transparent)]
    Append(#[from] AppendError),
}

impl From<sqlx::Error> for FillError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// What became of a batch's meters.
#[derive(Debug, Default)]
pub(crate) struct Filling {
    /// The appends with their amounts filled in, by place.
    pub(crate) filled: BTreeMap<usize, Filled>,
    /// How the meters stand once it is committed.
    pub(crate) standing: Vec<(MeterId, i64, Pools)>,
    notes: Vec<Note>,
    /// Meters that were not where they should have been.
    astray: Vec<MeterId>,
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
    /// Which entry of the append caused it, and which event of that entry.
    pub(crate) entry: usize,
    pub(crate) event: usize,
    pub(crate) movement: Movement,
}

/// Fills in the appends that touch meters; each answer has the place of its append.
pub(crate) async fn fill(
    connection: &mut PgConnection,
    believed: &Believed,
    appends: &[(usize, &Prepared)],
) -> Result<Filling, FillError> {
    let touching: Vec<(usize, &Append)> = appends
        .iter()
        .filter(|(_, append)| append.touches_meters)
        .map(|(place, append)| (*place, &append.of))
        .collect();
    if touching.is_empty() {
        return Ok(Filling::default());
    }
    let tables: Vec<Uuid> = touching.iter().map(|(_, append)| append.table.0).collect();
    let mut book = lock(connection, &tables).await?;
    let astray = believed.astray(&book);
    for meter in &astray {
        book.meters.entry(*meter).and_modify(|meter| meter.frozen = true);
    }
    let mut filled = BTreeMap::new();
    for (place, append) in touching {
        filled.insert(place, post(append.clone(), &mut book)?);
    }
    let standing = book.meters.iter().map(|(id, meter)| (*id, meter.entries, meter.pools)).collect();
    Ok(Filling { filled, standing, notes: book.notes, astray })
}

/// The meters that tables take part in, locked in one order for everybody.
async fn lock(connection: &mut PgConnection, tables: &[Uuid]) -> Result<Book, StoreError> {
    let mut book = Book::default();
    let links = sqlx::query!(
        "SELECT table_id, wager, stake_cents, progressive_id FROM participations
         WHERE table_id = ANY($1) AND until IS NULL",
        tables
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut progressives: Vec<Uuid> = links.iter().map(|link| link.progressive_id).collect();
    progressives.sort_unstable();
    progressives.dedup();
    let rows = sqlx::query_file!("src/meters/lock.sql", &progressives).fetch_all(connection).await?;
    let mut of: BTreeMap<Uuid, Vec<(&str, MeterId)>> = BTreeMap::new();
    for row in &rows {
        of.entry(row.progressive_id).or_default().push((&row.level, MeterId(row.meter_id)));
        let terms = Terms {
            reset: Cents::new(row.reset_cents),
            rate: ppm(row.rate_ppm),
            next_rate: row.next_rate_ppm.map(ppm),
            limit: row.limit_cents.map(Cents::new),
            reserve_rate: ppm(row.reserve_ppm),
            plausible: MicroCents::new(row.plausible_micro),
            floor: floor(&row.partial_award_floor),
        };
        let pools = Pools {
            balance: MicroCents::new(row.balance_micro),
            overflow: MicroCents::new(row.overflow_micro),
            reserve: MicroCents::new(row.reserve_micro),
            funded: MicroCents::new(row.funded_micro),
        };
        let (enabled, frozen) = (row.status == "enabled", row.frozen_cause.is_some());
        book.meters.insert(MeterId(row.meter_id), Meter { terms, enabled, frozen, pools, entries: row.entries });
    }
    for link in &links {
        for (level, meter) in of.get(&link.progressive_id).into_iter().flatten() {
            let named = reference(&link.wager, link.stake_cents, level)?;
            book.links.entry(TableId(link.table_id)).or_default().insert(named, *meter);
        }
    }
    Ok(book)
}

fn ppm(parts: i32) -> Ppm {
    Ppm::new(u32::try_from(parts).unwrap_or_default())
}

fn floor(name: &str) -> PartialAwardFloor {
    if name == "reset" { PartialAwardFloor::Reset } else { PartialAwardFloor::None }
}

fn post(mut append: Append, book: &mut Book) -> Result<Filled, FillError> {
    let mut moved = Vec::new();
    for (number, entry) in append.entries.iter_mut().enumerate() {
        for (place, event) in entry.events.iter_mut().enumerate() {
            let movements = book.post(append.table, event)?;
            moved.extend(movements.into_iter().map(|movement| Moved { entry: number, event: place, movement }));
        }
    }
    let table = append.table;
    let mut append = Prepared::new(append)?;
    append.changes.name_meters(&named(book, table));
    Ok(Filled { append, moved })
}

/// The names that the books have for a table's meters, and those they are known by everywhere.
fn named(book: &Book, table: TableId) -> BTreeMap<String, String> {
    let of_table = book.links.get(&table).into_iter().flatten();
    of_table.map(|(meter, id)| (meter_name(*meter), id.0.to_string())).collect()
}

/// Writes the movements down; a trigger moves each meter to where its last movement ends, or refuses.
pub(crate) async fn write(
    connection: &mut PgConnection,
    filling: &Filling,
    placed: &[(&Placed<'_>, &[Moved])],
) -> Result<(), StoreError> {
    let mut rows: Vec<(&Placed<'_>, &Moved)> =
        placed.iter().flat_map(|(placed, moved)| moved.iter().map(move |moved| (*placed, moved))).collect();
    if rows.is_empty() && filling.astray.is_empty() {
        return Ok(());
    }
    rows.sort_unstable_by_key(|(_, moved)| (moved.movement.meter, moved.movement.number));
    let of = |moved: &Moved| moved.movement;
    sqlx::query_file!(
        "src/meters/entries.sql",
        &rows.iter().map(|(_, moved)| of(moved).meter.0).collect::<Vec<_>>(),
        &rows.iter().map(|(_, moved)| of(moved).number).collect::<Vec<_>>(),
        &rows.iter().map(|(placed, moved)| placed.append.time_of(moved.entry)).collect::<Vec<_>>()
            as &[Option<OffsetDateTime>],
        &rows.iter().map(|(_, moved)| of(moved).pool.name()).collect::<Vec<_>>() as &[&str],
        &rows.iter().map(|(_, moved)| of(moved).kind).collect::<Vec<_>>() as &[&str],
        &rows.iter().map(|(_, moved)| of(moved).amount.get()).collect::<Vec<_>>(),
        &rows.iter().map(|(_, moved)| of(moved).before.get()).collect::<Vec<_>>(),
        &rows.iter().map(|(_, moved)| of(moved).after.get()).collect::<Vec<_>>(),
        &rows.iter().map(|(placed, _)| placed.append.of.table.0).collect::<Vec<_>>(),
        &rows.iter().map(|(placed, moved)| placed.seq(moved.entry)).collect::<Vec<_>>(),
        &rows.iter().map(|(_, moved)| i16::from(of(moved).wagers)).collect::<Vec<_>>(),
        &rows.iter().map(|(_, moved)| of(moved).wagered.get()).collect::<Vec<_>>()
    )
    .execute(&mut *connection)
    .await?;
    for note in &filling.notes {
        match note {
            Note::Implausible(meter) => levels::freeze(connection, *meter, levels::Cause::Implausible).await?,
            Note::RateInForce(meter) => levels::rate_in_force(connection, *meter).await?,
        }
    }
    for meter in &filling.astray {
        levels::freeze(connection, *meter, levels::Cause::Astray).await?;
    }
    Ok(())
}
