//! What one commit shows, kept in parts: one text for everybody, and for each seat its own cards and the hash of its
//! view. Texts are put together once per audience.

use axum::extract::ws::Utf8Bytes;
use game_core::game::{PlayerId, Seat};
use std::sync::Arc;
use table_host::ids::CommandId;
use wire::hash::ViewHash;
use wire::socket::{PublicPart, frame_text};

/// How much of a table's past is kept for those who come back, beside [`FRAMES_KEPT`](wire::socket::limits::FRAMES_KEPT).
pub(super) const BYTES_MAX: usize = 32 * 1024;

/// One message for one audience, shared by all its sockets.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The last entry it tells of.
    pub(crate) seq: u64,
    /// The message.
    pub(crate) text: Utf8Bytes,
    /// The commands it tells of.
    pub(crate) commands: Arc<[CommandId]>,
}

/// What one commit shows to whom.
#[derive(Debug)]
pub(super) struct FrameParts {
    pub(super) from: u64,
    pub(super) seq: u64,
    pub(super) public: PublicPart,
    pub(super) commands: Arc<[CommandId]>,
    /// The hash of the view of whoever owns nothing.
    pub(super) hash: ViewHash,
    /// For each seat with something of its own.
    pub(super) seats: Vec<SeatPart>,
}

/// What is a seat's own.
#[derive(Debug)]
pub(super) struct SeatPart {
    pub(super) seat: Seat,
    /// Whose it is; nobody's once its player has left.
    pub(super) player: Option<PlayerId>,
    /// Its own boxes, where this commit changed them.
    pub(super) own: Option<Arc<str>>,
    pub(super) hash: ViewHash,
}

impl FrameParts {
    /// The message for a seat, or for the public.
    pub(super) fn frame(&self, seat: Option<Seat>) -> Frame {
        let part = seat.and_then(|seat| self.seats.iter().find(|part| part.seat == seat));
        let (own, hash) = part.map_or((None, &self.hash), |part| (part.own.as_deref(), &part.hash));
        Frame { seq: self.seq, text: frame_text(&self.public, own, hash).into(), commands: Arc::clone(&self.commands) }
    }

    /// Whose own boxes it tells a seat of.
    pub(super) fn player_at(&self, seat: Seat) -> Option<PlayerId> {
        self.seats.iter().find(|part| part.seat == seat)?.player
    }

    /// How much it takes to keep it.
    pub(super) fn bytes(&self) -> usize {
        let own = self.seats.iter().filter_map(|part| part.own.as_deref()).map(str::len);
        size_of::<Self>()
            + self.public.len()
            + size_of_val(&*self.seats)
            + size_of_val(&*self.commands)
            + own.sum::<usize>()
    }

    /// The messages, each put together when it is first asked for.
    pub(super) const fn texts(&self) -> Texts<'_> {
        Texts { parts: self, made: Vec::new() }
    }
}

/// The messages of one commit.
pub(super) struct Texts<'a> {
    parts: &'a FrameParts,
    made: Vec<(Option<Seat>, Frame)>,
}

impl Texts<'_> {
    /// The message for a seat; seats without anything of their own share the public's.
    pub(super) fn frame(&mut self, seat: Option<Seat>) -> &Frame {
        let audience = seat.filter(|seat| self.parts.seats.iter().any(|part| part.seat == *seat));
        let place = self.made.iter().position(|(made, _)| *made == audience).unwrap_or_else(|| {
            self.made.push((audience, self.parts.frame(audience)));
            self.made.len() - 1
        });
        &self.made[place].1
    }
}
