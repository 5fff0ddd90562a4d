//! The request as it is written. Nothing in it is checked yet: numbers may be out of range and names may be nobody's.

use crate::document::{Shape, Shaped, object};
use crate::game::GameId;
use crate::submission::{PaytableChoice, SettlementMeter, SettlementOptions, SettlementRules};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// One round to be settled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The game.
    pub game: GameId,
    /// What is offered, and by which tables it is paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RequestRules>,
    /// What meters hold, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub meters_cents: BTreeMap<String, Amount>,
    /// The community cards.
    #[serde(default)]
    pub community: Vec<String>,
    /// The Six Card Bonus box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub six_card_box: Option<Vec<String>>,
    /// The boxes that play, in any order.
    #[serde(default)]
    pub seats: Vec<SeatRequest>,
    /// The player-dealer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank: Option<BankRequest>,
    /// Where the prize wheels stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spins: Option<SpinsRequest>,
}

impl Shaped for Request {
    const SHAPE: Shape = Shape::Object(&[
        ("game", &GameId::SHAPE),
        ("rules", &Shape::Elsewhere),
        ("meters_cents", &<BTreeMap<String, Amount>>::SHAPE),
        ("community", &<Vec<String>>::SHAPE),
        ("six_card_box", &<Vec<String>>::SHAPE),
        ("seats", &<Vec<SeatRequest>>::SHAPE),
        ("bank", &BankRequest::SHAPE),
        ("spins", &SpinsRequest::SHAPE),
    ]);
}

/// What settlement needs to know of the rules; all else takes its default.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RequestRules {
    /// The letters of paytables and wheels; a wager is offered when it is named here.
    pub paytables: BTreeMap<String, PaytableChoice>,
    /// What meters start again at.
    pub meters: BTreeMap<String, SettlementMeter>,
    /// The base unit's minimum.
    pub minimum_cents: Option<i64>,
    /// Options.
    pub options: SettlementOptions,
}

impl RequestRules {
    /// The same for one game.
    pub(super) fn of(&self, game: GameId) -> SettlementRules {
        SettlementRules {
            game,
            paytables: self.paytables.clone(),
            meters: self.meters.clone(),
            minimum_cents: self.minimum_cents,
            options: self.options.clone(),
        }
    }
}

object! {
    /// One box.
    pub struct SeatRequest {
        /// Its number.
        pub seat: Option<i64>,
        /// Who plays it; a person of its own when absent.
        pub player: Option<Word>,
        /// Its own cards.
        pub cards: Vec<String>,
        /// Its stakes in cents, by wager.
        pub wagers: BTreeMap<String, i64>,
        /// Its decisions, by the bet they are about.
        pub decisions: BTreeMap<String, Word>,
    }
}

object! {
    /// The player-dealer's seat and wager.
    pub struct BankRequest {
        /// The seat.
        pub seat: Option<i64>,
        /// What was put up.
        pub wager_cents: Option<i64>,
    }
}

object! {
    /// Where the prize wheels stopped.
    pub struct SpinsRequest {
        /// Bonus Spin's wheel, for each seat that started one.
        pub bonus: Vec<BonusStop>,
        /// The seat drawn as Xtreme's Hot Spot, and its wheel.
        pub hot_spot: Option<HotSpotStop>,
        /// Xtreme's Community wheels, one for each stake among the other bettors.
        pub community: Vec<CommunityStop>,
    }
}

object! {
    /// A stop of Bonus Spin's wheel.
    pub struct BonusStop {
        /// The spinner.
        pub seat: Option<i64>,
        /// The symbol.
        pub stop: Option<String>,
        /// The Community Pay tier of the segment.
        pub tier: Option<i64>,
    }
}

object! {
    /// The Hot Spot and the stop of its wheel.
    pub struct HotSpotStop {
        /// The seat drawn.
        pub seat: Option<i64>,
        /// The symbol.
        pub stop: Option<String>,
    }
}

object! {
    /// A stop of the Community wheel of one stake.
    pub struct CommunityStop {
        /// The stake of the bettors it pays.
        pub stake_cents: Option<i64>,
        /// The symbol.
        pub stop: Option<String>,
    }
}

/// A word or a whole number: a decision, or a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Word {
    /// A number.
    Number(i64),
    /// A word.
    Text(String),
}

impl Shaped for Word {
    const SHAPE: Shape = Shape::Word;
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

/// What a meter holds: whole cents, or cents with a fraction as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Amount {
    /// Whole cents.
    Cents(i64),
    /// Cents with at most six decimals, such as `123456.78`.
    Decimal(String),
}

impl Shaped for Amount {
    const SHAPE: Shape = Shape::Amount;
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cents(cents) => cents.fmt(f),
            Self::Decimal(text) => text.fmt(f),
        }
    }
}
