//! The par sheets of a whole Rules Submission, with its own stakes, meters, weights and fees, and what to think twice
//! about in it.

use crate::criss_cross::Reading;
use crate::library::Library;
use crate::par::{self, FeeTerms, Terms};
use crate::progressive::MeterTerms;
use crate::ratio::Ratio;
use crate::sheet::{Sheet, Value};
use crate::side::DOLLAR;
use crate::stud235::Tables;
use game_core::game::GameId;
use game_core::money::Cents;
use game_core::rules::{BaseRules, BonusRules, PayoutLimit, ProgressiveRules, Rules, Stakes};
use game_core::wager::Wager;
use std::fmt;

/// A wager that gives the player the edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The wager.
    pub wager: Wager,
    /// What it returns or keeps, and under which circumstances.
    pub message: String,
}

impl Warning {
    /// Its name, by which somebody acknowledges it.
    #[must_use]
    pub fn name(&self) -> String {
        format!("player_edge.{}", self.wager.name())
    }
}

/// What the house keeps of one unit staked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Under which circumstances; empty where there is one edge alone.
    pub circumstances: String,
    /// The edge; below zero where the player has it.
    pub edge: Ratio,
}

/// Every edge of a sheet: its own where it has one, and those that depend on what was submitted.
#[must_use]
pub fn edges(sheet: &Sheet) -> Vec<Edge> {
    let own = match sheet.field("house_edge") {
        Some(Value::Figure(edge)) => Some(Edge { circumstances: String::new(), edge: *edge }),
        _ => None,
    };
    let submitted = submitted_returns(sheet).into_iter();
    let submitted = submitted.map(|(circumstances, returned)| Edge { circumstances, edge: Ratio::ONE - returned });
    own.into_iter().chain(submitted).collect()
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.wager, self.message)
    }
}

/// The sheets of every wager a submission offers.
#[must_use]
pub fn sheets(rules: &Rules, library: &Library<'_>) -> Vec<Sheet> {
    rules.offered().flat_map(|wager| of_wager(rules, wager, library)).collect()
}

/// What gives the player the edge: a base game the house loses at, or a wager that returns more than is staked with
/// its meters at their resets. With the committed results this takes well under a second.
#[must_use]
pub fn warnings(rules: &Rules) -> Vec<Warning> {
    warnings_of(&sheets(rules, &Library::committed()))
}

/// The same for sheets that are at hand.
#[must_use]
pub fn warnings_of(sheets: &[Sheet]) -> Vec<Warning> {
    sheets.iter().flat_map(of_sheet).collect()
}

fn of_sheet(sheet: &Sheet) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut warn = |message: String| warnings.push(Warning { wager: sheet.wager, message });
    let is_base = matches!(sheet.wager, Wager::LetItRide | Wager::TwoThreeFive | Wager::Ante);
    match sheet.field("house_edge") {
        Some(Value::Figure(edge)) if edge.is_negative() && is_base => {
            warn(format!(
                "with best play the player gains {} of one unit a round{}",
                edge.negated().fixed(6),
                under(sheet)
            ));
        }
        Some(Value::Figure(edge)) if edge.is_negative() => {
            warn(format!("returns {}{}", percent(Ratio::ONE - *edge), under(sheet)));
        }
        _ => {}
    }
    for (circumstances, returned) in submitted_returns(sheet).into_iter().filter(|(_, returned)| *returned > Ratio::ONE)
    {
        warn(format!("returns {} {circumstances}{}", percent(returned), under(sheet)));
    }
    warnings
}

fn percent(returned: Ratio) -> String {
    format!("{} % of what is staked", (returned * Ratio::whole(100)).fixed(4))
}

/// The paytable and options of a sheet.
fn under(sheet: &Sheet) -> String {
    let options = sheet.options.iter().map(|(name, value)| format!(", {name} = {}", word(value)));
    format!(" (paytable {}{})", sheet.paytable, options.collect::<String>())
}

