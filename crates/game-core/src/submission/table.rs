//! Seats, boxes, table limits, and what the approval names.

use super::check::Check;
use super::document::{Limits, Submission};
use crate::clause::ClauseId;
use crate::document::{Field, ProblemCode};
use crate::game::GameId;
use crate::money::Cents;
use crate::rules::Stakes;

/// The least a bet may be: one cent.
const LEAST: Cents = Cents::new(1);

/// The table itself, checked.
pub(super) struct Table {
    pub(super) name: String,
    pub(super) approval: String,
    pub(super) seats: u8,
    pub(super) boxes_per_player: u8,
    pub(super) base_stakes: Stakes,
}

/// Checks the table itself.
pub(super) fn check(check: &mut Check, document: &Submission) -> Option<Table> {
    let name = check.text(&Field::of("name"), &document.name, None);
    let approval = check.text(&Field::of("approval"), &document.approval, check.demands.approval);
    let seats = seats(check, document.seats);
    let boxes_per_player = boxes(check, document.boxes_per_player, seats);
    let base_stakes = limits(check, &Field::of("limits"), document.limits.as_ref(), check.demands.limits);
    Some(Table {
        name: name?,
        approval: approval?,
        seats: seats?,
        boxes_per_player: boxes_per_player?,
        base_stakes: base_stakes?,
    })
}

fn seats(check: &mut Check, seats: Option<i64>) -> Option<u8> {
    // California's table needs a bettor beside the player-dealer.
    let least = if check.game == GameId::California { 2 } else { 1 };
    let most = check.demands.seats_max;
    let seats = seats.unwrap_or(most);
    if (least..=most).contains(&seats) {
        return u8::try_from(seats).ok();
    }
    let why = match check.game {
        GameId::California => " (the eight of CAL-players-1 counts the casino dealer, I-93)",
        GameId::LetItRide | GameId::Stud235 | GameId::CrissCross => "",
    };
    let message = format!("{seats} seats, but the table has {least} to {most}{why}");
    check.refuse(
        &Field::of("seats"),
        ProblemCode::OutOfRange,
        check.demands.seats,
        message,
        format!("{least} to {most}"),
    );
    None
}

fn boxes(check: &mut Check, boxes: Option<i64>, seats: Option<u8>) -> Option<u8> {
    let most = match check.game {
        GameId::LetItRide | GameId::Stud235 => seats.map_or(check.demands.seats_max, i64::from),
        GameId::CrissCross | GameId::California => 1,
    };
    let boxes = check.within(&Field::of("boxes_per_player"), boxes.unwrap_or(1), &(1..=most), check.demands.boxes)?;
    u8::try_from(boxes).ok()
}

/// Checks what a wager may be staked between.
pub(super) fn limits(
    check: &mut Check,
    field: &Field,
    limits: Option<&Limits>,
    clause: impl Into<Option<ClauseId>>,
) -> Option<Stakes> {
    let clause = clause.into();
    let limits = check.required(field, limits, clause, "an object with min_cents and max_cents")?;
    let min = check.cents(&field.child("min_cents"), limits.min_cents, LEAST, Cents::WAGER_MAX, clause);
    let max = check.cents(&field.child("max_cents"), limits.max_cents, LEAST, Cents::WAGER_MAX, clause);
    let (min, max) = (min?, max?);
    if min > max {
        check.refuse(
            field,
            ProblemCode::Conflict,
            clause,
            format!("the least bet, {min}, is more than the most, {max}"),
            "min_cents not above max_cents",
        );
        return None;
    }
    Some(Stakes::Between { min, max })
}
