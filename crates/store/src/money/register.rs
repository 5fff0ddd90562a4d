//! What is on record: counts, slips, boxes and flagged wagers, by page; and the numbers that are missing, of which there are
//! none.

use crate::open::StoreError;
use crate::times::millis;
use game_core::game::Millis;
use game_core::money::Cents;
use serde_json::Value;
use sqlx::PgConnection;
use table_host::ids::TableId;
use time::OffsetDateTime;
use uuid::Uuid;

/// A slip as it is on record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields say who did what and when")]
pub struct Slip {
    pub series: String,
    pub number: i64,
    pub table: TableId,
    pub tray: Value,
    pub total: Cents,
    pub state: String,
    pub requested: (i64, Millis),
    pub issued: Option<(i64, Millis)>,
    pub received: Option<(i64, Millis)>,
    pub void: Option<Void>,
}

/// Why and by whom a slip is void.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields say who did what and when")]
pub struct Void {
    pub reason: String,
    pub proposed_by: i64,
    pub by: i64,
    pub at: Millis,
}

/// Which slips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlipFilter<'a> {
    /// Fills or credits.
    pub series: &'a str,
    /// Of this table alone.
    pub table: Option<TableId>,
    /// In this state alone.
    pub state: Option<&'a str>,
    /// After this number.
    pub after: i64,
    /// At most so many.
    pub limit: u32,
}

fn signed(by: Option<i64>, at: Option<OffsetDateTime>) -> Option<(i64, Millis)> {
    by.zip(at.map(millis))
}

/// Slips in the order of their numbers.
///
/// # Errors
/// When the database fails.
pub async fn slips(connection: &mut PgConnection, filter: SlipFilter<'_>) -> Result<Vec<Slip>, StoreError> {
    let rows = sqlx::query!(
        "SELECT * FROM slips
         WHERE series = $1 AND number > $2 AND ($3::uuid IS NULL OR table_id = $3) AND ($4::text IS NULL OR state = $4)
         ORDER BY number LIMIT $5",
        filter.series,
        filter.after,
        filter.table.map(|table| table.0),
        filter.state,
        i64::from(filter.limit)
    )
    .fetch_all(connection)
    .await?;
    let void = |reason: Option<String>, proposed_by: Option<i64>, by: Option<i64>, at: Option<OffsetDateTime>| {
        Some(Void { reason: reason?, proposed_by: proposed_by?, by: by?, at: millis(at?) })
    };
    Ok(rows
        .into_iter()
        .map(|row| Slip {
            series: row.series,
            number: row.number,
            table: TableId(row.table_id),
            tray: row.tray,
            total: Cents::new(row.total_cents),
            state: row.state,
            requested: (row.requested_by, millis(row.requested_at)),
            issued: signed(row.issued_by, row.issued_at),
            received: signed(row.received_by, row.received_at),
            void: void(row.void_reason, row.void_proposed_by, row.void_by, row.void_at),
        })
        .collect())
}

/// A drop box as it is on record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields say who did what and when")]
pub struct Box {
    pub number: i64,
    pub table: TableId,
    pub recorded: Cents,
    pub removed: (i64, Millis),
    pub contents: Option<Value>,
    pub counted: Option<Cents>,
    pub counted_by: Option<(i64, Millis)>,
    pub verified_by: Option<(i64, Millis)>,
}

/// Which boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoxFilter {
    /// Of this table alone.
    pub table: Option<TableId>,
    /// After this number.
    pub after: i64,
    /// At most so many.
    pub limit: u32,
}

