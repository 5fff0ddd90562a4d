//! The names of wagers: what a player places in one act, and the single bets that settlement answers for.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a player places in one act. A base wager is one number that stands for two or three equal bets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Wager {
    /// Let It Ride's three equal bets.
    LetItRide,
    /// 2-3-5 Stud's three equal wagers.
    TwoThreeFive,
    /// Criss Cross' two equal antes.
    Ante,
    /// Five Card Bonus.
    FiveCardBonus,
    /// Three Card Bonus.
    ThreeCardBonus,
    /// Six Card Bonus.
    SixCardBonus,
    /// Win'em All Bonus.
    WinEmAllBonus,
    /// Progressive Payout.
    ProgressivePayout,
    /// Bonus Spin Progressive.
    BonusSpinProgressive,
    /// Bonus Spin Xtreme Progressive.
    BonusSpinXtremeProgressive,
}

/// A single bet on the layout or in a seat's device.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Bet {
    /// Let It Ride Bet 1.
    #[serde(rename = "bet_1")]
    Bet1,
    /// Let It Ride Bet 2.
    #[serde(rename = "bet_2")]
    Bet2,
    /// Let It Ride Bet 3.
    #[serde(rename = "bet_3")]
    Bet3,
    /// 2 Card Poker.
    TwoCard,
    /// 3 Card Poker.
    ThreeCard,
    /// The raise on 3 Card Poker.
    ThreeCardRaise,
    /// 5 Card Poker.
    FiveCard,
    /// The raise on 5 Card Poker.
    FiveCardRaise,
    /// The ante judged on the Across hand.
    AnteAcross,
    /// The ante judged on the Down hand.
    AnteDown,
    /// The Across bet.
    Across,
    /// The Down bet.
    Down,
    /// The Middle bet.
    Middle,
    /// Five Card Bonus.
    FiveCardBonus,
    /// Three Card Bonus.
    ThreeCardBonus,
    /// Six Card Bonus.
    SixCardBonus,
    /// Win'em All Bonus.
    WinEmAllBonus,
    /// Progressive Payout.
    ProgressivePayout,
    /// Bonus Spin Progressive.
    BonusSpinProgressive,
    /// Bonus Spin Xtreme Progressive.
    BonusSpinXtremeProgressive,
}

impl Wager {
    /// Every wager.
    pub const ALL: [Self; 10] = [
        Self::LetItRide,
        Self::TwoThreeFive,
        Self::Ante,
        Self::FiveCardBonus,
        Self::ThreeCardBonus,
        Self::SixCardBonus,
        Self::WinEmAllBonus,
        Self::ProgressivePayout,
        Self::BonusSpinProgressive,
        Self::BonusSpinXtremeProgressive,
    ];

    /// The name used in documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LetItRide => "let_it_ride",
            Self::TwoThreeFive => "two_three_five",
            Self::Ante => "ante",
            Self::FiveCardBonus => "five_card_bonus",
            Self::ThreeCardBonus => "three_card_bonus",
            Self::SixCardBonus => "six_card_bonus",
            Self::WinEmAllBonus => "win_em_all_bonus",
            Self::ProgressivePayout => "progressive_payout",
            Self::BonusSpinProgressive => "bonus_spin_progressive",
            Self::BonusSpinXtremeProgressive => "bonus_spin_xtreme_progressive",
        }
    }

    /// The wager of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|wager| wager.name() == name)
    }

    /// The single bets the wager puts up before the deal.
    #[must_use]
    pub const fn bets(self) -> &'static [Bet] {
        match self {
            Self::LetItRide => &[Bet::Bet1, Bet::Bet2, Bet::Bet3],
            Self::TwoThreeFive => &[Bet::TwoCard, Bet::ThreeCard, Bet::FiveCard],
            Self::Ante => &[Bet::AnteAcross, Bet::AnteDown],
            Self::FiveCardBonus => &[Bet::FiveCardBonus],
            Self::ThreeCardBonus => &[Bet::ThreeCardBonus],
            Self::SixCardBonus => &[Bet::SixCardBonus],
            Self::WinEmAllBonus => &[Bet::WinEmAllBonus],
            Self::ProgressivePayout => &[Bet::ProgressivePayout],
            Self::BonusSpinProgressive => &[Bet::BonusSpinProgressive],
            Self::BonusSpinXtremeProgressive => &[Bet::BonusSpinXtremeProgressive],
        }
    }
}

impl fmt::Display for Wager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A meter's level. A one-meter progressive has only `main`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = MeterLevel))]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// The single meter of a one-meter table.
    Main,
    /// Mega.
    Mega,
    /// Major.
    Major,
    /// Minor.
    Minor,
}

impl Level {
    /// The name used in documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Mega => "mega",
            Self::Major => "major",
            Self::Minor => "minor",
        }
    }
}
