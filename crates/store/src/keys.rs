//! Keys of terminals. Whoever makes one shows its secret once; here only the digest of 256 random bits is kept, so nothing
//! that is read from the database opens anything.

use crate::open::StoreError;
use crate::people::{read_staff, staff_number};
use crate::times::{millis, timestamp};
use game_core::game::{Millis, Seat, StaffId};
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use std::fmt;
use table_host::ids::{CommandId, TableId};
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

/// A terminal's key to be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewKey {
    /// The digest of its secret.
    pub digest: KeyDigest,
    /// What people call it.
    pub label: String,
    /// The terminal's table.
    pub table: TableId,
    /// The terminal's seat.
    pub seat: Seat,
    /// Who enrolled it; nobody at the console.
    pub by: Option<StaffId>,
    /// Under which key it was asked for: a retry is known by it.
    pub request: Option<CommandId>,
}

/// A terminal's key as kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// Its name.
    pub id: KeyId,
    /// What people call it.
    pub label: String,
    /// The terminal's table.
    pub table: TableId,
    /// The terminal's seat.
    pub seat: Seat,
    /// Who enrolled it; nobody at the console.
    pub by: Option<StaffId>,
    /// Whether it opens something: made at the console, or a second person agreed.
    pub active: bool,
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
    /// The request was made before: the key's secret was shown then.
    #[error("the request was made before, and its secret shown then")]
    AlreadyMade,
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
            Some("access_keys_request_key") => Self::AlreadyMade,
            _ => Self::Store(error),
        }
    }
}

struct Row {
    key_id: Uuid,
    label: String,
    table_id: Option<Uuid>,
    seat: Option<i16>,
    enrolled_by: Option<i64>,
    active: bool,
    created_at: OffsetDateTime,
    revoked_at: Option<OffsetDateTime>,
}

impl Row {
    fn read(self) -> Result<Key, StoreError> {
        let unreadable = || StoreError::unreadable(format!("key {}", self.key_id), "it has no table or no seat");
        let seat = self.seat.and_then(|seat| u8::try_from(seat).ok()).and_then(Seat::new);
        Ok(Key {
            id: KeyId(self.key_id),
            table: self.table_id.map(TableId).ok_or_else(unreadable)?,
            seat: seat.ok_or_else(unreadable)?,
            label: self.label,
            by: self.enrolled_by.map(read_staff).transpose()?,
            active: self.active,
            created_at: millis(self.created_at),
            revoked_at: self.revoked_at.map(millis),
        })
    }
}

/// Keeps a key.
///
/// # Errors
/// When there is no such table, the label is too long, its request was made before, or the database fails.
pub async fn create(connection: &mut PgConnection, key: &NewKey) -> Result<Key, KeyError> {
    let row = sqlx::query_as!(
        Row,
        r#"INSERT INTO access_keys (key_id, digest, role, label, table_id, seat, enrolled_by, request_id)
           VALUES ($1, $2, 'terminal', $3, $4, $5, $6, $7)
           RETURNING key_id, label, table_id, seat, enrolled_by, enrolled_by IS NULL AS "active!", created_at, revoked_at"#,
        Uuid::now_v7(),
        &key.digest.0[..],
        key.label,
        key.table.0,
        i16::from(key.seat.number()),
        key.by.map(staff_number).transpose()?,
        key.request.map(|request| request.0)
    );
    Ok(row.fetch_one(connection).await?.read()?)
}

/// Lets a key open something, because a second person agreed. False when there is no such key, or it was revoked.
///
/// # Errors
/// When the person is the one who enrolled it, or the database fails.
pub async fn agree(connection: &mut PgConnection, key: KeyId, by: StaffId) -> Result<bool, StoreError> {
    let agreed = sqlx::query!(
        "INSERT INTO key_agreements (key_id, agreed_by)
         SELECT key_id, $2 FROM access_keys WHERE key_id = $1 AND revoked_at IS NULL",
        key.0,
        staff_number(by)?
    );
    Ok(agreed.execute(connection).await?.rows_affected() == 1)
}

/// The key of this digest, unless it was revoked or nobody agreed to it yet.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn find(connection: &mut PgConnection, digest: KeyDigest) -> Result<Option<Key>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT key_id, label, table_id, seat, enrolled_by, true AS "active!", access_keys.created_at, revoked_at
           FROM access_keys
           WHERE digest = $1 AND role = 'terminal' AND revoked_at IS NULL
               AND (enrolled_by IS NULL OR EXISTS (SELECT FROM key_agreements AS agreed WHERE agreed.key_id = access_keys.key_id))"#,
        &digest.0[..]
    );
    row.fetch_optional(connection).await?.map(Row::read).transpose()
}

/// Every terminal's key, in the order made, the revoked ones too.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn list(connection: &mut PgConnection) -> Result<Vec<Key>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT access_keys.key_id, label, table_id, seat, enrolled_by,
               enrolled_by IS NULL OR agreed.key_id IS NOT NULL AS "active!", created_at, revoked_at
           FROM access_keys LEFT JOIN key_agreements AS agreed USING (key_id)
           WHERE role = 'terminal' ORDER BY access_keys.key_id"#
    );
    rows.fetch_all(connection).await?.into_iter().map(Row::read).collect()
}

/// The terminals' keys made after one, in the order made, the revoked ones too.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn page(connection: &mut PgConnection, after: KeyId, limit: u32) -> Result<Vec<Key>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT access_keys.key_id, label, table_id, seat, enrolled_by,
               enrolled_by IS NULL OR agreed.key_id IS NOT NULL AS "active!", created_at, revoked_at
           FROM access_keys LEFT JOIN key_agreements AS agreed USING (key_id)
           WHERE role = 'terminal' AND access_keys.key_id > $1 ORDER BY access_keys.key_id LIMIT $2"#,
        after.0,
        i64::from(limit)
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

/// Revokes a terminal's key for ever. False when there is no such key; one revoked before stays as it is.
///
/// # Errors
/// When the database fails.
pub async fn revoke(connection: &mut PgConnection, key: KeyId, by: Option<StaffId>) -> Result<bool, StoreError> {
    let known = sqlx::query_scalar!(
        r#"WITH revoked AS (
               UPDATE access_keys SET revoked_at = now(), revoked_by = $2
               WHERE key_id = $1 AND role = 'terminal' AND revoked_at IS NULL
           )
           SELECT EXISTS (SELECT FROM access_keys WHERE key_id = $1 AND role = 'terminal') AS "known!""#,
        key.0,
        by.map(staff_number).transpose()?
    );
    Ok(known.fetch_one(connection).await?)
}
