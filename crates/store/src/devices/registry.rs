//! Which devices there are, where each stands and whether it may speak; every change with who wanted it and who agreed.

use super::DeviceId;
use crate::open::StoreError;
use crate::people::{read_staff, staff_number};
use crate::times::millis;
use game_core::game::{Millis, StaffId};
use sqlx::PgConnection;
use table_host::ids::TableId;
use time::OffsetDateTime;
use uuid::Uuid;

/// Whether a device may speak.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    /// It may.
    Enabled,
    /// It may not, until two people say so.
    Disabled,
    /// It never may again.
    Revoked,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 3] = [Self::Enabled, Self::Disabled, Self::Revoked];

    /// The name that is kept and told.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Enabled => "enabled",
            Self::Disabled => "disabled",
            Self::Revoked => "revoked",
        }
    }
}

/// A device to be enrolled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewDevice {
    /// Its name.
    pub id: DeviceId,
    /// What it is.
    pub kind: String,
    /// Who made it.
    pub make: String,
    /// Which model.
    pub model: String,
    /// Its serial number.
    pub serial: String,
    /// The public half of its own key.
    pub public_key: [u8; 32],
    /// Its table.
    pub table: TableId,
}

/// A device as kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// What it is, and where it stands.
    pub what: NewDevice,
    /// Whether it may speak.
    pub status: Status,
    /// How often it was changed, its enrolment included.
    pub version: u32,
    /// When it was enrolled.
    pub enrolled_at: Millis,
}

/// Who changes a device, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Changed {
    /// Who wants it.
    pub by: StaffId,
    /// The second person, and the approval that person decided, where it takes two.
    pub agreed: Option<(StaffId, Uuid)>,
    /// Why.
    pub reason: String,
}

/// What becomes of a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// Its table from now on; none leaves it where it is.
    pub table: Option<TableId>,
    /// Whether it may speak from now on.
    pub status: Status,
}

/// A change in a device's life.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistoryEntry {
    /// Its number.
    pub version: u32,
    /// When.
    pub at: Millis,
    /// Where the device stood from then on.
    pub table: TableId,
    /// Whether it might speak from then on.
    pub status: Status,
    /// Who, with whom, and why.
    pub changed: Changed,
}

/// Why a device cannot be kept or changed so.
#[derive(Debug, thiserror::Error)]
pub enum DeviceError {
    /// There is no such device.
    #[error("there is no such device")]
    Unknown,
    /// There is no such table.
    #[error("there is no such table")]
    UnknownTable,
    /// Its key, or its make and serial number, was enrolled before.
    #[error("a device with this key, or this make and serial number, was enrolled before")]
    KnownBefore,
    /// The table has a working device of this kind.
    #[error("the table has a device of this kind")]
    Misplaced,
    /// It is revoked, or it was changed meanwhile.
    #[error("the device is revoked, or was changed meanwhile")]
    Status,
    /// A name is empty or too long.
    #[error("a name or the reason is empty or too long")]
    Names,
    /// The database failed or refused for another reason.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for DeviceError {
    fn from(error: sqlx::Error) -> Self {
        let error = StoreError::from(error);
        match error.constraint() {
            Some("devices_table_fkey") => Self::UnknownTable,
            Some("devices_public_key_key" | "devices_serial_key" | "devices_pkey") => Self::KnownBefore,
            Some("devices_one_of_a_kind") => Self::Misplaced,
            Some("devices_change_follows") => Self::Status,
            Some("devices_names_length" | "device_changes_reason_length" | "firmware_approvals_names_length") => {
                Self::Names
            }
            _ => Self::Store(error),
        }
    }
}

struct Row {
    device_id: Uuid,
    kind: String,
    make: String,
    model: String,
    serial: String,
    public_key: Vec<u8>,
    table_id: Uuid,
    status: String,
    version: i32,
    enrolled_at: OffsetDateTime,
}

impl Row {
    fn read(self) -> Result<Device, StoreError> {
        let id = self.device_id;
        let unreadable = |cause: &str| StoreError::unreadable(format!("device {id}"), cause);
        Ok(Device {
            what: NewDevice {
                id: DeviceId(id),
                kind: self.kind,
                make: self.make,
                model: self.model,
                serial: self.serial,
                public_key: self.public_key.try_into().map_err(|_| unreadable("its key is not one"))?,
                table: TableId(self.table_id),
            },
            status: status(&self.status)?,
            version: u32::try_from(self.version).map_err(|_| unreadable("its version is not one"))?,
            enrolled_at: millis(self.enrolled_at),
        })
    }
}

