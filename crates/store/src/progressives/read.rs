//! What is known of progressives: how they work, what they hold, who plays for them, and who won last.

use super::ProgressiveId;
use crate::meters::{MeterId, reference};
use crate::open::StoreError;
use crate::times::millis;
use game_core::document::Problem;
use game_core::game::{GameId, Millis, Seat};
use game_core::money::{Cents, MicroCents};
use game_core::progressive::{Game, Parameter};
use game_core::wager::{Level, Wager};
use sqlx::PgConnection;
use std::collections::BTreeMap;
use table_host::ids::TableId;
use uuid::Uuid;

/// A progressive as kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgressiveRecord {
    /// Its id.
    pub id: ProgressiveId,
    /// Its name.
    pub name: String,
    /// The stake that plays for it.
    pub stake: Cents,
    /// `approved`, `enabled`, `disabled` or `retired`.
    pub status: String,
    /// How often it was changed.
    pub version: u32,
    /// The only table that may take part, of one that a table brought along.
    pub own_table: Option<TableId>,
    /// The games that may take part.
    pub games: Vec<Game>,
    /// Its levels.
    pub levels: Vec<LevelRecord>,
    /// The tables that take part, each with the wager that plays for it.
    pub tables: Vec<(TableId, Wager)>,
}

impl ProgressiveRecord {
    /// What is wrong with another value of a parameter of a level; nothing where there is no such level.
    #[must_use]
    pub fn problems(&self, level: Level, to: Parameter) -> Vec<Problem> {
        let rate = |of: &LevelRecord| u64::from(of.next_rate_ppm.map_or(of.rate_ppm, |next| next.max(of.rate_ppm)));
        let others = self.levels.iter().map(|of| match (of.level == level, to) {
            (true, Parameter::RatePpm(_)) => u64::from(of.reserve_ppm),
            (true, Parameter::ReservePpm(_)) => rate(of),
            (true | false, _) => rate(of) + u64::from(of.reserve_ppm),
        });
        to.problems(level, &self.games, others.sum())
    }
}

/// A level as kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelRecord {
    /// The meter.
    pub meter: MeterId,
    /// Which.
    pub level: Level,
    /// What it started at.
    pub initial: Cents,
    /// What it starts again at.
    pub reset: Cents,
    /// The part of each stake it takes, in millionths.
    pub rate_ppm: u32,
    /// The rate from the next reset on, where another waits.
    pub next_rate_ppm: Option<u32>,
    /// What it may grow to.
    pub limit: Option<Cents>,
    /// The part of each stake that is put by.
    pub reserve_ppm: u32,
    /// The most that one collection may put on it.
    pub plausible: MicroCents,
    /// Why it is frozen, if it is.
    pub frozen: Option<String>,
    /// What it holds.
    pub balance: MicroCents,
    /// What it had no room for.
    pub overflow: MicroCents,
    /// What is put by.
    pub reserve: MicroCents,
    /// The number of its last entry.
    pub entries: u64,
    /// Counters that only grow (R13).
    pub counters: Counters,
    /// The last hits, newest first.
    pub hits: Vec<Hit>,
}

/// What a level counted since it was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counters {
    /// Qualifying wagers.
    pub wagers: u64,
    /// What they staked.
    pub wagered: Cents,
    /// What it took of that.
    pub contributed: MicroCents,
    /// How often it was hit.
    pub hits: u64,
    /// What was won.
    pub won: MicroCents,
    /// What it had no room for.
    pub overflowed: MicroCents,
    /// What was put by.
    pub reserved: MicroCents,
}

/// A hit of a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    /// Where.
    pub table: TableId,
    /// At which seat.
    pub seat: Seat,
    /// When.
    pub at: Millis,
    /// What is paid.
    pub paid: Cents,
    /// How far the award has come.
    pub state: String,
}

/// A number that grows whenever any progressive or meter changes: whoever has seen it has seen everything.
///
/// # Errors
/// When the database fails.
pub async fn version(connection: &mut PgConnection) -> Result<(i64, i64), StoreError> {
    let row = sqlx::query!(
        r#"SELECT COALESCE((SELECT sum(entries) FROM meters), 0)::bigint AS "entries!",
                  COALESCE((SELECT max(number) FROM progressive_changes), 0) AS "changes!""#
    )
    .fetch_one(connection)
    .await?;
    Ok((row.entries, row.changes))
}

/// Every progressive, by name.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn all(connection: &mut PgConnection) -> Result<Vec<ProgressiveRecord>, StoreError> {
    read(connection, None).await
}

/// One progressive.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn one(connection: &mut PgConnection, id: ProgressiveId) -> Result<Option<ProgressiveRecord>, StoreError> {
    Ok(read(connection, Some(id.0)).await?.pop())
}

/// Every step in a progressive's life, oldest first, as it is kept.
///
/// # Errors
/// When the database fails.
pub async fn changes(connection: &mut PgConnection, id: ProgressiveId) -> Result<Vec<serde_json::Value>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"SELECT jsonb_build_object(
               'version', version, 'kind', kind, 'before', before, 'after', after, 'proposed_by', proposed_by,
               'approved_by', approved_by, 'approval', reference, 'at', at
           ) AS "change!"
           FROM progressive_changes WHERE progressive_id = $1 ORDER BY number"#,
        id.0
    )
    .fetch_all(connection)
    .await?;
    Ok(rows)
}

