//! The table's money on record: numbers without a gap whatever is refused, and rows that nobody takes back.

use crate::floor::{DEALER, Played};
use crate::world::{Desk, World, later, one_written, refusal};
use game_core::command::{Action, Command};
use game_core::event::Event;
use game_core::game::{Millis, Seat, StaffId};
use game_core::inventory::{
    self, Contents, CountKind, Denomination, Note, Notes, SlipKind, SlipNumber, Tray, VoidReason,
};
use game_core::money::Cents;
use game_core::wager::Wager;
use store::money::{self, CountFilter, SlipFilter};
use store::significant::{Kind, Search, search};
use table_host::journal::{AppendError, Journal as _};

const FLOOR: StaffId = StaffId(2);
const CAGE: StaffId = StaffId(5);

fn step(events: Vec<Event>) -> Played {
    let command = Command { actor: DEALER, at: later(), action: Action::ClearTable };
    Played { command, decided: events.clone(), events }
}

fn hundreds(dollars: u32) -> Tray {
    Tray::of(&[(Denomination::Hundred, dollars / 100)])
}

fn request(kind: SlipKind, dollars: u32) -> Event {
    Event::Inventory(inventory::Event::SlipRequested { kind, number: None, tray: hundreds(dollars), by: FLOOR })
}

async fn commit(world: &World, desk: &mut Desk, events: Vec<Event>) -> Vec<Event> {
    let committed = one_written(world.journal.append(desk.append(&step(events))).await);
    desk.seq = committed.seq;
    committed.events
}

fn given(events: &[Event]) -> Vec<u32> {
    let number = |event: &Event| match event {
        Event::Inventory(
            inventory::Event::SlipRequested { number, .. } | inventory::Event::BoxRemoved { number, .. },
        ) => number.map(SlipNumber::get),
        _ => None,
    };
    events.iter().filter_map(number).collect()
}

async fn slips(world: &World, kind: SlipKind) -> Vec<money::Slip> {
    let filter = SlipFilter { series: kind.name(), table: None, state: None, after: 0, limit: 500 };
    money::slips(&mut world.connection().await, filter).await.unwrap()
}

/// R45: many tables at the same moment, some of them refused: every number is used once and none is left out.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn numbers_have_no_gap_whatever_is_refused_r45() {
    let world = World::new().await;
    let mut desks = Vec::new();
    for _ in 0..6 {
        desks.push(world.desk(0).await);
    }
    for _ in 0..5 {
        let tries = desks.iter().enumerate().map(|(nth, desk)| {
            let kind = if nth % 2 == 0 { SlipKind::Fill } else { SlipKind::Credit };
            // Postings of more than there is room for are refused by the database, in the middle of a batch of others.
            let huge = Event::FeeCharged { seat: Seat::new(1).unwrap(), amount: Cents::new(9_000_000_000_000) };
            let events = if nth == 3 { vec![request(kind, 100), huge, huge] } else { vec![request(kind, 100)] };
            let stale = Desk { seq: desk.seq + u64::from(nth == 4), ..desk.clone() };
            let journal = world.journal.clone();
            async move { journal.append(stale.append(&step(events))).await }
        });
        let answers = futures_util::future::join_all(tries).await;
        for (nth, (desk, answer)) in desks.iter_mut().zip(answers).enumerate() {
            match (nth, answer) {
                (3, answer) => {
                    assert!(matches!(answer, Err(AppendError::Refused(_) | AppendError::Encoding(_))), "{answer:?}");
                }
                (4, answer) => assert!(matches!(answer, Err(AppendError::Conflict { .. })), "{answer:?}"),
                (_, answer) => desk.seq = one_written(answer).seq,
            }
        }
    }
    for (kind, count) in [(SlipKind::Fill, 10), (SlipKind::Credit, 10)] {
        let numbers: Vec<i64> = slips(&world, kind).await.iter().map(|slip| slip.number).collect();
        assert_eq!(numbers, (1..=count).collect::<Vec<_>>(), "{kind:?}");
    }
    assert_eq!(money::missing(&mut world.connection().await).await.unwrap(), []);
}

/// R45: several slips in one append take numbers in their order, each series its own.
#[tokio::test]
async fn each_series_has_its_own_numbers() {
    let world = World::new().await;
    let mut desk = world.desk(0).await;
    let removed = Event::Inventory(inventory::Event::BoxRemoved { number: None, recorded: Cents::ZERO, by: FLOOR });
    let events =
        vec![request(SlipKind::Fill, 100), request(SlipKind::Credit, 200), request(SlipKind::Fill, 300), removed];
    assert_eq!(given(&commit(&world, &mut desk, events).await), [1, 1, 2, 1]);
    assert_eq!(given(&commit(&world, &mut desk, vec![removed, request(SlipKind::Credit, 100)]).await), [2, 2]);
}

