//! Random sessions from the first count of the rack to the last, with a second bookkeeping beside the table's own: chips and cash are
//! followed by hand from one place to another, and nothing is ever lost, made or owed.

use crate::arbitrary;
use crate::floor::{CAGE, DEALER, FLOOR, Floor, SECOND_FLOOR};
use crate::properties::walk::{Dice, step};
use game_core::command::{Action, AwardStep, Proposal};
use game_core::decision::Decision;
use game_core::event::Event;
use game_core::game::{GameId, Seat};
use game_core::inventory::{self, CountKind, Denomination, SlipKind, Tray};
use game_core::ledger::Account;
use game_core::money::{Cents, MicroCents};
use game_core::procedure;
use game_core::rejection::Code;
use game_core::submission::Submission;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use std::collections::BTreeMap;

const SESSIONS: usize = 1_000;

/// Where chips and cash lie, counted by hand.
#[derive(Clone, Debug, Default)]
struct Places {
    cents: BTreeMap<Account, i64>,
    read: usize,
}

impl Places {
    fn carry(&mut self, from: Account, to: Account, amount: Cents) {
        *self.cents.entry(from).or_default() -= amount.get();
        *self.cents.entry(to).or_default() += amount.get();
    }

    fn at(&self, place: Account) -> i64 {
        self.cents.get(&place).copied().unwrap_or(0)
    }

    /// Follows what has happened since, and looks whether every place holds what the table says, and never less than nothing.
    fn follow(&mut self, floor: &Floor) {
        for event in &floor.log[self.read..] {
            self.take(floor.game(), event);
        }
        self.read = floor.log.len();
        let state = floor.table.state();
        for seat in Seat::first(7) {
            assert_eq!(self.at(Account::Seat(seat)), state.chips(seat).get(), "the chips at seat {seat}");
        }
        assert_eq!(self.at(Account::Rack), state.rack().get(), "the chips in the rack");
        assert_eq!(self.at(Account::Drop), state.dropped().get(), "the cash in the box");
        for place in [Account::Layout, Account::Bank, Account::Fees, Account::Transit, Account::CountRoom] {
            assert_eq!(self.at(place) * MicroCents::PER_CENT, floor.account(place), "{place:?}");
        }
        let contra = [Account::Cage, Account::Outside, Account::Variance, Account::Jackpot];
        let owing = self.cents.iter().find(|(place, cents)| **cents < 0 && !contra.contains(place));
        assert_eq!(owing, None, "a place owes money");
        assert_eq!(self.cents.values().sum::<i64>(), 0);
    }

    fn take(&mut self, game: GameId, event: &Event) {
        use Account::{Bank, Drop, Fees, Jackpot, Layout, Outside, Rack, Seat};
        let house = if game == GameId::California { Bank } else { Rack };
        match *event {
            Event::BoughtIn { seat, amount } => {
                self.carry(Rack, Seat(seat), amount);
                self.carry(Outside, Drop, amount);
            }
            Event::ChipsBrought { seat, amount } => self.carry(Outside, Seat(seat), amount),
            Event::ChipsTaken { seat, amount } => self.carry(Seat(seat), Outside, amount),
            Event::ChipsMoved { from, to, amount } => self.carry(Seat(from), Seat(to), amount),
            Event::BankPlaced { seat, amount, was } => {
                self.carry(Bank, Seat(seat), was);
                self.carry(Seat(seat), Bank, amount);
            }
            Event::BankReturned { seat, amount } => self.carry(Bank, Seat(seat), amount),
            Event::WagerPlaced { seat, wager, amount, was } => {
                for _ in wager.bets() {
                    self.carry(Layout, Seat(seat), was);
                    self.carry(Seat(seat), Layout, amount);
                }
            }
            Event::WagerRemoved { seat, wager, amount } => {
                for _ in wager.bets() {
                    self.carry(Layout, Seat(seat), amount);
                }
            }
            Event::FeeCharged { seat, amount } => self.carry(Seat(seat), Fees, amount),
            Event::FeeRefunded { seat, amount } => self.carry(Fees, Seat(seat), amount),
            Event::WagersCollected { total, .. } => self.carry(Layout, Rack, total),
            Event::Forfeited { amount, .. } => self.carry(Layout, Rack, amount),
            Event::Decided { seat, decision, amount, .. } => self.decide(seat, decision, amount),
            Event::DecisionCorrected { seat, from, undone, to, amount, .. } => {
                self.decide(seat, from, Cents::new(-undone.get()));
                self.decide(seat, to, amount);
            }
            Event::BetSettled { seat, result, from_layout } => {
                // The stake is swept to whoever banks the game, who pays back and winnings from there.
                if from_layout {
                    self.carry(Layout, house, result.stake);
                }
                self.carry(house, Seat(seat), result.back);
                self.carry(house, Seat(seat), result.win);
            }
            Event::BetRefunded { seat, refund, from_layout, unpaid, .. } => {
                self.carry(if from_layout { Layout } else { house }, Seat(seat), refund);
                self.carry(Seat(seat), house, unpaid);
            }
            Event::BonusPaid { seat, amount, .. } => self.carry(Rack, Seat(seat), amount),
            Event::BonusReversed { seat, amount } => self.carry(Seat(seat), Rack, amount),
            Event::AwardVerified { seat, step: AwardStep::Validate, amount: Some(amount), .. } => {
                self.carry(Jackpot, Seat(seat), amount.paid);
            }
            Event::Inventory(ref step) => self.inventory(step),
            _ => {}
        }
    }

