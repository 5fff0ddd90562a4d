//! Taking up other rules: between rounds only, and only where nobody and nothing at the table stands in the way.

use super::{Asked, Decided};
use crate::actor::Actor;
use crate::event::Event;
use crate::game::{Seat, StaffId};
use crate::procedure::Phase;
use crate::rejection::Code;
use crate::rules::Rules;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Why a table does not take up other rules yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// A round is in progress, and is played to its end by the rules it began under.
    Round,
    /// The rules are of another game.
    Game,
    /// Somebody sits at a seat that the table would not have.
    Seat {
        /// Which.
        seat: Seat,
    },
    /// Somebody plays more boxes than one person may.
    Boxes {
        /// One of them.
        seat: Seat,
    },
    /// Decks, shuffling or dealing differ, which needs a closed table.
    Equipment,
    /// Meters, wheels or what feeds them differ, which needs a closed table where nobody sits (R21).
    Meters,
    /// The rules have wagers for meters or wheels, and people learn at the table.
    Training,
}

impl Asked<'_> {
    pub(super) fn adopt_rules(&self, proposed_by: StaffId, approved_by: StaffId, events: &mut Vec<Event>) -> Decided {
        if self.actor != Actor::Clock {
            return Err(Code::WrongActor.into());
        }
        if self.table.round().is_some() {
            return Err(Code::WrongPhase.into());
        }
        if proposed_by == approved_by {
            return Err(Code::SecondPersonNeeded.into());
        }
        events.push(Event::RulesAdopted { proposed_by, approved_by, at: self.at });
        Ok(())
    }
}

impl Table {
    /// The same table under other rules, which it has yet to take up.
    ///
    /// # Errors
    /// What stands in the way.
    pub fn under(&self, rules: Arc<Rules>) -> Result<Self, Obstacle> {
        match self.obstacle(&rules) {
            None => Ok(Self::restore(rules, self.state.clone())),
            Some(obstacle) => Err(obstacle),
        }
    }

    /// What stands in the way of other rules now, if anything does.
    #[must_use]
    pub fn obstacle(&self, rules: &Rules) -> Option<Obstacle> {
        if rules.game() != self.rules.game() {
            return Some(Obstacle::Game);
        }
        if self.is_training() && rules.plays_for_meters() {
            return Some(Obstacle::Training);
        }
        if self.round().is_some() {
            return Some(Obstacle::Round);
        }
        let seated: Vec<Seat> = self.occupied().iter().collect();
        if let Some(seat) = seated.iter().find(|seat| seat.number() > rules.seats) {
            return Some(Obstacle::Seat { seat: *seat });
        }
        let plays_too_many = |seat: &&Seat| {
            let player = self.player_at(**seat);
            player.is_some_and(|player| self.boxes_of(player).len() > usize::from(rules.boxes_per_player))
        };
        if let Some(seat) = seated.iter().find(plays_too_many) {
            return Some(Obstacle::Boxes { seat: *seat });
        }
        let closed = self.state.procedure.phase() == Phase::Closed;
        if !closed && rules.equipment != self.rules.equipment {
            return Some(Obstacle::Equipment);
        }
        let same_meters = (&rules.progressive, &rules.bonus_spin, &rules.xtreme)
            == (&self.rules.progressive, &self.rules.bonus_spin, &self.rules.xtreme);
        let at_rest = closed && seated.is_empty();
        (!same_meters && !at_rest).then_some(Obstacle::Meters)
    }
}
