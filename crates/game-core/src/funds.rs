//! The amounts that seats and the rack can pay, which `decide` and `legal` both go by.

use crate::command::{AwardStep, Proposal};
use crate::decision::Decision;
use crate::game::Seat;
use crate::games::{Holding, Settle, Spin, spins};
use crate::inventory::{Denomination, RackState};
use crate::layout::{Cards, Short};
use crate::money::{Cents, Overflow};
use crate::paytable::Pay;
use crate::rejection::{Code, Rejection};
use crate::round::{Pending, Phase, Round};
use crate::rules::{BaseRules, Fees, WheelSegment};
use crate::settlement::Settlement;
use crate::table::Table;
use crate::values::Values;
use crate::wager::{Bet, Wager};

/// The chips at a seat.
impl Table {
    /// The amounts that a seat may take off the table: its chips, less the fees due when betting closes, and less what the round
    /// in progress paid it, which a void would take back.
    pub(crate) fn cash_outs(&self, seat: Seat) -> Values {
        let tied = |round| self.fees_due(round, seat)?.plus(paid_by(round, seat)?);
        let free = self.round().map_or(Ok(Cents::ZERO), tied).and_then(|tied| self.state.chips.at(seat).minus(tied));
        Values::up_to(free.unwrap_or(Cents::ZERO))
    }

    /// The most that each bet of a wager may be at a seat.
    pub(crate) fn most_staked(&self, round: &Round, seat: Seat, wager: Wager) -> Result<Cents, Overflow> {
        Ok(self.stakes_from(round, seat, wager)?.shared_by(wager.bets().len()))
    }

    /// The most that a seat can put on a wager in all: its chips and the stake that lies there already, less the fees.
    pub(crate) fn stakes_from(&self, round: &Round, seat: Seat, wager: Wager) -> Result<Cents, Overflow> {
        let lies = self.costs(wager, round.at(seat).bets.stake(wager).unwrap_or(Cents::ZERO))?;
        let is_base = wager == self.rules.base_wager();
        let fees = if is_base { self.player_fee()? } else { self.fees_due(round, seat)? };
        Ok(self.state.chips.at(seat).plus(lies)?.minus(fees)?.max(Cents::ZERO))
    }

    /// The cost of a wager in all, given each of its bets.
    pub(crate) fn costs(&self, wager: Wager, each: Cents) -> Result<Cents, Overflow> {
        each.times(i64::try_from(wager.bets().len()).map_err(|_| Overflow)?)
    }

    /// The most that the player-dealer may put up, less the fee.
    pub(crate) fn most_banked(&self, round: &Round) -> Result<Cents, Overflow> {
        let Some(bank) = round.bank else { return Ok(Cents::ZERO) };
        let fee = self.fees().map_or(Cents::ZERO, |fees| fees.per_banked_hand);
        self.state.chips.at(bank.seat).plus(bank.stake)?.minus(fee)
    }

    /// How many chips a seat lacks for a decision, if it lacks any.
    pub(crate) fn decision_lacks(&self, amount: Cents, seat: Seat, decision: Decision) -> Option<Cents> {
        let lacks = amount.minus(self.state.chips.at(seat)).ok().filter(|lacks| *lacks > Cents::ZERO);
        lacks.filter(|_| decision.gains() < 0)
    }

    /// The refusal of another decision in place of the one that a seat made, where the seat lacks the chips for it, or the rack
    /// those to hand back the wagers of a hand that folded.
    pub(crate) fn correction_lacks(
        &self,
        round: &Round,
        seat: Seat,
        bet: Bet,
        (from, to): (Decision, Decision),
    ) -> Result<Option<Rejection>, Overflow> {
        let undone = round.moved(&self.rules, seat, bet, from)?;
        let made = round.moved_after(&self.rules, seat, bet, from, to)?;
        let gains = made.times(to.gains())?.minus(undone.times(from.gains())?)?;
        let left = self.state.chips.at(seat).plus(gains)?;
        if left < Cents::ZERO {
            return Ok(Some(Rejection::new(Code::NotEnoughChips).missing(left.times(-1)?)));
        }
        let handed_back = if from == Decision::Fold { undone } else { Cents::ZERO };
        Ok(self.rack_lacks(handed_back).map(|missing| Rejection::new(Code::RackTooLow).missing(missing)))
    }

