//! What staff are sent on the floor's stream: every table in a few words, then those that changed.

use super::CloseCode;
use crate::problem::ProblemCode;
use crate::rest::approvals::ApprovalBrief;
use crate::rest::significant::SignificantEvent;
use crate::rest::tables::TableSummary;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A message to a viewer of the floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToFloor {
    /// Every table; the answer to `hello`.
    Floor {
        /// The tables in the order they were made.
        tables: Vec<TableSummary>,
    },
    /// The tables that changed since the last message, and new ones.
    Tables {
        /// Those tables, as they are now.
        tables: Vec<TableSummary>,
    },
    /// Everything that waits for a second person now; told on entering and whenever it changes.
    Approvals {
        /// In the order proposed.
        pending: Vec<ApprovalBrief>,
    },
    /// Every device event that nobody has taken note of; told on entering and whenever it changes.
    Alerts {
        /// The latest first.
        alerts: Vec<SignificantEvent>,
    },
    /// The answer to `ping`.
    Pong {
        /// What was sent with it.
        nonce: u64,
    },
    /// A message could not be read, or came at the wrong time.
    Error {
        /// Why.
        code: ProblemCode,
        /// Why, in words.
        message: String,
    },
    /// The server is about to close the socket.
    Closing {
        /// The code of the close frame that follows.
        code: CloseCode,
        /// Why, in words.
        reason: String,
    },
}
