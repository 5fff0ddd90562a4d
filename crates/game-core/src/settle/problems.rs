//! Collecting what is wrong with a request, so that all of it is told at once.

use crate::clause::ClauseId;
use crate::money::Overflow;
use crate::submission::{Problem, ProblemCode};

/// What is wrong so far.
#[derive(Debug, Default)]
pub(super) struct Problems(Vec<Problem>);

impl Problems {
    /// Records a problem.
    pub(super) fn refuse(
        &mut self,
        field: impl Into<String>,
        code: ProblemCode,
        clause: impl Into<Option<ClauseId>>,
        message: impl Into<String>,
        permitted: impl Into<String>,
    ) {
        self.0.push(Problem {
            field: field.into(),
            code,
            clause: clause.into(),
            message: message.into(),
            permitted: permitted.into(),
        });
    }

    /// Takes over problems found in a part of the request.
    pub(super) fn within(&mut self, part: &str, problems: Vec<Problem>) {
        self.0.extend(
            problems.into_iter().map(|problem| Problem { field: format!("{part}.{}", problem.field), ..problem }),
        );
    }

    /// Whether nothing is wrong.
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether something is wrong with this field.
    pub(super) fn concern(&self, field: &str) -> bool {
        self.0.iter().any(|problem| problem.field == field)
    }

    /// The problems in the order found.
    pub(super) fn into_list(self) -> Vec<Problem> {
        self.0
    }
}

/// Whether a problem only repeats what was said of the same place, or of what stands around it.
pub(super) fn is_told(told: &[Problem], problem: &Problem) -> bool {
    let covers = |outer: &str, inner: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    // Rules that could not be read are left out, so that they seem to be missing.
    let unread = |earlier: &Problem| problem.field == "rules" && covers("rules", &earlier.field);
    told.iter().any(|earlier| covers(&earlier.field, &problem.field) || unread(earlier))
}

/// Names joined for a sentence.
pub(super) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().collect::<Vec<_>>().join(", ")
}

/// The hint at a known name near to a misspelt one.
pub(super) fn hint<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let near_enough = 2.max(name.chars().count() / 3);
    let near = known.into_iter().map(|known| (distance(name, known), known)).min_by_key(|(steps, _)| *steps);
    near.filter(|(steps, _)| *steps <= near_enough)
        .map_or_else(String::new, |(_, near)| format!("; did you mean '{near}'?"))
}

/// How many letters must be added, dropped or changed to make one name of the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for column in 1..=to.len() {
            let change = diagonal + usize::from(letter != to[column - 1]);
            diagonal = row[column];
            row[column] = change.min(diagonal + 1).min(row[column - 1] + 1);
        }
    }
    row[to.len()]
}

/// A round whose sums do not fit the integers money is kept in.
pub(super) fn too_large(overflow: Overflow) -> Problem {
    Problem {
        field: "seats".to_owned(),
        code: ProblemCode::OutOfRange,
        clause: None,
        message: overflow.to_string(),
        permitted: "stakes and meters whose sums fit a 64-bit integer".to_owned(),
    }
}
