//! Inserts of many records at once, table by table.

use super::HEARTBEATS_KEPT;
use super::writer::{Acknowledged, Anomaly, Answered, Commanded, Fault, Heartbeat, Received, Record, Withdrawn};
use crate::open::StoreError;
use crate::plain::plain;
use crate::times::timestamp;
use game_core::game::Millis;
use game_core::money::Cents;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// The records, by table.
#[derive(Default)]
struct Sorted {
    received: Vec<Received>,
    heartbeats: Vec<Heartbeat>,
    answered: Vec<Answered>,
    anomalies: Vec<Anomaly>,
    commanded: Vec<Commanded>,
    acknowledged: Vec<Acknowledged>,
    withdrawn: Vec<Withdrawn>,
    faults: Vec<Fault>,
}

/// Inserts records. What is there already stays: a lot that is handed in again after an unknown outcome changes nothing.
pub(super) async fn insert(connection: &mut PgConnection, records: Vec<Record>) -> Result<(), StoreError> {
    let mut sorted = Sorted::default();
    for record in records {
        match record {
            Record::Received(row) => sorted.received.push(row),
            Record::Heartbeat(row) => sorted.heartbeats.push(row),
            Record::Answered(row) => sorted.answered.push(row),
            Record::Anomaly(row) => sorted.anomalies.push(row),
            Record::Commanded(row) => sorted.commanded.push(row),
            Record::Acknowledged(row) => sorted.acknowledged.push(row),
            Record::Withdrawn(row) => sorted.withdrawn.push(row),
            Record::Fault(row) => sorted.faults.push(row),
        }
    }
    received(connection, &sorted.received).await?;
    heartbeats(connection, &sorted.heartbeats).await?;
    answered(connection, &sorted.answered).await?;
    anomalies(connection, &sorted.anomalies).await?;
    commanded(connection, &sorted.commanded).await?;
    acknowledged(connection, &sorted.acknowledged).await?;
    withdrawn(connection, &sorted.withdrawn).await?;
    faults(connection, &sorted.faults).await
}

fn moment(at: Millis) -> OffsetDateTime {
    timestamp(at).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

/// Where a sign of life is kept.
fn place(sequence: u64) -> i16 {
    i16::try_from(sequence % HEARTBEATS_KEPT).unwrap_or(0)
}

fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

async fn received(connection: &mut PgConnection, rows: &[Received]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "INSERT INTO device_messages
            (device_id, sequence, received_at, sent_at, kind, body, digest, signature, table_id)
         SELECT said.* FROM UNNEST($1::uuid[], $2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[],
            $7::bytea[], $8::bytea[], $9::uuid[])
            AS said (device_id, sequence, received_at, sent_at, kind, body, digest, signature, table_id)
         LEFT JOIN device_heads AS heads USING (device_id)
         WHERE heads.sequence IS NULL OR heads.sequence < said.sequence",
        &rows.iter().map(|row| row.device.0).collect::<Vec<_>>(),
        &rows.iter().map(|row| number(row.sequence)).collect::<Vec<_>>(),
        &rows.iter().map(|row| moment(row.received_at)).collect::<Vec<_>>(),
        &rows.iter().map(|row| moment(row.sent_at)).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.kind.clone()).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.body.clone()).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.digest.to_vec()).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.signature.to_vec()).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.table.0).collect::<Vec<_>>()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Moves the heads, and keeps the digests in the places of those that nobody asks for any more.
