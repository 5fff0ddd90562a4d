//! Wagers: offered, with a stake the rules permit, and never a side wager without the base wager.

use crate::bets::Bets;
use crate::decision::Decision;
use crate::document::{ProblemCode, Problems, hint, listed};
use crate::games::spec;
use crate::money::Cents;
use crate::rules::{Rules, Stakes};
use crate::settle::request::SeatRequest;
use crate::wager::{Bet, Wager};

/// A seat's bets as its decisions left them.
pub(super) fn bets(
    rules: &Rules,
    field: &str,
    given: &SeatRequest,
    decided: Option<&[(Bet, Decision)]>,
    problems: &mut Problems,
) -> Option<Bets> {
    let field = format!("{field}.wagers");
    let mut sound = true;
    for name in given.wagers.keys() {
        sound &= is_offered(rules, &field, name, problems);
    }
    let mut bets = Bets::default();
    for wager in rules.offered() {
        match given.wagers.get(wager.name()) {
            Some(stake) => sound &= put(rules, &field, wager, Cents::new(*stake), &mut bets, problems),
            None if wager == rules.base_wager() => {
                let (field, clause) = (format!("{field}.{wager}"), spec(rules.game()).clauses.base_wager);
                let message = "missing: nobody plays without the base wager";
                problems.refuse(field, ProblemCode::Missing, clause, message, permitted(rules, wager));
                sound = false;
            }
            None => {}
        }
    }
    let unit = bets.stake(rules.base_wager())?;
    for (bet, decision) in decided? {
        bets.carry_out(*bet, *decision, unit.times(decision.units()).ok()?);
    }
    sound.then_some(bets)
}

fn is_offered(rules: &Rules, field: &str, name: &str, problems: &mut Problems) -> bool {
    let known = || rules.offered().map(Wager::name);
    let clauses = spec(rules.game()).clauses;
    let (message, clause) = match Wager::from_name(name) {
        Some(wager) if rules.stakes(wager).is_some() => return true,
        Some(wager) => (format!("{wager} is not offered: rules.paytables has no letter for it"), clauses.wager(wager)),
        None => (format!("there is no wager '{name}'{}", hint(name, known())), clauses.base_wager),
    };
    problems.refuse(format!("{field}.{name}"), ProblemCode::UnknownChoice, clause, message, listed(known()));
    false
}

/// Puts up the bets of a wager, if the stake is permitted.
fn put(rules: &Rules, field: &str, wager: Wager, stake: Cents, bets: &mut Bets, problems: &mut Problems) -> bool {
    if !rules.stakes(wager).is_some_and(|stakes| stakes.admit(stake)) {
        let clause = spec(rules.game()).clauses.wager(wager);
        let message = format!("{} cents is not a permitted stake", stake.get());
        let field = format!("{field}.{wager}");
        problems.refuse(field, ProblemCode::OutOfRange, clause, message, permitted(rules, wager));
        return false;
    }
    for bet in wager.bets() {
        bets.put(*bet, stake);
    }
    true
}

/// The permitted stakes, in words.
fn permitted(rules: &Rules, wager: Wager) -> String {
    match rules.stakes(wager) {
        None => "none".to_owned(),
        Some(Stakes::Between { min, max }) => format!("{} to {} cents ({min} to {max})", min.get(), max.get()),
        Some(Stakes::OneOf(amounts)) => {
            let amounts: Vec<String> = amounts.iter().map(|amount| amount.get().to_string()).collect();
            format!("{} cents", amounts.join(" or "))
        }
    }
}
