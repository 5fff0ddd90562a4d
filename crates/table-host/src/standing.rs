//! How a table stands: the last committed state, and what a table is opened with.

use crate::ids::TableId;
use game_core::table::Table;
use std::sync::Arc;

/// The state of a table after its last commit. Cheap to clone; nobody can change it.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The number of entries in its journal.
    pub seq: u64,
    /// The table.
    pub table: Arc<Table>,
    /// The version of its rules.
    pub rules_version: Arc<str>,
}

/// A table as its journal has it, ready to be played.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Its id.
    pub id: TableId,
    /// What people call it.
    pub name: Arc<str>,
    /// The epoch under which it is held from now on.
    pub epoch: u64,
    /// How it stands.
    pub standing: Standing,
}
