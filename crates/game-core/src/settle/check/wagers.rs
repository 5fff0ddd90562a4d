//! Wagers: offered, with a stake the rules permit, and never a side wager without the base wager.

use super::cents;
use super::decisions::Decided;
use crate::bets::{BetStatus, Bets};
use crate::decision::Decision;
use crate::games::spec;
use crate::money::Cents;
use crate::rules::{Rules, Stakes};
use crate::settle::problems::{Problems, hint, listed};
use crate::settle::request::SeatRequest;
use crate::submission::ProblemCode;
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
        let stake = given.wagers.get(wager.name()).copied();
        match stake.or_else(|| (wager == rules.base_wager()).then_some(0)) {
            Some(_) if stake.is_none() => {
                let clause = spec(rules.game()).clauses.base_wager;
                let message = "missing: nobody plays without the base wager";
                let field = format!("{field}.{wager}");
                problems.refuse(field, ProblemCode::Missing, clause, message, permitted(&rules.base_stakes));
                sound = false;
            }
            Some(stake) => sound &= put(rules, &field, wager, Cents::new(stake), &mut bets, problems),
            None => {}
        }
    }
    carry_out(rules, decided?, &mut bets)?;
    sound.then_some(bets)
}
