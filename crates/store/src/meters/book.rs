//! What events do to meters, in memory: the one place that says what a meter takes, pays and puts by. No database here, so
//! that a model can be held against it.

use game_core::bets::AwardSource;
use game_core::command::AwardStep;
use game_core::event::{AwardAmount, Event};
use game_core::meters::award;
use game_core::money::{Cents, MicroCents, Overflow, Ppm};
use game_core::rules::{MeterRef, PartialAwardFloor};
use std::collections::BTreeMap;
use table_host::ids::TableId;
use uuid::Uuid;

/// A meter: one level of a progressive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MeterId(pub Uuid);

/// What a meter holds, and what lies beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pools {
    /// The meter itself.
    pub balance: MicroCents,
    /// What it had no room for.
    pub overflow: MicroCents,
    /// What is put by for its next reset.
    pub reserve: MicroCents,
    /// What the house bore for void rounds.
    pub funded: MicroCents,
}

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pool {
    Balance,
    Overflow,
    Reserve,
    Funded,
}

impl Pool {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Balance => "balance",
            Self::Overflow => "overflow",
            Self::Reserve => "reserve",
            Self::Funded => "funded",
        }
    }
}

impl Pools {
    pub(crate) const fn of(&mut self, pool: Pool) -> &mut MicroCents {
        match pool {
            Pool::Balance => &mut self.balance,
            Pool::Overflow => &mut self.overflow,
            Pool::Reserve => &mut self.reserve,
            Pool::Funded => &mut self.funded,
        }
    }
}

/// How a meter works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Terms {
    pub(crate) reset: Cents,
    pub(crate) rate: Ppm,
    /// The rate from the next reset on.
    pub(crate) next_rate: Option<Ppm>,
    pub(crate) limit: Option<Cents>,
    pub(crate) reserve_rate: Ppm,
    pub(crate) plausible: MicroCents,
    pub(crate) floor: PartialAwardFloor,
}

/// A meter on its way through a transaction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meter {
    pub(crate) terms: Terms,
    /// Whether its progressive is enabled.
    pub(crate) enabled: bool,
    pub(crate) frozen: bool,
    pub(crate) pools: Pools,
    /// The number of its last entry.
    pub(crate) entries: i64,
}

/// A movement of a meter and its cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Movement {
    pub(crate) meter: MeterId,
    pub(crate) number: i64,
    pub(crate) pool: Pool,
    pub(crate) kind: &'static str,
    pub(crate) amount: MicroCents,
    pub(crate) before: MicroCents,
    pub(crate) after: MicroCents,
    /// Of the first movement of a contribution: how many wagers it is a part of, and their stakes.
    pub(crate) wagers: u8,
    pub(crate) wagered: Cents,
}

/// Why an event cannot be posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum PostError {
    #[error(transparent)]
    Amount(#[from] Overflow),
    #[error("participations_missing")]
    Unlinked,
    #[error("meters_frozen")]
    Frozen,
}

/// Something about a meter that must be written down beside its entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Note {
    /// It was fed more than is plausible.
    Implausible(MeterId),
    /// Its waiting rate is in force.
    RateInForce(MeterId),
}

/// The meters that a transaction touches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Book {
    pub(crate) meters: BTreeMap<MeterId, Meter>,
    /// Which meter a table means.
    pub(crate) links: BTreeMap<TableId, BTreeMap<MeterRef, MeterId>>,
    pub(crate) notes: Vec<Note>,
}

/// Whether a meter has a say in an event, or the event moves one.
pub(crate) const fn touches(event: &Event) -> bool {
    matches!(
        event,
        Event::MeterFed { .. }
            | Event::MeterFeedReversed { .. }
            | Event::MeterFeedFunded { .. }
            | Event::AwardHit { source: AwardSource::Meter { .. }, .. }
            | Event::AwardVerified {
                step: AwardStep::Validate | AwardStep::Refuse,
                source: AwardSource::Meter { .. },
                ..
            }
            | Event::AwardReversed { source: AwardSource::Meter { .. }, .. }
    )
}

