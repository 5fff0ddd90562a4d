//! What the rules permit and an owner should still think about before opening the table.

use super::document::Submission;
use super::wagers::place;
use crate::clause::ClauseId;
use crate::document::Field;
use crate::rules::{AntePayout, BaseRules, MeterRules, Rules};
use crate::wager::{Level, Wager};
use serde::Serialize;
use std::fmt;

/// Something permitted that an owner should think about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Warning {
    /// Its name, by which somebody acknowledges it: it stays the same while the document says the same.
    pub name: String,
    /// Where.
    pub field: String,
    /// The clause it concerns, where one does.
    pub clause: Option<ClauseId>,
    /// What to think about.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)?;
        self.clause.map_or(Ok(()), |clause| write!(f, " ({clause})"))
    }
}

impl Submission {
    /// What an owner should think about in these sound rules, which must be this submission's.
    #[must_use]
    pub fn warnings(&self, rules: &Rules) -> Vec<Warning> {
        let mut warnings = Vec::new();
        antes(rules, &mut warnings);
        clock(rules, &mut warnings);
        tiers(rules, &mut warnings);
        prize_floor(rules, &mut warnings);
        levels(rules, &mut warnings);
        warnings
    }
}

fn warn(warnings: &mut Vec<Warning>, name: impl Into<String>, field: &Field, clause: &'static str, message: String) {
    let (name, field) = (name.into(), field.as_str().to_owned());
    warnings.push(Warning { name, field, clause: Some(ClauseId::new(clause)), message });
}

/// I-67: the text as written gives the player an edge.
fn antes(rules: &Rules, warnings: &mut Vec<Warning>) {
    if let BaseRules::CrissCross { ante_payout: AntePayout::Paytable, .. } = rules.base {
        let message = "winning antes are paid by the paytable, as the text is written, which favours the player; the \
                       game's maker publishes even_money (I-67)";
        warn(warnings, "antes_by_paytable", &Field::of("options.ante_payout"), "CC-12-A", message.to_owned());
    }
}

/// I-08: where a clock runs, its end folds a Criss Cross hand.
fn clock(rules: &Rules, warnings: &mut Vec<Warning>) {
    if let (BaseRules::CrissCross { .. }, Some(_)) = (&rules.base, rules.decision_clock_ms) {
        let message = "a decision not made in time is a fold and loses the antes and bets made so far (I-08)";
        warn(warnings, "clock_folds", &Field::of("options.decision_clock_seconds"), "CC-7-B-3", message.to_owned());
    }
}

/// I-74, I-75: without a tier no segment pays the other bettors.
fn tiers(rules: &Rules, warnings: &mut Vec<Warning>) {
    let Some(spin) = &rules.bonus_spin else { return };
    if spin.wheel.segments.iter().any(|segment| segment.tier.is_some()) {
        return;
    }
    let loses = if spin.accepted.least() < crate::rules::BonusSpinRules::TRIGGER_STAKE {
        ", and the $1 wager can never win anything"
    } else {
        ""
    };
    let message = format!("no segment carries a tier, so Community Pay is never paid{loses} (I-75)");
    warn(warnings, "no_community_tier", &place(Wager::BonusSpinProgressive).child("segments"), "CC-12-D-8-b", message);
}

/// I-77: wheel A's floor is a reconstruction.
fn prize_floor(rules: &Rules, warnings: &mut Vec<Warning>) {
    if rules.bonus_spin.as_ref().is_some_and(|spin| spin.wheel.wheel.letter == "A") {
        let message = "the floor of wheel A's prize is missing from the text and taken to be $1,000 (I-77)";
        let field = place(Wager::BonusSpinProgressive).child("prize");
        warn(warnings, "prize_floor_reconstructed", &field, "CC-12-D-6-b-i", message.to_owned());
    }
}

/// A lower meter that starts above a higher one makes the better hand win less.
fn levels(rules: &Rules, warnings: &mut Vec<Warning>) {
    let Some(progressive) = &rules.progressive else { return };
    for stake in &progressive.stakes {
        for (higher, lower) in [(Level::Mega, Level::Major), (Level::Major, Level::Minor)] {
            let find = |level| stake.meters.iter().find(|meter: &&MeterRules| meter.level == level);
            let (Some(high), Some(low)) = (find(higher), find(lower)) else { continue };
            if low.initial > high.initial || low.reset > high.reset {
                let message = format!("the {} meter starts above the {} meter", lower.name(), higher.name());
                let field = place(Wager::ProgressivePayout).child("meters").child(stake.stake.get());
                let clause = super::clauses::progressive(rules.game()).amounts;
                let name = format!("meter_order.{}.{}", stake.stake.get(), lower.name());
                warn(warnings, name, &field.child(lower.name()), clause.as_str(), message);
            }
        }
    }
}
