//! What may be done when something went wrong, or should be undone.

use super::{Asked, Offered};
use crate::actor::Actor;
use crate::command::{ForfeitCause, Irregularity, Proposal};
use crate::game::Seat;
use crate::round::{Phase, Round};
use crate::values::Values;

impl Asked<'_> {
    pub(super) fn trouble(&mut self, round: &Round) {
        self.irregularities(round);
        if let Actor::Floorperson(staff) = self.actor {
            if let Phase::Frozen { reported_by, .. } = round.phase
                && reported_by != Some(staff)
            {
                self.offer(Offered::ConfirmVoid, None);
            }
            self.forfeits(round);
            self.proposals(round, staff);
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
            let may = self.actor.is_staff() || (self.actor == Actor::Shoe && irregularity == Irregularity::ShoeJam);
            if may && round.admits_irregularity(irregularity) {
                self.offer(Offered::Report(irregularity), Some(clause));
            }
        }
    }

    fn forfeits(&mut self, round: &Round) {
        let clauses = self.table.spec().clauses;
        for seat in Seat::first(self.table.rules.seats).filter(|seat| round.may_forfeit(*seat)) {
            if self.table.state.away.contains(seat) && clauses.abandoned.is_some() {
                self.offer(Offered::Forfeit { seat, cause: ForfeitCause::Abandoned }, clauses.abandoned);
            }
            if clauses.conduct.is_some() {
                self.offer(Offered::Forfeit { seat, cause: ForfeitCause::Conduct }, clauses.conduct);
            }
        }
    }

    fn proposals(&mut self, round: &Round, staff: crate::game::StaffId) {
        match round.proposal {
            None => {
                if round.may_void_at_discretion() {
                    self.offer(Offered::ProposeVoid, None);
                }
                if round.phase == Phase::Halted {
                    let card = Values::known_cards(1, round.seen());
                    self.offer(Offered::ProposeCorrection { card }, None);
                }
            }
            Some((proposal, proposed_by)) => {
                self.offer(Offered::Decline, None);
                let open = match proposal {
                    Proposal::Void => round.may_void_at_discretion(),
                    Proposal::CorrectCard { .. } => !round.repeated.is_empty(),
                };
                if open && staff != proposed_by {
                    self.offer(Offered::Approve, None);
                }
            }
        }
    }
}
