//! New meters: each begins with the amount its submission says, written down like every later movement.

use crate::open::StoreError;
use game_core::meters::meters;
use game_core::rules::{MeterRef, Rules};
use sqlx::PgConnection;
use table_host::ids::TableId;

/// Makes the meters of these rules that the table does not have yet. Those it has stand where they stand.
pub(crate) async fn seed(connection: &mut PgConnection, table: TableId, rules: &Rules) -> Result<(), StoreError> {
    let mut rows = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (MeterRef { wager, stake, level }, of_meter) in meters(rules) {
        let initial = of_meter.initial.to_micro().map_err(|error| StoreError::unreadable("a meter's seed", error))?;
        rows.0.push(wager.name());
        rows.1.push(stake.get());
        rows.2.push(level.name());
        rows.3.push(initial.get());
    }
    if rows.0.is_empty() {
        return Ok(());
    }
    sqlx::query_file!("src/meters/seed.sql", table.0, &rows.0 as &[&str], &rows.1, &rows.2 as &[&str], &rows.3)
        .execute(connection)
        .await?;
    Ok(())
}
