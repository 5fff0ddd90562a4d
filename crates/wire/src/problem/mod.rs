//! What a refused HTTP request is answered: a problem as RFC 9457 describes it, `application/problem+json`.

mod code;

pub use code::{EdgeCode, ProblemCode};

use crate::id::RequestId;
use game_core::clause::ClauseId;
use game_core::money::Cents;
use game_core::rejection::Rejection;
use game_core::submission;
use game_core::values::Values;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The media type of a problem.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// A refused request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// The kind of problem as a URI: `urn:baize:problem:` and the code.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind of problem in a sentence.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What was wrong with this request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The kind of problem as one stable word.
    pub code: ProblemCode,
    /// The clause the request breaks, where a rule says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseId>,
    /// What would have been accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted: Option<Values>,
    /// How much the seat or the rack lacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing_cents: Option<Cents>,
    /// The request, as the server's log names it.
    pub request_id: RequestId,
    /// Everything that is wrong with a document.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<DocumentProblem>,
}

/// One thing wrong with a Rules Submission.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DocumentProblem {
    /// Where: `wagers.let_it_ride.min_cents`.
    pub field: String,
    /// What kind.
    pub code: submission::ProblemCode,
    /// The clause it breaks, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseId>,
    /// What is wrong, in words.
    pub message: String,
    /// What would be right, in words.
    pub permitted: String,
}

impl Problem {
    /// A problem of this kind.
    #[must_use]
    pub fn new(code: impl Into<ProblemCode>, request_id: RequestId) -> Self {
        let code = code.into();
        Self {
            kind: format!("urn:baize:problem:{code}"),
            title: code.message().to_owned(),
            status: code.status(),
            detail: None,
            code,
            clause: None,
            accepted: None,
            missing_cents: None,
            request_id,
            problems: Vec::new(),
        }
    }

    /// The problem that tells a refusal of the rules.
    #[must_use]
    pub fn rejected(rejection: &Rejection, request_id: RequestId) -> Self {
        let accepted = crate::accepted(rejection);
        let missing = rejection.missing.map(|amount| format!("{amount} are missing."));
        let would = accepted.as_ref().map(|values| format!("Accepted would be {values}."));
        let said: Vec<String> = missing.into_iter().chain(would).collect();
        Self {
            detail: (!said.is_empty()).then(|| said.join(" ")),
            clause: rejection.clause,
            accepted,
            missing_cents: rejection.missing,
            ..Self::new(rejection.code, request_id)
        }
    }

    /// The problem that lists what is wrong with a Rules Submission.
    #[must_use]
    pub fn submission(problems: Vec<submission::Problem>, request_id: RequestId) -> Self {
        Self::listing(EdgeCode::SubmissionInvalid, problems, request_id)
    }

    /// A problem that lists everything that is wrong with a document.
    #[must_use]
    pub fn listing(code: EdgeCode, problems: Vec<submission::Problem>, request_id: RequestId) -> Self {
        let problems = problems.into_iter().map(DocumentProblem::from).collect();
        Self { problems, ..Self::new(code, request_id) }
    }

    /// The same problem, saying what was wrong with this request.
    #[must_use]
    pub fn saying(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }
}

impl From<submission::Problem> for DocumentProblem {
    fn from(problem: submission::Problem) -> Self {
        let submission::Problem { field, code, clause, message, permitted } = problem;
        Self { field, code, clause, message, permitted }
    }
}
