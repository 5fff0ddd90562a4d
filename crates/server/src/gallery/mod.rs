//! A table's viewers: each commit is rendered once for everybody, and each seat's own part beside it.
//!
//! A room is rendered only while somebody watches, and a little longer, so that a terminal that dropped can resume.

mod frames;
mod render;

pub(crate) use frames::Frame;

use crate::metrics::Metrics;
use crate::socket::Outlet;
use axum::extract::ws::Utf8Bytes;
use frames::{BYTES_MAX, FrameParts};
use game_core::game::Seat;
use render::Rendered;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use table_host::{Commit, Gallery, Standing};
use wire::hash::ViewHash;
use wire::socket::limits::FRAMES_KEPT;

/// Viewers to whom a commit is written there and then; where there are more, each session writes its own, so that the table
/// is not held up.
const AT_ONCE_MAX: usize = 16;

/// How long an empty room goes on being rendered.
const LINGER: Duration = Duration::from_secs(60);

/// The viewers of one table.
#[derive(Debug)]
pub struct Room {
    inner: Mutex<Inner>,
    metrics: Arc<Metrics>,
}

#[derive(Debug)]
struct Inner {
    standing: Standing,
    /// What the viewers have seen, while there are any.
    rendered: Option<Rendered>,
    frames: VecDeque<FrameParts>,
    /// What they take.
    frame_bytes: usize,
    viewers: Vec<Viewer>,
    empty_since: Instant,
    next_viewer: u64,
}

#[derive(Debug)]
struct Viewer {
    id: u64,
    seat: Option<Seat>,
    outlet: Arc<Outlet>,
}

/// A place in a room: as long as it is held, the viewer is shown every commit.
#[derive(Debug)]
pub(crate) struct Place {
    room: Arc<Room>,
    id: u64,
}

/// What a viewer begins with.
#[derive(Clone, Debug)]
pub(crate) enum Entrance {
    /// The whole view, as canonical JSON.
    View {
        /// The entry it is after.
        seq: u64,
        /// `{"felt":…,"own":…}`.
        view: String,
        /// Its hash.
        hash: ViewHash,
    },
    /// Exactly what was missed.
    Gap(Vec<Frame>),
}

impl Room {
    /// A room nobody is in yet.
    #[must_use]
    pub fn new(standing: Standing, metrics: Arc<Metrics>) -> Self {
        let inner = Inner {
            standing,
            rendered: None,
            frames: VecDeque::new(),
            frame_bytes: 0,
            viewers: Vec::new(),
            empty_since: Instant::now(),
            next_viewer: 0,
        };
        Self { inner: Mutex::new(inner), metrics }
    }

    /// Lets a viewer in: at a seat, or as one of the public; `seen` is the last entry a returning viewer has seen. What it
    /// begins with is put into words by `begin` and gathered in its outlet, before any commit that follows.
    ///
    /// # Errors
    /// Never, for what the rules make.
    pub(crate) fn enter(
        self: &Arc<Self>,
        seat: Option<Seat>,
        seen: Option<u64>,
        outlet: &Arc<Outlet>,
        begin: impl FnOnce(Entrance) -> Result<Vec<Utf8Bytes>, serde_json::Error>,
    ) -> Result<Place, serde_json::Error> {
        let mut inner = self.lock();
        let entrance = inner.entrance(seat, seen)?;
        outlet.begin(inner.standing.seq, begin(entrance)?);
        let id = inner.next_viewer;
        inner.next_viewer += 1;
        inner.viewers.push(Viewer { id, seat, outlet: Arc::clone(outlet) });
        Ok(Place { room: Arc::clone(self), id })
    }

    /// What somebody at a seat, or the public, sees now.
    ///
    /// # Errors
    /// Never, for what the rules make.
    pub fn look(&self, seat: Option<Seat>) -> Result<(Standing, String, ViewHash), serde_json::Error> {
        let mut inner = self.lock();
        let (view, hash) = inner.rendered()?.view(seat);
        Ok((inner.standing.clone(), view, hash))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut inner = self.room.lock();
        inner.viewers.retain(|viewer| viewer.id != self.id);
        inner.empty_since = Instant::now();
    }
}

