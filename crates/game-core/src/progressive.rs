//! Progressives that tables share: what two people decide about them, and what is wrong with what is proposed. The floors,
//! letters and stakes are those of the rule documents, each problem with its clause (R12).

mod parameter;

pub use parameter::Parameter;

use crate::clause::ClauseId;
use crate::document::{Problem, ProblemCode};
use crate::game::{GameId, Seat};
use crate::money::{Cents, MicroCents, Overflow, Ppm};
use crate::paytable::{self, Floor, Schedule};
use crate::rules::{BonusSpinRules, PartialAwardFloor};
use crate::wager::{Level, Wager};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A progressive to be made: one stake, one letter for each game that may take part, and its levels.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewProgressive {
    /// Its name on displays.
    pub name: String,
    /// The stake that plays for it.
    pub stake_cents: Cents,
    /// What happens to a meter after a partial award (I-02); nothing when absent.
    #[serde(default = "no_floor")]
    pub partial_award_floor: PartialAwardFloor,
    /// The games that may take part.
    pub games: Vec<Game>,
    /// The levels.
    pub levels: Vec<NewLevel>,
}

const fn no_floor() -> PartialAwardFloor {
    PartialAwardFloor::None
}

/// A game that may take part in a progressive.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ProgressiveGame))]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The game.
    pub game: GameId,
    /// The wager that plays for it.
    pub wager: Wager,
    /// The letter of the paytable or wheel.
    pub letter: String,
}

/// A level to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewLevel {
    /// Which.
    pub level: Level,
    /// What it starts at.
    pub initial_cents: Cents,
    /// What it starts again at after an award of all of it.
    pub reset_cents: Cents,
    /// The part of each stake it takes, in millionths.
    pub rate_ppm: u32,
    /// What it may grow to; no limit when absent.
    pub limit_cents: Option<Cents>,
    /// The part of each stake that is put by for its next reset, in millionths; none when absent.
    #[serde(default)]
    pub reserve_ppm: u32,
    /// The most that one collection of a table may put on it; what a full table puts on it when absent (R25).
    pub plausible_micro: Option<MicroCents>,
}

impl NewLevel {
    /// The most that one collection of a table may put on it.
    ///
    /// # Errors
    /// When that cannot be counted.
    pub fn plausible(&self, stake: Cents) -> Result<MicroCents, Overflow> {
        match self.plausible_micro {
            Some(most) => Ok(most),
            None => Ppm::new(self.rate_ppm).of(stake.times(i64::try_from(Seat::MAX).map_err(|_| Overflow)?)?),
        }
    }
}

/// What two people decide about a progressive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ProgressiveChange))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// It is made, and may be enabled.
    Create(NewProgressive),
    /// It may be played for, with the parameters and the value it has.
    Enable,
    /// It is given up for good; what its meters hold must have gone elsewhere before.
    Retire,
    /// A parameter of a level changes (R21).
    Parameter {
        /// The level.
        level: Level,
        /// Which, and to what.
        to: Parameter,
    },
    /// A frozen level is released, after somebody found out why it was frozen (R25).
    Thaw {
        /// The level.
        level: Level,
    },
    /// Money goes from a pool of a level to that of a level of another progressive, or of this one.
    Transfer {
        /// The level it leaves.
        level: Level,
        /// The pool it leaves.
        pool: MeterPool,
        /// How much.
        amount_micro: MicroCents,
        /// The progressive that receives it, by its id.
        #[cfg_attr(feature = "schema", schema(value_type = String, format = Uuid))]
        to_progressive: String,
        /// The level that receives it.
        to_level: Level,
        /// The pool that receives it.
        to_pool: MeterPool,
    },
    /// A malfunction is put right: a pool of a level rises or falls.
    Adjust {
        /// The level.
        level: Level,
        /// The pool.
        pool: MeterPool,
        /// By how much; what falls has a minus.
        amount_micro: MicroCents,
    },
    /// What a pool of a level still holds leaves it for good, because the progressive is to be retired.
    Decommission {
        /// The level.
        level: Level,
        /// The pool.
        pool: MeterPool,
    },
}

/// What a level holds, or what lies beside it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum MeterPool {
    /// The meter itself.
    Balance,
    /// What it had no room for.
    Overflow,
    /// What is put by for its next reset.
    Reserve,
}

impl MeterPool {
    /// The name used in documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Balance => "balance",
            Self::Overflow => "overflow",
            Self::Reserve => "reserve",
        }
    }
}

/// The longest name.
const NAME_MAX: usize = 80;

