//! The chips at each seat and in the rack: what players bought, brought and won, less what they wagered, lost and took away;
//! and the cash in the drop box.

use crate::event::Event;
use crate::game::{GameId, Seat};
use crate::ledger::{Account, Books, write};
use crate::money::{Cents, MicroCents, Overflow};
use serde::{Deserialize, Serialize};

/// What each seat, the rack and the drop box hold: the fold of the postings to their accounts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Chips {
    seats: [Cents; Seat::MAX],
    rack: Cents,
    dropped: Cents,
}

impl Chips {
    /// What a seat holds.
    #[must_use]
    pub const fn at(&self, seat: Seat) -> Cents {
        self.seats[seat.index()]
    }

    /// The chips in the rack: less than nothing where nobody ever said what lay there at first.
    #[must_use]
    pub const fn rack(&self) -> Cents {
        self.rack
    }

    /// The cash that buy-ins put into the box on the table.
    #[must_use]
    pub const fn dropped(&self) -> Cents {
        self.dropped
    }

    /// Counts in what an event moves. What would not fit was refused before it became an event.
    pub(crate) fn count(&mut self, game: GameId, event: &Event) {
        if moves_chips(event) && write(game, event, self).is_err() {
            debug_assert!(false, "an event moves more chips than can be counted");
        }
    }

    #[inline]
    fn moved_at(&mut self, account: Account, amount: Cents) -> Result<(), Overflow> {
        match account {
            Account::Seat(seat) => self.add(seat, amount)?,
            Account::Rack => self.rack = self.rack.plus(amount)?,
            Account::Drop => self.dropped = self.dropped.plus(amount)?,
            Account::Layout
            | Account::Bank
            | Account::Fees
            | Account::Meter(_)
            | Account::MeterOverflow(_)
            | Account::MeterReserve(_)
            | Account::Jackpot
            | Account::House
            | Account::Cage
            | Account::Transit
            | Account::CountRoom
            | Account::Variance
            | Account::Outside => {}
        }
        Ok(())
    }

    fn add(&mut self, seat: Seat, amount: Cents) -> Result<(), Overflow> {
        self.seats[seat.index()] = self.at(seat).plus(amount)?;
        Ok(())
    }
}

impl Books for Chips {
    #[inline]
    fn moved(&mut self, from: Account, to: Account, amount: Cents) -> Result<(), Overflow> {
        self.moved_at(from, amount.times(-1)?)?;
        self.moved_at(to, amount)
    }

    /// Fractions of a cent move between meters and the house, and what a meter is owed lies in the rack until it is paid: no
    /// chip moves.
    #[inline]
    fn moved_micro(&mut self, _: Account, _: Account, _: MicroCents) -> Result<(), Overflow> {
        Ok(())
    }
}

/// Whether the postings of an event can move chips into or out of a seat, the rack or the drop box.
const fn moves_chips(event: &Event) -> bool {
    touches_a_seat(event)
        || matches!(event, Event::WagersCollected { .. } | Event::Forfeited { .. } | Event::Inventory(_))
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
