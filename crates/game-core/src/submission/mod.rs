//! Rules Submissions: the document in which an operator says what a table offers, and its examination.
//!
//! [`parse`] reads the text, [`Submission::validate`] turns it into [`Rules`], which cannot break the rules they were
//! checked against; [`check`] does both. Every problem is reported at once, with its field, its clause and what would
//! be permitted. The document is described in `docs/rules-submission.md`.

mod build;
mod check;
mod choices;
mod clauses;
mod document;
mod equipment;
mod limit;
mod meters;
mod options;
mod percentages;
mod settlement;
mod table;
mod wagers;
mod warnings;
mod wheels;
mod xtreme;

pub use crate::document::{Problem, ProblemCode};
pub use document::{
    BaseWager, BonusSpinWager, BonusWager, DeckHoursChoice, DeviceApproval, EquipmentChoice, FeesChoice,
    Irregularities, Limits, Meter, Options, PrizeChoice, ProgressiveWager, SegmentChoice, ShuffleChoice, ShuffleKind,
    Submission, Wagers, WheelChoice, XtremeStakeChoice, XtremeWager,
};
pub use settlement::{PaytableChoice, SettlementMeter, SettlementOptions, SettlementRules, for_settlement};
pub(crate) use settlement::{known_meter_names, meter_names};
pub use warnings::Warning;
pub use wheels::symbol_name;

use crate::document::{Problems, Shaped};
use crate::rules::Rules;
use percentages::GivenFees;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What belongs where something else is found.
const DESCRIBED: &str = "one JSON object as docs/rules-submission.md describes it";

/// Reads a submission. Its choices are not checked yet.
///
/// # Errors
/// Everything that is not JSON, not a field of the document or not of the field's kind.
pub fn parse(json: &str) -> Result<Submission, Vec<Problem>> {
    let (document, problems) = read(json);
    problems.permit(document)
}

/// Reads and validates a submission.
///
/// # Errors
/// Everything [`parse`] and [`Submission::validate`] find: what could be read is examined even where a part could not.
pub fn check(json: &str) -> Result<(Submission, Rules), Vec<Problem>> {
    let (document, problems) = read::<Submission>(json);
    let Some(document) = document else { return Err(problems.into_list()) };
    let rules = document.examine(problems.after_reading())?;
    Ok((document, rules))
}

impl SettlementRules {
    /// Reads a settlement's rules. Its choices are not checked yet.
    ///
    /// # Errors
    /// Everything that is not JSON, not a field of the document or not of the field's kind.
    pub fn parse(json: &str) -> Result<Self, Vec<Problem>> {
        let (document, problems) = read(json);
        problems.permit(document)
    }

    /// The same of a value that was parsed already.
    ///
    /// # Errors
    /// Everything that is not a field of the document or not of the field's kind.
    pub(crate) fn of(value: Value) -> Result<Self, Vec<Problem>> {
        let mut problems = Problems::default();
        let document = shaped(value, &mut problems);
        problems.permit(document)
    }
}

/// Reads what can be read, and says what cannot.
fn read<T: DeserializeOwned + Shaped>(json: &str) -> (Option<T>, Problems) {
    let mut problems = Problems::default();
    let value = crate::document::parse(json, DESCRIBED, &mut problems);
    (value.and_then(|value| shaped(value, &mut problems)), problems)
}

/// Holds a document against its shape.
fn shaped<T: DeserializeOwned + Shaped>(value: Value, problems: &mut Problems) -> Option<T> {
    let fees = GivenFees::of(&value);
    let fitting = crate::document::fit(value, &T::SHAPE, problems);
    fees.name_percentages(problems);
    crate::document::build(fitting?, DESCRIBED, problems)
}
