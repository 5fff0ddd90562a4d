//! The periods between two signed counts of a rack, with what moved in them.

use crate::open::StoreError;
use crate::rules::Rulebook;
use crate::times::{millis, timestamp};
use game_core::game::Millis;
use game_core::money::Cents;
use game_core::rules::Rules;
use sqlx::PgConnection;
use std::sync::Arc;
use table_host::ids::TableId;
use uuid::Uuid;

/// From an opener or a shift's count to the next signed count of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Period {
    /// The table.
    pub table: TableId,
    /// Its name.
    pub table_name: String,
    /// Its game, by name.
    pub game: String,
    /// The entry of the count it begins with.
    pub start_seq: u64,
    /// When that count was made.
    pub started: Millis,
    /// The chips in the rack then.
    pub opening: Cents,
    /// The entry of the count it ends with.
    pub end_seq: Option<u64>,
    /// When that count was made.
    pub ended: Option<Millis>,
    /// The chips in the rack then.
    pub closing: Option<Cents>,
    /// What the books said they should be.
    pub closing_expected: Option<Cents>,
    /// Whether it is the table's last period: what is in the box on the table now belongs to it.
    pub is_last: bool,
    /// Chips that came from the cage.
    pub fills: Cents,
    /// Chips that went to the cage.
    pub credits: Cents,
    /// What the boxes taken in it held: as counted, or as buy-ins say where the count is not signed.
    pub drop: Cents,
    /// Boxes taken in it, and until the table's next period.
    pub boxes: u64,
    /// Those whose count is signed by two.
    pub verified_boxes: u64,
    /// Whether any box was taken off the table since it began.
    pub box_since: bool,
}

/// The periods that began from one instant until before another, the earliest first.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn periods(
    connection: &mut PgConnection,
    from: Millis,
    until: Millis,
    table: Option<TableId>,
) -> Result<Vec<Period>, StoreError> {
    let beyond = || StoreError::unreadable("an interval", "a time out of range");
    let from = timestamp(from).ok_or_else(beyond)?;
    let until = timestamp(until).ok_or_else(beyond)?;
    let rows = sqlx::query_file!("src/money/periods.sql", from, until, table.map(|table| table.0))
        .fetch_all(connection)
        .await?;
    let count =
        |number: i64| u64::try_from(number).map_err(|_| StoreError::unreadable("a period", "a number out of range"));
    rows.into_iter()
        .map(|row| {
            Ok(Period {
                table: TableId(row.table_id),
                table_name: row.name,
                game: row.game,
                start_seq: count(row.start_seq)?,
                started: millis(row.started_at),
                opening: Cents::new(row.opening_cents),
                end_seq: row.end_seq.map(count).transpose()?,
                ended: row.ended_at.map(millis),
                closing: row.closing_cents.map(Cents::new),
                closing_expected: row.closing_expected_cents.map(Cents::new),
                is_last: row.next_start_seq.is_none(),
                fills: Cents::new(row.fills_cents),
                credits: Cents::new(row.credits_cents),
                drop: Cents::new(row.drop_cents),
                boxes: count(row.boxes)?,
                verified_boxes: count(row.verified_boxes)?,
                box_since: row.box_since,
            })
        })
        .collect()
}

/// The rules of a version.
///
/// # Errors
/// When the database fails, or there is no such version.
pub async fn rules(connection: &mut PgConnection, version: &str) -> Result<Arc<Rules>, StoreError> {
    let mut rulebook = Rulebook::default();
    rulebook.fetch(connection, [version].into_iter()).await?;
    rulebook.get(version)
}

/// What was staked on a bet in a period, under one version of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handle {
    /// Which of the periods.
    pub place: usize,
    /// The version of the rules.
    pub rules_version: String,
    /// The bet, by name.
    pub bet: String,
    /// What was staked.
    pub stake: Cents,
}

/// What was staked in the completed rounds of periods.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn handle(connection: &mut PgConnection, periods: &[Period]) -> Result<Vec<Handle>, StoreError> {
    let seq = |seq: u64| i64::try_from(seq).unwrap_or(i64::MAX);
    let places: Vec<i64> = (0i64..).take(periods.len()).collect();
    let tables: Vec<Uuid> = periods.iter().map(|period| period.table.0).collect();
    let starts: Vec<i64> = periods.iter().map(|period| seq(period.start_seq)).collect();
    let ends: Vec<i64> = periods.iter().map(|period| period.end_seq.map_or(i64::MAX, seq)).collect();
    let rows =
        sqlx::query_file!("src/money/handle.sql", &places, &tables, &starts, &ends).fetch_all(connection).await?;
    rows.into_iter()
        .map(|row| {
            let place = usize::try_from(row.place).map_err(|error| StoreError::unreadable("a period", error))?;
            Ok(Handle { place, rules_version: row.rules_version, bet: row.bet, stake: Cents::new(row.stake_cents) })
        })
        .collect()
}
