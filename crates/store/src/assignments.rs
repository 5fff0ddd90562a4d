//! Which dealer deals where, until when. What was is never changed; who deals now is what has not ended.

use crate::open::StoreError;
use crate::people::{read_staff, staff_number};
use crate::times::{millis, timestamp};
use game_core::game::{Millis, StaffId};
use sqlx::PgConnection;
use table_host::ids::{CommandId, TableId};
use time::OffsetDateTime;
use uuid::Uuid;

/// A dealer at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// Its name; later ones have greater names.
    pub id: Uuid,
    /// The table.
    pub table: TableId,
    /// The dealer.
    pub staff: StaffId,
    /// Who assigned the dealer.
    pub by: StaffId,
    /// From when on.
    pub at: Millis,
    /// Until when.
    pub until: Millis,
    /// When the dealer was relieved before that, if so.
    pub ended_at: Option<Millis>,
}

/// A dealer to be assigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewAssignment {
    /// The table.
    pub table: TableId,
    /// The dealer.
    pub staff: StaffId,
    /// Who assigns.
    pub by: StaffId,
    /// From when on.
    pub at: Millis,
    /// Until when.
    pub until: Millis,
    /// Under which key it is asked for: a retry is known by it.
    pub request: CommandId,
}

struct Row {
    assignment_id: Uuid,
    table_id: Uuid,
    staff_id: i64,
    assigned_by: i64,
    assigned_at: OffsetDateTime,
    until: OffsetDateTime,
    ended_at: Option<OffsetDateTime>,
}

impl Row {
    fn read(self) -> Result<Assignment, StoreError> {
        Ok(Assignment {
            id: self.assignment_id,
            table: TableId(self.table_id),
            staff: read_staff(self.staff_id)?,
            by: read_staff(self.assigned_by)?,
            at: millis(self.assigned_at),
            until: millis(self.until),
            ended_at: self.ended_at.map(millis),
        })
    }
}

fn moment(at: Millis) -> Result<OffsetDateTime, StoreError> {
    timestamp(at).ok_or_else(|| StoreError::unreadable("a moment", "it is out of range"))
}

/// Assigns a dealer to a table, in the connection's transaction: whoever dealt there, and wherever the dealer dealt, that
/// ends. The same request again is answered with what it made first.
///
/// # Errors
/// When the database fails.
pub async fn assign(connection: &mut PgConnection, new: &NewAssignment) -> Result<Assignment, StoreError> {
    let before = sqlx::query_as!(
        Row,
        "SELECT assignment_id, table_id, staff_id, assigned_by, assigned_at, until, ended_at
         FROM assignments WHERE request_id = $1",
        new.request.0
    );
    if let Some(before) = before.fetch_optional(&mut *connection).await? {
        return before.read();
    }
    let (staff, by) = (staff_number(new.staff)?, staff_number(new.by)?);
    let end = sqlx::query!(
        "UPDATE assignments SET ended_at = $3, ended_by = $4
         WHERE (table_id = $1 OR staff_id = $2) AND ended_at IS NULL",
        new.table.0,
        staff,
        moment(new.at)?,
        by
    );
    end.execute(&mut *connection).await?;
    let insert = sqlx::query_as!(
        Row,
        "INSERT INTO assignments (assignment_id, table_id, staff_id, assigned_by, assigned_at, until, request_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         RETURNING assignment_id, table_id, staff_id, assigned_by, assigned_at, until, ended_at",
        Uuid::now_v7(),
        new.table.0,
        staff,
        by,
        moment(new.at)?,
        moment(new.until)?,
        new.request.0
    );
    insert.fetch_one(connection).await?.read()
}

/// Relieves the dealer of a table. False when there is none.
///
/// # Errors
/// When the database fails.
pub async fn relieve(
    connection: &mut PgConnection,
    table: TableId,
    at: Millis,
    by: StaffId,
) -> Result<bool, StoreError> {
    let end = sqlx::query!(
        "UPDATE assignments SET ended_at = $2, ended_by = $3 WHERE table_id = $1 AND ended_at IS NULL",
        table.0,
        moment(at)?,
        staff_number(by)?
    );
    Ok(end.execute(connection).await?.rows_affected() == 1)
}

/// Everybody's assignments that have not ended; the time of some may be over.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn current(connection: &mut PgConnection) -> Result<Vec<Assignment>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT assignment_id, table_id, staff_id, assigned_by, assigned_at, until, ended_at
         FROM assignments WHERE ended_at IS NULL ORDER BY assignment_id"
    );
    rows.fetch_all(connection).await?.into_iter().map(Row::read).collect()
}

/// A table's assignments, the latest first.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn of_table(
    connection: &mut PgConnection,
    table: TableId,
    limit: u32,
) -> Result<Vec<Assignment>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT assignment_id, table_id, staff_id, assigned_by, assigned_at, until, ended_at
         FROM assignments WHERE table_id = $1 ORDER BY assignment_id DESC LIMIT $2",
        table.0,
        i64::from(limit)
    );
    rows.fetch_all(connection).await?.into_iter().map(Row::read).collect()
}