async fn read(connection: &mut PgConnection, only: Option<Uuid>) -> Result<Vec<ProgressiveRecord>, StoreError> {
    let mut games = games(connection, only).await?;
    let mut tables = tables(connection, only).await?;
    let mut levels = levels(connection, only).await?;
    let rows = sqlx::query!(
        "SELECT progressive_id, name, stake_cents, status, version, own_table FROM progressives
         WHERE $1::uuid IS NULL OR progressive_id = $1
         ORDER BY name",
        only
    )
    .fetch_all(connection)
    .await?;
    let records = rows.into_iter().map(|row| ProgressiveRecord {
        id: ProgressiveId(row.progressive_id),
        name: row.name,
        stake: Cents::new(row.stake_cents),
        status: row.status,
        version: u32::try_from(row.version).unwrap_or_default(),
        own_table: row.own_table.map(TableId),
        games: games.remove(&row.progressive_id).unwrap_or_default(),
        levels: levels.remove(&row.progressive_id).unwrap_or_default(),
        tables: tables.remove(&row.progressive_id).unwrap_or_default(),
    });
    Ok(records.collect())
}

async fn games(connection: &mut PgConnection, only: Option<Uuid>) -> Result<BTreeMap<Uuid, Vec<Game>>, StoreError> {
    let rows = sqlx::query!(
        "SELECT progressive_id, game, wager, letter FROM progressive_games
         WHERE $1::uuid IS NULL OR progressive_id = $1 ORDER BY game, wager",
        only
    )
    .fetch_all(connection)
    .await?;
    let mut found: BTreeMap<Uuid, Vec<Game>> = BTreeMap::new();
    for row in rows {
        let names = GameId::from_name(&row.game).zip(Wager::from_name(&row.wager));
        let (game, wager) = names.ok_or_else(|| StoreError::unreadable("a progressive", "a game nobody knows"))?;
        found.entry(row.progressive_id).or_default().push(Game { game, wager, letter: row.letter });
    }
    Ok(found)
}

type Tables = BTreeMap<Uuid, Vec<(TableId, Wager)>>;

async fn tables(connection: &mut PgConnection, only: Option<Uuid>) -> Result<Tables, StoreError> {
    let rows = sqlx::query!(
        "SELECT progressive_id, table_id, wager FROM participations
         WHERE until IS NULL AND ($1::uuid IS NULL OR progressive_id = $1) ORDER BY table_id",
        only
    )
    .fetch_all(connection)
    .await?;
    let mut found = Tables::new();
    for row in rows {
        let wager = Wager::from_name(&row.wager);
        let wager = wager.ok_or_else(|| StoreError::unreadable("a participation", "a wager nobody knows"))?;
        found.entry(row.progressive_id).or_default().push((TableId(row.table_id), wager));
    }
    Ok(found)
}

fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

fn parts(parts: i32) -> u32 {
    u32::try_from(parts).unwrap_or_default()
}

async fn levels(
    connection: &mut PgConnection,
    only: Option<Uuid>,
) -> Result<BTreeMap<Uuid, Vec<LevelRecord>>, StoreError> {
    let mut hits = hits(connection, only).await?;
    let rows = sqlx::query_file!("src/progressives/levels.sql", only).fetch_all(connection).await?;
    let mut found: BTreeMap<Uuid, Vec<LevelRecord>> = BTreeMap::new();
    for row in rows {
        let meter = MeterId(row.meter_id);
        let level = reference("progressive_payout", 0, &row.level)?.level;
        found.entry(row.progressive_id).or_default().push(LevelRecord {
            meter,
            level,
            initial: Cents::new(row.initial_cents),
            reset: Cents::new(row.reset_cents),
            rate_ppm: parts(row.rate_ppm),
            next_rate_ppm: row.next_rate_ppm.map(parts),
            limit: row.limit_cents.map(Cents::new),
            reserve_ppm: parts(row.reserve_ppm),
            plausible: MicroCents::new(row.plausible_micro),
            frozen: row.frozen_cause,
            balance: MicroCents::new(row.balance_micro),
            overflow: MicroCents::new(row.overflow_micro),
            reserve: MicroCents::new(row.reserve_micro),
            entries: count(row.entries),
            counters: Counters {
                wagers: count(row.wagers),
                wagered: Cents::new(row.wagered_cents),
                contributed: MicroCents::new(row.contributed_micro),
                hits: count(row.hits),
                won: MicroCents::new(row.won_micro),
                overflowed: MicroCents::new(row.overflowed_micro),
                reserved: MicroCents::new(row.reserved_micro),
            },
            hits: hits.remove(&meter).unwrap_or_default(),
        });
    }
    Ok(found)
}

async fn hits(connection: &mut PgConnection, only: Option<Uuid>) -> Result<BTreeMap<MeterId, Vec<Hit>>, StoreError> {
    let rows = sqlx::query_file!("src/progressives/hits.sql", only).fetch_all(connection).await?;
    let mut found: BTreeMap<MeterId, Vec<Hit>> = BTreeMap::new();
    for row in rows {
        let seat = u8::try_from(row.seat).ok().and_then(Seat::new);
        let seat = seat.ok_or_else(|| StoreError::unreadable("a hit", "a seat out of range"))?;
        found.entry(MeterId(row.meter_id)).or_default().push(Hit {
            table: TableId(row.table_id),
            seat,
            at: millis(row.hit_at),
            paid: Cents::new(row.paid_cents),
            state: row.state,
        });
    }
    Ok(found)
}
