//! The table's money: counts that two people sign, slips that pass through three hands, the drop.

use crate::floor::{ACCOUNTING, CAGE, DEALER, FLOOR, Floor, SECOND_ACCOUNTING, SECOND_CAGE, SECOND_FLOOR};
use game_core::actor::Actor;
use game_core::command::Action as Asked;
use game_core::event::Event as Happened;
use game_core::game::{GameId, Seat, StaffId};
use game_core::inventory::{
    Action, Contents, CountKind, Denomination, Event, Note, Notes, Report, SlipKind, SlipNumber, Standing, Tray,
    VoidReason,
};
use game_core::ledger::Account;
use game_core::money::Cents;
use game_core::procedure;
use game_core::rejection::Code;

fn floor() -> Floor {
    Floor::new(&crate::arbitrary::plain(GameId::LetItRide))
}

/// So many dollars, in hundreds.
fn hundreds(dollars: u32) -> Tray {
    Tray::of(&[(Denomination::Hundred, dollars / 100)])
}

fn ask(floor: &mut Floor, actor: Actor, action: Action) -> Result<Event, Code> {
    match floor.ask(actor, Asked::Inventory(action)) {
        Ok(events) => match events[..] {
            [Happened::Inventory(event)] => Ok(event),
            _ => panic!("{events:?}"),
        },
        Err(rejection) => Err(rejection.code),
    }
}

fn must(floor: &mut Floor, actor: Actor, action: Action) -> Event {
    ask(floor, actor, action).unwrap_or_else(|code| panic!("{action:?}: {code:?}"))
}

fn sign(floor: &mut Floor, kind: CountKind, tray: Tray) {
    must(floor, DEALER, Action::Count { kind, tray });
    must(floor, FLOOR, Action::VerifyCount);
}

fn opened(dollars: u32) -> Floor {
    let mut floor = floor();
    sign(&mut floor, CountKind::Opener, hundreds(dollars));
    floor
}

fn number(event: Event) -> SlipNumber {
    match event {
        Event::SlipRequested { number, .. } | Event::BoxRemoved { number, .. } => number.unwrap(),
        other => panic!("{other:?}"),
    }
}

fn dollars(floor: &Floor, account: Account) -> i64 {
    floor.account(account) / 100_000_000
}

/// R44: the rack is open only once dealer and floorperson have signed, and they are two people.
#[test]
fn a_rack_opens_by_two_signatures() {
    let mut floor = floor();
    let count = Action::Count { kind: CountKind::Opener, tray: hundreds(50_000) };
    assert_eq!(ask(&mut floor, FLOOR, count), Err(Code::WrongActor));
    assert_eq!(ask(&mut floor, FLOOR, Action::VerifyCount), Err(Code::NothingCounted));
    must(&mut floor, DEALER, count);
    assert_eq!(floor.table.state().inventory().standing(), Standing::Unkept);
    assert_eq!(ask(&mut floor, DEALER, Action::VerifyCount), Err(Code::WrongActor));
    let same_person = Actor::Floorperson(StaffId(1));
    assert_eq!(ask(&mut floor, same_person, Action::VerifyCount), Err(Code::SecondPersonNeeded));
    must(&mut floor, FLOOR, Action::VerifyCount);
    assert_eq!(floor.table.state().inventory().standing(), Standing::Open);
    assert_eq!((dollars(&floor, Account::Rack), dollars(&floor, Account::Cage)), (50_000, -50_000));
}

/// R44: where an inventory is kept, nobody plays before the opener is signed.
#[test]
fn a_table_opens_only_with_an_open_rack() {
    let mut floor = opened(50_000);
    sign(&mut floor, CountKind::Closer, hundreds(50_000));
    let deck = procedure::Action::ReceiveDeck { back: procedure::Back::Red, preshuffled: true };
    floor.must(DEALER, Asked::Procedure(deck));
    let open = Asked::Procedure(procedure::Action::OpenTable);
    assert_eq!(floor.ask(FLOOR, open).unwrap_err().code, Code::InventoryState);
    must(&mut floor, DEALER, Action::Count { kind: CountKind::Opener, tray: hundreds(50_000) });
    assert_eq!(floor.ask(FLOOR, open).unwrap_err().code, Code::InventoryState);
    must(&mut floor, FLOOR, Action::VerifyCount);
    floor.must(FLOOR, open);
    let closer = Action::Count { kind: CountKind::Closer, tray: hundreds(50_000) };
    assert_eq!(ask(&mut floor, DEALER, closer), Err(Code::TableState));
}