fn word(value: &Value) -> String {
    match value {
        Value::Text(words) => words.clone(),
        Value::Flag(flag) => flag.to_string(),
        _ => String::new(),
    }
}

/// The returns that depend on what was submitted, each with its circumstances.
fn submitted_returns(sheet: &Sheet) -> Vec<(String, Ratio)> {
    let of = |name: &'static str| match sheet.field(name) {
        Some(Value::List(values)) => values.clone(),
        _ => Vec::new(),
    };
    let figure = |value: &Value, name: &str| match value {
        Value::Fields(fields) => fields.iter().find(|(field, _)| field == name).and_then(|(_, value)| match value {
            Value::Figure(ratio) => Some(*ratio),
            Value::Whole(number) => Some(Ratio::whole(*number)),
            _ => None,
        }),
        _ => None,
    };
    let mut returns = Vec::new();
    for value in of("submitted") {
        let stake = figure(&value, "stake_cents").unwrap_or(Ratio::ZERO) / Ratio::whole(100);
        for (name, words) in [("return_at_reset", "at its reset meters"), ("long_run_return", "in the long run")] {
            returns.extend(figure(&value, name).map(|ratio| (format!("for ${} {words}", stake.rounded(2)), ratio)));
        }
    }
    for value in of("return_by_bettors").iter().skip(1) {
        let bettors = figure(value, "bettors").unwrap_or(Ratio::ZERO);
        returns.extend(figure(value, "return").map(|ratio| (format!("among {bettors} bettors"), ratio)));
    }
    returns
}

fn of_wager(rules: &Rules, wager: Wager, library: &Library<'_>) -> Vec<Sheet> {
    match wager {
        Wager::LetItRide | Wager::TwoThreeFive | Wager::Ante => {
            base(rules, library).map(|sheet| limited(rules, sheet)).into_iter().collect()
        }
        Wager::FiveCardBonus | Wager::SixCardBonus | Wager::ThreeCardBonus | Wager::WinEmAllBonus => {
            rules.bonus(wager).and_then(|bonus| bonus_sheet(rules, wager, bonus, library)).into_iter().collect()
        }
        Wager::ProgressivePayout => {
            let sheet = |rules: &Rules, progressive: &ProgressiveRules| {
                par::progressive(rules.game(), progressive.table, &terms(progressive))
            };
            rules.progressive().map(|progressive| sheet(rules, progressive)).into_iter().collect()
        }
        Wager::BonusSpinProgressive => {
            let spin = rules.bonus_spin().map(|spin| {
                let meter = spin.meter.map_or(Cents::ZERO, |meter| meter.reset);
                par::bonus_spin(spin.wheel.wheel, Some(spin), meter)
            });
            spin.into_iter().collect()
        }
        Wager::BonusSpinXtremeProgressive => {
            let ace = rules.low_ace().five_card;
            let of_stake = |xtreme: &game_core::rules::XtremeRules| -> Vec<Sheet> {
                xtreme.stakes.iter().map(|stake| par::xtreme(stake, xtreme.event, ace, stake.meter.reset)).collect()
            };
            rules.xtreme().map(of_stake).unwrap_or_default()
        }
    }
}

fn base(rules: &Rules, library: &Library<'_>) -> Option<Sheet> {
    match *rules.base() {
        BaseRules::LetItRide { table } => Some(par::let_it_ride(table)),
        BaseRules::Stud235 { two_card, three_card, five_card } => {
            let tables = Tables { two: two_card, three: three_card, five: five_card };
            Some(par::stud(tables, rules.low_ace(), library.endings()))
        }
        BaseRules::CrissCross { ante_payout, .. } => {
            let reading = Reading { ante_payout, low_ace: rules.low_ace().five_card };
            par::criss_cross(reading, &library.criss_cross(reading)?)
        }
        BaseRules::California { table, fees } => {
            let bets = rules.stakes(Wager::LetItRide).map(ends).unwrap_or_default();
            Some(par::california(table, Some(&FeeTerms { fees, bets })))
        }
    }
}

