//! Progressive meters: what each holds, every movement with its cause, and the amounts that only their owner can fill in.

mod believed;
mod book;
mod fill;
mod levels;
mod link;
mod told;

pub use book::{MeterId, Pools};
pub use levels::reconcile;

pub(crate) use believed::Believed;
pub(crate) use book::{PostError, touches};
pub(crate) use fill::{FillError, Moved, fill, write};
pub(crate) use link::{letter, link};
pub(crate) use told::{Told, tell};

use crate::open::StoreError;
use game_core::money::{Cents, MicroCents};
use game_core::rules::MeterRef;
use game_core::wager::{Level, Wager};
use sqlx::PgConnection;
use table_host::ids::TableId;

/// How a meter stands: the number of its last entry, and its pools.
pub(crate) type Standing = (MeterId, i64, Pools);

/// A meter that a table plays for, and what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meter {
    /// Which, as everybody knows it.
    pub id: MeterId,
    /// Which, as the table names it.
    pub meter: MeterRef,
    /// What it holds.
    pub balance: MicroCents,
}

/// Every meter that a table plays for.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn of_table(connection: &mut PgConnection, table: TableId) -> Result<Vec<Meter>, StoreError> {
    let rows = sqlx::query!(
        "SELECT meter_id, wager, stake_cents, level, balance_micro
         FROM participations JOIN meters USING (progressive_id)
         WHERE table_id = $1 AND until IS NULL
         ORDER BY wager, stake_cents, level",
        table.0
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            let meter = reference(&row.wager, row.stake_cents, &row.level)?;
            Ok(Meter { id: MeterId(row.meter_id), meter, balance: MicroCents::new(row.balance_micro) })
        })
        .collect()
}

/// A meter by the names the database has for it.
pub(crate) fn reference(wager: &str, stake: i64, level: &str) -> Result<MeterRef, StoreError> {
    let levels = [Level::Main, Level::Mega, Level::Major, Level::Minor];
    let level = levels.into_iter().find(|known| known.name() == level);
    let known = Wager::from_name(wager).zip(level);
    let (wager, level) = known.ok_or_else(|| StoreError::unreadable("a meter", format!("there is none on {wager}")))?;
    Ok(MeterRef { wager, stake: Cents::new(stake), level })
}
