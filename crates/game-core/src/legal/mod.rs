//! What may be done now, asked as a question: every screen and every bot is driven by it.
//!
//! Written on its own, beside `decide`, which stays the authority; a property test holds the two equal.

mod offered;
mod play;
mod trouble;

pub use offered::{Offer, Offered, Who};

use crate::actor::Actor;
use crate::clause::ClauseId;
use crate::decide::CONTROLLED;
use crate::game::{Millis, PlayerId, Seat, SeatSet};
use crate::inventory::RackState;
use crate::money::Cents;
use crate::procedure::ActionKind;
use crate::rules::Stakes;
use crate::table::Table;
use crate::values::Values;
use crate::wager::Wager;

/// Everything the actor may do at this moment.
#[must_use]
pub fn legal(table: &Table, actor: Actor, at: Millis) -> Vec<Offer> {
    let mut asked = Asked { table, actor, at, offers: Vec::new() };
    asked.procedure();
    asked.inventory();
    asked.seats();
    asked.controller();
    asked.switches();
    asked.doubts();
    match table.round() {
        None => {
            asked.between_rounds();
            asked.adoption();
        }
        Some(round) => {
            asked.play(round);
            asked.trouble(round);
        }
    }
    asked.offers
}

struct Asked<'a> {
    table: &'a Table,
    actor: Actor,
    at: Millis,
    offers: Vec<Offer>,
}

