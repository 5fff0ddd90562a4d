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

    /// The chips in the rack: less than nothing only at a training table, whose chips are worth nothing.
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

    /// The chips at each place after these events.
    ///
    /// # Errors
    /// When an amount does not fit.
    pub(crate) fn after(mut self, game: GameId, events: &[Event]) -> Result<Self, Overflow> {
        for event in events.iter().filter(|event| moves_chips(event)) {
            write(game, event, &mut self)?;
        }
        Ok(self)
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

/// Whether the postings of an event can move chips into or out of a seat, the rack or the drop box. Most events move nothing,
/// and this tells so in a moment.
const fn moves_chips(event: &Event) -> bool {
    matches!(
        event,
        Event::Inventory(_)
            | Event::WagersCollected { .. }
            | Event::Forfeited { .. }
            | Event::BoughtIn { .. }
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
