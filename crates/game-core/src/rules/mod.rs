//! What an operator chose to offer, validated: values of these types cannot break the rules they were checked against.
//!
//! Only [`crate::submission`] builds them. A round is pinned to the [`Rules`] it was opened under.

mod equipment;
mod limit;
mod meters;
mod spins;

pub use equipment::{DealingMethod, DeckHours, Decks, Equipment, ShuffleMethod};
pub use limit::PayoutLimit;
pub use meters::{MeterRef, MeterRules, PartialAwardFloor, ProgressiveRules, ProgressiveStake, VoidContribution};
pub use spins::{BonusSpinRules, Prize, QualifyingEvent, WheelRules, WheelSegment, XtremeRules, XtremeStake};

use crate::clause::ClauseId;
use crate::decide::CONTROLLED;
use crate::game::GameId;
use crate::hand::LowAce;
use crate::money::Cents;
use crate::paytable::Paytable;
use crate::wager::Wager;
use serde::{Deserialize, Serialize};

/// A validated Rules Submission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The operator's own name for this version of the submission.
    pub(crate) name: String,
    /// The reference of the approved layout (Maryland) or of the game's approval (California).
    pub(crate) approval: String,
    pub(crate) base: BaseRules,
    /// Betting positions in use, 1 to this number.
    pub(crate) seats: u8,
    /// Adjacent boxes one person may play (I-06).
    pub(crate) boxes_per_player: u8,
    /// What each bet of the base wager may be.
    pub(crate) base_stakes: Stakes,
    pub(crate) five_card_bonus: Option<BonusRules>,
    pub(crate) three_card_bonus: Option<BonusRules>,
    pub(crate) six_card_bonus: Option<BonusRules>,
    pub(crate) win_em_all: Option<BonusRules>,
    pub(crate) progressive: Option<ProgressiveRules>,
    pub(crate) bonus_spin: Option<BonusSpinRules>,
    pub(crate) xtreme: Option<XtremeRules>,
    pub(crate) payout_limit: PayoutLimit,
    pub(crate) low_ace: LowAceReadings,
    pub(crate) equipment: Equipment,
    pub(crate) void_contribution: VoidContribution,
    /// From which award on a second person validates it.
    pub(crate) second_person_from: Option<Cents>,
    /// How long a seat may take to decide, where the operator runs a clock (I-08).
    pub(crate) decision_clock_ms: Option<u64>,
    /// Whether chapter 13's irregularities apply. Always in Maryland; by choice in California (I-105).
    pub(crate) irregularities: bool,
}

/// The base game and its paytables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BaseRules {
    /// Let It Ride Poker, Maryland.
    LetItRide {
        /// Paytable A, B or C.
        table: &'static Paytable,
    },
    /// 2-3-5 Stud Poker.
    Stud235 {
        /// 2 Card Poker's schedule.
        two_card: &'static Paytable,
        /// 3 Card Poker's schedule.
        three_card: &'static Paytable,
        /// 5 Card Poker's schedule.
        five_card: &'static Paytable,
    },
    /// Criss Cross Poker.
    CrissCross {
        /// The main schedule.
        table: &'static Paytable,
        /// How the antes are paid.
        ante_payout: AntePayout,
    },
    /// Let It Ride, California.
    California {
        /// LIRX-01, 02 or 03.
        table: &'static Paytable,
        /// The flat fees.
        fees: Fees,
    },
}

/// How Criss Cross pays a winning ante (I-67).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AntePayout {
    /// By the main schedule, as the text is written.
    Paytable,
    /// One to one.
    EvenMoney,
}

/// California's flat fees (I-102).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fees {
    /// Charged for each bet a player puts up.
    pub per_bet: Cents,
    /// Charged to the player-dealer for each hand banked.
    pub per_banked_hand: Cents,
}

/// What a stake may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stakes {
    /// Any amount between two.
    Between {
        /// The least.
        min: Cents,
        /// The most.
        max: Cents,
    },
    /// One of these amounts, ascending.
    OneOf(Vec<Cents>),
}

impl Stakes {
    /// Whether the amount is permitted.
    #[must_use]
    pub fn admit(&self, amount: Cents) -> bool {
        match self {
            Self::Between { min, max } => (*min..=*max).contains(&amount),
            Self::OneOf(amounts) => amounts.contains(&amount),
        }
    }

    /// The least permitted amount.
    #[must_use]
    pub fn least(&self) -> Cents {
        match self {
            Self::Between { min, .. } => *min,
            Self::OneOf(amounts) => amounts.first().copied().unwrap_or(Cents::ZERO),
        }
    }
}

/// A side wager with a paytable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BonusRules {
    /// The selected paytable.
    pub table: &'static Paytable,
    /// What a player may stake.
    pub stakes: Stakes,
}

/// Which hands may use an ace below the two (I-55, I-69).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LowAceReadings {
    ///
    pub two_card: LowAce,
    /// A-2-3.
    pub three_card: LowAce,
    /// A-2-3-4-5.
    pub five_card: LowAce,
}

