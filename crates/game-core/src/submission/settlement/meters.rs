//! The meters of a settlement: what they reset to, by the closest name given, or their floor.

use super::SettlementRules;
use crate::money::{Cents, Ppm};
use crate::paytable::Floor;
use crate::rules::MeterRules;
use crate::submission::build::Specials;
use crate::submission::check::Check;
use crate::submission::problem::{Field, ProblemCode};
use crate::wager::{Level, Wager};

/// The names a meter answers to, the closest first.
fn aliases(wager: Wager, stake: Option<Cents>, level: Level) -> Vec<String> {
    let level = level.name();
    let mut names: Vec<String> = stake.iter().map(|stake| format!("{wager}.{}.{level}", stake.get())).collect();
    names.extend([format!("{wager}.{level}"), level.to_owned()]);
    names
}

/// A meter that takes nothing from stakes: a settlement reads it and resets it.
pub(super) fn meter(
    check: &mut Check,
    document: &SettlementRules,
    wager: Wager,
    stake: Option<Cents>,
    floor: &Floor,
) -> Option<MeterRules> {
    let given = aliases(wager, stake, floor.level).into_iter().find(|name| document.meters.contains_key(name));
    let reset = match given {
        None => floor.reset_min,
        Some(name) => {
            let reset = document.meters.get(&name).and_then(|meter| meter.reset_cents);
            let field = Field::of("meters").child(name).child("reset_cents");
            check.floored(&field, reset, floor.reset_min, floor.clause)?
        }
    };
    let initial = reset.max(floor.initial_min);
    Some(MeterRules { level: floor.level, initial, reset, rate: Ppm::new(0), limit: None })
}

/// Refuses names that no meter answers to.
pub(super) fn names(check: &mut Check, document: &SettlementRules, specials: &Specials) {
    let mut known: Vec<String> = Vec::new();
    if let Some(progressive) = &specials.progressive {
        for stake in &progressive.stakes {
            let meters = stake.meters.iter();
            known.extend(meters.flat_map(|meter| aliases(Wager::ProgressivePayout, Some(stake.stake), meter.level)));
        }
    }
    if let Some(meter) = specials.bonus_spin.as_ref().and_then(|spin| spin.meter) {
        known.extend(aliases(Wager::BonusSpinProgressive, None, meter.level));
    }
    if let Some(xtreme) = &specials.xtreme {
        for stake in &xtreme.stakes {
            known.extend(aliases(Wager::BonusSpinXtremeProgressive, Some(stake.stake), stake.meter.level));
        }
    }
    known.sort();
    known.dedup();
    let sound = wagers_with_meters(document) == offered(specials);
    for name in document.meters.keys().filter(|name| sound && !known.contains(name)) {
        let message = "no wager settled here has such a meter";
        let permitted = if known.is_empty() { "no meters".to_owned() } else { known.join(", ") };
        let clause = check.demands.progressive_system;
        check.refuse(&Field::of("meters").child(name), ProblemCode::UnknownChoice, clause, message, permitted);
    }
}

/// Wagers whose own problems are not told already: only then are all meters known.
fn offered(specials: &Specials) -> [bool; 3] {
    [specials.progressive.is_some(), specials.bonus_spin.is_some(), specials.xtreme.is_some()]
}

fn wagers_with_meters(document: &SettlementRules) -> [bool; 3] {
    [Wager::ProgressivePayout, Wager::BonusSpinProgressive, Wager::BonusSpinXtremeProgressive]
        .map(|wager| document.paytables.contains_key(wager.name()))
}
