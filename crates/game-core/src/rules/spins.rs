//! Criss Cross' prize wheels.

use super::{MeterRules, Stakes};
use crate::hand::FiveCard;
use crate::money::Cents;
use crate::paytable::{CommunityTier, Segment, Wheel};
use serde::{Deserialize, Serialize};

/// A printed wheel as the operator built it: which lines stand on it, how often, and with which tier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WheelRules {
    /// The printed wheel.
    pub wheel: &'static Wheel,
    /// The segments.
    pub segments: Vec<WheelSegment>,
}

/// One segment of a wheel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WheelSegment {
    /// The printed line.
    pub line: &'static Segment,
    /// How likely the wheel stops here, relative to the other segments.
    pub weight: u32,
    /// The Community Pay tier it carries, 1 to 3 (I-75).
    pub tier: Option<u8>,
}

/// What the top segment of wheels A and C wins (I-81).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prize {
    /// The cash, or the item's declared value.
    pub value: Cents,
    /// The item, when the prize is not cash.
    pub item: Option<String>,
}

/// Bonus Spin Progressive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BonusSpinRules {
    /// The wheel.
    pub wheel: WheelRules,
    /// The accepted stakes: $5, and $1 where enabled (I-74).
    pub accepted: Stakes,
    /// The meter, on wheels B and D.
    pub meter: Option<MeterRules>,
    /// The fixed prize, on wheels A and C.
    pub prize: Option<Prize>,
    /// The designated Community Pay table.
    pub community: &'static str,
}

impl BonusSpinRules {
    /// The stake that can start a spin.
    pub const TRIGGER_STAKE: Cents = Cents::new(500);

    /// What another bettor with this stake gets when the wheel stops on a segment of this tier.
    #[must_use]
    pub fn community_award(&self, stake: Cents, tier: u8) -> Option<&'static CommunityTier> {
        crate::paytable::community_pay(self.community, stake)?.iter().find(|row| row.tier == tier)
    }
}

/// The event that starts Bonus Spin Xtreme (I-82).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum QualifyingEvent {
    /// Two pair or better in the five community cards.
    CommunityTwoPairOrBetter,
    /// Three of a kind or better in the five community cards.
    CommunityThreeOfAKindOrBetter,
    /// A straight or better in the five community cards.
    CommunityStraightOrBetter,
    /// A flush or better in the five community cards.
    CommunityFlushOrBetter,
    /// A full house or better in the five community cards.
    CommunityFullHouseOrBetter,
}

impl QualifyingEvent {
    /// Whether these five community cards are the event.
    #[must_use]
    pub fn occurs(self, community: FiveCard) -> bool {
        let least = match self {
            Self::CommunityTwoPairOrBetter => FiveCard::TwoPair,
            Self::CommunityThreeOfAKindOrBetter => FiveCard::ThreeOfAKind,
            Self::CommunityStraightOrBetter => FiveCard::Straight,
            Self::CommunityFlushOrBetter => FiveCard::Flush,
            Self::CommunityFullHouseOrBetter => FiveCard::FullHouse,
        };
        community >= least
    }
}

/// Bonus Spin Xtreme Progressive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XtremeRules {
    /// The qualifying event.
    pub event: QualifyingEvent,
    /// The accepted stakes.
    pub accepted: Stakes,
    /// Each accepted stake with its wheels and meter.
    pub stakes: Vec<XtremeStake>,
}

impl XtremeRules {
    /// The stake's wheels and meter.
    #[must_use]
    pub fn stake(&self, stake: Cents) -> Option<&XtremeStake> {
        self.stakes.iter().find(|accepted| accepted.stake == stake)
    }
}

/// One accepted stake of Bonus Spin Xtreme.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XtremeStake {
    /// The stake.
    pub stake: Cents,
    /// The Hot Spot wheel.
    pub hot_spot: WheelRules,
    /// The Community wheel.
    pub community: WheelRules,
    /// The meter the Hot Spot's jackpot pays.
    pub meter: MeterRules,
}
