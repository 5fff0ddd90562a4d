//! What a client sends. Whatever is not one of these is answered with an error, and changes nothing.

use crate::id::CommandId;
use game_core::command::Action;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

/// A message to the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
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

/// The fields of every message. They are read straight from the text: reading the type first would keep the rest aside in a form
/// that no longer tells lists from objects where fields are named.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    #[serde(rename = "type")]
    kind: Kind,
    #[serde(default, deserialize_with = "given")]
    resume: Option<Option<Resume>>,
    #[serde(default, deserialize_with = "given")]
    command_id: Option<CommandId>,
    #[serde(default, deserialize_with = "given")]
    action: Option<Action>,
    #[serde(default, deserialize_with = "given")]
    nonce: Option<u64>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Hello,
    Command,
    Legal,
    Ping,
}

/// A field that is there, whatever it says.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

impl<'de> Deserialize<'de> for ToServer {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Said { kind, resume, command_id, action, nonce } = Said::deserialize(from)?;
        match (kind, resume, command_id, action, nonce) {
            (Kind::Hello, resume, None, None, None) => Ok(Self::Hello { resume: resume.flatten() }),
            (Kind::Command, None, Some(command_id), Some(action), None) => Ok(Self::Command { command_id, action }),
            (Kind::Legal, None, None, None, None) => Ok(Self::Legal {}),
            (Kind::Ping, None, None, None, Some(nonce)) => Ok(Self::Ping { nonce }),
            (Kind::Hello, ..) => Err(D::Error::custom("hello may say resume, and nothing else")),
            (Kind::Command, ..) => Err(D::Error::custom("a command has command_id and action, and nothing else")),
            (Kind::Legal, ..) => Err(D::Error::custom("legal has nothing but its type")),
            (Kind::Ping, ..) => Err(D::Error::custom("ping has a nonce, and nothing else")),
        }
    }
}
