//! The chips at each seat: what players bought, brought and won, less what they wagered, lost and took away.

use crate::event::Event;
use crate::game::{GameId, Seat};
use crate::ledger::{Account, Books, write};
use crate::money::{Cents, MicroCents, Overflow};
use serde::{Deserialize, Serialize};

/// What each seat holds: the fold of the postings to its account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Chips([Cents; Seat::MAX]);

impl Chips {
    /// What a seat holds.
    #[must_use]
    pub const fn at(&self, seat: Seat) -> Cents {
        self.0[seat.index()]
    }

    /// Counts in what an event moves. What would not fit was refused before it became an event.
    pub(crate) fn count(&mut self, game: GameId, event: &Event) {
        if touches_a_seat(event) && write(game, event, self).is_err() {
            debug_assert!(false, "an event moves more chips than can be counted");
        }
    }

    fn add(&mut self, seat: Seat, amount: Cents) -> Result<(), Overflow> {
        self.0[seat.index()] = self.at(seat).plus(amount)?;
        Ok(())
    }
}

impl Books for Chips {
    #[inline]
    fn moved(&mut self, from: Account, to: Account, amount: Cents) -> Result<(), Overflow> {
        if let Account::Seat(seat) = from {
            self.add(seat, amount.times(-1)?)?;
        }
        if let Account::Seat(seat) = to {
            self.add(seat, amount)?;
        }
        Ok(())
    }

    /// Fractions of a cent move between meters, the rack and the house; a seat holds whole chips.
    #[inline]
    fn moved_micro(&mut self, _: Account, _: Account, _: MicroCents) -> Result<(), Overflow> {
        Ok(())
    }
}

/// Whether the postings of an event can touch a seat. Most events move nothing, and this tells so in a moment.
const fn touches_a_seat(event: &Event) -> bool {
    matches!(
        event,
        Event::BoughtIn { .. }
            | Event::ChipsBrought { .. }
            | Event::ChipsTaken { .. }
            | Event::ChipsMoved { .. }
            | Event::BankPlaced { .. }
            | Event::WagerPlaced { .. }
            | Event::WagerRemoved { .. }
            | Event::FeeCharged { .. }
            | Event::FeeRefunded { .. }
            | Event::Decided { .. }
            | Event::DecisionCorrected { .. }
            | Event::BetSettled { .. }
            | Event::BonusPaid { .. }
            | Event::BonusReversed { .. }
            | Event::AwardVerified { .. }
            | Event::BetRefunded { .. }
            | Event::BankReturned { .. }
    )
}

/// What seats lack on the way through events: with that much more beforehand, none would ever owe.
pub(crate) struct Lacking {
    held: Chips,
    lacked: Chips,
    /// Whether any seat lacks anything: mostly none does.
    any: bool,
}

impl Lacking {
    /// What seats that hold so much lack for these events.
    pub(crate) fn for_events(held: Chips, game: GameId, events: &[Event]) -> Result<Option<Chips>, Overflow> {
        let mut lacking = Self { held, lacked: Chips::default(), any: false };
        for event in events.iter().filter(|event| touches_a_seat(event)) {
            write(game, event, &mut lacking)?;
        }
        Ok(lacking.any.then_some(lacking.lacked))
    }
}

impl Books for Lacking {
    #[inline]
    fn moved(&mut self, from: Account, to: Account, amount: Cents) -> Result<(), Overflow> {
        self.held.moved(from, to, amount)?;
        // A movement that is undone goes the other way with a minus, so either side may be the one that pays.
        for account in [from, to] {
            if let Account::Seat(seat) = account
                && self.held.at(seat) < Cents::ZERO
            {
                let owed = self.held.at(seat).times(-1)?;
                self.lacked.add(seat, owed)?;
                self.held.add(seat, owed)?;
                self.any = true;
            }
        }
        Ok(())
    }

    #[inline]
    fn moved_micro(&mut self, _: Account, _: Account, _: MicroCents) -> Result<(), Overflow> {
        Ok(())
    }
}
