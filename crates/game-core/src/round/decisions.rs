//! Decisions in a round: what they move, what they do to a box, and until when they can be put right.

use super::{Phase, Round};
use crate::bets::{BetStatus, MAIN_BETS};
use crate::decision::Decision;
use crate::game::{Millis, Seat};
use crate::games::{DecisionPoint, Stage};
use crate::money::{Cents, Overflow};
use crate::rules::Rules;
use crate::wager::Bet;

/// A decision about a bet, with the amount it moves.
#[derive(Clone, Copy)]
pub(super) struct Made {
    pub(super) bet: Bet,
    pub(super) decision: Decision,
    pub(super) amount: Cents,
}

impl Round {
    /// The decision point of a stage.
    pub(crate) fn decision_point(rules: &Rules, stage: u8) -> Option<&'static DecisionPoint> {
        match Self::spec(rules).stages.get(usize::from(stage)) {
            Some(Stage::Decide(point)) => Some(point),
            Some(Stage::Turn(_)) | None => None,
        }
    }

    /// Records a decision and passes the turn.
    pub(super) fn decided(&mut self, rules: &Rules, seat: Seat, at: Millis, made: Made) {
        let Phase::Deciding { stage, .. } = self.phase else { return };
        self.carry_out(seat, made);
        self.at_mut(seat).decisions.push(made.decision);
        self.pass_turn(rules, stage, seat, at);
    }

    /// The stake one unit of a decision adds: the base wager's.
    pub(crate) fn unit(&self, rules: &Rules, seat: Seat) -> Cents {
        self.at(seat).bets.stake(rules.base_wager()).unwrap_or(Cents::ZERO)
    }

    fn carry_out(&mut self, seat: Seat, made: Made) {
        let spot = self.at_mut(seat);
        spot.folded |= made.decision == Decision::Fold;
        spot.bets.carry_out(made.bet, made.decision, made.amount);
    }

    /// Undoes a decision and carries out another in its place.
    pub(super) fn correct_decision(&mut self, seat: Seat, from: Decision, made: Made) {
        let Made { bet, decision: to, .. } = made;
        let spot = self.at_mut(seat);
        match from {
            Decision::Ride | Decision::Check => {}
            Decision::Withdraw => spot.bets.mark(bet, BetStatus::Live),
            Decision::Fold => {
                spot.folded = false;
                for bet in MAIN_BETS {
                    spot.bets.mark(bet, BetStatus::Live);
                }
            }
            Decision::Raise | Decision::Bet1x | Decision::Bet2x | Decision::Bet3x => spot.bets.take(bet),
        }
        self.carry_out(seat, made);
        let spot = self.at_mut(seat);
        let kept = spot.decisions.len().saturating_sub(1);
        spot.decisions = spot.decisions.iter().take(kept).chain([to]).collect();
    }

    /// The stage and bet a seat's last decision may still be corrected at: before the next card is turned.
    pub(crate) fn open_correction(&self, rules: &Rules, seat: Seat) -> Option<(u8, Bet)> {
        let stage = match self.phase {
            Phase::Deciding { stage, seat: turn, .. } if seat < turn => stage,
            Phase::Turning { stage } => stage.checked_sub(1)?,
            _ => return None,
        };
        let point = Self::decision_point(rules, stage)?;
        let decided = Self::spec(rules).stages.iter().take(usize::from(stage) + 1);
        let due = decided.filter(|stage| matches!(stage, Stage::Decide(_))).count();
        let spot = self.at(seat);
        (self.seats.contains(seat) && !spot.forfeited && spot.decisions.len() == due).then_some((stage, point.bet))
    }

    /// What a decision moves: the bet taken back, the stake added, or everything lost by folding.
    pub(crate) fn moved(&self, rules: &Rules, seat: Seat, bet: Bet, decision: Decision) -> Result<Cents, Overflow> {
        let bets = &self.at(seat).bets;
        match decision {
            Decision::Ride | Decision::Check => Ok(Cents::ZERO),
            Decision::Withdraw => Ok(bets.of(bet).map_or(Cents::ZERO, |record| record.stake)),
            Decision::Fold => Cents::sum(MAIN_BETS.iter().filter_map(|bet| bets.of(*bet)).map(|record| record.stake)),
            Decision::Raise | Decision::Bet1x | Decision::Bet2x | Decision::Bet3x => {
                self.unit(rules, seat).times(decision.units())
            }
        }
    }

    /// What a decision moves once an earlier one is undone: the stake taken off again is not lost by folding.
    pub(crate) fn moved_after(
        &self,
        rules: &Rules,
        seat: Seat,
        bet: Bet,
        undone: Decision,
        decision: Decision,
    ) -> Result<Cents, Overflow> {
        let moved = self.moved(rules, seat, bet, decision)?;
        if decision == Decision::Fold { moved.minus(self.moved(rules, seat, bet, undone)?) } else { Ok(moved) }
    }
}
