//! Tables that take part in a progressive. Whoever holds the table sees to it that it is closed and nobody plays at it.

use super::ProgressiveId;
use super::change::number;
use crate::meters::{Told, letter, link, tell};
use crate::open::StoreError;
use crate::significant::Kind;
use game_core::game::StaffId;
use game_core::meters::meters;
use game_core::rules::Rules;
use game_core::wager::Wager;
use sqlx::{Connection, PgConnection};
use table_host::ids::TableId;

/// Why a table does not take part.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// There is no such progressive.
    #[error("there is no such progressive")]
    Unknown,
    /// It belongs to another table.
    #[error("the progressive belongs to another table")]
    OwnTable,
    /// It is retired.
    #[error("the progressive is retired")]
    Retired,
    /// The table's rules describe other meters: another letter, stake or levels, or another rate or reset amount.
    #[error("the table's rules describe other meters")]
    Misfit,
    /// The database failed or refused for another reason.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for JoinError {
    fn from(error: sqlx::Error) -> Self {
        let error = StoreError::from(error);
        match error.constraint() {
            Some("participations_own_table") => Self::OwnTable,
            _ => Self::Store(error),
        }
    }
}

/// Lets a table's wager play for this progressive from now on, or for its own again when none is named.
///
/// # Errors
/// When the progressive is not for the table, or the database fails.
pub async fn join(
    connection: &mut PgConnection,
    table: TableId,
    rules: &Rules,
    wager: Wager,
    stake: game_core::money::Cents,
    to: Option<ProgressiveId>,
    by: StaffId,
) -> Result<(), JoinError> {
    let mut transaction = connection.begin().await?;
    if let Some(progressive) = to {
        fits(&mut transaction, progressive, rules, wager, stake).await?;
    }
    let left = sqlx::query_scalar!(
        "UPDATE participations SET until = now()
         WHERE table_id = $1 AND wager = $2 AND stake_cents = $3 AND until IS NULL
         RETURNING progressive_id",
        table.0,
        wager.name(),
        stake.get()
    )
    .fetch_optional(&mut *transaction)
    .await?;
    if let Some(left) = left {
        note(&mut transaction, ProgressiveId(left), "left", table, by).await?;
    }
    match to {
        Some(progressive) => {
            sqlx::query!(
                "INSERT INTO participations (table_id, wager, stake_cents, progressive_id) VALUES ($1, $2, $3, $4)",
                table.0,
                wager.name(),
                stake.get(),
                progressive.0
            )
            .execute(&mut *transaction)
            .await?;
            note(&mut transaction, progressive, "joined", table, by).await?;
        }
        None => link(&mut transaction, table, rules).await?,
    }
    Ok(transaction.commit().await?)
}

async fn note(
    connection: &mut PgConnection,
    progressive: ProgressiveId,
    kind: &str,
    table: TableId,
    by: StaffId,
) -> Result<(), JoinError> {
    sqlx::query!(
        "INSERT INTO progressive_changes (progressive_id, version, kind, before, after, proposed_by)
         SELECT progressive_id, version, $2, '{}', jsonb_build_object('table', $3::uuid), $4
         FROM progressives WHERE progressive_id = $1",
        progressive.0,
        kind,
        table.0,
        number(by)
    )
    .execute(&mut *connection)
    .await?;
    let (asked, agreed, details) = (Some(by), None, vec![("table", table.0.to_string().into())]);
    let progressive = progressive.0;
    Ok(tell(connection, Told { kind: Kind::MeterEvent, what: kind, progressive, asked, agreed, details }).await?)
}

/// The table must describe the very meters: what players read on the felt is what they play for.
async fn fits(
    connection: &mut PgConnection,
    progressive: ProgressiveId,
    rules: &Rules,
    wager: Wager,
    stake: game_core::money::Cents,
) -> Result<(), JoinError> {
    let found = super::one(connection, progressive).await?.ok_or(JoinError::Unknown)?;
    if found.status == "retired" {
        return Err(JoinError::Retired);
    }
    let described: Vec<_> =
        meters(rules).into_iter().filter(|(meter, _)| (meter.wager, meter.stake) == (wager, stake)).collect();
    let letter = letter(rules, wager, stake);
    let game = found.games.iter().find(|game| (game.game, game.wager) == (rules.game(), wager));
    let same_letter = game.is_some_and(|game| Some(&game.letter) == letter.as_ref());
    let same_levels = described.len() == found.levels.len()
        && described.iter().all(|(meter, of)| {
            let level = found.levels.iter().find(|level| level.level == meter.level);
            level.is_some_and(|level| (level.reset, level.rate_ppm) == (of.reset, of.rate.get()))
        });
    if found.stake == stake && same_letter && same_levels { Ok(()) } else { Err(JoinError::Misfit) }
}
