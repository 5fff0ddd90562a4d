//! Sitting down, leaving, and being away in the middle of a round.

use super::{Asked, Decided};
use crate::actor::Actor;
use crate::event::Event;
use crate::game::{PlayerId, Seat, SeatSet};
use crate::rejection::{Code, Rejection};
use crate::round::Phase;
use crate::values::Values;

impl Asked<'_> {
    pub(super) fn seat_player(&self, seat: Seat, player: PlayerId, events: &mut Vec<Event>) -> Decided {
        match self.actor {
            Actor::Player(asking) if asking == player => {}
            Actor::Dealer(_) | Actor::Floorperson(_) => {}
            _ => return Err(Code::WrongActor.into()),
        }
        self.existing(seat)?;
        if self.table.player_at(seat).is_some() {
            let free = Seat::first(self.table.rules.seats).filter(|seat| self.table.player_at(*seat).is_none());
            return Err(Rejection::new(Code::SeatTaken).accepting(Values::Seats(free.collect())));
        }
        if !self.table.may_take(seat, player) {
            let refusal = Rejection::new(Code::TooManyBoxes);
            return Err(match self.table.spec().clauses.boxes {
                Some(clause) => refusal.by(clause),
                None => refusal,
            });
        }
        events.push(Event::PlayerSeated { seat, player });
        Ok(())
    }

    pub(super) fn leave_seat(&self, seat: Seat, events: &mut Vec<Event>) -> Decided {
        self.owner_or_staff(seat)?;
        if self.table.seat_is_locked(seat) {
            let refusal = Rejection::new(Code::SeatLocked);
            return Err(match self.table.spec().clauses.seat_locked {
                Some(clause) => refusal.by(clause),
                None => refusal,
            });
        }
        events.push(Event::PlayerLeft { seat });
        Ok(())
    }

    pub(super) fn report_away(&self, seat: Seat, events: &mut Vec<Event>) -> Decided {
        self.staff_at(seat)?;
        let dealt_in = self.table.round().is_some_and(|round| round.seats.contains(seat));
        if !dealt_in || self.table.state.away.contains(seat) {
            return Err(Code::WrongPhase.into());
        }
        events.push(Event::PlayerAway { seat });
        Ok(())
    }

    pub(super) fn report_back(&self, seat: Seat, events: &mut Vec<Event>) -> Decided {
        self.staff_at(seat)?;
        if !self.table.state.away.contains(seat) {
            return Err(Code::WrongPhase.into());
        }
        events.push(Event::PlayerBack { seat });
        Ok(())
    }

    fn staff_at(&self, seat: Seat) -> Decided {
        self.existing(seat)?;
        if !self.actor.is_staff() {
            return Err(Code::WrongActor.into());
        }
        if self.table.player_at(seat).is_none() {
            return Err(Code::NotYourSeat.into());
        }
        Ok(())
    }

    fn owner_or_staff(&self, seat: Seat) -> Decided {
        match self.actor {
            Actor::Player(player) => {
                self.existing(seat)?;
                if self.table.player_at(seat) == Some(player) { Ok(()) } else { Err(Code::NotYourSeat.into()) }
            }
            _ => self.staff_at(seat),
        }
    }
}

impl crate::table::Table {
    /// Whether a person may take this free seat: within the number of boxes, and next to the ones already taken (I-06).
    pub(crate) fn may_take(&self, seat: Seat, player: PlayerId) -> bool {
        let held: SeatSet = self.occupied().iter().filter(|seat| self.player_at(*seat) == Some(player)).collect();
        let touches = |other: Seat| other.number().abs_diff(seat.number()) == 1;
        held.is_empty() || (held.len() < usize::from(self.rules.boxes_per_player) && held.iter().any(touches))
    }

    /// Whether the seat has something at stake: wagers, cards, or the bank.
    pub(crate) fn seat_is_locked(&self, seat: Seat) -> bool {
        let Some(round) = self.round() else { return false };
        let banks = round.bank.is_some_and(|bank| bank.seat == seat);
        let offered = matches!(round.phase, Phase::BankOffer { .. });
        !round.at(seat).bets.is_empty() || banks || offered
    }
}