/// R44: an opener that is not what the closer said is reported at once and counted again; both counts are kept.
#[test]
fn a_wrong_opener_is_reported_and_counted_again() {
    let mut floor = opened(50_000);
    sign(&mut floor, CountKind::Closer, hundreds(37_000));
    let wrong = Action::Count { kind: CountKind::Opener, tray: hundreds(36_900) };
    let Event::Counted { difference, recount, .. } = must(&mut floor, DEALER, wrong) else { panic!() };
    assert_eq!((difference, recount), (Some(Cents::new(-10_000)), false));
    assert_eq!(ask(&mut floor, FLOOR, Action::VerifyCount), Err(Code::RecountDue));
    let Event::Counted { difference, recount, .. } = must(&mut floor, DEALER, wrong) else { panic!() };
    assert_eq!((difference, recount), (Some(Cents::new(-10_000)), true));
    must(&mut floor, FLOOR, Action::VerifyCount);
    assert_eq!(dollars(&floor, Account::Variance), 13_000 + 100, "short against the books since the first opener");
    let counts = floor.log.iter().filter(|event| matches!(event, Happened::Inventory(Event::Counted { .. })));
    assert_eq!(counts.count(), 4, "both counts are kept");
}

/// R44: the same sum in other chips is a difference too.
#[test]
fn other_chips_of_the_same_sum_are_a_difference() {
    let mut floor = opened(1_000);
    sign(&mut floor, CountKind::Closer, hundreds(1_000));
    let tray = Tray::of(&[(Denomination::Thousand, 1)]);
    let Event::Counted { difference, .. } = must(&mut floor, DEALER, Action::Count { kind: CountKind::Opener, tray })
    else {
        panic!()
    };
    assert_eq!(difference, Some(Cents::ZERO));
    let right = must(&mut floor, DEALER, Action::Count { kind: CountKind::Opener, tray: hundreds(1_000) });
    assert!(matches!(right, Event::Counted { difference: None, recount: true, .. }), "{right:?}");
    must(&mut floor, FLOOR, Action::VerifyCount);
}

/// R44, N.J.A.C. 13:69D-1.21: reported above $25, with a copy to the regulator from $100.
#[test]
fn a_difference_is_reported_by_its_size() {
    let report = |cents| Report::of(Cents::new(cents));
    assert_eq!([0, 2_500, -2_500].map(report), [Report::Noted; 3]);
    assert_eq!([2_501, -2_501, 9_999].map(report), [Report::Written; 3]);
    assert_eq!([10_000, -10_000, i64::MIN].map(report), [Report::Regulator; 3]);
}

/// R45: a fill is asked for by a floorperson, issued by the cage and received by the dealer; its chips really move.
#[test]
fn a_fill_passes_through_three_hands() {
    let mut floor = opened(50_000);
    let (kind, tray) = (SlipKind::Fill, hundreds(12_000));
    assert_eq!(ask(&mut floor, DEALER, Action::RequestSlip { kind, tray }), Err(Code::WrongActor));
    let number = number(must(&mut floor, FLOOR, Action::RequestSlip { kind, tray }));
    assert_eq!(ask(&mut floor, DEALER, Action::ReceiveSlip { kind, number }), Err(Code::OutOfOrder));
    assert_eq!(ask(&mut floor, DEALER, Action::IssueSlip { kind, number }), Err(Code::WrongActor));
    assert_eq!(
        ask(&mut floor, Actor::Cage(StaffId(2)), Action::IssueSlip { kind, number }),
        Err(Code::SecondPersonNeeded)
    );
    must(&mut floor, CAGE, Action::IssueSlip { kind, number });
    assert_eq!((dollars(&floor, Account::Rack), dollars(&floor, Account::Transit)), (50_000, 12_000));
    assert_eq!(ask(&mut floor, CAGE, Action::IssueSlip { kind, number }), Err(Code::OutOfOrder));
    assert_eq!(
        ask(&mut floor, Actor::Dealer(StaffId(5)), Action::ReceiveSlip { kind, number }),
        Err(Code::SecondPersonNeeded)
    );
    must(&mut floor, DEALER, Action::ReceiveSlip { kind, number });
    assert_eq!((dollars(&floor, Account::Rack), dollars(&floor, Account::Cage)), (62_000, -62_000));
    assert_eq!(ask(&mut floor, DEALER, Action::ReceiveSlip { kind, number }), Err(Code::NoSuchSlip));
}

/// R45: a credit goes the other way, and never exceeds the rack.
#[test]
fn a_credit_takes_no_more_than_the_rack_holds() {
    let mut floor = opened(10_000);
    let kind = SlipKind::Credit;
    let request = |dollars| Action::RequestSlip { kind, tray: hundreds(dollars) };
    assert_eq!(ask(&mut floor, FLOOR, request(10_100)), Err(Code::AmountNotPermitted));
    let first = number(must(&mut floor, FLOOR, request(6_000)));
    let second = number(must(&mut floor, FLOOR, request(6_000)));
    must(&mut floor, DEALER, Action::IssueSlip { kind, number: first });
    assert_eq!(ask(&mut floor, DEALER, Action::IssueSlip { kind, number: second }), Err(Code::AmountNotPermitted));
    must(&mut floor, CAGE, Action::ReceiveSlip { kind, number: first });
    assert_eq!((dollars(&floor, Account::Rack), dollars(&floor, Account::Cage)), (4_000, -4_000));
}

