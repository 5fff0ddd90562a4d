//! `POST /v1/tickets`: a key is exchanged for a ticket, with which a WebSocket is opened once.

use crate::id::TableId;
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Asks for a ticket that speaks for the key that asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TicketRequest {
    /// The one table the ticket is good for; left out, it is good for all the key may see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
}

/// A ticket. It is good for one handshake.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Ticket {
    /// The secret, for the query parameter `ticket`.
    pub ticket: String,
    /// When it is good no longer.
    pub expires_at: Timestamp,
}

/// Logs never show the secret.
impl std::fmt::Debug for Ticket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ticket").field("expires_at", &self.expires_at).finish_non_exhaustive()
    }
}
