//! What may be done in a round that goes well.

use super::{Asked, Offered};
use crate::actor::Actor;
use crate::clause::ClauseId;
use crate::command::{AwardStep, CountResolution};
use crate::decide::{BANK_WAGER, CONTROLLED, ROTATION, VALIDATION};
use crate::event::DecidedBy;
use crate::game::{Millis, Seat, SeatSet};
use crate::games::Stage;
use crate::money::Cents;
use crate::round::{Award, CollectStep, Phase, Round};
use crate::rules::Stakes;
use crate::values::Values;
use crate::wager::{Bet, Wager};

impl Asked<'_> {
    pub(super) fn play(&mut self, round: &Round) {
        match round.phase {
            Phase::BankOffer { to } => self.bank_offer(to.get(0)),
            Phase::Betting => self.betting(round),
            Phase::Collecting(step) => self.collecting(round, step),
            Phase::Dealing => self.dealing(round),
            Phase::CountingStub => self.counting(round),
            Phase::Deciding { stage, seat, since } => self.deciding(round, stage, seat, since),
            Phase::Turning { stage } => self.turning(round, stage),
            Phase::SettlingFirst { seat } => self.settling(round, seat, true),
            Phase::DrawingHotSpot => self.drawing(round),
            Phase::Settling { seat } => self.settling(round, seat, false),
            Phase::Spinning { .. } => self.spinning(round),
            Phase::PayingEnvy => {
                let lacks = self.table.envy_due(round).is_ok_and(|due| self.table.rack_lacks(due).is_some());
                if self.actor.is_dealer() && !lacks {
                    self.offer(Offered::PayEnvy, None);
                }
            }
            Phase::Settled => {
                if self.actor.is_dealer() && round.awards_resolved() {
                    self.offer(Offered::ClearTable, Some(self.table.spec().clauses.clear));
                }
            }
            Phase::Halted | Phase::Frozen { .. } => {}
        }
        if self.actor.is_dealer() && round.is_untouched() {
            self.offer(Offered::CancelRound, None);
        }
        if self.actor == Actor::Shoe && round.awaits_commitment(&self.table.rules) {
            self.offer(Offered::CommitShuffle, None);
        }
        self.awards(round);
    }

    fn bank_offer(&mut self, asked: Option<Seat>) {
        if let Some(seat) = asked.filter(|seat| self.acts_for(*seat)) {
            self.offer(Offered::AnswerBankOffer { seat }, Some(ROTATION));
        }
    }

    fn betting(&mut self, round: &Round) {
        let bank = round.bank.map(|bank| bank.seat);
        for seat in Seat::first(self.table.rules.seats) {
            if bank == Some(seat) {
                if self.acts_for(seat) && self.table.terminal_is_off(self.actor, seat).is_none() {
                    let most = self.table.most_banked(round).unwrap_or(Cents::ZERO);
                    if let Some(amount) = self.table.bank_amounts().at_most(most) {
                        self.offer(Offered::PlaceBank { amount }, Some(BANK_WAGER));
                    }
                }
            } else {
                if self.acts_for(seat) || (self.actor == Actor::Sensor && self.table.player_at(seat).is_some()) {
                    self.wagers(round, seat);
                }
                self.accepting(round, seat);
            }
        }
        let funded = round.bank.is_none_or(|bank| bank.stake > Cents::ZERO);
        let bound = round.is_committed(&self.table.rules);
        if self.actor.is_dealer() && funded && bound && !round.bettors(self.table.rules.base_wager()).is_empty() {
            let clause = self.table.spec().clauses.method(round.method).no_more_bets;
            self.offer(Offered::NoMoreBets, Some(clause));
        }
    }

    fn wagers(&mut self, round: &Round, seat: Seat) {
        let rules = &self.table.rules;
        let clauses = self.table.spec().clauses;
        let base = rules.base_wager();
        let has_base = round.at(seat).bets.stake(base).is_some();
        let takes = |wager: &Wager| self.actor != Actor::Sensor || CONTROLLED.contains(wager);
        for wager in Wager::ALL.into_iter().filter(takes).collect::<Vec<_>>() {
            let most = self.table.most_staked(round, seat, wager).unwrap_or(Cents::ZERO);
            if let Some(amount) = self.table.stakes_open(wager).and_then(|open| open.at_most(most))
                && (wager == base || has_base)
                && self.table.wager_is_off(self.actor, seat, wager).is_none()
            {
                self.offer(Offered::PlaceWager { seat, wager, amount }, Some(clauses.wager(wager)));
            }
            let placed = round.at(seat).bets.stake(wager).is_some();
            if placed && (wager != base || !round.has_side_wagers(seat, base)) {
                self.offer(Offered::RemoveWager { seat, wager }, Some(clauses.wager(wager)));
            }
        }
    }

    /// Whoever works at the table may let a wager stand outside its limits, where it has limits.
    fn accepting(&mut self, round: &Round, seat: Seat) {
        if !self.actor.is_staff() || self.table.player_at(seat).is_none() {
            return;
        }
        let base = self.table.rules.base_wager();
        let has_base = round.at(seat).bets.stake(base).is_some();
        let limits = self.table.spec().clauses.limits;
        for wager in Wager::ALL.into_iter().filter(|wager| *wager == base || has_base) {
            if let Some(Stakes::Between { .. }) = self.table.rules.stakes(wager)
                && self.table.wager_is_off(self.actor, seat, wager).is_none()
            {
                let most = self.table.most_staked(round, seat, wager).unwrap_or(Cents::ZERO);
                let Some(amount) = Values::between(Cents::new(1), Cents::WAGER_MAX.min(most)) else { continue };
                self.offer(Offered::AcceptWager { seat, wager, amount }, Some(limits));
            }
        }
    }

    fn collecting(&mut self, round: &Round, step: CollectStep) {
        let method = self.table.spec().clauses.method(round.method);
        let Some(wager) = step.wager() else {
            if self.actor.is_dealer() {
                self.offer(Offered::LockWagers, method.lock);
            }
            return;
        };
        let Some(seats) = wager.bets().first().map(|bet| round.with_live(*bet)) else { return };
        let clause = if wager == Wager::FiveCardBonus { method.bonus_count } else { method.progressive_count };
        match self.actor {
            Actor::Dealer(_) => {
                // The dealer says how many chips there are, and is not told how many there should be.
                if round.difference.is_none() {
                    let count = Values::Count { min: 0, max: u8::MAX };
                    self.offer(Offered::CollectWagers { wager, count }, clause);
                }
            }
            Actor::Floorperson(_) => self.explaining(round, wager, seats, clause),
            Actor::Player(_)
            | Actor::Shoe
            | Actor::Shuffler
            | Actor::Wheel
            | Actor::Sensor
            | Actor::Clock
            | Actor::Controller
            | Actor::Cage(_)
            | Actor::Accounting(_) => {}
        }
    }

    /// How a floorperson explains a difference between the chips and the wagers, or forestalls one.
    fn explaining(&mut self, round: &Round, wager: Wager, seats: SeatSet, clause: Option<ClauseId>) {
        let counted = round.difference.map(|difference| usize::from(difference.counted));
        if counted.is_none_or(|counted| counted < seats.len()) {
            for seat in seats.iter() {
                let resolution = CountResolution::STRIKES.to_vec();
                self.offer(Offered::StrikeWager { seat, wager, resolution }, clause);
            }
        }
        let resolution = match counted {
            None => return,
            Some(counted) if counted > seats.len() => {
                vec![CountResolution::ExtraChipReturned, CountResolution::Recounted]
            }
            Some(_) => vec![CountResolution::Recounted],
        };
        self.offer(Offered::ResolveCount { wager, resolution }, clause);
    }

    fn dealing(&mut self, round: &Round) {
        let procedure = &self.table.state.procedure;
        if !round.has_cards_out() && procedure.ready(&self.table.rules, round.opened).is_err() {
            return;
        }
        let clauses = self.table.spec().clauses;
        let deals = match self.actor {
            Actor::Shoe => true,
            Actor::Dealer(_) => !self.table.rules.equipment.card_reader,
            Actor::Player(_)
            | Actor::Floorperson(_)
            | Actor::Shuffler
            | Actor::Wheel
            | Actor::Sensor
            | Actor::Clock
            | Actor::Cage(_)
            | Actor::Accounting(_)
            | Actor::Controller => false,
        };
        let irregular = self.table.rules.irregularities;
        if deals {
            let cards = self.table.arrivals(round.script.left_in_stack(usize::from(round.dealt)));
            self.offer(Offered::Deal { cards }, Some(clauses.method(round.method).deal));
            if irregular {
                let card = self.table.arrivals(1);
                self.offer(Offered::DrawnInError { card }, Some(clauses.irregular.drawn_in_error));
            }
        }
        let clause = clauses.irregular.one_face_up.unwrap_or(clauses.irregular.face_up_void);
        match self.actor {
            Actor::Dealer(_) if irregular => {
                let card = Values::known_cards(1, round.seen());
                self.offer(Offered::FaceUpCard { card }, Some(clause));
            }
            Actor::Shoe if irregular => {
                let card = Values::KnownCards { min: 1, max: 1, not: Vec::new() };
                self.offer(Offered::FaceUpCard { card }, Some(clause));
            }
            Actor::Player(_)
            | Actor::Dealer(_)
            | Actor::Floorperson(_)
            | Actor::Shoe
            | Actor::Shuffler
            | Actor::Wheel
            | Actor::Sensor
            | Actor::Clock
            | Actor::Cage(_)
            | Actor::Accounting(_)
            | Actor::Controller => {}
        }
    }

    fn counting(&mut self, round: &Round) {
        if self.actor.is_dealer() {
            self.offer(Offered::CountStub, self.table.spec().clauses.method(round.method).stub_count);
        }
    }

    fn deciding(&mut self, round: &Round, stage: u8, seat: Seat, since: Millis) {
        let Some(point) = Round::decision_point(&self.table.rules, stage) else { return };
        let by = match self.actor {
            Actor::Player(_) if self.acts_for(seat) => Some(DecidedBy::Player),
            Actor::Dealer(_) if self.acts_for(seat) => Some(DecidedBy::Dealer),
            Actor::Floorperson(_) if self.table.state.away.contains(seat) => Some(DecidedBy::Floorperson),
            Actor::Clock if self.table.clock_has_expired(since, self.at) => {
                self.offer(Offered::ExpireDecision, Some(point.order));
                None
            }
            _ => None,
        };
        if let Some(by) = by {
            let decision = self.table.decisions_afforded(round, point, seat, by);
            self.offer(Offered::Decide { seat, decision }, Some(point.order));
        }
    }

    fn turning(&mut self, round: &Round, stage: u8) {
        if round.correction_waits() {
            return;
        }
        if let (Actor::Dealer(_), Some(Stage::Turn(turn))) =
            (self.actor, self.table.spec().stages.get(usize::from(stage)))
        {
            let unknown = round.unknown(round.turn_spots(&self.table.rules, *turn));
            self.offer(Offered::TurnUp { cards: Values::known_cards(unknown, round.seen()) }, Some(turn.clause()));
        }
    }

    fn settling(&mut self, round: &Round, seat: Seat, first_pass: bool) {
        if !self.actor.is_dealer() {
            return;
        }
        let spec = self.table.spec();
        if self.table.payment_lacks(round).is_some() {
            return;
        }
        let unknown = if first_pass { 0 } else { round.unknown(Round::own_spots(seat, spec)) };
        let clause = spec.clauses.first_pass.filter(|_| first_pass).unwrap_or(spec.clauses.settle_order);
        self.offer(Offered::Settle { seat, cards: Values::known_cards(unknown, round.seen()) }, Some(clause));
    }

    fn drawing(&mut self, round: &Round) {
        if self.actor == Actor::Wheel {
            let seat = round.with_live(Bet::BonusSpinXtremeProgressive);
            let clause = self.table.spec().clauses.wager(Wager::BonusSpinXtremeProgressive);
            self.offer(Offered::DrawHotSpot { seat }, Some(clause));
        }
    }

    fn spinning(&mut self, round: &Round) {
        if self.actor != Actor::Wheel {
            return;
        }
        if let Some((_, wheel)) = self.table.waiting_spin(round) {
            let max = u8::try_from(wheel.segments.len().saturating_sub(1)).unwrap_or(u8::MAX);
            self.offer(Offered::StopWheel { segment: Values::Count { min: 0, max } }, None);
        }
    }

    fn awards(&mut self, round: &Round) {
        if round.is_held() {
            return;
        }
        let steps: &[AwardStep] = match self.actor {
            Actor::Dealer(_) => &[AwardStep::Hand, AwardStep::Light],
            Actor::Floorperson(_) => &[AwardStep::Validate, AwardStep::Refuse],
            Actor::Player(_)
            | Actor::Shoe
            | Actor::Shuffler
            | Actor::Wheel
            | Actor::Sensor
            | Actor::Clock
            | Actor::Controller
            | Actor::Cage(_)
            | Actor::Accounting(_) => &[],
        };
        for award in round.awards.iter() {
            let due = |step: &AwardStep| award.admits(*step) && !award.takes_two(&self.table.rules, *step);
            for step in steps.iter().copied().filter(due).collect::<Vec<_>>() {
                let Award { seat, bet, .. } = award;
                self.offer(Offered::VerifyAward { seat, bet, step }, Some(VALIDATION));
            }
        }
    }
}
