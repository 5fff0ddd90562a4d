//! `/v1/tables/{id}/rules` and `/v1/tables/{id}/limits`: what a table is played by, what it was played by, and what two people decide
//! for it.

use super::approvals::MatterKind;
use crate::id::{ApprovalId, SubmissionId};
use crate::timestamp::Timestamp;
use game_core::decide::Obstacle;
use game_core::game::StaffId;
use game_core::money::Cents;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// `POST /v1/tables/{id}/rules`: a Rules Submission for a table, from a moment on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RulesProposal {
    /// The Rules Submission: approved, of the table's game.
    pub submission: SubmissionId,
    /// The earliest moment; when left out, as soon as a second person agreed and the submission is effective.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effective_from: Option<Timestamp>,
    /// Why.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub reason: String,
}

/// `POST /v1/tables/{id}/limits`: other limits of the base wager, from the next round on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitsProposal {
    /// The least of each bet of the base wager.
    pub min_cents: Cents,
    /// The most.
    pub max_cents: Cents,
    /// Why.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub reason: String,
}

/// When.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RulesQuery {
    /// A moment that has passed; now, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
}

/// What a table was played by at a moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RulesInForce {
    /// The moment.
    pub at: Timestamp,
    /// The version of the rules.
    pub rules_version: String,
    /// From when they are in force.
    pub in_force_from: Timestamp,
    /// The entry of the table's journal by which it took them up; 0 for those it was made under.
    pub seq: u64,
    /// The document.
    #[schema(value_type = Object)]
    pub document: Value,
    /// The Rules Submission they come from; after a change of limits the one whose limits were changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submission: Option<SubmissionId>,
    /// Who proposed the submission.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposed_by: Option<StaffId>,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposed_at: Option<Timestamp>,
    /// Who approved the submission.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<StaffId>,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_at: Option<Timestamp>,
    /// What two people decided for this table; none where it was made under these rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduled: Option<ScheduledRules>,
    /// What waits now for its time, or for what stands in its way.
    pub waiting: Vec<WaitingRules>,
}

/// What two people decided for a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ScheduledRules {
    /// Their approval.
    pub approval: ApprovalId,
    /// What kind of matter it was.
    pub kind: MatterKind,
    /// From when it was to be.
    pub effective_from: Timestamp,
    /// Who proposed it.
    pub proposed_by: StaffId,
    /// Who agreed.
    pub approved_by: StaffId,
}

/// Rules that a table has not taken up yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WaitingRules {
    /// What two people decided.
    pub approval: ApprovalId,
    /// The version of the rules.
    pub rules_version: String,
    /// The Rules Submission they come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submission: Option<SubmissionId>,
    /// Their time.
    pub effective_from: Timestamp,
    /// What stands in their way at this moment, beside their time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub obstacle: Option<Obstacle>,
}