impl LowAceReadings {
    /// Every reading on: the rules where no option exists.
    pub const ALL_COUNT: Self =
        Self { two_card: LowAce::Counts, three_card: LowAce::Counts, five_card: LowAce::Counts };
}

impl Rules {
    /// The game.
    #[must_use]
    pub const fn game(&self) -> GameId {
        match self.base {
            BaseRules::LetItRide { .. } => GameId::LetItRide,
            BaseRules::Stud235 { .. } => GameId::Stud235,
            BaseRules::CrissCross { .. } => GameId::CrissCross,
            BaseRules::California { .. } => GameId::California,
        }
    }

    /// The operator's name for this version.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The approval reference.
    #[must_use]
    pub fn approval(&self) -> &str {
        &self.approval
    }

    /// Betting positions in use.
    #[must_use]
    pub const fn seats(&self) -> u8 {
        self.seats
    }

    /// Adjacent boxes one person may play.
    #[must_use]
    pub const fn boxes_per_player(&self) -> u8 {
        self.boxes_per_player
    }

    /// What one box may win in a round on the wagers the limit covers.
    #[must_use]
    pub const fn payout_limit(&self) -> PayoutLimit {
        self.payout_limit
    }

    /// Dealing, shuffling and decks.
    #[must_use]
    pub const fn equipment(&self) -> &Equipment {
        &self.equipment
    }

    /// Whether cards come from a virtual shoe, which commits to their order before betting closes.
    #[must_use]
    pub const fn virtual_shoe(&self) -> bool {
        self.equipment.virtual_shoe
    }

    /// The base game's tables.
    #[must_use]
    pub const fn base(&self) -> &BaseRules {
        &self.base
    }

    /// Which hands may use a low ace.
    #[must_use]
    pub const fn low_ace(&self) -> LowAceReadings {
        self.low_ace
    }

    /// The progressive, if offered.
    #[must_use]
    pub const fn progressive(&self) -> Option<&ProgressiveRules> {
        self.progressive.as_ref()
    }

    /// Bonus Spin, if offered.
    #[must_use]
    pub const fn bonus_spin(&self) -> Option<&BonusSpinRules> {
        self.bonus_spin.as_ref()
    }

    /// Bonus Spin Xtreme, if offered.
    #[must_use]
    pub const fn xtreme(&self) -> Option<&XtremeRules> {
        self.xtreme.as_ref()
    }

    /// A side wager with a paytable of its own, if offered.
    #[must_use]
    pub const fn bonus(&self, wager: Wager) -> Option<&BonusRules> {
        match wager {
            Wager::FiveCardBonus => self.five_card_bonus.as_ref(),
            Wager::ThreeCardBonus => self.three_card_bonus.as_ref(),
            Wager::SixCardBonus => self.six_card_bonus.as_ref(),
            Wager::WinEmAllBonus => self.win_em_all.as_ref(),
            Wager::LetItRide
            | Wager::TwoThreeFive
            | Wager::Ante
            | Wager::ProgressivePayout
            | Wager::BonusSpinProgressive
            | Wager::BonusSpinXtremeProgressive => None,
        }
    }

    /// What a player may stake on a wager, or none when it is not offered.
    #[must_use]
    pub fn stakes(&self, wager: Wager) -> Option<&Stakes> {
        match wager {
            Wager::LetItRide | Wager::TwoThreeFive | Wager::Ante => {
                (wager == self.base_wager()).then_some(&self.base_stakes)
            }
            Wager::FiveCardBonus | Wager::ThreeCardBonus | Wager::SixCardBonus | Wager::WinEmAllBonus => {
                self.bonus(wager).map(|bonus| &bonus.stakes)
            }
            Wager::ProgressivePayout => self.progressive.as_ref().map(|progressive| &progressive.accepted),
            Wager::BonusSpinProgressive => self.bonus_spin.as_ref().map(|spin| &spin.accepted),
            Wager::BonusSpinXtremeProgressive => self.xtreme.as_ref().map(|xtreme| &xtreme.accepted),
        }
    }

    /// The clause that provides for a wager.
    #[must_use]
    pub fn wager_clause(&self, wager: Wager) -> ClauseId {
        crate::games::spec(self.game()).clauses.wager(wager)
    }

    /// The wager every participant must place.
    #[must_use]
    pub const fn base_wager(&self) -> Wager {
        match self.base {
            BaseRules::LetItRide { .. } | BaseRules::California { .. } => Wager::LetItRide,
            BaseRules::Stud235 { .. } => Wager::TwoThreeFive,
            BaseRules::CrissCross { .. } => Wager::Ante,
        }
    }

    /// Every wager offered, the base wager first, in the order of settlement.
    pub fn offered(&self) -> impl Iterator<Item = Wager> + '_ {
        Wager::ALL.into_iter().filter(|wager| self.stakes(*wager).is_some())
    }

    /// Whether a wager depends on a meter or a wheel.
    #[must_use]
    pub fn plays_for_meters(&self) -> bool {
        CONTROLLED.into_iter().any(|wager| self.stakes(wager).is_some())
    }
}
