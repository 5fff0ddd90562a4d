//! Frames as text, put together from parts that viewers share: what everybody sees and hears is written once.

use super::{Entry, Protocol};
use crate::hash::ViewHash;
use crate::id::TableId;
use game_core::game::{GameId, Seat};
use serde::Serialize;
use serde::ser::Error;

/// The part of an `events` frame that is the same for every viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicPart(Box<str>);

/// What an entry takes, mostly.
const ENTRY_BYTES: usize = 512;

/// The fields everybody gets, in the order of `ToTerminal::Events`.
#[derive(Serialize)]
#[serde(tag = "type", rename = "events")]
struct Public<'a> {
    from: u64,
    seq: u64,
    entries: &'a [Entry],
}

impl PublicPart {
    /// Writes what everybody gets: the entries `from` to `seq` and the text of the felt's patch, if it changed.
    ///
    /// # Errors
    /// When an entry's time is past the year 9999.
    pub fn new(from: u64, seq: u64, entries: &[Entry], felt: Option<&str>) -> Result<Self, serde_json::Error> {
        let felt_length = felt.map_or(0, str::len);
        let mut text = Vec::with_capacity(ENTRY_BYTES * entries.len() + felt_length);
        serde_json::to_writer(&mut text, &Public { from, seq, entries })?;
        let mut text = String::from_utf8(text).map_err(serde_json::Error::custom)?;
        text.pop();
        if let Some(felt) = felt {
            text.push_str(",\"felt\":");
            text.push_str(felt);
        }
        // It is kept for those who come back: a copy has no room to spare, as a shrunk text may have.
        Ok(Self(text.as_str().into()))
    }

    /// How many bytes it has.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it is empty, which it never is.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The whole frame for one viewer: `own` is the JSON text of the viewer's boxes when they changed.
#[must_use]
pub fn frame_text(public: &PublicPart, own: Option<&str>, hash: &ViewHash) -> String {
    let own = own.map_or(["", ""], |own| [",\"own\":", own]);
    finished(&[&public.0, own[0], own[1]], hash)
}

/// What a `welcome` says beside the view: the table and whose view it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename = "welcome")]
pub struct Welcome<'a> {
    /// The protocol that is spoken.
    pub protocol: Protocol,
    /// The table.
    pub table: TableId,
    /// Its name on the floor.
    pub name: &'a str,
    /// Its game.
    pub game: GameId,
    /// The terminal's seat; a display has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The number of the last entry the view knows of.
    pub seq: u64,
}

/// The whole `welcome` frame for one viewer, from the canonical texts of both halves of the view.
///
/// # Errors
/// Never: nothing in it cannot be written.
pub fn welcome_text(welcome: Welcome<'_>, felt: &str, own: &str, hash: &ViewHash) -> Result<String, serde_json::Error> {
    let mut head = serde_json::to_string(&welcome)?;
    head.pop();
    Ok(finished(&[&head, ",\"view\":{\"felt\":", felt, ",\"own\":", own, "}"], hash))
}

/// The parts one after another, the hash, and the end of the object.
fn finished(parts: &[&str], hash: &ViewHash) -> String {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let mut text = String::with_capacity(length + 76);
    parts.iter().for_each(|part| text.push_str(part));
    text.push_str(",\"hash\":\"");
    hash.0.push_to(&mut text);
    text.push_str("\"}");
    text
}
