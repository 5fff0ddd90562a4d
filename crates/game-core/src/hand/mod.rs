//! Poker hands of two, three, five and six cards, classified as far as any paytable row asks.

mod five;
mod names;
mod ranking;
mod six;
mod small;

pub use five::five;
pub use ranking::{HandRank, five_rank};
pub use six::six;
pub use small::{three, two};

use crate::card::{Rank, Suit};
use serde::{Deserialize, Serialize};

/// Whether an ace also counts below the two in a straight. No reading ever wraps around (K-A-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LowAce {
    /// A-2-3-4-5 (or A-2-3, or A-2) is a straight.
    Counts,
    /// An ace is high only.
    HighOnly,
}

/// A five-card hand, lowest category first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FiveCard {
    /// None of the hands below.
    HighCard,
    /// One pair, with its rank.
    Pair(Rank),
    /// Two different pairs.
    TwoPair,
    /// Three of one rank.
    ThreeOfAKind,
    /// Five consecutive ranks.
    Straight,
    /// Five of one suit.
    Flush,
    /// Three of one rank and two of another.
    FullHouse,
    /// Four of one rank.
    FourOfAKind,
    /// Five consecutive ranks of one suit.
    StraightFlush,
    /// Ten to ace of one suit.
    RoyalFlush,
}

/// A three-card hand, lowest category first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ThreeCard {
    /// None of the hands below.
    HighCard,
    /// One pair, with its rank.
    Pair(Rank),
    /// Three of one suit.
    Flush,
    /// Three consecutive ranks.
    Straight,
    /// Three of one rank.
    ThreeOfAKind,
    /// Three consecutive ranks of one suit.
    StraightFlush,
    /// Ace, king and queen of one suit, with that suit.
    MiniRoyal(Suit),
}

/// A two-card hand. A suited neighbour is a straight; every paying row pays alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TwoCard {
    /// None of the hands below.
    HighCard,
    /// Two of one rank, with it.
    Pair(Rank),
    /// Two of one suit.
    Flush,
    /// Two neighbouring ranks, suited or not.
    Straight,
}

/// The best of six cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SixCard {
    /// The best five-card hand among the six.
    Five(FiveCard),
    /// Nine to ace of one suit, with that suit.
    SuperRoyal(Suit),
}