fn status(name: &str) -> Result<Status, StoreError> {
    let known = Status::ALL.into_iter().find(|status| status.name() == name);
    known.ok_or_else(|| StoreError::unreadable("a device's status", name))
}

/// Enrols a device: two people let it speak at its table.
///
/// # Errors
/// When it is known already, its place is taken, or the database fails.
pub async fn enrol(connection: &mut PgConnection, new: &NewDevice, by: &Changed) -> Result<(), DeviceError> {
    sqlx::query!(
        "INSERT INTO devices (device_id, kind, make, model, serial, public_key, table_id, status, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'enabled', 1)",
        new.id.0,
        new.kind,
        new.make,
        new.model,
        new.serial,
        &new.public_key[..],
        new.table.0
    )
    .execute(&mut *connection)
    .await?;
    note(connection, new.id, 1, new.table, Status::Enabled, by).await
}

/// Changes where a device stands and whether it may speak.
///
/// # Errors
/// When there is no such device, it is revoked, its place is taken, or the database fails.
pub async fn change(
    connection: &mut PgConnection,
    id: DeviceId,
    to: Change,
    by: &Changed,
) -> Result<Device, DeviceError> {
    let row = sqlx::query_as!(
        Row,
        "UPDATE devices SET table_id = COALESCE($2, table_id), status = $3, version = version + 1 WHERE device_id = $1
         RETURNING device_id, kind, make, model, serial, public_key, table_id, status, version, enrolled_at",
        id.0,
        to.table.map(|table| table.0),
        to.status.name()
    );
    let device = row.fetch_optional(&mut *connection).await?.ok_or(DeviceError::Unknown)?.read()?;
    note(connection, id, device.version, device.what.table, device.status, by).await?;
    Ok(device)
}

async fn note(
    connection: &mut PgConnection,
    id: DeviceId,
    version: u32,
    table: TableId,
    status: Status,
    by: &Changed,
) -> Result<(), DeviceError> {
    sqlx::query!(
        "INSERT INTO device_changes
            (device_id, version, table_id, status, changed_by, agreed_by, approval_id, reason)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        id.0,
        i32::try_from(version).map_err(|error| StoreError::unreadable("a version", error))?,
        table.0,
        status.name(),
        staff_number(by.by)?,
        by.agreed.map(|(agreed, _)| staff_number(agreed)).transpose()?,
        by.agreed.map(|(_, approval)| approval),
        by.reason
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Every device, in the order enrolled.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn all(connection: &mut PgConnection) -> Result<Vec<Device>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT device_id, kind, make, model, serial, public_key, table_id, status, version, enrolled_at
         FROM devices ORDER BY device_id"
    );
    rows.fetch_all(connection).await?.into_iter().map(Row::read).collect()
}

/// One device.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn one(connection: &mut PgConnection, id: DeviceId) -> Result<Option<Device>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT device_id, kind, make, model, serial, public_key, table_id, status, version, enrolled_at
         FROM devices WHERE device_id = $1",
        id.0
    );
    row.fetch_optional(connection).await?.map(Row::read).transpose()
}

/// A device's life, from its enrolment on.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn history(connection: &mut PgConnection, id: DeviceId) -> Result<Vec<HistoryEntry>, StoreError> {
    let rows = sqlx::query!(
        "SELECT version, at, table_id, status, changed_by, agreed_by, approval_id, reason
         FROM device_changes WHERE device_id = $1 ORDER BY version",
        id.0
    );
    let read = rows.fetch_all(connection).await?.into_iter().map(|row| {
        let agreed = row.agreed_by.map(read_staff).transpose()?.zip(row.approval_id);
        Ok(HistoryEntry {
            version: u32::try_from(row.version).map_err(|error| StoreError::unreadable("a version", error))?,
            at: millis(row.at),
            table: TableId(row.table_id),
            status: status(&row.status)?,
            changed: Changed { by: read_staff(row.changed_by)?, agreed, reason: row.reason },
        })
    });
    read.collect()
}
