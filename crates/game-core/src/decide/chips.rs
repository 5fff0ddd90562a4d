//! Chips bought, brought and taken away. No seat ever owes: who wagers more than lies there has brought the difference.

use super::{Asked, Decided};
use crate::chips::Lacking;
use crate::event::Event;
use crate::game::Seat;
use crate::money::Cents;
use crate::rejection::{Code, Rejection};
use crate::values::Values;

impl Asked<'_> {
    pub(super) fn buy_in(&self, seat: Seat, amount: Cents, events: &mut Vec<Event>) -> Decided {
        self.at_occupied(seat)?;
        permitted(amount, Values::up_to(Cents::BUY_IN_MAX))?;
        // Nobody pays for chips that are worth nothing, and no box takes the cash.
        let training = self.table.is_training();
        events.push(if training { Event::ChipsBrought { seat, amount } } else { Event::BoughtIn { seat, amount } });
        Ok(())
    }

    pub(super) fn cash_out(&self, seat: Seat, amount: Cents, events: &mut Vec<Event>) -> Decided {
        self.at_occupied(seat)?;
        permitted(amount, Values::up_to(self.table.state.chips.at(seat)))?;
        events.push(Event::ChipsTaken { seat, amount });
        Ok(())
    }

    /// The dealer acts at a seat where somebody sits.
    fn at_occupied(&self, seat: Seat) -> Decided {
        self.dealer()?;
        self.existing(seat)?;
        if self.table.player_at(seat).is_some() { Ok(()) } else { Err(Code::NotYourSeat.into()) }
    }

    /// Puts before a command's events the chips that seats lack for them: the player came with them.
    pub(super) fn bring_chips(&self, before: usize, events: &mut Vec<Event>) -> Decided {
        let (held, game) = (self.table.state.chips, self.table.rules.game());
        let Some(lacking) = Lacking::for_events(held, game, &events[before..])? else { return Ok(()) };
        for seat in Seat::first(self.table.rules.seats).rev() {
            let amount = lacking.at(seat);
            if amount > Cents::ZERO {
                events.insert(before, Event::ChipsBrought { seat, amount });
            }
        }
        Ok(())
    }
}

fn permitted(amount: Cents, values: Values) -> Decided {
    if values.admit_amount(amount) { Ok(()) } else { Err(Rejection::new(Code::AmountNotPermitted).accepting(values)) }
}
