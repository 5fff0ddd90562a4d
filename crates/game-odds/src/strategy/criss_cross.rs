//! Criss Cross' decisions, each starting hand worked out when it is first asked for.

use crate::classes::{Renaming, renamed, renamings, two_card_classes};
use crate::criss_cross::{Choice, HandPlan, Reading, Solver};
use game_core::card::Card;
use game_core::decision::Decision;
use game_core::paytable::Paytable;
use std::sync::OnceLock;

/// The plans of the 169 starting hands.
#[derive(Debug)]
pub(super) struct CrissCrossPlay {
    solver: Solver,
    plans: Vec<([Card; 2], OnceLock<HandPlan>)>,
    renamings: Vec<Renaming>,
}

impl CrissCrossPlay {
    pub(super) fn new(table: &Paytable, reading: Reading) -> Self {
        let plans = two_card_classes().into_iter().map(|class| (class.cards, OnceLock::new())).collect();
        Self { solver: Solver::new(table, reading), plans, renamings: renamings() }
    }

    pub(super) fn across(&self, own: [Card; 2]) -> Decision {
        self.plan(own).map_or(Decision::Fold, |(plan, _)| decision(plan.across()))
    }

    pub(super) fn down(&self, own: [Card; 2], across: [Card; 2]) -> Decision {
        let plan = self.plan(own);
        plan.map_or(Decision::Fold, |(plan, renaming)| decision(plan.down(renamed(across, renaming))))
    }

    pub(super) fn middle(&self, own: [Card; 2], cross: [Card; 4]) -> Decision {
        let [left, right, top, bottom] = cross;
        let Some((plan, renaming)) = self.plan(own) else { return Decision::Fold };
        let staked = [plan.across(), plan.down(renamed([left, right], renaming))];
        decision(self.solver.middle(own, [left, right], [top, bottom], staked))
    }

    /// The plan of the hand that stands for this one, and the renaming of suits that leads to it.
    fn plan(&self, own: [Card; 2]) -> Option<(&HandPlan, &Renaming)> {
        let renaming = self.renamings.iter().min_by_key(|renaming| renamed(own, renaming))?;
        let standing = renamed(own, renaming);
        let (_, plan) = self.plans.get(self.plans.binary_search_by_key(&standing, |(cards, _)| *cards).ok()?)?;
        Some((plan.get_or_init(|| self.solver.plan(standing)), renaming))
    }
}

const fn decision(choice: Choice) -> Decision {
    match choice {
        Choice::Fold => Decision::Fold,
        Choice::Once => Decision::Bet1x,
        Choice::Thrice => Decision::Bet3x,
    }
}
