//! The felt as it was last shown, kept in parts: the next one costs only the parts that changed.
//!
//! What comes out is the same as [`felt_value`](crate::felt_value), [`canonical::text`] and [`patch::diff`] give; they are the
//! plain way to say it, and tests hold one against the other.

use crate::canonical;
use crate::hash::FeltHash;
use crate::patch;
use game_core::game::GameId;
use game_core::inventory::RackState;
use game_core::procedure;
use game_core::switch::SwitchedOff;
use game_core::table::Suspended;
use game_core::view::{DeckView, Felt, RoundView, SeatView, TableLimits};
use serde::Serialize;
use serde_json::Value;
use std::fmt::{self, Write};

/// A part of the felt, and its text.
#[derive(Clone, Debug)]
struct Part<T> {
    shown: T,
    text: String,
}

impl<T: Serialize + PartialEq> Part<T> {
    fn new(shown: T) -> Result<Self, serde_json::Error> {
        let text = canonical::document(&shown)?;
        Ok(Self { shown, text })
    }

    /// Shows something else in its place and tells how it changed.
    fn turn_to(&mut self, shown: T) -> Result<Option<String>, serde_json::Error> {
        if self.shown == shown {
            return Ok(None);
        }
        let before = std::mem::replace(self, Self::new(shown)?);
        Ok(patch::diff_text(&before.text, &self.text))
    }
}

/// An object's text, member by member.
#[derive(Default)]
struct Changes(String);

impl Changes {
    fn note(&mut self, name: impl fmt::Display, change: Option<String>) {
        let Some(change) = change else { return };
        let separator = if self.0.is_empty() { '{' } else { ',' };
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{separator}\"{name}\":{change}");
    }

    fn finish(mut self) -> Option<String> {
        if self.0.is_empty() {
            return None;
        }
        self.0.push('}');
        Some(self.0)
    }
}

/// The felt of one table as everybody was last shown it.
#[derive(Clone, Debug)]
pub struct RenderedFelt {
    decks: Part<Vec<DeckView>>,
    game: Part<GameId>,
    limits: Part<TableLimits>,
    rack: Part<RackState>,
    round: Part<Option<RoundView>>,
    seats: Vec<Part<SeatView>>,
    /// None while every wager may be placed: then the document does not name it.
    suspended: Part<Option<Vec<Suspended>>>,
    /// None while everything is in use.
    switched_off: Part<Option<Vec<SwitchedOff>>>,
    table: Part<procedure::Phase>,
    /// None at a table that plays for money.
    training: Part<Option<bool>>,
    virtual_shoe: Part<bool>,
    text: String,
}

impl RenderedFelt {
    /// Renders a felt from nothing.
    ///
    /// # Errors
    /// Never, for a felt that `game-core` made.
    pub fn new(felt: Felt) -> Result<Self, serde_json::Error> {
        let Felt { game, virtual_shoe, limits, table, decks, seats, round, rack, suspended, switched_off, training } =
            felt;
        let mut rendered = Self {
            decks: Part::new(decks)?,
            game: Part::new(game)?,
            limits: Part::new(limits)?,
            rack: Part::new(rack)?,
            round: Part::new(round)?,
            seats: seats.into_iter().map(Part::new).collect::<Result<_, _>>()?,
            suspended: Part::new(any(suspended))?,
            switched_off: Part::new(any(switched_off))?,
            table: Part::new(table)?,
            training: Part::new(training.then_some(true))?,
            virtual_shoe: Part::new(virtual_shoe)?,
            text: String::new(),
        };
        rendered.write();
        Ok(rendered)
    }

    /// Shows the felt as it is now, and answers with the text of the merge patch that leads there; none, when nothing changed.
    ///
    /// # Errors
    /// Never, for a felt that `game-core` made.
    pub fn turn_to(&mut self, felt: Felt) -> Result<Option<String>, serde_json::Error> {
        if felt.seats.len() != self.seats.len() {
            let before = std::mem::replace(self, Self::new(felt)?);
            return Ok(patch::diff_text(&before.text, &self.text));
        }
        let Felt { game, virtual_shoe, limits, table, decks, seats, round, rack, suspended, switched_off, training } =
            felt;
        let mut changes = Changes::default();
        changes.note("decks", self.decks.turn_to(decks)?);
        changes.note("game", self.game.turn_to(game)?);
        changes.note("limits", self.limits.turn_to(limits)?);
        changes.note("rack", self.rack.turn_to(rack)?);
        changes.note("round", self.round.turn_to(round)?);
        changes.note("seats", self.seats_turn_to(seats)?);
        changes.note("suspended", self.suspended.turn_to(any(suspended))?);
        changes.note("switched_off", self.switched_off.turn_to(any(switched_off))?);
        changes.note("table", self.table.turn_to(table)?);
        changes.note("training", self.training.turn_to(training.then_some(true))?);
        changes.note("virtual_shoe", self.virtual_shoe.turn_to(virtual_shoe)?);
        let changes = changes.finish();
        if changes.is_some() {
            self.write();
        }
        Ok(changes)
    }

    fn seats_turn_to(&mut self, seats: Vec<SeatView>) -> Result<Option<String>, serde_json::Error> {
        let mut changes = Changes::default();
        for (part, seat) in self.seats.iter_mut().zip(seats) {
            changes.note(seat.seat, part.turn_to(seat)?);
        }
        Ok(changes.finish())
    }

    /// The canonical text of the felt.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The hash that waits for a viewer's own boxes.
    #[must_use]
    pub fn hash(&self) -> FeltHash {
        FeltHash::new(&self.text)
    }

    /// The felt as JSON.
    ///
    /// # Errors
    /// Never.
    pub fn value(&self) -> Result<Value, serde_json::Error> {
        serde_json::from_str(&self.text)
    }

    /// Puts the text together, members in the order of their names.
    fn write(&mut self) {
        let Self {
            decks,
            game,
            limits,
            rack,
            round,
            seats,
            suspended,
            switched_off,
            table,
            training,
            virtual_shoe,
            text,
        } = self;
        text.clear();
        for part in [
            "{\"decks\":",
            &decks.text,
            ",\"game\":",
            &game.text,
            ",\"limits\":",
            &limits.text,
            ",\"rack\":",
            &rack.text,
        ] {
            text.push_str(part);
        }
        if round.shown.is_some() {
            text.push_str(",\"round\":");
            text.push_str(&round.text);
        }
        text.push_str(",\"seats\":{");
        for (place, seat) in seats.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            // Writing to a string cannot fail.
            let _ = write!(text, "{comma}\"{}\":{}", seat.shown.seat, seat.text);
        }
        text.push('}');
        if suspended.shown.is_some() {
            text.push_str(",\"suspended\":");
            text.push_str(&suspended.text);
        }
        if switched_off.shown.is_some() {
            text.push_str(",\"switched_off\":");
            text.push_str(&switched_off.text);
        }
        for part in [",\"table\":", &table.text] {
            text.push_str(part);
        }
        if training.shown.is_some() {
            text.push_str(",\"training\":true");
        }
        for part in [",\"virtual_shoe\":", &virtual_shoe.text, "}"] {
            text.push_str(part);
        }
    }
}

/// What is out of use, if anything is.
fn any<T>(out_of_use: Vec<T>) -> Option<Vec<T>> {
    (!out_of_use.is_empty()).then_some(out_of_use)
}
