//! What events do to the bets on record.

use super::changes::{Mark, Refund, RoundChanges, WagerRecord};
use game_core::bets::{BetResult, Outcome};
use game_core::decision::Decision;
use game_core::game::Seat;
use game_core::money::{Cents, Overflow};
use game_core::wager::{Bet, Wager};

const REMOVED: &str = "removed";
const WITHDRAWN: &str = "withdrawn";
const FOLDED: &str = "folded";
const FORFEITED: &str = "forfeited";
const REFUNDED: &str = "refunded";

impl WagerRecord {
    fn staked(stake: Cents) -> Self {
        Self { stake, ..Self::default() }
    }

    fn removed() -> Self {
        Self { outcome: Some(REMOVED), ..Self::default() }
    }

    fn withdrawn(stake: Cents) -> Self {
        Self { stake, outcome: Some(WITHDRAWN), back: stake, ..Self::default() }
    }

    const fn settled(result: &BetResult) -> Self {
        Self {
            stake: result.stake,
            outcome: Some(outcome(result.outcome)),
            win: result.win,
            back: result.back,
            clause: result.clause,
        }
    }
}

/// The name by which the database knows an outcome.
const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Lose => "lose",
        Outcome::Push => "push",
        Outcome::Withdrawn => WITHDRAWN,
        Outcome::Folded => FOLDED,
        Outcome::Returned => "returned",
    }
}

/// Whether a fold loses the bet. The statement that marks bets lists the same.
const fn is_main(bet: Bet) -> bool {
    matches!(bet, Bet::AnteAcross | Bet::AnteDown | Bet::Across | Bet::Down | Bet::Middle)
}

impl RoundChanges {
    pub(super) fn placed(&mut self, seat: Seat, wager: Wager, stake: Cents) {
        self.put_all(seat, wager, WagerRecord::staked(stake));
    }

    pub(super) fn removed(&mut self, seat: Seat, wager: Wager) {
        self.put_all(seat, wager, WagerRecord::removed());
    }

    pub(super) fn settled(&mut self, seat: Seat, result: &BetResult) {
        self.wagers.insert((seat, result.bet), WagerRecord::settled(result));
    }

    pub(super) fn forfeited(&mut self, seat: Seat) {
        self.mark(Mark { seat, before: None, after: Some(FORFEITED), main_only: false });
    }

    /// What comes back is the stake less what had come back before.
    pub(super) fn refunded(&mut self, seat: Seat, bet: Bet, refund: Refund) -> Result<(), Overflow> {
        match self.wagers.get_mut(&(seat, bet)) {
            Some(record) => {
                record.outcome = Some(REFUNDED);
                record.win = record.win.minus(refund.unpaid)?;
                record.back = record.back.plus(refund.refund)?;
                record.clause = None;
            }
            None => {
                self.refunds.insert((seat, bet), refund);
            }
        }
        Ok(())
    }

    pub(super) fn decided(&mut self, seat: Seat, bet: Bet, decision: Decision, amount: Cents) {
        self.seats.entry(seat).or_default().decisions.push(decision);
        self.carry_out(seat, bet, decision, amount);
    }

    /// Undoes the last decision and carries out another in its place.
    pub(super) fn corrected(&mut self, seat: Seat, bet: Bet, from: (Decision, Cents), to: (Decision, Cents)) {
        match from.0 {
            Decision::Ride | Decision::Check => {}
            Decision::Withdraw => self.put(seat, bet, WagerRecord::staked(from.1)),
            Decision::Raise | Decision::Bet1x | Decision::Bet2x | Decision::Bet3x => {
                self.put(seat, bet, WagerRecord::removed());
            }
            Decision::Fold => self.mark(Mark { seat, before: Some(FOLDED), after: None, main_only: true }),
        }
        let change = self.seats.entry(seat).or_default();
        // A decision made in an earlier append is on record already and is taken off there.
        change.corrected |= change.decisions.pop().is_none();
        change.decisions.push(to.0);
        self.carry_out(seat, bet, to.0, to.1);
    }

    fn carry_out(&mut self, seat: Seat, bet: Bet, decision: Decision, amount: Cents) {
        match decision {
            Decision::Ride | Decision::Check => {}
            Decision::Withdraw => self.put(seat, bet, WagerRecord::withdrawn(amount)),
            Decision::Raise | Decision::Bet1x | Decision::Bet2x | Decision::Bet3x => {
                self.put(seat, bet, WagerRecord::staked(amount));
            }
            Decision::Fold => self.mark(Mark { seat, before: None, after: Some(FOLDED), main_only: true }),
        }
    }

    fn put_all(&mut self, seat: Seat, wager: Wager, record: WagerRecord) {
        wager.bets().iter().for_each(|bet| self.put(seat, *bet, record));
    }

    fn put(&mut self, seat: Seat, bet: Bet, record: WagerRecord) {
        self.wagers.insert((seat, bet), record);
    }

    /// Marks the bets known from the append here; the statement marks the rest. A mark and its opposite cancel out.
    fn mark(&mut self, mark: Mark) {
        let of_seat = self.wagers.iter_mut().filter(|((seat, bet), _)| *seat == mark.seat && mark.covers(*bet));
        for (_, record) in of_seat.filter(|(_, record)| record.outcome == mark.before) {
            record.outcome = mark.after;
        }
        match self.marks.iter().position(|earlier| earlier.undone_by(mark)) {
            Some(earlier) => {
                self.marks.remove(earlier);
            }
            None => self.marks.push(mark),
        }
    }
}

impl Mark {
    const fn covers(self, bet: Bet) -> bool {
        !self.main_only || is_main(bet)
    }

    fn undone_by(self, other: Self) -> bool {
        other == Self { before: self.after, after: self.before, ..self }
    }
}
