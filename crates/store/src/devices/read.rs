//! What the plane reads back: where a device left off, what it was answered, what it still has to do, what is wrong with it.

use super::DeviceId;
use crate::open::StoreError;
use crate::times::{millis, timestamp};
use game_core::game::Millis;
use game_core::money::Cents;
use sqlx::PgConnection;
use table_host::ids::TableId;
use time::OffsetDateTime;

/// Where a device left off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// The sequence of its last message; 0 before the first.
    pub last_sequence: u64,
    /// What its clock said then.
    pub last_sent: Option<Millis>,
    /// The number of the last command to it; 0 before the first.
    pub last_command: u64,
}

/// A message that was answered, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The digest of the message.
    pub digest: [u8; 32],
    /// Whether it was answered at all.
    pub answered: bool,
    /// Why it was refused; none where it was accepted.
    pub code: Option<String>,
    /// The clause it broke.
    pub clause: Option<String>,
    /// How much the seat or the rack lacked.
    pub missing: Option<Cents>,
    /// The entry of the journal that came of it.
    pub table_seq: Option<u64>,
}

/// A message that came and was never answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unanswered {
    /// Its sequence.
    pub sequence: u64,
    /// When it came.
    pub received_at: Millis,
    /// Its digest.
    pub digest: [u8; 32],
    /// The table it was meant for.
    pub table: TableId,
    /// Its kind.
    pub kind: String,
    /// Its body.
    pub body: String,
}

/// A command that was neither acknowledged nor withdrawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unacknowledged {
    /// Its number.
    pub number: u64,
    /// When it was issued.
    pub issued_at: Millis,
    /// Its kind.
    pub kind: String,
    /// Its body.
    pub body: String,
}

/// A message as the record shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptMessage {
    /// Its sequence.
    pub sequence: u64,
    /// When it came.
    pub received_at: Millis,
    /// When it was sent, by the device's clock.
    pub sent_at: Millis,
    /// Its kind.
    pub kind: String,
    /// Its body.
    pub body: String,
    /// Why it was refused; none where it was accepted.
    pub code: Option<String>,
    /// The entry of the journal that came of it.
    pub table_seq: Option<u64>,
}

fn number(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

/// The seed of the key the server signs with: the one that is kept, or this one, kept from now on.
///
/// # Errors
/// When the database fails or the seed cannot be read.
pub async fn server_seed(connection: &mut PgConnection, drawn: [u8; 32]) -> Result<[u8; 32], StoreError> {
    sqlx::query!("INSERT INTO device_plane_keys (seed) VALUES ($1) ON CONFLICT DO NOTHING", &drawn[..])
        .execute(&mut *connection)
        .await?;
    let seed = sqlx::query_scalar!("SELECT seed FROM device_plane_keys").fetch_one(connection).await?;
    seed.try_into().map_err(|_| StoreError::unreadable("the server's key", "not 32 bytes"))
}

/// Where a device left off.
///
/// # Errors
/// When the database fails.
pub async fn counted(connection: &mut PgConnection, device: DeviceId) -> Result<Counted, StoreError> {
    let last = sqlx::query!("SELECT sequence, sent_at FROM device_heads WHERE device_id = $1", device.0);
    let last = last.fetch_optional(&mut *connection).await?;
    let command = sqlx::query_scalar!(
        r#"SELECT COALESCE(max(number), 0) AS "number!" FROM device_commands WHERE device_id = $1"#,
        device.0
    );
    Ok(Counted {
        last_sequence: last.as_ref().map_or(0, |last| number(last.sequence)),
        last_sent: last.and_then(|last| last.sent_at).map(millis),
        last_command: number(command.fetch_one(connection).await?),
    })
}

/// The message of a sequence, and how it was answered; of signs of life only the last ones are known.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn answered(
    connection: &mut PgConnection,
    device: DeviceId,
    sequence: u64,
) -> Result<Option<Kept>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT digest AS "digest!", answered_at IS NOT NULL AS "answered!", code, clause, missing_cents, table_seq
           FROM device_messages LEFT JOIN device_answers USING (device_id, sequence, received_at)
           WHERE device_id = $1 AND sequence = $2
           UNION ALL SELECT digest, true, NULL, NULL, NULL, NULL FROM device_heartbeats WHERE device_id = $1 AND sequence = $2"#,
        device.0,
        i64::try_from(sequence).unwrap_or(i64::MAX)
    );
    let Some(row) = row.fetch_optional(connection).await? else { return Ok(None) };
    Ok(Some(Kept {
        digest: row.digest.try_into().map_err(|_| StoreError::unreadable("a message's digest", "not 32 bytes"))?,
        answered: row.answered,
        code: row.code,
        clause: row.clause,
        missing: row.missing_cents.map(Cents::new),
        table_seq: row.table_seq.map(number),
    }))
}

