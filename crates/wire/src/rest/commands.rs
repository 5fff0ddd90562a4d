//! `POST /v1/tables/{id}/commands` and `GET /v1/tables/{id}/legal`.

use crate::id::CommandId;
use crate::timestamp::Timestamp;
use game_core::command::Action;
use game_core::legal::Offer;
use game_core::view::Shown;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A command to a table, from whoever the key speaks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandRequest {
    /// The sender's name for the command: a retry has the same.
    pub command_id: CommandId,
    /// What is asked.
    pub action: Action,
}

/// An accepted command: it is on disk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Answer {
    /// The sender's name for the command.
    pub command_id: CommandId,
    /// The number of its entry in the table's journal.
    pub seq: u64,
    /// When it was asked.
    pub at: Timestamp,
    /// Whether it had been accepted before: this is its first answer again, and nothing happened now.
    pub repeated: bool,
    /// What came of it, as everybody at the table may hear it.
    pub events: Vec<Shown>,
}

/// What the asker may do now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LegalAnswer {
    /// The number of the last entry the answer knows of.
    pub seq: u64,
    /// Each thing that would be accepted, with the values it may carry and the clause behind it.
    pub offers: Vec<Offer>,
}
