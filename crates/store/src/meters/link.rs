//! Which meters a table plays for. A table that nobody linked brings its own progressive along: one table, the same
//! mechanism, the parameters its submission states.

use crate::open::StoreError;
use game_core::game::Seat;
use game_core::meters::meters;
use game_core::money::Cents;
use game_core::rules::{MeterRef, MeterRules, Rules};
use game_core::wager::Wager;
use sqlx::PgConnection;
use std::collections::BTreeMap;
use table_host::ids::TableId;
use uuid::Uuid;

/// The meters of a wager and a stake.
type Set = (Wager, Cents);

/// Sees to it that the table plays for meters that its rules describe: those it plays for already where they fit, and its
/// own otherwise. What it has of its own stands where it stands.
pub(crate) async fn link(connection: &mut PgConnection, table: TableId, rules: &Rules) -> Result<(), StoreError> {
    let mut sets: BTreeMap<Set, Vec<(MeterRef, MeterRules)>> = BTreeMap::new();
    for (meter, of_meter) in meters(rules) {
        sets.entry((meter.wager, meter.stake)).or_default().push((meter, of_meter));
    }
    for ((wager, stake), levels) in sets {
        let letter = letter(rules, wager, stake).unwrap_or_default();
        match taking_part(connection, table, wager, stake).await? {
            Some(part) if part.own => follow(connection, part.progressive, &levels).await?,
            Some(part) if fits(connection, &part, rules, wager, &letter, &levels).await? => {}
            Some(part) => {
                leave(connection, table, wager, stake, part.progressive).await?;
                bring_along(connection, table, rules, &letter, (wager, stake), &levels).await?;
            }
            None => bring_along(connection, table, rules, &letter, (wager, stake), &levels).await?,
        }
    }
    Ok(())
}

/// The letter by which a table's wager pays.
pub(crate) fn letter(rules: &Rules, wager: Wager, stake: Cents) -> Option<String> {
    match wager {
        Wager::ProgressivePayout => rules.progressive().map(|progressive| progressive.table.letter.to_owned()),
        Wager::BonusSpinProgressive => rules.bonus_spin().map(|spin| spin.wheel.wheel.letter.to_owned()),
        Wager::BonusSpinXtremeProgressive => {
            rules.xtreme()?.stake(stake).map(|stake| stake.hot_spot.wheel.letter.to_owned())
        }
        Wager::LetItRide
        | Wager::TwoThreeFive
        | Wager::Ante
        | Wager::FiveCardBonus
        | Wager::ThreeCardBonus
        | Wager::SixCardBonus
        | Wager::WinEmAllBonus => None,
    }
}

struct Part {
    progressive: Uuid,
    own: bool,
}

async fn taking_part(
    connection: &mut PgConnection,
    table: TableId,
    wager: Wager,
    stake: Cents,
) -> Result<Option<Part>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT progressive_id, own_table IS NOT NULL AS "own!"
           FROM participations JOIN progressives USING (progressive_id)
           WHERE table_id = $1 AND wager = $2 AND participations.stake_cents = $3 AND until IS NULL"#,
        table.0,
        wager.name(),
        stake.get()
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| Part { progressive: row.progressive_id, own: row.own }))
}

/// Whether a linked progressive pays by the table's letter and has its levels.
async fn fits(
    connection: &mut PgConnection,
    part: &Part,
    rules: &Rules,
    wager: Wager,
    letter: &str,
    levels: &[(MeterRef, MeterRules)],
) -> Result<bool, StoreError> {
    let names: Vec<&str> = levels.iter().map(|(meter, _)| meter.level.name()).collect();
    let fits = sqlx::query_scalar!(
        r#"SELECT
               EXISTS (
                   SELECT FROM progressive_games
                   WHERE progressive_id = $1 AND game = $2 AND wager = $3 AND letter = $4
               ) AND (
                   SELECT array_agg(level ORDER BY level) FROM meters WHERE progressive_id = $1
               ) = (SELECT array_agg(level ORDER BY level) FROM unnest($5::text[]) AS level) AS "fits!""#,
        part.progressive,
        rules.game().name(),
        wager.name(),
        letter,
        &names as &[&str]
    )
    .fetch_one(connection)
    .await?;
    Ok(fits)
}