impl NewProgressive {
    /// Everything that is wrong with it.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let mut found = Vec::new();
        let name = self.name.trim();
        if name.is_empty() || name != self.name || name.chars().count() > NAME_MAX || name.chars().any(char::is_control)
        {
            let message = "this is no name to show on a display".to_owned();
            found.push(problem("name", ProblemCode::OutOfRange, None, message, "1 to 80 characters, no space around"));
        }
        self.check_games(&mut found);
        self.check_levels(&mut found);
        found
    }

    fn check_games(&self, found: &mut Vec<Problem>) {
        if self.games.is_empty() {
            found.push(problem(
                "games",
                ProblemCode::Missing,
                None,
                "no game can take part".into(),
                "one game or more",
            ));
        }
        let mut seen = BTreeSet::new();
        for (place, game) in self.games.iter().enumerate() {
            let field = format!("games[{place}]");
            if !seen.insert((game.game, game.wager)) {
                let message = format!("{} is named twice", game.game);
                found.push(problem(&field, ProblemCode::Repeated, None, message, "each game and wager once"));
            }
            self.check_game(&field, game, found);
        }
    }

    fn check_game(&self, field: &str, game: &Game, found: &mut Vec<Problem>) {
        let Some(demands) = demands(game.game, game.wager) else {
            let message = format!("{} has no {} that plays for a meter", game.game, game.wager);
            let permitted = "progressive_payout in let_it_ride_md and two_three_five_stud_md; bonus_spin_progressive and \
                             bonus_spin_xtreme_progressive in criss_cross_md";
            return found.push(problem(
                &format!("{field}.wager"),
                ProblemCode::NotOfThisGame,
                None,
                message,
                permitted,
            ));
        };
        let letters = demands.letters(self.stake_cents);
        if !letters.contains(&&*game.letter) {
            let message = format!("{} has no {} {} with a meter", game.game, game.wager, game.letter);
            let field = format!("{field}.letter");
            found.push(problem(&field, ProblemCode::UnknownChoice, Some(demands.clause), message, &letters.join(", ")));
        }
        if !demands.stakes.contains(&self.stake_cents.get()) {
            let message = format!("{} cents is no stake of {}", self.stake_cents.get(), game.wager);
            let permitted = demands.stakes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            found.push(problem(
                "stake_cents",
                ProblemCode::UnknownChoice,
                Some(demands.stake_clause),
                message,
                &permitted,
            ));
        }
        self.check_floors(paytable::floors(game.game, demands.schedule, &game.letter), game, found);
    }

    /// Every level the letter has, no other, and none under its floor.
    fn check_floors(&self, floors: &[Floor], game: &Game, found: &mut Vec<Problem>) {
        for floor in floors {
            let Some(place) = self.levels.iter().position(|level| level.level == floor.level) else {
                let message = format!("{} {} has a level {}", game.game, game.letter, floor.level.name());
                found.push(problem("levels", ProblemCode::Missing, Some(floor.clause), message, floor.level.name()));
                continue;
            };
            let Some(level) = self.levels.get(place) else { continue };
            for (name, amount, least) in [
                ("initial_cents", level.initial_cents, floor.initial_min),
                ("reset_cents", level.reset_cents, floor.reset_min),
            ] {
                if amount < least {
                    let message = format!("{amount} is less than the rules of {} allow", game.game);
                    let field = format!("levels[{place}].{name}");
                    let permitted = format!("{} cents or more", least.get());
                    found.push(problem(&field, ProblemCode::UnderFloor, Some(floor.clause), message, &permitted));
                }
            }
        }
        for (place, level) in self.levels.iter().enumerate() {
            if !floors.is_empty() && floors.iter().all(|floor| floor.level != level.level) {
                let message = format!("{} {} has no level {}", game.game, game.letter, level.level.name());
                let permitted = floors.iter().map(|floor| floor.level.name()).collect::<Vec<_>>().join(", ");
                let field = format!("levels[{place}].level");
                found.push(problem(&field, ProblemCode::UnknownChoice, None, message, &permitted));
            }
        }
    }

    fn check_levels(&self, found: &mut Vec<Problem>) {
        if self.levels.is_empty() {
            found.push(problem("levels", ProblemCode::Missing, None, "there is no level".into(), "one level or more"));
        }
        let whole = u64::from(Ppm::WHOLE.get());
        let rate_clause =
            self.games.first().and_then(|game| demands(game.game, game.wager)).map(|demands| demands.rate);
        let mut seen = BTreeSet::new();
        let mut taken = 0;
        for (place, level) in self.levels.iter().enumerate() {
            let field = |name: &str| format!("levels[{place}].{name}");
            if !seen.insert(level.level) {
                let message = format!("{} is named twice", level.level.name());
                found.push(problem(&field("level"), ProblemCode::Repeated, None, message, "each level once"));
            }
            if !(1..=whole).contains(&u64::from(level.rate_ppm)) {
                let message = format!("{} millionths of a stake", level.rate_ppm);
                let permitted = "1 to 1000000 millionths of the stake";
                found.push(problem(&field("rate_ppm"), ProblemCode::OutOfRange, rate_clause, message, permitted));
            }
            taken += u64::from(level.rate_ppm) + u64::from(level.reserve_ppm);
            let starts = level.initial_cents.max(level.reset_cents);
            if level.limit_cents.is_some_and(|limit| limit < starts || limit > Cents::BANK_MAX) {
                let permitted = format!("{} to {} cents", starts.get(), Cents::BANK_MAX.get());
                let message = "the meter would start above its limit, or could not be counted".to_owned();
                found.push(problem(&field("limit_cents"), ProblemCode::OutOfRange, None, message, &permitted));
            }
            if starts > Cents::BANK_MAX {
                let message = "more than can be kept".to_owned();
                let permitted = format!("{} cents at most", Cents::BANK_MAX.get());
                found.push(problem(&field("initial_cents"), ProblemCode::OutOfRange, None, message, &permitted));
            }
            if level.plausible(self.stake_cents).is_ok_and(|most| most <= MicroCents::ZERO) {
                let message = "nothing would be plausible".to_owned();
                found.push(problem(
                    &field("plausible_micro"),
                    ProblemCode::OutOfRange,
                    None,
                    message,
                    "more than nothing",
                ));
            }
        }
        if taken > whole {
            let message = format!("the levels take {taken} millionths of each stake, more than all of it");
            let permitted = "rates of 1000000 in all at most";
            found.push(problem("levels", ProblemCode::OutOfRange, rate_clause, message, permitted));
        }
    }
}

