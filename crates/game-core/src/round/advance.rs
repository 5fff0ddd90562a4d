//! Where a round goes next. The phase follows from the state alone, so replay walks the same way.

use super::{CollectStep, Phase, Round};
use crate::game::{GameId, Millis, Seat, SeatSet};
use crate::games::{Deal, Holding, Spin, Stage, Turn, spins};
use crate::layout::{Cards, Short};
use crate::rules::Rules;
use crate::settlement;
use crate::wager::{Bet, Wager};

impl Round {
    /// The spots turned at a stage, none where the stage does not apply.
    pub(crate) fn turn_spots(&self, rules: &Rules, turn: Turn) -> impl Iterator<Item = crate::layout::Spot> + use<> {
        let applies = !matches!(turn, Turn::SixCardBox { .. }) || rules.six_card_bonus.is_some();
        let seats: SeatSet = self.seats.iter().filter(|seat| !self.at(*seat).forfeited).collect();
        turn.spots(seats).filter(move |_| applies)
    }

    /// Starts collection, or the deal where there is nothing to collect.
    pub(crate) fn close_bets(&mut self, rules: &Rules) {
        self.seats = self.bettors(rules.base_wager());
        self.script = (Self::spec(rules).script)(&Deal {
            rules,
            method: self.method,
            seats: self.seats,
            bank: self.bank.map(|bank| bank.seat),
        });
        self.phase = self.next_collection(rules, None);
    }

    /// The first step of collection after this one that has something to do (I-43), or the deal.
    pub(crate) fn next_collection(&self, rules: &Rules, after: Option<CollectStep>) -> Phase {
        let due = |step: &CollectStep| match step {
            // Criss Cross leaves its Five Card Bonus on the layout.
            CollectStep::FiveCardBonus => {
                rules.game() == GameId::LetItRide && !self.with_live(Bet::FiveCardBonus).is_empty()
            }
            CollectStep::Lock => rules.progressive.is_some() || rules.bonus_spin.is_some() || rules.xtreme.is_some(),
            CollectStep::Progressive => !self.with_live(Bet::ProgressivePayout).is_empty(),
            CollectStep::BonusSpin => !self.with_live(Bet::BonusSpinProgressive).is_empty(),
            CollectStep::Xtreme => !self.with_live(Bet::BonusSpinXtremeProgressive).is_empty(),
        };
        let next = CollectStep::ALL.into_iter().filter(|step| after.is_none_or(|after| *step > after)).find(due);
        next.map_or(Phase::Dealing, Phase::Collecting)
    }

    /// Enters a stage, or the first after it that has something to do, or settlement.
    pub(crate) fn enter_stage(&mut self, rules: &Rules, stage: usize, at: Millis) {
        for (index, what) in Self::spec(rules).stages.iter().enumerate().skip(stage) {
            let number = u8::try_from(index).unwrap_or(u8::MAX);
            let phase = match what {
                Stage::Decide(_) => {
                    self.in_play().lowest().map(|seat| Phase::Deciding { stage: number, seat, since: at })
                }
                Stage::Turn(turn) => self.turn_spots(rules, *turn).next().map(|_| Phase::Turning { stage: number }),
            };
            if let Some(phase) = phase {
                self.phase = phase;
                return;
            }
        }
        self.start_settlement(rules);
    }

    /// Passes the turn to decide to the next seat, or ends the stage.
    pub(crate) fn pass_turn(&mut self, rules: &Rules, stage: u8, seat: Seat, at: Millis) {
        match self.in_play().after(seat) {
            Some(next) => self.phase = Phase::Deciding { stage, seat: next, since: at },
            None => self.enter_stage(rules, usize::from(stage) + 1, at),
        }
    }

    fn start_settlement(&mut self, rules: &Rules) {
        let first_pass = Self::spec(rules).settle_first.and(self.with_live(Bet::FiveCardBonus).highest());
        match first_pass {
            Some(seat) => self.phase = Phase::SettlingFirst { seat },
            None => self.start_main_pass(rules),
        }
    }

