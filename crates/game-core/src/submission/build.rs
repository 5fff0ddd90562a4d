//! From a submission to rules: every part is examined, and only if all are sound is anything built.

use super::check::Check;
use super::document::Submission;
use super::options::{self, Readings};
use super::table::Table;
use super::wagers::{BaseTables, Bonuses};
use super::{equipment, limit, meters, table, wagers, wheels, xtreme};
use crate::document::{Field, Problem, ProblemCode, Problems};
use crate::game::GameId;
use crate::money::{Cents, Overflow};
use crate::rules::{
    BaseRules, BonusRules, BonusSpinRules, Equipment, Fees, PayoutLimit, ProgressiveRules, Rules, XtremeRules,
};
use crate::wager::Wager;

impl Submission {
    /// Checks the submission against the rules of its game.
    ///
    /// # Errors
    /// Every problem there is, not only the first.
    pub fn validate(&self) -> Result<Rules, Vec<Problem>> {
        self.examine(Problems::default())
    }

    /// Checks the submission after it was read with these problems.
    ///
    /// # Errors
    /// Every problem there is, those of reading first.
    pub(super) fn examine(&self, problems: Problems) -> Result<Rules, Vec<Problem>> {
        let mut check = Check::new(self.game, problems);
        let rules = examine(&mut check, self);
        check.permit(rules)
    }
}

fn examine(check: &mut Check, document: &Submission) -> Option<Rules> {
    let offered = &document.wagers;
    let table = table::check(check, document);
    wagers::of_this_game(check, offered);
    let base = wagers::base(check, offered);
    let bonuses = wagers::bonuses(check, offered);
    let specials = Specials {
        progressive: special(check, Wager::ProgressivePayout, offered.progressive_payout.as_ref(), meters::progressive),
        bonus_spin: special(
            check,
            Wager::BonusSpinProgressive,
            offered.bonus_spin_progressive.as_ref(),
            wheels::bonus_spin,
        ),
        xtreme: special(
            check,
            Wager::BonusSpinXtremeProgressive,
            offered.bonus_spin_xtreme_progressive.as_ref(),
            xtreme::xtreme,
        ),
    };
    let equipment = equipment::check(check, &document.equipment, offered);
    let readings = options::check(check, &document.options);
    let fees = fees(check, document);
    let (table, readings, base) = (table?, readings?, base?);
    let least = Least { base: table.base_stakes.least(), win_em_all: least(bonuses.win_em_all.as_ref()) };
    let limit = limit_or_refuse(check, &Field::of("limits"), base, &least, &readings);
    Some(assemble(Parts {
        table,
        base: (base, fees?),
        bonuses,
        specials,
        equipment: equipment?,
        limit: limit?,
        readings,
    }))
}

/// A wager of this game, if offered; those of other games are refused elsewhere.
fn special<W, R>(
    check: &mut Check,
    wager: Wager,
    offered: Option<&W>,
    examine: impl Fn(&mut Check, &W) -> Option<R>,
) -> Option<R> {
    let offered = offered.filter(|_| check.demands.wagers.contains(&wager))?;
    examine(check, offered)
}

fn fees(check: &mut Check, document: &Submission) -> Option<Fees> {
    match document.game {
        GameId::California => options::fees(check, document.options.fees.as_ref()),
        GameId::LetItRide | GameId::Stud235 | GameId::CrissCross => Some(options::NO_FEES),
    }
}

fn least(bonus: Option<&BonusRules>) -> Cents {
    bonus.map_or(Cents::ZERO, |bonus| bonus.stakes.least())
}

/// The least stakes the payout limit is worked out from.
pub(super) struct Least {
    pub(super) base: Cents,
    pub(super) win_em_all: Cents,
}

/// The payout limit (I-07).
pub(super) fn payout_limit(base: BaseTables, least: &Least, readings: &Readings) -> Result<PayoutLimit, Overflow> {
    match base {
        BaseTables::LetItRide(_) => Ok(readings.stated_limit.map_or(PayoutLimit::None, PayoutLimit::Cents)),
        BaseTables::Stud235 { .. } => limit::stud(least.base, least.win_em_all),
        BaseTables::CrissCross(_) => limit::criss_cross(least.base, readings.ante_payout),
        BaseTables::California(_) => Ok(PayoutLimit::None),
    }
}

/// The payout limit, or a problem where the least bets, which stand at the field, are absurd.
pub(super) fn limit_or_refuse(
    check: &mut Check,
    field: &Field,
    base: BaseTables,
    least: &Least,
    readings: &Readings,
) -> Option<PayoutLimit> {
    let limit = payout_limit(base, least, readings);
    if limit.is_err() {
        let message = "the best round at the least bets is more than can be counted";
        let clause = check.demands.payout_limit;
        check.refuse(field, ProblemCode::OutOfRange, clause, message, "smaller least bets");
    }
    limit.ok()
}

/// The wagers with meters and wheels.
#[derive(Default)]
pub(super) struct Specials {
    pub(super) progressive: Option<ProgressiveRules>,
    pub(super) bonus_spin: Option<BonusSpinRules>,
    pub(super) xtreme: Option<XtremeRules>,
}

/// Every part of a table's rules, each of them sound.
pub(super) struct Parts {
    pub(super) table: Table,
    pub(super) base: (BaseTables, Fees),
    pub(super) bonuses: Bonuses,
    pub(super) specials: Specials,
    pub(super) equipment: Equipment,
    pub(super) limit: PayoutLimit,
    pub(super) readings: Readings,
}

/// Puts the parts together.
pub(super) fn assemble(parts: Parts) -> Rules {
    let Parts { table, base: (base, fees), bonuses, specials, equipment, limit, readings } = parts;
    let base = match base {
        BaseTables::LetItRide(table) => BaseRules::LetItRide { table },
        BaseTables::Stud235 { two_card, three_card, five_card } => {
            BaseRules::Stud235 { two_card, three_card, five_card }
        }
        BaseTables::CrissCross(table) => BaseRules::CrissCross { table, ante_payout: readings.ante_payout },
        BaseTables::California(table) => BaseRules::California { table, fees },
    };
    Rules {
        name: table.name,
        approval: table.approval,
        base,
        seats: table.seats,
        boxes_per_player: table.boxes_per_player,
        base_stakes: table.base_stakes,
        five_card_bonus: bonuses.five_card,
        three_card_bonus: bonuses.three_card,
        six_card_bonus: bonuses.six_card,
        win_em_all: bonuses.win_em_all,
        progressive: specials.progressive,
        bonus_spin: specials.bonus_spin,
        xtreme: specials.xtreme,
        payout_limit: limit,
        low_ace: readings.low_ace,
        equipment,
        void_contribution: readings.void_contribution,
        second_person_from: readings.second_person_from,
        decision_clock_ms: readings.decision_clock_ms,
        irregularities: readings.irregularities,
    }
}
