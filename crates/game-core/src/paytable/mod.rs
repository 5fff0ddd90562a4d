//! Paytables as the rules print them: one row per line, each with its clause. The rows are data, read and checked when
//! the crate is built.

mod hand;
mod lookup;

pub use hand::RowHand;
pub use lookup::{
    community_pay, community_wheel, community_wheels, envy, floors, paytable, paytables, wheel, wheels, xtreme_letters,
};

use crate::clause::ClauseId;
use crate::money::{Cents, Odds};
use crate::wager::Level;

include!(concat!(env!("OUT_DIR"), "/paytables.rs"));

/// The name under which a Rules Submission selects a paytable or a wheel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Schedule {
    /// Let It Ride's three bets.
    LetItRide,
    /// 2 Card Poker.
    TwoCardPoker,
    /// 3 Card Poker and its raise.
    ThreeCardPoker,
    /// 5 Card Poker and its raise.
    FiveCardPoker,
    /// Criss Cross' antes and bets.
    CrissCrossPoker,
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
    /// Bonus Spin's wheel.
    BonusSpinProgressive,
    /// Bonus Spin Xtreme's Hot Spot wheel.
    BonusSpinXtremeProgressive,
}

/// How a row pays (I-01). Each kind treats the stake in its own way, so none is a number alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pay {
    /// Winnings of so many stakes, and the stake back.
    ToOne(Odds),
    /// So many stakes handed back in all: the stake was collected before the deal.
    ForOne(Odds),
    /// A flat amount that does not scale with the stake.
    Flat(Cents),
    /// A share of a meter, read at the seat's turn.
    MeterPercent {
        /// Which meter.
        level: Level,
        /// The share.
        percent: u8,
    },
    /// A share of the prize the operator configured: cash, or an item with a declared value.
    PrizePercent(u8),
    /// The stake back, nothing won or lost.
    Push,
}

/// One line of a paytable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The clause that prints the line.
    pub clause: ClauseId,
    /// The hand it pays.
    pub hand: RowHand,
    /// What it pays.
    pub pay: Pay,
}

/// A paytable: a hand is paid on the first row it matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paytable {
    /// `A`, `LIRX-01`, or `standard` where there is one schedule.
    pub letter: &'static str,
    /// The rows as printed.
    pub rows: &'static [Row],
}

/// What a wheel's segment shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// The jackpot or another approved symbol.
    Jackpot,
    /// An amount.
    Amount(Cents),
}

/// One line of a wheel's table. How often it stands on the wheel is the operator's to say (I-80).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The clause that prints the line.
    pub clause: ClauseId,
    /// What the segment shows.
    pub symbol: Symbol,
    /// What it pays.
    pub pay: Pay,
}

/// A prize wheel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wheel {
    /// The wheel's letter.
    pub letter: &'static str,
    /// Its lines as printed.
    pub segments: &'static [Segment],
}

/// The least initial and reset amounts of a meter, or the least value of a fixed prize.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Floor {
    /// Which meter.
    pub level: Level,
    /// The least initial amount.
    pub initial_min: Cents,
    /// The least reset amount.
    pub reset_min: Cents,
    /// The clause that sets them.
    pub clause: ClauseId,
}

/// One line of a Community Pay table: what each other bettor gets when the wheel stops on a segment of this tier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommunityTier {
    /// The clause that prints the line.
    pub clause: ClauseId,
    /// The tier, 1 to 3 (I-75).
    pub tier: u8,
    /// The award.
    pub award: Cents,
}

/// The envy rows of a progressive table for one stake.
#[derive(Debug)]
struct Envy {
    letter: &'static str,
    stake: Cents,
    rows: &'static [Row],
}

/// The floors that the tables of some letters share.
#[derive(Debug)]
struct Floors {
    letters: &'static [&'static str],
    floors: &'static [Floor],
}

/// A Community Pay table for one stake.
#[derive(Debug)]
struct CommunityPay {
    letter: &'static str,
    stake: Cents,
    tiers: &'static [CommunityTier],
}

/// The wheel letters that go with one stake.
#[derive(Debug)]
struct StakeLetters {
    stake: Cents,
    letters: &'static [&'static str],
}
