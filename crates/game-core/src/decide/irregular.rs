//! Irregularities, and voids.

use super::{Asked, Decided};
use crate::actor::Actor;
use crate::bets::BetStatus;
use crate::clause::ClauseId;
use crate::command::{AwardStep, Irregularity};
use crate::event::{Event, VoidCause};
use crate::game::{Seat, StaffId};
use crate::money::Cents;
use crate::rejection::{Code, Rejection};
use crate::round::{Fed, Phase, Round};
use crate::rules::VoidContribution;

impl Asked<'_> {
    pub(super) fn report(&self, irregularity: Irregularity, events: &mut Vec<Event>) -> Decided {
        let reports = match irregularity {
            Irregularity::ShoeJam | Irregularity::WrongNumberOfCards => {
                matches!(self.actor, Actor::Shoe) || self.actor.is_staff()
            }
            Irregularity::CommunityExposed => self.actor.is_staff(),
        };
        if !reports {
            return Err(Code::WrongActor.into());
        }
        let round = self.round()?;
        if !self.table.rules.irregularities {
            return Err(Code::NotOffered.into());
        }
        if !round.admits_irregularity(irregularity, self.actor) {
            return Err(Code::WrongPhase.into());
        }
        let clauses = &self.table.spec().clauses.irregular;
        let (cause, clause) = match irregularity {
            Irregularity::WrongNumberOfCards => (VoidCause::Misdeal, clauses.misdeal),
            Irregularity::CommunityExposed => (VoidCause::CommunityExposed, clauses.community_exposed),
            Irregularity::ShoeJam => (VoidCause::ShoeFault, clauses.shoe_jam),
        };
        events.push(self.frozen(cause, Some(clause)));
        Ok(())
    }

    /// An irregularity that only a void can follow, and whoever of the staff reported it.
    pub(super) fn frozen(&self, cause: VoidCause, clause: Option<ClauseId>) -> Event {
        Event::RoundFrozen { cause, clause, reported_by: self.actor.staff() }
    }

    pub(super) fn confirm_void(&self, events: &mut Vec<Event>) -> Decided {
        let by = self.floorperson()?;
        let round = self.round()?;
        let Phase::Frozen { cause, reported_by } = round.phase else { return Err(Code::WrongPhase.into()) };
        if reported_by == Some(by) {
            return Err(Code::SecondPersonNeeded.into());
        }
        self.void(round, cause, by, events)
    }

    /// Hands back every wager that was not already handed back and takes back what was paid (I-18).
    pub(super) fn void(&self, round: &Round, cause: VoidCause, by: StaffId, events: &mut Vec<Event>) -> Decided {
        if let Some(missing) = self.table.void_lacks(round) {
            return Err(Rejection::new(Code::RackTooLow).missing(missing));
        }
        for seat in Seat::first(self.table.rules.seats).rev() {
            let spot = round.at(seat);
            for record in spot.bets.iter() {
                let (refund, unpaid) = (record.still_held()?, record.won());
                if refund > Cents::ZERO || unpaid > Cents::ZERO {
                    let bet = record.bet;
                    let from_layout = round.lies_on_layout(&record);
                    events.push(Event::BetRefunded { seat, bet, refund, from_layout, unpaid });
                }
            }
            if spot.bonuses > Cents::ZERO {
                events.push(Event::BonusReversed { seat, amount: spot.bonuses });
            }
            if spot.fees > Cents::ZERO {
                events.push(Event::FeeRefunded { seat, amount: spot.fees });
            }
        }
        for award in round.awards.iter().filter(|award| award.last != Some(AwardStep::Refuse)) {
            let (seat, bet, source, amount) = (award.seat, award.bet, award.source, award.amount);
            events.push(Event::AwardReversed { seat, bet, source, amount });
        }
        for Fed { meter, amount, overflow, reserve } in round.fed.iter() {
            events.push(match self.table.rules.void_contribution {
                VoidContribution::Reverse => Event::MeterFeedReversed { meter, amount, overflow, reserve },
                VoidContribution::HouseFunds => {
                    Event::MeterFeedFunded { meter, amount: amount.plus(overflow)?.plus(reserve)? }
                }
            });
        }
        if let Some(bank) = round.bank {
            if bank.fee > Cents::ZERO {
                events.push(Event::FeeRefunded { seat: bank.seat, amount: bank.fee });
            }
            if bank.stake > Cents::ZERO {
                // Bets refunded above put the bank back to what was staked.
                events.push(Event::BankReturned { seat: bank.seat, amount: bank.stake });
            }
        }
        events.push(Event::RoundVoided { cause, by, at: self.at });
        Ok(())
    }
}

impl Round {
    /// Whether an irregularity can have happened at this point: between the first card and the cleared layout.
    pub(crate) fn admits_irregularity(&self, irregularity: Irregularity, by: Actor) -> bool {
        let dealing = matches!(self.phase, Phase::Dealing | Phase::CountingStub);
        let playing = matches!(self.phase, Phase::Deciding { .. } | Phase::Turning { .. });
        let settling = matches!(
            self.phase,
            Phase::SettlingFirst { .. } | Phase::DrawingHotSpot | Phase::Settling { .. } | Phase::Spinning { .. }
        );
        match irregularity {
            // A card too many often shows only when the hand is turned up.
            Irregularity::WrongNumberOfCards => {
                // The shoe knows of a card that it sent astray, although none is on record.
                let sent = by == Actor::Shoe && self.phase == Phase::Dealing;
                sent || (dealing && self.dealt > 0) || playing || (settling && !self.has_paid_award())
            }
            Irregularity::CommunityExposed => {
                let down = self.community.iter().any(|slot| matches!(slot, crate::layout::Slot::Down(_)));
                (dealing || playing) && down
            }
            Irregularity::ShoeJam => self.method.is_automated() && dealing,
        }
    }

    /// Two people may void a round at any time until an award of it has been paid.
    pub(crate) fn may_void_at_discretion(&self) -> bool {
        !self.is_frozen() && !self.has_paid_award()
    }

    pub(crate) fn has_paid_award(&self) -> bool {
        self.awards.iter().any(|award| award.last == Some(AwardStep::Validate))
    }

    /// Whether a seat still has something to lose by a floorperson's decision.
    pub(crate) fn may_forfeit(&self, seat: Seat) -> bool {
        let spot = self.at(seat);
        let open = matches!(
            self.phase,
            Phase::Dealing
                | Phase::CountingStub
                | Phase::Deciding { .. }
                | Phase::Turning { .. }
                | Phase::SettlingFirst { .. }
                | Phase::DrawingHotSpot
                | Phase::Settling { .. }
        );
        let drawn = self.hot_spot == Some(seat);
        let live = spot.bets.iter().any(|record| record.status == BetStatus::Live);
        open && live
            && self.paused.is_empty()
            && self.seats.contains(seat)
            && !spot.settled
            && !spot.forfeited
            && !drawn
    }
}
