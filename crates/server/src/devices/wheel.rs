//! The wheel: where the table waits for a stop or for the Hot Spot, it is drawn once, and the event is the outcome.

use chance::{Fault, Generator};
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::legal::{Offered, legal};
use game_core::round::Phase;
use std::sync::{Mutex, PoisonError};
use table_host::Standing;

/// The generator behind every wheel of the house: one for all of them, so that what it gave last is known at every draw
/// (R5).
#[derive(Debug, Default)]
pub struct Wheels {
    generator: Mutex<Option<Generator>>,
}

impl Wheels {
    /// Puts another generator behind the wheels, for a drill; what a generator draws nobody can choose.
    pub fn replace(&self, generator: Generator) {
        *self.generator.lock().unwrap_or_else(PoisonError::into_inner) = Some(generator);
    }

    /// Holds the generator to its health check. One that fails begins anew, to be checked again the next time.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        self.draw(|generator| {
            let checked = generator.check();
            if checked.is_err() {
                // What still fails is told by the next check.
                let _ = generator.renew();
            }
            checked
        })
    }

    fn draw<T>(&self, draw: impl FnOnce(&mut Generator) -> Result<T, Fault>) -> Result<T, Fault> {
        let mut held = self.generator.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *held {
            Some(generator) => draw(generator),
            None => draw(held.insert(Generator::from_system()?)),
        }
    }

    /// What the wheel has to do at this table now.
    pub(super) fn action(&self, standing: &Standing) -> Result<Option<Action>, Fault> {
        let table = &standing.table;
        match table.round().map(game_core::round::Round::phase) {
            Some(Phase::Spinning { .. }) => {
                let Some(wheel) = table.waiting_wheel() else { return Ok(None) };
                let segment = self.draw(|generator| chance::wheel::stop(generator, wheel))?;
                Ok(segment.map(|segment| Action::StopWheel { segment }))
            }
            Some(Phase::DrawingHotSpot) => {
                let offers = legal(table, Actor::Wheel, table_host::now());
                let seats = offers.into_iter().find_map(|offer| match offer.action {
                    Offered::DrawHotSpot { seat } => Some(seat),
                    _ => None,
                });
                let Some(seats) = seats else { return Ok(None) };
                let seat = self.draw(|generator| chance::wheel::hot_spot(generator, seats))?;
                Ok(seat.map(|seat| Action::DrawHotSpot { seat }))
            }
            _ => Ok(None),
        }
    }
}
