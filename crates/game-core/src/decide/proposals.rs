//! What two people must agree on: voids at discretion, corrections and forfeits. One proposes, another approves in time.

use super::settling::due_award;
use super::{Asked, Decided};
use crate::actor::Actor;
use crate::bets::{BetRecord, BetStatus};
use crate::card::Card;
use crate::command::{ForfeitCause, Proposal};
use crate::decision::Decision;
use crate::event::{Event, VoidCause};
use crate::game::{Millis, Seat};
use crate::layout::Spot;
use crate::money::Cents;
use crate::rejection::{Code, Rejection};
use crate::round::{Award, Pending, Phase, Round};
use crate::values::Values;
use crate::wager::Bet;

impl Asked<'_> {
    pub(super) fn propose(&self, proposal: Proposal, events: &mut Vec<Event>) -> Decided {
        let by = self.floorperson()?;
        match proposal {
            Proposal::Forfeit { seat, .. } | Proposal::CorrectDecision { seat, .. } => self.existing(seat)?,
            Proposal::CorrectFace { spot: Spot::Own { seat, .. }, .. } => self.existing(seat)?,
            Proposal::Void | Proposal::CorrectCard { .. } | Proposal::CorrectFace { .. } | Proposal::Award { .. } => {}
        }
        let round = self.round()?;
        if round.proposal.is_some() {
            return Err(Code::OutOfOrder.into());
        }
        match proposal {
            Proposal::Void => self.may_void(round)?,
            Proposal::CorrectCard { card } => self.may_correct_card(round, card)?,
            Proposal::CorrectFace { spot, card, .. } => self.may_correct_face(round, spot, card)?,
            Proposal::Forfeit { seat, cause } => self.may_forfeit(round, seat, cause)?,
            Proposal::CorrectDecision { seat, decision } => {
                self.correction(round, seat, decision)?;
            }
            Proposal::Award { seat, bet, step } => {
                let award = due_award(round, seat, bet, step)?;
                if !award.takes_two(&self.table.rules, step) {
                    return Err(Code::OutOfOrder.into());
                }
            }
        }
        events.push(Event::Proposed { proposal, by, at: self.at });
        Ok(())
    }

    pub(super) fn approve(&self, events: &mut Vec<Event>) -> Decided {
        let by = self.floorperson()?;
        let round = self.round()?;
        let Some(pending) = round.proposal else { return Err(Code::OutOfOrder.into()) };
        if by == pending.by {
            return Err(Code::SecondPersonNeeded.into());
        }
        if self.at >= pending.ends() {
            return Err(Code::ProposalExpired.into());
        }
        events.push(Event::ProposalApproved { by });
        let (proposed_by, approved_by) = (pending.by, by);
        match pending.proposal {
            Proposal::Void => {
                self.may_void(round)?;
                self.void(round, VoidCause::Discretion, by, events)?;
            }
            Proposal::CorrectCard { card } => {
                let Some((spot, _)) = round.in_doubt.get(0) else { return Err(Code::WrongPhase.into()) };
                if round.out.contains(card) {
                    // Two people saw a card that the shoe read elsewhere: the deck is not what it should be.
                    events.push(self.frozen(VoidCause::DeckError, None));
                    return Ok(());
                }
                let (was, reason, at) = (None, None, self.at);
                events.push(Event::CardCorrected { spot, card, was, reason, proposed_by, approved_by, at });
                if round.in_doubt.len() == 1 && usize::from(round.dealt) == round.script.len() {
                    self.deal_is_over(events);
                }
            }
            Proposal::CorrectFace { spot, card, reason } => {
                let was = round.slot(spot).card();
                if was != Some(card) && round.out.contains(card) {
                    events.push(self.frozen(VoidCause::DeckError, None));
                    return Ok(());
                }
                let (reason, at) = (Some(reason), self.at);
                events.push(Event::CardCorrected { spot, card, was, reason, proposed_by, approved_by, at });
            }
            Proposal::Forfeit { seat, cause } => {
                self.may_forfeit(round, seat, cause)?;
                let lies = |record: &BetRecord| record.status == BetStatus::Live && !round.is_collected(record.bet);
                let amount = Cents::sum(round.at(seat).bets.iter().filter(lies).map(|record| record.stake))?;
                events.push(Event::Forfeited { seat, cause, amount, proposed_by, approved_by, at: self.at });
            }
            Proposal::CorrectDecision { seat, decision: to } => {
                let (bet, from) = self.correction(round, seat, to)?;
                let undone = round.moved(&self.table.rules, seat, bet, from)?;
                let amount = round.moved_after(&self.table.rules, seat, bet, from, to)?;
                events.push(Event::DecisionCorrected { seat, bet, from, undone, to, amount, proposed_by, approved_by });
            }
            Proposal::Award { seat, bet, step } => {
                let Award { source, amount, .. } = due_award(round, seat, bet, step)?;
                let with = Some(proposed_by);
                events.push(Event::AwardVerified { seat, bet, step, source, amount, by, with });
            }
        }
        Ok(())
    }

    pub(super) fn decline(&self, events: &mut Vec<Event>) -> Decided {
        let by = self.floorperson()?;
        if self.round()?.proposal.is_none() {
            return Err(Code::OutOfOrder.into());
        }
        events.push(Event::ProposalDropped { by: Some(by), at: self.at });
        Ok(())
    }

    pub(super) fn expire_proposal(&self, events: &mut Vec<Event>) -> Decided {
        if self.actor != Actor::Clock {
            return Err(Code::WrongActor.into());
        }
        let pending = self.round()?.proposal.ok_or(Code::OutOfOrder)?;
        if self.at < pending.ends() {
            return Err(Code::ClockNotExpired.into());
        }
        events.push(Event::ProposalDropped { by: None, at: self.at });
        Ok(())
    }

    /// Drops what is still proposed when the events end the round, or freeze it, without a word about the proposal.
    pub(super) fn drop_proposal(&self, before: usize, events: &mut Vec<Event>) {
        let Some(Pending { .. }) = self.table.round().and_then(|round| round.proposal) else { return };
        let new = events.get(before..).unwrap_or_default();
        let told = |event: &Event| matches!(event, Event::ProposalApproved { .. } | Event::ProposalDropped { .. });
        let over = |event: &Event| {
            matches!(
                event,
                Event::RoundFrozen { .. }
                    | Event::RoundVoided { .. }
                    | Event::RoundCleared { .. }
                    | Event::RoundCancelled { .. }
                    | Event::NoBank
            )
        };
        if new.iter().any(over) && !new.iter().any(told) {
            events.insert(before, Event::ProposalDropped { by: None, at: self.at });
        }
    }

    fn may_void(&self, round: &Round) -> Decided {
        if round.may_void_at_discretion() { Ok(()) } else { Err(Code::WrongPhase.into()) }
    }

    fn may_correct_card(&self, round: &Round, card: Card) -> Decided {
        if round.phase != Phase::Halted {
            return Err(Code::WrongPhase.into());
        }
        let seen = round.seen();
        if seen.contains(card) {
            return Err(Rejection::new(Code::CardAlreadyOut).accepting(Values::known_cards(1, seen)));
        }
        Ok(())
    }

    fn may_correct_face(&self, round: &Round, spot: Spot, card: Card) -> Decided {
        if self.table.rules.virtual_shoe() {
            // What a virtual shoe deals is bound by what it published, and read by nobody.
            return Err(Code::NotOffered.into());
        }
        if !round.may_correct_face(spot) {
            return Err(Code::WrongPhase.into());
        }
        let seen = round.seen();
        if seen.contains(card) {
            return Err(Rejection::new(Code::CardAlreadyOut).accepting(Values::known_cards(1, seen)));
        }
        Ok(())
    }

    fn may_forfeit(&self, round: &Round, seat: Seat, cause: ForfeitCause) -> Decided {
        let clauses = self.table.spec().clauses;
        let provided = match cause {
            ForfeitCause::Conduct => clauses.conduct,
            ForfeitCause::Abandoned => clauses.abandoned,
        };
        if provided.is_none() {
            return Err(Code::NotOffered.into());
        }
        if cause == ForfeitCause::Abandoned && !self.table.state.away.contains(seat) {
            return Err(Rejection { clause: provided, ..Code::WrongPhase.into() });
        }
        if round.may_forfeit(seat) { Ok(()) } else { Err(Code::WrongPhase.into()) }
    }

    /// The bet whose decision would be put right, and what was entered.
    fn correction(&self, round: &Round, seat: Seat, decision: Decision) -> Result<(Bet, Decision), Rejection> {
        let Some((stage, bet)) = round.open_correction(&self.table.rules, seat) else {
            return Err(Code::WrongPhase.into());
        };
        let point = Round::decision_point(&self.table.rules, stage).ok_or(Code::WrongPhase)?;
        let from = round.at(seat).decisions.iter().next_back().ok_or(Code::WrongPhase)?;
        if from == decision || !point.options.contains(&decision) {
            let others = point.options.iter().copied().filter(|option| *option != from).collect();
            return Err(Rejection::new(Code::DecisionNotPermitted).accepting(Values::Decisions(others)));
        }
        match self.table.correction_lacks(round, seat, bet, (from, decision))? {
            Some(refusal) => Err(refusal.by(point.stays)),
            None => Ok((bet, from)),
        }
    }
}

