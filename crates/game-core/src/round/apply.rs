//! What each event does to a round. Nothing here can fail or refuse: that was decided before the event existed.

use super::decisions::Made;
use super::{Award, Bank, Difference, Fed, Pending, Phase, Round};
use crate::bets::{BetResult, BetStatus, Outcome};
use crate::card::Card;
use crate::command::{AwardStep, Proposal};
use crate::event::Event;
use crate::game::{Millis, PlayerId, Seat};
use crate::games::coverage_used;
use crate::layout::{Cards, Short, Slot, Spot};
use crate::money::Cents;
use crate::rules::Rules;
use crate::wager::{Bet, Wager};

impl Round {
    /// Applies an event that happened within this round.
    pub(crate) fn apply(
        &mut self,
        rules: &Rules,
        players: &[Option<PlayerId>; Seat::MAX],
        stub_due: bool,
        event: &Event,
    ) {
        match *event {
            Event::BankDeclined { .. } => self.pass_bank(),
            Event::BankAccepted { seat } => {
                self.bank = Some(Bank {
                    seat,
                    stake: Cents::ZERO,
                    coverage: Cents::ZERO,
                    holds: Cents::ZERO,
                    fee: Cents::ZERO,
                });
                self.phase = Phase::Betting;
            }
            Event::BankPlaced { amount, .. } => self.place_bank(amount),
            Event::WagerPlaced { seat, wager, amount, .. } => self.place(players, seat, wager, amount),
            Event::WagerRemoved { seat, wager, .. } => self.remove(seat, wager),
            Event::ShuffleCommitted { commitment, .. } => self.commitment = Some(commitment),
            Event::BetsClosed { .. } => self.close_bets(rules),
            Event::FeeCharged { seat, amount } => self.charge(seat, amount),
            Event::CountDiffered { wager, counted, accepted, .. } => {
                self.difference = Some(Difference { wager, counted, accepted });
            }
            Event::CountResolved { seat, wager, .. } => self.resolve_count(seat.is_some(), wager),
            Event::WagersLocked { .. } => self.collected(rules, None),
            Event::WagersCollected { wager, .. } => self.collected(rules, Some(wager)),
            Event::MeterFed { meter, amount, overflow, reserve, .. } => {
                self.fed.push(Fed { meter, amount, overflow, reserve });
            }
            Event::CardDealt { spot, card, .. } => {
                self.put(spot, Slot::Down(card));
                self.dealt += 1;
            }
            Event::CardRepeated { spot, card } => self.halt(spot, Some(card)),
            Event::CardUnread { spot } => self.halt(spot, None),
            Event::CardCorrected { spot, card, was, at, .. } => match was {
                Some(was) => self.correct_face(rules, spot, was, card, at),
                None => self.correct(spot, card),
            },
            Event::CardSetAside { card } => self.set_aside_face_up(card),
            Event::DealCompleted { at } => self.complete_deal(rules, stub_due, at),
            Event::StubCounted { at, .. } => {
                if !self.resume(at) {
                    self.enter_stage(rules, 0, at);
                }
            }
            Event::DeckDoubted { .. } => self.doubt(),
            Event::Decided { seat, bet, decision, amount, at, .. } => {
                self.decided(rules, seat, at, Made { bet, decision, amount });
            }
            Event::DecisionCorrected { seat, bet, from, to, amount, .. } => {
                self.correct_decision(seat, from, Made { bet, decision: to, amount });
            }
            Event::CardTurned { spot, card } => self.put(spot, Slot::Up(card)),
            Event::TurnCompleted { at } => {
                if let Phase::Turning { stage } = self.phase {
                    self.enter_stage(rules, usize::from(stage) + 1, at);
                }
            }
            Event::HotSpotDrawn { seat } => {
                self.hot_spot = Some(seat);
                self.settle_next(rules, self.to_settle().highest());
            }
            Event::BetSettled { seat, result, .. } => self.settled(seat, &result),
            Event::AwardHit { seat, bet, source, amount, .. } => {
                self.awards.push(Award { seat, bet, source, amount, last: None });
            }
            Event::SeatSettled { seat } => self.seat_settled(rules, seat),
            Event::WheelStopped { .. } => self.spin_over(rules),
            Event::BonusPaid { seat, amount, .. } => self.bonus(seat, amount),
            Event::EnvyPaid => self.phase = Phase::Settled,
            Event::AwardVerified { seat, bet, step, .. } => self.verify_award(seat, bet, step),
            Event::RoundFrozen { cause, reported_by, .. } => {
                self.paused = Short::new();
                self.phase = Phase::Frozen { cause, reported_by };
            }
            Event::Forfeited { seat, at, .. } => self.forfeit(rules, seat, at),
            Event::Proposed { proposal, by, at } => self.propose(Pending { proposal, by, since: at }),
            Event::ProposalApproved { .. } => self.proposal = None,
            Event::ProposalDropped { at, .. } => self.drop_proposal(at),
            Event::BetRefunded { seat, bet, .. } => self.at_mut(seat).bets.mark(bet, BetStatus::Refunded),
            // These end the round or leave it as it is; the table takes them.
            Event::Procedure(_)
            | Event::Inventory(_)
            | Event::WagerFlagged { .. }
            | Event::PlayerSeated { .. }
            | Event::PlayerLeft { .. }
            | Event::PlayerAway { .. }
            | Event::PlayerBack { .. }
            | Event::BoughtIn { .. }
            | Event::ChipsBrought { .. }
            | Event::PayoutWaits { .. }
            | Event::ChipsTaken { .. }
            | Event::ChipsMoved { .. }
            | Event::RoundOpened { .. }
            | Event::NoBank
            | Event::RoundCancelled { .. }
            | Event::DealStarted { .. }
            | Event::StubReported { .. }
            | Event::PayoutCapped { .. }
            | Event::FeeRefunded { .. }
            | Event::BonusReversed { .. }
            | Event::AwardReversed { .. }
            | Event::MeterFeedReversed { .. }
            | Event::MeterFeedFunded { .. }
            | Event::WagerSuspended { .. }
            | Event::WagerResumed { .. }
            | Event::RulesAdopted { .. }
            | Event::SwitchedOff { .. }
            | Event::SwitchedOn { .. }
            | Event::BankReturned { .. }
            | Event::RoundVoided { .. }
            | Event::RoundCleared { .. } => {}
        }
    }

