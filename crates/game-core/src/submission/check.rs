//! The examination of one document: it collects problems and goes on, so that an operator sees all of them at once.

use super::clauses::{self, Demands};
use crate::clause::ClauseId;
use crate::document::{Field, Problem, ProblemCode, Problems};
use crate::game::GameId;
use crate::money::Cents;
use crate::paytable::{self, Paytable, Schedule, Wheel};
use std::ops::RangeInclusive;

/// The longest name or reference accepted.
const TEXT_MAX: usize = 200;

/// A document being examined.
pub(super) struct Check {
    pub(super) game: GameId,
    pub(super) demands: &'static Demands,
    problems: Problems,
}

impl Check {
    /// Begins with the problems known already.
    pub(super) const fn new(game: GameId, problems: Problems) -> Self {
        Self { game, demands: clauses::demands(game), problems }
    }

    /// What the examination made, if nothing is wrong.
    pub(super) fn permit<T>(self, made: Option<T>) -> Result<T, Vec<Problem>> {
        self.problems.permit(made)
    }

    /// Whether an element of a list could not be read, so that something else stands there.
    pub(super) fn is_unread(&self, field: &Field) -> bool {
        self.problems.concern(field.as_str())
    }

    /// Whether not all that was meant at a place is known, because it or something in it could not be read.
    pub(super) fn is_in_doubt(&self, field: &Field) -> bool {
        self.problems.is_told_in(field.as_str())
    }

    /// Records a problem.
    pub(super) fn refuse(
        &mut self,
        field: &Field,
        code: ProblemCode,
        clause: impl Into<Option<ClauseId>>,
        message: impl Into<String>,
        permitted: impl Into<String>,
    ) {
        self.problems.refuse(field, code, clause, message, permitted);
    }

    /// A value that must be there.
    pub(super) fn required<T>(
        &mut self,
        field: &Field,
        value: Option<T>,
        clause: impl Into<Option<ClauseId>>,
        permitted: &str,
    ) -> Option<T> {
        if value.is_none() {
            self.refuse(field, ProblemCode::Missing, clause, "missing", permitted);
        }
        value
    }

    /// A number within a range.
    pub(super) fn within(
        &mut self,
        field: &Field,
        value: i64,
        range: &RangeInclusive<i64>,
        clause: impl Into<Option<ClauseId>>,
    ) -> Option<i64> {
        if range.contains(&value) {
            return Some(value);
        }
        let permitted = if range.start() == range.end() {
            range.start().to_string()
        } else {
            format!("{} to {}", range.start(), range.end())
        };
        self.refuse(field, ProblemCode::OutOfRange, clause, format!("{value} is outside the range"), permitted);
        None
    }

    /// A required amount between two.
    pub(super) fn cents(
        &mut self,
        field: &Field,
        value: Option<i64>,
        least: Cents,
        most: Cents,
        clause: impl Into<Option<ClauseId>>,
    ) -> Option<Cents> {
        let clause = clause.into();
        let permitted = format!("{} to {} cents ({least} to {most})", least.get(), most.get());
        let amount = Cents::new(self.required(field, value, clause, &permitted)?);
        if (least..=most).contains(&amount) {
            return Some(amount);
        }
        let message = format!("{} cents is outside the range", amount.get());
        self.refuse(field, ProblemCode::OutOfRange, clause, message, permitted);
        None
    }

    /// A required amount that a clause puts a floor under.
    pub(super) fn floored(
        &mut self,
        field: &Field,
        value: Option<i64>,
        floor: Cents,
        clause: ClauseId,
    ) -> Option<Cents> {
        let permitted = format!("{} to {} cents ({floor} or more)", floor.get(), Cents::BANK_MAX.get());
        let amount = Cents::new(self.required(field, value, clause, &permitted)?);
        if amount < floor {
            let message = format!("{amount} is under the floor of {floor}");
            self.refuse(field, ProblemCode::UnderFloor, clause, message, permitted);
            return None;
        }
        self.cents(field, value, floor, Cents::BANK_MAX, clause)
    }

    /// A text that must say something.
    pub(super) fn text(&mut self, field: &Field, value: &str, clause: impl Into<Option<ClauseId>>) -> Option<String> {
        let text = value.trim();
        let permitted = format!("1 to {TEXT_MAX} characters");
        if text.is_empty() {
            self.refuse(field, ProblemCode::Missing, clause, "missing or empty", permitted);
            return None;
        }
        if text.chars().count() > TEXT_MAX || text.chars().any(char::is_control) {
            self.refuse(field, ProblemCode::OutOfRange, clause, "too long, or not printable on one line", permitted);
            return None;
        }
        Some(text.to_owned())
    }

    /// The stakes a seat's device accepts, ascending; those of them that could be read.
    pub(super) fn stakes(
        &mut self,
        field: &Field,
        chosen: &[i64],
        permitted: &[i64],
        clause: ClauseId,
    ) -> Option<Vec<Cents>> {
        let list = permitted.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        let mut sound = true;
        let mut stakes: Vec<i64> = Vec::new();
        for (index, stake) in chosen.iter().enumerate() {
            let place = field.element(index);
            let (code, reason) = if self.is_unread(&place) {
                continue;
            } else if !permitted.contains(stake) {
                (ProblemCode::UnknownChoice, "is not an accepted stake")
            } else if stakes.contains(stake) {
                (ProblemCode::Repeated, "is listed twice")
            } else {
                stakes.push(*stake);
                continue;
            };
            self.refuse(&place, code, clause, format!("{stake} cents {reason}"), list.clone());
            sound = false;
        }
        if chosen.is_empty() {
            self.refuse(field, ProblemCode::Missing, clause, "no stake is accepted", list);
            return None;
        }
        stakes.sort_unstable();
        sound.then(|| stakes.into_iter().map(Cents::new).collect())
    }

    /// The paytable of a letter. Where the rules have one schedule its letter may be left out.
    pub(super) fn paytable(
        &mut self,
        field: &Field,
        schedule: Schedule,
        letter: Option<&str>,
    ) -> Option<&'static Paytable> {
        let tables = paytable::paytables(self.game, schedule);
        if let (None, [only]) = (letter, tables) {
            return Some(only);
        }
        let letters: Vec<&str> = tables.iter().map(|table| table.letter).collect();
        self.letter(field, schedule, letter, &letters)?;
        tables.iter().find(|table| Some(table.letter) == letter)
    }

    /// The wheel of a letter, among those permitted here.
    pub(super) fn wheel(
        &mut self,
        field: &Field,
        letter: Option<&str>,
        wheels: &'static [Wheel],
        letters: &[&str],
        clause: ClauseId,
    ) -> Option<&'static Wheel> {
        let letter = self.required(field, letter, clause, &letters.join(", "))?;
        let found = wheels.iter().find(|wheel| wheel.letter == letter && letters.contains(&wheel.letter));
        if found.is_none() {
            let message = format!("wheel '{letter}' is not one of those permitted here");
            self.refuse(field, ProblemCode::UnknownChoice, clause, message, letters.join(", "));
        }
        found
    }

    fn letter(&mut self, field: &Field, schedule: Schedule, letter: Option<&str>, letters: &[&str]) -> Option<()> {
        let clause = clauses::selection(self.game, schedule);
        let letter = self.required(field, letter, clause, &letters.join(", "))?;
        if letters.contains(&letter) {
            return Some(());
        }
        let message = format!("there is no paytable '{letter}'");
        self.refuse(field, ProblemCode::UnknownChoice, clause, message, letters.join(", "));
        None
    }
}
