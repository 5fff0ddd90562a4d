//! What the meters hold: amounts that a meter can hold, under names that a meter answers to.

use super::cents;
use crate::clause::ClauseId;
use crate::document::{ProblemCode, Problems, hint, listed};
use crate::games::spec;
use crate::meters as engine;
use crate::money::{Cents, MicroCents};
use crate::rules::Rules;
use crate::settle::meters::{Shelf, paid_at_turn};
use crate::settle::request::{Amount, Request};
use crate::submission::known_meter_names;

/// The meters, filled.
pub(super) fn meters(request: &Request, rules: &Rules, problems: &mut Problems) -> Option<Shelf> {
    let known = known_meter_names(engine::meters(rules).into_iter().map(|(meter, _)| meter));
    let clause = clause(rules);
    let mut given = Vec::new();
    for (name, amount) in &request.meters_cents {
        let field = format!("meters_cents.{name}");
        if !known.contains(name) {
            let names = || known.iter().map(String::as_str);
            let message = format!("no wager settled here has such a meter{}", hint(name, names()));
            let permitted = if known.is_empty() { "no meters".to_owned() } else { listed(names()) };
            problems.refuse(field, ProblemCode::UnknownChoice, clause, message, permitted);
            continue;
        }
        match micro_cents(amount).filter(|amount| (MicroCents::ZERO..=most()).contains(amount)) {
            Some(amount) => given.push((name.clone(), amount)),
            None => {
                let message = format!("{amount} is not an amount a meter can hold");
                let permitted =
                    format!("{} to {}, with at most six decimals", cents(Cents::ZERO), cents(Cents::BANK_MAX));
                problems.refuse(field, ProblemCode::OutOfRange, clause, message, permitted);
            }
        }
    }
    let shelf = Shelf::new(rules, &given).ok()?;
    for (name, _) in given.iter().filter(|(name, _)| !shelf.has(name)) {
        let message = "every meter is given under a closer name, so that nothing reads this one";
        problems.refuse(format!("meters_cents.{name}"), ProblemCode::Conflict, clause, message, "leave it out");
    }
    (given.len() == request.meters_cents.len()).then_some(shelf)
}

/// The clause by which the first meter of the rules is paid; where there is none, the clause of the base wager.
fn clause(rules: &Rules) -> ClauseId {
    let first = engine::meters(rules).first().map(|(meter, _)| paid_at_turn(rules.game(), meter.wager));
    first.unwrap_or(spec(rules.game()).clauses.base_wager)
}

/// The most a meter may hold.
fn most() -> MicroCents {
    Cents::BANK_MAX.to_micro().unwrap_or_default()
}

/// The exact amount, or none for text that is not one.
fn micro_cents(amount: &Amount) -> Option<MicroCents> {
    /// Decimals of a cent that a micro-cent can tell apart.
    const DECIMALS: usize = 6;
    /// The digits of the largest amount in cents.
    const DIGITS: usize = 12;
    let text = match amount {
        Amount::Cents(cents) => return Cents::new(*cents).to_micro().ok(),
        Amount::Decimal(text) => text,
    };
    let (cents, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let sound = !cents.is_empty() && cents.len() <= DIGITS && decimals.len() <= DECIMALS;
    if !sound || !digits(cents) || !digits(decimals) {
        return None;
    }
    format!("{cents}{decimals:0<DECIMALS$}").parse().ok().map(MicroCents::new)
}
