//! Reading the journal: a table's entries in order, and the first answer of a command.

use super::encode::ENCODING;
use crate::open::StoreError;
use crate::times::millis;
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::event::Event;
use game_core::game::Millis;
use serde::de::DeserializeOwned;
use sqlx::PgConnection;
use table_host::ids::{BodyDigest, ChainHash, CommandId, RoundId, TableId};
use table_host::journal::Committed;
use time::OffsetDateTime;
use uuid::Uuid;

/// Entries read at a time.
const PAGE: i64 = 1000;

/// An entry of a table's journal.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The table.
    pub table: TableId,
    /// Its number in the table's journal, from 1.
    pub seq: u64,
    /// The epoch under which its table was held.
    pub epoch: u64,
    /// When the command was asked.
    pub at: Millis,
    /// Who asked.
    pub actor: Actor,
    /// The sender's name for the command.
    pub command_id: CommandId,
    /// What was asked.
    pub command: Action,
    /// What came of it.
    pub events: Vec<Event>,
    /// The version of the rules it was decided under.
    pub rules_version: String,
    /// The round it belongs to, if one was open.
    pub round: Option<RoundId>,
    /// Its link of the chain.
    pub hash: ChainHash,
}

impl From<Entry> for Committed {
    fn from(entry: Entry) -> Self {
        Self { seq: entry.seq, hash: entry.hash, at: entry.at, events: entry.events }
    }
}

/// An entry as the database keeps it.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) table_id: Uuid,
    pub(super) seq: i64,
    pub(super) at: OffsetDateTime,
    pub(super) epoch: i64,
    pub(super) actor: String,
    pub(super) command_id: Uuid,
    pub(super) command: String,
    pub(super) events: String,
    pub(super) encoding: i16,
    pub(super) rules_version: String,
    pub(super) round_id: Option<Uuid>,
    pub(super) previous: Vec<u8>,
    pub(super) hash: Vec<u8>,
}

impl Row {
    fn name(&self) -> String {
        format!("entry {} of table {}", self.seq, self.table_id)
    }

    fn field<T: DeserializeOwned>(&self, text: &str) -> Result<T, StoreError> {
        serde_json::from_str(text).map_err(|error| StoreError::unreadable(self.name(), error))
    }

    fn read(self) -> Result<Entry, StoreError> {
        if self.encoding != ENCODING {
            return Err(StoreError::unreadable(self.name(), format!("encoding {}", self.encoding)));
        }
        Ok(Entry {
            table: TableId(self.table_id),
            seq: u64::try_from(self.seq).map_err(|error| StoreError::unreadable(self.name(), error))?,
            epoch: u64::try_from(self.epoch).map_err(|error| StoreError::unreadable(self.name(), error))?,
            at: millis(self.at),
            actor: self.field(&self.actor)?,
            command_id: CommandId(self.command_id),
            command: self.field(&self.command)?,
            events: self.field(&self.events)?,
            round: self.round_id.map(RoundId),
            hash: ChainHash::from_bytes(&self.hash).ok_or_else(|| StoreError::unreadable(self.name(), "its hash"))?,
            rules_version: self.rules_version,
        })
    }
}

/// At most a thousand entries after the entry `after`, as kept.
pub(super) async fn rows_after(
    connection: &mut PgConnection,
    table: TableId,
    after: u64,
    last: u64,
    limit: i64,
) -> Result<Vec<Row>, StoreError> {
    let bounds = (i64::try_from(after).unwrap_or(i64::MAX), i64::try_from(last).unwrap_or(i64::MAX));
    let rows = sqlx::query_file_as!(Row, "src/journal/page.sql", table.0, bounds.0, bounds.1, limit.clamp(0, PAGE));
    Ok(rows.fetch_all(connection).await?)
}

/// The next entries of a table after the entry `after`, at most `limit` and never more than a thousand.
///
/// # Errors
/// When the database fails or an entry cannot be read.
pub async fn load_page(
    connection: &mut PgConnection,
    table: TableId,
    after: u64,
    limit: u32,
) -> Result<Vec<Entry>, StoreError> {
    let rows = rows_after(connection, table, after, u64::MAX, i64::from(limit)).await?;
    rows.into_iter().map(Row::read).collect()
}

/// Every entry of a table after the entry `after`, in order.
///
/// # Errors
/// When the database fails or an entry cannot be read.
pub async fn load(connection: &mut PgConnection, table: TableId, after: u64) -> Result<Vec<Entry>, StoreError> {
    between(connection, table, after, u64::MAX).await
}

/// The entries of a table after one and up to another.
pub(crate) async fn between(
    connection: &mut PgConnection,
    table: TableId,
    after: u64,
    last: u64,
) -> Result<Vec<Entry>, StoreError> {
    let mut entries: Vec<Entry> = Vec::new();
    loop {
        let from = entries.last().map_or(after, |entry| entry.seq);
        let rows = rows_after(connection, table, from, last, PAGE).await?;
        let full = i64::try_from(rows.len()).is_ok_and(|count| count == PAGE);
        for row in rows {
            entries.push(row.read()?);
        }
        if !full {
            return Ok(entries);
        }
    }
}

/// The first answer of a command and the digest of its body, if it was accepted before.
///
/// # Errors
/// When the database fails or the entry cannot be read.
pub async fn answered(
    connection: &mut PgConnection,
    table: TableId,
    command: CommandId,
) -> Result<Option<(BodyDigest, Entry)>, StoreError> {
    let found = answered_all(connection, &[table.0], &[command.0]).await?;
    Ok(found.into_iter().next().map(|(_, digest, entry)| (digest, entry)))
}

/// The first answers of many commands, each with its place in the lists.
pub(super) async fn answered_all(
    connection: &mut PgConnection,
    tables: &[Uuid],
    commands: &[Uuid],
) -> Result<Vec<(usize, BodyDigest, Entry)>, StoreError> {
    let rows = sqlx::query_file!("src/journal/answered.sql", tables, commands).fetch_all(connection).await?;
    rows.into_iter()
        .map(|row| {
            let entry = Row {
                table_id: row.table_id,
                seq: row.seq,
                at: row.at,
                epoch: row.epoch,
                actor: row.actor,
                command_id: row.command_id,
                command: row.command,
                events: row.events,
                encoding: row.encoding,
                rules_version: row.rules_version,
                round_id: row.round_id,
                previous: row.previous,
                hash: row.hash,
            };
            let digest = <[u8; 32]>::try_from(row.body_digest.as_slice())
                .map_err(|error| StoreError::unreadable(entry.name(), error))?;
            let place = usize::try_from(row.place - 1).map_err(|error| StoreError::unreadable(entry.name(), error))?;
            Ok((place, BodyDigest(digest), entry.read()?))
        })
        .collect()
}
