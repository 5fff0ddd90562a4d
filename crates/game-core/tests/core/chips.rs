//! Chips at a seat: bought, brought, taken away and moved, with the books that say so.

use crate::arbitrary;
use crate::floor::{CAGE, DEALER, FLOOR, Floor};
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::event::Event;
use game_core::game::{GameId, PlayerId, Seat};
use game_core::inventory::{Denomination, Tray};
use game_core::ledger::Account;
use game_core::legal::{Offered, legal};
use game_core::money::Cents;
use game_core::rejection::Code;
use game_core::values::Values;
use game_core::view::felt;
use game_core::wager::Wager;

const PLAYER: Actor = Actor::Player(PlayerId(1));

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

fn dollars(dollars: i64) -> Cents {
    Cents::new(dollars * 100)
}

/// So many dollars in hundreds.
fn hundreds(dollars: u32) -> Tray {
    Tray::of(&[(Denomination::Hundred, dollars / 100)])
}

/// A ready table with players 1 and 2 at seats 1 and 2, and $10,000 in the rack.
fn table() -> Floor {
    let mut floor = Floor::new(&arbitrary::plain(GameId::LetItRide));
    floor.sit(1, 1);
    floor.sit(2, 2);
    floor.open_rack(hundreds(10_000));
    floor.make_ready();
    floor
}

fn held(floor: &Floor, at: u8) -> Cents {
    assert_eq!(felt(&floor.table).seats[seat(at).index()].chips, floor.table.state().chips(seat(at)));
    floor.table.state().chips(seat(at))
}

fn booked(floor: &Floor, account: Account) -> i64 {
    floor.account(account) / 100_000_000
}

const fn bet(at: Seat, amount: Cents) -> Action {
    Action::PlaceWager { seat: at, wager: Wager::LetItRide, amount }
}

fn amounts(min: i64, max: i64) -> Values {
    Values::Amounts { min: Cents::new(min), max: Cents::new(max) }
}

#[test]
fn cash_goes_into_the_drop_and_chips_come_out_of_the_rack() {
    let mut floor = table();
    let events = floor.must(DEALER, Action::BuyIn { seat: seat(1), amount: dollars(500) });
    assert_eq!(events, [Event::BoughtIn { seat: seat(1), amount: dollars(500) }]);
    assert_eq!(held(&floor, 1), dollars(500));
    let accounts = [Account::Drop, Account::Rack, Account::Outside];
    assert_eq!(accounts.map(|account| booked(&floor, account)), [500, 9_500, -500]);
}

/// A buy-in is worth at least the least chip, and no more than the rack holds: the rack never owes.
#[test]
fn chips_are_bought_from_the_dealer_at_an_occupied_seat_out_of_the_rack() {
    let mut floor = table();
    let buy = |at, cents| Action::BuyIn { seat: seat(at), amount: Cents::new(cents) };
    for actor in [FLOOR, PLAYER, Actor::Clock] {
        assert_eq!(floor.ask(actor, buy(1, 100)).unwrap_err().code, Code::WrongActor);
    }
    assert_eq!(floor.ask(DEALER, buy(3, 100)).unwrap_err().code, Code::NotYourSeat);
    for (cents, missing) in [(1_000_001, 1), (100_000_000, 99_000_000)] {
        let refusal = floor.ask(DEALER, buy(1, cents)).unwrap_err();
        assert_eq!((refusal.code, refusal.missing), (Code::RackTooLow, Some(Cents::new(missing))));
        assert_eq!(refusal.accepted, amounts(25, 1_000_000));
    }
    for cents in [0, -1, 1, 24, 100_000_001, i64::MAX, i64::MIN] {
        let refusal = floor.ask(DEALER, buy(1, cents)).unwrap_err();
        assert_eq!((refusal.code, refusal.accepted), (Code::AmountNotPermitted, amounts(25, 1_000_000)));
    }
    floor.must(DEALER, buy(1, 1_000_000));
    assert_eq!(floor.table.state().rack(), Cents::ZERO);
    assert_eq!(floor.ask(DEALER, buy(2, 25)).unwrap_err().accepted, Values::Nothing);
    // A million dollars at once is the most, whatever the rack holds.
    let mut floor = Floor::new(&arbitrary::plain(GameId::LetItRide));
    floor.sit(1, 1);
    floor.open_rack(hundreds(2_000_000));
    assert_eq!(floor.ask(DEALER, buy(1, 100_000_001)).unwrap_err().accepted, amounts(25, 100_000_000));
}

#[test]
fn nobody_buys_chips_out_of_a_rack_that_is_not_counted() {
    let mut floor = Floor::new(&arbitrary::plain(GameId::LetItRide));
    floor.sit(1, 1);
    let buy = Action::BuyIn { seat: seat(1), amount: dollars(20) };
    assert_eq!(floor.ask(DEALER, buy).unwrap_err().code, Code::InventoryState);
    floor.open_rack(hundreds(100));
    floor.must(DEALER, buy);
}

