//! Carries out what two people decided. The caller's transaction holds the decision too, so that both stand or neither.

use super::money::{adjust, decommission, transfer};
use super::{ProgressiveId, one};
use crate::meters::{Told, tell};
use crate::open::StoreError;
use crate::significant::Kind;
use game_core::game::StaffId;
use game_core::money::Cents;
use game_core::progressive::{Change, NewProgressive, Parameter};
use game_core::rules::PartialAwardFloor;
use game_core::wager::Level;
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

/// The two people behind a change, and what the second one agreed by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Two {
    /// Who asked.
    pub asked: StaffId,
    /// Who agreed.
    pub agreed: StaffId,
    /// The approval.
    pub approval: Uuid,
    /// Why.
    pub reason: String,
}

/// Why a change is not carried out.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// There is no such progressive, or it has no such level.
    #[error("there is no such progressive or level")]
    Unknown,
    /// Another progressive has the name.
    #[error("another progressive is named so")]
    NameTaken,
    /// The status does not allow it.
    #[error("a progressive that is {0} does not allow it")]
    Status(String),
    /// The level can be played for, so that only its limit may rise above what it holds (R21).
    #[error("the level can be played for: only its limit may be raised above what it holds")]
    Live,
    /// A value the level cannot have.
    #[error("the level cannot have this value")]
    Value,
    /// The pool does not hold that much.
    #[error("the meter does not hold that much")]
    TooLittle,
    /// There is money on its meters.
    #[error("its meters still hold money")]
    NotEmpty,
    /// No reason is given.
    #[error("a reason is needed")]
    NoReason,
    /// One person is not two.
    #[error("two people are needed")]
    SamePerson,
    /// The database failed or refused for another reason.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for ChangeError {
    fn from(error: sqlx::Error) -> Self {
        let error = StoreError::from(error);
        match error.constraint() {
            Some("progressives_name_key") => Self::NameTaken,
            Some(
                "meters_limit_above" | "meters_rate_within" | "meters_reserve_within" | "meters_plausible_positive",
            ) => Self::Value,
            Some("meter_entries_not_negative" | "meters_balance_not_negative") => Self::TooLittle,
            _ => Self::Store(error),
        }
    }
}

pub(super) fn number(staff: StaffId) -> i64 {
    i64::try_from(staff.0).unwrap_or(i64::MAX)
}

/// Carries a change out, in the connection's transaction, and answers with the progressive it concerns. `of` names it; what
/// is created has no name yet.
///
/// # Errors
/// When the change is not allowed now, or the database fails. Nothing is to be committed then.
pub async fn carry_out(
    connection: &mut PgConnection,
    of: Option<ProgressiveId>,
    change: &Change,
    two: &Two,
) -> Result<ProgressiveId, ChangeError> {
    if two.asked == two.agreed {
        return Err(ChangeError::SamePerson);
    }
    if let Change::Create(new) = change {
        return create(connection, new, two).await;
    }
    let id = of.ok_or(ChangeError::Unknown)?;
    let status = lock(connection, id).await?;
    match change {
        Change::Create(_) => {}
        Change::Enable => {
            expect(&status, &["approved", "disabled"])?;
            step(connection, id, "enabled", &status, "enabled", two).await?;
        }
        Change::Retire => {
            expect(&status, &["approved", "disabled"])?;
            empty(connection, id).await?;
            step(connection, id, "retired", &status, "retired", two).await?;
        }
        Change::Parameter { level, to } => parameter(connection, id, &status, *level, *to, two).await?,
        Change::Thaw { level } => thaw(connection, id, *level, two).await?,
        Change::Transfer { level, pool, amount_micro, to_progressive, to_level, to_pool } => {
            let to = to_progressive.parse().map(ProgressiveId).map_err(|_| ChangeError::Unknown)?;
            expect(&lock(connection, to).await?, &["approved", "enabled", "disabled"])?;
            transfer(connection, (id, *level, *pool), (to, *to_level, *to_pool), *amount_micro, two).await?;
        }
        Change::Adjust { level, pool, amount_micro } => {
            adjust(connection, (id, *level, *pool), *amount_micro, two).await?;
        }
        Change::Decommission { level, pool } => {
            expect(&status, &["approved", "disabled"])?;
            decommission(connection, (id, *level, *pool), two).await?;
        }
    }
    Ok(id)
}

/// Takes a progressive out of play at once; one person may do that.
///
/// # Errors
/// When it is not in play, or the database fails.
pub async fn disable(
    connection: &mut PgConnection,
    id: ProgressiveId,
    by: StaffId,
    reason: &str,
) -> Result<(), ChangeError> {
    if reason.trim().is_empty() {
        return Err(ChangeError::NoReason);
    }
    let status = lock(connection, id).await?;
    if status == "disabled" {
        return Ok(());
    }
    expect(&status, &["enabled"])?;
    sqlx::query!("UPDATE progressives SET status = 'disabled' WHERE progressive_id = $1", id.0)
        .execute(&mut *connection)
        .await?;
    let after = json!({ "status": "disabled", "reason": reason });
    let of = Recorded { id, kind: "disabled", before: json!({ "status": status }), after };
    record(connection, &of, Some(by), None).await
}