async fn leave(
    connection: &mut PgConnection,
    table: TableId,
    wager: Wager,
    stake: Cents,
    progressive: Uuid,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE participations SET until = now()
         WHERE table_id = $1 AND wager = $2 AND stake_cents = $3 AND progressive_id = $4 AND until IS NULL",
        table.0,
        wager.name(),
        stake.get(),
        progressive
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The most that one collection of a whole table puts on a meter.
pub(crate) fn plausible(of_meter: &MeterRules, stake: Cents) -> Result<i64, StoreError> {
    let unfit = |error| StoreError::unreadable("a meter's plausible contribution", error);
    let table = stake.times(i64::try_from(Seat::MAX).unwrap_or(i64::MAX)).map_err(unfit)?;
    Ok(of_meter.rate.of(table).map_err(unfit)?.get())
}

async fn bring_along(
    connection: &mut PgConnection,
    table: TableId,
    rules: &Rules,
    letter: &str,
    (wager, stake): Set,
    levels: &[(MeterRef, MeterRules)],
) -> Result<(), StoreError> {
    if rejoin(connection, table, wager, stake).await? {
        return follow_own(connection, table, (wager, stake), levels).await;
    }
    let floor = rules.progressive().map(|progressive| progressive.partial_award_floor);
    let reset = floor == Some(game_core::rules::PartialAwardFloor::Reset);
    let mut rows = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (meter, of_meter) in levels {
        rows.0.push(meter.level.name());
        rows.1.push(of_meter.initial.get());
        rows.2.push(of_meter.reset.get());
        rows.3.push(i32::try_from(of_meter.rate.get()).unwrap_or(i32::MAX));
        rows.4.push(of_meter.limit.map(Cents::get));
        rows.5.push(plausible(of_meter, stake)?);
    }
    sqlx::query_file!(
        "src/meters/bring_along.sql",
        table.0,
        Uuid::now_v7(),
        wager.name(),
        stake.get(),
        if reset { "reset" } else { "none" },
        rules.game().name(),
        letter,
        &rows.0 as &[&str],
        &rows.1,
        &rows.2,
        &rows.3,
        &rows.4 as &[Option<i64>],
        &rows.5
    )
    .execute(&mut *connection)
    .await?;
    initial(connection, table, wager, stake).await
}

/// Lets the table play for the progressive that it once brought along.
async fn rejoin(connection: &mut PgConnection, table: TableId, wager: Wager, stake: Cents) -> Result<bool, StoreError> {
    let joined = sqlx::query!(
        "INSERT INTO participations (table_id, wager, stake_cents, progressive_id)
         SELECT $1, $2, $3, progressive_id
         FROM progressives JOIN progressive_games USING (progressive_id)
         WHERE own_table = $1 AND wager = $2 AND stake_cents = $3 AND status = 'enabled'",
        table.0,
        wager.name(),
        stake.get()
    )
    .execute(connection)
    .await?;
    Ok(joined.rows_affected() > 0)
}

async fn follow_own(
    connection: &mut PgConnection,
    table: TableId,
    (wager, stake): Set,
    levels: &[(MeterRef, MeterRules)],
) -> Result<(), StoreError> {
    match taking_part(connection, table, wager, stake).await? {
        Some(part) => follow(connection, part.progressive, levels).await,
        None => Ok(()),
    }
}

/// The movement that brings each new meter to its initial amount.
async fn initial(connection: &mut PgConnection, table: TableId, wager: Wager, stake: Cents) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO meter_entries (meter_id, number, at, pool, kind, amount_micro, before_micro, after_micro)
         SELECT meter_id, 1, now(), 'balance', 'initial', initial_cents * 1000000, 0, initial_cents * 1000000
         FROM participations JOIN meters USING (progressive_id)
         WHERE table_id = $1 AND wager = $2 AND stake_cents = $3 AND until IS NULL AND entries = 0",
        table.0,
        wager.name(),
        stake.get()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// A table's own progressive follows its submission as far as a live meter may: a higher limit at once, another rate from
/// the next reset on (R21).
async fn follow(
    connection: &mut PgConnection,
    progressive: Uuid,
    levels: &[(MeterRef, MeterRules)],
) -> Result<(), StoreError> {
    for (meter, of_meter) in levels {
        sqlx::query!(
            "UPDATE meters SET
                 next_rate_ppm = CASE WHEN rate_ppm = $3 THEN NULL ELSE $3 END,
                 limit_cents = CASE
                     WHEN $4::bigint IS NULL OR $4 >= COALESCE(limit_cents, $4) AND $4 * 1000000 >= balance_micro THEN $4
                     ELSE limit_cents
                 END
             WHERE progressive_id = $1 AND level = $2",
            progressive,
            meter.level.name(),
            i32::try_from(of_meter.rate.get()).unwrap_or(i32::MAX),
            of_meter.limit.map(Cents::get)
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