    fn decide(&mut self, seat: Seat, decision: Decision, amount: Cents) {
        match decision {
            Decision::Ride | Decision::Check => {}
            Decision::Withdraw => self.carry(Account::Layout, Account::Seat(seat), amount),
            Decision::Fold => self.carry(Account::Layout, Account::Rack, amount),
            Decision::Raise | Decision::Bet1x | Decision::Bet2x | Decision::Bet3x => {
                self.carry(Account::Seat(seat), Account::Layout, amount);
            }
        }
    }

    fn inventory(&mut self, step: &inventory::Event) {
        use Account::{Cage, CountRoom, Drop, Rack, Transit, Variance};
        let of = |kind| if kind == SlipKind::Fill { (Cage, Rack) } else { (Rack, Cage) };
        match *step {
            // From then on the rack holds what lies in the tray, whatever the books had said.
            inventory::Event::CountVerified { adjusted, first, .. } => {
                self.carry(if first { Cage } else { Variance }, Rack, adjusted);
            }
            inventory::Event::SlipIssued { kind, total, .. } => self.carry(of(kind).0, Transit, total),
            inventory::Event::SlipReceived { kind, total, .. } => self.carry(Transit, of(kind).1, total),
            inventory::Event::SlipVoided { kind, returned, .. } => self.carry(Transit, of(kind).0, returned),
            inventory::Event::BoxRemoved { recorded, .. } => self.carry(Drop, CountRoom, recorded),
            inventory::Event::DropVerified { total, recorded, .. } => {
                self.carry(CountRoom, Cage, recorded);
                self.carry(Variance, Cage, Cents::new(total.get() - recorded.get()));
            }
            _ => {}
        }
    }
}

/// A session: the rack is counted, people come and go with their chips, and play; in the end everybody takes theirs and the rack closes.
fn session(submission: &Submission, rolls: &[u32], tally: &mut BTreeMap<&'static str, usize>) {
    let mut dice = Dice::with_money(rolls);
    let mut floor = Floor::new(submission);
    let mut places = Places::default();
    let fives = u32::try_from([0, 40, 400, 400_000][dice.below(4)]).unwrap();
    floor.open_rack(Tray::of(&[(Denomination::Five, fives)]));
    for seat in 1..=floor.table.rules().seats().min(4) {
        floor.sit(seat, u64::from(seat));
        if dice.below(4) != 0 {
            floor.bring(seat, Cents::new(i64::try_from(2_500 * (1 + dice.below(400))).unwrap()));
        }
    }
    floor.make_ready();
    while !dice.is_spent() {
        step(&mut floor, &mut dice);
        places.follow(&floor);
    }
    close(&mut floor, &mut places);
    for event in &floor.log {
        *tally.entry(name(event)).or_default() += 1;
    }
}