    /// The fees that a seat pays when betting closes.
    pub(crate) fn fees_due(&self, round: &Round, seat: Seat) -> Result<Cents, Overflow> {
        if round.phase != Phase::Betting {
            return Ok(Cents::ZERO);
        }
        match round.bank {
            Some(bank) if bank.seat == seat => Ok(self.fees().map_or(Cents::ZERO, |fees| fees.per_banked_hand)),
            Some(_) | None if round.at(seat).bets.stake(self.rules.base_wager()).is_some() => self.player_fee(),
            Some(_) | None => Ok(Cents::ZERO),
        }
    }

    /// The fee that a player pays for the base wager's bets.
    pub(crate) fn player_fee(&self) -> Result<Cents, Overflow> {
        self.costs(self.rules.base_wager(), self.fees().map_or(Cents::ZERO, |fees| fees.per_bet))
    }

    pub(crate) fn fees(&self) -> Option<Fees> {
        match self.rules.base {
            BaseRules::California { fees, .. } => Some(fees),
            BaseRules::LetItRide { .. } | BaseRules::Stud235 { .. } | BaseRules::CrissCross { .. } => None,
        }
    }
}

/// The winnings, awards and bonuses that a round has paid a seat.
fn paid_by(round: &Round, seat: Seat) -> Result<Cents, Overflow> {
    let spot = round.at(seat);
    let awards = round.awards.iter().filter(|award| award.seat == seat && award.last == Some(AwardStep::Validate));
    let awarded = awards.filter_map(|award| award.amount).map(|amount| amount.paid);
    Cents::sum(spot.bets.iter().map(|record| record.won()).chain(awarded).chain([spot.bonuses]))
}

/// The chips in the rack.
impl Table {
    /// How far the rack is on its way to being open. Chips that are worth nothing need no counting.
    #[must_use]
    pub fn rack_state(&self) -> RackState {
        if self.is_training() { RackState::Open } else { self.state.inventory.rack() }
    }

    /// Whether the dealer sells chips: the rack is counted, and not closed yet.
    pub(crate) fn sells_chips(&self) -> bool {
        matches!(self.rack_state(), RackState::Open | RackState::Closing)
    }

    /// The amounts that may be bought in at once: no less than a chip is worth, and no more than the rack can give.
    pub(crate) fn buy_ins(&self) -> Values {
        if self.is_training() {
            return Values::up_to(Cents::BUY_IN_MAX);
        }
        let least = Denomination::Quarter.cents();
        Values::between(least, self.rack_free().min(Cents::BUY_IN_MAX)).unwrap_or(Values::Nothing)
    }

    /// The chips that the rack can give now: all it holds, less the most that the wheels in waiting may cost.
    pub(crate) fn rack_free(&self) -> Cents {
        let kept = self.round().map_or(Ok(Cents::ZERO), |round| self.most_spun(round, round.spins));
        kept.and_then(|kept| self.state.chips.rack().minus(kept)).unwrap_or(Cents::ZERO)
    }

    /// How much the rack lacks to give this, if it lacks any. At a training table it never does.
    pub(crate) fn rack_lacks(&self, amount: Cents) -> Option<Cents> {
        let lacks = amount.minus(self.rack_free()).ok().filter(|lacks| *lacks > Cents::ZERO);
        lacks.filter(|_| amount > Cents::ZERO && !self.is_training())
    }

    /// The results of a seat's hand.
    pub(crate) fn settlement_of(&self, holding: &Holding, settle: Settle) -> Result<Settlement, Overflow> {
        let mut settlement = Settlement::default();
        settle(&self.rules, holding, &mut settlement)?;
        Ok(settlement)
    }

    /// The chips that the rack needs to settle a seat and to pay the wheels that the seat's hand starts.
    pub(crate) fn settlement_needs(
        &self,
        round: &Round,
        seat: Seat,
        holding: &Holding,
        settlement: &Settlement,
    ) -> Result<Cents, Overflow> {
        if self.is_california() {
            return Ok(Cents::ZERO);
        }
        let mut needs = self.most_spun(round, round.spins_of(seat, holding))?;
        for result in settlement.results.iter().filter(|result| holding.bets.live(result.bet).is_some()) {
            needs = needs.plus(result.win)?;
            // A bet on the layout that loses comes into the rack; one that was collected is handed back out of it.
            needs = if round.is_collected(result.bet) {
                needs.plus(result.back)?
            } else {
                needs.minus(result.stake.minus(result.back)?)?
            };
        }
        Ok(needs)
    }

