//! The wagers of a submission.

use super::Limits;
use crate::document::object;
use crate::rules::{PartialAwardFloor, QualifyingEvent};
use crate::wager::Wager;
use std::collections::BTreeMap;

object! {
    /// The wagers offered, by name. A wager that is absent is not offered.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub struct Wagers {
        /// Let It Ride's three bets.
        pub let_it_ride: Option<BaseWager>,
        /// 2-3-5 Stud's three wagers.
        pub two_three_five: Option<BaseWager>,
        /// Criss Cross' two antes and the bets that follow them.
        pub ante: Option<BaseWager>,
        /// Five Card Bonus.
        pub five_card_bonus: Option<BonusWager>,
        /// Three Card Bonus.
        pub three_card_bonus: Option<BonusWager>,
        /// Six Card Bonus.
        pub six_card_bonus: Option<BonusWager>,
        /// Win'em All Bonus.
        pub win_em_all_bonus: Option<BonusWager>,
        /// Progressive Payout.
        pub progressive_payout: Option<ProgressiveWager>,
        /// Bonus Spin Progressive.
        pub bonus_spin_progressive: Option<BonusSpinWager>,
        /// Bonus Spin Xtreme Progressive.
        pub bonus_spin_xtreme_progressive: Option<XtremeWager>,
    }
}

impl Wagers {
    /// Whether the wager is offered.
    #[must_use]
    pub const fn has(&self, wager: Wager) -> bool {
        match wager {
            Wager::LetItRide => self.let_it_ride.is_some(),
            Wager::TwoThreeFive => self.two_three_five.is_some(),
            Wager::Ante => self.ante.is_some(),
            Wager::FiveCardBonus => self.five_card_bonus.is_some(),
            Wager::ThreeCardBonus => self.three_card_bonus.is_some(),
            Wager::SixCardBonus => self.six_card_bonus.is_some(),
            Wager::WinEmAllBonus => self.win_em_all_bonus.is_some(),
            Wager::ProgressivePayout => self.progressive_payout.is_some(),
            Wager::BonusSpinProgressive => self.bonus_spin_progressive.is_some(),
            Wager::BonusSpinXtremeProgressive => self.bonus_spin_xtreme_progressive.is_some(),
        }
    }
}

object! {
    /// A base wager.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub struct BaseWager {
        /// The paytable's letter; may be left out where there is one schedule.
        pub paytable: Option<String>,
    }
}

object! {
    /// A side wager with a paytable.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub struct BonusWager {
        /// The paytable's letter; may be left out where there is one schedule.
        pub paytable: Option<String>,
        /// The one stake of Let It Ride's Five Card Bonus; 100 when absent (I-25).
        pub stake_cents: Option<i64>,
        /// What a player may stake, on every other bonus.
        pub limits: Option<Limits>,
    }
}

object! {
    /// Progressive Payout.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub struct ProgressiveWager {
        /// The paytable's letter; the envy schedule has the same (I-45).
        pub paytable: Option<String>,
        /// The accepted stakes, 100 and 500; only 100 when absent (I-03).
        pub stakes_cents: Option<Vec<i64>>,
        /// The meters by stake and level: `{"100": {"main": …}}`.
        pub meters: Option<BTreeMap<String, BTreeMap<String, Meter>>>,
        /// What happens to a meter after a partial award; nothing when absent (I-02).
        pub partial_award_floor: Option<PartialAwardFloor>,
    }
}

object! {
    /// A meter.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    #[cfg_attr(feature = "schema", schema(as = MeterChoice))]
    pub struct Meter {
        /// What it starts at.
        pub initial_cents: Option<i64>,
        /// What it starts again at after an award of all of it.
        pub reset_cents: Option<i64>,
        /// The part of each stake it takes, in millionths.
        pub rate_ppm: Option<i64>,
        /// What it may grow to; no end when absent.
        pub limit_cents: Option<i64>,
    }
}

object! {
    /// Bonus Spin Progressive.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub struct BonusSpinWager {
        /// The wheel's letter.
        pub wheel: Option<String>,
        /// The segments as the wheel is built.
        pub segments: Option<Vec<SegmentChoice>>,
        /// The accepted stakes: 500, and 100 for Community Pay alone; only 500 when absent (I-74).
        pub stakes_cents: Option<Vec<i64>>,
        /// The meter of wheels B and D.
        pub meter: Option<Meter>,
        /// The fixed prize of wheels A and C.
        pub prize: Option<PrizeChoice>,
        /// The letter of the Community Pay table.
        pub community: Option<String>,
    }
}

object! {
    /// One segment of a wheel.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub struct SegmentChoice {
        /// What it shows: `jackpot`, or an amount such as `$500`.
        pub symbol: Option<String>,
        /// How likely the wheel stops here, relative to the other segments (I-80).
        pub weight: Option<i64>,
        /// The Community Pay tier it carries, 1 to 3 (I-75).
        pub tier: Option<i64>,
    }
}

object! {
    /// A fixed prize: cash, or an item with a declared value (I-81).
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub struct PrizeChoice {
        /// The cash.
        pub cash_cents: Option<i64>,
        /// The item.
        pub item: Option<String>,
        /// The item's declared value.
        pub declared_value_cents: Option<i64>,
    }
}

object! {
    /// Bonus Spin Xtreme Progressive.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub struct XtremeWager {
        /// The event that starts it (I-82).
        pub qualifying_event: Option<QualifyingEvent>,
        /// The accepted stakes, `100`, `200` and `500`, each with its wheels and meter.
        pub stakes: Option<BTreeMap<String, XtremeStakeChoice>>,
    }
}

object! {
    /// One accepted stake of Bonus Spin Xtreme.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub struct XtremeStakeChoice {
        /// The Hot Spot wheel.
        pub hot_spot: Option<WheelChoice>,
        /// The Community wheel.
        pub community: Option<WheelChoice>,
        /// The meter the Hot Spot's jackpot pays.
        pub meter: Option<Meter>,
    }
}

object! {
    /// A wheel and how it is built.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub struct WheelChoice {
        /// The wheel's letter.
        pub wheel: Option<String>,
        /// The segments.
        pub segments: Option<Vec<SegmentChoice>>,
    }
}
