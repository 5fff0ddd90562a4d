//! `/v1/tables/{id}/dealer`: which dealer deals at a table, until when.

use crate::timestamp::Timestamp;
use game_core::game::StaffId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `POST /v1/tables/{id}/dealer`: a dealer takes the table over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AssignDealer {
    /// The dealer.
    pub staff: StaffId,
    /// Until when; a shift from now on, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

/// A dealer at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Assignment {
    /// The dealer.
    pub staff: StaffId,
    /// Who assigned the dealer.
    pub assigned_by: StaffId,
    /// From when on.
    pub assigned_at: Timestamp,
    /// Until when.
    pub until: Timestamp,
    /// When the dealer was relieved before that, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Timestamp>,
}

/// A table's dealers, the latest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Assignments {
    /// The assignments.
    pub assignments: Vec<Assignment>,
}