#[test]
fn no_more_is_taken_away_than_lies_there() {
    let mut floor = table();
    let out = |cents| Action::CashOut { seat: seat(1), amount: Cents::new(cents) };
    assert_eq!(floor.ask(DEALER, out(1)).unwrap_err().accepted, Values::Nothing);
    floor.must(DEALER, Action::BuyIn { seat: seat(1), amount: dollars(20) });
    let refusal = floor.ask(DEALER, out(2_001)).unwrap_err();
    assert_eq!((refusal.code, refusal.accepted), (Code::AmountNotPermitted, amounts(1, 2_000)));
    floor.must(DEALER, out(1_500));
    assert_eq!(held(&floor, 1), dollars(5));
}

/// Chips that walk up are a fact that only staff can see, and an act of its own on the record.
#[test]
fn staff_enters_the_chips_that_a_player_brought() {
    let mut floor = table();
    let bring = |at, cents| Action::BringChips { seat: seat(at), amount: Cents::new(cents) };
    for actor in [PLAYER, CAGE, Actor::Sensor, Actor::Clock] {
        assert_eq!(floor.ask(actor, bring(1, 100)).unwrap_err().code, Code::WrongActor);
    }
    assert_eq!(floor.ask(DEALER, bring(3, 100)).unwrap_err().code, Code::NotYourSeat);
    for cents in [0, -1, 100_000_001, i64::MIN] {
        let refusal = floor.ask(DEALER, bring(1, cents)).unwrap_err();
        assert_eq!((refusal.code, refusal.accepted), (Code::AmountNotPermitted, amounts(1, 100_000_000)));
    }
    let brought = Event::ChipsBrought { seat: seat(1), amount: dollars(30) };
    assert_eq!(floor.must(DEALER, bring(1, 3_000)), [brought]);
    assert_eq!(floor.must(FLOOR, bring(1, 3_000)), [brought]);
    assert_eq!(held(&floor, 1), dollars(60));
    let accounts = [Account::Drop, Account::Rack, Account::Outside];
    assert_eq!(accounts.map(|account| booked(&floor, account)), [0, 10_000, -60]);
}

/// Neither a terminal nor anybody else wagers chips that are not at the seat, and the refusal says what is missing.
#[test]
fn nobody_wagers_more_than_lies_at_the_seat() {
    let mut floor = table();
    floor.must(DEALER, Action::OpenRound);
    for actor in [PLAYER, DEALER] {
        let refusal = floor.ask(actor, bet(seat(1), dollars(10))).unwrap_err();
        assert_eq!((refusal.code, refusal.missing), (Code::NotEnoughChips, Some(dollars(30))));
        assert_eq!(refusal.accepted, Values::Nothing, "the least wager costs three times $5");
    }
    floor.must(DEALER, Action::BuyIn { seat: seat(1), amount: dollars(20) });
    let refusal = floor.ask(PLAYER, bet(seat(1), dollars(10))).unwrap_err();
    assert_eq!((refusal.code, refusal.missing), (Code::NotEnoughChips, Some(dollars(10))));
    assert_eq!(refusal.accepted, amounts(500, 666));
    // Three bets of five dollars of the twenty; taken off and put up again they cost nothing more.
    floor.must(PLAYER, bet(seat(1), dollars(5)));
    assert_eq!(held(&floor, 1), dollars(5));
    floor.must(PLAYER, bet(seat(1), Cents::new(666)));
    floor.must(PLAYER, Action::RemoveWager { seat: seat(1), wager: Wager::LetItRide });
    assert_eq!(held(&floor, 1), dollars(20));
    // What a floorperson accepts outside the limits is of chips too.
    let accept = |cents| Action::AcceptWager { seat: seat(1), wager: Wager::LetItRide, amount: Cents::new(cents) };
    assert_eq!(floor.ask(DEALER, accept(667)).unwrap_err().missing, Some(Cents::new(1)));
    floor.must(DEALER, accept(666));
}

/// A sensor reports no more than lies at the seat either.
#[test]
fn a_sensor_reports_no_wager_beyond_the_chips_at_the_seat() {
    let mut floor = table();
    floor.bring(1, Cents::new(1_599));
    floor.must(DEALER, Action::OpenRound);
    floor.must(PLAYER, bet(seat(1), dollars(5)));
    let sensed = Action::PlaceWager { seat: seat(1), wager: Wager::ProgressivePayout, amount: dollars(1) };
    let refusal = floor.ask(Actor::Sensor, sensed).unwrap_err();
    assert_eq!((refusal.code, refusal.missing), (Code::NotEnoughChips, Some(Cents::new(1))));
    floor.bring(1, Cents::new(1));
    floor.must(Actor::Sensor, sensed);
}

/// The offer of a wager ends where the chips end.
#[test]
fn a_terminal_is_offered_no_more_than_its_chips_can_pay() {
    let mut floor = table();
    floor.bring(1, dollars(20));
    floor.must(DEALER, Action::OpenRound);
    let offered = |floor: &Floor| {
        legal(&floor.table, PLAYER, floor.now).into_iter().find_map(|offer| match offer.action {
            Offered::PlaceWager { wager: Wager::LetItRide, amount, .. } => Some(amount),
            _ => None,
        })
    };
    assert_eq!(offered(&floor), Some(amounts(500, 666)));
    floor.must(DEALER, Action::CashOut { seat: seat(1), amount: Cents::new(501) });
    assert_eq!(offered(&floor), None);
}