/// The message that came and was never answered, because the server stopped in between: a device's last, because nothing is
/// taken of it before that is.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn unanswered(connection: &mut PgConnection, device: DeviceId) -> Result<Option<Unanswered>, StoreError> {
    let row = sqlx::query!(
        "SELECT sequence, received_at, digest, table_id, kind, body
         FROM device_heads JOIN device_messages USING (device_id, sequence)
         WHERE device_id = $1 AND NOT EXISTS (SELECT FROM device_answers
            WHERE device_answers.device_id = device_messages.device_id
                AND device_answers.sequence = device_messages.sequence
                AND device_answers.received_at = device_messages.received_at)",
        device.0
    );
    let Some(row) = row.fetch_optional(connection).await? else { return Ok(None) };
    Ok(Some(Unanswered {
        sequence: number(row.sequence),
        received_at: millis(row.received_at),
        digest: row.digest.try_into().map_err(|_| StoreError::unreadable("a message's digest", "not 32 bytes"))?,
        table: TableId(row.table_id),
        kind: row.kind,
        body: row.body,
    }))
}

/// Commands that a device still has to carry out.
///
/// # Errors
/// When the database fails.
pub async fn unacknowledged(
    connection: &mut PgConnection,
    device: DeviceId,
) -> Result<Vec<Unacknowledged>, StoreError> {
    let rows = sqlx::query!(
        "SELECT number, issued_at, kind, body FROM device_commands
         WHERE device_id = $1 AND NOT EXISTS (SELECT FROM device_acknowledgements
            WHERE device_acknowledgements.device_id = device_commands.device_id
                AND device_acknowledgements.number = device_commands.number)
            AND NOT EXISTS (SELECT FROM device_withdrawals
            WHERE device_withdrawals.device_id = device_commands.device_id
                AND device_withdrawals.number = device_commands.number)
         ORDER BY number",
        device.0
    );
    let read = rows.fetch_all(connection).await?.into_iter().map(|row| Unacknowledged {
        number: number(row.number),
        issued_at: millis(row.issued_at),
        kind: row.kind,
        body: row.body,
    });
    Ok(read.collect())
}

/// The body of the last command of a kind to a device.
///
/// # Errors
/// When the database fails.
pub async fn last_command(
    connection: &mut PgConnection,
    device: DeviceId,
    kind: &str,
) -> Result<Option<String>, StoreError> {
    let body = sqlx::query_scalar!(
        "SELECT body FROM device_commands WHERE device_id = $1 AND kind = $2 ORDER BY number DESC LIMIT 1",
        device.0,
        kind
    );
    Ok(body.fetch_optional(connection).await?)
}

/// Whether a device said that it carried out such a command, issued at this time or later.
///
/// # Errors
/// When the database fails.
pub async fn was_done(
    connection: &mut PgConnection,
    device: DeviceId,
    kind: &str,
    body: &str,
    since: Millis,
) -> Result<bool, StoreError> {
    let done = sqlx::query_scalar!(
        r#"SELECT EXISTS (
            SELECT FROM device_commands JOIN device_acknowledgements USING (device_id, number)
            WHERE device_id = $1 AND kind = $2 AND body = $3 AND issued_at >= $4 AND done
         ) AS "done!""#,
        device.0,
        kind,
        body,
        timestamp(since).unwrap_or(OffsetDateTime::UNIX_EPOCH)
    );
    Ok(done.fetch_one(connection).await?)
}

/// The codes of the faults that last, of one device or of all.
///
/// # Errors
/// When the database fails.
pub async fn faults(
    connection: &mut PgConnection,
    device: Option<DeviceId>,
) -> Result<Vec<(DeviceId, String)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT device_id, code FROM (
            SELECT DISTINCT ON (device_id, code) device_id, code, lasts FROM device_faults
            WHERE $1::uuid IS NULL OR device_id = $1
            ORDER BY device_id, code, sequence DESC
         ) AS last WHERE lasts",
        device.map(|device| device.0)
    );
    Ok(rows.fetch_all(connection).await?.into_iter().map(|row| (DeviceId(row.device_id), row.code)).collect())
}

/// What a device said, the latest first, before a sequence; signs of life that said nothing new are not kept.
///
/// # Errors
/// When the database fails.
pub async fn messages(
    connection: &mut PgConnection,
    device: DeviceId,
    before: u64,
    limit: u32,
) -> Result<Vec<KeptMessage>, StoreError> {
    let rows = sqlx::query!(
        "SELECT sequence, received_at, sent_at, kind, body, code, table_seq
         FROM device_messages LEFT JOIN device_answers USING (device_id, sequence, received_at)
         WHERE device_id = $1 AND sequence < $2 ORDER BY sequence DESC LIMIT $3",
        device.0,
        i64::try_from(before).unwrap_or(i64::MAX),
        i64::from(limit)
    );
    let read = rows.fetch_all(connection).await?.into_iter().map(|row| KeptMessage {
        sequence: number(row.sequence),
        received_at: millis(row.received_at),
        sent_at: millis(row.sent_at),
        kind: row.kind,
        body: row.body,
        code: row.code,
        table_seq: row.table_seq.map(number),
    });
    Ok(read.collect())
}
