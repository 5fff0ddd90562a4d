//! Settlement from the dealer's right, the wheels, envy, awards that wait for validation, and the cleared layout.

use super::{Asked, Decided};
use crate::actor::Actor;
use crate::bets::{AwardSource, BetStatus};
use crate::clause::ClauseId;
use crate::command::AwardStep;
use crate::event::{AwardAmount, BonusKind, Event};
use crate::game::{Seat, SeatSet};
use crate::games::{Holding, Spin, spins};
use crate::layout::Cards;
use crate::money::Cents;
use crate::rejection::{Code, Rejection};
use crate::round::{Award, Phase, Round};
use crate::rules::WheelRules;
use crate::settlement::Settlement;
use crate::values::Values;
use crate::wager::Bet;

impl Asked<'_> {
    pub(super) fn settle(&self, cards: &Cards, events: &mut Vec<Event>) -> Decided {
        self.dealer()?;
        let round = self.round()?;
        let spec = self.table.spec();
        let (seat, hidden, settle) = match (round.phase, spec.settle_first) {
            (Phase::SettlingFirst { seat }, Some(settle)) => (seat, Vec::new(), settle),
            (Phase::Settling { seat }, _) => (seat, round.face_down(seat, spec), spec.settle),
            _ => return Err(Rejection::new(Code::WrongPhase).by(spec.clauses.settle_order)),
        };
        let turns = !hidden.is_empty();
        self.turn_spots(round, hidden.into_iter(), cards, events)?;
        let holding = round.holding(seat, cards);
        let settlement = self.table.settlement_of(&holding, settle)?;
        let needs = self.table.settlement_needs(round, seat, &holding, &settlement)?;
        match self.table.rack_lacks(needs) {
            None => self.settle_seat(round, seat, &holding, &settlement, events),
            // The hand is open for all to see, and is paid once a fill has come.
            Some(missing) if turns => events.push(Event::PayoutWaits { seat, missing }),
            Some(missing) => return Err(Rejection::new(Code::RackTooLow).missing(missing)),
        }
        Ok(())
    }

    fn settle_seat(
        &self,
        round: &Round,
        seat: Seat,
        holding: &Holding,
        settlement: &Settlement,
        events: &mut Vec<Event>,
    ) {
        for result in settlement.results.iter() {
            // Bets withdrawn or folded ended at their own time; only live ones are settled now.
            if holding.bets.live(result.bet).is_none() {
                continue;
            }
            events.push(Event::BetSettled { seat, result, from_layout: !round.is_collected(result.bet) });
            if let (Some(source), Some(clause)) = (result.award, result.clause) {
                events.push(award_hit(seat, result.bet, source, clause, holding));
            }
        }
        if let Some(cap) = settlement.cap {
            events.push(Event::PayoutCapped { seat, cap });
        }
        events.push(Event::SeatSettled { seat });
    }

    pub(super) fn draw_hot_spot(&self, seat: Seat, events: &mut Vec<Event>) -> Decided {
        if self.actor != Actor::Wheel {
            return Err(Code::WrongActor.into());
        }
        let round = self.round()?;
        if round.phase != Phase::DrawingHotSpot {
            return Err(Code::WrongPhase.into());
        }
        let bettors = round.with_live(Bet::BonusSpinXtremeProgressive);
        if !bettors.contains(seat) {
            return Err(Rejection::new(Code::NoSuchSeat).accepting(Values::Seats(bettors)));
        }
        events.push(Event::HotSpotDrawn { seat });
        Ok(())
    }

    pub(super) fn stop_wheel(&self, segment: u8, events: &mut Vec<Event>) -> Decided {
        if self.actor != Actor::Wheel {
            return Err(Code::WrongActor.into());
        }
        let round = self.round()?;
        let (spin, wheel) = self.table.waiting_spin(round).ok_or(Code::WrongPhase)?;
        let Some(stop) = wheel.segments.get(usize::from(segment)) else {
            let last = u8::try_from(wheel.segments.len().saturating_sub(1)).unwrap_or(u8::MAX);
            return Err(Rejection::new(Code::NoSuchSegment).accepting(Values::Count { min: 0, max: last }));
        };
        let (bet, wager) = spin.decides();
        let seat = spin.seat();
        let stake = round.at(seat).bets.stake(wager).unwrap_or(Cents::ZERO);
        if let Some(result) = spins::spinner_result(&self.table.rules, spin, stake, stop.line)? {
            events.push(Event::BetSettled { seat, result, from_layout: !round.is_collected(bet) });
            if let Some(source) = result.award {
                let holding = round.holding(seat, &Cards::new());
                events.push(award_hit(seat, bet, source, stop.line.clause, &holding));
            }
        }
        let others: SeatSet = round.with_bet(bet).iter().filter(|other| *other != seat).collect();
        for other in others.iter().rev() {
            let stake = round.at(other).bets.stake(wager).unwrap_or(Cents::ZERO);
            if let Some((amount, clause)) = spins::community_award(&self.table.rules, spin, stop, stake) {
                let kind = BonusKind::Community;
                events.push(Event::BonusPaid { seat: other, kind, from: seat, amount, clause });
            }
        }
        events.push(Event::WheelStopped { segment });
        Ok(())
    }

    pub(super) fn pay_envy(&self, events: &mut Vec<Event>) -> Decided {
        self.dealer()?;
        let round = self.round()?;
        if round.phase != Phase::PayingEnvy {
            return Err(Code::WrongPhase.into());
        }
        if let Some(missing) = self.table.rack_lacks(self.table.envy_due(round)?) {
            return Err(Rejection::new(Code::RackTooLow).missing(missing));
        }
        round.each_envy(&self.table.rules, |seat, from, row| {
            if let crate::paytable::Pay::Flat(amount) = row.pay {
                events.push(Event::BonusPaid { seat, kind: BonusKind::Envy, from, amount, clause: row.clause });
            }
        });
        events.push(Event::EnvyPaid);
        Ok(())
    }

    pub(super) fn verify_award(&self, seat: Seat, bet: Bet, step: AwardStep, events: &mut Vec<Event>) -> Decided {
        let by = match (self.actor, step) {
            (Actor::Dealer(staff), AwardStep::Hand | AwardStep::Light)
            | (Actor::Floorperson(staff), AwardStep::Validate | AwardStep::Refuse) => staff,
            _ => return Err(Rejection::new(Code::WrongActor).by(VALIDATION)),
        };
        let award = due_award(self.round()?, seat, bet, step)?;
        if award.takes_two(&self.table.rules, step) {
            return Err(Rejection::new(Code::SecondPersonNeeded).by(VALIDATION));
        }
        let (source, amount) = (award.source, award.amount);
        events.push(Event::AwardVerified { seat, bet, step, source, amount, by, with: None });
        Ok(())
    }

    pub(super) fn clear_table(&self, events: &mut Vec<Event>) -> Decided {
        self.dealer()?;
        let round = self.round()?;
        let clause = self.table.spec().clauses.clear;
        if round.phase != Phase::Settled {
            return Err(Rejection::new(Code::WrongPhase).by(clause));
        }
        if !round.awards_resolved() {
            return Err(Rejection::new(Code::AwardNotReady).by(VALIDATION));
        }
        if let Some(bank) = round.bank {
            events.push(Event::BankReturned { seat: bank.seat, amount: bank.holds });
        }
        events.push(Event::RoundCleared { at: self.at });
        Ok(())
    }
}

