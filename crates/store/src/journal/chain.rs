//! The hash chain of a table: each link covers the one before and everything its entry says.

use super::encode::{ENCODING, Prepared};
use game_core::game::Millis;
use sha2::{Digest, Sha256};
use table_host::ids::{ChainHash, CommandId, TableId};

/// Names what is hashed, so that a link can never be mistaken for the hash of something else.
const ENTRY: &[u8] = b"baize journal entry 1";
const GENESIS: &[u8] = b"baize journal genesis 1";

/// What a link covers beside the link before it. The texts are kept as they were hashed.
#[derive(Clone, Copy)]
pub(super) struct Covered<'a> {
    pub(super) table: TableId,
    pub(super) seq: u64,
    pub(super) epoch: u64,
    pub(super) at: Millis,
    pub(super) command_id: CommandId,
    pub(super) encoding: i16,
    pub(super) actor: &'a str,
    pub(super) command: &'a str,
    pub(super) events: &'a str,
    pub(super) rules_version: &'a str,
}

impl Covered<'_> {
    pub(super) fn hash(&self, previous: ChainHash) -> ChainHash {
        let mut hasher = Sha256::new();
        hasher.update(ENTRY);
        hasher.update(previous.0);
        hasher.update(self.table.0);
        hasher.update(self.seq.to_be_bytes());
        hasher.update(self.epoch.to_be_bytes());
        hasher.update(self.at.0.to_be_bytes());
        hasher.update(self.command_id.0);
        hasher.update(self.encoding.to_be_bytes());
        for text in [self.actor, self.command, self.events, self.rules_version] {
            // The length first, so that no two lists of texts run together into the same bytes.
            hasher.update((text.len() as u64).to_be_bytes());
            hasher.update(text);
        }
        ChainHash(hasher.finalize().into())
    }
}

/// An entry's place in its table's chain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) seq: u64,
    pub(crate) previous: ChainHash,
    pub(crate) hash: ChainHash,
}

/// The links of an append that follows this entry.
pub(super) fn links(append: &Prepared, mut seq: u64, mut previous: ChainHash) -> Vec<Link> {
    let entries = append.of.entries.iter().zip(&append.texts);
    entries
        .map(|(entry, texts)| {
            seq += 1;
            let covered = Covered {
                table: append.of.table,
                seq,
                epoch: append.of.epoch,
                at: entry.at,
                command_id: entry.command_id,
                encoding: ENCODING,
                actor: &texts.actor,
                command: &texts.command,
                events: &texts.events,
                rules_version: &append.of.rules_version,
            };
            let link = Link { seq, previous, hash: covered.hash(previous) };
            previous = link.hash;
            link
        })
        .collect()
}

/// What a table's first entry follows.
#[must_use]
pub fn genesis(table: TableId) -> ChainHash {
    ChainHash(Sha256::new().chain_update(GENESIS).chain_update(table.0).finalize().into())
}
