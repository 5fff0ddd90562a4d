//! Criss Cross' prize wheels: who spins, what a stop pays the spinner, and what it pays the others.

use super::Holding;
use super::criss_cross::community_hand;
use crate::bets::{AwardSource, BetResult};
use crate::card::Card;
use crate::clause::ClauseId;
use crate::game::{Seat, SeatSet};
use crate::money::{Cents, Overflow};
use crate::paytable::{Pay, Segment};
use crate::rules::{BonusSpinRules, Rules, WheelRules, WheelSegment};
use crate::settlement::{meter_of, paid};
use crate::wager::{Bet, Wager};
use serde::{Deserialize, Serialize};

/// A wheel that waits for its stop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Spin {
    /// A seat's Bonus Spin wheel.
    Bonus {
        /// The spinner.
        seat: Seat,
    },
    /// The Hot Spot wheel.
    HotSpot {
        /// The spinner.
        seat: Seat,
    },
    /// The Community wheel of one stake.
    Community {
        /// The Hot Spot, at whose turn it is spun.
        seat: Seat,
        /// The stake of the bettors it pays.
        stake: Cents,
    },
}

impl Spin {
    /// The seat at whose turn the wheel is spun.
    #[must_use]
    pub const fn seat(self) -> Seat {
        match self {
            Self::Bonus { seat } | Self::HotSpot { seat } | Self::Community { seat, .. } => seat,
        }
    }

    /// The bet and wager that the wheel decides.
    #[must_use]
    pub const fn decides(self) -> (Bet, Wager) {
        match self {
            Self::Bonus { .. } => (Bet::BonusSpinProgressive, Wager::BonusSpinProgressive),
            Self::HotSpot { .. } | Self::Community { .. } => {
                (Bet::BonusSpinXtremeProgressive, Wager::BonusSpinXtremeProgressive)
            }
        }
    }

    /// The wheel as built, for a Hot Spot with this stake.
    #[must_use]
    pub fn wheel(self, rules: &Rules, hot_spot_stake: Cents) -> Option<&WheelRules> {
        match self {
            Self::Bonus { .. } => rules.bonus_spin().map(|spin| &spin.wheel),
            Self::HotSpot { .. } => rules.xtreme()?.stake(hot_spot_stake).map(|stake| &stake.hot_spot),
            Self::Community { stake, .. } => rules.xtreme()?.stake(stake).map(|stake| &stake.community),
        }
    }
}

/// Whether the seat's two cards and its stake start a Bonus Spin.
pub(crate) fn starts_bonus_spin(holding: &Holding) -> bool {
    let pair = holding.own.get(0).map(Card::rank) == holding.own.get(1).map(Card::rank);
    pair && holding.bets.live(Bet::BonusSpinProgressive) == Some(BonusSpinRules::TRIGGER_STAKE)
}

/// Whether the community cards are Xtreme's qualifying event.
pub(crate) fn xtreme_event(rules: &Rules, holding: &Holding) -> bool {
    match (rules.xtreme(), community_hand(rules, holding)) {
        (Some(xtreme), Some(community)) => xtreme.event.occurs(community),
        (None, _) | (_, None) => false,
    }
}

/// What a stop pays the spinner's own wager.
///
/// # Errors
/// When an amount does not fit.
pub(crate) fn spinner_result(
    rules: &Rules,
    spin: Spin,
    stake: Cents,
    line: &Segment,
) -> Result<Option<BetResult>, Overflow> {
    if let Spin::Community { .. } = spin {
        return Ok(None);
    }
    let (bet, wager) = spin.decides();
    let mut result = paid(bet, stake, line.pay, line.clause, Some(meter_of(wager, stake)))?;
    if let (Pay::PrizePercent(percent), Some(prize)) =
        (line.pay, rules.bonus_spin().and_then(|spin| spin.prize.as_ref()))
    {
        let value = prize.value.times(i64::from(percent))?.get() / 100;
        result.award = Some(AwardSource::Prize(Cents::new(value)));
    }
    Ok(Some(result))
}

/// What a stop pays one other bettor with this stake, if anything.
#[must_use]
pub(crate) fn community_award(
    rules: &Rules,
    spin: Spin,
    segment: &WheelSegment,
    stake: Cents,
) -> Option<(Cents, ClauseId)> {
    match spin {
        Spin::Bonus { .. } => {
            let row = rules.bonus_spin()?.community_award(stake, segment.tier?)?;
            Some((row.award, row.clause))
        }
        Spin::HotSpot { .. } => None,
        Spin::Community { stake: wheel_stake, .. } => match segment.line.pay {
            Pay::Flat(amount) if stake == wheel_stake => Some((amount, segment.line.clause)),
            Pay::Flat(_)
            | Pay::ToOne(_)
            | Pay::ForOne(_)
            | Pay::MeterPercent { .. }
            | Pay::PrizePercent(_)
            | Pay::Push => None,
        },
    }
}

/// The Community wheels spun for the bettors other than the Hot Spot: one for each stake among them, least first.
pub(crate) fn community_spins(hot_spot: Seat, others: SeatSet, stake_of: impl Fn(Seat) -> Option<Cents>) -> Vec<Spin> {
    let mut stakes: Vec<Cents> = others.iter().filter(|seat| *seat != hot_spot).filter_map(stake_of).collect();
    stakes.sort_unstable();
    stakes.dedup();
    stakes.into_iter().map(|stake| Spin::Community { seat: hot_spot, stake }).collect()
}
