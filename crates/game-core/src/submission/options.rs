//! Options: readings of the rules and house choices, each belonging to certain games.

use super::check::Check;
use super::clauses::CLOCK_SECONDS;
use super::document::{FeesChoice, Irregularities, Options};
use crate::clause::ClauseId;
use crate::decide::VALIDATION;
use crate::document::{Field, ProblemCode};
use crate::game::GameId;
use crate::hand::LowAce;
use crate::money::Cents;
use crate::rules::{AntePayout, Fees, LowAceReadings, VoidContribution};

/// The options, checked.
pub(super) struct Readings {
    pub(super) low_ace: LowAceReadings,
    pub(super) ante_payout: AntePayout,
    /// The payout limit the operator states; only Let It Ride has one to state.
    pub(super) stated_limit: Option<Cents>,
    pub(super) void_contribution: VoidContribution,
    pub(super) second_person_from: Option<Cents>,
    pub(super) decision_clock_ms: Option<u64>,
    pub(super) irregularities: bool,
}

/// Checks the options, fees apart.
pub(super) fn check(check: &mut Check, options: &Options) -> Option<Readings> {
    of_this_game(check, options);
    let reading = |counts: Option<bool>| if counts.unwrap_or(true) { LowAce::Counts } else { LowAce::HighOnly };
    let stated_limit = stated_limit(check, options.payout_limit_cents);
    let second_person_from = second_person(check, options.second_validation_from_cents);
    let decision_clock_ms = decision_clock(check, options.decision_clock_seconds);
    Some(Readings {
        low_ace: LowAceReadings {
            two_card: reading(options.low_ace_two_card),
            three_card: reading(options.low_ace_three_card),
            five_card: reading(options.low_ace),
        },
        ante_payout: options.ante_payout.unwrap_or(AntePayout::Paytable),
        stated_limit: stated_limit?,
        void_contribution: options.void_contribution.unwrap_or(VoidContribution::HouseFunds),
        second_person_from: second_person_from?,
        decision_clock_ms: decision_clock_ms?,
        irregularities: options.irregularities != Some(Irregularities::None),
    })
}

/// Refuses options that the game does not have.
fn of_this_game(check: &mut Check, options: &Options) {
    let game = check.game;
    let demands = check.demands;
    let stud = game == GameId::Stud235;
    let criss_cross = game == GameId::CrissCross;
    let california = game == GameId::California;
    let refusals = [
        ("low_ace_two_card", options.low_ace_two_card.is_some() && !stud, demands.low_ace),
        ("low_ace_three_card", options.low_ace_three_card.is_some() && !stud, demands.low_ace),
        ("low_ace", options.low_ace.is_some() && !criss_cross, demands.low_ace),
        ("ante_payout", options.ante_payout.is_some() && !criss_cross, demands.base_wager),
        ("void_contribution", options.void_contribution.is_some() && california, demands.void),
        ("second_validation_from_cents", options.second_validation_from_cents.is_some() && california, demands.void),
        ("irregularities", options.irregularities.is_some() && !california, demands.void),
        ("fees", options.fees.is_some() && !california, demands.base_wager),
    ];
    for (name, refused, clause) in refusals {
        if refused {
            let message = format!("{} has no such option", game.title());
            check.refuse(&place(name), ProblemCode::NotOfThisGame, clause, message, names(game));
        }
    }
}

fn place(name: &str) -> Field {
    Field::of("options").child(name)
}

/// The options a game has.
const fn names(game: GameId) -> &'static str {
    match game {
        GameId::LetItRide => {
            "payout_limit_cents, void_contribution, second_validation_from_cents, decision_clock_seconds"
        }
        GameId::Stud235 => {
            "low_ace_two_card, low_ace_three_card, void_contribution, second_validation_from_cents, decision_clock_seconds"
        }
        GameId::CrissCross => {
            "low_ace, ante_payout, void_contribution, second_validation_from_cents, decision_clock_seconds"
        }
        GameId::California => "fees, irregularities, decision_clock_seconds",
    }
}

fn stated_limit(check: &mut Check, limit: Option<i64>) -> Option<Option<Cents>> {
    let Some(limit) = limit else { return Some(None) };
    let field = place("payout_limit_cents");
    let clause = check.demands.payout_limit;
    let message = match check.game {
        GameId::LetItRide => {
            return check.cents(&field, Some(limit), Cents::new(1), Cents::BANK_MAX, clause).map(Some);
        }
        GameId::Stud235 | GameId::CrissCross => {
            "the rules set the limit: the larger of $50,000 and the best round at the least bets (I-07)"
        }
        GameId::California => "payoffs end with the player-dealer's wager; there is no other limit",
    };
    check.refuse(&field, ProblemCode::NotOfThisGame, clause, message, "leave it out");
    None
}

fn second_person(check: &mut Check, from: Option<i64>) -> Option<Option<Cents>> {
    let Some(from) = from else { return Some(None) };
    let field = place("second_validation_from_cents");
    check.cents(&field, Some(from), Cents::new(1), Cents::BANK_MAX, VALIDATION).map(Some)
}

fn decision_clock(check: &mut Check, seconds: Option<i64>) -> Option<Option<u64>> {
    let Some(seconds) = seconds else { return Some(None) };
    let clause = check.demands.decision_clock;
    let seconds = check.within(&place("decision_clock_seconds"), seconds, &CLOCK_SECONDS, clause)?;
    u64::try_from(seconds).ok().map(|seconds| Some(seconds * 1_000))
}

/// No fees: what the Maryland games charge.
pub(super) const NO_FEES: Fees = Fees { per_bet: Cents::ZERO, per_banked_hand: Cents::ZERO };

/// Checks California's flat fees, all of them required (I-102).
pub(super) fn fees(check: &mut Check, fees: Option<&FeesChoice>) -> Option<Fees> {
    const FEES: ClauseId = ClauseId::new("CAL-fees-3");
    const EACH: ClauseId = ClauseId::new("CAL-fees-5");
    let field = place("fees");
    let permitted = "an object with per_bet_cents and per_banked_hand_cents";
    let fees = check.required(&field, fees, FEES, permitted)?;
    let mut fee = |name: &str, fee| check.cents(&field.child(name), fee, Cents::ZERO, Cents::WAGER_MAX, EACH);
    let per_bet = fee("per_bet_cents", fees.per_bet_cents);
    let per_banked_hand = fee("per_banked_hand_cents", fees.per_banked_hand_cents);
    Some(Fees { per_bet: per_bet?, per_banked_hand: per_banked_hand? })
}
