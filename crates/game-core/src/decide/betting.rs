//! Wagers placed, changed and taken off before "no more bets".

use super::{Asked, CONTROLLED, Decided};
use crate::actor::Actor;
use crate::commitment::Commitment;
use crate::event::Event;
use crate::game::Seat;
use crate::money::Cents;
use crate::rejection::{Code, Rejection};
use crate::round::{Phase, Round};
use crate::rules::{BaseRules, Stakes};
use crate::values::Values;
use crate::wager::Wager;

impl Asked<'_> {
    pub(super) fn place_wager(&self, seat: Seat, wager: Wager, amount: Cents, events: &mut Vec<Event>) -> Decided {
        let clauses = self.table.spec().clauses;
        let round = self.betting_round(clauses.wager_in_time)?;
        self.wagers_for(seat, wager)?;
        let stakes = self.stakes_at(round, seat, wager)?;
        Self::unless(self.table.wager_is_off(self.actor, seat, wager))?;
        if !stakes.admit(amount) {
            let clause = if wager == self.table.rules.base_wager() { clauses.limits } else { clauses.wager(wager) };
            return Err(Rejection::new(Code::StakeNotPermitted).by(clause).accepting(Values::stakes(stakes)));
        }
        if self.table.is_suspended(wager, amount) {
            return Err(Rejection::new(Code::WagerSuspended).by(clauses.wager(wager)));
        }
        let was = round.at(seat).bets.stake(wager).unwrap_or(Cents::ZERO);
        self.affords(round, seat, wager, amount, stakes)?;
        events.push(Event::WagerPlaced { seat, wager, amount, was });
        Ok(())
    }

    /// A wager is of chips that lie at the seat, and leaves what fees it costs.
    fn affords(&self, round: &Round, seat: Seat, wager: Wager, amount: Cents, stakes: &Stakes) -> Decided {
        let missing = self.table.costs(wager, amount)?.minus(self.table.stakes_from(round, seat, wager)?)?;
        if missing <= Cents::ZERO {
            return Ok(());
        }
        let most = self.table.most_staked(round, seat, wager)?;
        let accepted = Values::stakes(stakes).at_most(most).unwrap_or(Values::Nothing);
        Err(Rejection::new(Code::NotEnoughChips).missing(missing).accepting(accepted))
    }

    /// A wager that lies on the layout stands, whatever the limits, once whoever works at the table accepts it (R52, COMAR
    /// 36.05.03.14.C). A wager with fixed stakes has no limits to exceed: its paytable knows no other stake.
    pub(super) fn accept_wager(&self, seat: Seat, wager: Wager, amount: Cents, events: &mut Vec<Event>) -> Decided {
        let clauses = self.table.spec().clauses;
        let Some(by) = self.actor.staff() else { return Err(Code::WrongActor.into()) };
        let round = self.betting_round(clauses.wager_in_time)?;
        self.existing(seat)?;
        if self.table.player_at(seat).is_none() {
            return Err(Rejection::new(Code::NotYourSeat).by(clauses.seated_only));
        }
        let stakes = self.stakes_at(round, seat, wager)?;
        Self::unless(self.table.wager_is_off(self.actor, seat, wager))?;
        let Stakes::Between { .. } = stakes else { return Err(Code::NotOffered.into()) };
        let any = Values::up_to(Cents::WAGER_MAX);
        if !any.admit_amount(amount) {
            return Err(Rejection::new(Code::StakeNotPermitted).by(clauses.limits).accepting(any));
        }
        self.affords(round, seat, wager, amount, &Stakes::Between { min: Cents::new(1), max: Cents::WAGER_MAX })?;
        let was = round.at(seat).bets.stake(wager).unwrap_or(Cents::ZERO);
        events.push(Event::WagerPlaced { seat, wager, amount, was });
        if !stakes.admit(amount) {
            events.push(Event::WagerFlagged { seat, wager, amount, by });
        }
        Ok(())
    }

    /// What a wager may be at a box that may place it.
    fn stakes_at(&self, round: &Round, seat: Seat, wager: Wager) -> Result<&Stakes, Rejection> {
        let (rules, clauses) = (&self.table.rules, self.table.spec().clauses);
        let Some(stakes) = rules.stakes(wager) else { return Err(Code::NotOffered.into()) };
        if round.bank.is_some_and(|bank| bank.seat == seat) {
            return Err(Rejection::new(Code::NotOffered).by(clauses.base_wager));
        }
        if wager != rules.base_wager() && round.at(seat).bets.stake(rules.base_wager()).is_none() {
            return Err(Rejection::new(Code::BaseWagerFirst).by(clauses.wager(wager)));
        }
        Ok(stakes)
    }

    pub(super) fn remove_wager(&self, seat: Seat, wager: Wager, events: &mut Vec<Event>) -> Decided {
        let clauses = self.table.spec().clauses;
        let round = self.betting_round(clauses.no_change_after)?;
        self.wagers_for(seat, wager)?;
        let Some(amount) = round.at(seat).bets.stake(wager) else { return Err(Code::NoSuchWager.into()) };
        let base = self.table.rules.base_wager();
        if wager == base && round.has_side_wagers(seat, base) {
            return Err(Rejection::new(Code::BaseWagerFirst).by(clauses.base_wager));
        }
        events.push(Event::WagerRemoved { seat, wager, amount });
        Ok(())
    }

    /// The player, the dealer for the player, or the seat's sensor for the wagers it takes.
    fn wagers_for(&self, seat: Seat, wager: Wager) -> Decided {
        let clause = self.table.spec().clauses.seated_only;
        if self.actor != Actor::Sensor {
            return self.player_or_dealer(seat, clause);
        }
        self.existing(seat)?;
        if !CONTROLLED.contains(&wager) {
            return Err(Code::WrongActor.into());
        }
        match self.table.player_at(seat) {
            Some(_) => Ok(()),
            None => Err(Rejection::new(Code::NotYourSeat).by(clause)),
        }
    }

    fn betting_round(&self, clause: crate::clause::ClauseId) -> Result<&Round, Rejection> {
        let round = self.round()?;
        match round.phase {
            Phase::Betting => Ok(round),
            _ => Err(Rejection::new(Code::WrongPhase).by(clause)),
        }
    }

    /// A virtual shoe binds itself while wagers may still change, once a round: no card can come before it did.
    pub(super) fn commit_shuffle(&self, commitment: Commitment, events: &mut Vec<Event>) -> Decided {
        if self.actor != Actor::Shoe {
            return Err(Code::WrongActor.into());
        }
        if !self.table.rules.virtual_shoe() {
            return Err(Code::NotOffered.into());
        }
        if !self.round()?.awaits_commitment(&self.table.rules) {
            return Err(Code::WrongPhase.into());
        }
        events.push(Event::ShuffleCommitted { commitment, at: self.at });
        Ok(())
    }

    pub(super) fn no_more_bets(&self, events: &mut Vec<Event>) -> Decided {
        self.dealer()?;
        let round = self.round()?;
        let method = self.table.spec().clauses.method(round.method);
        if round.phase != Phase::Betting {
            return Err(Rejection::new(Code::WrongPhase).by(method.no_more_bets));
        }
        let bettors = round.bettors(self.table.rules.base_wager());
        if bettors.is_empty() {
            return Err(Rejection::new(Code::NoWagers).by(method.no_more_bets));
        }
        if round.bank.is_some_and(|bank| bank.stake == Cents::ZERO) {
            return Err(Rejection::new(Code::NoBank).by(super::bank::BANK_WAGER));
        }
        if !round.is_committed(&self.table.rules) {
            return Err(Rejection::new(Code::ShuffleNotCommitted).by(method.no_more_bets));
        }
        events.push(Event::BetsClosed { at: self.at });
        if let (BaseRules::California { fees, .. }, Some(bank)) = (&self.table.rules.base, round.bank) {
            if fees.per_bet > Cents::ZERO {
                for seat in bettors.iter() {
                    events.push(Event::FeeCharged { seat, amount: fees.per_bet.times(3)? });
                }
            }
            if fees.per_banked_hand > Cents::ZERO {
                events.push(Event::FeeCharged { seat: bank.seat, amount: fees.per_banked_hand });
            }
        }
        Ok(())
    }
}

impl Round {
    /// Whether a seat has any wager beside the base wager.
    pub(crate) fn has_side_wagers(&self, seat: Seat, base: Wager) -> bool {
        self.at(seat).bets.iter().any(|record| !base.bets().contains(&record.bet))
    }
}
