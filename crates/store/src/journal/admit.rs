//! How tables stand before something is appended to them, and what became of commands that were sent before.

use super::encode::Prepared;
use super::entries::{Entry, answered_all};
use super::failure::Failure;
use crate::open::StoreError;
use sqlx::PgConnection;
use std::collections::BTreeMap;
use table_host::ids::{BodyDigest, ChainHash, RoundId, TableId};
use table_host::journal::Committed;
use uuid::Uuid;

/// An append under way.
#[derive(Clone, Copy)]
pub(super) struct Attempt<'a> {
    pub(super) append: &'a Prepared,
    /// Whether a commit that held it was lost under way: it may be written already.
    pub(super) in_doubt: bool,
}

/// How a table stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub(super) seq: u64,
    pub(super) hash: ChainHash,
    pub(super) epoch: u64,
    /// The round that is open.
    pub(super) round: Option<RoundId>,
    /// Whether a command of the append is known to have been accepted before.
    pub(super) key_known: bool,
}

/// How the tables stand that this writer wrote to last. Whether they still do, and whether a command is new, the database
/// sees for itself; what it refuses on this belief is asked for and tried again.
#[derive(Debug, Default)]
pub(super) struct Believed(BTreeMap<TableId, Standing>);

impl Believed {
    pub(super) fn note(&mut self, table: TableId, standing: Standing) {
        self.0.insert(table, standing);
    }

    /// Forgets the tables of these appends. False when none was believed to stand anywhere.
    pub(super) fn forget(&mut self, attempts: &[Attempt<'_>]) -> bool {
        attempts.iter().filter(|attempt| self.0.remove(&attempt.append.of.table).is_some()).count() > 0
    }

    pub(super) fn forget_all(&mut self) {
        self.0.clear();
    }

    /// Where the append's table stands, if it is believed to stand where the append expects it.
    fn admits(&self, attempt: &Attempt<'_>) -> Option<Standing> {
        let append = &attempt.append.of;
        let standing = self.0.get(&append.table).copied()?;
        (standing.seq == append.expected_seq && standing.epoch == append.epoch && !attempt.in_doubt).then_some(standing)
    }
}

/// Why an append is not written.
#[derive(Debug)]
pub(super) enum Sent {
    /// It is written already: the answer to its commit got lost.
    Written(Vec<Committed>),
    /// One of its commands had been accepted before.
    Answered { place: usize, first: Committed },
    /// A key was used for another body.
    KeyReused { place: usize },
}

/// How the tables of the appends stand, in their order: as believed, or else as the database says.
pub(super) async fn admit(
    connection: &mut PgConnection,
    believed: &Believed,
    attempts: &[Attempt<'_>],
) -> Result<Vec<Option<Standing>>, Failure> {
    let mut standings: Vec<Option<Standing>> = attempts.iter().map(|attempt| believed.admits(attempt)).collect();
    let unsure = attempts.iter().zip(&standings).enumerate().filter(|(_, (_, standing))| standing.is_none());
    let (places, tables, commands) = keys(unsure.map(|(place, (attempt, _))| (place, attempt.append)));
    if places.is_empty() {
        return Ok(standings);
    }
    let rows = sqlx::query_file!("src/journal/admit.sql", &places, &tables, &commands).fetch_all(connection).await?;
    for row in rows {
        let place = usize::try_from(row.place).ok().and_then(|place| standings.get_mut(place));
        let fields = (u64::try_from(row.seq), u64::try_from(row.epoch), ChainHash::from_bytes(&row.hash));
        let (Some(place), (Ok(seq), Ok(epoch), Some(hash))) = (place, fields) else {
            return Err(StoreError::unreadable("the head of a table", "a field out of range").into());
        };
        let key_known = row.key_known || place.is_some_and(|standing| standing.key_known);
        *place = Some(Standing { seq, hash, epoch, round: row.round_id.map(RoundId), key_known });
    }
    Ok(standings)
}

/// The keys of every entry, each with its append's place.
fn keys<'a>(appends: impl Iterator<Item = (usize, &'a Prepared)>) -> (Vec<i64>, Vec<Uuid>, Vec<Uuid>) {
    let entries = appends.flat_map(|(place, append)| append.of.entries.iter().map(move |entry| (place, append, entry)));
    entries
        .map(|(place, append, entry)| (i64::try_from(place).unwrap_or(0), append.of.table.0, entry.command_id.0))
        .collect()
}

/// What became of appends that cannot be written now. One that merely comes too late may have been sent before all the
/// same: the transaction that wrote it may have ended while this one waited for the table's head, and only a later
/// statement sees it.
pub(super) async fn sent_before(
    connection: &mut PgConnection,
    stale: &[(usize, Attempt<'_>)],
) -> Result<BTreeMap<usize, Sent>, Failure> {
    if stale.is_empty() {
        return Ok(BTreeMap::new());
    }
    let (_, tables, commands) = keys(stale.iter().map(|(place, attempt)| (*place, attempt.append)));
    let mut answers = answered_all(connection, &tables, &commands).await?.into_iter().peekable();
    let mut told = BTreeMap::new();
    let mut first = 0;
    for (place, attempt) in stale {
        let last = first + attempt.append.of.entries.len();
        let mut found = Vec::new();
        while let Some((key, digest, entry)) = answers.next_if(|(key, ..)| *key < last) {
            found.push((key - first, digest, entry));
        }
        if let Some(sent) = tell(attempt, found) {
            told.insert(*place, sent);
        }
        first = last;
    }
    Ok(told)
}

/// What the entries found under an append's keys say about it.
fn tell(attempt: &Attempt<'_>, found: Vec<(usize, BodyDigest, Entry)>) -> Option<Sent> {
    let append = &attempt.append.of;
    let is_own = |(place, digest, entry): &(usize, BodyDigest, Entry)| {
        let own = append.entries.get(*place).is_some_and(|own| own.body_digest == *digest);
        own && entry.epoch == append.epoch && entry.seq.checked_sub(*place as u64 + 1) == Some(append.expected_seq)
    };
    if attempt.in_doubt && found.len() == append.entries.len() && found.iter().all(is_own) {
        return Some(Sent::Written(found.into_iter().map(|(_, _, entry)| entry.into()).collect()));
    }
    let (place, digest, entry) = found.into_iter().next()?;
    let same = append.entries.get(place).is_some_and(|own| own.body_digest == digest);
    Some(if same { Sent::Answered { place, first: entry.into() } } else { Sent::KeyReused { place } })
}
