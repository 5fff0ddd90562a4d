//! The list of programs that devices may run (R39).

use super::registry::{Changed, DeviceError};
use crate::open::StoreError;
use crate::people::staff_number;
use sqlx::PgConnection;
use uuid::Uuid;

/// A program that two people let devices of a kind and make run.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NewFirmware {
    /// Which kind of device.
    pub kind: String,
    /// Who makes it.
    pub make: String,
    /// What the maker calls the program.
    pub version: String,
    /// The SHA-256 of its image.
    pub hash: [u8; 32],
}

/// A program on the list, and its name there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Approved {
    /// Its name, by which it is withdrawn.
    pub id: Uuid,
    /// What it is.
    pub firmware: NewFirmware,
}

/// Puts a program on the list.
///
/// # Errors
/// When a name is empty or too long, nobody agreed, or the database fails.
pub async fn approve(connection: &mut PgConnection, new: &NewFirmware, by: &Changed) -> Result<(), DeviceError> {
    let (agreed, approval) = by.agreed.ok_or(DeviceError::Status)?;
    sqlx::query!(
        "INSERT INTO firmware_approvals (firmware_id, kind, make, version, hash, proposed_by, agreed_by, approval_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        Uuid::now_v7(),
        new.kind,
        new.make,
        new.version,
        &new.hash[..],
        staff_number(by.by)?,
        staff_number(agreed)?,
        approval
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The programs that may be run now.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn approved(connection: &mut PgConnection) -> Result<Vec<Approved>, StoreError> {
    let rows = sqlx::query!(
        "SELECT firmware_id, kind, make, version, hash FROM firmware_approvals
         WHERE NOT EXISTS (SELECT FROM firmware_withdrawals
            WHERE firmware_withdrawals.firmware_id = firmware_approvals.firmware_id)
         ORDER BY firmware_id"
    );
    let read = rows.fetch_all(connection).await?.into_iter().map(|row| {
        let hash = row.hash.try_into().map_err(|_| StoreError::unreadable("a firmware's hash", "not 32 bytes"))?;
        let firmware = NewFirmware { kind: row.kind, make: row.make, version: row.version, hash };
        Ok(Approved { id: row.firmware_id, firmware })
    });
    read.collect()
}

/// Takes a program off the list for ever. False when it is not on it.
///
/// # Errors
/// When the reason is empty or too long, or the database fails.
pub async fn withdraw(connection: &mut PgConnection, id: Uuid, by: &Changed) -> Result<bool, DeviceError> {
    let withdrawn = sqlx::query!(
        "INSERT INTO firmware_withdrawals (firmware_id, withdrawn_by, reason)
         SELECT firmware_id, $2, $3 FROM firmware_approvals WHERE firmware_id = $1
         ON CONFLICT ON CONSTRAINT firmware_withdrawals_pkey DO NOTHING",
        id,
        staff_number(by.by)?,
        by.reason
    )
    .execute(connection)
    .await?;
    Ok(withdrawn.rows_affected() == 1)
}
