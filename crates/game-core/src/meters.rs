//! Meter arithmetic: what a contribution adds, what an award takes, what the meter starts again at.
//!
//! The balances belong to whoever commits: a [`MeterBook`] in memory here, the journal's writer in the server.

use crate::bets::AwardSource;
use crate::command::AwardStep;
use crate::event::{AwardAmount, Event};
use crate::money::{Cents, MicroCents, Overflow};
use crate::rules::{MeterRef, MeterRules, PartialAwardFloor, Rules};
use crate::settlement::meter_of;
use crate::wager::Wager;
use std::collections::BTreeMap;

/// What an award of a share of a meter pays and leaves (I-02): whole cents are paid, the fraction stays.
///
/// # Errors
/// When an amount does not fit.
pub fn award(
    balance: MicroCents,
    percent: u8,
    reset: Cents,
    floor: PartialAwardFloor,
) -> Result<(AwardAmount, MicroCents), Overflow> {
    let paid = balance.percent_in_whole_cents(percent);
    let left = balance.minus(paid.to_micro()?)?;
    let reset = reset.to_micro()?;
    let reseed = match (percent, floor) {
        (100, _) => reset,
        (_, PartialAwardFloor::Reset) if left < reset => reset.minus(left)?,
        (_, PartialAwardFloor::None | PartialAwardFloor::Reset) => MicroCents::ZERO,
    };
    let (from_overflow, from_reserve) = (MicroCents::ZERO, MicroCents::ZERO);
    Ok((AwardAmount { trigger: balance, paid, reseed, from_overflow, from_reserve }, left.plus(reseed)?))
}

/// Every meter of a set of rules, with what the submission says of it.
pub fn meters(rules: &Rules) -> Vec<(MeterRef, MeterRules)> {
    let progressive =
        rules.progressive().into_iter().flat_map(|progressive| &progressive.stakes).flat_map(|stake| {
            stake.meters.iter().map(|meter| (meter_of(Wager::ProgressivePayout, stake.stake), *meter))
        });
    let spin = rules.bonus_spin().and_then(|spin| spin.meter);
    let spin = spin.map(|meter| (meter_of(Wager::BonusSpinProgressive, Cents::ZERO), meter));
    let xtreme = rules.xtreme().into_iter().flat_map(|xtreme| &xtreme.stakes);
    let xtreme = xtreme.map(|stake| (meter_of(Wager::BonusSpinXtremeProgressive, stake.stake), stake.meter));
    let named = |(meter, rules): (MeterRef, MeterRules)| (MeterRef { level: rules.level, ..meter }, rules);
    progressive.chain(spin).chain(xtreme).map(named).collect()
}

/// A meter kept in memory: how it works, what it holds and what it had no room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Held {
    rules: MeterRules,
    balance: MicroCents,
    overflow: MicroCents,
}

/// Meter balances kept in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeterBook {
    meters: BTreeMap<MeterRef, Held>,
    floor: PartialAwardFloor,
}

impl MeterBook {
    /// The meters of a set of rules, each at its initial amount.
    ///
    /// # Errors
    /// When an initial amount does not fit.
    pub fn new(rules: &Rules) -> Result<Self, Overflow> {
        let mut book = BTreeMap::new();
        for (meter, rules) in meters(rules) {
            let (balance, overflow) = (rules.initial.to_micro()?, MicroCents::ZERO);
            book.insert(meter, Held { rules, balance, overflow });
        }
        let floor = rules.progressive().map_or(PartialAwardFloor::None, |progressive| progressive.partial_award_floor);
        Ok(Self { meters: book, floor })
    }

    /// What a meter holds.
    #[must_use]
    pub fn balance(&self, meter: MeterRef) -> Option<MicroCents> {
        self.meters.get(&meter).map(|held| held.balance)
    }

    /// Every meter and what it holds.
    pub fn balances(&self) -> impl Iterator<Item = (MeterRef, MicroCents)> + '_ {
        self.meters.iter().map(|(meter, held)| (*meter, held.balance))
    }

    /// Sets what a meter holds.
    pub fn set(&mut self, meter: MeterRef, balance: MicroCents) {
        if let Some(held) = self.meters.get_mut(&meter) {
            held.balance = balance;
        }
    }

    /// Takes the events of one command in order: contributions come in, awards are read, filled in and reset.
    ///
    /// # Errors
    /// When an amount does not fit; the events are then not to be used.
    pub fn post(&mut self, events: &mut [Event]) -> Result<(), Overflow> {
        for event in events {
            match event {
                Event::MeterFed { meter, amount, overflow, .. } => {
                    let room = self.room(*meter, *amount)?;
                    (*amount, *overflow) = (room, amount.minus(room)?);
                    self.add(*meter, *amount, *overflow)?;
                }
                Event::MeterFeedReversed { meter, amount, overflow, .. } => {
                    let Some(held) = self.meters.get(meter) else { continue };
                    (*amount, *overflow) = ((*amount).min(held.balance), (*overflow).min(held.overflow));
                    self.add(*meter, amount.negated()?, overflow.negated()?)?;
                }
                Event::AwardHit { source: AwardSource::Meter { meter, percent }, amount, .. } => {
                    *amount = self.take(*meter, *percent)?;
                }
                Event::AwardVerified { step: AwardStep::Refuse, source, amount: Some(amount), .. }
                | Event::AwardReversed { source, amount: Some(amount), .. } => self.give_back(*source, *amount)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Undoes an award that is refused or void: what was to be paid comes back, what it was reseeded with goes.
    fn give_back(&mut self, source: AwardSource, amount: AwardAmount) -> Result<(), Overflow> {
        match source {
            AwardSource::Meter { meter, .. } => {
                self.add(meter, amount.paid.to_micro()?.minus(amount.reseed)?, amount.from_overflow)
            }
            AwardSource::Prize(_) => Ok(()),
        }
    }

    /// As much of a contribution as the meter's limit has room for; the rest is kept beside it.
    fn room(&self, meter: MeterRef, amount: MicroCents) -> Result<MicroCents, Overflow> {
        let Some(Held { rules: MeterRules { limit: Some(limit), .. }, balance, .. }) = self.meters.get(&meter) else {
            return Ok(amount);
        };
        Ok(amount.min(limit.to_micro()?.minus(*balance)?.max(MicroCents::ZERO)))
    }

    fn add(&mut self, meter: MeterRef, amount: MicroCents, overflow: MicroCents) -> Result<(), Overflow> {
        if let Some(held) = self.meters.get_mut(&meter) {
            held.balance = held.balance.plus(amount)?;
            held.overflow = held.overflow.plus(overflow)?;
        }
        Ok(())
    }

    fn take(&mut self, meter: MeterRef, percent: u8) -> Result<Option<AwardAmount>, Overflow> {
        let Some(held) = self.meters.get_mut(&meter) else { return Ok(None) };
        let (mut amount, left) = award(held.balance, percent, held.rules.reset, self.floor)?;
        amount.from_overflow = amount.reseed.min(held.overflow);
        held.balance = left;
        held.overflow = held.overflow.minus(amount.from_overflow)?;
        Ok(Some(amount))
    }
}
