//! A parameter of a level that two people change: what is wrong with a value, by the same floors and rates that a new
//! progressive is held to (R12).

use super::{Game, demands, problem};
use crate::document::{Problem, ProblemCode};
use crate::money::{Cents, MicroCents, Ppm};
use crate::paytable;
use crate::wager::Level;
use serde::{Deserialize, Serialize};

/// A parameter of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Parameter {
    /// What it may grow to; while it can be played for, only more than it holds.
    LimitCents(Cents),
    /// The part of each stake it takes, from the next reset on.
    RatePpm(u32),
    /// The part of each stake that is put by; only while nobody can play for it.
    ReservePpm(u32),
    /// What it starts again at; only while nobody can play for it.
    ResetCents(Cents),
    /// The most that one collection may put on it; only while nobody can play for it.
    PlausibleMicro(MicroCents),
}

impl Parameter {
    /// Everything that is wrong with it for a level of a progressive of these games; `others_ppm` is what all else takes of
    /// each stake.
    #[must_use]
    pub fn problems(self, level: Level, games: &[Game], others_ppm: u64) -> Vec<Problem> {
        match self {
            Self::LimitCents(limit) => above(limit, "limit_cents").into_iter().collect(),
            Self::RatePpm(rate) => taken(u64::from(rate), 1, games, others_ppm, "rate_ppm"),
            Self::ReservePpm(rate) => taken(u64::from(rate), 0, games, others_ppm, "reserve_ppm"),
            Self::ResetCents(reset) => {
                let floors = games.iter().filter_map(|game| under_floor(level, game, reset));
                floors.chain(above(reset, "reset_cents")).collect()
            }
            Self::PlausibleMicro(most) => {
                let nothing = most <= MicroCents::ZERO;
                let message = "nothing would be plausible".to_owned();
                let found = problem("plausible_micro", ProblemCode::OutOfRange, None, message, "more than nothing");
                nothing.then_some(found).into_iter().collect()
            }
        }
    }
}

/// An amount that cannot be kept.
fn above(amount: Cents, field: &str) -> Option<Problem> {
    let permitted = format!("1 to {} cents", Cents::BANK_MAX.get());
    let message = "more than can be kept, or nothing".to_owned();
    let fits = (Cents::new(1)..=Cents::BANK_MAX).contains(&amount);
    (!fits).then(|| problem(field, ProblemCode::OutOfRange, None, message, &permitted))
}

/// A reset amount under what the rules of a game allow.
fn under_floor(level: Level, game: &Game, reset: Cents) -> Option<Problem> {
    let demands = demands(game.game, game.wager)?;
    let floors = paytable::floors(game.game, demands.schedule, &game.letter);
    let floor = floors.iter().find(|floor| floor.level == level && reset < floor.reset_min)?;
    let message = format!("{reset} is less than the rules of {} allow", game.game);
    let permitted = format!("{} cents or more", floor.reset_min.get());
    Some(problem("reset_cents", ProblemCode::UnderFloor, Some(floor.clause), message, &permitted))
}

/// A rate with which the levels would take more than all of a stake, or none of it.
fn taken(rate: u64, least: u64, games: &[Game], others_ppm: u64, field: &str) -> Vec<Problem> {
    let most = u64::from(Ppm::WHOLE.get()).saturating_sub(others_ppm);
    if (least..=most).contains(&rate) {
        return Vec::new();
    }
    let clause = games.first().and_then(|game| demands(game.game, game.wager)).map(|demands| demands.rate);
    let message = format!("{rate} millionths of a stake, of which all else takes {others_ppm}");
    let permitted = format!("{least} to {most} millionths of the stake");
    vec![problem(field, ProblemCode::OutOfRange, clause, message, &permitted)]
}
