//! What the rounds of a base game came to, added up over every deal.

use crate::ratio::Ratio;
use std::ops::Add;

/// Sums over equally likely deals, in base units: one bet, one of the three wagers, or one ante.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many deals.
    pub deals: i128,
    /// What the player won, less what was lost.
    pub net: i128,
    /// The squares of each deal's result.
    pub squares: i128,
    /// What was at risk.
    pub units: i128,
    /// Deals in which at least one wager was paid.
    pub hits: i128,
    /// Deals that ended with more than was put up.
    pub ahead: i128,
}

impl Tally {
    /// Adds deals that all end alike.
    pub(crate) fn record(&mut self, deals: u64, net: i64, units: i64, hit: bool) {
        let (deals, net, units) = (i128::from(deals), i128::from(net), i128::from(units));
        self.deals += deals;
        self.net += deals * net;
        self.squares += deals * net * net;
        self.units += deals * units;
        self.hits += if hit { deals } else { 0 };
        self.ahead += if net > 0 { deals } else { 0 };
    }

    /// The same deals, each counted so many times.
    #[must_use]
    pub(crate) const fn times(self, ways: i128) -> Self {
        Self {
            deals: self.deals * ways,
            net: self.net * ways,
            squares: self.squares * ways,
            units: self.units * ways,
            hits: self.hits * ways,
            ahead: self.ahead * ways,
        }
    }

    /// The house's expected gain per base unit.
    #[must_use]
    pub const fn house_edge(&self) -> Ratio {
        Ratio::new(-self.net, self.deals)
    }

    /// The base units at risk in an average round.
    #[must_use]
    pub const fn average_units(&self) -> Ratio {
        Ratio::new(self.units, self.deals)
    }

    /// The house's expected gain per unit at risk.
    #[must_use]
    pub const fn element_of_risk(&self) -> Ratio {
        Ratio::new(-self.net, self.units)
    }

    /// The variance of a round's result.
    #[must_use]
    pub fn variance(&self) -> Ratio {
        Ratio::new(self.squares, self.deals) - self.house_edge().squared()
    }

    /// The share of rounds in which at least one wager is paid.
    #[must_use]
    pub const fn hit_frequency(&self) -> Ratio {
        Ratio::new(self.hits, self.deals)
    }

    /// The share of rounds that end with more than was put up.
    #[must_use]
    pub const fn net_win_frequency(&self) -> Ratio {
        Ratio::new(self.ahead, self.deals)
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            deals: self.deals + other.deals,
            net: self.net + other.net,
            squares: self.squares + other.squares,
            units: self.units + other.units,
            hits: self.hits + other.hits,
            ahead: self.ahead + other.ahead,
        }
    }
}

/// How many deals ended on one line of a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The hand as the schedule names it; `nothing` for all that match no row.
    pub hand: &'static str,
    /// The deals.
    pub deals: i128,
}

/// How often one of a round's hands ended on each line of its schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frequencies {
    /// Which hand, where a round has several.
    pub of: &'static str,
    /// The lines, best first.
    pub lines: Vec<Line>,
}

/// A base game under best play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The sums.
    pub tally: Tally,
    /// How often each hand ended where.
    pub frequencies: Vec<Frequencies>,
}

/// The name of the line for hands that match no row.
pub(crate) const NOTHING: &str = "nothing";
