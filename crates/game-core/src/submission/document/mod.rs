//! The Rules Submission as an operator writes it. Nothing here is checked: amounts may be absurd and letters unknown
//! until [`Submission::validate`] has looked at them.

mod equipment;
mod options;
mod wagers;

pub use equipment::{DeckHoursChoice, DeviceApproval, EquipmentChoice, ShuffleChoice, ShuffleKind};
pub use options::{FeesChoice, Irregularities, Options};
pub use wagers::{
    BaseWager, BonusSpinWager, BonusWager, Meter, PrizeChoice, ProgressiveWager, SegmentChoice, Wagers, WheelChoice,
    XtremeStakeChoice, XtremeWager,
};

use crate::document::{Shape, Shaped, is_default, object};
use crate::game::GameId;
use serde::{Deserialize, Serialize};

/// A Rules Submission: what the operator chose to offer at a table. Money is in whole cents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// The game.
    pub game: GameId,
    /// The operator's own name for this version.
    #[serde(default)]
    pub name: String,
    /// The reference of the approved layout (Maryland), or of the licence and approval (California).
    #[serde(default)]
    pub approval: String,
    /// Betting positions in use; the game's maximum when absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub seats: Option<i64>,
    /// Adjacent boxes one player may bet; 1 when absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub boxes_per_player: Option<i64>,
    /// What each bet of the base wager may be.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limits: Option<Limits>,
    /// The wagers offered.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wagers: Wagers,
    /// What the table deals and shuffles with.
    #[serde(default, skip_serializing_if = "is_default")]
    pub equipment: EquipmentChoice,
    /// Readings and options that are the operator's to choose.
    #[serde(default, skip_serializing_if = "is_default")]
    pub options: Options,
}

impl Shaped for Submission {
    const SHAPE: Shape = Shape::Object(&[
        ("game", &GameId::SHAPE),
        ("name", &String::SHAPE),
        ("approval", &String::SHAPE),
        ("seats", &i64::SHAPE),
        ("boxes_per_player", &i64::SHAPE),
        ("limits", &Limits::SHAPE),
        ("wagers", &Wagers::SHAPE),
        ("equipment", &EquipmentChoice::SHAPE),
        ("options", &Options::SHAPE),
    ]);
}

object! {
    /// The least and the most a bet may be.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub struct Limits {
        /// The least.
        pub min_cents: Option<i64>,
        /// The most.
        pub max_cents: Option<i64>,
    }
}
