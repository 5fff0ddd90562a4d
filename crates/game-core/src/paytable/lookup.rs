//! Finding paytables, wheels, floors and schedules by the names a Rules Submission uses, and rows by the hand.

use super::*;
use crate::game::GameId;
use crate::hand::{FiveCard, SixCard, ThreeCard, TwoCard};
use std::fmt;

impl Paytable {
    /// The row that pays a five-card hand.
    #[must_use]
    pub fn row_five(&self, hand: FiveCard) -> Option<&'static Row> {
        self.rows.iter().find(|row| row.hand.pays_five(hand))
    }

    /// The row that pays a three-card hand.
    #[must_use]
    pub fn row_three(&self, hand: ThreeCard) -> Option<&'static Row> {
        self.rows.iter().find(|row| row.hand.pays_three(hand))
    }

    /// The row that pays a two-card hand.
    #[must_use]
    pub fn row_two(&self, hand: TwoCard) -> Option<&'static Row> {
        self.rows.iter().find(|row| row.hand.pays_two(hand))
    }

    /// The row that pays the best of six cards.
    #[must_use]
    pub fn row_six(&self, hand: SixCard) -> Option<&'static Row> {
        self.rows.iter().find(|row| row.hand.pays_six(hand))
    }
}

impl Schedule {
    /// Every schedule.
    pub const ALL: [Self; 12] = [
        Self::LetItRide,
        Self::TwoCardPoker,
        Self::ThreeCardPoker,
        Self::FiveCardPoker,
        Self::CrissCrossPoker,
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
            Self::TwoCardPoker => "two_card_poker",
            Self::ThreeCardPoker => "three_card_poker",
            Self::FiveCardPoker => "five_card_poker",
            Self::CrissCrossPoker => "criss_cross_poker",
            Self::FiveCardBonus => "five_card_bonus",
            Self::ThreeCardBonus => "three_card_bonus",
            Self::SixCardBonus => "six_card_bonus",
            Self::WinEmAllBonus => "win_em_all_bonus",
            Self::ProgressivePayout => "progressive_payout",
            Self::BonusSpinProgressive => "bonus_spin_progressive",
            Self::BonusSpinXtremeProgressive => "bonus_spin_xtreme_progressive",
        }
    }

    /// The schedule of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|schedule| schedule.name() == name)
    }

    /// Whether the game's rules have the schedule.
    #[must_use]
    pub fn offered_by(self, game: GameId) -> bool {
        !paytables(game, self).is_empty() || !wheels(game, self).is_empty()
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The paytables a game's rules offer for a schedule, in order of letter; none if it has no such schedule or a wheel.
#[must_use]
pub fn paytables(game: GameId, schedule: Schedule) -> &'static [Paytable] {
    match game {
        GameId::LetItRide => let_it_ride_paytables(schedule),
        GameId::Stud235 => stud_paytables(schedule),
        GameId::CrissCross => criss_cross_paytables(schedule),
        GameId::California => california_paytables(schedule),
    }
}

fn let_it_ride_paytables(schedule: Schedule) -> &'static [Paytable] {
    match schedule {
        Schedule::LetItRide => LET_IT_RIDE_MD_LET_IT_RIDE,
        Schedule::FiveCardBonus => LET_IT_RIDE_MD_FIVE_CARD_BONUS,
        Schedule::ThreeCardBonus => LET_IT_RIDE_MD_THREE_CARD_BONUS,
        Schedule::SixCardBonus => LET_IT_RIDE_MD_SIX_CARD_BONUS,
        Schedule::ProgressivePayout => LET_IT_RIDE_MD_PROGRESSIVE_PAYOUT,
        Schedule::TwoCardPoker
        | Schedule::ThreeCardPoker
        | Schedule::FiveCardPoker
        | Schedule::CrissCrossPoker
        | Schedule::WinEmAllBonus
        | Schedule::BonusSpinProgressive
        | Schedule::BonusSpinXtremeProgressive => &[],
    }
}

fn stud_paytables(schedule: Schedule) -> &'static [Paytable] {
    match schedule {
        Schedule::TwoCardPoker => TWO_THREE_FIVE_STUD_MD_TWO_CARD_POKER,
        Schedule::ThreeCardPoker => TWO_THREE_FIVE_STUD_MD_THREE_CARD_POKER,
        Schedule::FiveCardPoker => TWO_THREE_FIVE_STUD_MD_FIVE_CARD_POKER,
        Schedule::WinEmAllBonus => TWO_THREE_FIVE_STUD_MD_WIN_EM_ALL_BONUS,
        Schedule::ProgressivePayout => TWO_THREE_FIVE_STUD_MD_PROGRESSIVE_PAYOUT,
        Schedule::LetItRide
        | Schedule::CrissCrossPoker
        | Schedule::FiveCardBonus
        | Schedule::ThreeCardBonus
        | Schedule::SixCardBonus
        | Schedule::BonusSpinProgressive
        | Schedule::BonusSpinXtremeProgressive => &[],
    }
}

fn criss_cross_paytables(schedule: Schedule) -> &'static [Paytable] {
    match schedule {
        Schedule::CrissCrossPoker => CRISS_CROSS_MD_CRISS_CROSS_POKER,
        Schedule::FiveCardBonus => CRISS_CROSS_MD_FIVE_CARD_BONUS,
        Schedule::LetItRide
        | Schedule::TwoCardPoker
        | Schedule::ThreeCardPoker
        | Schedule::FiveCardPoker
        | Schedule::ThreeCardBonus
        | Schedule::SixCardBonus
        | Schedule::WinEmAllBonus
        | Schedule::ProgressivePayout
        | Schedule::BonusSpinProgressive
        | Schedule::BonusSpinXtremeProgressive => &[],
    }
}

