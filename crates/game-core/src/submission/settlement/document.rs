//! The document in which a settlement names its rules.

use crate::document::{Shape, Shaped, is_default, object};
use crate::game::GameId;
use crate::rules::{AntePayout, PartialAwardFloor, QualifyingEvent, VoidContribution};
use crate::submission::document::{FeesChoice, Irregularities, Options, PrizeChoice};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The rules of a settlement. A side wager is offered when its paytable is named.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettlementRules {
    /// The game.
    pub game: GameId,
    /// The letters of paytables and wheels, by the name of their schedule.
    #[serde(default, skip_serializing_if = "is_default")]
    pub paytables: BTreeMap<String, PaytableChoice>,
    /// What meters reset to: by level, by `wager.level` or by `wager.stake.level`, the closest name first; the floor
    /// when absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub meters: BTreeMap<String, SettlementMeter>,
    /// The table's least bet, from which the payout limit is worked out; none when absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub minimum_cents: Option<i64>,
    /// Options.
    #[serde(default, skip_serializing_if = "is_default")]
    pub options: SettlementOptions,
}

impl Shaped for SettlementRules {
    const SHAPE: Shape = Shape::Object(&[
        ("game", &GameId::SHAPE),
        ("paytables", &<BTreeMap<String, PaytableChoice>>::SHAPE),
        ("meters", &<BTreeMap<String, SettlementMeter>>::SHAPE),
        ("minimum_cents", &i64::SHAPE),
        ("options", &SettlementOptions::SHAPE),
    ]);
}

/// A letter, or for Bonus Spin Xtreme a letter for each stake.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PaytableChoice {
    /// One letter.
    Letter(String),
    /// A letter for each stake in cents.
    ByStake(BTreeMap<String, String>),
}

impl Shaped for PaytableChoice {
    const SHAPE: Shape = Shape::LetterOrMap;
}

impl PaytableChoice {
    /// The letter, when there is one.
    #[must_use]
    pub fn letter(&self) -> Option<&str> {
        match self {
            Self::Letter(letter) => Some(letter),
            Self::ByStake(_) => None,
        }
    }
}

object! {
    /// A meter.
    pub struct SettlementMeter {
        /// What it starts again at after an award of all of it.
        pub reset_cents: Option<i64>,
    }
}

object! {
    /// The options of a submission, and what a submission says of its wagers.
    pub struct SettlementOptions {
        /// As in [`Options`].
        pub low_ace_two_card: Option<bool>,
        /// As in [`Options`].
        pub low_ace_three_card: Option<bool>,
        /// As in [`Options`].
        pub low_ace: Option<bool>,
        /// As in [`Options`].
        pub ante_payout: Option<AntePayout>,
        /// As in [`Options`].
        pub payout_limit_cents: Option<i64>,
        /// As in [`Options`].
        pub void_contribution: Option<VoidContribution>,
        /// As in [`Options`].
        pub irregularities: Option<Irregularities>,
        /// As in [`Options`]; none are charged when absent.
        pub fees: Option<FeesChoice>,
        /// The one stake of Let It Ride's Five Card Bonus; 100 when absent (I-25).
        pub five_card_bonus_stake_cents: Option<i64>,
        /// The least Win'em All stake, which the payout limit counts; 0 when absent (I-07).
        pub win_em_all_minimum_cents: Option<i64>,
        /// What happens to a meter after a partial award; nothing when absent (I-02).
        pub partial_award_floor: Option<PartialAwardFloor>,
        /// The event that starts Bonus Spin Xtreme; three of a kind or better when absent (I-82).
        pub qualifying_event: Option<QualifyingEvent>,
        /// The letter of the Community Pay table; A when absent.
        pub community_pay: Option<String>,
        /// The fixed prize of wheels A and C; the floor in cash when absent (I-81).
        pub prize: Option<PrizeChoice>,
        /// The Community Pay tiers by the symbol of their segment: `{"$500": 1}`; none when absent (I-75).
        pub tiers: Option<BTreeMap<String, i64>>,
    }
}

impl SettlementOptions {
    /// The options a submission has too.
    pub(super) fn shared(&self) -> Options {
        Options {
            low_ace_two_card: self.low_ace_two_card,
            low_ace_three_card: self.low_ace_three_card,
            low_ace: self.low_ace,
            ante_payout: self.ante_payout,
            payout_limit_cents: self.payout_limit_cents,
            void_contribution: self.void_contribution,
            second_validation_from_cents: None,
            decision_clock_seconds: None,
            irregularities: self.irregularities,
            fees: self.fees.clone(),
        }
    }
}