/// Boxes in the order of their numbers.
///
/// # Errors
/// When the database fails.
pub async fn boxes(connection: &mut PgConnection, filter: BoxFilter) -> Result<Vec<Box>, StoreError> {
    let rows = sqlx::query!(
        "SELECT * FROM drop_boxes WHERE number > $1 AND ($2::uuid IS NULL OR table_id = $2) ORDER BY number LIMIT $3",
        filter.after,
        filter.table.map(|table| table.0),
        i64::from(filter.limit)
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Box {
            number: row.number,
            table: TableId(row.table_id),
            recorded: Cents::new(row.recorded_cents),
            removed: (row.removed_by, millis(row.removed_at)),
            contents: row.contents,
            counted: row.counted_cents.map(Cents::new),
            counted_by: signed(row.counted_by, row.counted_at),
            verified_by: signed(row.verified_by, row.verified_at),
        })
        .collect())
}

/// A count of a rack as it is on record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields say who did what and when")]
pub struct Count {
    pub table: TableId,
    pub seq: i64,
    pub kind: String,
    pub tray: Value,
    pub total: Cents,
    pub expected: Cents,
    pub difference: Option<Cents>,
    pub recount: bool,
    pub counted: (i64, Millis),
    pub verified: Option<(i64, Millis)>,
}

/// Which counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountFilter {
    /// Of this table.
    pub table: TableId,
    /// Only those that differ from the last closer.
    pub differing: bool,
    /// After this entry.
    pub after: i64,
    /// At most so many.
    pub limit: u32,
}

/// Counts of a table in their order, those included that nobody signed.
///
/// # Errors
/// When the database fails.
pub async fn counts(connection: &mut PgConnection, filter: CountFilter) -> Result<Vec<Count>, StoreError> {
    let rows = sqlx::query!(
        "SELECT * FROM inventory_counts
         WHERE table_id = $1 AND seq > $2 AND (NOT $3 OR difference_cents IS NOT NULL)
         ORDER BY seq LIMIT $4",
        filter.table.0,
        filter.after,
        filter.differing,
        i64::from(filter.limit)
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Count {
            table: TableId(row.table_id),
            seq: row.seq,
            kind: row.kind,
            tray: row.tray,
            total: Cents::new(row.total_cents),
            expected: Cents::new(row.expected_cents),
            difference: row.difference_cents.map(Cents::new),
            recount: row.recount,
            counted: (row.counted_by, millis(row.at)),
            verified: signed(row.verified_by, row.verified_at),
        })
        .collect())
}

/// A wager that somebody let stand outside the limits.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields say what was accepted, by whom and when")]
pub struct Flag {
    pub seat: i16,
    pub wager: String,
    pub amount: Cents,
    pub accepted: (i64, Millis),
}

/// The flagged wagers of a round.
///
/// # Errors
/// When the database fails.
pub async fn flags(connection: &mut PgConnection, round: Uuid) -> Result<Vec<Flag>, StoreError> {
    let rows = sqlx::query!(
        "SELECT seat, wager, amount_cents, accepted_by, at FROM flagged_wagers WHERE round_id = $1 ORDER BY seq, line",
        round
    )
    .fetch_all(connection)
    .await?;
    let flag =
        |seat, wager, amount, by, at| Flag { seat, wager, amount: Cents::new(amount), accepted: (by, millis(at)) };
    Ok(rows.into_iter().map(|row| flag(row.seat, row.wager, row.amount_cents, row.accepted_by, row.at)).collect())
}

/// Numbers that should be on record and are not, by series. There are none: the database sees to it (R45).
///
/// # Errors
/// When the database fails.
pub async fn missing(connection: &mut PgConnection) -> Result<Vec<(String, i64)>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT counters.series AS "series!", numbers.number AS "number!"
           FROM slip_counters AS counters
           CROSS JOIN LATERAL generate_series(1, counters.last) AS numbers (number)
           WHERE NOT EXISTS (SELECT FROM slips WHERE series = counters.series AND slips.number = numbers.number)
               AND NOT EXISTS (
                   SELECT FROM drop_boxes WHERE counters.series = 'drop' AND drop_boxes.number = numbers.number
               )
               AND NOT EXISTS (
                   SELECT FROM jackpots WHERE counters.series = 'jackpot' AND jackpots.slip_number = numbers.number
               )
           ORDER BY counters.series, numbers.number"#
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.series, row.number)).collect())
}
