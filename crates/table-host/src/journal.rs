//! The port to the journal: what a table hands in, and what it is told when that is on disk.
//!
//! A table may hand in several entries at once. They are written together or not at all.

use crate::ids::{BodyDigest, ChainHash, CommandId, TableId};
use crate::standing::Opening;
use futures_util::future::BoxFuture;
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::event::Event;
use game_core::game::{GameId, Millis};
use game_core::table::State;
use std::fmt;
use std::sync::Arc;

/// Accepted commands of one table, in the order they were decided.
#[derive(Clone, PartialEq, Debug)]
pub struct Append {
    /// The table.
    pub table: TableId,
    /// Its game, which decides whose money is won and lost.
    pub game: GameId,
    /// The number of entries the table has, as whoever appends believes.
    pub expected_seq: u64,
    /// The epoch under which whoever appends holds the table.
    pub epoch: u64,
    /// The version of the rules they were decided under.
    pub rules_version: Arc<str>,
    /// The commands and what came of them; never empty.
    pub entries: Vec<NewEntry>,
}

/// An accepted command with its events, to be written as the next entry of its table.
#[derive(Clone, PartialEq, Debug)]
pub struct NewEntry {
    /// When it was asked.
    pub at: Millis,
    /// Who asked.
    pub actor: Actor,
    /// The sender's name for the command.
    pub command_id: CommandId,
    /// The digest of the body the sender sent.
    pub body_digest: BodyDigest,
    /// What was asked.
    pub command: Action,
    /// What came of it; what meters pay is filled in by the writer, which owns them.
    pub events: Vec<Event>,
}

/// An entry that is on disk.
#[derive(Clone, PartialEq, Debug)]
pub struct Committed {
    /// Its number in the table's journal.
    pub seq: u64,
    /// Its link of the chain.
    pub hash: ChainHash,
    /// When the command was asked.
    pub at: Millis,
    /// What came of it, every amount filled in.
    pub events: Vec<Event>,
}

/// What became of the entries handed in.
#[derive(Clone, PartialEq, Debug)]
pub enum Appended {
    /// All of them are on disk, in order.
    Written(Vec<Committed>),
    /// Nothing was written, because this one had been accepted before: here is its first answer.
    Answered {
        /// Which of the entries handed in.
        place: usize,
        /// What it was answered first.
        first: Committed,
    },
    /// Nothing was written, because this one's key was used for another body.
    KeyReused {
        /// Which of the entries handed in.
        place: usize,
    },
}

/// Why nothing was written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AppendError {
    /// Too much waits already.
    #[error("the journal is busy")]
    Busy,
    /// The writer has stopped.
    #[error("the journal has stopped")]
    Stopped,
    /// The table stands elsewhere: somebody else holds it.
    #[error("the table stands at entry {seq} of epoch {epoch}")]
    Conflict {
        /// The number of entries it has.
        seq: u64,
        /// Its epoch.
        epoch: u64,
    },
    /// There is no such table.
    #[error("no such table")]
    UnknownTable,
    /// It would pay from a meter that is frozen.
    #[error("the meter is frozen")]
    Frozen,
    /// The database refuses it.
    #[error("the database refuses it: {0}")]
    Refused(String),
    /// The database is away.
    #[error("the database is away")]
    Unavailable,
    /// It cannot be written down.
    #[error("it cannot be written down: {0}")]
    Encoding(String),
}

/// Where tables write. An append answered with an error has certainly not been written, and never will be.
pub trait Journal: fmt::Debug + Send + Sync + 'static {
    /// Writes entries and answers when they are on disk.
    fn append(&self, append: Append) -> BoxFuture<'_, Result<Appended, AppendError>>;

    /// Takes a table over anew, as its journal has it.
    fn reload(&self, table: TableId) -> BoxFuture<'_, Result<Opening, AppendError>>;

    /// Keeps what a table looked like after an entry, some time. A snapshot may get lost without harm.
    fn keep_snapshot(&self, table: TableId, seq: u64, state: State);
}
