//! The options of a submission.

use crate::document::{Shape, Shaped, object};
use crate::rules::{AntePayout, VoidContribution};
use serde::{Deserialize, Serialize};

object! {
    /// Readings and options that are the operator's to choose.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub struct Options {
        /// 2-3-5 Stud: A-2 is a straight; true when absent (I-55).
        pub low_ace_two_card: Option<bool>,
        /// 2-3-5 Stud: A-2-3 is a straight; true when absent (I-55).
        pub low_ace_three_card: Option<bool>,
        /// Criss Cross: A-2-3-4-5 is a straight; true when absent (I-69).
        pub low_ace: Option<bool>,
        /// Criss Cross: how winning antes are paid; by the paytable when absent (I-67).
        pub ante_payout: Option<AntePayout>,
        /// Let It Ride: what one hand may win on the base wagers; no limit when absent (I-07).
        pub payout_limit_cents: Option<i64>,
        /// Who bears a meter's contribution when the round is void; the house when absent (I-18).
        pub void_contribution: Option<VoidContribution>,
        /// From which award on a second person must validate it; none is that large when absent (I-21).
        pub second_validation_from_cents: Option<i64>,
        /// How long a seat may take to decide; no clock when absent (I-08).
        pub decision_clock_seconds: Option<i64>,
        /// California: which irregularity rules apply; Maryland's when absent (I-105).
        pub irregularities: Option<Irregularities>,
        /// California: the flat fees (I-102).
        pub fees: Option<FeesChoice>,
    }
}

/// Which irregularity rules California's table follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Irregularities {
    /// Maryland Let It Ride's chapter 13.
    LetItRideMd,
    /// None.
    None,
}

impl Shaped for Irregularities {
    const SHAPE: Shape = Shape::Choice(&["let_it_ride_md", "none"]);
}

object! {
    /// California's flat fees.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub struct FeesChoice {
        /// Charged for each bet a player puts up.
        pub per_bet_cents: Option<i64>,
        /// Charged to the player-dealer for each hand banked.
        pub per_banked_hand_cents: Option<i64>,
    }
}
