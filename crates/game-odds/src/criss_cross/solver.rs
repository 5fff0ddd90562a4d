//! Best play for one hand at a time, for players rather than for sums over all deals.

use super::hole::{Hole, MIDDLES, Middles, Pair};
use super::pays::{Pays, Reading};
use super::plan::{Choice, Plan};
use crate::classes::rest_of_deck;
use game_core::card::Card;
use game_core::paytable::Paytable;

/// Works out best play under one reading.
#[derive(Clone, Copy, Debug)]
pub struct Solver(Pays);

/// What to do with two own cards at Across and Down.
#[derive(Clone, Debug)]
pub struct HandPlan {
    plan: Plan,
    rest: Vec<Card>,
}

impl Solver {
    /// Takes the schedule and the reading.
    #[must_use]
    pub fn new(table: &Paytable, reading: Reading) -> Self {
        Self(Pays::new(table, reading))
    }

    /// Walks every deal that can follow two own cards.
    #[must_use]
    pub fn plan(&self, own: [Card; 2]) -> HandPlan {
        let hole = Hole::new(own, &self.0);
        HandPlan { plan: Plan::new(&hole), rest: hole.rest }
    }

    /// The choice at Middle after these choices at Across and Down.
    #[must_use]
    pub fn middle(&self, own: [Card; 2], across: [Card; 2], down: [Card; 2], staked: [Choice; 2]) -> Choice {
        let middles = self.middles(own, across, down);
        let [on_across, on_down] = staked.map(Choice::antes);
        if middles.gain_over_fold(on_across, on_down) <= 0 {
            Choice::Fold
        } else if middles.bet() == 3 {
            Choice::Thrice
        } else {
            Choice::Once
        }
    }

    fn middles(&self, own: [Card; 2], across: [Card; 2], down: [Card; 2]) -> Middles {
        let ([a, b], [left, right], [top, bottom]) = (own, across, down);
        let mut sums = Middles { antes: 0, across: 0, down: 0, better: 0 };
        let mut middles = 0;
        for middle in rest_of_deck(&[a, b, left, right, top, bottom]) {
            let on_across = usize::from(self.0.outcome([a, b, left, middle, right]));
            let on_down = usize::from(self.0.outcome([a, b, top, middle, bottom]));
            sums.antes += i32::from(self.0.ante[on_across]) + i32::from(self.0.ante[on_down]);
            sums.across += i32::from(self.0.bet[on_across]);
            sums.down += i32::from(self.0.bet[on_down]);
            sums.better += i32::from(self.0.bet[on_across.max(on_down)]);
            middles += 1;
        }
        debug_assert_eq!(middles, MIDDLES);
        sums
    }
}

impl HandPlan {
    /// The choice at Across.
    #[must_use]
    pub const fn across(&self) -> Choice {
        self.plan.across
    }

    /// The choice at Down after the left and the right card.
    #[must_use]
    pub fn down(&self, across: [Card; 2]) -> Choice {
        let [Ok(a), Ok(b)] = across.map(|card| self.rest.binary_search(&card)) else { return Choice::Fold };
        let pair = Pair { low: a.min(b), high: a.max(b) };
        self.plan.down.get(pair.number()).copied().unwrap_or(Choice::Fold)
    }
}
