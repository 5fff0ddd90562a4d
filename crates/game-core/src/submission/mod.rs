//! Rules Submissions: the document in which an operator says what a table offers, and its examination.
//!
//! [`parse`] reads the text, [`Submission::validate`] turns it into [`Rules`], which cannot break the rules they were
//! checked against; [`check`] does both. Every problem is reported at once, with its field, its clause and what would
//! be permitted. The document is described in `docs/rules-submission.md`.

mod build;
mod check;
mod clauses;
mod document;
mod duplicates;
mod equipment;
mod limit;
mod meters;
mod options;
mod problem;
mod settlement;
mod shape;
mod table;
mod wagers;
mod warnings;
mod wheels;
mod xtreme;

pub use document::{
    BaseWager, BonusSpinWager, BonusWager, DeckHoursChoice, DeviceApproval, EquipmentChoice, FeesChoice,
    Irregularities, Limits, Meter, Options, PrizeChoice, ProgressiveWager, SegmentChoice, ShuffleChoice, ShuffleKind,
    Submission, Wagers, WheelChoice, XtremeStakeChoice, XtremeWager,
};
pub use problem::{Problem, ProblemCode};
pub use settlement::{PaytableChoice, SettlementMeter, SettlementOptions, SettlementRules, for_settlement};
pub use warnings::Warning;
pub use wheels::symbol_name;

use crate::rules::Rules;
use problem::Field;
use serde::de::DeserializeOwned;
use serde_json::Value;
use shape::{Shape, Shaped};

/// Reads a submission. Its choices are not checked yet.
///
/// # Errors
/// Everything that is not JSON, not a field of the document or not of the field's kind.
pub fn parse(json: &str) -> Result<Submission, Vec<Problem>> {
    let (document, problems) = read(json);
    match document {
        Some(document) if problems.is_empty() => Ok(document),
        Some(_) | None => Err(problems),
    }
}

/// Reads and validates a submission.
///
/// # Errors
/// Everything [`parse`] and [`Submission::validate`] find: what could be read is examined even where a part could not.
pub fn check(json: &str) -> Result<(Submission, Rules), Vec<Problem>> {
    let (document, mut problems) = read::<Submission>(json);
    let Some(document) = document else { return Err(problems) };
    match document.validate() {
        Ok(rules) if problems.is_empty() => Ok((document, rules)),
        Ok(_) => Err(problems),
        Err(found) => {
            let told: Vec<String> = problems.iter().map(|problem| problem.field.clone()).collect();
            problems
                .extend(found.into_iter().filter(|problem| !told.iter().any(|field| covers(field, &problem.field))));
            Err(problems)
        }
    }
}

impl SettlementRules {
    /// Reads a settlement's rules. Its choices are not checked yet.
    ///
    /// # Errors
    /// Everything that is not JSON, not a field of the document or not of the field's kind.
    pub fn parse(json: &str) -> Result<Self, Vec<Problem>> {
        let (document, problems) = read(json);
        match document {
            Some(document) if problems.is_empty() => Ok(document),
            Some(_) | None => Err(problems),
        }
    }
}

/// Whether what was said of one field makes a word about the other superfluous.
fn covers(told: &str, field: &str) -> bool {
    field.strip_prefix(told).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Reads what can be read, and says what cannot.
fn read<T: DeserializeOwned + Shaped>(json: &str) -> (Option<T>, Vec<Problem>) {
    let mut value: Value = match serde_json::from_str(json) {
        Ok(value) => value,
        Err(error) => return (None, vec![malformed(error.to_string())]),
    };
    let mut problems = duplicates::find(json);
    let fits = shape::prune(&mut value, &T::SHAPE, &Field::of(""), &mut problems);
    missing_game(&value, &T::SHAPE, &mut problems);
    if !fits || value.get("game").is_none() {
        return (None, problems);
    }
    match serde_json::from_value(value) {
        Ok(document) => (Some(document), problems),
        Err(error) => {
            problems.push(malformed(error.to_string()));
            (None, problems)
        }
    }
}

/// Without its game nothing else in a document can be judged.
fn missing_game(value: &Value, shape: &Shape, problems: &mut Vec<Problem>) {
    let Shape::Object(fields) = shape else { return };
    let game = fields.iter().find_map(|(name, shape)| (*name == "game").then_some(*shape));
    let Some(Shape::Choice(games)) = game else { return };
    if value.is_object() && value.get("game").is_none() && !problems.iter().any(|problem| problem.field == "game") {
        problems.push(Problem {
            field: "game".to_owned(),
            code: ProblemCode::Missing,
            clause: None,
            message: "missing".to_owned(),
            permitted: games.join(", "),
        });
    }
}

fn malformed(message: String) -> Problem {
    Problem {
        field: "document".to_owned(),
        code: ProblemCode::Malformed,
        clause: None,
        message,
        permitted: "one JSON object as docs/rules-submission.md describes it".to_owned(),
    }
}
