//! Habits: what kind of player somebody is.

use crate::dice::Dice;
use game_core::decision::Decision;

/// What kind of player somebody is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Habit {
    /// Plays every hand as the odds say, takes the bank whenever it is offered, and leaves the side wagers alone.
    Best,
    /// Stays in whatever comes.
    AlwaysRide,
    /// Does anything.
    Random,
    /// Plays for the side wagers, all of them.
    SideBetLover,
}

impl Habit {
    /// Every habit.
    pub const ALL: [Self; 4] = [Self::Best, Self::AlwaysRide, Self::Random, Self::SideBetLover];

    /// How many in a thousand side wagers are placed.
    pub(crate) const fn side_bets_per_mille(self) -> u16 {
        match self {
            Self::Best => 0,
            Self::AlwaysRide => 250,
            Self::Random => 500,
            Self::SideBetLover => 1000,
        }
    }

    /// How many in a thousand wagers just placed are taken off again.
    pub(super) const fn second_thoughts_per_mille(self) -> u16 {
        match self {
            Self::Random => 50,
            Self::Best | Self::AlwaysRide | Self::SideBetLover => 0,
        }
    }

    /// How many in a thousand offers of the bank are taken.
    pub(super) const fn banks_per_mille(self) -> u16 {
        match self {
            Self::Best => 1000,
            Self::Random => 500,
            Self::AlwaysRide => 250,
            Self::SideBetLover => 0,
        }
    }

    /// The decision of somebody who does not reckon.
    pub(super) fn decision(self, open: &[Decision], dice: &mut Dice) -> Option<Decision> {
        const BOLD: [Decision; 4] = [Decision::Ride, Decision::Raise, Decision::Bet3x, Decision::Bet1x];
        match self {
            Self::Random => dice.one_of(open).copied(),
            Self::Best | Self::AlwaysRide | Self::SideBetLover => {
                BOLD.into_iter().find(|decision| open.contains(decision)).or_else(|| open.first().copied())
            }
        }
    }
}