impl Asked<'_> {
    fn offer(&mut self, action: Offered, clause: Option<ClauseId>) {
        self.offers.push(Offer { action, clause });
    }

    fn controller(&mut self) {
        if self.actor != Actor::Controller {
            return;
        }
        for wager in CONTROLLED {
            for stake in self.table.stakes_controlled(wager) {
                let offered = match self.table.suspension(wager, stake) {
                    None => Offered::SuspendWager { wager, stake },
                    Some(_) => Offered::ResumeWager { wager, stake },
                };
                self.offer(offered, None);
            }
        }
    }

    fn switches(&mut self) {
        let off = self.table.switched_off().iter().map(|off| off.what);
        for what in off.filter(|what| what.is_worked_by(self.actor)).collect::<Vec<_>>() {
            self.offer(Offered::SwitchOn { what }, None);
        }
        let on = self.table.switches().filter(|what| what.is_worked_by(self.actor) && !self.table.is_off(*what));
        for what in on.collect::<Vec<_>>() {
            self.offer(Offered::SwitchOff { what }, None);
        }
    }

    fn procedure(&mut self) {
        let mut steps = Vec::new();
        self.table.state.procedure.legal(&self.table.context(self.actor, self.at), &mut steps);
        if self.table.rack_state() != RackState::Open {
            steps.retain(|step| step.action != ActionKind::OpenTable);
        }
        self.offers.extend(steps.into_iter().map(|step| {
            let clause = step.clause;
            Offer { action: Offered::Procedure(step), clause }
        }));
    }

    fn inventory(&mut self) {
        if self.table.is_training() {
            return;
        }
        let mut steps = Vec::new();
        self.table.state.inventory.legal(&self.table.money(self.actor), &mut steps);
        self.offers.extend(steps.into_iter().map(|step| Offer { action: Offered::Inventory(step), clause: None }));
    }

    fn seats(&mut self) {
        for seat in Seat::first(self.table.rules.seats) {
            match self.table.player_at(seat) {
                None => self.free_seat(seat),
                Some(player) => self.taken_seat(seat, player),
            }
        }
    }

    fn free_seat(&mut self, seat: Seat) {
        let who = match self.actor {
            Actor::Player(player) if self.table.may_take(seat, player) => Who::Only(player),
            Actor::Dealer(_) | Actor::Floorperson(_) => {
                let mut others: Vec<PlayerId> = self.table.state.players.iter().flatten().copied().collect();
                others.sort_unstable();
                others.dedup();
                others.retain(|player| !self.table.may_take(seat, *player));
                Who::AnyoneBut(others)
            }
            Actor::Player(_)
            | Actor::Cage(_)
            | Actor::Accounting(_)
            | Actor::Shoe
            | Actor::Shuffler
            | Actor::Wheel
            | Actor::Sensor
            | Actor::Clock
            | Actor::Controller => return,
        };
        self.offer(Offered::SeatPlayer { seat, who }, self.table.spec().clauses.boxes);
    }

    fn taken_seat(&mut self, seat: Seat, player: PlayerId) {
        let clauses = self.table.spec().clauses;
        let staff = self.actor.is_staff();
        if (staff || self.actor == Actor::Player(player)) && !self.table.seat_is_locked(seat) {
            self.offer(Offered::LeaveSeat { seat }, clauses.seat_locked);
        }
        if !staff {
            return;
        }
        self.offer(Offered::BringChips { seat, amount: Values::up_to(Cents::BUY_IN_MAX) }, None);
        self.chips(seat);
        self.moves(seat, player);
        if self.table.state.away.contains(seat) {
            self.offer(Offered::ReportBack { seat }, clauses.abandoned);
        } else if self.table.round().is_some_and(|round| round.seats.contains(seat)) {
            self.offer(Offered::ReportAway { seat }, clauses.abandoned);
        }
    }

    fn chips(&mut self, seat: Seat) {
        if !self.actor.is_dealer() {
            return;
        }
        let bought = self.table.buy_ins();
        if self.table.sells_chips() && bought != Values::Nothing {
            self.offer(Offered::BuyIn { seat, amount: bought }, None);
        }
        let taken = self.table.cash_outs(seat);
        if taken != Values::Nothing {
            self.offer(Offered::CashOut { seat, amount: taken }, None);
        }
    }

    fn moves(&mut self, from: Seat, player: PlayerId) {
        if self.table.seat_is_locked(from) {
            return;
        }
        let mut others = self.table.boxes_of(player);
        others.remove(from);
        let free = Seat::first(self.table.rules.seats).filter(|seat| self.table.player_at(*seat).is_none());
        let to: SeatSet = free.filter(|seat| self.table.may_add(*seat, others)).collect();
        if !to.is_empty() {
            self.offer(Offered::MoveSeat { from, to }, self.table.spec().clauses.seat_locked);
        }
    }

    /// What two people decided for the table is taken up when its time has come.
    fn adoption(&mut self) {
        if self.actor == Actor::Clock {
            self.offer(Offered::AdoptRules, None);
        }
    }

    fn between_rounds(&mut self) {
        let somebody = !self.table.is_california() || !self.table.occupied().is_empty();
        let on = self.table.play_is_off().is_none();
        if self.actor.is_dealer()
            && somebody
            && on
            && self.table.state.procedure.ready(&self.table.rules, self.at).is_ok()
        {
            self.offer(Offered::OpenRound, None);
        }
    }

    /// The seats the actor may act for: the player's own, or for the dealer every occupied one.
    fn acts_for(&self, seat: Seat) -> bool {
        match (self.actor, self.table.player_at(seat)) {
            (Actor::Player(player), Some(owner)) => player == owner,
            (Actor::Dealer(_), Some(_)) => true,
            _ => false,
        }
    }
}

impl Table {
    /// The stakes with which a wager may be placed now, if any.
    fn stakes_open(&self, wager: Wager) -> Option<Values> {
        let stakes = self.rules.stakes(wager)?;
        match stakes {
            Stakes::Between { min, .. } => (!self.is_suspended(wager, *min)).then(|| Values::stakes(stakes)),
            Stakes::OneOf(amounts) => {
                let open: Vec<Cents> =
                    amounts.iter().copied().filter(|amount| !self.is_suspended(wager, *amount)).collect();
                (!open.is_empty()).then_some(Values::OneOf(open))
            }
        }
    }

    /// The stakes of a wager that the controller can take off the felt, and all of them at once.
    fn stakes_controlled(&self, wager: Wager) -> Vec<Option<Cents>> {
        match self.rules.stakes(wager) {
            None => Vec::new(),
            Some(Stakes::Between { .. }) => vec![None],
            Some(Stakes::OneOf(amounts)) => amounts.iter().copied().map(Some).chain([None]).collect(),
        }
    }
}
