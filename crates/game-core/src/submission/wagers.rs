//! The base wager and the side wagers with a paytable of their own.

use super::check::Check;
use super::clauses;
use super::document::{BonusWager, Wagers};
use super::table::limits;
use crate::document::{Field, ProblemCode};
use crate::game::GameId;
use crate::money::Cents;
use crate::paytable::{Paytable, Schedule};
use crate::rules::{BonusRules, Stakes};
use crate::wager::Wager;

/// The stake of Let It Ride's Five Card Bonus when the operator names none (I-25).
pub(super) const FIVE_CARD_UNIT: Cents = Cents::new(100);

/// The base game's paytables, checked.
#[derive(Clone, Copy)]
pub(super) enum BaseTables {
    LetItRide(&'static Paytable),
    Stud235 { two_card: &'static Paytable, three_card: &'static Paytable, five_card: &'static Paytable },
    CrissCross(&'static Paytable),
    California(&'static Paytable),
}

/// The side wagers with a paytable, checked.
#[derive(Default)]
pub(super) struct Bonuses {
    pub(super) five_card: Option<BonusRules>,
    pub(super) three_card: Option<BonusRules>,
    pub(super) six_card: Option<BonusRules>,
    pub(super) win_em_all: Option<BonusRules>,
}

/// The place of a wager in the document.
pub(super) fn place(wager: Wager) -> Field {
    Field::of("wagers").child(wager)
}

/// Refuses wagers that the game's rules do not have.
pub(super) fn of_this_game(check: &mut Check, wagers: &Wagers) {
    let known = check.demands.wagers;
    let names = known.iter().map(|wager| wager.name()).collect::<Vec<_>>().join(", ");
    for wager in Wager::ALL {
        if wagers.has(wager) && !known.contains(&wager) {
            let message = format!("{} has no such wager", check.game.title());
            let clause = check.demands.base_wager;
            check.refuse(&place(wager), ProblemCode::NotOfThisGame, clause, message, names.clone());
        }
    }
}

/// Checks the base wager.
pub(super) fn base(check: &mut Check, wagers: &Wagers) -> Option<BaseTables> {
    let (wager, offered) = match check.game {
        GameId::LetItRide | GameId::California => (Wager::LetItRide, &wagers.let_it_ride),
        GameId::Stud235 => (Wager::TwoThreeFive, &wagers.two_three_five),
        GameId::CrissCross => (Wager::Ante, &wagers.ante),
    };
    let field = place(wager);
    let permitted = "the base wager, as an object with its paytable";
    let offered = check.required(&field, offered.as_ref(), check.demands.base_wager, permitted)?;
    base_tables(check, &field.child("paytable"), offered.paytable.as_deref())
}

/// The base game's paytables by letter.
pub(super) fn base_tables(check: &mut Check, field: &Field, letter: Option<&str>) -> Option<BaseTables> {
    Some(match check.game {
        GameId::LetItRide => BaseTables::LetItRide(check.paytable(field, Schedule::LetItRide, letter)?),
        GameId::California => BaseTables::California(check.paytable(field, Schedule::LetItRide, letter)?),
        GameId::CrissCross => BaseTables::CrissCross(check.paytable(field, Schedule::CrissCrossPoker, letter)?),
        GameId::Stud235 => BaseTables::Stud235 {
            two_card: check.paytable(field, Schedule::TwoCardPoker, letter)?,
            three_card: check.paytable(field, Schedule::ThreeCardPoker, letter)?,
            five_card: check.paytable(field, Schedule::FiveCardPoker, letter)?,
        },
    })
}

/// Checks the side wagers with a paytable. Those of other games are refused elsewhere.
pub(super) fn bonuses(check: &mut Check, wagers: &Wagers) -> Bonuses {
    let mut bonus = |wager, schedule, offered: &Option<BonusWager>| {
        let offered = offered.as_ref().filter(|_| check.demands.wagers.contains(&wager))?;
        bonus(check, wager, schedule, offered)
    };
    Bonuses {
        five_card: bonus(Wager::FiveCardBonus, Schedule::FiveCardBonus, &wagers.five_card_bonus),
        three_card: bonus(Wager::ThreeCardBonus, Schedule::ThreeCardBonus, &wagers.three_card_bonus),
        six_card: bonus(Wager::SixCardBonus, Schedule::SixCardBonus, &wagers.six_card_bonus),
        win_em_all: bonus(Wager::WinEmAllBonus, Schedule::WinEmAllBonus, &wagers.win_em_all_bonus),
    }
}

fn bonus(check: &mut Check, wager: Wager, schedule: Schedule, offered: &BonusWager) -> Option<BonusRules> {
    let field = place(wager);
    let table = check.paytable(&field.child("paytable"), schedule, offered.paytable.as_deref());
    let one_stake = check.game == GameId::LetItRide && wager == Wager::FiveCardBonus;
    let stakes = if one_stake { unit(check, &field, offered) } else { free(check, &field, wager, offered) };
    Some(BonusRules { table: table?, stakes: stakes? })
}

fn unit(check: &mut Check, field: &Field, offered: &BonusWager) -> Option<Stakes> {
    let clause = clauses::offer(check.game, Wager::FiveCardBonus);
    if offered.limits.is_some() {
        let message = "this wager has one stake, because its awards are flat amounts (I-25)";
        check.refuse(&field.child("limits"), ProblemCode::Conflict, clause, message, "stake_cents instead of limits");
    }
    five_card_unit(check, &field.child("stake_cents"), offered.stake_cents)
}

/// The one stake of Let It Ride's Five Card Bonus (I-25).
pub(super) fn five_card_unit(check: &mut Check, field: &Field, stake: Option<i64>) -> Option<Stakes> {
    let clause = clauses::offer(GameId::LetItRide, Wager::FiveCardBonus);
    let stake = stake.or(Some(FIVE_CARD_UNIT.get()));
    let stake = check.cents(field, stake, Cents::new(1), Cents::WAGER_MAX, clause)?;
    Some(Stakes::OneOf(vec![stake]))
}

fn free(check: &mut Check, field: &Field, wager: Wager, offered: &BonusWager) -> Option<Stakes> {
    let clause = clauses::offer(check.game, wager);
    if offered.stake_cents.is_some() {
        let message = "players choose this wager's stake within its limits";
        check.refuse(
            &field.child("stake_cents"),
            ProblemCode::Conflict,
            clause,
            message,
            "limits instead of stake_cents",
        );
    }
    limits(check, &field.child("limits"), offered.limits.as_ref(), clause)
}
