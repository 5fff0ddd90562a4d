//! `/v1/submissions`: Rules Submissions from the first draft to rules that tables are played by.

use crate::id::{ApprovalId, SubmissionId};
use crate::problem::DocumentProblem;
use crate::timestamp::Timestamp;
use game_core::clause::ClauseId;
use game_core::game::{GameId, StaffId};
use game_core::submission::Submission;
use game_core::wager::Wager;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

/// `POST /v1/submissions`: a draft. It need not be sound yet; its game must be known.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSubmission {
    /// The Rules Submission, kept as it is written: a name given twice in it is told.
    #[schema(value_type = Submission)]
    pub document: Box<RawValue>,
}

/// `PUT /v1/submissions/{id}`: another edition of a draft, by whoever drafted it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewEdition {
    /// The edition that was edited: refused when there is a later one.
    #[schema(minimum = 1)]
    pub edition: u32,
    /// The Rules Submission, kept as it is written.
    #[schema(value_type = Submission)]
    pub document: Box<RawValue>,
}

/// `POST /v1/submissions/{id}/submit`: whoever drafted it puts it before a second person.
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
    /// The names of the warnings that the proposer has thought about: all of them, or it is refused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub acknowledge: Vec<String>,
    /// The earliest moment it is to be effective from; from its approval on, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effective_from: Option<Timestamp>,
    /// The approved submission of the same game whose place it takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<SubmissionId>,
}

/// Where a submission stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SubmissionState {
    /// It may be edited and submitted.
    Draft,
    /// It waits for a second person.
    Submitted,
    /// A second person did not agree; it may be edited and submitted again.
    Declined,
    /// Whoever drafted it gave it up.
    Withdrawn,
    /// A second person approved it, and its time has not come.
    Approved,
    /// Tables may be played by it.
    Effective,
    /// Another has taken its place; tables that have not taken that up yet still play by it.
    Superseded,
}

/// Which submissions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SubmissionsQuery {
    /// Only those that stand so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(inline)]
    pub state: Option<SubmissionState>,
    /// Only those of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// Only those drafted after this one; from the first, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<SubmissionId>,
    /// How many at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
}

/// Submissions in the order they were drafted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SubmissionsPage {
    /// The submissions.
    pub submissions: Vec<SubmissionBrief>,
    /// `after` of the next page, if there is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<SubmissionId>,
}

/// A Rules Submission in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SubmissionBrief {
    /// Its id.
    pub id: SubmissionId,
    /// Its game.
    pub game: GameId,
    /// The operator's name for it, where the last edition has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it stands.
    pub state: SubmissionState,
    /// The last edition.
    pub edition: u32,
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
    /// Who approved it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<StaffId>,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_at: Option<Timestamp>,
    /// Submitted, the earliest moment asked for; approved, the moment it is effective from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effective_from: Option<Timestamp>,
    /// The submission whose place it takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<SubmissionId>,
    /// The submission that takes its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<SubmissionId>,
    /// From when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_from: Option<Timestamp>,
}

/// A Rules Submission as it stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SubmissionRecord {
    /// In a few words.
    #[serde(flatten)]
    pub brief: SubmissionBrief,
    /// The document of its last edition.
    #[schema(value_type = Object)]
    pub document: Value,
    /// Everything that is wrong with it, each with its clause; it cannot be submitted before there is nothing.
    pub problems: Vec<DocumentProblem>,
    /// What is permitted and should be thought about; it cannot be submitted before each is acknowledged by its name.
    pub warnings: Vec<SubmissionWarning>,
    /// What the house keeps of each wager: of a draft as it is now, later as it was when submitted.
    pub edges: Vec<WagerEdges>,
}

/// Something permitted that an owner should think about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SubmissionWarning {
    /// Its name, by which it is acknowledged.
    pub name: String,
    /// Where in the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The clause it concerns, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseId>,
    /// What to think about.
    pub message: String,
    /// Whether it was acknowledged with what was submitted.
    pub acknowledged: bool,
}

/// What the house keeps of a wager under one paytable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WagerEdges {
    /// The wager.
    pub wager: Wager,
    /// The letter of the paytable or wheel.
    pub paytable: String,
    /// The edges, one for each of the circumstances that make a difference. None where the rules do not determine one.
    pub edges: Vec<HouseEdge>,
}

/// What the house keeps of one unit staked, with best play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct HouseEdge {
    /// Under which circumstances; empty where there are no others.
    pub circumstances: String,
    /// The edge as an exact ratio; below zero where the player has it.
    #[schema(example = "160759/4598126")]
    pub exact: String,
    /// The edge in percent to four places.
    #[schema(example = "3.4961")]
    pub percent: String,
}
