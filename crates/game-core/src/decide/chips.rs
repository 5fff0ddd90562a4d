//! Chips bought, brought and taken away. No seat ever owes, and the rack never holds less than nothing.

use super::{Asked, Decided};
use crate::event::Event;
use crate::game::Seat;
use crate::money::Cents;
use crate::rejection::{Code, Rejection};
use crate::values::Values;

impl Asked<'_> {
    pub(super) fn buy_in(&self, seat: Seat, amount: Cents, events: &mut Vec<Event>) -> Decided {
        self.dealer()?;
        self.occupied(seat)?;
        if !self.table.sells_chips() {
            return Err(Code::InventoryState.into());
        }
        let values = self.table.buy_ins();
        if let Some(missing) = self.table.rack_lacks(amount).filter(|_| amount <= Cents::BUY_IN_MAX) {
            return Err(Rejection::new(Code::RackTooLow).missing(missing).accepting(values));
        }
        permitted(amount, values)?;
        // Nobody pays for chips that are worth nothing, and no box takes the cash.
        let training = self.table.is_training();
        events.push(if training { Event::ChipsBrought { seat, amount } } else { Event::BoughtIn { seat, amount } });
        Ok(())
    }

    /// Chips that walk up are a fact that only whoever works at the table can see.
    pub(super) fn bring_chips(&self, seat: Seat, amount: Cents, events: &mut Vec<Event>) -> Decided {
        if !self.actor.is_staff() {
            return Err(Code::WrongActor.into());
        }
        self.occupied(seat)?;
        permitted(amount, Values::up_to(Cents::BUY_IN_MAX))?;
        events.push(Event::ChipsBrought { seat, amount });
        Ok(())
    }

    pub(super) fn cash_out(&self, seat: Seat, amount: Cents, events: &mut Vec<Event>) -> Decided {
        self.dealer()?;
        self.occupied(seat)?;
        permitted(amount, self.table.cash_outs(seat))?;
        events.push(Event::ChipsTaken { seat, amount });
        Ok(())
    }

    /// Somebody sits there.
    fn occupied(&self, seat: Seat) -> Decided {
        self.existing(seat)?;
        if self.table.player_at(seat).is_some() { Ok(()) } else { Err(Code::NotYourSeat.into()) }
    }

    /// Refuses events for which a seat or the rack would have to pay more than it holds.
    pub(super) fn covered(&self, events: &[Event]) -> Decided {
        let held = &self.table.state.chips;
        let after = held.after(self.table.rules.game(), events)?;
        for seat in Seat::first(self.table.rules.seats) {
            if after.at(seat) < Cents::ZERO {
                return Err(Rejection::new(Code::NotEnoughChips).missing(after.at(seat).times(-1)?));
            }
        }
        let lacks = after.rack() < Cents::ZERO && after.rack() < held.rack();
        if lacks && !self.table.is_training() {
            return Err(Rejection::new(Code::RackTooLow).missing(after.rack().times(-1)?));
        }
        Ok(())
    }
}

fn permitted(amount: Cents, values: Values) -> Decided {
    if values.admit_amount(amount) { Ok(()) } else { Err(Rejection::new(Code::AmountNotPermitted).accepting(values)) }
}
