//! A table as its viewers see it, in text: the felt once for all, the own part of each seat.

use super::frames::{FrameParts, SeatPart};
use game_core::actor::Actor;
use game_core::game::{PlayerId, Seat};
use game_core::table::Table;
use game_core::view::{OwnBox, felt, own, shown};
use std::sync::Arc;
use table_host::{Commit, CommitEntry};
use wire::canonical;
use wire::hash::{FeltHash, ViewHash};
use wire::rendering::RenderedFelt;
use wire::socket::{Entry, PublicPart};

/// What a player who owns nothing owns.
const NOTHING: &str = "[]";

/// The last view, and what is needed to tell what changes.
#[derive(Debug)]
pub(super) struct Rendered {
    felt: RenderedFelt,
    /// What each seat's player sees beside the felt.
    own: Vec<Own>,
}

/// What a seat's player sees of the own boxes.
#[derive(Clone, Debug)]
struct Own {
    seat: Seat,
    player: PlayerId,
    boxes: Vec<OwnBox>,
    text: Arc<str>,
}

impl Rendered {
    /// # Errors
    /// Never, for what the rules make.
    pub(super) fn new(table: &Table) -> Result<Self, serde_json::Error> {
        Ok(Self { felt: RenderedFelt::new(felt(table))?, own: own_parts(table, &[])? })
    }

    /// The whole view of a seat, or of the public, with its hash.
    pub(super) fn view(&self, seat: Option<Seat>) -> (String, ViewHash) {
        let own = seat.and_then(|seat| self.own_of(seat)).map_or(NOTHING, |own| own);
        (format!("{{\"felt\":{},\"own\":{own}}}", self.felt.text()), self.felt.hash().with_own(own))
    }

    fn own_of(&self, seat: Seat) -> Option<&str> {
        self.own.iter().find(|own| own.seat == seat).map(|own| &*own.text)
    }

    /// What a commit makes of it, and what it shows.
    ///
    /// # Errors
    /// When an entry cannot be written down.
    pub(super) fn advance(mut self, commit: &Commit) -> Result<(Self, FrameParts), serde_json::Error> {
        let table = &commit.standing.table;
        let change = self.felt.turn_to(felt(table))?;
        let own = own_parts(table, &self.own)?;
        let before = std::mem::replace(&mut self.own, own);
        let entries: Vec<Entry> = commit.entries.iter().map(entry_shown).collect();
        let from = commit.entries.first().map_or(commit.standing.seq, |entry| entry.seq);
        let public = PublicPart::new(from, commit.standing.seq, &entries, change.as_deref())?;
        let hash = self.felt.hash();
        let parts = FrameParts {
            from,
            seq: commit.standing.seq,
            public,
            commands: commit.entries.iter().map(|entry| entry.command_id).collect(),
            hash: hash.with_own(NOTHING),
            seats: seat_parts(&before, &self.own, &hash),
        };
        Ok((self, parts))
    }
}

/// What each seat's player sees of the own boxes, written anew only where it changed.
fn own_parts(table: &Table, before: &[Own]) -> Result<Vec<Own>, serde_json::Error> {
    let seats = Seat::first(table.rules().seats());
    let owned = seats.filter_map(|seat| Some((seat, table.state().player(seat)?)));
    owned
        .map(|(seat, player)| {
            let boxes = own(table, player);
            let same = before.iter().find(|own| own.seat == seat && own.player == player && own.boxes == boxes);
            match same {
                Some(same) => Ok(same.clone()),
                None => Ok(Own { seat, player, text: canonical::document(&boxes)?.into(), boxes }),
            }
        })
        .collect()
}

/// The own part of every seat that has or had one.
fn seat_parts(before: &[Own], after: &[Own], hash: &FeltHash) -> Vec<SeatPart> {
    let find =
        |among: &'_ [Own], seat: Seat| among.iter().find(|own| own.seat == seat).map(|own| Arc::clone(&own.text));
    let now = after.iter().map(|own| SeatPart {
        seat: own.seat,
        player: Some(own.player),
        own: (find(before, own.seat).as_deref() != Some(&*own.text)).then(|| Arc::clone(&own.text)),
        hash: hash.with_own(&own.text),
    });
    let gone = before.iter().filter(|own| find(after, own.seat).is_none());
    let gone = gone.map(|own| SeatPart {
        seat: own.seat,
        player: None,
        own: Some(NOTHING.into()),
        hash: hash.with_own(NOTHING),
    });
    now.chain(gone).collect()
}

fn entry_shown(entry: &CommitEntry) -> Entry {
    Entry {
        seq: entry.seq,
        at: entry.at.into(),
        by: entry.actor.into(),
        command_id: was_asked(entry.actor).then_some(wire::id::CommandId(entry.command_id.0)),
        events: entry.events.iter().map(shown).collect(),
    }
}

/// Whether somebody sent the command, who may wait to see it; devices and timers do not.
const fn was_asked(actor: Actor) -> bool {
    match actor {
        Actor::Player(_) | Actor::Dealer(_) | Actor::Floorperson(_) | Actor::Cage(_) | Actor::Accounting(_) => true,
        Actor::Shoe | Actor::Shuffler | Actor::Wheel | Actor::Sensor | Actor::Clock | Actor::Controller => false,
    }
}