    /// How much the rack lacks for the payment that is next, or for the void that waits for a second person. The table waits
    /// for a fill.
    #[must_use]
    pub fn rack_lacking(&self) -> Option<Cents> {
        let round = self.round()?;
        match round.proposal {
            Some(Pending { proposal: Proposal::Void, .. }) => self.void_lacks(round),
            _ => self.payment_lacks(round),
        }
    }

    /// How much the rack lacks for the payment that is next.
    pub(crate) fn payment_lacks(&self, round: &Round) -> Option<Cents> {
        match round.phase {
            Phase::SettlingFirst { seat } => self.payout_lacks(round, seat, self.spec().settle_first?),
            Phase::Settling { seat } if round.face_down(seat, self.spec()).is_empty() => {
                self.payout_lacks(round, seat, self.spec().settle)
            }
            Phase::PayingEnvy => self.rack_lacks(self.envy_due(round).ok()?),
            Phase::Frozen { .. } => self.void_lacks(round),
            _ => None,
        }
    }

    /// How much the rack lacks to pay a hand that lies open.
    fn payout_lacks(&self, round: &Round, seat: Seat, settle: Settle) -> Option<Cents> {
        let holding = round.holding(seat, &Cards::new());
        let settlement = self.settlement_of(&holding, settle).ok()?;
        self.rack_lacks(self.settlement_needs(round, seat, &holding, &settlement).ok()?)
    }

    /// The most that wheels may have to be paid out of the rack. What waits for validation is paid later.
    fn most_spun(&self, round: &Round, waiting: Short<Spin, 6>) -> Result<Cents, Overflow> {
        let mut most = Cents::ZERO;
        for spin in waiting.iter() {
            let Some(wheel) = self.wheel_of(round, spin) else { continue };
            let mut of_wheel = Cents::ZERO;
            for segment in &wheel.segments {
                of_wheel = of_wheel.max(self.stop_pays(round, spin, segment)?);
            }
            most = most.plus(of_wheel)?;
        }
        Ok(most)
    }

    /// The chips that a stop of a wheel costs the rack, for the spinner and for the others.
    fn stop_pays(&self, round: &Round, spin: Spin, segment: &WheelSegment) -> Result<Cents, Overflow> {
        let (bet, wager) = spin.decides();
        let stake_of = |seat| round.at(seat).bets.stake(wager).unwrap_or(Cents::ZERO);
        let own = spins::spinner_result(&self.rules, spin, stake_of(spin.seat()), segment.line)?;
        let mut pays = own.map_or(Ok(Cents::ZERO), |result| result.win.plus(result.back))?;
        for other in round.with_bet(bet).iter().filter(|other| *other != spin.seat()) {
            let award = spins::community_award(&self.rules, spin, segment, stake_of(other));
            pays = pays.plus(award.map_or(Cents::ZERO, |(amount, _)| amount))?;
        }
        Ok(pays)
    }

    /// The sum of all envy bonuses that are due.
    pub(crate) fn envy_due(&self, round: &Round) -> Result<Cents, Overflow> {
        let mut due = Ok(Cents::ZERO);
        round.each_envy(&self.rules, |_, _, row| {
            if let Pay::Flat(amount) = row.pay {
                due = due.and_then(|due: Cents| due.plus(amount));
            }
        });
        due
    }

    /// How much the rack lacks to hand back everything of a round that is void, if it lacks any.
    pub(crate) fn void_lacks(&self, round: &Round) -> Option<Cents> {
        let lacks = self.void_needs(round).and_then(|needs| needs.minus(self.state.chips.rack())).ok()?;
        (lacks > Cents::ZERO && !self.is_training()).then_some(lacks)
    }

    /// The chips that a void takes out of the rack in all: less than nothing where it brings chips back.
    fn void_needs(&self, round: &Round) -> Result<Cents, Overflow> {
        if self.is_california() {
            return Ok(Cents::ZERO);
        }
        let mut needs = Cents::ZERO;
        for seat in Seat::first(self.rules.seats) {
            let spot = round.at(seat);
            for record in spot.bets.iter() {
                if !round.lies_on_layout(&record) {
                    needs = needs.plus(record.still_held()?)?;
                }
                needs = needs.minus(record.won())?;
            }
            needs = needs.minus(spot.bonuses)?;
        }
        Ok(needs)
    }
}
