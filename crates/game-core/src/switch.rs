//! Switches: a person takes all play, a table, a wager or a terminal out of use and puts it back (R66). The round in progress
//! goes on to its end; what is refused are new rounds and new wagers.

use crate::actor::Actor;
use crate::game::{Millis, Seat, StaffId};
use crate::rejection::Code;
use crate::table::Table;
use crate::wager::Wager;
use serde::{Deserialize, Serialize};

/// What can be switched off at a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Switch {
    /// All play in the facility; every table is told.
    Play,
    /// The table.
    Table,
    /// A wager at the table.
    Wager(Wager),
    /// The terminal of a seat. The dealer may still act for its player.
    Terminal(Seat),
}

/// Why something is switched off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SwitchReason {
    /// Something is broken, or is to be mended.
    Equipment,
    /// Nobody is there to work it.
    Staffing,
    /// Something is looked into.
    Investigation,
    /// A player disputes what happened.
    Dispute,
    /// An authority asked for it.
    Regulator,
    /// People must leave, or are in danger.
    Emergency,
    /// Another reason, which is kept elsewhere.
    Other,
}

/// Something that is switched off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SwitchedOff {
    /// What.
    pub what: Switch,
    /// Why.
    pub reason: SwitchReason,
    /// Who did it; for all play, the facility's record says who.
    pub by: Option<StaffId>,
    /// When.
    pub at: Millis,
}

impl Switch {
    /// Whether the actor works this switch: a floorperson what belongs to a table, the facility's controller all play.
    pub(crate) const fn is_worked_by(self, actor: Actor) -> bool {
        match self {
            Self::Play => matches!(actor, Actor::Controller),
            Self::Table | Self::Wager(_) | Self::Terminal(_) => actor.is_floorperson(),
        }
    }
}

impl Table {
    /// What is switched off, in the order it was done.
    #[must_use]
    pub fn switched_off(&self) -> &[SwitchedOff] {
        &self.state.switched_off
    }

    /// Whether this is switched off.
    #[must_use]
    pub fn is_off(&self, what: Switch) -> bool {
        self.state.switched_off.iter().any(|off| off.what == what)
    }

    /// Every switch of the table, whatever it stands at.
    pub(crate) fn switches(&self) -> impl Iterator<Item = Switch> {
        let wagers = self.rules.offered().map(Switch::Wager);
        let terminals = Seat::first(self.rules.seats).map(Switch::Terminal);
        [Switch::Play, Switch::Table].into_iter().chain(wagers).chain(terminals)
    }

    /// Why no round may be opened and no wager placed, if so.
    pub(crate) fn play_is_off(&self) -> Option<Code> {
        if self.is_off(Switch::Play) {
            Some(Code::PlaySwitchedOff)
        } else {
            self.is_off(Switch::Table).then_some(Code::TableSwitchedOff)
        }
    }

    /// Why this wager may not be placed at a seat by whoever asks, if so.
    pub(crate) fn wager_is_off(&self, actor: Actor, seat: Seat, wager: Wager) -> Option<Code> {
        self.play_is_off()
            .or_else(|| self.is_off(Switch::Wager(wager)).then_some(Code::WagerSwitchedOff))
            .or_else(|| self.terminal_is_off(actor, seat))
    }

    /// Whether the player asks by a terminal that is switched off.
    pub(crate) fn terminal_is_off(&self, actor: Actor, seat: Seat) -> Option<Code> {
        let off = matches!(actor, Actor::Player(_)) && self.is_off(Switch::Terminal(seat));
        off.then_some(Code::TerminalSwitchedOff)
    }
}