/// CAL-round-11: the bank is of chips that lie at the seat, and leaves the fee.
#[test]
fn a_bank_is_of_chips_too() {
    let mut floor = Floor::new(&arbitrary::plain(GameId::California));
    floor.sit_with(1, 1, dollars(957));
    floor.sit_with(2, 2, dollars(31));
    floor.make_ready();
    floor.must(DEALER, Action::OpenRound);
    floor.must(DEALER, Action::AnswerBankOffer { seat: seat(1), accept: true });
    let bank = |cents| Action::PlaceBank { amount: Cents::new(cents) };
    for actor in [PLAYER, DEALER] {
        let refusal = floor.ask(actor, bank(100_000)).unwrap_err();
        // $957 less the fee of $2.
        assert_eq!((refusal.code, refusal.missing), (Code::NotEnoughChips, Some(Cents::new(4_500))));
        assert_eq!(refusal.accepted, amounts(500, 95_500));
    }
    floor.must(PLAYER, bank(95_500));
    // Three bets of $10 and the fee of $0.50 for each are more than $31.
    let refusal = floor.ask(DEALER, bet(seat(2), dollars(10))).unwrap_err();
    assert_eq!((refusal.code, refusal.missing), (Code::NotEnoughChips, Some(Cents::new(50))));
    floor.must(DEALER, bet(seat(2), Cents::new(983)));
    // What closing the bets costs cannot be carried away before.
    let out = |at, cents| Action::CashOut { seat: seat(at), amount: Cents::new(cents) };
    assert_eq!(floor.ask(DEALER, out(1, 1)).unwrap_err().accepted, Values::Nothing);
    assert_eq!(floor.ask(DEALER, out(2, 2)).unwrap_err().accepted, amounts(1, 1));
    floor.must(DEALER, Action::NoMoreBets);
    assert_eq!([held(&floor, 1), held(&floor, 2)], [Cents::ZERO, Cents::new(1)]);
}

#[test]
fn whoever_leaves_takes_the_chips_and_the_seat_holds_nothing() {
    let mut floor = table();
    floor.must(DEALER, Action::BuyIn { seat: seat(1), amount: dollars(20) });
    let events = floor.must(PLAYER, Action::LeaveSeat { seat: seat(1) });
    let taken = Event::ChipsTaken { seat: seat(1), amount: dollars(20) };
    assert_eq!(events, [taken, Event::PlayerLeft { seat: seat(1) }]);
    assert_eq!(floor.must(DEALER, Action::LeaveSeat { seat: seat(2) }), [Event::PlayerLeft { seat: seat(2) }]);
}

#[test]
fn a_player_changes_seats_and_the_chips_go_along() {
    let mut floor = table();
    floor.must(DEALER, Action::BuyIn { seat: seat(1), amount: dollars(20) });
    let to = |from, to| Action::MoveSeat { from: seat(from), to: seat(to) };
    assert_eq!(floor.ask(PLAYER, to(1, 5)).unwrap_err().code, Code::WrongActor);
    assert_eq!(floor.ask(DEALER, to(1, 2)).unwrap_err().code, Code::SeatTaken);
    assert_eq!(floor.ask(DEALER, to(1, 1)).unwrap_err().code, Code::SeatTaken);
    assert_eq!(floor.ask(FLOOR, to(3, 4)).unwrap_err().code, Code::NotYourSeat);
    floor.must(FLOOR, to(1, 5));
    assert_eq!((held(&floor, 1), held(&floor, 5)), (Cents::ZERO, dollars(20)));
    assert_eq!(floor.table.state().player(seat(5)), Some(PlayerId(1)));
    assert_eq!(floor.table.state().player(seat(1)), None);
}

#[test]
fn a_seat_with_something_at_stake_is_not_changed() {
    let mut floor = table();
    floor.bring(1, dollars(15));
    floor.must(DEALER, Action::OpenRound);
    floor.must(DEALER, bet(seat(1), dollars(5)));
    let move_away = Action::MoveSeat { from: seat(1), to: seat(5) };
    assert_eq!(floor.ask(DEALER, move_away).unwrap_err().code, Code::SeatLocked);
    floor.must(DEALER, Action::MoveSeat { from: seat(2), to: seat(5) });
}

#[test]
fn one_of_several_boxes_moves_only_where_the_others_touch() {
    let mut submission = arbitrary::plain(GameId::LetItRide);
    submission.boxes_per_player = Some(2);
    let mut floor = Floor::new(&submission);
    floor.sit(3, 1);
    floor.sit(4, 1);
    let to = |to| Action::MoveSeat { from: seat(4), to: seat(to) };
    assert_eq!(floor.ask(DEALER, to(5)).unwrap_err().code, Code::TooManyBoxes);
    floor.must(DEALER, to(2));
}
