//! Chips at a seat: bought, brought, taken away and moved, with the books that say so.

use crate::arbitrary;
use crate::floor::{DEALER, FLOOR, Floor};
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::event::Event;
use game_core::game::{GameId, PlayerId, Seat};
use game_core::ledger::Account;
use game_core::money::Cents;
use game_core::rejection::Code;
use game_core::values::Values;
use game_core::view::felt;
use game_core::wager::Wager;

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

fn dollars(dollars: i64) -> Cents {
    Cents::new(dollars * 100)
}

/// A ready table with players 1 and 2 at seats 1 and 2.
fn table() -> Floor {
    let mut floor = Floor::new(&arbitrary::plain(GameId::LetItRide));
    floor.sit(1, 1);
    floor.sit(2, 2);
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

#[test]
fn cash_goes_into_the_drop_and_chips_come_out_of_the_rack() {
    let mut floor = table();
    let events = floor.must(DEALER, Action::BuyIn { seat: seat(1), amount: dollars(500) });
    assert_eq!(events, [Event::BoughtIn { seat: seat(1), amount: dollars(500) }]);
    assert_eq!(held(&floor, 1), dollars(500));
    let accounts = [Account::Drop, Account::Rack, Account::Outside];
    assert_eq!(accounts.map(|account| booked(&floor, account)), [500, -500, -500]);
}

#[test]
fn chips_are_bought_from_the_dealer_at_an_occupied_seat_within_reason() {
    let mut floor = table();
    let buy = |at, cents| Action::BuyIn { seat: seat(at), amount: Cents::new(cents) };
    for actor in [FLOOR, Actor::Player(PlayerId(1)), Actor::Clock] {
        assert_eq!(floor.ask(actor, buy(1, 100)).unwrap_err().code, Code::WrongActor);
    }
    assert_eq!(floor.ask(DEALER, buy(3, 100)).unwrap_err().code, Code::NotYourSeat);
    for cents in [0, -1, 100_000_001, i64::MAX, i64::MIN] {
        let refusal = floor.ask(DEALER, buy(1, cents)).unwrap_err();
        assert_eq!(refusal.code, Code::AmountNotPermitted);
        assert_eq!(refusal.accepted, Values::Amounts { min: Cents::new(1), max: Cents::BUY_IN_MAX });
    }
    floor.must(DEALER, buy(1, 100_000_000));
}

#[test]
fn no_more_is_taken_away_than_lies_there() {
    let mut floor = table();
    let out = |cents| Action::CashOut { seat: seat(1), amount: Cents::new(cents) };
    assert_eq!(floor.ask(DEALER, out(1)).unwrap_err().accepted, Values::Nothing);
    floor.must(DEALER, Action::BuyIn { seat: seat(1), amount: dollars(20) });
    let refusal = floor.ask(DEALER, out(2_001)).unwrap_err();
    assert_eq!(refusal.code, Code::AmountNotPermitted);
    assert_eq!(refusal.accepted, Values::Amounts { min: Cents::new(1), max: dollars(20) });
    floor.must(DEALER, out(1_500));
    assert_eq!(held(&floor, 1), dollars(5));
}

#[test]
fn who_wagers_more_than_lies_there_has_brought_the_difference() {
    let mut floor = table();
    floor.must(DEALER, Action::BuyIn { seat: seat(1), amount: dollars(20) });
    floor.must(DEALER, Action::OpenRound);
    let bet = |at, amount| Action::PlaceWager { seat: seat(at), wager: Wager::LetItRide, amount };
    let events = floor.must(DEALER, bet(1, dollars(10)));
    assert_eq!(events[0], Event::ChipsBrought { seat: seat(1), amount: dollars(10) });
    assert_eq!(held(&floor, 1), Cents::ZERO);
    // Three bets of five dollars come back out of thirty, and nothing more is needed to put them up again.
    floor.must(DEALER, bet(1, dollars(5)));
    assert_eq!(held(&floor, 1), dollars(15));
    assert_eq!(floor.must(DEALER, bet(1, dollars(10))).len(), 1);
}

#[test]
fn whoever_leaves_takes_the_chips_and_the_seat_holds_nothing() {
    let mut floor = table();
    floor.must(DEALER, Action::BuyIn { seat: seat(1), amount: dollars(20) });
    let events = floor.must(Actor::Player(PlayerId(1)), Action::LeaveSeat { seat: seat(1) });
    let taken = Event::ChipsTaken { seat: seat(1), amount: dollars(20) };
    assert_eq!(events, [taken, Event::PlayerLeft { seat: seat(1) }]);
    assert_eq!(floor.must(DEALER, Action::LeaveSeat { seat: seat(2) }), [Event::PlayerLeft { seat: seat(2) }]);
}

#[test]
fn a_player_changes_seats_and_the_chips_go_along() {
    let mut floor = table();
    floor.must(DEALER, Action::BuyIn { seat: seat(1), amount: dollars(20) });
    let to = |from, to| Action::MoveSeat { from: seat(from), to: seat(to) };
    assert_eq!(floor.ask(Actor::Player(PlayerId(1)), to(1, 5)).unwrap_err().code, Code::WrongActor);
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
    floor.must(DEALER, Action::OpenRound);
    floor.must(DEALER, Action::PlaceWager { seat: seat(1), wager: Wager::LetItRide, amount: dollars(5) });
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
