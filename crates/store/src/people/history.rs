//! Who could do what when: each change of a role or a state is a row that is only ever added.

use super::{Role, State, read_staff, staff_number};
use crate::open::StoreError;
use crate::times::{millis, timestamp};
use game_core::game::{Millis, StaffId};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// What a person could do, from a moment on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The person.
    pub staff: StaffId,
    /// The name to log in by.
    pub login: String,
    /// The role.
    pub role: Role,
    /// Whether the account could be used.
    pub state: State,
    /// From when on.
    pub since: Millis,
    /// Whose word it was; nobody's when it was the console's or the lock's.
    pub by: Option<StaffId>,
}

struct Row {
    staff_id: i64,
    login: String,
    role: String,
    state: String,
    at: OffsetDateTime,
    by_staff: Option<i64>,
}

impl Row {
    fn read(self) -> Result<Standing, StoreError> {
        Ok(Standing {
            staff: read_staff(self.staff_id)?,
            login: self.login,
            role: Role::read(&self.role)?,
            state: State::read(&self.state)?,
            since: millis(self.at),
            by: self.by_staff.map(read_staff).transpose()?,
        })
    }
}

/// Who could do what at a moment: everybody who had an account then, with the role and state of that moment.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn could(connection: &mut PgConnection, moment: Millis) -> Result<Vec<Standing>, StoreError> {
    let moment = timestamp(moment).ok_or_else(|| StoreError::unreadable("a moment", "it is out of range"))?;
    // The history is kept to the microsecond and told to the millisecond: the whole millisecond counts.
    let moment = moment + time::Duration::microseconds(999);
    let rows = sqlx::query_as!(
        Row,
        "SELECT DISTINCT ON (staff_id) staff_id, login, h.role, h.state, h.at, h.by_staff
         FROM account_history h JOIN accounts USING (staff_id)
         WHERE h.at <= $1 ORDER BY staff_id, h.entry DESC",
        moment
    );
    rows.fetch_all(connection).await?.into_iter().map(Row::read).collect()
}

/// Everything that became of a person's account, in order.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn history(connection: &mut PgConnection, staff: StaffId) -> Result<Vec<Standing>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT staff_id, login, h.role, h.state, h.at, h.by_staff
         FROM account_history h JOIN accounts USING (staff_id) WHERE staff_id = $1 ORDER BY h.entry",
        staff_number(staff)?
    );
    rows.fetch_all(connection).await?.into_iter().map(Row::read).collect()
}
