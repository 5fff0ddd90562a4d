//! Reading documents that people write: every name that is misspelt, missing or given twice and every value of the wrong
//! kind is told at once, where a parser would stop at the first.
//!
//! A document is held against its [`Shape`]. What does not fit is told and left out, so that the rest can still be
//! examined; [`Problems`] sees to it that nothing more is said of what was left out.

mod field;
mod nearest;
mod problem;
mod problems;
mod repeats;
mod shape;

pub(crate) use field::Field;
pub use nearest::hint;
pub(crate) use nearest::listed;
pub use problem::{Problem, ProblemCode};
pub(crate) use problems::Problems;
pub(crate) use shape::{Shape, Shaped, is_default, object};

use crate::game::GameId;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Parses a text, and tells every name in it that is given twice. `described` says what belongs there instead of a text
/// that is not JSON.
pub(crate) fn parse(json: &str, described: &str, problems: &mut Problems) -> Option<Value> {
    match serde_json::from_str(json) {
        Ok(value) => {
            repeats::find(json, problems);
            Some(value)
        }
        Err(error) => {
            malformed(&error, described, problems);
            None
        }
    }
}

/// What is left of a document without all that does not fit its shape. Without its game nothing else in a document can
/// be judged.
pub(crate) fn fit(mut value: Value, shape: &Shape, problems: &mut Problems) -> Option<Value> {
    if !shape.fit(&mut value, &Field::root(), problems) {
        return None;
    }
    if value.get("game").is_none() {
        if !problems.concern("game") {
            problems.refuse("game", ProblemCode::Missing, None, "missing", listed(GameId::ALL.map(GameId::name)));
        }
        return None;
    }
    Some(value)
}

/// The document of a value that fits its shape.
pub(crate) fn build<T: DeserializeOwned>(value: Value, described: &str, problems: &mut Problems) -> Option<T> {
    serde_json::from_value(value).map_err(|error| malformed(&error, described, problems)).ok()
}

fn malformed(error: &serde_json::Error, described: &str, problems: &mut Problems) {
    problems.refuse("document", ProblemCode::Malformed, None, error.to_string(), described);
}
