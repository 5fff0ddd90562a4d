//! Who asks: a person in a role, a device, or the table's clock.

use crate::game::{PlayerId, StaffId};
use serde::{Deserialize, Serialize};

/// Whoever a command comes from. Who that is in the world, the edge has already established.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// A seated player, or one who is about to sit.
    Player(PlayerId),
    /// The dealer at the table.
    Dealer(StaffId),
    /// A floorperson or above.
    Floorperson(StaffId),
    /// The cage, which holds the chips that are at no table.
    Cage(StaffId),
    /// Accounting, which counts the drop.
    Accounting(StaffId),
    /// The dealing shoe.
    Shoe,
    /// The automated shuffler.
    Shuffler,
    /// The prize wheel, or the draw that stands for it.
    Wheel,
    /// The wager sensors of the seats, which take the wagers that feed meters.
    Sensor,
    /// Timers that have run out.
    Clock,
    /// The progressive controller, which takes a wager off the felt while its meter or its wheel cannot be played for.
    Controller,
}

impl Actor {
    /// The member of staff who works at the table, where the actor is one.
    #[must_use]
    pub const fn staff(self) -> Option<StaffId> {
        match self {
            Self::Dealer(staff) | Self::Floorperson(staff) => Some(staff),
            Self::Player(_)
            | Self::Cage(_)
            | Self::Accounting(_)
            | Self::Shoe
            | Self::Shuffler
            | Self::Wheel
            | Self::Sensor
            | Self::Clock
            | Self::Controller => None,
        }
    }

    /// Whether the actor is the dealer.
    #[must_use]
    pub const fn is_dealer(self) -> bool {
        matches!(self, Self::Dealer(_))
    }

    /// Whether the actor is a floorperson or above.
    #[must_use]
    pub const fn is_floorperson(self) -> bool {
        matches!(self, Self::Floorperson(_))
    }

    /// Whether the actor works at the table.
    #[must_use]
    pub const fn is_staff(self) -> bool {
        self.staff().is_some()
    }
}
