//! The boxes: their seats, who plays them, their cards, wagers and decisions.

use super::cards::Dealt;
use super::{decisions, wagers};
use crate::document::{ProblemCode, Problems};
use crate::game::{GameId, Seat};
use crate::games::spec;
use crate::rules::Rules;
use crate::settle::facts::{BoxFacts, Person};
use crate::settle::request::{Request, SeatRequest};

/// Every box, highest seat first.
pub(super) fn boxes(
    request: &Request,
    rules: Option<&Rules>,
    dealt: &mut Dealt,
    problems: &mut Problems,
) -> Option<Vec<BoxFacts>> {
    let mut boxes: Vec<BoxFacts> = Vec::new();
    let mut taken: Vec<(Seat, String)> = Vec::new();
    for (place, given) in request.seats.iter().enumerate() {
        let field = format!("seats[{place}]");
        let seat = number(&format!("{field}.seat"), given.seat, request.game, rules, problems);
        let seat = seat.filter(|seat| is_free(*seat, &field, &mut taken, request.game, problems));
        let own = dealt.own(&format!("{field}.cards"), &given.cards, problems);
        let decided = decisions::decisions(request.game, &field, given, problems);
        let bets = rules.and_then(|rules| wagers::bets(rules, &field, given, decided.as_deref(), problems));
        if let (Some(seat), Some(own), Some(bets)) = (seat, own, bets) {
            boxes.push(BoxFacts { seat, person: person(seat, given), own, bets });
        }
    }
    if request.seats.is_empty() {
        let clause = spec(request.game).clauses.base_wager;
        problems.refuse("seats", ProblemCode::Missing, clause, "nobody plays", "one seat or more");
    }
    boxes.sort_by_key(|of| std::cmp::Reverse(of.seat));
    (!boxes.is_empty() && boxes.len() == request.seats.len()).then_some(boxes)
}

/// A seat of the table.
pub(super) fn number(
    field: &str,
    given: Option<i64>,
    game: GameId,
    rules: Option<&Rules>,
    problems: &mut Problems,
) -> Option<Seat> {
    let last = rules.map_or(7, Rules::seats);
    let seat = given.and_then(|number| u8::try_from(number).ok()).filter(|number| *number <= last).and_then(Seat::new);
    if seat.is_none() {
        let (code, message) = match given {
            None => (ProblemCode::Missing, "missing".to_owned()),
            Some(number) => (ProblemCode::OutOfRange, format!("there is no seat {number}")),
        };
        problems.refuse(field, code, spec(game).clauses.seats, message, format!("1 to {last}"));
    }
    seat
}

fn is_free(seat: Seat, field: &str, taken: &mut Vec<(Seat, String)>, game: GameId, problems: &mut Problems) -> bool {
    if let Some((_, earlier)) = taken.iter().find(|(other, _)| *other == seat) {
        let message = format!("seat {seat} stands at {earlier} already");
        let field = format!("{field}.seat");
        problems.refuse(field, ProblemCode::Repeated, spec(game).clauses.seats, message, "each seat once");
        return false;
    }
    taken.push((seat, field.to_owned()));
    true
}

/// Boxes with one name are one person's; a box without is a person of its own.
fn person(seat: Seat, given: &SeatRequest) -> Person {
    given.player.as_ref().map_or(Person::At(seat), |player| Person::Named(player.to_string()))
}