fn problem(field: &str, code: ProblemCode, clause: Option<ClauseId>, message: String, permitted: &str) -> Problem {
    Problem { field: field.to_owned(), code, clause, message, permitted: permitted.to_owned() }
}

/// What a game's rules demand of a wager that plays for a meter.
struct Demands {
    game: GameId,
    schedule: Schedule,
    stakes: &'static [i64],
    clause: ClauseId,
    stake_clause: ClauseId,
    rate: ClauseId,
}

impl Demands {
    /// The letters that have a meter, and that go with the stake.
    fn letters(&self, stake: Cents) -> Vec<&'static str> {
        let metered = |letter: &&'static str| !paytable::floors(self.game, self.schedule, letter).is_empty();
        match self.schedule {
            Schedule::BonusSpinXtremeProgressive => paytable::xtreme_letters(stake).to_vec(),
            // Wheels A and C pay a fixed prize (I-81).
            Schedule::BonusSpinProgressive => vec!["B", "D"],
            _ => {
                paytable::paytables(self.game, self.schedule).iter().map(|table| table.letter).filter(metered).collect()
            }
        }
    }
}

fn demands(game: GameId, wager: Wager) -> Option<Demands> {
    let demands = |schedule, stakes, clause, stake_clause, rate| Demands {
        game,
        schedule,
        stakes,
        clause: ClauseId::new(clause),
        stake_clause: ClauseId::new(stake_clause),
        rate: ClauseId::new(rate),
    };
    match (game, wager) {
        (GameId::LetItRide, Wager::ProgressivePayout) => {
            Some(demands(Schedule::ProgressivePayout, &[100, 500], "LIR-12-F-2", "LIR-12-H-1", "LIR-12-F-1"))
        }
        (GameId::Stud235, Wager::ProgressivePayout) => {
            Some(demands(Schedule::ProgressivePayout, &[100, 500], "S235-12-F-2", "S235-12-H-1", "S235-12-F-1"))
        }
        (GameId::CrissCross, Wager::BonusSpinProgressive) => {
            const { assert!(BonusSpinRules::TRIGGER_STAKE.get() == 500) };
            Some(demands(Schedule::BonusSpinProgressive, &[500], "CC-12-D", "CC-7-E-2-b", "CC-12-D-6-a"))
        }
        (GameId::CrissCross, Wager::BonusSpinXtremeProgressive) => Some(demands(
            Schedule::BonusSpinXtremeProgressive,
            &[100, 200, 500],
            "CC-12-E",
            "CC-7-E-2-c",
            "CC-12-E-11-a",
        )),
        _ => None,
    }
}
