//! `/v1/submissions`: Rules Submissions from the first draft to approved rules.

use crate::id::{ApprovalId, SubmissionId};
use crate::problem::DocumentProblem;
use crate::timestamp::Timestamp;
use game_core::game::{GameId, StaffId};
use game_core::submission::Submission;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// `POST /v1/submissions`: a draft. It need not be sound yet; its game must be known.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSubmission {
    /// The Rules Submission.
    #[schema(value_type = Submission)]
    pub document: Value,
}

/// `POST /v1/submissions/{id}/submit`: the proposer puts it before a second person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SubmitRequest {
    /// The edition the proposer has in mind.
    #[schema(minimum = 1)]
    pub edition: u32,
    /// Why.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub reason: String,
}

/// Where a submission stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SubmissionState {
    /// It may be edited and submitted.
    Draft,
    /// It waits for a second person.
    Submitted,
    /// A second person approved it.
    Approved,
}

/// A Rules Submission as it stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SubmissionRecord {
    /// Its id.
    pub id: SubmissionId,
    /// Its game.
    pub game: GameId,
    /// Where it stands.
    pub state: SubmissionState,
    /// The last edition.
    pub edition: u32,
    /// Its document.
    #[schema(value_type = Object)]
    pub document: Value,
    /// Everything that is wrong with it, each with its clause; it cannot be submitted before there is nothing.
    pub problems: Vec<DocumentProblem>,
    /// Who drafted it.
    pub drafted_by: StaffId,
    /// When.
    pub drafted_at: Timestamp,
    /// Who wrote the last edition.
    pub edited_by: StaffId,
    /// When.
    pub edited_at: Timestamp,
    /// The version its rules are known by, once submitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_version: Option<String>,
    /// The approval it waits for or was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval: Option<ApprovalId>,
}