    fn pass_bank(&mut self) {
        if let Phase::BankOffer { to } = self.phase {
            self.phase = Phase::BankOffer { to: to.iter().skip(1).collect() };
        }
    }

    fn place_bank(&mut self, amount: Cents) {
        if let Some(bank) = &mut self.bank {
            (bank.stake, bank.coverage, bank.holds) = (amount, amount, amount);
        }
    }

    fn place(&mut self, players: &[Option<PlayerId>; Seat::MAX], seat: Seat, wager: Wager, amount: Cents) {
        let spot = self.at_mut(seat);
        spot.player = players[seat.index()];
        for bet in wager.bets() {
            spot.bets.put(*bet, amount);
        }
    }

    fn remove(&mut self, seat: Seat, wager: Wager) {
        for bet in wager.bets() {
            self.at_mut(seat).bets.take(*bet);
        }
    }

    fn charge(&mut self, seat: Seat, amount: Cents) {
        match &mut self.bank {
            Some(bank) if bank.seat == seat => bank.fee = amount,
            Some(_) | None => self.at_mut(seat).fees = amount,
        }
    }

    fn collected(&mut self, rules: &Rules, wager: Option<Wager>) {
        if let Some(wager) = wager {
            self.collected.push(wager);
        }
        if let Phase::Collecting(step) = self.phase {
            self.phase = self.next_collection(rules, Some(step));
        }
    }

    /// A difference is explained once it is said how, or once as many wagers are struck out as chips were missing.
    fn resolve_count(&mut self, struck: bool, wager: Wager) {
        if !struck || self.difference.is_some_and(|difference| self.accepted(wager) <= difference.counted) {
            self.difference = None;
        }
    }

    fn put(&mut self, spot: Spot, slot: Slot) {
        if let Some(card) = slot.card() {
            self.out.insert(card);
        }
        let place = match spot {
            Spot::Own { seat, place } => self.boxes[seat.index()].cards.get_mut(usize::from(place)),
            Spot::Community(place) => self.community.get_mut(usize::from(place)),
            Spot::SixCardBox(place) => self.six_card_box.get_mut(usize::from(place)),
            Spot::Discard => {
                self.set_aside.push(slot);
                None
            }
        };
        if let Some(place) = place {
            *place = slot;
        }
    }

    /// Nobody knows what lies on the spot: the round waits for people.
    fn halt(&mut self, spot: Spot, read: Option<Card>) {
        self.put(spot, Slot::Down(None));
        self.dealt += 1;
        self.in_doubt.push((spot, read));
        self.phase = Phase::Halted;
    }

    fn correct(&mut self, spot: Spot, card: Card) {
        if spot == Spot::Discard {
            // The unknown card already lies among those set aside.
            self.out.insert(card);
        } else {
            self.put(spot, Slot::Down(Some(card)));
        }
        self.in_doubt = self.in_doubt.iter().skip(1).collect();
        if self.in_doubt.is_empty() {
            self.phase = Phase::Dealing;
        }
    }

    /// Another card lies on the spot than was on record; the round goes on where it was.
    fn correct_face(&mut self, rules: &Rules, spot: Spot, was: Card, card: Card, at: Millis) {
        let lies_up = self.slot(spot).face_up().is_some();
        self.out.remove(was);
        self.put(spot, if lies_up { Slot::Up(card) } else { Slot::Down(Some(card)) });
        self.resume(at);
        self.settle_anew(rules);
    }