/// R45: a slip's whole life is on record, and a void keeps its number with both signatures and the reason.
#[tokio::test]
async fn a_slip_is_signed_and_a_void_keeps_its_number() {
    let world = World::new().await;
    let mut desk = world.desk(0).await;
    commit(&world, &mut desk, vec![request(SlipKind::Fill, 500), request(SlipKind::Fill, 700)]).await;
    let (kind, number, total) = (SlipKind::Fill, SlipNumber::new(1).unwrap(), Cents::new(50_000));
    let issued = inventory::Event::SlipIssued { kind, number, total, by: CAGE };
    let received = inventory::Event::SlipReceived { kind, number, total, by: StaffId(1) };
    let second = SlipNumber::new(2).unwrap();
    let voided = inventory::Event::SlipVoided {
        kind,
        number: second,
        reason: VoidReason::WrongChips,
        returned: Cents::ZERO,
        proposed_by: FLOOR,
        by: CAGE,
    };
    commit(&world, &mut desk, [issued, received, voided].map(Event::Inventory).to_vec()).await;
    let [first, second] = <[money::Slip; 2]>::try_from(slips(&world, kind).await).unwrap();
    assert_eq!((&*first.state, first.total, first.requested.0), ("received", total, 2));
    assert_eq!((first.issued.unwrap().0, first.received.unwrap().0), (5, 1));
    let void = second.void.unwrap();
    assert_eq!((second.number, &*second.state), (2, "void"));
    assert_eq!((&*void.reason, void.proposed_by, void.by), ("wrong_chips", 2, 5));
    let look = Search { kinds: Some(vec![Kind::Override]), ..Search::default() };
    assert_eq!(search(&mut world.connection().await, &look, 9).await.unwrap().len(), 1);
}

/// R44, R61: both counts of a wrong opener are kept, and each difference is a significant event at once.
#[tokio::test]
async fn a_wrong_opener_is_on_record_twice_and_significant_r44() {
    let world = World::new().await;
    let mut desk = world.desk(0).await;
    let counted = |dollars, difference: Option<i64>, recount| {
        let (kind, expected) = (CountKind::Opener, Cents::new(3_700_000));
        let difference = difference.map(Cents::new);
        let by = StaffId(1);
        Event::Inventory(inventory::Event::Counted { kind, tray: hundreds(dollars), expected, difference, recount, by })
    };
    let verified = |dollars| {
        let (kind, dealer, first, by) = (CountKind::Opener, StaffId(1), true, FLOOR);
        let adjusted = Cents::ZERO;
        Event::Inventory(inventory::Event::CountVerified { kind, tray: hundreds(dollars), adjusted, first, dealer, by })
    };
    commit(&world, &mut desk, vec![counted(36_900, Some(-10_000), false)]).await;
    commit(&world, &mut desk, vec![counted(36_900, Some(-10_000), true)]).await;
    commit(&world, &mut desk, vec![verified(36_900)]).await;
    let filter = CountFilter { table: desk.id, differing: true, after: 0, limit: 9 };
    let counts = money::counts(&mut world.connection().await, filter).await.unwrap();
    let told: Vec<_> = counts.iter().map(|count| (count.recount, count.verified.map(|(by, _)| by))).collect();
    assert_eq!(told, [(false, None), (true, Some(2))]);
    let look = Search { kinds: Some(vec![Kind::OpeningDifference]), ..Search::default() };
    let events = search(&mut world.connection().await, &look, 9).await.unwrap();
    assert_eq!(events.len(), 2);
    assert!(
        events
            .iter()
            .all(|event| event.details["report"] == "regulator" && event.details["difference_cents"] == -10_000)
    );
}

/// R52, R61: a wager that somebody let stand outside the limits is on record and significant.
#[tokio::test]
async fn a_flagged_wager_is_on_record_r52() {
    let world = World::new().await;
    let mut desk = world.desk(0).await;
    let (seat, wager, amount) = (Seat::new(2).unwrap(), Wager::LetItRide, Cents::new(250_000));
    commit(&world, &mut desk, vec![Event::WagerFlagged { seat, wager, amount, by: FLOOR }]).await;
    assert_eq!(
        world.count("SELECT count(*) FROM flagged_wagers WHERE accepted_by = 2 AND amount_cents = 250000").await,
        1
    );
    let look = Search { kinds: Some(vec![Kind::WagerOutsideLimits]), ..Search::default() };
    assert_eq!(search(&mut world.connection().await, &look, 9).await.unwrap().len(), 1);
}

