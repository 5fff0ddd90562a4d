//! The answer: every bet of every seat with its clause, what seats got for others' hands and wheels, and the meters.

use crate::bets::{BetResult, Outcome};
use crate::clause::ClauseId;
use crate::event::BonusKind;
use crate::game::Seat;
use crate::money::{Cents, MicroCents};
use crate::settlement::{Cap, HandName};
use crate::wager::{Bet, Wager};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A settled round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Answer {
    /// The seats in the order settled.
    pub order: Vec<Seat>,
    /// Each seat, in that order.
    pub seats: Vec<AnsweredSeat>,
    /// What the meters hold afterwards, in whole cents rounded down.
    pub meters_cents: Entries<Cents>,
    /// What happened to the meters, in order.
    pub meter_events: Vec<MeterEvent>,
    /// The player-dealer's result.
    pub bank: Option<BankAnswer>,
}

/// A settled seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AnsweredSeat {
    /// The seat.
    pub seat: Seat,
    /// The hands it was judged on, by name.
    pub hands: Entries<HandName>,
    /// Its bets: base bets first, then side wagers.
    pub wagers: Vec<AnsweredBet>,
    /// What it got for others' hands and wheels.
    pub awards: Vec<Bonus>,
    /// What a payout limit took away.
    pub cap: Option<Cap>,
    /// Everything it got less everything it put up.
    #[serde(rename = "net_cents")]
    pub net: Cents,
}

/// A settled bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct AnsweredBet {
    /// The bet.
    #[serde(rename = "wager")]
    pub bet: Bet,
    /// What was put up.
    #[serde(rename = "stake_cents")]
    pub stake: Cents,
    /// How it ended.
    pub outcome: Outcome,
    /// What was paid, awards of meters and prizes included.
    #[serde(rename = "win_cents")]
    pub win: Cents,
    /// What came back of the stake.
    #[serde(rename = "stake_back_cents")]
    pub back: Cents,
    /// The clause that pays it, or that says why it ended so.
    pub clause: Option<ClauseId>,
}

impl From<BetResult> for AnsweredBet {
    fn from(result: BetResult) -> Self {
        let BetResult { bet, stake, outcome, win, back, clause, .. } = result;
        Self { bet, stake, outcome, win, back, clause }
    }
}

/// A payment for another seat's hand or wheel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Bonus {
    /// Envy or community.
    pub kind: BonusKind,
    /// Whose hand or wheel.
    pub from_seat: Seat,
    /// How much.
    #[serde(rename = "cents")]
    pub amount: Cents,
    /// The clause that pays it.
    pub clause: ClauseId,
}

/// What the player-dealer won or lost; fees are no part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct BankAnswer {
    /// The result.
    #[serde(rename = "net_cents")]
    pub net: Cents,
}

/// Something that happened to a meter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MeterEvent {
    /// What.
    #[serde(flatten)]
    pub kind: MeterEventKind,
    /// At whose turn.
    pub seat: Seat,
    /// By which wager.
    pub wager: Wager,
    /// The meter's name, as in `meters_cents`.
    pub meter: String,
    /// What it held before, exactly.
    #[serde(rename = "balance_before_microcents")]
    pub before: MicroCents,
    /// What it held after, exactly.
    #[serde(rename = "balance_after_microcents")]
    pub after: MicroCents,
    /// The clause.
    pub clause: ClauseId,
}

/// What can happen to a meter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MeterEventKind {
    /// A share of it was paid.
    Award {
        /// The share.
        percent: u8,
        /// What was paid: whole cents, rounded down.
        #[serde(rename = "cents")]
        paid: Cents,
    },
    /// It started again after an award of all of it.
    Reset {
        /// What the house put in.
        #[serde(rename = "added_microcents")]
        added: MicroCents,
    },
    /// The house topped it up to the reset amount after a partial award.
    TopUp {
        /// What the house put in.
        #[serde(rename = "added_microcents")]
        added: MicroCents,
    },
}

/// Values under their names, in an order that means something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entries<T>(pub Vec<(String, T)>);

impl<T: Serialize> Serialize for Entries<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