    /// Begins settlement again where nothing is settled yet, because a card that it rests on was put right. A Hot Spot that
    /// is drawn stays drawn as long as there is one to draw.
    pub(crate) fn settle_anew(&mut self, rules: &Rules) {
        let begun = matches!(self.phase, Phase::SettlingFirst { .. } | Phase::DrawingHotSpot | Phase::Settling { .. });
        if !begun || self.has_settled_bets() {
            return;
        }
        let drawn = self.hot_spot.take();
        self.start_settlement(rules);
        if let (Phase::DrawingHotSpot, Some(seat)) = (self.phase, drawn) {
            self.hot_spot = Some(seat);
            self.settle_next(rules, self.to_settle().highest());
        }
    }

    /// Goes on after a seat's first pass.
    pub(crate) fn after_first_pass(&mut self, rules: &Rules, seat: Seat) {
        match self.with_live(Bet::FiveCardBonus).before(seat) {
            Some(seat) => self.phase = Phase::SettlingFirst { seat },
            None => self.start_main_pass(rules),
        }
    }

    fn start_main_pass(&mut self, rules: &Rules) {
        if !self.with_live(Bet::BonusSpinXtremeProgressive).is_empty() && spins::xtreme_event(rules, &self.cross()) {
            self.phase = Phase::DrawingHotSpot;
        } else {
            self.settle_next(rules, self.to_settle().highest());
        }
    }

    /// Turns to a seat to be settled, or ends settlement.
    pub(crate) fn settle_next(&mut self, rules: &Rules, seat: Option<Seat>) {
        self.phase = match seat {
            Some(seat) => Phase::Settling { seat },
            None if self.envy_is_due(rules) => Phase::PayingEnvy,
            None => Phase::Settled,
        };
    }

    /// Goes on after a seat's settlement: its wheels first (I-73), then the next seat.
    pub(crate) fn after_seat(&mut self, rules: &Rules, seat: Seat) {
        self.phase = match self.spins.get(0) {
            Some(_) => Phase::Spinning { seat },
            None => {
                let unsettled: SeatSet = self.to_settle().iter().filter(|other| !self.at(*other).settled).collect();
                return self.settle_next(rules, unsettled.before(seat));
            }
        };
    }

    /// The wheels that a seat's hand and wagers start, next first.
    pub(crate) fn spins_of(&self, seat: Seat, holding: &Holding) -> Short<Spin, 6> {
        let mut started = Short::new();
        if spins::starts_bonus_spin(holding) {
            started.push(Spin::Bonus { seat });
        }
        if self.hot_spot == Some(seat) && holding.bets.live(Bet::BonusSpinXtremeProgressive).is_some() {
            started.push(Spin::HotSpot { seat });
            let others = self.with_bet(Bet::BonusSpinXtremeProgressive);
            let stake_of = |other| self.at(other).bets.stake(Wager::BonusSpinXtremeProgressive);
            for spin in spins::community_spins(seat, others, stake_of) {
                started.push(spin);
            }
        }
        started
    }

    /// Whether any seat with a progressive wager is owed for another player's hand.
    fn envy_is_due(&self, rules: &Rules) -> bool {
        let mut due = false;
        self.each_envy(rules, |_, _, _| due = true);
        due
    }

    /// Walks every envy payment: who receives, whose hand, by which row (I-04).
    pub(crate) fn each_envy(&self, rules: &Rules, pay: impl FnMut(Seat, Seat, &'static crate::paytable::Row)) {
        let of = |seat| (self.at(seat).player, self.holding(seat, &Cards::new()));
        settlement::each_envy(rules, self.with_bet(Bet::ProgressivePayout), self.in_play(), of, pay);
    }

    /// The community cards alone.
    fn cross(&self) -> Holding {
        Holding { community: self.community.iter().filter_map(|slot| slot.face_up()).collect(), ..Holding::default() }
    }
}
