//! Progressive wagers and the meters they feed.

use super::Stakes;
use crate::money::{Cents, Ppm};
use crate::paytable::{Paytable, Row};
use crate::wager::{Level, Wager};
use serde::{Deserialize, Serialize};

/// Names one meter of a table: each accepted stake of a wager has meters of its own (I-03).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MeterRef {
    /// The wager that feeds it.
    pub wager: Wager,
    /// The stake that feeds it.
    pub stake: Cents,
    /// The level.
    pub level: Level,
}

/// One meter as submitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeterRules {
    /// The level.
    pub level: Level,
    /// What it starts at.
    pub initial: Cents,
    /// What it starts again at after an award of all of it.
    pub reset: Cents,
    /// The part of each stake it takes.
    pub rate: Ppm,
    /// What it may grow to.
    pub limit: Option<Cents>,
}

/// The Progressive Payout wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgressiveRules {
    /// The selected paytable.
    pub table: &'static Paytable,
    /// Whether the hand is the player's own three cards (I-28), or five with the community cards.
    pub own_three_cards: bool,
    /// The accepted stakes.
    pub accepted: Stakes,
    /// Each accepted stake with its meters and envy schedule.
    pub stakes: Vec<ProgressiveStake>,
    /// What happens to a meter after a partial award (I-02).
    pub partial_award_floor: PartialAwardFloor,
}

impl ProgressiveRules {
    /// The stake's meters and envy schedule.
    #[must_use]
    pub fn stake(&self, stake: Cents) -> Option<&ProgressiveStake> {
        self.stakes.iter().find(|accepted| accepted.stake == stake)
    }
}

/// One accepted stake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgressiveStake {
    /// The stake.
    pub stake: Cents,
    /// Its meters.
    pub meters: Vec<MeterRules>,
    /// What its holder gets for another player's hand.
    pub envy: &'static [Row],
}

/// What the house does to a meter after a partial award.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PartialAwardFloor {
    /// Nothing.
    None,
    /// Tops it up to the reset amount.
    Reset,
}

/// Who bears a contribution to a meter when its round is void (I-18).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum VoidContribution {
    /// It stays on the meter and the house funds it.
    HouseFunds,
    /// It is taken off again.
    Reverse,
}
