//! `/v1/play`: the switch of all play in the facility.

use crate::timestamp::Timestamp;
use game_core::game::StaffId;
use game_core::switch::SwitchReason;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `PUT /v1/play`: switches all play off, or on again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkPlay {
    /// Whether play is to be off.
    pub off: bool,
    /// Why.
    pub reason: SwitchReason,
    /// Why, in words.
    #[schema(min_length = 1, max_length = 500)]
    pub note: String,
}

/// How the switch stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Play {
    /// Whether all play is off.
    pub off: bool,
    /// The last time somebody worked it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<PlayWorked>,
}

/// The switch worked once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayWorked {
    /// Why.
    pub reason: SwitchReason,
    /// Why, in words.
    pub note: String,
    /// Who.
    pub by: StaffId,
    /// When.
    pub at: Timestamp,
}
