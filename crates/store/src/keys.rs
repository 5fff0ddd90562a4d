//! Bearer keys. Whoever makes one shows its secret once; here only the digest of 256 random bits is kept, so nothing
//! that is read from the database opens anything.

use crate::open::StoreError;
use crate::times::{millis, timestamp};
use game_core::game::{Millis, Seat, StaffId};
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use std::fmt;
use table_host::ids::TableId;
use time::OffsetDateTime;
use uuid::Uuid;

/// A key's name, by which it is listed and revoked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct KeyId(pub Uuid);

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The SHA-256 of a key's secret. The secret is random in all its bits, so a plain hash cannot be searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyDigest(pub [u8; 32]);

impl KeyDigest {
    /// The digest of a secret.
    #[must_use]
    pub fn of(secret: &[u8; 32]) -> Self {
        Self(Sha256::digest(secret).into())
    }
}

impl fmt::Debug for KeyDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyDigest(..)")
    }
}

/// Whom a key speaks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bearer {
    /// A dealer, of any table or of one.
    Dealer {
        /// Who.
        staff: StaffId,
        /// The only table, if there is one.
        table: Option<TableId>,
    },
    /// A floorperson.
    Floorperson {
        /// Who.
        staff: StaffId,
    },
    /// An auditor.
    Auditor,
    /// A seat's terminal.
    Terminal {
        /// Of which table.
        table: TableId,
        /// At which seat.
        seat: Seat,
    },
    /// Whoever sets the floor up.
    Admin,
}

/// Whom a new key is to speak for; staff without a number are given the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewBearer {
    /// A dealer, of any table or of one.
    Dealer {
        /// Who, if they have a number.
        staff: Option<StaffId>,
        /// The only table, if there is to be one.
        table: Option<TableId>,
    },
    /// A floorperson.
    Floorperson {
        /// Who, if they have a number.
        staff: Option<StaffId>,
    },
    /// An auditor.
    Auditor,
    /// A seat's terminal.
    Terminal {
        /// Of which table.
        table: TableId,
        /// At which seat.
        seat: Seat,
    },
    /// Whoever sets the floor up.
    Admin,
}

/// A key to be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewKey {
    /// The digest of its secret.
    pub digest: KeyDigest,
    /// What people call it.
    pub label: String,
    /// Whom it speaks for.
    pub bearer: NewBearer,
}

/// A key as kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// Its name.
    pub id: KeyId,
    /// What people call it.
    pub label: String,
    /// Whom it speaks for.
    pub bearer: Bearer,
    /// When it was made.
    pub created_at: Millis,
    /// When it was revoked, if it was.
    pub revoked_at: Option<Millis>,
}

/// Why a key cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// There is no such table.
    #[error("there is no such table")]
    UnknownTable,
    /// Its label is too long.
    #[error("the label is longer than 200 characters")]
    LabelTooLong,
    /// The database failed or refused for another reason.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for KeyError {
    fn from(error: sqlx::Error) -> Self {
        let error = StoreError::from(error);
        match error.constraint() {
            Some("access_keys_table_fkey") => Self::UnknownTable,
            Some("access_keys_label_length") => Self::LabelTooLong,
            _ => Self::Store(error),
        }
    }
}

struct Row {
    key_id: Uuid,
    role: String,
    label: String,
    staff_id: Option<i64>,
    table_id: Option<Uuid>,
    seat: Option<i16>,
    created_at: OffsetDateTime,
    revoked_at: Option<OffsetDateTime>,
}

impl Row {
    fn read(self) -> Result<Key, StoreError> {
        let unreadable = || StoreError::unreadable(format!("key {}", self.key_id), "its role has not what it needs");
        let staff = self.staff_id.and_then(|staff| u64::try_from(staff).ok()).map(StaffId).ok_or_else(unreadable);
        let table = self.table_id.map(TableId);
        let seat = self.seat.and_then(|seat| u8::try_from(seat).ok()).and_then(Seat::new);
        let bearer = match &*self.role {
            "dealer" => Bearer::Dealer { staff: staff?, table },
            "floorperson" => Bearer::Floorperson { staff: staff? },
            "auditor" => Bearer::Auditor,
            "terminal" => {
                let (table, seat) = table.zip(seat).ok_or_else(unreadable)?;
                Bearer::Terminal { table, seat }
            }
            "admin" => Bearer::Admin,
            _ => return Err(unreadable()),
        };
        let (id, label) = (KeyId(self.key_id), self.label);
        Ok(Key { id, label, bearer, created_at: millis(self.created_at), revoked_at: self.revoked_at.map(millis) })
    }
}

/// Keeps a key.
///
/// # Errors
/// When there is no such table, the label is too long or the database fails.
pub async fn create(connection: &mut PgConnection, key: &NewKey) -> Result<Key, KeyError> {
    let (role, staff, table, seat) = match key.bearer {
        NewBearer::Dealer { staff, table } => ("dealer", staff, table, None),
        NewBearer::Floorperson { staff } => ("floorperson", staff, None, None),
        NewBearer::Auditor => ("auditor", None, None, None),
        NewBearer::Terminal { table, seat } => ("terminal", None, Some(table), Some(seat)),
        NewBearer::Admin => ("admin", None, None, None),
    };
    let staff = staff.map(|staff| i64::try_from(staff.0)).transpose();
    let staff = staff.map_err(|error| StoreError::unreadable("a number of staff", error))?;
    let row = sqlx::query_file_as!(
        Row,
        "src/keys/create.sql",
        Uuid::now_v7(),
        &key.digest.0[..],
        role,
        key.label,
        staff,
        table.map(|table| table.0),
        seat.map(|seat| i16::from(seat.number()))
    );
    Ok(row.fetch_one(connection).await?.read()?)
}

/// The key of this digest, unless it was revoked.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn find(connection: &mut PgConnection, digest: KeyDigest) -> Result<Option<Key>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT key_id, role, label, staff_id, table_id, seat, created_at, revoked_at
         FROM access_keys WHERE digest = $1 AND revoked_at IS NULL",
        &digest.0[..]
    );
    row.fetch_optional(connection).await?.map(Row::read).transpose()
}

/// Every key, in the order made, the revoked ones too.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn list(connection: &mut PgConnection) -> Result<Vec<Key>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT key_id, role, label, staff_id, table_id, seat, created_at, revoked_at FROM access_keys ORDER BY key_id"
    );
    rows.fetch_all(connection).await?.into_iter().map(Row::read).collect()
}

/// The keys revoked since a moment: whoever has seen one of them does not trust it any more.
///
/// # Errors
/// When the database fails.
pub async fn revoked_since(connection: &mut PgConnection, moment: Millis) -> Result<Vec<KeyId>, StoreError> {
    let since = timestamp(moment).ok_or_else(|| StoreError::unreadable("a moment", "it is out of range"))?;
    let rows = sqlx::query_scalar!("SELECT key_id FROM access_keys WHERE revoked_at >= $1", since);
    Ok(rows.fetch_all(connection).await?.into_iter().map(KeyId).collect())
}

/// Revokes a key for ever. False when there is no such key; one revoked before stays as it is.
///
/// # Errors
/// When the database fails.
pub async fn revoke(connection: &mut PgConnection, key: KeyId) -> Result<bool, StoreError> {
    let known = sqlx::query_scalar!(
        r#"WITH revoked AS (
               UPDATE access_keys SET revoked_at = now() WHERE key_id = $1 AND revoked_at IS NULL
           )
           SELECT EXISTS (SELECT FROM access_keys WHERE key_id = $1) AS "known!""#,
        key.0
    );
    Ok(known.fetch_one(connection).await?)
}