/// R45: the database itself refuses a gap, a number taken twice, a counter moved by hand and a slip taken back, even to
/// whoever may pass every grant.
#[tokio::test]
async fn the_database_refuses_what_would_leave_a_gap_r45() {
    let world = World::new().await;
    let mut desk = world.desk(0).await;
    commit(&world, &mut desk, vec![request(SlipKind::Fill, 500)]).await;
    let removed = Event::Inventory(inventory::Event::BoxRemoved { number: None, recorded: Cents::ZERO, by: FLOOR });
    let contents = Contents { notes: Notes::of(&[(Note::Hundred, 3)]), ..Contents::default() };
    let number = SlipNumber::new(1).unwrap();
    let counted = Event::Inventory(inventory::Event::DropCounted { number, contents, by: StaffId(7) });
    let total = Cents::new(30_000);
    let verified = inventory::Event::DropVerified { number, total, recorded: Cents::ZERO, by: StaffId(8) };
    commit(&world, &mut desk, vec![removed, counted, Event::Inventory(verified)]).await;
    let mut connection = world.superuser().await;
    let slip = |number: u8| {
        format!(
            "INSERT INTO slips (series, number, table_id, tray, total_cents, requested_seq, requested_at, requested_by)
             SELECT 'fill', {number}, table_id, '{{}}', 1, 1, now(), 1 FROM tables LIMIT 1"
        )
    };
    assert_eq!(refusal(&mut connection, &slip(3)).await, "slip_numbers_follow");
    assert_eq!(refusal(&mut connection, &slip(1)).await, "slips_pkey");
    for (statement, constraint) in [
        ("UPDATE slip_counters SET last = 7 WHERE series = 'fill'", "slip_numbers_follow"),
        ("DELETE FROM slip_counters", "slip_numbers_follow"),
        ("DELETE FROM slips", "slips_stay"),
        ("TRUNCATE slips", "slips_stay"),
        ("UPDATE slips SET number = 2", "slips_stay"),
        ("UPDATE slips SET tray = '{\"100\": 1}'", "slips_stay"),
        (
            "UPDATE slips SET state = 'void', void_at = now(), void_reason = 'x', void_proposed_by = 4, void_by = 4",
            "slips_void_by_two",
        ),
        ("UPDATE slips SET state = 'issued', issued_at = now(), issued_by = 2", "slips_three_people"),
        ("DELETE FROM drop_boxes", "drop_boxes_stay"),
        ("UPDATE drop_boxes SET counted_cents = 1", "drop_boxes_stay"),
        ("TRUNCATE inventory_counts", "inventory_counts_stay"),
    ] {
        assert_eq!(refusal(&mut connection, statement).await, constraint, "{statement}");
    }
    assert_eq!(money::missing(&mut world.connection().await).await.unwrap(), []);
}

/// The periods between signed counts take in exactly what moved in them, and a box taken after the closer belongs to the
/// period that the closer ended.
#[tokio::test]
async fn a_period_takes_in_what_moved_in_it_r46() {
    let world = World::new().await;
    let mut desk = world.desk(0).await;
    let count = |kind, dollars| {
        let (tray, by) = (hundreds(dollars), StaffId(1));
        let counted =
            inventory::Event::Counted { kind, tray, expected: Cents::ZERO, difference: None, recount: false, by };
        let verified =
            inventory::Event::CountVerified { kind, tray, adjusted: Cents::ZERO, first: false, dealer: by, by: FLOOR };
        [counted, verified].map(Event::Inventory)
    };
    let slip = |kind, number: u32, dollars: i64| {
        let (number, total) = (SlipNumber::new(number).unwrap(), Cents::new(dollars * 100));
        let issued = inventory::Event::SlipIssued { kind, number, total, by: CAGE };
        let received = inventory::Event::SlipReceived { kind, number, total, by: StaffId(1) };
        [issued, received].map(Event::Inventory)
    };
    let removed = Event::Inventory(inventory::Event::BoxRemoved { number: None, recorded: Cents::new(77), by: FLOOR });
    let steps: Vec<Vec<Event>> = [
        count(CountKind::Opener, 50_000).map(|event| vec![event]).to_vec(),
        vec![vec![request(SlipKind::Fill, 12_000)], slip(SlipKind::Fill, 1, 12_000).to_vec()],
        vec![vec![request(SlipKind::Credit, 8_000)], slip(SlipKind::Credit, 1, 8_000).to_vec()],
        count(CountKind::Closer, 37_000).map(|event| vec![event]).to_vec(),
        vec![vec![removed]],
        count(CountKind::Opener, 37_000).map(|event| vec![event]).to_vec(),
    ]
    .concat();
    for events in steps {
        commit(&world, &mut desk, events).await;
    }
    let all = money::periods(&mut world.connection().await, later(), Millis(later().0 + 1), None).await.unwrap();
    let [first, second] = <[money::Period; 2]>::try_from(all).unwrap();
    assert_eq!((first.opening, first.closing), (Cents::new(5_000_000), Some(Cents::new(3_700_000))));
    assert_eq!((first.fills, first.credits), (Cents::new(1_200_000), Cents::new(800_000)));
    assert_eq!((first.boxes, first.verified_boxes, first.drop, first.is_last), (1, 0, Cents::new(77), false));
    assert_eq!((second.opening, second.closing, second.boxes, second.is_last), (Cents::new(3_700_000), None, 0, true));
    assert_eq!((second.fills, second.credits), (Cents::ZERO, Cents::ZERO));
}
