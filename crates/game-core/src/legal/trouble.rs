//! What may be done when something went wrong, or should be undone.

use super::{Asked, Offered};
use crate::actor::Actor;
use crate::command::{AwardStep, Doubt, ForfeitCause, Irregularity, Proposal};
use crate::decide::VALIDATION;
use crate::decision::Decision;
use crate::game::{Seat, StaffId};
use crate::layout::Spot;
use crate::procedure::{DeckId, FULL_DECK};
use crate::round::{Phase, Round};
use crate::values::Values;

impl Asked<'_> {
    pub(super) fn trouble(&mut self, round: &Round) {
        self.irregularities(round);
        if let Actor::Floorperson(staff) = self.actor {
            if let Phase::Frozen { reported_by, .. } = round.phase
                && reported_by != Some(staff)
                && self.table.void_lacks(round).is_none()
            {
                self.offer(Offered::ConfirmVoid, None);
            }
            match round.proposal {
                None => self.proposals(round),
                Some(_) => self.answers(round, staff),
            }
        }
        if self.actor == Actor::Clock && round.proposal.is_some() && round.pending_at(self.at).is_none() {
            self.offer(Offered::ExpireProposal, None);
        }
    }

    fn propose_awards(&mut self, round: &Round) {
        for award in round.awards.iter().filter(|_| !round.is_held()) {
            for step in [AwardStep::Validate, AwardStep::Refuse] {
                if award.admits(step) && award.takes_two(&self.table.rules, step) {
                    self.offer(Offered::ProposeAward { seat: award.seat, bet: award.bet, step }, Some(VALIDATION));
                }
            }
        }
    }

    fn irregularities(&mut self, round: &Round) {
        if !self.table.rules.irregularities {
            return;
        }
        let clauses = &self.table.spec().clauses.irregular;
        for (irregularity, clause) in [
            (Irregularity::WrongNumberOfCards, clauses.misdeal),
            (Irregularity::CommunityExposed, clauses.community_exposed),
            (Irregularity::ShoeJam, clauses.shoe_jam),
        ] {
            if self.reports(irregularity) && round.admits_irregularity(irregularity, self.actor) {
                self.offer(Offered::Report(irregularity), Some(clause));
            }
        }
    }

    fn reports(&self, irregularity: Irregularity) -> bool {
        let seen_by_shoe = matches!(irregularity, Irregularity::ShoeJam | Irregularity::WrongNumberOfCards);
        self.actor.is_staff() || (self.actor == Actor::Shoe && seen_by_shoe)
    }

    /// What one person may propose while nothing else waits.
    fn proposals(&mut self, round: &Round) {
        if round.may_void_at_discretion() {
            self.offer(Offered::ProposeVoid, None);
        }
        if round.phase == Phase::Halted {
            let card = Values::known_cards(1, round.seen());
            self.offer(Offered::ProposeCorrection { card }, None);
        }
        self.faces(round);
        self.propose_awards(round);
        self.forfeits(round);
        self.corrections(round);
    }

    /// The cards on record that may be put right, without a word about what they are.
    fn faces(&mut self, round: &Round) {
        if self.table.rules.virtual_shoe() {
            return;
        }
        let spots: Vec<Spot> = round.script.spots().filter(|spot| round.may_correct_face(*spot)).collect();
        if !spots.is_empty() {
            self.offer(Offered::ProposeFace { spots, card: Values::known_cards(1, round.seen()) }, None);
        }
    }

    /// What the shoe or the shuffler may say against a deck.
    pub(super) fn doubts(&mut self) {
        let shoe = self.actor == Actor::Shoe;
        if shoe && self.table.takes_stub_count() {
            self.offer(Offered::ReportStub { stub: Values::Count { min: 0, max: u8::MAX } }, None);
        }
        for cause in [Doubt::CoverCard, Doubt::ExtraCard] {
            if shoe && self.table.round().is_some_and(|round| round.admits_doubt(cause)) {
                self.offer(Offered::DoubtDeck { cause }, None);
            }
        }
        if !matches!(self.actor, Actor::Shoe | Actor::Shuffler) {
            return;
        }
        for deck in DeckId::ALL.into_iter().filter(|deck| self.table.state.procedure.deck(*deck).is_some()) {
            for (min, max) in [(0, FULL_DECK - 1), (FULL_DECK + 1, u8::MAX)] {
                self.offer(Offered::ReportCount { deck, count: Values::Count { min, max } }, None);
            }
        }
    }

    fn forfeits(&mut self, round: &Round) {
        let clauses = self.table.spec().clauses;
        for seat in Seat::first(self.table.rules.seats).filter(|seat| round.may_forfeit(*seat)) {
            if self.table.state.away.contains(seat) && clauses.abandoned.is_some() {
                self.offer(Offered::ProposeForfeit { seat, cause: ForfeitCause::Abandoned }, clauses.abandoned);
            }
            if clauses.conduct.is_some() {
                self.offer(Offered::ProposeForfeit { seat, cause: ForfeitCause::Conduct }, clauses.conduct);
            }
        }
    }

    fn corrections(&mut self, round: &Round) {
        for seat in round.seats.iter() {
            let Some((stage, _)) = round.open_correction(&self.table.rules, seat) else { continue };
            let Some(point) = Round::decision_point(&self.table.rules, stage) else { continue };
            let others: Vec<Decision> =
                point.options.iter().copied().filter(|option| self.corrects(round, seat, *option)).collect();
            if !others.is_empty() {
                self.offer(Offered::ProposeDecision { seat, decision: others }, Some(point.stays));
            }
        }
    }

    /// Whether what was proposed can still be carried out.
    fn still_open(&self, round: &Round, proposal: Proposal) -> bool {
        match proposal {
            Proposal::Void => round.may_void_at_discretion() && self.table.void_lacks(round).is_none(),
            Proposal::CorrectCard { .. } => !round.in_doubt.is_empty(),
            // The round is held for it, so nothing has changed since.
            Proposal::CorrectFace { .. } => true,
            Proposal::Award { seat, bet, step } => {
                !round.is_held() && round.award(seat, bet).is_some_and(|award| award.admits(step))
            }
            Proposal::Forfeit { seat, cause } => {
                let away = cause != ForfeitCause::Abandoned || self.table.state.away.contains(seat);
                away && round.may_forfeit(seat)
            }
            Proposal::CorrectDecision { seat, decision } => self.corrects(round, seat, decision),
        }
    }

    /// Whether the decision can stand in place of the one that a seat made last.
    fn corrects(&self, round: &Round, seat: Seat, decision: Decision) -> bool {
        let Some((_, bet)) = round.open_correction(&self.table.rules, seat) else { return false };
        let Some(entered) = round.at(seat).decisions.iter().next_back() else { return false };
        let lacks = self.table.correction_lacks(round, seat, bet, (entered, decision));
        entered != decision && lacks.is_ok_and(|lacks| lacks.is_none())
    }

    fn answers(&mut self, round: &Round, staff: StaffId) {
        self.offer(Offered::Decline, None);
        let pending = round.pending_at(self.at);
        if pending.is_some_and(|pending| pending.by != staff && self.still_open(round, pending.proposal)) {
            self.offer(Offered::Approve, None);
        }
    }
}