impl Round {
    /// Whether a decision waits to be put right: until that is decided no further card is turned.
    pub(crate) const fn correction_waits(&self) -> bool {
        matches!(self.proposal, Some(Pending { proposal: Proposal::CorrectDecision { .. }, .. }))
    }

    /// Whether the face on record at a spot can still be put right: a seat's own until the seat is settled, a shared one
    /// until anything is.
    pub(crate) fn may_correct_face(&self, spot: Spot) -> bool {
        let goes_on = matches!(
            self.phase,
            Phase::Dealing
                | Phase::CountingStub
                | Phase::Deciding { .. }
                | Phase::Turning { .. }
                | Phase::SettlingFirst { .. }
                | Phase::DrawingHotSpot
                | Phase::Settling { .. }
                | Phase::Spinning { .. }
        );
        let open = match spot {
            Spot::Own { seat, .. } => !self.at(seat).settled && !self.at(seat).forfeited,
            Spot::Community(_) | Spot::SixCardBox(_) => !self.has_settled_bets(),
            Spot::Discard => false,
        };
        goes_on && open && self.slot(spot).card().is_some()
    }

    pub(crate) fn has_settled_bets(&self) -> bool {
        let settled = |record: BetRecord| matches!(record.status, BetStatus::Settled { .. });
        self.boxes.iter().any(|spot| spot.settled || spot.bets.iter().any(settled))
    }

    /// What may still be agreed to at this moment.
    pub(crate) fn pending_at(&self, at: Millis) -> Option<Pending> {
        self.proposal.filter(|pending| at.0 < pending.ends().0)
    }
}