/// R45: a void keeps its number, takes two people, and chips on their way go back.
#[test]
fn a_void_takes_two_people_and_keeps_its_number() {
    let mut floor = opened(10_000);
    let (kind, reason) = (SlipKind::Fill, VoidReason::NotNeeded);
    let number = number(must(&mut floor, FLOOR, Action::RequestSlip { kind, tray: hundreds(500) }));
    must(&mut floor, CAGE, Action::IssueSlip { kind, number });
    assert_eq!(ask(&mut floor, DEALER, Action::ProposeVoid { kind, number, reason }), Err(Code::WrongActor));
    assert_eq!(ask(&mut floor, CAGE, Action::ApproveVoid { kind, number }), Err(Code::OutOfOrder));
    must(&mut floor, FLOOR, Action::ProposeVoid { kind, number, reason });
    assert_eq!(ask(&mut floor, DEALER, Action::ReceiveSlip { kind, number }), Err(Code::OutOfOrder));
    assert_eq!(ask(&mut floor, FLOOR, Action::ApproveVoid { kind, number }), Err(Code::SecondPersonNeeded));
    must(&mut floor, SECOND_FLOOR, Action::DeclineVoid { kind, number });
    must(&mut floor, CAGE, Action::ProposeVoid { kind, number, reason });
    let voided = must(&mut floor, SECOND_CAGE, Action::ApproveVoid { kind, number });
    assert!(matches!(voided, Event::SlipVoided { number: of, .. } if of == number));
    assert_eq!((dollars(&floor, Account::Transit), dollars(&floor, Account::Cage)), (0, -10_000));
    let next = must(&mut floor, FLOOR, Action::RequestSlip { kind, tray: hundreds(500) });
    assert!(matches!(next, Event::SlipRequested { number: Some(of), .. } if of.get() == number.get() + 1));
}

/// R44: what leaves the rack between the count and its second signature must have been there by the count too.
#[test]
fn a_count_is_not_signed_when_the_rack_has_given_more_since() {
    let mut floor = opened(10_000);
    floor.sit(1, 1);
    must(&mut floor, DEALER, Action::Count { kind: CountKind::Shift, tray: hundreds(400) });
    let seat = Seat::new(1).unwrap();
    floor.must(DEALER, Asked::BuyIn { seat, amount: Cents::new(40_001) });
    assert_eq!(ask(&mut floor, FLOOR, Action::VerifyCount), Err(Code::RecountDue));
    must(&mut floor, DEALER, Action::Count { kind: CountKind::Shift, tray: hundreds(400) });
    must(&mut floor, FLOOR, Action::VerifyCount);
    assert_eq!(dollars(&floor, Account::Rack), 400);
}

/// R44, R45: the rack does not close over a slip under way.
#[test]
fn a_rack_does_not_close_over_a_slip() {
    let mut floor = opened(10_000);
    let closer = Action::Count { kind: CountKind::Closer, tray: hundreds(10_000) };
    must(&mut floor, DEALER, closer);
    must(&mut floor, FLOOR, Action::RequestSlip { kind: SlipKind::Fill, tray: hundreds(100) });
    assert_eq!(ask(&mut floor, FLOOR, Action::VerifyCount), Err(Code::SlipsUnderWay));
    assert_eq!(ask(&mut floor, DEALER, closer), Err(Code::SlipsUnderWay));
}

/// R46: the drop is what two people of the count room signed; what buy-ins had said stays on record beside it.
#[test]
fn the_drop_is_counted_by_two() {
    let mut floor = opened(10_000);
    floor.sit(1, 1);
    let seat = Seat::new(1).unwrap();
    floor.must(DEALER, Asked::BuyIn { seat, amount: Cents::new(100_000) });
    assert_eq!(ask(&mut floor, DEALER, Action::RemoveBox), Err(Code::WrongActor));
    let number = number(must(&mut floor, FLOOR, Action::RemoveBox));
    assert_eq!((dollars(&floor, Account::Drop), dollars(&floor, Account::CountRoom)), (0, 1_000));
    let entry = |notes| Contents { notes: Notes::of(&[(Note::Hundred, notes)]), ..Contents::default() };
    assert_eq!(ask(&mut floor, ACCOUNTING, Action::VerifyDrop { number }), Err(Code::NothingCounted));
    must(&mut floor, ACCOUNTING, Action::CountDrop { number, contents: entry(12) });
    must(&mut floor, ACCOUNTING, Action::CountDrop { number, contents: entry(11) });
    assert_eq!(ask(&mut floor, ACCOUNTING, Action::VerifyDrop { number }), Err(Code::SecondPersonNeeded));
    assert_eq!(ask(&mut floor, FLOOR, Action::VerifyDrop { number }), Err(Code::WrongActor));
    must(&mut floor, SECOND_ACCOUNTING, Action::VerifyDrop { number });
    assert_eq!(ask(&mut floor, ACCOUNTING, Action::CountDrop { number, contents: entry(11) }), Err(Code::NoSuchBox));
    assert_eq!((dollars(&floor, Account::Variance), dollars(&floor, Account::CountRoom)), (-100, 0));
    assert_eq!(dollars(&floor, Account::Cage), 1_100 - 10_000);
}
