//! California's player-dealer: there is one, who bets nothing else, with at least the table's minimum.

use super::boxes::number;
use super::cents;
use crate::clause::ClauseId;
use crate::document::{ProblemCode, Problems};
use crate::game::GameId;
use crate::games::spec;
use crate::money::Cents;
use crate::rules::Rules;
use crate::settle::request::Request;

const WAGER: ClauseId = ClauseId::new("CAL-round-11");
const NO_HAND: ClauseId = ClauseId::new("CAL-dealing-3-c");

/// The player-dealer's wager; none in the games that the house banks.
pub(super) fn bank(request: &Request, rules: &Rules, problems: &mut Problems) -> Option<Option<Cents>> {
    match (&request.bank, request.game) {
        (None, GameId::LetItRide | GameId::Stud235 | GameId::CrissCross) => Some(None),
        (Some(_), GameId::LetItRide | GameId::Stud235 | GameId::CrissCross) => {
            let message = format!("{} is banked by the house", request.game.title());
            let clause = spec(request.game).clauses.base_wager;
            problems.refuse("bank", ProblemCode::NotOfThisGame, clause, message, "leave it out");
            None
        }
        (None, GameId::California) => {
            let message = "missing: without a player-dealer there is no round";
            problems.refuse("bank", ProblemCode::Missing, WAGER, message, "an object with seat and wager_cents");
            None
        }
        (Some(bank), GameId::California) => {
            let seat = number("bank.seat", bank.seat, request.game, Some(rules), problems);
            let bets = request.seats.iter().position(|other| other.seat.is_some() && other.seat == bank.seat);
            if let (Some(seat), Some(place)) = (seat, bets) {
                let message = format!("seat {seat} holds the bank and bets at seats[{place}]: it has no hand (I-97)");
                problems.refuse("bank.seat", ProblemCode::Conflict, NO_HAND, message, "a seat that does not bet");
            }
            wager(bank.wager_cents, rules, problems).map(Some)
        }
    }
}

/// At least the table's minimum, with no maximum but what the books can hold (I-108).
fn wager(given: Option<i64>, rules: &Rules, problems: &mut Problems) -> Option<Cents> {
    let (least, most) = (rules.base_stakes.least(), Cents::BANK_MAX);
    let amount = given.map(Cents::new).filter(|amount| (least..=most).contains(amount));
    if amount.is_none() {
        let (code, message) = match given {
            None => (ProblemCode::Missing, "missing".to_owned()),
            Some(given) => (ProblemCode::OutOfRange, format!("{given} cents is outside the range")),
        };
        let permitted = format!("{} to {}", cents(least), cents(most));
        problems.refuse("bank.wager_cents", code, WAGER, message, permitted);
    }
    amount
}
