//! The bets of one box and what became of each.

use crate::clause::ClauseId;
use crate::decision::Decision;
use crate::layout::Short;
use crate::money::{Cents, Overflow};
use crate::rules::MeterRef;
use crate::wager::{Bet, Wager};
use serde::{Deserialize, Serialize};

/// How a bet ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It won.
    Win,
    /// It lost.
    Lose,
    /// The stake came back, nothing won or lost.
    Push,
    /// The player took it back.
    Withdrawn,
    /// The player folded.
    Folded,
    /// It came back undecided.
    Returned,
}

/// The settlement of one bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BetResult {
    /// The bet.
    pub bet: Bet,
    /// What had been put up.
    pub stake: Cents,
    /// How it ended.
    pub outcome: Outcome,
    /// What is paid on top of the stake; the share of a meter is not in it.
    pub win: Cents,
    /// What comes back of the stake.
    pub back: Cents,
    /// The clause that pays it, or that says why it ended so.
    pub clause: Option<ClauseId>,
    /// A meter's share or a prize, which waits for validation.
    pub award: Option<AwardSource>,
}

impl BetResult {
    /// A bet that lost.
    #[must_use]
    pub const fn lost(bet: Bet, stake: Cents) -> Self {
        Self { bet, stake, outcome: Outcome::Lose, win: Cents::ZERO, back: Cents::ZERO, clause: None, award: None }
    }

    /// A bet that won.
    #[must_use]
    pub const fn won(bet: Bet, stake: Cents, win: Cents, back: Cents, clause: ClauseId) -> Self {
        Self { bet, stake, outcome: Outcome::Win, win, back, clause: Some(clause), award: None }
    }
}

/// Where an award that waits for validation comes from (I-21).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AwardSource {
    /// A share of a meter, read when the award is recorded.
    Meter {
        /// The meter.
        meter: MeterRef,
        /// The share.
        percent: u8,
    },
    /// A fixed prize of this value.
    Prize(Cents),
}

/// What became of a bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BetStatus {
    /// Still at stake.
    Live,
    /// Handed back at the player's wish.
    Withdrawn,
    /// Lost by folding.
    Folded,
    /// Lost by a floorperson's decision.
    Forfeited,
    /// Settled.
    Settled {
        /// How.
        outcome: Outcome,
        /// What was paid.
        win: Cents,
        /// What came back of the stake.
        back: Cents,
    },
    /// Handed back because the round was void.
    Refunded,
}

/// A bet and what became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BetRecord {
    /// The bet.
    pub bet: Bet,
    /// What was put up.
    pub stake: Cents,
    /// What became of it.
    pub status: BetStatus,
}

impl BetRecord {
    /// The part of the stake that the table still holds.
    pub(crate) fn still_held(&self) -> Result<Cents, Overflow> {
        match self.status {
            BetStatus::Live | BetStatus::Folded | BetStatus::Forfeited => Ok(self.stake),
            BetStatus::Withdrawn | BetStatus::Refunded => Ok(Cents::ZERO),
            BetStatus::Settled { back, .. } => self.stake.minus(back),
        }
    }

    /// The winnings that the bet was paid.
    pub(crate) const fn won(&self) -> Cents {
        match self.status {
            BetStatus::Settled { win, .. } => win,
            BetStatus::Live | BetStatus::Withdrawn | BetStatus::Folded | BetStatus::Forfeited | BetStatus::Refunded => {
                Cents::ZERO
            }
        }
    }
}

/// The bets of one box: never more than eight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bets(Short<BetRecord, 8>);

impl Bets {
    /// Every bet in the order put up.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = BetRecord> + Clone + '_ {
        self.0.iter()
    }

    /// Whether nothing was put up.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts up a bet, in place of an earlier one of the same name.
    pub fn put(&mut self, bet: Bet, stake: Cents) {
        let record = BetRecord { bet, stake, status: BetStatus::Live };
        if self.of(bet).is_none() {
            self.0.push(record);
        }
        for earlier in self.0.iter_mut().filter(|earlier| earlier.bet == bet) {
            *earlier = record;
        }
    }

    /// Takes a bet off as if it had never been put up.
    pub fn take(&mut self, bet: Bet) {
        self.0.retain(|record| record.bet != bet);
    }

    /// The record of a bet, if it was put up.
    #[must_use]
    pub fn of(&self, bet: Bet) -> Option<BetRecord> {
        self.iter().find(|record| record.bet == bet)
    }

    /// The stake of a bet that is still live.
    #[must_use]
    pub fn live(&self, bet: Bet) -> Option<Cents> {
        self.of(bet).filter(|record| record.status == BetStatus::Live).map(|record| record.stake)
    }

    /// The stake of a wager: what each of its bets was put up with.
    #[must_use]
    pub fn stake(&self, wager: Wager) -> Option<Cents> {
        wager.bets().first().and_then(|bet| self.of(*bet)).map(|record| record.stake)
    }

    /// Changes a bet's status.
    pub fn mark(&mut self, bet: Bet, status: BetStatus) {
        for record in self.0.iter_mut().filter(|record| record.bet == bet) {
            record.status = status;
        }
    }

    /// Does what a decision about a bet says: hands it back, puts it up with the stake added, or loses the main game.
    pub fn carry_out(&mut self, bet: Bet, decision: Decision, added: Cents) {
        match decision {
            Decision::Ride | Decision::Check => {}
            Decision::Withdraw => self.mark(bet, BetStatus::Withdrawn),
            Decision::Raise | Decision::Bet1x | Decision::Bet2x | Decision::Bet3x => self.put(bet, added),
            Decision::Fold => {
                for lost in MAIN_BETS {
                    self.mark(lost, BetStatus::Folded);
                }
            }
        }
    }
}

/// The bets of the main game, which a fold loses.
pub(crate) const MAIN_BETS: [Bet; 5] = [Bet::AnteAcross, Bet::AnteDown, Bet::Across, Bet::Down, Bet::Middle];
