//! What may be known of the cards of a round, and whether a text names another.

use game_core::card::Card;
use game_core::event::Event;
use game_core::game::Seat;
use game_core::layout::Spot;
use std::collections::{BTreeMap, BTreeSet};
use store::{Store, journal};
use table_host::ids::TableId;

/// The cards a text names, as JSON writes them, or as a debugging print does.
pub(crate) fn cards(text: &str) -> BTreeSet<Card> {
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
