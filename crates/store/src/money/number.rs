//! Numbers for slips and boxes, given in the transaction that writes them: what is not committed uses none.

use crate::journal::Prepared;
use crate::meters::FillError;
use crate::open::StoreError;
use game_core::event::Event;
use game_core::inventory::{Series, SlipNumber};
use sqlx::PgConnection;
use std::collections::BTreeMap;

/// Whether an event waits for a number.
pub(crate) const fn waits(event: &Event) -> bool {
    match event {
        Event::Inventory(event) => event.waits_for().is_some(),
        _ => false,
    }
}

/// Gives numbers to the appends that wait for some; each answer has the place of its append. The counters are locked until
/// the transaction ends, and move with the rows that take the numbers.
pub(crate) async fn number(
    connection: &mut PgConnection,
    appends: &[(usize, &Prepared)],
) -> Result<BTreeMap<usize, Prepared>, FillError> {
    if appends.iter().all(|(_, append)| !append.waits_for_number) {
        return Ok(BTreeMap::new());
    }
    let rows = sqlx::query!("SELECT series, last FROM slip_counters ORDER BY series FOR UPDATE")
        .fetch_all(&mut *connection)
        .await?;
    let mut last: BTreeMap<String, i64> = rows.into_iter().map(|row| (row.series, row.last)).collect();
    let mut numbered = BTreeMap::new();
    for (place, prepared) in appends.iter().filter(|(_, append)| append.waits_for_number) {
        let mut append = prepared.of.clone();
        for event in append.entries.iter_mut().flat_map(|entry| &mut entry.events) {
            if let Event::Inventory(event) = event
                && let Some(series) = event.waits_for()
            {
                event.give(next(&mut last, series)?);
            }
        }
        numbered.insert(*place, Prepared::new(append)?);
    }
    Ok(numbered)
}

fn next(last: &mut BTreeMap<String, i64>, series: Series) -> Result<SlipNumber, StoreError> {
    let unreadable = || StoreError::unreadable("the counter of slips", series.name());
    let last = last.get_mut(series.name()).ok_or_else(unreadable)?;
    *last += 1;
    u32::try_from(*last).ok().and_then(SlipNumber::new).ok_or_else(unreadable)
}
