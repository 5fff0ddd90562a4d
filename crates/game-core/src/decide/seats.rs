//! Sitting down, leaving, changing seats, and being away in the middle of a round.

use super::{Asked, Decided};
use crate::actor::Actor;
use crate::event::Event;
use crate::game::{PlayerId, Seat, SeatSet};
use crate::money::Cents;
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
        self.free_for(seat, self.table.boxes_of(player))?;
        events.push(Event::PlayerSeated { seat, player });
        Ok(())
    }

    pub(super) fn leave_seat(&self, seat: Seat, events: &mut Vec<Event>) -> Decided {
        self.owner_or_staff(seat)?;
        self.unlocked(seat)?;
        let amount = self.table.state.chips.at(seat);
        if amount > Cents::ZERO {
            events.push(Event::ChipsTaken { seat, amount });
        }
        events.push(Event::PlayerLeft { seat });
        Ok(())
    }

    /// Giving one seat up and taking another, in one: the seat given up does not count against the one taken.
    pub(super) fn move_seat(&self, from: Seat, to: Seat, events: &mut Vec<Event>) -> Decided {
        self.staff_at(from)?;
        self.unlocked(from)?;
        let player = self.table.player_at(from).ok_or(Code::NotYourSeat)?;
        let mut others = self.table.boxes_of(player);
        others.remove(from);
        self.free_for(to, others)?;
        events.push(Event::PlayerSeated { seat: to, player });
        let amount = self.table.state.chips.at(from);
        if amount > Cents::ZERO {
            events.push(Event::ChipsMoved { from, to, amount });
        }
        events.push(Event::PlayerLeft { seat: from });
        Ok(())
    }

    /// The seat must be free, and fit for somebody who plays these boxes.
    fn free_for(&self, seat: Seat, boxes: SeatSet) -> Decided {
        self.existing(seat)?;
        if self.table.player_at(seat).is_some() {
            let free = Seat::first(self.table.rules.seats).filter(|seat| self.table.player_at(*seat).is_none());
            return Err(Rejection::new(Code::SeatTaken).accepting(Values::Seats(free.collect())));
        }
        if !self.table.may_add(seat, boxes) {
            let refusal = Rejection::new(Code::TooManyBoxes);
            return Err(match self.table.spec().clauses.boxes {
                Some(clause) => refusal.by(clause),
                None => refusal,
            });
        }
        Ok(())
    }

    fn unlocked(&self, seat: Seat) -> Decided {
        if !self.table.seat_is_locked(seat) {
            return Ok(());
        }
        let refusal = Rejection::new(Code::SeatLocked);
        Err(match self.table.spec().clauses.seat_locked {
            Some(clause) => refusal.by(clause),
            None => refusal,
        })
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
    /// The boxes a person plays.
    pub(crate) fn boxes_of(&self, player: PlayerId) -> SeatSet {
        Seat::first(self.rules.seats).filter(|seat| self.player_at(*seat) == Some(player)).collect()
    }

    /// Whether a person may take this free seat.
    pub(crate) fn may_take(&self, seat: Seat, player: PlayerId) -> bool {
        self.may_add(seat, self.boxes_of(player))
    }

    /// Whether a person who plays these boxes may take this free one: within the number of boxes, and next to them (I-06).
    pub(crate) fn may_add(&self, seat: Seat, boxes: SeatSet) -> bool {
        let touches = |other: Seat| other.number().abs_diff(seat.number()) == 1;
        boxes.is_empty() || (boxes.len() < usize::from(self.rules.boxes_per_player) && boxes.iter().any(touches))
    }

    /// Whether the seat has something at stake: wagers, cards, or the bank.
    pub(crate) fn seat_is_locked(&self, seat: Seat) -> bool {
        let Some(round) = self.round() else { return false };
        let banks = round.bank.is_some_and(|bank| bank.seat == seat);
        let offered = matches!(round.phase, Phase::BankOffer { .. });
        !round.at(seat).bets.is_empty() || banks || offered
    }
}
