//! Decides a command: events, or a refusal. The authority on what may happen; nothing here changes state.

mod adopting;
mod bank;
mod betting;
mod chips;
mod collecting;
mod dealing;
mod deciding;
mod doubting;
mod irregular;
mod proposals;
mod seats;
mod settling;
mod suspending;
mod switching;

pub use adopting::Obstacle;
pub(crate) use bank::{BANK_WAGER, ROTATION};
pub(crate) use settling::VALIDATION;
pub(crate) use suspending::CONTROLLED;

use crate::actor::Actor;
use crate::clause::ClauseId;
use crate::command::{Action, Command};
use crate::event::Event;
use crate::game::{Millis, Seat};
use crate::inventory::{self, RackState};
use crate::procedure;
use crate::rejection::{Code, Rejection};
use crate::round::Round;
use crate::table::Table;

/// Decides a command against a table.
///
/// # Errors
/// A rejection, when the rules or the table's state do not allow it. Nothing has changed then.
pub fn decide(table: &Table, command: &Command) -> Result<Vec<Event>, Rejection> {
    let mut events = Vec::new();
    decide_into(table, command, &mut events)?;
    Ok(events)
}

/// Decides a command and appends its events to a list that the caller keeps; on a refusal the list is as it was.
///
/// # Errors
/// As [`decide`].
pub fn decide_into(table: &Table, command: &Command, events: &mut Vec<Event>) -> Result<(), Rejection> {
    let before = events.len();
    let asked = Asked { table, actor: command.actor, at: command.at };
    let decided = asked.decide(&command.action, events).and_then(|()| asked.covered(&events[before..]));
    match decided {
        Ok(()) => asked.drop_proposal(before, events),
        Err(_) => events.truncate(before),
    }
    decided
}

type Decided = Result<(), Rejection>;

/// A command's circumstances.
#[derive(Clone, Copy)]
struct Asked<'a> {
    table: &'a Table,
    actor: Actor,
    at: Millis,
}

impl<'a> Asked<'a> {
    fn decide(&self, action: &Action, events: &mut Vec<Event>) -> Decided {
        match *action {
            Action::Procedure(action) => self.procedure(&action, events),
            Action::Inventory(action) => self.inventory(&action, events),
            Action::SeatPlayer { seat, player } => self.seat_player(seat, player, events),
            Action::LeaveSeat { seat } => self.leave_seat(seat, events),
            Action::BuyIn { seat, amount } => self.buy_in(seat, amount, events),
            Action::BringChips { seat, amount } => self.bring_chips(seat, amount, events),
            Action::CashOut { seat, amount } => self.cash_out(seat, amount, events),
            Action::MoveSeat { from, to } => self.move_seat(from, to, events),
            Action::ReportAway { seat } => self.report_away(seat, events),
            Action::ReportBack { seat } => self.report_back(seat, events),
            Action::OpenRound => self.open_round(events),
            Action::CancelRound => self.cancel_round(events),
            Action::AnswerBankOffer { seat, accept } => self.answer_bank_offer(seat, accept, events),
            Action::PlaceBank { amount } => self.place_bank(amount, events),
            Action::PlaceWager { seat, wager, amount } => self.place_wager(seat, wager, amount, events),
            Action::AcceptWager { seat, wager, amount } => self.accept_wager(seat, wager, amount, events),
            Action::RemoveWager { seat, wager } => self.remove_wager(seat, wager, events),
            Action::CommitShuffle { commitment } => self.commit_shuffle(commitment, events),
            Action::NoMoreBets => self.no_more_bets(events),
            Action::CollectWagers { wager, count } => self.collect(wager, count, events),
            Action::StrikeWager { seat, wager, resolution } => self.strike(seat, wager, resolution, events),
            Action::ResolveCount { wager, resolution } => self.resolve_count(wager, resolution, events),
            Action::LockWagers => self.lock(events),
            Action::Deal { cards } => self.deal(&cards, events),
            Action::CountStub { stub, on_table } => self.count_stub(stub, on_table, events),
            Action::ReportStub { stub } => self.report_stub(stub, events),
            Action::ReportCount { deck, count } => self.report_count(deck, count, events),
            Action::DoubtDeck { cause } => self.doubt_deck(cause, events),
            Action::Decide { seat, decision } => self.decision(seat, decision, events),
            Action::ExpireDecision => self.expire_decision(events),
            Action::TurnUp { cards } => self.turn_up(&cards, events),
            Action::DrawHotSpot { seat } => self.draw_hot_spot(seat, events),
            Action::Settle { cards } => self.settle(&cards, events),
            Action::StopWheel { segment } => self.stop_wheel(segment, events),
            Action::PayEnvy => self.pay_envy(events),
            Action::VerifyAward { seat, bet, step } => self.verify_award(seat, bet, step, events),
            Action::ClearTable => self.clear_table(events),
            Action::SuspendWager { wager, stake, cause } => self.suspend_wager(wager, stake, cause, events),
            Action::ResumeWager { wager, stake } => self.resume_wager(wager, stake, events),
            Action::SwitchOff { what, reason } => self.switch_off(what, reason, events),
            Action::SwitchOn { what } => self.switch_on(what, events),
            Action::FaceUpCard { card } => self.face_up_card(card, events),
            Action::DrawnInError { card } => self.drawn_in_error(card, events),
            Action::Report(irregularity) => self.report(irregularity, events),
            Action::ConfirmVoid => self.confirm_void(events),
            Action::Propose(proposal) => self.propose(proposal, events),
            Action::Approve => self.approve(events),
            Action::Decline => self.decline(events),
            Action::ExpireProposal => self.expire_proposal(events),
            Action::AdoptRules { proposed_by, approved_by } => self.adopt_rules(proposed_by, approved_by, events),
        }
    }