fn expect(status: &str, permitted: &[&str]) -> Result<(), ChangeError> {
    if permitted.contains(&status) { Ok(()) } else { Err(ChangeError::Status(status.to_owned())) }
}

async fn lock(connection: &mut PgConnection, id: ProgressiveId) -> Result<String, ChangeError> {
    sqlx::query_scalar!("SELECT status FROM progressives WHERE progressive_id = $1 FOR UPDATE", id.0)
        .fetch_optional(connection)
        .await?
        .ok_or(ChangeError::Unknown)
}

struct Recorded {
    id: ProgressiveId,
    kind: &'static str,
    before: Value,
    after: Value,
}

async fn record(
    connection: &mut PgConnection,
    of: &Recorded,
    asked: Option<StaffId>,
    agreed: Option<&Two>,
) -> Result<(), ChangeError> {
    sqlx::query_file!(
        "src/progressives/record.sql",
        of.id.0,
        of.kind,
        of.before,
        of.after,
        asked.map(number),
        agreed.map(|two| number(two.agreed)),
        agreed.map(|two| two.approval.to_string())
    )
    .execute(&mut *connection)
    .await?;
    let kind = if of.kind == "parameter" { Kind::ParameterChange } else { Kind::MeterEvent };
    let (progressive, agreed) = (of.id.0, agreed.map(|two| two.agreed));
    let details = vec![("before", of.before.clone()), ("after", of.after.clone())];
    Ok(tell(connection, Told { kind, what: of.kind, progressive, asked, agreed, details }).await?)
}

async fn step(
    connection: &mut PgConnection,
    id: ProgressiveId,
    to: &str,
    from: &str,
    kind: &'static str,
    two: &Two,
) -> Result<(), ChangeError> {
    sqlx::query!("UPDATE progressives SET status = $2, version = version + 1 WHERE progressive_id = $1", id.0, to)
        .execute(&mut *connection)
        .await?;
    let of = Recorded { id, kind, before: json!({ "status": from }), after: json!({ "status": to }) };
    record(connection, &of, Some(two.asked), Some(two)).await
}

async fn create(connection: &mut PgConnection, new: &NewProgressive, two: &Two) -> Result<ProgressiveId, ChangeError> {
    if !new.problems().is_empty() {
        return Err(ChangeError::Value);
    }
    let id = ProgressiveId(Uuid::now_v7());
    let floor = match new.partial_award_floor {
        PartialAwardFloor::None => "none",
        PartialAwardFloor::Reset => "reset",
    };
    sqlx::query!(
        "INSERT INTO progressives (progressive_id, name, stake_cents, partial_award_floor, status)
         VALUES ($1, $2, $3, $4, 'approved')",
        id.0,
        new.name,
        new.stake_cents.get(),
        floor
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "INSERT INTO progressive_games (progressive_id, game, wager, letter)
         SELECT $1, * FROM UNNEST($2::text[], $3::text[], $4::text[])",
        id.0,
        &new.games.iter().map(|game| game.game.name()).collect::<Vec<_>>() as &[&str],
        &new.games.iter().map(|game| game.wager.name()).collect::<Vec<_>>() as &[&str],
        &new.games.iter().map(|game| &*game.letter).collect::<Vec<_>>() as &[&str]
    )
    .execute(&mut *connection)
    .await?;
    for level in &new.levels {
        let unfit = |_| ChangeError::Value;
        sqlx::query_file!(
            "src/progressives/level.sql",
            Uuid::now_v7(),
            id.0,
            level.level.name(),
            level.initial_cents.get(),
            level.reset_cents.get(),
            i32::try_from(level.rate_ppm).unwrap_or(i32::MAX),
            level.limit_cents.map(Cents::get),
            i32::try_from(level.reserve_ppm).unwrap_or(i32::MAX),
            level.plausible(new.stake_cents).map_err(unfit)?.get()
        )
        .execute(&mut *connection)
        .await?;
    }
    sqlx::query!(
        "INSERT INTO meter_entries (meter_id, number, at, pool, kind, amount_micro, before_micro, after_micro)
         SELECT meter_id, 1, now(), 'balance', 'initial', initial_cents * 1000000, 0, initial_cents * 1000000
         FROM meters WHERE progressive_id = $1",
        id.0
    )
    .execute(&mut *connection)
    .await?;
    let after = serde_json::to_value(new).unwrap_or_default();
    let of = Recorded { id, kind: "created", before: json!({}), after };
    record(connection, &of, Some(two.asked), Some(two)).await?;
    Ok(id)
}

/// What its meters hold must have gone elsewhere before it goes.
async fn empty(connection: &mut PgConnection, id: ProgressiveId) -> Result<(), ChangeError> {
    let holds = sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT FROM meters WHERE progressive_id = $1 AND balance_micro + overflow_micro + reserve_micro > 0
           ) AS "holds!""#,
        id.0
    )
    .fetch_one(connection)
    .await?;
    if holds { Err(ChangeError::NotEmpty) } else { Ok(()) }
}