/// A payout limit is named and left out of the figures: it bites only on wins far above what small stakes can make.
fn limited(rules: &Rules, mut sheet: Sheet) -> Sheet {
    if let PayoutLimit::Cents(limit) = rules.payout_limit() {
        sheet.fields.push(("payout_limit_cents".to_owned(), Value::Whole(limit.get().into())));
    }
    sheet
}

fn bonus_sheet(rules: &Rules, wager: Wager, bonus: &BonusRules, library: &Library<'_>) -> Option<Sheet> {
    let table = bonus.table;
    Some(match (rules.game(), wager) {
        (GameId::CrissCross, _) => par::cross_bonus(table, rules.low_ace().five_card),
        (_, Wager::FiveCardBonus) => par::five_card_bonus(table, bonus.stakes.least()),
        (_, Wager::ThreeCardBonus) => par::three_card_bonus(table),
        (_, Wager::SixCardBonus) => par::six_card_bonus(table, DOLLAR),
        _ => par::win_em_all(table, Tables::printed()?, rules.low_ace(), library.endings()),
    })
}

fn terms(progressive: &ProgressiveRules) -> Vec<Terms> {
    let meter =
        |meter: &game_core::rules::MeterRules| MeterTerms { level: meter.level, rate: meter.rate, reset: meter.reset };
    let stake = |stake: &game_core::rules::ProgressiveStake| Terms {
        stake: stake.stake,
        meters: stake.meters.iter().map(meter).collect(),
        partial_award_floor: progressive.partial_award_floor,
    };
    progressive.stakes.iter().map(stake).collect()
}

/// The least and the most that may be staked.
fn ends(stakes: &Stakes) -> Vec<Cents> {
    match stakes {
        Stakes::Between { min, max } if min < max => vec![*min, *max],
        Stakes::Between { min, .. } => vec![*min],
        Stakes::OneOf(amounts) => amounts.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::submission::{SettlementRules, for_settlement};

    fn warned(document: &str) -> Vec<String> {
        let rules = for_settlement(&SettlementRules::parse(document).unwrap()).unwrap();
        warnings(&rules).iter().map(Warning::to_string).collect()
    }

    #[test]
    fn antes_by_the_paytable_are_reported() {
        // I-67: with best play the text as written gives the player 0.193 ante a round, even money the house 0.087.
        let warnings = warned(r#"{"game": "criss_cross_md"}"#);
        let [warning] = warnings.as_slice() else { panic!("{warnings:?}") };
        assert!(warning.starts_with("ante: with best play the player gains 0.193"), "{warning}");
        assert!(warned(r#"{"game": "criss_cross_md", "options": {"ante_payout": "even_money"}}"#).is_empty());
    }

    #[test]
    fn a_meter_that_starts_above_its_break_even_is_reported() {
        // Table A breaks even at 1,220,032 / 7.6 = $160,530.53 for $1 and at five times that for $5.
        let document = |reset: i64| {
            format!(
                r#"{{"game": "let_it_ride_md", "paytables": {{"let_it_ride": "A", "progressive_payout": "A"}},
                    "meters": {{"main": {{"reset_cents": {reset}}}}}}}"#
            )
        };
        assert!(warned(&document(16_053_052)).iter().all(|warning| !warning.contains("for $1 at")));
        let warnings = warned(&document(16_053_053));
        assert!(
            warnings.iter().any(|warning| warning.contains("of what is staked for $1 at its reset meters")),
            "{warnings:?}"
        );
        assert!(warnings.iter().all(|warning| !warning.contains("for $5 at")), "{warnings:?}");
    }

    #[test]
    fn ordinary_submissions_are_not() {
        assert!(
            warned(r#"{"game": "let_it_ride_md", "paytables": {"let_it_ride": "C", "six_card_bonus": "A"}}"#)
                .is_empty()
        );
        assert!(warned(r#"{"game": "two_three_five_stud_md"}"#).is_empty());
        assert!(warned(r#"{"game": "let_it_ride_ca", "paytables": {"let_it_ride": "LIRX-02"}}"#).is_empty());
    }
}
