//! Money that people move on meters: between two of them, to put a malfunction right, or away when one is given up. Each
//! movement is an entry with both people and the reason; nothing else may.

use super::ProgressiveId;
use super::change::{ChangeError, Two, number};
use crate::meters::{Told, tell};
use crate::significant::Kind;
use game_core::money::MicroCents;
use game_core::progressive::MeterPool;
use game_core::wager::Level;
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

/// A pool of a level.
pub(super) type Place = (ProgressiveId, Level, MeterPool);

struct Stands {
    meter: Uuid,
    entries: i64,
    holds: i64,
}

async fn stands(connection: &mut PgConnection, (id, level, pool): Place) -> Result<Stands, ChangeError> {
    let row = sqlx::query!(
        "SELECT meter_id, entries, balance_micro, overflow_micro, reserve_micro FROM meters
         WHERE progressive_id = $1 AND level = $2 FOR UPDATE",
        id.0,
        level.name()
    )
    .fetch_optional(connection)
    .await?
    .ok_or(ChangeError::Unknown)?;
    let holds = match pool {
        MeterPool::Balance => row.balance_micro,
        MeterPool::Overflow => row.overflow_micro,
        MeterPool::Reserve => row.reserve_micro,
    };
    Ok(Stands { meter: row.meter_id, entries: row.entries, holds })
}

struct Entry<'a> {
    of: &'a Stands,
    pool: MeterPool,
    number: i64,
    amount: i64,
    other: Option<Uuid>,
}

/// Adds entries in one statement, so that what one gives another receives.
async fn add(
    connection: &mut PgConnection,
    of: ProgressiveId,
    kind: &str,
    entries: &[Entry<'_>],
    two: &Two,
) -> Result<(), ChangeError> {
    if two.reason.trim().is_empty() {
        return Err(ChangeError::NoReason);
    }
    let mut holds = Vec::new();
    for entry in entries {
        let after = entry.of.holds.checked_add(entry.amount).ok_or(ChangeError::Value)?;
        if after < 0 {
            return Err(ChangeError::TooLittle);
        }
        holds.push((entry.of.holds, after));
    }
    sqlx::query_file!(
        "src/progressives/entries.sql",
        &entries.iter().map(|entry| entry.of.meter).collect::<Vec<_>>(),
        &entries.iter().map(|entry| entry.number).collect::<Vec<_>>(),
        &entries.iter().map(|entry| entry.pool.name()).collect::<Vec<_>>() as &[&str],
        &entries.iter().map(|entry| entry.amount).collect::<Vec<_>>(),
        &holds.iter().map(|(before, _)| *before).collect::<Vec<_>>(),
        &holds.iter().map(|(_, after)| *after).collect::<Vec<_>>(),
        &entries.iter().map(|entry| entry.other).collect::<Vec<_>>() as &[Option<Uuid>],
        kind,
        number(two.asked),
        number(two.agreed),
        two.reason
    )
    .execute(&mut *connection)
    .await?;
    let amounts: Vec<Value> =
        entries.iter().map(|entry| json!([entry.of.meter, entry.pool.name(), entry.amount])).collect();
    let details = vec![("moved_micro", amounts.into()), ("reason", two.reason.clone().into())];
    let (asked, agreed) = (Some(two.asked), Some(two.agreed));
    Ok(tell(connection, Told { kind: Kind::MeterEvent, what: kind, progressive: of.0, asked, agreed, details }).await?)
}

/// Moves money from one pool to another.
pub(super) async fn transfer(
    connection: &mut PgConnection,
    from: Place,
    to: Place,
    amount: MicroCents,
    two: &Two,
) -> Result<(), ChangeError> {
    if amount <= MicroCents::ZERO || from == to {
        return Err(ChangeError::Value);
    }
    let (mut giving, mut taking) = (stands(connection, from).await?, stands(connection, to).await?);
    if giving.meter == taking.meter {
        // Two entries of one meter follow each other.
        taking.entries += 1;
    }
    (giving.entries, taking.entries) = (giving.entries + 1, taking.entries + 1);
    let entry = |of, pool, number, amount, other| Entry { of, pool, number, amount, other: Some(other) };
    let entries = [
        entry(&giving, from.2, giving.entries, -amount.get(), taking.meter),
        entry(&taking, to.2, taking.entries, amount.get(), giving.meter),
    ];
    add(connection, from.0, "transfer", &entries, two).await
}

/// Puts a malfunction right.
pub(super) async fn adjust(
    connection: &mut PgConnection,
    of: Place,
    amount: MicroCents,
    two: &Two,
) -> Result<(), ChangeError> {
    if amount.is_zero() {
        return Err(ChangeError::Value);
    }
    let stands = stands(connection, of).await?;
    let entry = Entry { of: &stands, pool: of.2, number: stands.entries + 1, amount: amount.get(), other: None };
    add(connection, of.0, "adjustment", &[entry], two).await
}

/// Takes away all that a pool holds.
pub(super) async fn decommission(connection: &mut PgConnection, of: Place, two: &Two) -> Result<(), ChangeError> {
    let stands = stands(connection, of).await?;
    if stands.holds == 0 {
        return Err(ChangeError::Value);
    }
    let entry = Entry { of: &stands, pool: of.2, number: stands.entries + 1, amount: -stands.holds, other: None };
    add(connection, of.0, "decommission", &[entry], two).await
}
