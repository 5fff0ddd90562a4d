//! The register of significant events: recorded with what they are about, never changed, found again by every field.

mod chain;
mod derived;
mod kind;
mod search;

pub use chain::{Chain, verify};
pub use derived::Thresholds;
pub use kind::{Kind, Severity};
pub use search::{Acknowledgement, Recorded, Search, find, search};

pub(crate) use derived::write;

use crate::open::StoreError;
use crate::plain::plain_members;
use crate::times::timestamp;
use game_core::game::{Millis, StaffId};
use serde_json::{Map, Value};
use sqlx::PgConnection;
use table_host::ids::{RoundId, TableId};
use time::OffsetDateTime;
use uuid::Uuid;

/// Something that happened and must be found again.
#[derive(Clone, PartialEq, Debug)]
pub struct SignificantEvent {
    /// What kind of thing.
    pub kind: Kind,
    /// When.
    pub at: Millis,
    /// At which table.
    pub table: Option<TableId>,
    /// In which round.
    pub round: Option<RoundId>,
    /// By or about which member of staff.
    pub staff: Option<StaffId>,
    /// Which device.
    pub device: Option<String>,
    /// What else there is to say. Never a card that nobody may know yet, a token or a password.
    pub details: Map<String, Value>,
}

impl SignificantEvent {
    /// An event of which nothing more is known yet.
    #[must_use]
    pub fn new(kind: Kind) -> Self {
        Self { kind, at: table_host::now(), table: None, round: None, staff: None, device: None, details: Map::new() }
    }

    /// The same event, at this moment.
    #[must_use]
    pub const fn at(mut self, at: Millis) -> Self {
        self.at = at;
        self
    }

    /// The same event, at this table.
    #[must_use]
    pub const fn table(mut self, table: TableId) -> Self {
        self.table = Some(table);
        self
    }

    /// The same event, in this round.
    #[must_use]
    pub fn round(mut self, round: impl Into<Option<RoundId>>) -> Self {
        self.round = round.into();
        self
    }

    /// The same event, by or about this member of staff.
    #[must_use]
    pub fn staff(mut self, staff: impl Into<Option<StaffId>>) -> Self {
        self.staff = staff.into();
        self
    }

    /// The same event, of this device.
    #[must_use]
    pub fn device(mut self, device: impl Into<String>) -> Self {
        self.device = Some(device.into());
        self
    }

    /// The same event, with one more detail.
    #[must_use]
    pub fn detail(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.details.insert(name.to_owned(), value.into());
        self
    }
}

/// The name of an event on record. Later events have greater names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EventId(pub Uuid);

/// Records an event. It is on record when the transaction it belongs to is.
///
/// # Errors
/// When the database fails.
pub async fn record(connection: &mut PgConnection, event: &SignificantEvent) -> Result<EventId, StoreError> {
    let ids = record_all(connection, std::slice::from_ref(event)).await?;
    ids.into_iter().next().ok_or_else(|| StoreError::unreadable("an event", "it was not recorded"))
}

/// Records several events at once.
///
/// # Errors
/// When the database fails.
pub async fn record_all(
    connection: &mut PgConnection,
    events: &[SignificantEvent],
) -> Result<Vec<EventId>, StoreError> {
    let ids: Vec<Uuid> = events.iter().map(|_| Uuid::now_v7()).collect();
    // A moment beyond what the database holds must not keep an event from being recorded.
    let at = |event: &SignificantEvent| timestamp(event.at).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let staff = |event: &SignificantEvent| event.staff.and_then(|StaffId(staff)| i64::try_from(staff).ok());
    let details = |event: &SignificantEvent| Value::Object(plain_members(event.details.clone()));
    sqlx::query_file!(
        "src/significant/insert.sql",
        &ids,
        &events.iter().map(at).collect::<Vec<_>>(),
        &events.iter().map(|event| event.kind.name()).collect::<Vec<_>>() as &[&str],
        &events.iter().map(|event| event.kind.severity().name()).collect::<Vec<_>>() as &[&str],
        &events.iter().map(|event| event.table.map(|table| table.0)).collect::<Vec<_>>() as &[Option<Uuid>],
        &events.iter().map(|event| event.round.map(|round| round.0)).collect::<Vec<_>>() as &[Option<Uuid>],
        &events.iter().map(staff).collect::<Vec<_>>() as &[Option<i64>],
        &events.iter().map(|event| event.device.as_deref()).collect::<Vec<_>>() as &[Option<&str>],
        &events.iter().map(details).collect::<Vec<_>>()
    )
    .execute(connection)
    .await?;
    Ok(ids.into_iter().map(EventId).collect())
}

/// Notes that somebody has taken note of an event. The first note stands; false when there was one, or no such event.
///
/// # Errors
/// When the database fails.
pub async fn acknowledge(
    connection: &mut PgConnection,
    event: EventId,
    staff: StaffId,
    note: &str,
) -> Result<bool, StoreError> {
    let staff = i64::try_from(staff.0).map_err(|_| StoreError::unreadable("a member of staff", "out of range"))?;
    let noted = sqlx::query!(
        "INSERT INTO significant_acknowledgements (event_id, staff_id, note)
        SELECT event_id, $2, $3 FROM significant_events WHERE event_id = $1
        ON CONFLICT ON CONSTRAINT significant_acknowledgements_pkey DO NOTHING",
        event.0,
        staff,
        note
    )
    .execute(connection)
    .await?;
    Ok(noted.rows_affected() == 1)
}
