//! Everything that can follow two own cards, laid out so that the inner loops are sums over one row of memory.
//!
//! A cross hand is the own cards with a pair and a middle. For every pair there is a row with one lane per middle card;
//! the lanes of the pair's own two cards and the padding behind the fifty hold a lost hand.

use super::pays::{OUTCOMES, Pays};
use crate::classes::{Renaming, renamed, renamings, rest_of_deck};
use game_core::card::Card;

/// Cards left after two own cards.
pub(super) const REST: usize = 50;

/// Pairs among them.
pub(super) const PAIRS: usize = REST * (REST - 1) / 2;

/// Pairs that share no card with a given pair.
pub(super) const OTHER_PAIRS: i64 = 48 * 47 / 2;

/// Middles after two pairs.
pub(super) const MIDDLES: i64 = 46;

/// The same number in the width of the inner sums.
const MIDDLE_CARDS: i32 = 46;

/// Lanes of a row, a multiple of what a vector register holds.
pub(super) const LANES: usize = 56;

/// Lanes behind the fifty cards.
pub(super) const PADDING: i64 = (LANES - REST).cast_signed() as i64;

/// One value for every middle.
pub(super) type Lanes = [i16; LANES];

/// A pair by the places of its cards among the fifty, the lower first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pair {
    pub(super) low: usize,
    pub(super) high: usize,
}

impl Pair {
    /// The pair's number, 0 to 1,224.
    pub(super) const fn number(self) -> usize {
        self.low * (2 * REST - self.low - 1) / 2 + self.high - self.low - 1
    }

    /// Every pair in the order of its number.
    pub(super) fn all() -> Vec<Self> {
        (0..REST).flat_map(|low| (low + 1..REST).map(move |high| Self { low, high })).collect()
    }

    #[inline]
    pub(super) const fn meets(self, other: Self) -> bool {
        self.low == other.low || self.low == other.high || self.high == other.low || self.high == other.high
    }
}

/// Two own cards and what every pair and middle makes of them.
pub(super) struct Hole {
    pub(super) rest: Vec<Card>,
    pub(super) pairs: Vec<Pair>,
    /// The outcome of each hand.
    pub(super) outcomes: Vec<[u8; LANES]>,
    /// What a bet of one comes to with its stake.
    pub(super) bets: Vec<Lanes>,
    /// What an ante of one comes to with its stake.
    pub(super) antes: Vec<Lanes>,
    /// The sum of each row of `bets`.
    pub(super) bet_sums: Vec<i32>,
    /// The sum of each row of `antes`.
    pub(super) ante_sums: Vec<i32>,
    /// Pairs that stand for all that differ only in suits the own cards do not tell apart, and how many they are.
    pub(super) orbits: Vec<(Pair, i64)>,
    /// For each pair, the number of the pair that stands for it.
    pub(super) stands_for: Vec<usize>,
}

impl Hole {
    pub(super) fn new(own: [Card; 2], pays: &Pays) -> Self {
        let rest = rest_of_deck(&own);
        let pairs = Pair::all();
        let outcomes = outcomes(own, &rest, pays);
        let lanes = |worth: &[i16; OUTCOMES]| -> Vec<Lanes> {
            outcomes.iter().map(|row| row.map(|outcome| worth[usize::from(outcome)])).collect()
        };
        let (bets, antes) = (lanes(&pays.bet), lanes(&pays.ante));
        let sum = |row: &Lanes| row.iter().map(|value| i32::from(*value)).sum();
        let stands_for = stands_for(own, &rest, &pairs);
        Self {
            bet_sums: bets.iter().map(sum).collect(),
            ante_sums: antes.iter().map(sum).collect(),
            orbits: orbits(&pairs, &stands_for),
            rest,
            pairs,
            outcomes,
            bets,
            antes,
            stands_for,
        }
    }

    /// The sums over every middle after two pairs.
    #[inline]
    pub(super) fn middles(&self, across: Pair, down: Pair) -> Middles {
        let (a, d) = (across.number(), down.number());
        let (ab, db) = (&self.bets[a], &self.bets[d]);
        let (aa, da) = (&self.antes[a], &self.antes[d]);
        let lost = |row: &Lanes, pair: Pair| i32::from(row[pair.low]) + i32::from(row[pair.high]);
        let (across_off, down_off) = (lost(ab, down), lost(db, across));
        Middles {
            antes: self.ante_sums[a] + self.ante_sums[d] - lost(aa, down) - lost(da, across),
            across: self.bet_sums[a] - across_off,
            down: self.bet_sums[d] - down_off,
            // In the lanes of the four cards the greater of the two is the hand that is not lost there.
            better: sum_of_greater(ab, db) - across_off - down_off,
        }
    }
}

/// What stakes of one come to over the 46 middles, stakes included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Middles {
    pub(super) antes: i32,
    pub(super) across: i32,
    pub(super) down: i32,
    pub(super) better: i32,
}

impl Middles {
    /// Antes at the Middle bet: three where the better hand gains on the whole, otherwise one. Two is never best,
    /// for what a bet is worth grows in proportion to it.
    #[inline]
    pub(super) const fn bet(self) -> i32 {
        if self.better > MIDDLE_CARDS { 3 } else { 1 }
    }

    /// What staying in is worth over all middles, against folding.
    #[inline]
    pub(super) const fn gain_over_fold(self, across: i32, down: i32) -> i32 {
        self.antes + across * self.across + down * self.down + self.bet() * (self.better - MIDDLE_CARDS)
    }
}

/// No hand pays more than 500 to 1 and only one middle can, so the sum of a row stays below 2^15.
#[inline]
fn sum_of_greater(a: &Lanes, b: &Lanes) -> i32 {
    i32::from(a.iter().zip(b).fold(0i16, |sum, (a, b)| sum.wrapping_add((*a).max(*b))))
}

fn outcomes(own: [Card; 2], rest: &[Card], pays: &Pays) -> Vec<[u8; LANES]> {
    let [a, b] = own;
    let mut rows = vec![[0; LANES]; PAIRS];
    for x in 0..REST {
        for y in x + 1..REST {
            for z in y + 1..REST {
                let outcome = pays.outcome([a, b, rest[x], rest[y], rest[z]]);
                rows[Pair { low: x, high: y }.number()][z] = outcome;
                rows[Pair { low: x, high: z }.number()][y] = outcome;
                rows[Pair { low: y, high: z }.number()][x] = outcome;
            }
        }
    }
    rows
}

/// For each pair the lowest number among its images under the renamings of suits that leave the own cards as they are.
fn stands_for(own: [Card; 2], rest: &[Card], pairs: &[Pair]) -> Vec<usize> {
    let fixed: Vec<Renaming> = renamings().into_iter().filter(|renaming| renamed(own, renaming) == own).collect();
    let place = |card: Card| rest.binary_search(&card).unwrap_or(0);
    let image = |pair: Pair, renaming: &Renaming| {
        let [low, high] = renamed([rest[pair.low], rest[pair.high]], renaming);
        Pair { low: place(low), high: place(high) }.number()
    };
    let lowest = |pair: &Pair| fixed.iter().map(|renaming| image(*pair, renaming)).min().unwrap_or(pair.number());
    pairs.iter().map(lowest).collect()
}

fn orbits(pairs: &[Pair], stands_for: &[usize]) -> Vec<(Pair, i64)> {
    let mut sizes = vec![0; pairs.len()];
    for number in stands_for {
        sizes[*number] += 1;
    }
    pairs.iter().copied().zip(sizes).filter(|(_, size)| *size > 0).collect()
}
