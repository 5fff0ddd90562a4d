//! The port to the viewers: what a table shows, and only after it is on disk.

use crate::ids::{CommandId, TableId};
use crate::standing::Standing;
use game_core::actor::Actor;
use game_core::event::Event;
use game_core::game::Millis;
use std::fmt;

/// What one commit brought to a table.
#[derive(Clone, Debug)]
pub struct Commit {
    /// The table.
    pub table: TableId,
    /// How it stands now.
    pub standing: Standing,
    /// The entries in order; never empty.
    pub entries: Vec<CommitEntry>,
}

/// A command that was accepted.
#[derive(Clone, Debug)]
pub struct CommitEntry {
    /// Its number in the table's journal.
    pub seq: u64,
    /// When it was asked.
    pub at: Millis,
    /// Who asked.
    pub actor: Actor,
    /// The sender's name for it.
    pub command_id: CommandId,
    /// What came of it.
    pub events: Vec<Event>,
}

/// Whoever shows a table. Called in the table's own task, so it must neither wait nor take long.
pub trait Gallery: fmt::Debug + Send + Sync + 'static {
    /// A commit is on disk; its senders are answered next.
    fn committed(&self, commit: &Commit);

    /// The table was rebuilt from its journal: whatever was shown before may be out of date.
    fn rebuilt(&self, standing: &Standing);
}
