//! The switch of all play: how it stands, and every time somebody worked it.

use crate::approvals::Request;
use crate::open::StoreError;
use crate::significant::{self, Kind, SignificantEvent};
use crate::times::millis;
use game_core::game::{Millis, StaffId};
use game_core::switch::SwitchReason;
use sqlx::{Connection, PgConnection};
use time::OffsetDateTime;

/// The switch worked once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worked {
    /// Whether play was switched off.
    pub off: bool,
    /// Why.
    pub reason: SwitchReason,
    /// Why, in the words of whoever did it.
    pub note: String,
    /// Who.
    pub by: StaffId,
    /// When.
    pub at: Millis,
}

/// The switch to be worked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewPosition {
    /// Whether play is to be off.
    pub off: bool,
    /// Why.
    pub reason: SwitchReason,
    /// Why, in words.
    pub note: String,
    /// Who.
    pub by: StaffId,
    /// The request it came by.
    pub request: Request,
}

/// Why the switch was not worked.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// It stands so already.
    #[error("the switch stands so already")]
    StandsSo,
    /// The key was used for another body.
    #[error("the key was used for another request")]
    KeyReused,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for PlayError {
    fn from(error: sqlx::Error) -> Self {
        let error = StoreError::from(error);
        match error.constraint() {
            Some("play_switches_alternate") => Self::StandsSo,
            _ => Self::Store(error),
        }
    }
}

struct Row {
    off: bool,
    reason: String,
    note: String,
    staff_id: i64,
    at: OffsetDateTime,
}

impl Row {
    fn read(self) -> Result<Worked, StoreError> {
        let unreadable = || StoreError::unreadable("the switch of all play", "a field out of range");
        Ok(Worked {
            off: self.off,
            reason: serde_json::from_value(self.reason.into()).map_err(|_| unreadable())?,
            note: self.note,
            by: StaffId(u64::try_from(self.staff_id).map_err(|_| unreadable())?),
            at: millis(self.at),
        })
    }
}

/// How the switch was left the last time; none when nobody ever touched it, and play is on.
///
/// # Errors
/// When the database fails.
pub async fn last(connection: &mut PgConnection) -> Result<Option<Worked>, StoreError> {
    let row =
        sqlx::query_as!(Row, "SELECT off, reason, note, staff_id, at FROM play_switches ORDER BY number DESC LIMIT 1");
    row.fetch_optional(connection).await?.map(Row::read).transpose()
}

/// Works the switch, and puts it on the register in the same transaction. The same request again is answered as it was first.
///
/// # Errors
/// When it stands so already, the key was used for something else, or the database fails.
pub async fn work(connection: &mut PgConnection, new: &NewPosition) -> Result<Worked, PlayError> {
    if let Some(before) = worked_before(connection, new).await? {
        return Ok(before);
    }
    match write(connection, new).await {
        Ok(worked) => Ok(worked),
        // The same request may have been answered meanwhile.
        Err(error) => worked_before(connection, new).await?.ok_or(error),
    }
}

async fn worked_before(connection: &mut PgConnection, new: &NewPosition) -> Result<Option<Worked>, PlayError> {
    let row = sqlx::query!(
        "SELECT off, reason, note, staff_id, at, request_digest FROM play_switches WHERE request_id = $1",
        new.request.id.0
    );
    let Some(row) = row.fetch_optional(connection).await? else { return Ok(None) };
    if row.request_digest != new.request.digest.0 {
        return Err(PlayError::KeyReused);
    }
    let row = Row { off: row.off, reason: row.reason, note: row.note, staff_id: row.staff_id, at: row.at };
    Ok(Some(row.read()?))
}

async fn write(connection: &mut PgConnection, new: &NewPosition) -> Result<Worked, PlayError> {
    let reason = serde_json::to_value(new.reason).ok().and_then(|reason| reason.as_str().map(str::to_owned));
    let reason = reason.ok_or_else(|| StoreError::unreadable("a reason", "it has no name"))?;
    let mut transaction = connection.begin().await?;
    let row = sqlx::query_as!(
        Row,
        "INSERT INTO play_switches (off, reason, note, staff_id, request_id, request_digest) VALUES ($1, $2, $3, $4, $5, $6)
         RETURNING off, reason, note, staff_id, at",
        new.off,
        reason,
        new.note,
        i64::try_from(new.by.0).unwrap_or(i64::MAX),
        new.request.id.0,
        &new.request.digest.0[..]
    );
    let worked = row.fetch_one(&mut *transaction).await?.read()?;
    let event = SignificantEvent::new(Kind::SwitchUsed).staff(new.by).detail("what", "play").detail("off", new.off);
    let event = event.detail("reason", reason).detail("note", &*new.note);
    significant::record(&mut transaction, &event).await?;
    transaction.commit().await?;
    Ok(worked)
}
