//! The register as it is told: searches and events, from the wire to the store and back.

use crate::history::word;
use crate::identity::Person;
use crate::problem::Problem;
use serde::Serialize;
use store::significant::{self, EventId, Kind, Recorded, Search, Severity};
use store::{Store, StoreError};
use table_host::ids::{RoundId, TableId};
use wire::problem::EdgeCode;
use wire::rest::significant::{Acknowledge, Acknowledged, SignificantEvent, SignificantPage, SignificantQuery};

/// The longest note.
const NOTE_MAX: usize = 1000;

/// A page of what is looked for.
pub(crate) async fn page(store: &Store, query: SignificantQuery, limit: u32) -> Result<SignificantPage, Problem> {
    let search = asked(query);
    let mut connection = store.pool().acquire().await.map_err(StoreError::from)?;
    let found = significant::search(&mut connection, &search, limit).await?;
    let more = found.len() == usize::try_from(limit).unwrap_or(usize::MAX);
    let next = found.last().filter(|_| more).map(|last| wire::id::EventId(last.id.0));
    Ok(SignificantPage { events: found.into_iter().map(told).collect::<Result<_, _>>()?, next })
}

/// Takes note of an event.
pub(crate) async fn acknowledge(
    store: &Store,
    by: Person,
    event: EventId,
    request: &Acknowledge,
) -> Result<SignificantEvent, Problem> {
    if request.note.chars().count() > NOTE_MAX {
        return Err(Problem::saying(EdgeCode::InvalidBody, format!("A note has at most {NOTE_MAX} characters.")));
    }
    let mut connection = store.pool().acquire().await.map_err(StoreError::from)?;
    significant::acknowledge(&mut connection, event, by.staff, &request.note).await?;
    Ok(told(significant::find(&mut connection, event).await?.ok_or(EdgeCode::NotFound)?)?)
}

fn asked(query: SignificantQuery) -> Search {
    Search {
        kinds: query.kind.map(|kind| Kind::from_name(&name(kind)).into_iter().collect()),
        severity: query.severity.and_then(|severity| Severity::from_name(&name(severity))),
        from: query.from.map(Into::into),
        until: query.until.map(Into::into),
        table: query.table.map(|table| TableId(table.0)),
        round: query.round.map(|round| RoundId(round.0)),
        staff: query.staff,
        device: query.device,
        text: query.text,
        acknowledged: query.acknowledged,
        before: query.before.map(|before| EventId(before.0)),
    }
}

/// The word for a value that is one word on the wire.
fn name(of: impl Serialize) -> String {
    let value = serde_json::to_value(of).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

fn told(event: Recorded) -> Result<SignificantEvent, StoreError> {
    Ok(SignificantEvent {
        id: wire::id::EventId(event.id.0),
        kind: word(event.kind.name())?,
        severity: word(event.severity.name())?,
        at: event.at.into(),
        table: event.table.map(|table| wire::id::TableId(table.0)),
        round: event.round.map(|round| wire::id::RoundId(round.0)),
        staff: event.staff,
        device: event.device,
        details: event.details,
        acknowledged: event.acknowledged.map(|note| Acknowledged { by: note.by, at: note.at.into(), note: note.note }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::rest::significant::SignificantKind;

    #[test]
    fn what_the_store_keeps_and_what_the_wire_tells_have_the_same_names() {
        for kind in Kind::ALL {
            let told: SignificantKind = word(kind.name()).unwrap();
            assert_eq!(Kind::from_name(&name(told)), Some(kind));
            assert!(word::<wire::rest::significant::Severity>(kind.severity().name()).is_ok());
        }
    }
}
