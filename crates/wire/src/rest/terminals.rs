//! `/v1/terminals`: keys of players' terminals, each for one table and seat.

use super::people::Token;
use crate::id::{ApprovalId, TableId, TerminalId};
use crate::timestamp::Timestamp;
use game_core::game::{Seat, StaffId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// `POST /v1/terminals`: enrols a terminal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EnrolTerminal {
    /// The table it stands at.
    pub table: TableId,
    /// The seat it speaks for.
    pub seat: Seat,
    /// What people call it.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub label: String,
}

/// A terminal that was just enrolled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EnrolledTerminal {
    /// What the terminal's `Authorization` header carries. It is shown only here.
    pub key: Token,
    /// The terminal.
    pub terminal: Terminal,
    /// What waits for a second person, before whom the key opens nothing.
    pub approval: ApprovalId,
}

/// A terminal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Terminal {
    /// The name of its key, by which it is revoked. It opens nothing.
    pub id: TerminalId,
    /// The table it stands at.
    pub table: TableId,
    /// The seat it speaks for.
    pub seat: Seat,
    /// What people call it.
    pub label: String,
    /// Who enrolled it; nobody when it was the console.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enrolled_by: Option<StaffId>,
    /// Whether its key opens something: a second person agreed, or it was made at the console.
    pub active: bool,
    /// When it was enrolled.
    pub created_at: Timestamp,
    /// When its key was revoked, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<Timestamp>,
}

/// Which terminals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TerminalsQuery {
    /// Only those enrolled after this one; from the first, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<TerminalId>,
    /// How many at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
}

/// Terminals in the order they were enrolled, the revoked ones too.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TerminalsPage {
    /// The terminals.
    pub terminals: Vec<Terminal>,
    /// `after` of the next page, if there is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<TerminalId>,
}