fn california_paytables(schedule: Schedule) -> &'static [Paytable] {
    match schedule {
        Schedule::LetItRide => LET_IT_RIDE_CA_LET_IT_RIDE,
        Schedule::TwoCardPoker
        | Schedule::ThreeCardPoker
        | Schedule::FiveCardPoker
        | Schedule::CrissCrossPoker
        | Schedule::FiveCardBonus
        | Schedule::ThreeCardBonus
        | Schedule::SixCardBonus
        | Schedule::WinEmAllBonus
        | Schedule::ProgressivePayout
        | Schedule::BonusSpinProgressive
        | Schedule::BonusSpinXtremeProgressive => &[],
    }
}

/// The paytable of a letter.
#[must_use]
pub fn paytable(game: GameId, schedule: Schedule, letter: &str) -> Option<&'static Paytable> {
    paytables(game, schedule).iter().find(|table| table.letter == letter)
}

/// The wheels a game's rules offer for a schedule, in order of letter; none if the schedule has no wheel.
#[must_use]
pub fn wheels(game: GameId, schedule: Schedule) -> &'static [Wheel] {
    match game {
        GameId::CrissCross => match schedule {
            Schedule::BonusSpinProgressive => CRISS_CROSS_MD_BONUS_SPIN_PROGRESSIVE,
            Schedule::BonusSpinXtremeProgressive => CRISS_CROSS_MD_BONUS_SPIN_XTREME_PROGRESSIVE,
            Schedule::LetItRide
            | Schedule::TwoCardPoker
            | Schedule::ThreeCardPoker
            | Schedule::FiveCardPoker
            | Schedule::CrissCrossPoker
            | Schedule::FiveCardBonus
            | Schedule::ThreeCardBonus
            | Schedule::SixCardBonus
            | Schedule::WinEmAllBonus
            | Schedule::ProgressivePayout => &[],
        },
        GameId::LetItRide | GameId::Stud235 | GameId::California => &[],
    }
}

/// The wheel of a letter.
#[must_use]
pub fn wheel(game: GameId, schedule: Schedule, letter: &str) -> Option<&'static Wheel> {
    wheels(game, schedule).iter().find(|wheel| wheel.letter == letter)
}

/// The Community wheels of Bonus Spin Xtreme, in order of letter.
#[must_use]
pub fn community_wheels() -> &'static [Wheel] {
    CRISS_CROSS_MD_COMMUNITY_WHEELS
}

/// The Community wheel of a letter.
#[must_use]
pub fn community_wheel(letter: &str) -> Option<&'static Wheel> {
    community_wheels().iter().find(|wheel| wheel.letter == letter)
}

/// The wheel letters that go with a Bonus Spin Xtreme stake (I-83); none for a stake the rules do not have.
#[must_use]
pub fn xtreme_letters(stake: Cents) -> &'static [&'static str] {
    CRISS_CROSS_MD_LETTERS.iter().find(|group| group.stake == stake).map_or(&[], |group| group.letters)
}

/// What a bettor of this stake gets for another player's hand under the progressive table of this letter.
#[must_use]
pub fn envy(game: GameId, letter: &str, stake: Cents) -> Option<&'static [Row]> {
    let schedules = match game {
        GameId::LetItRide => LET_IT_RIDE_MD_ENVY,
        GameId::Stud235 => TWO_THREE_FIVE_STUD_MD_ENVY,
        GameId::CrissCross | GameId::California => &[],
    };
    schedules.iter().find(|envy| envy.letter == letter && envy.stake == stake).map(|envy| envy.rows)
}

/// What a bettor of this stake gets when another's Bonus Spin stops on a tier of this Community Pay table.
#[must_use]
pub fn community_pay(letter: &str, stake: Cents) -> Option<&'static [CommunityTier]> {
    CRISS_CROSS_MD_COMMUNITY_PAY.iter().find(|pay| pay.letter == letter && pay.stake == stake).map(|pay| pay.tiers)
}

/// The least amounts of the meters, or the least value of the fixed prize, of a progressive table or wheel; none
/// where there is no meter.
#[must_use]
pub fn floors(game: GameId, schedule: Schedule, letter: &str) -> &'static [Floor] {
    let groups = match schedule {
        Schedule::ProgressivePayout => match game {
            GameId::LetItRide => LET_IT_RIDE_MD_PROGRESSIVE_PAYOUT_FLOORS,
            GameId::Stud235 => TWO_THREE_FIVE_STUD_MD_PROGRESSIVE_PAYOUT_FLOORS,
            GameId::CrissCross | GameId::California => &[],
        },
        Schedule::BonusSpinProgressive => match game {
            GameId::CrissCross => CRISS_CROSS_MD_BONUS_SPIN_PROGRESSIVE_FLOORS,
            GameId::LetItRide | GameId::Stud235 | GameId::California => &[],
        },
        Schedule::BonusSpinXtremeProgressive => match game {
            GameId::CrissCross => CRISS_CROSS_MD_BONUS_SPIN_XTREME_PROGRESSIVE_FLOORS,
            GameId::LetItRide | GameId::Stud235 | GameId::California => &[],
        },
        Schedule::LetItRide
        | Schedule::TwoCardPoker
        | Schedule::ThreeCardPoker
        | Schedule::FiveCardPoker
        | Schedule::CrissCrossPoker
        | Schedule::FiveCardBonus
        | Schedule::ThreeCardBonus
        | Schedule::SixCardBonus
        | Schedule::WinEmAllBonus => &[],
    };
    groups.iter().find(|group| group.letters.contains(&letter)).map_or(&[], |group| group.floors)
}
