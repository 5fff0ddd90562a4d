//! The full record of a round: header, seats, bets, every entry card by card, and all the money it moved.

use super::{Row, Summary};
use crate::journal::{Entry, entries_between};
use crate::meters::{MeterId, reference};
use crate::open::StoreError;
use crate::shuffles::{self, KeptShuffle};
use game_core::game::Seat;
use game_core::money::{Cents, MicroCents};
use game_core::rules::MeterRef;
use sqlx::{Connection, PgConnection};
use table_host::ids::{RoundId, TableId};

/// A seat of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundSeat {
    /// The seat.
    pub seat: Seat,
    /// Who sat there.
    pub player: Option<u64>,
    /// What was decided, in order, corrections made.
    pub decisions: Vec<String>,
    /// What the seat gained or lost.
    pub net: MicroCents,
}

/// A bet of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundWager {
    /// The seat.
    pub seat: Seat,
    /// Which bet.
    pub bet: String,
    /// What was put up.
    pub stake: Cents,
    /// How it ended, if it has.
    pub outcome: Option<String>,
    /// What was paid on top.
    pub win: Cents,
    /// What came back of the stake.
    pub back: Cents,
    /// The clause that pays it or says why it ended so.
    pub clause: Option<String>,
}

/// Everything there is to know of a round.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The round in a few words.
    pub summary: Summary,
    /// Its seats.
    pub seats: Vec<RoundSeat>,
    /// Its bets.
    pub wagers: Vec<RoundWager>,
    /// Every entry from its first to its last, card by card. For staff who may see hidden cards.
    pub entries: Vec<Entry>,
    /// The money they moved.
    pub postings: Vec<Posting>,
    /// What they did to meters.
    pub meters: Vec<MeterEntry>,
    /// The shuffle, where a virtual shoe dealt. To be shown only when the round is over.
    pub shuffle: Option<KeptShuffle>,
}

/// A line of the books.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Posting {
    /// The entry that moved it.
    pub seq: u64,
    /// The kind of account.
    pub account: String,
    /// The seat, of a seat's account.
    pub seat: Option<Seat>,
    /// The meter, of a meter's account.
    pub meter: Option<String>,
    /// What came in, or with a minus went out.
    pub amount: MicroCents,
}

/// A movement of a meter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeterEntry {
    /// The entry that caused it.
    pub seq: u64,
    /// The meter.
    pub id: MeterId,
    /// The name that the table has for it.
    pub meter: MeterRef,
    /// What of it moved: `balance`, `overflow`, `reserve`, or `funded`.
    pub pool: String,
    /// Its cause.
    pub kind: String,
    /// How far the meter moved.
    pub amount: MicroCents,
    /// Where it stood before.
    pub before: MicroCents,
    /// Where it stood after.
    pub after: MicroCents,
}

/// The full record of a round.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn record(connection: &mut PgConnection, round: RoundId) -> Result<Option<Record>, StoreError> {
    // One picture, although it takes several looks and the round may be going on.
    let mut connection = connection.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let row = sqlx::query_file_as!(Row, "src/rounds/one.sql", round.0).fetch_optional(&mut *connection).await?;
    let Some(summary) = row.map(Row::read).transpose()? else { return Ok(None) };
    let (table, first, last) = (summary.table, summary.first_seq, summary.last_seq.unwrap_or(u64::MAX));
    let record = Record {
        seats: seats(&mut connection, round).await?,
        wagers: wagers(&mut connection, round).await?,
        entries: entries_between(&mut connection, table, first.saturating_sub(1), last).await?,
        postings: postings(&mut connection, table, bounds(first, last)).await?,
        meters: meter_entries(&mut connection, table, bounds(first, last)).await?,
        shuffle: shuffles::of_round(&mut connection, table, summary.number).await?,
        summary,
    };
    connection.commit().await?;
    Ok(Some(record))
}

fn seat(number: i16) -> Result<Seat, StoreError> {
    let seat = u8::try_from(number).ok().and_then(Seat::new);
    seat.ok_or_else(|| StoreError::unreadable("a seat", format!("there is no seat {number}")))
}

async fn seats(connection: &mut PgConnection, round: RoundId) -> Result<Vec<RoundSeat>, StoreError> {
    let rows = sqlx::query!(
        "SELECT seat, player_id, decisions, net_micro FROM round_seats WHERE round_id = $1 ORDER BY seat",
        round.0
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(RoundSeat {
                seat: seat(row.seat)?,
                player: row.player_id.and_then(|player| u64::try_from(player).ok()),
                decisions: row.decisions,
                net: MicroCents::new(row.net_micro),
            })
        })
        .collect()
}

async fn wagers(connection: &mut PgConnection, round: RoundId) -> Result<Vec<RoundWager>, StoreError> {
    let rows = sqlx::query!(
        "SELECT seat, bet, stake_cents, outcome, win_cents, back_cents, clause
         FROM round_wagers WHERE round_id = $1 ORDER BY seat, bet",
        round.0
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(RoundWager {
                seat: seat(row.seat)?,
                bet: row.bet,
                stake: Cents::new(row.stake_cents),
                outcome: row.outcome,
                win: Cents::new(row.win_cents),
                back: Cents::new(row.back_cents),
                clause: row.clause,
            })
        })
        .collect()
}

/// The first and the last entry of a round as the database counts.
fn bounds(first: u64, last: u64) -> (i64, i64) {
    (i64::try_from(first).unwrap_or(i64::MAX), i64::try_from(last).unwrap_or(i64::MAX))
}

async fn postings(
    connection: &mut PgConnection,
    table: TableId,
    (first, last): (i64, i64),
) -> Result<Vec<Posting>, StoreError> {
    let rows = sqlx::query!(
        "SELECT seq, account, seat, meter, amount_micro FROM ledger_postings
         WHERE table_id = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq, line",
        table.0,
        first,
        last
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Posting {
                seq: number(row.seq)?,
                account: row.account,
                seat: row.seat.map(seat).transpose()?,
                meter: row.meter,
                amount: MicroCents::new(row.amount_micro),
            })
        })
        .collect()
}

async fn meter_entries(
    connection: &mut PgConnection,
    table: TableId,
    (first, last): (i64, i64),
) -> Result<Vec<MeterEntry>, StoreError> {
    let rows = sqlx::query_file!("src/rounds/meters.sql", table.0, first, last).fetch_all(connection).await?;
    rows.into_iter()
        .map(|row| {
            Ok(MeterEntry {
                seq: number(row.seq)?,
                id: MeterId(row.meter_id),
                meter: reference(&row.wager, row.stake_cents, &row.level)?,
                pool: row.pool,
                kind: row.kind,
                amount: MicroCents::new(row.amount_micro),
                before: MicroCents::new(row.before_micro),
                after: MicroCents::new(row.after_micro),
            })
        })
        .collect()
}

fn number(seq: i64) -> Result<u64, StoreError> {
    u64::try_from(seq).map_err(|error| StoreError::unreadable("a sequence number", error))
}
