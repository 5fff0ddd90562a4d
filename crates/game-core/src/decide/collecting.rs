//! After "no more bets": bonus chips are collected and marked, the progressive system is locked, its chips are counted.

use super::{Asked, Decided};
use crate::actor::Actor;
use crate::clause::ClauseId;
use crate::command::CountResolution;
use crate::event::Event;
use crate::game::{Seat, SeatSet, StaffId};
use crate::money::{Cents, MicroCents, Overflow};
use crate::rejection::{Code, Rejection};
use crate::round::{CollectStep, Phase, Round};
use crate::rules::{MeterRef, MeterRules, Rules};
use crate::settlement::meter_of;
use crate::values::Values;
use crate::wager::Wager;

impl Asked<'_> {
    pub(super) fn collect(&self, wager: Wager, count: u8, events: &mut Vec<Event>) -> Decided {
        let by = self.counts()?;
        let (round, seats) = self.collecting(wager)?;
        if round.difference.is_some() {
            return Err(self.unlike(Code::CountUnexplained, round, wager));
        }
        let accepted = round.accepted(wager);
        if count != accepted {
            events.push(Event::CountDiffered { wager, counted: count, accepted, by });
            return Ok(());
        }
        let stake_of = |seat: Seat| round.at(seat).bets.stake(wager).unwrap_or(Cents::ZERO);
        let total = Cents::sum(seats.iter().map(stake_of))?;
        events.push(Event::WagersCollected { wager, count, total });
        feed_meters(&self.table.rules, wager, seats, stake_of, events)?;
        Ok(())
    }

    pub(super) fn strike(
        &self,
        seat: Seat,
        wager: Wager,
        resolution: CountResolution,
        events: &mut Vec<Event>,
    ) -> Decided {
        let by = self.floorperson()?;
        let (round, seats) = self.collecting(wager)?;
        self.existing(seat)?;
        if !round.strikes_open(wager) || !resolution.strikes() {
            return Err(self.unlike(Code::ResolutionNotPermitted, round, wager));
        }
        let amount = round.at(seat).bets.stake(wager).filter(|_| seats.contains(seat));
        let Some(amount) = amount else {
            return Err(Rejection::new(Code::NoSuchWager).accepting(Values::Seats(seats)));
        };
        events.push(Event::WagerRemoved { seat, wager, amount });
        events.push(Event::CountResolved { seat: Some(seat), wager, resolution, by });
        Ok(())
    }

    /// A difference is explained although every accepted wager stands: the dealer counts again after it (R43).
    pub(super) fn resolve_count(&self, wager: Wager, resolution: CountResolution, events: &mut Vec<Event>) -> Decided {
        let by = self.floorperson()?;
        let (round, _) = self.collecting(wager)?;
        let Some(difference) = round.difference else { return Err(Code::OutOfOrder.into()) };
        let fits = match resolution {
            CountResolution::Recounted => true,
            CountResolution::ExtraChipReturned => difference.counted > round.accepted(wager),
            CountResolution::ChipMissing
            | CountResolution::WrongChip
            | CountResolution::TakenBack
            | CountResolution::SensorFault => false,
        };
        if !fits {
            return Err(self.unlike(Code::ResolutionNotPermitted, round, wager));
        }
        events.push(Event::CountResolved { seat: None, wager, resolution, by });
        Ok(())
    }

    /// The dealer, who counts.
    fn counts(&self) -> Result<StaffId, Rejection> {
        if let Actor::Dealer(by) = self.actor { Ok(by) } else { Err(Code::WrongActor.into()) }
    }

    /// A refusal by the clause that has the chips counted.
    fn unlike(&self, code: Code, round: &Round, wager: Wager) -> Rejection {
        Rejection { clause: count_clause(self, round, wager), ..code.into() }
    }

    /// The seats whose chips are to be collected now, if this is the wager's turn.
    fn collecting(&self, wager: Wager) -> Result<(&Round, SeatSet), Rejection> {
        let round = self.round()?;
        match round.phase {
            Phase::Collecting(step) if step.wager() == Some(wager) => {
                let bet = wager.bets().first().ok_or(Code::WrongPhase)?;
                Ok((round, round.with_live(*bet)))
            }
            _ => Err(Code::WrongPhase.into()),
        }
    }

    pub(super) fn lock(&self, events: &mut Vec<Event>) -> Decided {
        self.dealer()?;
        if self.round()?.phase != Phase::Collecting(CollectStep::Lock) {
            return Err(Code::WrongPhase.into());
        }
        events.push(Event::WagersLocked { at: self.at });
        Ok(())
    }
}

