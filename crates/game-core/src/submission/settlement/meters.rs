//! The meters of a settlement: what they reset to, by the closest name given, or their floor.

use super::SettlementRules;
use crate::document::{Field, ProblemCode};
use crate::money::{Cents, Ppm};
use crate::paytable::Floor;
use crate::rules::{MeterRef, MeterRules};
use crate::settlement::meter_of;
use crate::submission::build::Specials;
use crate::submission::check::Check;
use crate::wager::Wager;
use std::collections::BTreeSet;

/// The names a meter answers to, the closest first. Bonus Spin has one meter, whatever was staked.
pub(crate) fn meter_names(meter: MeterRef) -> Vec<String> {
    let MeterRef { wager, stake, level } = meter;
    let level = level.name();
    let by_stake = (wager != Wager::BonusSpinProgressive).then(|| format!("{wager}.{}.{level}", stake.get()));
    by_stake.into_iter().chain([format!("{wager}.{level}"), level.to_owned()]).collect()
}

/// Every name that one of these meters answers to.
pub(crate) fn known_meter_names(meters: impl IntoIterator<Item = MeterRef>) -> Vec<String> {
    let names: BTreeSet<String> = meters.into_iter().flat_map(meter_names).collect();
    names.into_iter().collect()
}

/// A meter that takes nothing from stakes: a settlement reads it and resets it.
pub(super) fn meter(
    check: &mut Check,
    document: &SettlementRules,
    meter: MeterRef,
    floor: &Floor,
) -> Option<MeterRules> {
    let meter = MeterRef { level: floor.level, ..meter };
    let given = meter_names(meter).into_iter().find(|name| document.meters.contains_key(name));
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

/// The meters of the wagers settled here.
fn meters(specials: &Specials) -> Vec<MeterRef> {
    let named = |wager, stake, meter: &MeterRules| MeterRef { level: meter.level, ..meter_of(wager, stake) };
    let mut meters = Vec::new();
    for stake in specials.progressive.iter().flat_map(|progressive| &progressive.stakes) {
        meters.extend(stake.meters.iter().map(|meter| named(Wager::ProgressivePayout, stake.stake, meter)));
    }
    let spin = specials.bonus_spin.iter().filter_map(|spin| spin.meter);
    meters.extend(spin.map(|meter| named(Wager::BonusSpinProgressive, Cents::ZERO, &meter)));
    let xtreme = specials.xtreme.iter().flat_map(|xtreme| &xtreme.stakes);
    meters.extend(xtreme.map(|stake| named(Wager::BonusSpinXtremeProgressive, stake.stake, &stake.meter)));
    meters
}

/// Refuses names that no meter answers to.
pub(super) fn names(check: &mut Check, document: &SettlementRules, specials: &Specials) {
    let known = known_meter_names(meters(specials));
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
