//! Identities of tables, commands and rounds, each a type of its own.

use game_core::game::Millis;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use uuid::Uuid;

/// A table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableId(pub Uuid);

/// A command as its sender names it: the key by which a retry is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommandId(pub Uuid);

/// A round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RoundId(pub Uuid);

impl TableId {
    /// A new table's id: sorts by time of making.
    #[must_use]
    pub fn new() -> Self {
        Self(Uuid::now_v7())
    }
}

impl Default for TableId {
    fn default() -> Self {
        Self::new()
    }
}

impl CommandId {
    /// A new command's id: sorts by time of making.
    #[must_use]
    pub fn new() -> Self {
        Self(Uuid::now_v7())
    }
}

impl Default for CommandId {
    fn default() -> Self {
        Self::new()
    }
}

impl RoundId {
    /// The id of a table's nth round. It follows from the journal alone, so a projection rebuilt has the same ids.
    #[must_use]
    pub fn of(table: TableId, number: u64, opened: Millis) -> Self {
        let digest = Sha256::new().chain_update(table.0).chain_update(number.to_be_bytes()).finalize();
        let mut random = [0; 10];
        random.iter_mut().zip(digest).for_each(|(to, from)| *to = from);
        Self(uuid::Builder::from_unix_timestamp_millis(opened.0, &random).into_uuid())
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for RoundId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The SHA-256 of a command's body as its sender wrote it: tells a retry from another command under the same key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BodyDigest(pub [u8; 32]);

impl BodyDigest {
    /// The digest of a body.
    #[must_use]
    pub fn of(body: &[u8]) -> Self {
        Self(Sha256::digest(body).into())
    }
}

/// A link of a table's hash chain.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChainHash(pub [u8; 32]);

impl ChainHash {
    /// A hash as the database keeps it, if it has the right length.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }
}

impl fmt::Display for ChainHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ChainHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