    fn propose(&mut self, pending: Pending) {
        self.proposal = Some(pending);
        if let Proposal::CorrectFace { .. } = pending.proposal {
            self.pause(Phase::Halted);
        }
    }

    fn drop_proposal(&mut self, at: Millis) {
        let dropped = self.proposal.take();
        if let Some(Pending { proposal: Proposal::CorrectFace { .. }, .. }) = dropped {
            self.resume(at);
        }
    }

    /// Holds the round until people have looked at it.
    fn pause(&mut self, with: Phase) {
        self.paused.push(self.phase);
        self.phase = with;
    }

    /// Lets the round go on where it was held, if it was. Nobody's time to decide has run meanwhile.
    fn resume(&mut self, at: Millis) -> bool {
        let Some(last) = self.paused.len().checked_sub(1) else { return false };
        let Some(phase) = self.paused.get(last) else { return false };
        self.paused = self.paused.iter().take(last).collect();
        self.phase = match phase {
            Phase::Deciding { stage, seat, since } => Phase::Deciding { stage, seat, since: since.max(at) },
            phase => phase,
        };
        true
    }

    /// The deck may not be whole: the dealer counts, now or when a correction that waits is decided.
    fn doubt(&mut self) {
        match self.phase {
            Phase::CountingStub => {}
            Phase::Halted => {
                self.paused.push(Phase::CountingStub);
            }
            _ => self.pause(Phase::CountingStub),
        }
    }

    fn set_aside_face_up(&mut self, card: Card) {
        self.out.insert(card);
        self.set_aside.push(Slot::Up(card));
        self.face_up_found += 1;
    }

    fn complete_deal(&mut self, rules: &Rules, stub_due: bool, at: Millis) {
        if stub_due {
            self.phase = Phase::CountingStub;
        } else {
            self.enter_stage(rules, 0, at);
        }
    }

    fn settled(&mut self, seat: Seat, result: &BetResult) {
        let BetResult { bet, outcome, win, back, .. } = *result;
        self.at_mut(seat).bets.mark(bet, BetStatus::Settled { outcome, win, back });
        if let Some(bank) = &mut self.bank {
            let used = coverage_used(result).unwrap_or(Cents::ZERO);
            bank.coverage = bank.coverage.minus(used).unwrap_or(Cents::ZERO);
            bank.holds = match outcome {
                Outcome::Win => bank.holds.minus(win),
                Outcome::Lose => bank.holds.plus(used),
                Outcome::Push | Outcome::Withdrawn | Outcome::Folded | Outcome::Returned => Ok(bank.holds),
            }
            .unwrap_or(bank.holds);
        }
    }

    fn seat_settled(&mut self, rules: &Rules, seat: Seat) {
        if matches!(self.phase, Phase::SettlingFirst { .. }) {
            self.after_first_pass(rules, seat);
        } else {
            self.at_mut(seat).settled = true;
            self.spins = self.spins_of(seat, &self.holding(seat, &Cards::new()));
            self.after_seat(rules, seat);
        }
    }

    fn spin_over(&mut self, rules: &Rules) {
        let seat = self.spins.get(0).map(crate::games::Spin::seat);
        self.spins = self.spins.iter().skip(1).collect();
        if let Some(seat) = seat {
            self.after_seat(rules, seat);
        }
    }

    fn bonus(&mut self, seat: Seat, amount: Cents) {
        let spot = self.at_mut(seat);
        spot.bonuses = spot.bonuses.plus(amount).unwrap_or(spot.bonuses);
    }

    fn verify_award(&mut self, seat: Seat, bet: Bet, step: AwardStep) {
        for award in self.awards.iter_mut().filter(|award| award.seat == seat && award.bet == bet) {
            award.last = Some(step);
        }
    }

    fn forfeit(&mut self, rules: &Rules, seat: Seat, at: Millis) {
        let spot = self.at_mut(seat);
        spot.forfeited = true;
        for record in spot.bets.iter().filter(|record| record.status == BetStatus::Live).collect::<Vec<_>>() {
            spot.bets.mark(record.bet, BetStatus::Forfeited);
        }
        match self.phase {
            Phase::Deciding { stage, seat: turn, .. } if turn == seat => self.pass_turn(rules, stage, seat, at),
            Phase::SettlingFirst { seat: turn } if turn == seat => self.after_first_pass(rules, seat),
            Phase::Settling { seat: turn } if turn == seat => self.after_seat(rules, seat),
            Phase::Turning { stage } => self.enter_stage(rules, usize::from(stage), at),
            Phase::DrawingHotSpot if self.with_live(Bet::BonusSpinXtremeProgressive).is_empty() => {
                self.settle_next(rules, self.to_settle().highest());
            }
            _ => {}
        }
    }
}
