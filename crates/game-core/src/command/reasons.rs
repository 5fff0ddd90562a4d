//! The details of commands: why, in what way, which step. Each list is closed.

use serde::{Deserialize, Serialize};

/// How a difference between the chips counted and the wagers accepted is explained (R43).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CountResolution {
    /// No chip lay on the spot.
    ChipMissing,
    /// What lay there was not the wager's chip.
    WrongChip,
    /// The player took the chip back before the lock.
    TakenBack,
    /// The sensor was wrong.
    SensorFault,
    /// A chip that is no accepted wager went back to its player.
    ExtraChipReturned,
    /// The dealer had miscounted: the chips are as many as the wagers.
    Recounted,
}

impl CountResolution {
    /// Why a wager that was accepted is struck out.
    pub const STRIKES: [Self; 4] = [Self::ChipMissing, Self::WrongChip, Self::TakenBack, Self::SensorFault];

    /// Whether a wager is struck out by it.
    #[must_use]
    pub const fn strikes(self) -> bool {
        match self {
            Self::ChipMissing | Self::WrongChip | Self::TakenBack | Self::SensorFault => true,
            Self::ExtraChipReturned | Self::Recounted => false,
        }
    }
}

/// What a shoe says that does not go with a whole deck rightly dealt.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Doubt {
    /// It came to the cover card, which lies at the bottom, while cards are still due.
    CoverCard,
    /// A card left it when none was due any more.
    ExtraCard,
}

/// A step in the verification of a meter or prize award (I-21).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AwardStep {
    /// The dealer verifies the hand.
    Hand,
    /// The dealer verifies that the system accepted the wager.
    Light,
    /// A floorperson validates the award, and it is paid.
    Validate,
    /// Two people refuse the award, and it goes back where it came from.
    Refuse,
}

/// An irregularity that forces a void.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Irregularity {
    /// A seat, the community area or the box has a wrong number of cards.
    WrongNumberOfCards,
    /// A community card was seen before its time.
    CommunityExposed,
    /// The automated shoe jammed or stopped.
    ShoeJam,
}

/// Why a seat loses its wagers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ForfeitCause {
    /// The player left the table.
    Abandoned,
    /// The player broke the rules of conduct.
    Conduct,
}

/// How a card came to be on record as another one (R42).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum FaceReason {
    /// The reader read it wrongly.
    Misread,
    /// Somebody typed it wrongly.
    Mistyped,
}
