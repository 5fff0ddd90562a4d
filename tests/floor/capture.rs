//! Everything that leaves the server is kept and searched for cards that nobody may know of yet.

use game_core::card::Card;
use game_core::event::Event;
use game_core::game::Seat;
use game_core::layout::Spot;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::{Mutex, OnceLock, PoisonError};
use store::{Store, journal};
use table_host::ids::TableId;

/// What the server has logged, at every level.
static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Log;

impl io::Write for Log {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        LOG.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Keeps the log of everything that runs in this process from now on.
pub(super) fn listen() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(|| Log).with_ansi(false).init();
    });
}

/// What was logged since this was last asked, by whatever runs in this process.
pub(super) fn logged() -> String {
    let log = std::mem::take(&mut *LOG.lock().unwrap_or_else(PoisonError::into_inner));
    String::from_utf8_lossy(&log).into_owned()
}

/// The cards a text names, as JSON writes them, or as a debugging print does.
pub(super) fn cards(text: &str) -> BTreeSet<Card> {
    let named = Card::deck().filter(|card| {
        let forms = [format!("\"{card}\""), format!("Some({card})"), format!("card: {card}"), format!("Up({card})")];
        forms.iter().any(|form| text.contains(form))
    });
    named.collect()
}

/// Fails when a text names a card that is not among those that may be known.
pub(crate) fn names_only(known: &BTreeSet<Card>, text: &str, whose: &str) {
    let leaked: Vec<Card> = cards(text).difference(known).copied().collect();
    assert!(leaked.is_empty(), "{whose} names {leaked:?}: {text}");
}

/// What may be known, reckoned from the journal alone.
#[derive(Default)]
pub(crate) struct Known {
    up: BTreeSet<Card>,
    own: BTreeMap<Seat, BTreeSet<Card>>,
    read: u64,
}

impl Known {
    /// Reads on in the journal, up to an entry.
    pub(crate) async fn read_on(&mut self, store: &Store, table: TableId, seq: u64) {
        let mut connection = store.pool().acquire().await.unwrap();
        for entry in journal::load(&mut connection, table, self.read).await.unwrap() {
            if entry.seq > seq {
                break;
            }
            self.read = entry.seq;
            for event in entry.events {
                match event {
                    Event::CardDealt { spot: Spot::Own { seat, .. }, card: Some(card), .. } => {
                        self.own.entry(seat).or_default().insert(card);
                    }
                    Event::CardTurned { card, .. } | Event::CardSetAside { card } => drop(self.up.insert(card)),
                    _ => {}
                }
            }
        }
    }

    /// What whoever sits at a seat may know, or anybody.
    pub(crate) fn to(&self, seat: Option<Seat>) -> BTreeSet<Card> {
        let own = seat.and_then(|seat| self.own.get(&seat)).into_iter().flatten();
        self.up.iter().chain(own).copied().collect()
    }
}
