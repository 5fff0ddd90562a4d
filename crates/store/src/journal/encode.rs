//! An append in the database's terms. Whoever appends does this work, so that the one writer has little left to do.

use crate::jackpots;
use crate::meters::touches;
use crate::money::waits;
use crate::projection::Changes;
use crate::times::timestamp;
use serde::Serialize;
use table_host::journal::{Append, AppendError, NewEntry};
use time::OffsetDateTime;

/// The encoding of commands and events that this version writes.
pub(crate) const ENCODING: i16 = 1;

/// An append ready to be written, but for the numbers and hashes of its entries.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    pub(crate) of: Append,
    /// The texts of each entry.
    pub(crate) texts: Vec<Texts>,
    pub(crate) changes: Changes,
    /// Whether amounts are to be filled in by the meters' owner.
    pub(crate) touches_meters: bool,
    /// Whether slips or boxes wait for their numbers.
    pub(crate) waits_for_number: bool,
    /// Whether an award is hit, verified or undone.
    pub(crate) touches_awards: bool,
}

/// What an entry says, as the texts that are hashed and kept.
#[derive(Clone, Debug)]
pub(crate) struct Texts {
    pub(crate) at: OffsetDateTime,
    pub(crate) actor: String,
    pub(crate) command: String,
    pub(crate) events: String,
}

impl Prepared {
    pub(crate) fn new(append: Append) -> Result<Self, AppendError> {
        if append.entries.is_empty() {
            return Err(AppendError::Encoding("no entries".into()));
        }
        let texts = append.entries.iter().map(Texts::of).collect::<Result<_, _>>()?;
        let changes = Changes::of(&append)?;
        let touches_meters = append.entries.iter().flat_map(|entry| &entry.events).any(touches);
        let waits_for_number = append.entries.iter().flat_map(|entry| &entry.events).any(waits);
        let touches_awards = append.entries.iter().flat_map(|entry| &entry.events).any(jackpots::concerns);
        Ok(Self { of: append, texts, changes, touches_meters, waits_for_number, touches_awards })
    }

    pub(crate) fn time_of(&self, entry: usize) -> Option<OffsetDateTime> {
        self.texts.get(entry).map(|texts| texts.at)
    }
}

impl Texts {
    fn of(entry: &NewEntry) -> Result<Self, AppendError> {
        Ok(Self {
            at: timestamp(entry.at).ok_or_else(|| AppendError::Encoding("a time out of range".into()))?,
            actor: encode(&entry.actor)?,
            command: encode(&entry.command)?,
            events: encode(&entry.events)?,
        })
    }
}

fn encode(value: &impl Serialize) -> Result<String, AppendError> {
    serde_json::to_string(value).map_err(|error| AppendError::Encoding(error.to_string()))
}
