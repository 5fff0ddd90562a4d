//! What a seat decides at its turn.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A decision. Which ones are open depends on the game and the stage.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Let the bet ride.
    Ride,
    /// Take the bet back.
    Withdraw,
    /// Raise one times the wager.
    Raise,
    /// Do not raise.
    Check,
    /// Give up the main game.
    Fold,
    /// Bet one times the ante.
    Bet1x,
    /// Bet two times the ante.
    Bet2x,
    /// Bet three times the ante.
    Bet3x,
}

impl Decision {
    /// Every decision.
    pub const ALL: [Self; 8] =
        [Self::Ride, Self::Withdraw, Self::Raise, Self::Check, Self::Fold, Self::Bet1x, Self::Bet2x, Self::Bet3x];

    /// How many base units the decision adds.
    #[must_use]
    pub const fn units(self) -> i64 {
        match self {
            Self::Raise | Self::Bet1x => 1,
            Self::Bet2x => 2,
            Self::Bet3x => 3,
            Self::Ride | Self::Withdraw | Self::Check | Self::Fold => 0,
        }
    }

    /// How many times the amount it moves comes to the seat's chips, or with a minus goes from them.
    #[must_use]
    pub(crate) const fn gains(self) -> i64 {
        match self {
            Self::Withdraw => 1,
            Self::Raise | Self::Bet1x | Self::Bet2x | Self::Bet3x => -1,
            Self::Ride | Self::Check | Self::Fold => 0,
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ride => "ride",
            Self::Withdraw => "withdraw",
            Self::Raise => "raise",
            Self::Check => "check",
            Self::Fold => "fold",
            Self::Bet1x => "bet 1x",
            Self::Bet2x => "bet 2x",
            Self::Bet3x => "bet 3x",
        })
    }
}
