//! Decisions: one for each stage of the game, and none after a fold.

use crate::decision::Decision;
use crate::document::{ProblemCode, Problems, hint, listed};
use crate::game::GameId;
use crate::games::{DecisionPoint, Stage, spec};
use crate::settle::request::{SeatRequest, Word};
use crate::wager::Bet;

/// What a seat decided, stage by stage, each with the bet it is about.
pub(super) type Decided = Vec<(Bet, Decision)>;

/// A seat's decisions.
pub(super) fn decisions(game: GameId, field: &str, given: &SeatRequest, problems: &mut Problems) -> Option<Decided> {
    let field = format!("{field}.decisions");
    let points = || {
        spec(game).stages.iter().filter_map(|stage| match stage {
            Stage::Decide(point) => Some(point),
            Stage::Turn(_) => None,
        })
    };
    let mut sound = names(game, &field, given, points().map(|point| name(point.bet)), problems);
    let mut decided = Decided::new();
    let mut folded: Option<&DecisionPoint> = None;
    for point in points() {
        let field = format!("{field}.{}", name(point.bet));
        let word = given.decisions.get(name(point.bet));
        match (word, folded) {
            (None, Some(_)) => {}
            (Some(_), Some(fold)) => {
                let message = format!("the seat folded at {}: nothing is decided after it", name(fold.bet));
                problems.refuse(field, ProblemCode::Conflict, fold.goes, message, "leave it out");
                sound = false;
            }
            (word, None) => match decision(&field, word, point, problems) {
                Some(decision) => {
                    decided.push((point.bet, decision));
                    folded = (decision == Decision::Fold).then_some(point);
                }
                None => sound = false,
            },
        }
    }
    sound.then_some(decided)
}

/// Whether every decision given is one the game has.
fn names(
    game: GameId,
    field: &str,
    given: &SeatRequest,
    known: impl Iterator<Item = &'static str>,
    problems: &mut Problems,
) -> bool {
    let known: Vec<&str> = known.collect();
    let unknown = given.decisions.keys().filter(|name| !known.contains(&name.as_str()));
    let mut sound = true;
    for unknown in unknown {
        let message = format!("{} has no such decision{}", game.title(), hint(unknown, known.iter().copied()));
        let clause = spec(game).clauses.base_wager;
        let permitted = listed(known.iter().copied());
        problems.refuse(format!("{field}.{unknown}"), ProblemCode::UnknownField, clause, message, permitted);
        sound = false;
    }
    sound
}

fn decision(field: &str, word: Option<&Word>, point: &DecisionPoint, problems: &mut Problems) -> Option<Decision> {
    let words = || point.options.iter().map(|option| (*option, word_for(*option)));
    let permitted = || listed(words().map(|(_, word)| word.to_string()).collect::<Vec<_>>().iter().map(String::as_str));
    let Some(word) = word else {
        problems.refuse(field, ProblemCode::Missing, point.order, "missing", permitted());
        return None;
    };
    let found = words().find(|(_, known)| known == word).map(|(option, _)| option);
    if found.is_none() {
        let message = format!("'{word}' is not a decision here");
        problems.refuse(field, ProblemCode::UnknownChoice, point.stays, message, permitted());
    }
    found
}

/// How a request writes a decision: in a word, or as the number of antes bet.
fn word_for(decision: Decision) -> Word {
    match decision {
        Decision::Bet1x | Decision::Bet2x | Decision::Bet3x => Word::Number(decision.units()),
        Decision::Ride | Decision::Withdraw | Decision::Raise | Decision::Check | Decision::Fold => {
            Word::Text(decision.to_string())
        }
    }
}

/// The name of a bet that is decided about.
const fn name(bet: Bet) -> &'static str {
    match bet {
        Bet::Bet1 => "bet_1",
        Bet::Bet2 => "bet_2",
        Bet::ThreeCardRaise => "three_card_raise",
        Bet::FiveCardRaise => "five_card_raise",
        Bet::Across => "across",
        Bet::Down => "down",
        Bet::Middle => "middle",
        Bet::Bet3
        | Bet::TwoCard
        | Bet::ThreeCard
        | Bet::FiveCard
        | Bet::AnteAcross
        | Bet::AnteDown
        | Bet::FiveCardBonus
        | Bet::ThreeCardBonus
        | Bet::SixCardBonus
        | Bet::WinEmAllBonus
        | Bet::ProgressivePayout
        | Bet::BonusSpinProgressive
        | Bet::BonusSpinXtremeProgressive => "",
    }
}
