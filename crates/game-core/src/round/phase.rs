//! The phases of a round. Each owns the data that only it has.

use crate::event::VoidCause;
use crate::game::{Millis, Seat, StaffId};
use crate::layout::Short;
use crate::wager::Wager;
use serde::{Deserialize, Serialize};

/// What is going on in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = RoundPhase))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The bank is offered, seat by seat.
    BankOffer {
        /// The seats still to be asked, next first.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Seat>))]
        to: Short<Seat, 7>,
    },
    /// Wagers are placed.
    Betting,
    /// "No more bets": wagers are locked, collected and counted.
    Collecting(CollectStep),
    /// Cards are dealt.
    Dealing,
    /// The reader reported a card twice: a floorperson looks.
    Halted,
    /// The stub is counted.
    CountingStub,
    /// A seat decides.
    Deciding {
        /// Which stage of the game.
        stage: u8,
        /// Whose turn.
        seat: Seat,
        /// Since when.
        since: Millis,
    },
    /// The dealer turns cards up.
    Turning {
        /// Which stage of the game.
        stage: u8,
    },
    /// Seats are settled on what needs no hole cards.
    SettlingFirst {
        /// Whose turn.
        seat: Seat,
    },
    /// The Hot Spot is drawn.
    DrawingHotSpot,
    /// Seats are turned up and settled.
    Settling {
        /// Whose turn.
        seat: Seat,
    },
    /// A wheel spins at a seat's turn.
    Spinning {
        /// Whose turn.
        seat: Seat,
    },
    /// Envy bonuses are due.
    PayingEnvy,
    /// All is settled but for awards that wait.
    Settled,
    /// An irregularity: only a void can follow.
    Frozen {
        /// Which.
        cause: VoidCause,
        /// The member of staff who reported it; somebody else confirms the void.
        reported_by: Option<StaffId>,
    },
}

/// A step of collection, in the order they are taken: bonus chips first, then the lock, then the locked wagers' chips.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CollectStep {
    /// Five Card Bonus chips are collected and marked by lammers.
    FiveCardBonus,
    /// The progressive system is locked.
    Lock,
    /// Progressive chips are collected and counted.
    Progressive,
    /// Bonus Spin chips are collected and counted.
    BonusSpin,
    /// Bonus Spin Xtreme chips are collected and counted.
    Xtreme,
}

impl CollectStep {
    /// Every step in order.
    pub const ALL: [Self; 5] = [Self::FiveCardBonus, Self::Lock, Self::Progressive, Self::BonusSpin, Self::Xtreme];

    /// The wager whose chips the step collects.
    #[must_use]
    pub const fn wager(self) -> Option<Wager> {
        match self {
            Self::FiveCardBonus => Some(Wager::FiveCardBonus),
            Self::Lock => None,
            Self::Progressive => Some(Wager::ProgressivePayout),
            Self::BonusSpin => Some(Wager::BonusSpinProgressive),
            Self::Xtreme => Some(Wager::BonusSpinXtremeProgressive),
        }
    }
}
