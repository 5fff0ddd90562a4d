//! Wagers that cannot be played for: the progressive controller takes them off the felt and puts them back (R23, R26).

use super::{Asked, Decided};
use crate::actor::Actor;
use crate::event::{Event, SuspendCause};
use crate::game::Seat;
use crate::money::Cents;
use crate::rejection::Code;
use crate::round::{Phase, Round};
use crate::table::{Suspended, Table};
use crate::wager::Wager;

/// The wagers that depend on a meter or a wheel.
pub(crate) const CONTROLLED: [Wager; 3] =
    [Wager::ProgressivePayout, Wager::BonusSpinProgressive, Wager::BonusSpinXtremeProgressive];

impl Asked<'_> {
    pub(super) fn suspend_wager(
        &self,
        wager: Wager,
        stake: Option<Cents>,
        cause: SuspendCause,
        events: &mut Vec<Event>,
    ) -> Decided {
        self.controller()?;
        if !self.table.may_suspend(wager, stake) {
            return Err(Code::NotOffered.into());
        }
        if self.table.suspension(wager, stake).is_some() {
            return Err(Code::WagerSuspended.into());
        }
        events.push(Event::WagerSuspended { wager, stake, cause });
        if let Some(round) = self.table.round() {
            events.extend(round.uncollected(wager, stake).map(|(seat, amount)| Event::WagerRemoved {
                seat,
                wager,
                amount,
            }));
        }
        Ok(())
    }

    pub(super) fn resume_wager(&self, wager: Wager, stake: Option<Cents>, events: &mut Vec<Event>) -> Decided {
        self.controller()?;
        if self.table.suspension(wager, stake).is_none() {
            return Err(Code::OutOfOrder.into());
        }
        events.push(Event::WagerResumed { wager, stake });
        Ok(())
    }

    fn controller(&self) -> Decided {
        if self.actor == Actor::Controller { Ok(()) } else { Err(Code::WrongActor.into()) }
    }
}

impl Table {
    /// Whether the table offers the wager at the stake and it depends on a meter or a wheel.
    pub(crate) fn may_suspend(&self, wager: Wager, stake: Option<Cents>) -> bool {
        let stakes = self.rules.stakes(wager).filter(|_| CONTROLLED.contains(&wager));
        stakes.is_some_and(|stakes| stake.is_none_or(|stake| stakes.admit(stake)))
    }

    /// The suspension of exactly this wager and stake.
    #[must_use]
    pub fn suspension(&self, wager: Wager, stake: Option<Cents>) -> Option<Suspended> {
        self.state.suspended.iter().find(|suspended| (suspended.wager, suspended.stake) == (wager, stake)).copied()
    }

    /// Whether the wager may not be placed with this stake.
    pub(crate) fn is_suspended(&self, wager: Wager, amount: Cents) -> bool {
        let covers =
            |suspended: &Suspended| suspended.wager == wager && suspended.stake.is_none_or(|stake| stake == amount);
        self.state.suspended.iter().any(covers)
    }
}

impl Round {
    /// The seats with such a wager whose chips are still on the layout, from the dealer's right, and their stakes.
    fn uncollected(&self, wager: Wager, stake: Option<Cents>) -> impl Iterator<Item = (Seat, Cents)> {
        let open = matches!(self.phase, Phase::Betting | Phase::Collecting(_))
            && !self.collected.iter().any(|had| had == wager);
        let placed = move |seat: Seat| {
            let amount = self.at(seat).bets.stake(wager)?;
            stake.is_none_or(|stake| stake == amount).then_some((seat, amount))
        };
        Seat::first(7).rev().filter_map(placed).filter(move |_| open)
    }
}
