//! A command on its way to a table, and the two answers it can get.

use crate::ids::{BodyDigest, CommandId};
use crate::journal::AppendError;
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::event::Event;
use game_core::game::Millis;
use game_core::rejection::{Code, Rejection};

/// What is asked of a table, by whom, under which name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// Who asks.
    pub actor: Actor,
    /// The sender's name for the command: the key by which a retry is known.
    pub command_id: CommandId,
    /// The digest of the body as it was sent.
    pub body_digest: BodyDigest,
    /// What is asked.
    pub action: Action,
}

/// A command that was accepted and is on disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// Its number in the table's journal.
    pub seq: u64,
    /// When it was asked.
    pub at: Millis,
    /// What came of it.
    pub events: Vec<Event>,
    /// Whether it had been accepted before: this answers a retry.
    pub repeated: bool,
}

/// Why a command was not accepted. It has changed nothing, but for `Restarting`, after which nobody knows yet.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// The rules say no.
    #[error("refused by the rules")]
    Rejected(Box<Rejection>),
    /// The key was used for another body.
    #[error("the key was used for another command")]
    KeyReused,
    /// Too much waits already.
    #[error("too much waits already")]
    Busy,
    /// The database is away.
    #[error("the database is away")]
    Unavailable,
    /// The table is being rebuilt: ask again under the same key.
    #[error("the table is being rebuilt")]
    Restarting,
    /// The server is going down.
    #[error("the server is going down")]
    Draining,
    /// Another server holds the table now.
    #[error("another server holds the table")]
    Fenced,
    /// The table's rules change only while it is closed and nobody sits there.
    #[error("the table is in use")]
    InUse,
    /// Something that should not happen; the text is for the log.
    #[error("a fault: {0}")]
    Fault(String),
}

impl From<AppendError> for Refused {
    fn from(error: AppendError) -> Self {
        match error {
            AppendError::Busy => Self::Busy,
            AppendError::Stopped => Self::Draining,
            AppendError::Conflict { .. } => Self::Fenced,
            AppendError::Unavailable => Self::Unavailable,
            AppendError::Frozen => Self::Rejected(Box::new(Code::LevelFrozen.into())),
            AppendError::UnknownTable | AppendError::Refused(_) | AppendError::Encoding(_) => {
                Self::Fault(error.to_string())
            }
        }
    }
}
