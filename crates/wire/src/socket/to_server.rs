//! What a client sends. Whatever is not one of these is answered with an error, and changes nothing.

use crate::id::CommandId;
use game_core::command::Action;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A message to the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ToServer {
    /// The first message on every socket.
    Hello {
        /// Where the client left off, if it was here before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resume: Option<Resume>,
    },
    /// Asks for something to be done, on behalf of the player at the terminal's seat.
    Command {
        /// The sender's name for the command: a retry has the same.
        command_id: CommandId,
        /// What.
        action: Action,
    },
    /// Asks what may be done now.
    Legal {},
    /// Asks for a sign of life.
    Ping {
        /// What the answer repeats.
        nonce: u64,
    },
}

/// Where a client left off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Resume {
    /// The number of the last entry it has seen.
    pub seq: u64,
}