impl Inner {
    fn rendered(&mut self) -> Result<&Rendered, serde_json::Error> {
        let rendered = match self.rendered.take() {
            Some(rendered) => rendered,
            None => Rendered::new(&self.standing.table)?,
        };
        Ok(self.rendered.insert(rendered))
    }

    fn entrance(&mut self, seat: Option<Seat>, seen: Option<u64>) -> Result<Entrance, serde_json::Error> {
        let seq = self.standing.seq;
        // Whoever enters sees every commit from now on, and a commit is shown only to a room that is rendered.
        let (view, hash) = self.rendered()?.view(seat);
        let gap = seen.and_then(|seen| self.gap(seat, seen));
        Ok(gap.map_or(Entrance::View { seq, view, hash }, Entrance::Gap))
    }

    /// The frames after an entry, if every one of them is still here and tells a seat only of its player of now.
    fn gap(&self, seat: Option<Seat>, seen: u64) -> Option<Vec<Frame>> {
        if seen == self.standing.seq {
            return Some(Vec::new());
        }
        let next = seen.checked_add(1)?;
        let first = self.frames.iter().position(|parts| parts.from == next)?;
        let missed = || self.frames.iter().skip(first);
        let is_own = |seat| {
            let player = self.standing.table.state().player(seat);
            missed().all(|parts| parts.player_at(seat) == player)
        };
        seat.is_none_or(is_own).then(|| missed().map(|parts| parts.frame(seat)).collect())
    }

    /// Keeps what a commit showed, and lets go of the oldest.
    fn keep(&mut self, parts: FrameParts) {
        self.frame_bytes += parts.bytes();
        self.frames.push_back(parts);
        while self.frames.len() > FRAMES_KEPT || self.frame_bytes > BYTES_MAX {
            let Some(oldest) = self.frames.pop_front() else { break };
            self.frame_bytes -= oldest.bytes();
        }
    }

    fn forget_frames(&mut self) {
        self.frames.clear();
        self.frame_bytes = 0;
    }

    fn is_watched(&self) -> bool {
        !self.viewers.is_empty() || self.empty_since.elapsed() < LINGER
    }

    /// Lets everybody go: who comes back is shown the table anew.
    fn start_over(&mut self) {
        self.rendered = None;
        self.forget_frames();
        self.viewers.drain(..).for_each(|viewer| viewer.outlet.let_go());
    }

    /// Shows a commit to everybody. Whoever cannot take one more frame is let go, and may come back for the gap.
    fn show(&mut self, commit: &Commit, metrics: &Metrics) {
        let Some(before) = self.rendered.take().filter(|_| self.is_watched()) else {
            self.forget_frames();
            return;
        };
        let (after, parts) = match before.advance(commit) {
            Ok(shown) => shown,
            Err(error) => {
                tracing::error!(table = %commit.table, %error, "a commit cannot be shown");
                return self.start_over();
            }
        };
        self.rendered = Some(after);
        let mut texts = parts.texts();
        let at_once = self.viewers.len() <= AT_ONCE_MAX;
        metrics.frames.inc_by(self.viewers.len() as u64);
        self.viewers.retain(|viewer| {
            let taken = viewer.outlet.show(texts.frame(viewer.seat), at_once);
            if !taken {
                metrics.slow_readers.inc();
            }
            taken
        });
        self.keep(parts);
    }
}

impl Gallery for Room {
    fn committed(&self, commit: &Commit) {
        let mut inner = self.lock();
        inner.standing = commit.standing.clone();
        inner.show(commit, &self.metrics);
        drop(inner);
        self.metrics.committed(commit);
    }

    fn rebuilt(&self, standing: &Standing) {
        let mut inner = self.lock();
        inner.standing = standing.clone();
        inner.start_over();
    }
}