impl Round {
    /// How many wagers whose chips are to be collected now were accepted.
    pub(crate) fn accepted(&self, wager: Wager) -> u8 {
        let seats = wager.bets().first().map_or(0, |bet| self.with_live(*bet).len());
        u8::try_from(seats).unwrap_or(u8::MAX)
    }

    /// Whether a wager may be struck out: not while there are as many chips as wagers, or more.
    pub(crate) fn strikes_open(&self, wager: Wager) -> bool {
        self.difference.is_none_or(|difference| difference.counted < self.accepted(wager))
    }
}

fn count_clause(asked: &Asked<'_>, round: &Round, wager: Wager) -> Option<ClauseId> {
    let method = asked.table.spec().clauses.method(round.method);
    if wager == Wager::FiveCardBonus { method.bonus_count } else { method.progressive_count }
}

/// Each meter takes its part of the stakes that feed it, summed over the seats.
fn feed_meters(
    rules: &Rules,
    wager: Wager,
    seats: SeatSet,
    stake_of: impl Fn(Seat) -> Cents,
    events: &mut Vec<Event>,
) -> Result<(), Overflow> {
    let mut stakes: Vec<Cents> = seats.iter().map(&stake_of).collect();
    stakes.sort_unstable();
    stakes.dedup();
    for stake in stakes {
        let of_stake = seats.iter().map(&stake_of).filter(|other| *other == stake);
        let wagers = u8::try_from(of_stake.clone().count()).unwrap_or(u8::MAX);
        let staked = Cents::sum(of_stake)?;
        each_meter(rules, wager, stake, |meter| {
            let amount = meter.rate.of(staked)?;
            if amount > MicroCents::ZERO {
                let meter = MeterRef { level: meter.level, ..meter_of(wager, stake) };
                let (overflow, reserve) = (MicroCents::ZERO, MicroCents::ZERO);
                events.push(Event::MeterFed { meter, amount, overflow, reserve, wagers, staked });
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// The meters a stake on a wager feeds.
fn each_meter(
    rules: &Rules,
    wager: Wager,
    stake: Cents,
    mut feed: impl FnMut(&MeterRules) -> Result<(), Overflow>,
) -> Result<(), Overflow> {
    match wager {
        Wager::ProgressivePayout => {
            let accepted = rules.progressive().and_then(|progressive| progressive.stake(stake));
            accepted.map_or(Ok(()), |accepted| accepted.meters.iter().try_for_each(&mut feed))
        }
        Wager::BonusSpinProgressive => {
            rules.bonus_spin().and_then(|spin| spin.meter.as_ref()).map_or(Ok(()), &mut feed)
        }
        Wager::BonusSpinXtremeProgressive => {
            let accepted = rules.xtreme().and_then(|xtreme| xtreme.stake(stake));
            accepted.map_or(Ok(()), |accepted| feed(&accepted.meter))
        }
        Wager::LetItRide
        | Wager::TwoThreeFive
        | Wager::Ante
        | Wager::FiveCardBonus
        | Wager::ThreeCardBonus
        | Wager::SixCardBonus
        | Wager::WinEmAllBonus => Ok(()),
    }
}
