//! The port to a device that the server itself plays: what it can answer at once is written with what it answers.

use game_core::actor::Actor;
use game_core::command::Action;
use game_core::table::Table;
use std::fmt;

/// A device of the server's own at one table. Called in the table's own task, so it must neither wait nor take long.
pub trait Attendant: fmt::Debug + Send + Sync + 'static {
    /// What it does next at a table that stands like this, if it can tell without waiting.
    fn next(&self, table: &Table) -> Option<(Actor, Action)>;
}
