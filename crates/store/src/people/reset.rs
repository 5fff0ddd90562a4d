//! A password that waits for a second person: only its hash is kept, and nobody is shown it.

use super::{set_password, set_totp, staff_number};
use crate::approvals::ApprovalId;
use crate::open::StoreError;
use game_core::game::StaffId;
use sqlx::PgConnection;

/// Keeps the hash that a password will have once the approval is given.
///
/// # Errors
/// When the database fails.
pub async fn keep_reset(
    connection: &mut PgConnection,
    approval: ApprovalId,
    staff: StaffId,
    password_hash: &str,
    forget_totp: bool,
) -> Result<(), StoreError> {
    let insert = sqlx::query!(
        "INSERT INTO password_resets (approval_id, staff_id, password_hash, forget_totp) VALUES ($1, $2, $3, $4)
         ON CONFLICT ON CONSTRAINT password_resets_pkey DO NOTHING",
        approval.0,
        staff_number(staff)?,
        password_hash,
        forget_totp
    );
    insert.execute(connection).await?;
    Ok(())
}

/// Puts the password in force that waited for this approval, to be changed at the next login. False when none did.
///
/// # Errors
/// When the database fails.
pub async fn carry_out_reset(connection: &mut PgConnection, approval: ApprovalId) -> Result<bool, StoreError> {
    let kept = sqlx::query!(
        "SELECT staff_id, password_hash, forget_totp FROM password_resets WHERE approval_id = $1",
        approval.0
    );
    let Some(kept) = kept.fetch_optional(&mut *connection).await? else { return Ok(false) };
    let staff = super::read_staff(kept.staff_id)?;
    set_password(connection, staff, &kept.password_hash, true).await?;
    if kept.forget_totp {
        set_totp(connection, staff, None).await?;
    }
    Ok(true)
}
