//! Working the switches: off with a reason, on again by a person.

use super::{Asked, Decided};
use crate::event::Event;
use crate::rejection::{Code, Rejection};
use crate::switch::{Switch, SwitchReason};

impl Asked<'_> {
    pub(super) fn switch_off(&self, what: Switch, reason: SwitchReason, events: &mut Vec<Event>) -> Decided {
        self.works(what)?;
        match what {
            Switch::Play | Switch::Table => {}
            Switch::Wager(wager) if self.table.rules.stakes(wager).is_none() => return Err(Code::NotOffered.into()),
            Switch::Wager(_) => {}
            Switch::Terminal(seat) => self.existing(seat)?,
        }
        if self.table.is_off(what) {
            return Err(Code::SwitchState.into());
        }
        events.push(Event::SwitchedOff { what, reason, by: self.actor.staff(), at: self.at });
        Ok(())
    }

    pub(super) fn switch_on(&self, what: Switch, events: &mut Vec<Event>) -> Decided {
        self.works(what)?;
        if !self.table.is_off(what) {
            return Err(Code::SwitchState.into());
        }
        events.push(Event::SwitchedOn { what, by: self.actor.staff(), at: self.at });
        Ok(())
    }

    fn works(&self, what: Switch) -> Decided {
        if what.is_worked_by(self.actor) { Ok(()) } else { Err(Code::WrongActor.into()) }
    }

    /// Refuses with the reason, where there is one.
    pub(super) fn unless(off: Option<Code>) -> Decided {
        off.map_or(Ok(()), |code| Err(Rejection::new(code)))
    }
}