/// Everybody goes: the round ends or is void, the seats are empty, and the rack is closed with what lies in it.
fn close(floor: &mut Floor, places: &mut Places) {
    let mut rolls = std::iter::successors(Some(1u32), |roll| Some(roll.wrapping_mul(1_664_525).wrapping_add(1)));
    while floor.table.round().is_some() {
        let _ = floor.ask(FLOOR, Action::Decline);
        match end_by_void(floor) {
            Ok(()) => {}
            Err(Code::RackTooLow) => fill(floor),
            // A round with a validated award, or one that has no card yet, is played on.
            Err(_) => {
                let next: Vec<u32> = rolls.by_ref().take(64).collect();
                step(floor, &mut Dice::new(&next));
            }
        }
        places.follow(floor);
    }
    for seat in Seat::first(floor.table.rules().seats()) {
        if floor.table.state().player(seat).is_some() {
            floor.must(DEALER, Action::LeaveSeat { seat });
        }
    }
    let _ = floor.ask(FLOOR, Action::Procedure(procedure::Action::CloseTable));
    places.follow(floor);
    for seat in Seat::first(7) {
        assert_eq!(places.at(Account::Seat(seat)), 0);
    }
    for place in [Account::Layout, Account::Bank] {
        assert_eq!(places.at(place), 0, "{place:?} at the end of a session");
    }
}

fn end_by_void(floor: &mut Floor) -> Result<(), Code> {
    if floor.ask(SECOND_FLOOR, Action::ConfirmVoid).is_ok() || floor.ask(FLOOR, Action::ConfirmVoid).is_ok() {
        return Ok(());
    }
    if floor.table.rack_lacking().is_some() {
        return Err(Code::RackTooLow);
    }
    floor.ask(FLOOR, Action::Propose(Proposal::Void)).map_err(|refusal| refusal.code)?;
    floor.ask(SECOND_FLOOR, Action::Approve).map(drop).map_err(|refusal| refusal.code)
}

/// The cage brings what a payment or a void waits for.
fn fill(floor: &mut Floor) {
    let tray = Tray::of(&[(Denomination::FiveThousand, 2_000)]);
    let kind = SlipKind::Fill;
    let asked = floor.ask(FLOOR, Action::Inventory(inventory::Action::RequestSlip { kind, tray }));
    // There may be slips enough under way already; those arrive instead.
    let number =
        floor.table.state().inventory().slips().iter().rev().find(|slip| slip.kind == kind && slip.void.is_none());
    let number = number.and_then(|slip| slip.number).unwrap_or_else(|| panic!("no fill comes: {asked:?}"));
    let _ = floor.ask(CAGE, Action::Inventory(inventory::Action::IssueSlip { kind, number }));
    floor.must(DEALER, Action::Inventory(inventory::Action::ReceiveSlip { kind, number }));
}

const fn name(event: &Event) -> &'static str {
    match event {
        Event::BoughtIn { .. } => "bought in",
        Event::ChipsBrought { .. } => "chips brought",
        Event::ChipsTaken { .. } => "cashed out",
        Event::ChipsMoved { .. } => "moved",
        Event::BankPlaced { .. } => "banked",
        Event::WagerRemoved { .. } => "withdrawn",
        Event::FeeCharged { .. } => "fees",
        Event::RoundVoided { .. } => "void",
        Event::RoundCleared { .. } => "played",
        Event::PayoutWaits { .. } => "waited for a fill",
        Event::AwardVerified { step: AwardStep::Validate, .. } => "awards",
        Event::Inventory(inventory::Event::CountVerified { kind: CountKind::Closer, .. }) => "closings",
        Event::Inventory(inventory::Event::SlipReceived { .. }) => "slips",
        _ => "else",
    }
}

/// A thousand sessions foot, and nobody ever owes.
#[test]
fn a_thousand_random_sessions_foot_and_nobody_owes() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut tally = BTreeMap::new();
    let rolls = proptest::collection::vec(any::<u32>(), 3_000..5_000);
    for game in GameId::ALL.into_iter().cycle().take(SESSIONS) {
        let submission = arbitrary::submission(game).new_tree(&mut runner).unwrap().current();
        let rolls = rolls.new_tree(&mut runner).unwrap().current();
        session(&submission, &rolls, &mut tally);
    }
    for what in [
        "bought in",
        "chips brought",
        "cashed out",
        "moved",
        "banked",
        "withdrawn",
        "fees",
        "void",
        "played",
        "waited for a fill",
        "closings",
        "slips",
    ] {
        assert!(tally.get(what).is_some_and(|times| *times >= 50), "{what}: {tally:?}");
    }
}
