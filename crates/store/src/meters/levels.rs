//! What happens to a level as a whole: it is frozen, its waiting rate comes into force, and all of them are held against
//! their entries.

use super::book::MeterId;
use crate::open::StoreError;
use sqlx::PgConnection;

/// Why a level is frozen.
pub(crate) const IMPLAUSIBLE: &str = "it was fed more than is plausible";
pub(crate) const ASTRAY: &str = "it does not stand where its last entry ended";
pub(crate) const UNRECONCILED: &str = "it is not the sum of its entries";

/// Freezes a level that is not frozen yet, and writes down why (R25). Nothing is corrected.
pub(crate) async fn freeze(connection: &mut PgConnection, meter: MeterId, cause: &str) -> Result<(), sqlx::Error> {
    let frozen = sqlx::query_file!("src/meters/freeze.sql", meter.0, cause).execute(connection).await?;
    if frozen.rows_affected() > 0 {
        tracing::error!(meter = %meter.0, cause, "a level is frozen");
    }
    Ok(())
}

/// Puts the rate that waited for a reset in force.
pub(crate) async fn rate_in_force(connection: &mut PgConnection, meter: MeterId) -> Result<(), sqlx::Error> {
    sqlx::query_file!("src/meters/rate_in_force.sql", meter.0).execute(connection).await?;
    Ok(())
}

/// Holds every meter against the sum of its entries, freezes those that are off, and says how many are.
///
/// # Errors
/// When the database fails.
pub async fn reconcile(connection: &mut PgConnection) -> Result<u64, StoreError> {
    let off = sqlx::query_scalar!(r#"SELECT meter_id AS "meter_id!" FROM meters_that_do_not_reconcile"#)
        .fetch_all(&mut *connection)
        .await?;
    for meter in &off {
        freeze(connection, MeterId(*meter), UNRECONCILED).await?;
    }
    Ok(off.len() as u64)
}
