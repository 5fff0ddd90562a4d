//! Finding significant events again: by every field they have, the latest first.

use super::{EventId, Kind, Severity};
use crate::open::StoreError;
use crate::times::{millis, timestamp};
use game_core::game::{Millis, StaffId};
use serde_json::Value;
use sqlx::PgConnection;
use table_host::ids::{RoundId, TableId};
use time::OffsetDateTime;
use uuid::Uuid;

/// The most events on a page.
const PAGE_MAX: u32 = 200;

/// What is looked for: events for which everything that is said here holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Search {
    /// Of one of these kinds.
    pub kinds: Option<Vec<Kind>>,
    /// As grave as this.
    pub severity: Option<Severity>,
    /// Not before.
    pub from: Option<Millis>,
    /// Before.
    pub until: Option<Millis>,
    /// At this table.
    pub table: Option<TableId>,
    /// In this round.
    pub round: Option<RoundId>,
    /// By or about this member of staff.
    pub staff: Option<StaffId>,
    /// Of this device.
    pub device: Option<String>,
    /// With this text, in whatever case, somewhere in the details.
    pub text: Option<String>,
    /// That somebody has taken note of, or nobody has.
    pub acknowledged: Option<bool>,
    /// Recorded before this one.
    pub before: Option<EventId>,
}

/// An event on record.
#[derive(Clone, PartialEq, Debug)]
pub struct Recorded {
    /// Its name.
    pub id: EventId,
    /// What kind of thing.
    pub kind: Kind,
    /// How grave.
    pub severity: Severity,
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
    /// What else there is to say.
    pub details: Value,
    /// Who has taken note of it.
    pub acknowledged: Option<Acknowledgement>,
}

/// That somebody has taken note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Acknowledgement {
    /// Who.
    pub by: StaffId,
    /// When.
    pub at: Millis,
    /// What they said.
    pub note: String,
}

struct Row {
    event_id: Uuid,
    at: OffsetDateTime,
    kind: String,
    severity: String,
    table_id: Option<Uuid>,
    round_id: Option<Uuid>,
    staff_id: Option<i64>,
    device: Option<String>,
    details: Value,
    acknowledged_by: Option<i64>,
    acknowledged_at: Option<OffsetDateTime>,
    note: Option<String>,
}

impl Row {
    fn read(self) -> Result<Recorded, StoreError> {
        let unreadable = || StoreError::unreadable(format!("significant event {}", self.event_id), "a field unknown");
        let staff = |number: i64| u64::try_from(number).map(StaffId).map_err(|_| unreadable());
        let acknowledged = match (self.acknowledged_by, self.acknowledged_at, self.note) {
            (Some(by), Some(at), Some(note)) => Some(Acknowledgement { by: staff(by)?, at: millis(at), note }),
            _ => None,
        };
        Ok(Recorded {
            id: EventId(self.event_id),
            kind: Kind::from_name(&self.kind).ok_or_else(unreadable)?,
            severity: Severity::from_name(&self.severity).ok_or_else(unreadable)?,
            at: millis(self.at),
            table: self.table_id.map(TableId),
            round: self.round_id.map(RoundId),
            staff: self.staff_id.map(staff).transpose()?,
            device: self.device,
            details: self.details,
            acknowledged,
        })
    }
}

/// The events that are looked for, the latest first, at most `limit` and never more than two hundred.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn search(connection: &mut PgConnection, search: &Search, limit: u32) -> Result<Vec<Recorded>, StoreError> {
    look(connection, search, None, limit).await
}

/// One event by its name.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn find(connection: &mut PgConnection, id: EventId) -> Result<Option<Recorded>, StoreError> {
    Ok(look(connection, &Search::default(), Some(id), 1).await?.pop())
}

async fn look(
    connection: &mut PgConnection,
    search: &Search,
    only: Option<EventId>,
    limit: u32,
) -> Result<Vec<Recorded>, StoreError> {
    let kinds: Option<Vec<String>> =
        search.kinds.as_ref().map(|kinds| kinds.iter().map(|kind| kind.name().to_owned()).collect());
    let rows = sqlx::query_file_as!(
        Row,
        "src/significant/search.sql",
        search.before.map(|before| before.0),
        kinds.as_deref(),
        search.severity.map(Severity::name),
        search.from.and_then(timestamp),
        search.until.and_then(timestamp),
        search.table.map(|table| table.0),
        search.round.map(|round| round.0),
        // A number that no member of staff can have is nobody's.
        search.staff.map(|StaffId(staff)| i64::try_from(staff).unwrap_or(-1)),
        search.device.as_deref(),
        search.text.as_deref(),
        search.acknowledged,
        only.map(|only| only.0),
        i64::from(limit.min(PAGE_MAX))
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter().map(Row::read).collect()
}