async fn heartbeats(connection: &mut PgConnection, rows: &[Heartbeat]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "WITH said AS (
            SELECT * FROM UNNEST($1::uuid[], $2::bigint[], $3::smallint[], $4::timestamptz[], $5::timestamptz[], $6::bytea[])
                AS said (device_id, sequence, place, received_at, sent_at, digest)
         ), moved AS (
            UPDATE device_heads AS heads SET sequence = said.sequence, sent_at = said.sent_at
            FROM said WHERE heads.device_id = said.device_id AND heads.sequence < said.sequence
            RETURNING heads.device_id
         )
         INSERT INTO device_heartbeats AS kept (device_id, place, sequence, digest, received_at)
         SELECT device_id, place, sequence, digest, received_at FROM said JOIN moved USING (device_id)
         ON CONFLICT ON CONSTRAINT device_heartbeats_pkey DO UPDATE
            SET sequence = EXCLUDED.sequence, digest = EXCLUDED.digest, received_at = EXCLUDED.received_at",
        &rows.iter().map(|row| row.device.0).collect::<Vec<_>>(),
        &rows.iter().map(|row| number(row.sequence)).collect::<Vec<_>>(),
        &rows.iter().map(|row| place(row.sequence)).collect::<Vec<_>>(),
        &rows.iter().map(|row| moment(row.received_at)).collect::<Vec<_>>(),
        &rows.iter().map(|row| moment(row.sent_at)).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.digest.to_vec()).collect::<Vec<_>>()
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn answered(connection: &mut PgConnection, rows: &[Answered]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "INSERT INTO device_answers (device_id, sequence, received_at, answered_at, code, clause, missing_cents, table_seq)
         SELECT * FROM UNNEST($1::uuid[], $2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
         ON CONFLICT ON CONSTRAINT device_answers_pkey DO NOTHING",
        &rows.iter().map(|row| row.device.0).collect::<Vec<_>>(),
        &rows.iter().map(|row| number(row.sequence)).collect::<Vec<_>>(),
        &rows.iter().map(|row| moment(row.received_at)).collect::<Vec<_>>(),
        &rows.iter().map(|row| moment(row.answered_at)).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.code.clone()).collect::<Vec<_>>() as &[Option<String>],
        &rows.iter().map(|row| row.clause.clone()).collect::<Vec<_>>() as &[Option<String>],
        &rows.iter().map(|row| row.missing.map(Cents::get)).collect::<Vec<_>>() as &[Option<i64>],
        &rows.iter().map(|row| row.table_seq.map(number)).collect::<Vec<_>>() as &[Option<i64>]
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn anomalies(connection: &mut PgConnection, rows: &[Anomaly]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "INSERT INTO device_anomalies (anomaly_id, at, device_id, code, sequence, digest, details)
         SELECT * FROM UNNEST($1::uuid[], $2::timestamptz[], $3::uuid[], $4::text[], $5::bigint[], $6::bytea[], $7::jsonb[])",
        &rows.iter().map(|_| Uuid::now_v7()).collect::<Vec<_>>(),
        &rows.iter().map(|row| moment(row.at)).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.device.0).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.code.to_owned()).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.sequence.map(number)).collect::<Vec<_>>() as &[Option<i64>],
        &rows.iter().map(|row| row.digest.map(|digest| digest.to_vec())).collect::<Vec<_>>() as &[Option<Vec<u8>>],
        &rows.iter().map(|row| plain(row.details.clone())).collect::<Vec<_>>()
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn commanded(connection: &mut PgConnection, rows: &[Commanded]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "INSERT INTO device_commands (device_id, number, issued_at, kind, body)
         SELECT * FROM UNNEST($1::uuid[], $2::bigint[], $3::timestamptz[], $4::text[], $5::text[])",
        &rows.iter().map(|row| row.device.0).collect::<Vec<_>>(),
        &rows.iter().map(|row| number(row.number)).collect::<Vec<_>>(),
        &rows.iter().map(|row| moment(row.issued_at)).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.kind.clone()).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.body.clone()).collect::<Vec<_>>()
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn acknowledged(connection: &mut PgConnection, rows: &[Acknowledged]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "INSERT INTO device_acknowledgements (device_id, number, acknowledged_at, done)
         SELECT said.* FROM UNNEST($1::uuid[], $2::bigint[], $3::timestamptz[], $4::boolean[])
            AS said (device_id, number, acknowledged_at, done)
         JOIN device_commands USING (device_id, number)
         ON CONFLICT ON CONSTRAINT device_acknowledgements_pkey DO NOTHING",
        &rows.iter().map(|row| row.device.0).collect::<Vec<_>>(),
        &rows.iter().map(|row| number(row.number)).collect::<Vec<_>>(),
        &rows.iter().map(|row| moment(row.at)).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.done).collect::<Vec<_>>()
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn withdrawn(connection: &mut PgConnection, rows: &[Withdrawn]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "INSERT INTO device_withdrawals (device_id, number, withdrawn_at)
         SELECT * FROM UNNEST($1::uuid[], $2::bigint[], $3::timestamptz[])
         ON CONFLICT ON CONSTRAINT device_withdrawals_pkey DO NOTHING",
        &rows.iter().map(|row| row.device.0).collect::<Vec<_>>(),
        &rows.iter().map(|row| number(row.number)).collect::<Vec<_>>(),
        &rows.iter().map(|row| moment(row.at)).collect::<Vec<_>>()
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn faults(connection: &mut PgConnection, rows: &[Fault]) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "INSERT INTO device_faults (device_id, sequence, code, at, lasts)
         SELECT * FROM UNNEST($1::uuid[], $2::bigint[], $3::text[], $4::timestamptz[], $5::boolean[])
         ON CONFLICT ON CONSTRAINT device_faults_pkey DO NOTHING",
        &rows.iter().map(|row| row.device.0).collect::<Vec<_>>(),
        &rows.iter().map(|row| number(row.sequence)).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.code.to_owned()).collect::<Vec<_>>(),
        &rows.iter().map(|row| moment(row.at)).collect::<Vec<_>>(),
        &rows.iter().map(|row| row.lasts).collect::<Vec<_>>()
    )
    .execute(connection)
    .await?;
    Ok(())
}
