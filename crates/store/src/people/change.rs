//! What becomes of an account: another role, state or password, and attempts to log in. Each is one statement that holds
//! by itself, however many come at once.

use super::{Account, Role, Row, State, staff_number};
use crate::open::StoreError;
use game_core::game::StaffId;
use sqlx::PgConnection;

/// Gives an account another role, state or both, on somebody's word. An account that can be used again begins without
/// failed attempts. None when there is no such account.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn put_in_force(
    connection: &mut PgConnection,
    staff: StaffId,
    role: Option<Role>,
    state: Option<State>,
    by: Option<StaffId>,
) -> Result<Option<Account>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "UPDATE accounts SET role = coalesce($2, role), state = coalesce($3, state), changed_by = $4,
             failures = CASE WHEN $3 = 'active' THEN 0 ELSE failures END
         WHERE staff_id = $1
         RETURNING staff_id, login, display_name, role, state, must_change, totp_confirmed, created_at",
        staff_number(staff)?,
        role.map(Role::name),
        state.map(State::name),
        by.map(staff_number).transpose()?
    );
    row.fetch_optional(connection).await?.map(Row::read).transpose()
}

/// Keeps another password.
///
/// # Errors
/// When the database fails.
pub async fn set_password(
    connection: &mut PgConnection,
    staff: StaffId,
    password_hash: &str,
    must_change: bool,
) -> Result<(), StoreError> {
    let update = sqlx::query!(
        "UPDATE accounts SET password_hash = $2, must_change = $3 WHERE staff_id = $1",
        staff_number(staff)?,
        password_hash,
        must_change
    );
    update.execute(connection).await?;
    Ok(())
}

/// Keeps the same password hashed anew, unless it was changed meanwhile.
///
/// # Errors
/// When the database fails.
pub async fn rehash(connection: &mut PgConnection, staff: StaffId, from: &str, to: &str) -> Result<(), StoreError> {
    let update = sqlx::query!(
        "UPDATE accounts SET password_hash = $3 WHERE staff_id = $1 AND password_hash = $2",
        staff_number(staff)?,
        from,
        to
    );
    update.execute(connection).await?;
    Ok(())
}

/// Counts an attempt that failed. True when it was the one too many, and the account is locked now.
///
/// # Errors
/// When the database fails.
pub async fn failed(connection: &mut PgConnection, staff: StaffId, failures_max: u32) -> Result<bool, StoreError> {
    let locked = sqlx::query_scalar!(
        r#"UPDATE accounts SET failures = failures + 1,
               state = CASE WHEN failures + 1 >= $2 THEN 'locked' ELSE state END,
               changed_by = CASE WHEN failures + 1 >= $2 THEN NULL ELSE changed_by END
           WHERE staff_id = $1 AND state = 'active' RETURNING state = 'locked' AS "locked!""#,
        staff_number(staff)?,
        i32::try_from(failures_max).unwrap_or(i32::MAX)
    );
    Ok(locked.fetch_optional(connection).await?.unwrap_or(false))
}

/// Forgets the attempts that failed, after one that did not. False when the account cannot be used, which may have come
/// about while the password was checked.
///
/// # Errors
/// When the database fails.
pub async fn succeeded(connection: &mut PgConnection, staff: StaffId) -> Result<bool, StoreError> {
    let update =
        sqlx::query!("UPDATE accounts SET failures = 0 WHERE staff_id = $1 AND state = 'active'", staff_number(staff)?);
    Ok(update.execute(connection).await?.rows_affected() == 1)
}

/// Keeps a shared secret of one-time codes, which are asked for once it is confirmed. None forgets it.
///
/// # Errors
/// When the database fails.
pub async fn set_totp(connection: &mut PgConnection, staff: StaffId, secret: Option<&[u8]>) -> Result<(), StoreError> {
    let update = sqlx::query!(
        "UPDATE accounts SET totp_secret = $2, totp_confirmed = false, totp_step = NULL WHERE staff_id = $1",
        staff_number(staff)?,
        secret
    );
    update.execute(connection).await?;
    Ok(())
}

/// Keeps the same secret of one-time codes sealed anew, unless it was changed meanwhile.
///
/// # Errors
/// When the database fails.
pub async fn reseal_totp(
    connection: &mut PgConnection,
    staff: StaffId,
    from: &[u8],
    to: &[u8],
) -> Result<(), StoreError> {
    let update = sqlx::query!(
        "UPDATE accounts SET totp_secret = $3 WHERE staff_id = $1 AND totp_secret = $2",
        staff_number(staff)?,
        from,
        to
    );
    update.execute(connection).await?;
    Ok(())
}

/// Uses the code of a step up, and asks for codes from now on. False when it, or a later one, was used before.
///
/// # Errors
/// When the database fails.
pub async fn use_totp(connection: &mut PgConnection, staff: StaffId, step: u64) -> Result<bool, StoreError> {
    let step = i64::try_from(step).map_err(|error| StoreError::unreadable("a step of time", error))?;
    let update = sqlx::query!(
        "UPDATE accounts SET totp_step = $2, totp_confirmed = true
         WHERE staff_id = $1 AND totp_secret IS NOT NULL AND (totp_step IS NULL OR totp_step < $2)",
        staff_number(staff)?,
        step
    );
    Ok(update.execute(connection).await?.rows_affected() == 1)
}
