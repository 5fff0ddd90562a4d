//! The settlement itself: passes, turns and wheels in the engine's order, by the engine's functions.

use super::answer::{Answer, AnsweredBet, AnsweredSeat, BankAnswer, Bonus, Entries};
use super::facts::{BoxFacts, Facts};
use super::meters::Shelf;
use crate::bets::{AwardSource, BetResult, BetStatus};
use crate::event::BonusKind;
use crate::game::{Seat, SeatSet};
use crate::games::{Holding, Settle, Spin, coverage_used, spec, spins};
use crate::money::{Cents, Overflow};
use crate::paytable::Pay;
use crate::rules::WheelSegment;
use crate::settlement::{Cap, Settlement, each_envy};
use crate::wager::{Bet, Wager};

/// Settles a round.
///
/// # Errors
/// When an amount does not fit.
pub(super) fn run(facts: &Facts, meters: Shelf) -> Result<Answer, Overflow> {
    let spec = spec(facts.rules.game());
    let turns = facts.boxes.iter().map(|of| Turn { of, results: Vec::new(), bonuses: Vec::new(), cap: None }).collect();
    let mut round = Running { facts, meters, turns, coverage: facts.bank.unwrap_or_default() };
    if let Some(settle) = spec.settle_first {
        for place in 0..facts.boxes.len() {
            round.settle(place, settle)?;
        }
    }
    for place in 0..facts.boxes.len() {
        round.settle(place, spec.settle)?;
        round.spin(place)?;
    }
    round.pay_envy();
    round.answer()
}

/// A settlement under way.
struct Running<'a> {
    facts: &'a Facts,
    meters: Shelf,
    /// The boxes, in the order of settlement.
    turns: Vec<Turn<'a>>,
    /// What is left of the player-dealer's wager.
    coverage: Cents,
}

/// What one box got so far.
struct Turn<'a> {
    of: &'a BoxFacts,
    results: Vec<BetResult>,
    bonuses: Vec<Bonus>,
    cap: Option<Cap>,
}

impl Running<'_> {
    /// One box's turn in a pass.
    fn settle(&mut self, place: usize, settle: Settle) -> Result<(), Overflow> {
        let holding = self.facts.holding(self.turns[place].of, self.coverage);
        let mut settlement = Settlement::default();
        settle(&self.facts.rules, &holding, &mut settlement)?;
        for result in settlement.results.iter() {
            if self.facts.bank.is_some() {
                self.coverage = self.coverage.minus(coverage_used(&result)?)?;
            }
            self.record(place, result)?;
        }
        let turn = &mut self.turns[place];
        turn.cap = turn.cap.or(settlement.cap);
        Ok(())
    }

    /// Writes a result down, with what a meter or a prize pays read now.
    fn record(&mut self, place: usize, mut result: BetResult) -> Result<(), Overflow> {
        let turn = &mut self.turns[place];
        match (result.award, result.clause) {
            (Some(AwardSource::Meter { meter, percent }), Some(clause)) => {
                let game = self.facts.rules.game();
                result.win = self.meters.award(turn.of.seat, meter, percent, clause, game)?;
            }
            (Some(AwardSource::Prize(value)), _) => result.win = value,
            (Some(AwardSource::Meter { .. }), None) | (None, _) => {}
        }
        turn.results.push(result);
        Ok(())
    }

    /// The wheels that a box's cards and wagers started, and what their stops pay the others (I-73).
    fn spin(&mut self, place: usize) -> Result<(), Overflow> {
        let seat = self.turns[place].of.seat;
        for (spin, stop) in self.facts.stops.iter().filter(|(spin, _)| spin.seat() == seat) {
            let wager = wager(*spin);
            let stake = self.turns[place].of.bets.stake(wager).unwrap_or_default();
            if let Some(result) = spins::spinner_result(&self.facts.rules, *spin, stake, stop.line)? {
                self.record(place, result)?;
            }
            self.pay_community(seat, *spin, stop);
        }
        Ok(())
    }

    fn pay_community(&mut self, from_seat: Seat, spin: Spin, stop: &WheelSegment) {
        for turn in self.turns.iter_mut().filter(|turn| turn.of.seat != from_seat) {
            let stake = turn.of.bets.stake(wager(spin));
            let award = stake.and_then(|stake| spins::community_award(&self.facts.rules, spin, stop, stake));
            let kind = BonusKind::Community;
            turn.bonuses.extend(award.map(|(amount, clause)| Bonus { kind, from_seat, amount, clause }));
        }
    }

    /// The envy pass, when all hands are known (I-38).
    fn pay_envy(&mut self) {
        let boxes = &self.facts.boxes;
        let with = |keep: fn(&&BoxFacts) -> bool| boxes.iter().filter(keep).map(|of| of.seat).collect::<SeatSet>();
        let receivers = with(|of| of.bets.of(Bet::ProgressivePayout).is_some());
        let in_play = with(|of| of.bets.iter().all(|record| record.status != BetStatus::Folded));
        let of = |seat| {
            let found = boxes.iter().find(|of| of.seat == seat);
            let holding = found.map_or_else(Holding::default, |of| self.facts.holding(of, Cents::ZERO));
            (found.map(|of| &of.person), holding)
        };
        let turns = &mut self.turns;
        each_envy(&self.facts.rules, receivers, in_play, of, |seat, from_seat, row| {
            let Pay::Flat(amount) = row.pay else { return };
            let bonus = Bonus { kind: BonusKind::Envy, from_seat, amount, clause: row.clause };
            for turn in turns.iter_mut().filter(|turn| turn.of.seat == seat) {
                turn.bonuses.push(bonus);
            }
        });
    }

    fn answer(self) -> Result<Answer, Overflow> {
        let facts = self.facts;
        let mut bank = Cents::ZERO;
        let mut seats = Vec::new();
        for turn in self.turns {
            let seat = turn.answer(facts)?;
            bank = bank.minus(seat.net)?;
            seats.push(seat);
        }
        let (balances, meter_events) = self.meters.into_answer();
        Ok(Answer {
            order: facts.boxes.iter().map(|of| of.seat).collect(),
            seats,
            meters_cents: Entries(balances),
            meter_events,
            // The game has no side wagers, so what the seats win the player-dealer loses.
            bank: facts.bank.map(|_| BankAnswer { net: bank }),
        })
    }
}

impl Turn<'_> {
    fn answer(mut self, facts: &Facts) -> Result<AnsweredSeat, Overflow> {
        let hands = (spec(facts.rules.game()).hands)(&facts.rules, &facts.holding(self.of, Cents::ZERO));
        self.results.sort_by_key(|result| result.bet);
        let won = self.results.iter().flat_map(|result| [result.win, result.back]);
        let won = Cents::sum(won.chain(self.bonuses.iter().map(|bonus| bonus.amount)))?;
        let staked = Cents::sum(self.results.iter().map(|result| result.stake))?;
        Ok(AnsweredSeat {
            seat: self.of.seat,
            hands: Entries(hands.iter().map(|(name, hand)| (name.to_owned(), hand)).collect()),
            wagers: self.results.into_iter().map(AnsweredBet::from).collect(),
            awards: self.bonuses,
            cap: self.cap,
            net: won.minus(staked)?,
        })
    }
}

/// The wager a wheel decides.
const fn wager(spin: Spin) -> Wager {
    match spin {
        Spin::Bonus { .. } => Wager::BonusSpinProgressive,
        Spin::HotSpot { .. } | Spin::Community { .. } => Wager::BonusSpinXtremeProgressive,
    }
}
