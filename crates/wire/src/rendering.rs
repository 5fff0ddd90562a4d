//! The felt as it was last shown, kept in parts: the next one costs only the parts that changed.
//!
//! What comes out is the same as [`felt_value`](crate::felt_value), [`canonical::text`] and [`patch::diff`] give; they are the
//! plain way to say it.

use crate::canonical;
use crate::hash::FeltHash;
use crate::patch;
use crate::view::document;
use game_core::game::GameId;
use game_core::procedure;
use game_core::view::{DeckView, Felt, RoundView, SeatView};
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt::Write;

/// A part of the felt in its three shapes.
#[derive(Clone, Debug)]
struct Part<T> {
    shown: T,
    value: Value,
    text: String,
}

impl<T: Serialize + PartialEq> Part<T> {
    fn new(shown: T) -> Result<Self, serde_json::Error> {
        let value = document(&shown)?;
        let text = canonical::text(&value);
        Ok(Self { shown, value, text })
    }

    /// Shows something else in its place and tells how it changed.
    fn turn_to(&mut self, shown: T) -> Result<Option<Value>, serde_json::Error> {
        if self.shown == shown {
            return Ok(None);
        }
        let before = std::mem::replace(self, Self::new(shown)?);
        Ok(patch::diff(&before.value, &self.value))
    }
}

/// The felt of one table as everybody was last shown it.
#[derive(Clone, Debug)]
pub struct RenderedFelt {
    decks: Part<Vec<DeckView>>,
    game: Part<GameId>,
    round: Part<Option<RoundView>>,
    seats: Vec<Part<SeatView>>,
    table: Part<procedure::Phase>,
    virtual_shoe: Part<bool>,
    text: String,
}

impl RenderedFelt {
    /// Renders a felt from nothing.
    ///
    /// # Errors
    /// Never, for a felt that `game-core` made.
    pub fn new(felt: Felt) -> Result<Self, serde_json::Error> {
        let Felt { game, virtual_shoe, table, decks, seats, round } = felt;
        let mut rendered = Self {
            decks: Part::new(decks)?,
            game: Part::new(game)?,
            round: Part::new(round)?,
            seats: seats.into_iter().map(Part::new).collect::<Result<_, _>>()?,
            table: Part::new(table)?,
            virtual_shoe: Part::new(virtual_shoe)?,
            text: String::new(),
        };
        rendered.write();
        Ok(rendered)
    }

    /// Shows the felt as it is now, and answers with the merge patch that leads there; none, when nothing changed.
    ///
    /// # Errors
    /// Never, for a felt that `game-core` made.
    pub fn turn_to(&mut self, felt: Felt) -> Result<Option<Value>, serde_json::Error> {
        if felt.seats.len() != self.seats.len() {
            let before = std::mem::replace(self, Self::new(felt)?);
            return Ok(patch::diff(&before.value()?, &self.value()?));
        }
        let Felt { game, virtual_shoe, table, decks, seats, round } = felt;
        let mut changes = Map::new();
        let mut note =
            |name: &str, change: Option<Value>| changes.extend(change.map(|change| (name.to_owned(), change)));
        note("decks", self.decks.turn_to(decks)?);
        note("game", self.game.turn_to(game)?);
        note("round", self.round.turn_to(round)?);
        note("seats", self.seats_turn_to(seats)?);
        note("table", self.table.turn_to(table)?);
        note("virtual_shoe", self.virtual_shoe.turn_to(virtual_shoe)?);
        if changes.is_empty() {
            return Ok(None);
        }
        self.write();
        Ok(Some(Value::Object(changes)))
    }

    fn seats_turn_to(&mut self, seats: Vec<SeatView>) -> Result<Option<Value>, serde_json::Error> {
        let mut changes = Map::new();
        for (part, seat) in self.seats.iter_mut().zip(seats) {
            let name = seat.seat;
            changes.extend(part.turn_to(seat)?.map(|change| (name.to_string(), change)));
        }
        Ok((!changes.is_empty()).then_some(Value::Object(changes)))
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
        let Self { decks, game, round, seats, table, virtual_shoe, text } = self;
        text.clear();
        for part in ["{\"decks\":", &decks.text, ",\"game\":", &game.text] {
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
        for part in ["},\"table\":", &table.text, ",\"virtual_shoe\":", &virtual_shoe.text, "}"] {
            text.push_str(part);
        }
    }
}