impl Book {
    /// Fills in what meters have to say about an event of a table, and answers with how they moved.
    pub(crate) fn post(&mut self, table: TableId, event: &mut Event) -> Result<Vec<Movement>, PostError> {
        let mut moved = Vec::new();
        match event {
            Event::MeterFed { meter, .. } => {
                let id = self.linked(table, *meter)?;
                self.feed(id, event, &mut moved)?;
            }
            Event::MeterFeedReversed { meter, amount, overflow, reserve } => {
                let mut moves = self.moves(table, *meter)?;
                for (pool, part) in [(Pool::Balance, amount), (Pool::Overflow, overflow), (Pool::Reserve, reserve)] {
                    // What is no longer there, because an award or a reset took it, cannot be taken off.
                    *part = (*part).min(*moves.meter.pools.of(pool));
                    moves.by(pool, "contribution_reversed", part.negated()?, &mut moved)?;
                }
            }
            Event::MeterFeedFunded { meter, amount } => {
                self.moves(table, *meter)?.by(Pool::Funded, "house_funded_void", *amount, &mut moved)?;
            }
            Event::AwardHit { source: AwardSource::Meter { meter, percent }, amount, .. } => {
                let id = self.linked(table, *meter)?;
                *amount = Some(self.take(id, *percent, &mut moved)?);
            }
            Event::AwardVerified { step, source: AwardSource::Meter { meter, .. }, amount: Some(amount), .. } => {
                let id = self.linked(table, *meter)?;
                match step {
                    AwardStep::Hand | AwardStep::Light => {}
                    AwardStep::Validate if self.of(id)?.frozen => return Err(PostError::Frozen),
                    AwardStep::Validate => {}
                    AwardStep::Refuse => self.give_back(id, "refused_award", amount, &mut moved)?,
                }
            }
            Event::AwardReversed { source: AwardSource::Meter { meter, .. }, amount: Some(amount), .. } => {
                let id = self.linked(table, *meter)?;
                self.give_back(id, "voided_award", amount, &mut moved)?;
            }
            _ => {}
        }
        Ok(moved)
    }

    /// The meter that a table means.
    pub(crate) fn linked(&self, table: TableId, meter: MeterRef) -> Result<MeterId, PostError> {
        self.links.get(&table).and_then(|of_table| of_table.get(&meter)).copied().ok_or(PostError::Unlinked)
    }

    fn of(&mut self, id: MeterId) -> Result<&mut Meter, PostError> {
        self.meters.get_mut(&id).ok_or(PostError::Unlinked)
    }

