//! `GET /v1/tables/{id}/events`: a table's journal by page, for staff and auditors.

use crate::id::CommandId;
use crate::timestamp::Timestamp;
use game_core::actor::Actor;
use game_core::event::Event;
use game_core::view::Shown;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EventsQuery {
    /// Only entries after this one; from the first, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u64>,
    /// How many at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
}

/// Entries in their order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EventsPage {
    /// The entries.
    pub entries: Vec<JournalEntry>,
    /// `after` of the next page, if there is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
}

/// An accepted command and what came of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct JournalEntry {
    /// Its number in the table's journal.
    pub seq: u64,
    /// When it was asked.
    pub at: Timestamp,
    /// Who asked.
    pub by: Actor,
    /// The sender's name for the command.
    pub command_id: CommandId,
    /// The version of the rules it was decided under.
    pub rules_version: String,
    /// What came of it.
    #[serde(flatten)]
    pub told: Told,
}

/// What came of a command. While its round is open, without the cards that do not lie up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Told {
    /// As everybody at the table may hear it: the round is open.
    Shown(Vec<Shown>),
    /// In full, card by card: the round is over, or it was between rounds.
    Events(Vec<Event>),
}
