//! Progressive Payout and the meters of every progressive wager.

use super::check::Check;
use super::clauses;
use super::document::{Meter, ProgressiveWager};
use super::wagers::place;
use crate::clause::ClauseId;
use crate::document::{Field, ProblemCode};
use crate::game::GameId;
use crate::money::{Cents, Ppm};
use crate::paytable::{self, Floor, Paytable, Schedule};
use crate::rules::{MeterRules, PartialAwardFloor, ProgressiveRules, ProgressiveStake, Stakes};
use crate::wager::Wager;
use std::collections::BTreeMap;

/// The stakes that have an envy schedule (I-03).
pub(super) const PROGRESSIVE_STAKES: [i64; 2] = [100, 500];

/// Checks Progressive Payout.
pub(super) fn progressive(check: &mut Check, offered: &ProgressiveWager) -> Option<ProgressiveRules> {
    let field = place(Wager::ProgressivePayout);
    let demands = clauses::progressive(check.game);
    let letter = offered.paytable.as_deref();
    let table = check.paytable(&field.child("paytable"), Schedule::ProgressivePayout, letter);
    let chosen = offered.stakes_cents.as_deref().unwrap_or(&[100]);
    let stakes = check.stakes(&field.child("stakes_cents"), chosen, &PROGRESSIVE_STAKES, demands.stakes);
    let permitted = "an object with the meters of each accepted stake, by level";
    let meters = check.required(&field.child("meters"), offered.meters.as_ref(), demands.amounts, permitted);
    let (table, accepted, meters) = (table?, stakes?, meters?);
    let stakes = stake_meters(check, &field.child("meters"), table, &accepted, meters);
    Some(ProgressiveRules {
        table,
        own_three_cards: on_own_three_cards(check.game, table),
        accepted: Stakes::OneOf(accepted),
        stakes,
        partial_award_floor: offered.partial_award_floor.unwrap_or(PartialAwardFloor::None),
    })
}

/// Whether the table looks at the player's own three cards: Let It Ride's B and C (I-28).
pub(super) fn on_own_three_cards(game: GameId, table: &Paytable) -> bool {
    game == GameId::LetItRide && matches!(table.letter, "B" | "C")
}

fn stake_meters(
    check: &mut Check,
    field: &Field,
    table: &'static Paytable,
    accepted: &[Cents],
    meters: &BTreeMap<String, BTreeMap<String, Meter>>,
) -> Vec<ProgressiveStake> {
    let demands = clauses::progressive(check.game);
    let names: Vec<String> = accepted.iter().map(|stake| stake.get().to_string()).collect();
    let all_known = !check.is_in_doubt(&place(Wager::ProgressivePayout).child("stakes_cents"));
    for name in meters.keys().filter(|name| all_known && !names.contains(name)) {
        let message = "meters for a stake that is not accepted";
        check.refuse(&field.child(name), ProblemCode::UnknownChoice, demands.amounts, message, names.join(", "));
    }
    let mut stakes = Vec::new();
    for (stake, name) in accepted.iter().zip(&names) {
        let field = field.child(name);
        let permitted = "an object with this stake's meters, by level";
        let levels = check.required(&field, meters.get(name), demands.amounts, permitted);
        let levels = levels.map(|levels| set(check, &field, table, levels));
        let envy = envy(check, table, *stake);
        stakes.extend(levels.zip(envy).map(|(meters, envy)| ProgressiveStake { stake: *stake, meters, envy }));
    }
    stakes
}

/// The envy schedule of a stake, which has the progressive table's letter (I-45).
pub(super) fn envy(check: &mut Check, table: &Paytable, stake: Cents) -> Option<&'static [paytable::Row]> {
    let envy = paytable::envy(check.game, table.letter, stake);
    if envy.is_none() {
        let clause = clauses::progressive(check.game).envy;
        let message = format!("table {} has no envy schedule for {stake}", table.letter);
        check.refuse(&place(Wager::ProgressivePayout), ProblemCode::UnknownChoice, clause, message, "100, 500");
    }
    envy
}

/// Checks the meters of one stake: every level the table has, no other, and not more than the whole stake.
fn set(check: &mut Check, field: &Field, table: &Paytable, levels: &BTreeMap<String, Meter>) -> Vec<MeterRules> {
    let demands = clauses::progressive(check.game);
    let floors = paytable::floors(check.game, Schedule::ProgressivePayout, table.letter);
    let names = floors.iter().map(|floor| floor.level.name()).collect::<Vec<_>>().join(", ");
    for name in levels.keys().filter(|name| floors.iter().all(|floor| floor.level.name() != name.as_str())) {
        let message = format!("table {} has no such meter", table.letter);
        check.refuse(&field.child(name), ProblemCode::UnknownChoice, demands.amounts, message, names.clone());
    }
    let mut meters = Vec::new();
    for floor in floors {
        let field = field.child(floor.level.name());
        let level = check.required(&field, levels.get(floor.level.name()), floor.clause, "an object with the meter");
        meters.extend(level.and_then(|level| meter(check, &field, level, floor, demands.rate)));
    }
    let rates: u64 = meters.iter().map(|meter: &MeterRules| u64::from(meter.rate.get())).sum();
    if rates > u64::from(Ppm::WHOLE.get()) {
        let message = format!("the meters take {rates} millionths of each stake, more than all of it");
        check.refuse(field, ProblemCode::OutOfRange, demands.rate, message, "rates of 1000000 in all at most");
    }
    meters
}

/// Checks one meter against its floor.
pub(super) fn meter(
    check: &mut Check,
    field: &Field,
    meter: &Meter,
    floor: &Floor,
    rate_clause: ClauseId,
) -> Option<MeterRules> {
    let initial = check.floored(&field.child("initial_cents"), meter.initial_cents, floor.initial_min, floor.clause);
    let reset = check.floored(&field.child("reset_cents"), meter.reset_cents, floor.reset_min, floor.clause);
    let rate = rate(check, &field.child("rate_ppm"), meter.rate_ppm, rate_clause);
    let starts = initial.max(reset).unwrap_or(floor.initial_min);
    let limit = match meter.limit_cents {
        None => Some(None),
        Some(limit) => {
            let field = field.child("limit_cents");
            check.cents(&field, Some(limit), starts, Cents::BANK_MAX, floor.clause).map(Some)
        }
    };
    Some(MeterRules { level: floor.level, initial: initial?, reset: reset?, rate: rate?, limit: limit? })
}

fn rate(check: &mut Check, field: &Field, rate: Option<i64>, clause: ClauseId) -> Option<Ppm> {
    let range = 1..=i64::from(Ppm::WHOLE.get());
    let rate = check.required(field, rate, clause, "1 to 1000000 millionths of the stake")?;
    let rate = check.within(field, rate, &range, clause)?;
    u32::try_from(rate).ok().map(Ppm::new)
}
