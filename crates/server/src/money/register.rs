//! What is on record of counts, slips and boxes, page by page.

use crate::history::word;
use crate::problem::Problem;
use game_core::game::{Millis, StaffId};
use game_core::inventory::Report;
use serde::de::DeserializeOwned;
use serde_json::Value;
use store::money::{self, BoxFilter, CountFilter, SlipFilter};
use store::{Store, StoreError};
use table_host::TableHandle;
use table_host::ids::TableId;
use wire::rest::money::{
    BoxRecord, BoxesPage, BoxesQuery, CountRecord, CountsPage, CountsQuery, DifferenceReport, MissingNumber,
    MissingNumbers, Signature, SlipRecord, SlipVoid, SlipsPage, SlipsQuery, TableInventory,
};

/// How a table's money stands.
pub(crate) fn inventory(handle: &TableHandle) -> TableInventory {
    let standing = handle.standing();
    let state = standing.table.state();
    TableInventory {
        seq: standing.seq,
        standing: state.inventory().standing(),
        rack_cents: state.rack(),
        dropped_cents: state.dropped(),
        count: state.inventory().count().copied(),
        slips: state.inventory().slips().to_vec(),
        boxes: state.inventory().boxes().to_vec(),
    }
}

fn count_of(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

fn signature((by, at): (i64, Millis)) -> Signature {
    Signature { by: StaffId(count_of(by)), at: at.into() }
}

fn read<T: DeserializeOwned>(value: Value) -> Result<T, StoreError> {
    serde_json::from_value(value)
        .map_err(|error| StoreError::Unreadable { what: "chips on record".to_owned(), cause: error.to_string() })
}

/// The cursor of the next page, if this one is full.
fn next<T>(rows: &[T], limit: u32, number: impl Fn(&T) -> u64) -> Option<u64> {
    rows.last().filter(|_| rows.len() == limit as usize).map(number)
}

/// Counts of a table's rack.
pub(crate) async fn counts(
    store: &Store,
    table: TableId,
    query: CountsQuery,
    limit: u32,
) -> Result<CountsPage, Problem> {
    let mut connection = store.pool().acquire().await.map_err(StoreError::from)?;
    let filter = CountFilter { table, differing: query.differing, after: query.after.unwrap_or(0).into(), limit };
    let found = money::counts(&mut connection, filter).await?;
    let next = next(&found, limit, |count| count_of(count.seq));
    let counts = found.into_iter().map(count).collect::<Result<_, _>>()?;
    Ok(CountsPage { counts, next })
}

fn count(count: money::Count) -> Result<CountRecord, StoreError> {
    let report = count.difference.map(|difference| match Report::of(difference) {
        Report::Noted => DifferenceReport::Noted,
        Report::Written => DifferenceReport::Written,
        Report::Regulator => DifferenceReport::Regulator,
    });
    Ok(CountRecord {
        seq: count_of(count.seq),
        kind: word(&count.kind)?,
        tray: read(count.tray)?,
        total_cents: count.total,
        expected_cents: count.expected,
        difference_cents: count.difference,
        report,
        recount: count.recount,
        counted: signature(count.counted),
        verified: count.verified.map(signature),
    })
}

/// Slips in the order of their numbers.
pub(crate) async fn slips(store: &Store, query: SlipsQuery, limit: u32) -> Result<SlipsPage, Problem> {
    let mut connection = store.pool().acquire().await.map_err(StoreError::from)?;
    let filter = SlipFilter {
        series: query.kind.name(),
        table: query.table.map(|table| TableId(table.0)),
        state: query.state.map(wire::rest::money::SlipStatus::name),
        after: query.after.unwrap_or(0).into(),
        limit,
    };
    let found = money::slips(&mut connection, filter).await?;
    let next = next(&found, limit, |slip| count_of(slip.number));
    let slips = found.into_iter().map(slip).collect::<Result<_, _>>()?;
    Ok(SlipsPage { slips, next })
}

fn slip(slip: money::Slip) -> Result<SlipRecord, StoreError> {
    let void = |void: money::Void| -> Result<SlipVoid, StoreError> {
        let proposed_by = StaffId(count_of(void.proposed_by));
        Ok(SlipVoid { reason: word(&void.reason)?, proposed_by, approved: signature((void.by, void.at)) })
    };
    Ok(SlipRecord {
        kind: word(&slip.series)?,
        number: count_of(slip.number),
        table: wire::id::TableId(slip.table.0),
        tray: read(slip.tray)?,
        total_cents: slip.total,
        state: word(&slip.state)?,
        requested: signature(slip.requested),
        issued: slip.issued.map(signature),
        received: slip.received.map(signature),
        void: slip.void.map(void).transpose()?,
    })
}

/// Drop boxes in the order of their numbers.
pub(crate) async fn boxes(store: &Store, query: BoxesQuery, limit: u32) -> Result<BoxesPage, Problem> {
    let mut connection = store.pool().acquire().await.map_err(StoreError::from)?;
    let table = query.table.map(|table| TableId(table.0));
    let found =
        money::boxes(&mut connection, BoxFilter { table, after: query.after.unwrap_or(0).into(), limit }).await?;
    let next = next(&found, limit, |drop_box| count_of(drop_box.number));
    let boxes = found.into_iter().map(drop_box).collect::<Result<_, _>>()?;
    Ok(BoxesPage { boxes, next })
}

fn drop_box(drop_box: money::Box) -> Result<BoxRecord, StoreError> {
    Ok(BoxRecord {
        number: count_of(drop_box.number),
        table: wire::id::TableId(drop_box.table.0),
        recorded_cents: drop_box.recorded,
        removed: signature(drop_box.removed),
        contents: drop_box.contents.map(read).transpose()?,
        counted_cents: drop_box.counted,
        counted: drop_box.counted_by.map(signature),
        verified: drop_box.verified_by.map(signature),
    })
}

/// The numbers that are missing from their series.
pub(crate) async fn missing(store: &Store) -> Result<MissingNumbers, Problem> {
    let mut connection = store.pool().acquire().await.map_err(StoreError::from)?;
    let missing = money::missing(&mut connection).await?;
    let number = |(series, number)| MissingNumber { series, number: count_of(number) };
    Ok(MissingNumbers { missing: missing.into_iter().map(number).collect() })
}
