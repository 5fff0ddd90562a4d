//! What the installation is made of, as far as the database knows: its schema, the rules it keeps, and the hashes that were
//! recorded of every part (R65).

use crate::open::{MIGRATIONS, StoreError};
use game_core::game::StaffId;
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use std::collections::BTreeMap;
use uuid::Uuid;

/// The hash of a part of the installation.
pub type Hash = [u8; 32];

/// The latest migration this program brings.
#[must_use]
pub fn migration() -> i64 {
    MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// The schema as the catalogue has it, a line for each column, constraint, index, trigger, function and right.
///
/// # Errors
/// When the database fails.
pub async fn schema(connection: &mut PgConnection) -> Result<Vec<String>, StoreError> {
    Ok(sqlx::query_file_scalar!("src/system/schema.sql").fetch_all(connection).await?)
}

/// The hash of every version of the rules that is kept.
///
/// # Errors
/// When the database fails.
pub async fn rules(connection: &mut PgConnection) -> Result<BTreeMap<String, Hash>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT rules_version, game || ' ' || submission::text AS "text!" FROM rules_versions ORDER BY rules_version"#
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.rules_version, Sha256::digest(row.text).into())).collect())
}

/// The latest hash on record of every part.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn recorded(connection: &mut PgConnection) -> Result<BTreeMap<String, Hash>, StoreError> {
    let rows = sqlx::query!("SELECT DISTINCT ON (part) part, hash FROM system_records ORDER BY part, record_id DESC")
        .fetch_all(connection)
        .await?;
    let read = |(part, hash): (String, Vec<u8>)| {
        let hash = Hash::try_from(hash).map_err(|_| StoreError::unreadable("a system record", "a hash's length"))?;
        Ok((part, hash))
    };
    rows.into_iter().map(|row| read((row.part, row.hash))).collect()
}

/// Puts hashes on record: vouched for by somebody, or seen for the first time.
///
/// # Errors
/// When the database fails.
pub async fn record(
    connection: &mut PgConnection,
    parts: &BTreeMap<String, Hash>,
    staff: Option<StaffId>,
) -> Result<(), StoreError> {
    let ids: Vec<Uuid> = parts.iter().map(|_| Uuid::now_v7()).collect();
    let hashes: Vec<Vec<u8>> = parts.values().map(|hash| hash.to_vec()).collect();
    sqlx::query!(
        "INSERT INTO system_records (record_id, part, hash, staff_id)
        SELECT record_id, part, hash, $4 FROM unnest($1::uuid[], $2::text[], $3::bytea[]) AS made (record_id, part, hash)",
        &ids,
        &parts.keys().cloned().collect::<Vec<_>>(),
        &hashes,
        staff.and_then(|StaffId(staff)| i64::try_from(staff).ok())
    )
    .execute(connection)
    .await?;
    Ok(())
}
