//! Fees given as a percentage, wherever they stand and however they are written: the house takes none (CAL-round-11).

use crate::clause::ClauseId;
use crate::document::{Problem, ProblemCode, Problems};
use serde_json::Value;

/// What a document says of fees, kept while all that does not fit is taken out of it.
pub(super) struct GivenFees(Option<Value>);

impl GivenFees {
    pub(super) fn of(document: &Value) -> Self {
        Self(document.pointer("/options/fees").cloned())
    }

    /// Gives its own words to every problem that comes from a percentage.
    pub(super) fn name_percentages(&self, problems: &mut Problems) {
        for problem in problems.found_mut().filter(|problem| self.is_percentage(problem)) {
            problem.code = ProblemCode::PercentageFee;
            problem.clause = Some(ClauseId::new("CAL-fees-2"));
            "fees are flat: the house takes no percentage (CAL-round-11)".clone_into(&mut problem.message);
            "whole cents in options.fees.per_bet_cents and options.fees.per_banked_hand_cents"
                .clone_into(&mut problem.permitted);
        }
    }

    fn is_percentage(&self, problem: &Problem) -> bool {
        let field = problem.field.as_str();
        let by_name = problem.code == ProblemCode::UnknownField && field.contains("fee") && field.contains("percent");
        by_name || problem.code == ProblemCode::WrongType && self.at(field).is_some_and(is_share)
    }

    /// The value that stood at a place.
    fn at(&self, field: &str) -> Option<&Value> {
        let inside = field.strip_prefix("options.fees")?;
        let fees = self.0.as_ref()?;
        if inside.is_empty() { Some(fees) } else { fees.get(inside.strip_prefix('.')?) }
    }
}

/// Whether somebody who wrote this where a fee belongs meant a share of the bet.
fn is_share(value: &Value) -> bool {
    value.is_number() || value.as_str().is_some_and(|text| text.contains('%'))
}