/// While a level can be played for, only its limit may rise above what it holds, and another rate waits for the next reset
/// (R21). Everything else waits until it is disabled.
async fn parameter(
    connection: &mut PgConnection,
    id: ProgressiveId,
    status: &str,
    level: Level,
    to: Parameter,
    two: &Two,
) -> Result<(), ChangeError> {
    expect(status, &["approved", "enabled", "disabled"])?;
    let found = one(connection, id).await?.ok_or(ChangeError::Unknown)?;
    if !found.problems(level, to).is_empty() {
        return Err(ChangeError::Value);
    }
    let was = sqlx::query!(
        "SELECT meter_id, limit_cents, rate_ppm, reserve_ppm, reset_cents, plausible_micro, balance_micro
         FROM meters WHERE progressive_id = $1 AND level = $2 FOR UPDATE",
        id.0,
        level.name()
    )
    .fetch_optional(&mut *connection)
    .await?
    .ok_or(ChangeError::Unknown)?;
    let live = status == "enabled";
    let before = match to {
        Parameter::LimitCents(limit) => {
            let limit = limit.to_micro().map_err(|_| ChangeError::Value)?.get();
            let raised = was.limit_cents.is_some_and(|was| was.saturating_mul(1_000_000) < limit);
            if live && !(raised && limit > was.balance_micro) {
                return Err(ChangeError::Live);
            }
            if limit < was.balance_micro {
                return Err(ChangeError::Value);
            }
            json!({ "level": level, "limit_cents": was.limit_cents })
        }
        Parameter::RatePpm(_) => json!({ "level": level, "rate_ppm": was.rate_ppm }),
        Parameter::ReservePpm(_) | Parameter::ResetCents(_) | Parameter::PlausibleMicro(_) if live => {
            return Err(ChangeError::Live);
        }
        Parameter::ReservePpm(_) => json!({ "level": level, "reserve_ppm": was.reserve_ppm }),
        Parameter::ResetCents(_) => json!({ "level": level, "reset_cents": was.reset_cents }),
        Parameter::PlausibleMicro(_) => json!({ "level": level, "plausible_micro": was.plausible_micro }),
    };
    set(connection, was.meter_id, to).await?;
    sqlx::query!("UPDATE progressives SET version = version + 1 WHERE progressive_id = $1", id.0)
        .execute(&mut *connection)
        .await?;
    let after = json!({ "level": level, "to": to });
    record(connection, &Recorded { id, kind: "parameter", before, after }, Some(two.asked), Some(two)).await
}

async fn set(connection: &mut PgConnection, meter: Uuid, to: Parameter) -> Result<(), ChangeError> {
    let parts = |parts: u32| i32::try_from(parts).map_err(|_| ChangeError::Value);
    match to {
        Parameter::LimitCents(limit) => {
            sqlx::query!("UPDATE meters SET limit_cents = $2 WHERE meter_id = $1", meter, limit.get())
                .execute(connection)
                .await?
        }
        Parameter::RatePpm(rate) => {
            sqlx::query!("UPDATE meters SET next_rate_ppm = $2 WHERE meter_id = $1", meter, parts(rate)?)
                .execute(connection)
                .await?
        }
        Parameter::ReservePpm(rate) => {
            sqlx::query!("UPDATE meters SET reserve_ppm = $2 WHERE meter_id = $1", meter, parts(rate)?)
                .execute(connection)
                .await?
        }
        Parameter::ResetCents(reset) => {
            sqlx::query!("UPDATE meters SET reset_cents = $2 WHERE meter_id = $1", meter, reset.get())
                .execute(connection)
                .await?
        }
        Parameter::PlausibleMicro(most) => {
            sqlx::query!("UPDATE meters SET plausible_micro = $2 WHERE meter_id = $1", meter, most.get())
                .execute(connection)
                .await?
        }
    };
    Ok(())
}

async fn thaw(connection: &mut PgConnection, id: ProgressiveId, level: Level, two: &Two) -> Result<(), ChangeError> {
    if two.reason.trim().is_empty() {
        return Err(ChangeError::NoReason);
    }
    let cause = sqlx::query_scalar!(
        "SELECT frozen_cause FROM meters WHERE progressive_id = $1 AND level = $2 FOR UPDATE",
        id.0,
        level.name()
    )
    .fetch_optional(&mut *connection)
    .await?
    .ok_or(ChangeError::Unknown)?;
    let cause = cause.ok_or_else(|| ChangeError::Status("not frozen".into()))?;
    sqlx::query!("UPDATE meters SET frozen_cause = NULL WHERE progressive_id = $1 AND level = $2", id.0, level.name())
        .execute(&mut *connection)
        .await?;
    let before = json!({ "level": level, "cause": cause });
    let after = json!({ "level": level, "reason": two.reason });
    record(connection, &Recorded { id, kind: "thawed", before, after }, Some(two.asked), Some(two)).await
}