    fn moves(&mut self, table: TableId, meter: MeterRef) -> Result<Moves<'_>, PostError> {
        let id = self.linked(table, meter)?;
        Ok(Moves { id, meter: self.of(id)? })
    }

    /// A contribution by the meter's own rate: what there is room for goes on it, the rest beside it. A level that cannot be
    /// played for does not grow, and one that is fed implausibly is frozen (R23–R25).
    fn feed(&mut self, id: MeterId, event: &mut Event, moved: &mut Vec<Movement>) -> Result<(), PostError> {
        let Event::MeterFed { amount, overflow, reserve, wagers, staked, .. } = event else { return Ok(()) };
        let meter = self.of(id)?;
        let full = if *staked > Cents::ZERO { meter.terms.rate.of(*staked)? } else { *amount };
        let implausible = full > meter.terms.plausible;
        let room = match meter.terms.limit {
            _ if implausible || meter.frozen || !meter.enabled => MicroCents::ZERO,
            Some(limit) => limit.to_micro()?.minus(meter.pools.balance)?.max(MicroCents::ZERO),
            None => full,
        };
        (*amount, *reserve) = (full.min(room), meter.terms.reserve_rate.of(*staked)?);
        *overflow = full.minus(*amount)?;
        let (amount, overflow, reserve, counted) = (*amount, *overflow, *reserve, (*wagers, *staked));
        let before = moved.len();
        let mut moves = Moves { id, meter };
        moves.by(Pool::Balance, "contribution", amount, moved)?;
        moves.by(Pool::Overflow, "overflow", overflow, moved)?;
        moves.by(Pool::Reserve, "reserve", reserve, moved)?;
        if let Some(first) = moved.get_mut(before) {
            (first.wagers, first.wagered) = counted;
        }
        if implausible && !meter.frozen {
            meter.frozen = true;
            self.notes.push(Note::Implausible(id));
        }
        Ok(())
    }

    /// An award: whole cents are paid, the fraction stays, and what starts the meter again comes from beside it first (R24).
    fn take(&mut self, id: MeterId, percent: u8, moved: &mut Vec<Movement>) -> Result<AwardAmount, PostError> {
        let meter = self.of(id)?;
        let (mut amount, _) = award(meter.pools.balance, percent, meter.terms.reset, meter.terms.floor)?;
        amount.from_overflow = amount.reseed.min(meter.pools.overflow);
        amount.from_reserve = amount.reseed.minus(amount.from_overflow)?.min(meter.pools.reserve);
        let mut moves = Moves { id, meter };
        moves.by(Pool::Balance, "award", amount.paid.to_micro()?.negated()?, moved)?;
        moves.by(Pool::Overflow, "used_for_reseed", amount.from_overflow.negated()?, moved)?;
        moves.by(Pool::Reserve, "used_for_reseed", amount.from_reserve.negated()?, moved)?;
        moves.by(Pool::Balance, "reseed", amount.reseed, moved)?;
        if let Some(rate) = meter.terms.next_rate.filter(|_| percent == 100) {
            (meter.terms.rate, meter.terms.next_rate) = (rate, None);
            self.notes.push(Note::RateInForce(id));
        }
        Ok(amount)
    }

    /// Undoes an award: what was to be paid comes back, what the meter was started again with goes where it came from. Where
    /// others have won of it meanwhile, the house bears what is no longer there.
    fn give_back(
        &mut self,
        id: MeterId,
        kind: &'static str,
        amount: &mut AwardAmount,
        moved: &mut Vec<Movement>,
    ) -> Result<(), PostError> {
        let mut moves = Moves { id, meter: self.of(id)? };
        moves.by(Pool::Balance, kind, amount.paid.to_micro()?, moved)?;
        amount.reseed = amount.reseed.min(moves.meter.pools.balance);
        amount.from_overflow = amount.from_overflow.min(amount.reseed);
        amount.from_reserve = amount.from_reserve.min(amount.reseed.minus(amount.from_overflow)?);
        moves.by(Pool::Balance, "reseed_returned", amount.reseed.negated()?, moved)?;
        moves.by(Pool::Overflow, "unused_for_reseed", amount.from_overflow, moved)?;
        moves.by(Pool::Reserve, "unused_for_reseed", amount.from_reserve, moved)?;
        Ok(())
    }
}

/// A meter about to move.
pub(crate) struct Moves<'a> {
    pub(crate) id: MeterId,
    pub(crate) meter: &'a mut Meter,
}

impl Moves<'_> {
    /// Moves a pool by an amount, unless that is nothing.
    pub(crate) fn by(
        &mut self,
        pool: Pool,
        kind: &'static str,
        amount: MicroCents,
        moved: &mut Vec<Movement>,
    ) -> Result<(), Overflow> {
        if amount.is_zero() {
            return Ok(());
        }
        let stands = self.meter.pools.of(pool);
        let before = *stands;
        let after = before.plus(amount)?;
        *stands = after;
        self.meter.entries += 1;
        let number = self.meter.entries;
        let (wagers, wagered) = (0, Cents::ZERO);
        moved.push(Movement { meter: self.id, number, pool, kind, amount, before, after, wagers, wagered });
        Ok(())
    }
}

#[cfg(test)]
#[path = "book_tests.rs"]
mod tests;
