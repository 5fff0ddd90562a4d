//! A message at a glance, for clients that count messages and need not read them all.

use crate::hash::ViewHash;
use crate::id::CommandId;
use serde::Deserialize;

/// The outermost members of a message to a terminal, whatever its kind. Reading it costs a fraction of reading [`ToTerminal`](super::ToTerminal).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct Glance<'a> {
    /// The kind of message.
    #[serde(rename = "type")]
    pub kind: &'a str,
    /// The first entry of `events`.
    pub from: Option<u64>,
    /// The last entry told, or the entry of an accepted command.
    pub seq: Option<u64>,
    /// The command an answer is about.
    pub command_id: Option<CommandId>,
    /// The hash of the view after it.
    pub hash: Option<ViewHash>,
}

impl<'a> Glance<'a> {
    /// Glances at a message.
    ///
    /// # Errors
    /// When the text is no message at all.
    pub fn at(text: &'a str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }
}