/// A floorperson validates every meter or prize award, in all games (I-21).
pub(crate) const VALIDATION: ClauseId = ClauseId::new("S235-11-D-5-c");

/// An award of a seat for which this step is due.
pub(super) fn due_award(round: &Round, seat: Seat, bet: Bet, step: AwardStep) -> Result<Award, Rejection> {
    if round.is_held() {
        return Err(Code::WrongPhase.into());
    }
    let Some(award) = round.award(seat, bet) else { return Err(Code::NoSuchAward.into()) };
    if award.admits(step) { Ok(award) } else { Err(Rejection::new(Code::AwardNotReady).by(VALIDATION)) }
}

fn award_hit(seat: Seat, bet: Bet, source: AwardSource, clause: ClauseId, holding: &Holding) -> Event {
    let amount = match source {
        AwardSource::Meter { .. } => None,
        AwardSource::Prize(paid) => Some(AwardAmount::prize(paid)),
    };
    let hand = holding.own.iter().chain(holding.community.iter()).collect();
    Event::AwardHit { seat, bet, source, clause, amount, hand }
}

impl crate::table::Table {
    /// The wheel that waits for its stop, with its segments and weights.
    #[must_use]
    pub fn waiting_wheel(&self) -> Option<&WheelRules> {
        self.waiting_spin(self.round()?).map(|(_, wheel)| wheel)
    }

    /// Which spin that is; no other of its round is the same.
    #[must_use]
    pub fn spin(&self) -> Option<Spin> {
        self.waiting_spin(self.round()?).map(|(spin, _)| spin)
    }

    /// The spin that waits for its stop, and its wheel.
    pub(crate) fn waiting_spin(&self, round: &Round) -> Option<(Spin, &WheelRules)> {
        let spin = match round.phase {
            Phase::Spinning { .. } => round.spins.get(0)?,
            _ => return None,
        };
        Some((spin, self.wheel_of(round, spin)?))
    }

    /// The wheel of a spin, unless its bet was forfeited.
    pub(crate) fn wheel_of(&self, round: &Round, spin: Spin) -> Option<&WheelRules> {
        let (bet, _) = spin.decides();
        let stake = round.at(spin.seat()).bets.of(bet).filter(|bet| bet.status != BetStatus::Forfeited)?.stake;
        spin.wheel(&self.rules, stake)
    }
}
