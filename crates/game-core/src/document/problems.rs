//! Collecting what is wrong with a document, so that all of it is told at once.

use super::field::covers;
use super::problem::{Problem, ProblemCode};
use crate::clause::ClauseId;

/// What is wrong so far: what reading the document told, and what was found since.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    told: Vec<Problem>,
    found: Vec<Problem>,
}

impl Problems {
    /// Ends the reading: what could not be read was left out or emptied, so nothing more is to be said of it.
    pub(crate) fn after_reading(mut self) -> Self {
        self.told.append(&mut self.found);
        self
    }

    /// Records a problem, unless it is one of a place that could not be read.
    pub(crate) fn refuse(
        &mut self,
        field: impl Into<String>,
        code: ProblemCode,
        clause: impl Into<Option<ClauseId>>,
        message: impl Into<String>,
        permitted: impl Into<String>,
    ) {
        let (field, clause) = (field.into(), clause.into());
        self.record(Problem { field, code, clause, message: message.into(), permitted: permitted.into() });
    }

    /// Takes over problems found in a part of the document.
    pub(crate) fn within(&mut self, part: &str, problems: Vec<Problem>) {
        for problem in problems {
            self.record(Problem { field: format!("{part}.{}", problem.field), ..problem });
        }
    }

    fn record(&mut self, problem: Problem) {
        if !self.is_told(&problem.field) {
            self.found.push(problem);
        }
    }

    /// Whether a place, or what stands around it, could not be read.
    fn is_told(&self, field: &str) -> bool {
        self.told.iter().any(|problem| covers(&problem.field, field))
    }

    /// Whether a place, or something in it, could not be read.
    pub(crate) fn is_told_in(&self, field: &str) -> bool {
        self.told.iter().any(|problem| covers(field, &problem.field))
    }

    /// Whether something is wrong with this field.
    pub(crate) fn concern(&self, field: &str) -> bool {
        self.told.iter().chain(&self.found).any(|problem| problem.field == field)
    }

    /// The problems recorded last, for one who has better words for them.
    pub(crate) fn found_mut(&mut self) -> impl Iterator<Item = &mut Problem> {
        self.found.iter_mut()
    }

    /// What was made of the document, if nothing is wrong with it.
    ///
    /// # Errors
    /// Everything that is wrong.
    pub(crate) fn permit<T>(self, made: Option<T>) -> Result<T, Vec<Problem>> {
        made.filter(|_| self.told.is_empty() && self.found.is_empty()).ok_or_else(|| self.into_list())
    }

    /// The problems in the order found.
    pub(crate) fn into_list(mut self) -> Vec<Problem> {
        self.told.append(&mut self.found);
        self.told
    }
}