    fn procedure(&self, action: &procedure::Action, events: &mut Vec<Event>) -> Decided {
        if *action == procedure::Action::OpenTable && self.table.rack_state() != RackState::Open {
            return Err(Code::InventoryState.into());
        }
        let mut steps = Vec::new();
        self.table.state.procedure.decide(&self.table.context(self.actor, self.at), action, &mut steps)?;
        events.extend(steps.into_iter().map(Event::Procedure));
        Ok(())
    }

    fn inventory(&self, action: &inventory::Action, events: &mut Vec<Event>) -> Decided {
        if self.table.is_training() {
            return Err(Code::TrainingTable.into());
        }
        let event = self.table.state.inventory.decide(&self.table.money(self.actor), action)?;
        events.push(Event::Inventory(event));
        Ok(())
    }

    /// The round in progress.
    fn round(&self) -> Result<&'a Round, Rejection> {
        self.table.round().ok_or_else(|| Code::WrongPhase.into())
    }

    fn existing(&self, seat: Seat) -> Decided {
        if self.table.seat_exists(seat) {
            Ok(())
        } else {
            Err(Rejection::new(Code::NoSuchSeat).by(self.table.spec().clauses.seats))
        }
    }

    /// The actor must be the dealer.
    fn dealer(&self) -> Decided {
        if self.actor.is_dealer() { Ok(()) } else { Err(Code::WrongActor.into()) }
    }

    /// The actor must be a floorperson or above.
    fn floorperson(&self) -> Result<crate::game::StaffId, Rejection> {
        match self.actor {
            Actor::Floorperson(staff) => Ok(staff),
            _ => Err(Code::WrongActor.into()),
        }
    }

    /// The actor must be the player of this seat, or the dealer acting for that player.
    fn player_or_dealer(&self, seat: Seat, clause: ClauseId) -> Decided {
        self.existing(seat)?;
        match (self.actor, self.table.player_at(seat)) {
            (Actor::Player(player), Some(owner)) if player == owner => Ok(()),
            (Actor::Dealer(_), Some(_)) => Ok(()),
            (Actor::Player(_) | Actor::Dealer(_), _) => Err(Rejection::new(Code::NotYourSeat).by(clause)),
            _ => Err(Code::WrongActor.into()),
        }
    }
}
