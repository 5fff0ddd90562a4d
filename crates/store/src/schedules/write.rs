//! What a table takes up is in force by the same transaction as the entry that says so.

use crate::meters;
use crate::open::StoreError;
use crate::projection::Placed;
use crate::rules;
use game_core::event::Event;
use sqlx::PgConnection;
use table_host::ids::TableId;
use table_host::journal::NewEntry;

/// Puts in force what the entries take up. Entries that take nothing up cost nothing.
pub(crate) async fn write(connection: &mut PgConnection, placed: &[Placed<'_>]) -> Result<(), StoreError> {
    for placed in placed {
        let of = &placed.append.of;
        for (number, entry) in of.entries.iter().enumerate() {
            if entry.events.iter().any(|event| matches!(event, Event::RulesAdopted { .. })) {
                put_in_force(connection, of.table, placed.seq(number), &of.rules_version, entry).await?;
            }
        }
    }
    Ok(())
}

async fn put_in_force(
    connection: &mut PgConnection,
    table: TableId,
    seq: i64,
    version: &str,
    entry: &NewEntry,
) -> Result<(), StoreError> {
    let at =
        crate::times::timestamp(entry.at).ok_or_else(|| StoreError::unreadable("a moment", "it is out of range"))?;
    // The database refuses what two people did not decide for this table.
    sqlx::query!(
        "INSERT INTO table_rules (table_id, seq, rules_version, in_force_from, submission_id, approval_id)
         VALUES ($1, $2, $3, $4, (
             SELECT submission_id FROM table_schedules WHERE approval_id = $5 AND table_id = $1
         ), $5)",
        table.0,
        seq,
        version,
        at,
        entry.command_id.0
    )
    .execute(&mut *connection)
    .await?;
    let submission = sqlx::query_scalar!(
        r#"UPDATE tables SET rules_version = $2 FROM rules_versions
           WHERE table_id = $1 AND rules_versions.rules_version = $2 AND rules_versions.game = tables.game
           RETURNING rules_versions.submission::text AS "submission!""#,
        table.0,
        version
    )
    .fetch_one(&mut *connection)
    .await?;
    let rules = rules::read(version, &submission)?;
    meters::link(connection, table, &rules).await
}
