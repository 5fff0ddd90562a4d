//! The register of significant events: recorded with the entries they follow from, unchangeable, and found by every field.

use crate::floor::{DEALER, Floor, Played, SUBMISSIONS};
use crate::world::{Desk, World, later, refusal};
use game_core::command::{Action, Command, ForfeitCause};
use game_core::decision::Decision;
use game_core::event::{Event, VoidCause};
use game_core::game::{Millis, Seat, StaffId};
use game_core::layout::Spot;
use game_core::money::Cents;
use game_core::procedure::{self, DeckId, DeviceKind, Marking};
use game_core::switch::{Switch, SwitchReason};
use game_core::wager::Bet;
use serde_json::json;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor};
use store::journal::Options;
use store::significant::{
    EventId, Kind, Recorded, Search, Severity, SignificantEvent, Thresholds, acknowledge, find, record, record_all,
    search, verify,
};
use store::testing;
use table_host::ids::{RoundId, TableId};
use uuid::Uuid;

async fn found(world: &World, look: &Search) -> Vec<Recorded> {
    search(&mut world.connection().await, look, 200).await.unwrap()
}

async fn of_kind(world: &World, kind: Kind) -> Vec<Recorded> {
    found(world, &Search { kinds: Some(vec![kind]), ..Search::default() }).await
}

async fn played(thresholds: Thresholds) -> (World, Desk, Floor) {
    let options = Options { thresholds, ..Options::default() };
    let world = World::with(testing::database().await.unwrap(), options);
    let mut desk = world.desk(0).await;
    let mut floor = Floor::new(SUBMISSIONS[0], later(), 7);
    floor.round();
    floor.void_round();
    world.write(&mut desk, &floor.played).await;
    (world, desk, floor)
}

#[tokio::test]
async fn large_wagers_and_wins_and_voids_are_recorded_with_their_entries_r61() {
    let cent = Cents::new(1);
    let all = Thresholds { large_wager: cent, large_win: cent, chips_brought: Cents::BUY_IN_MAX };
    let (world, desk, floor) = played(all).await;
    let events = || floor.played.iter().flat_map(|step| &step.events);
    let placed = events().filter(|event| matches!(event, Event::WagerPlaced { was: Cents::ZERO, .. })).count();
    let wagers = of_kind(&world, Kind::LargeWager).await;
    assert_eq!(wagers.len(), placed);
    assert!(wagers.iter().all(|event| event.table == Some(desk.id) && event.round.is_some()));
    let won: i64 = events()
        .map(|event| match event {
            Event::BetSettled { result, .. } => result.win.get(),
            Event::AwardHit { amount: Some(amount), .. } => amount.paid.get(),
            Event::BonusPaid { amount, .. } => amount.get(),
            _ => 0,
        })
        .sum();
    let wins = of_kind(&world, Kind::LargeWin).await;
    assert!(won > 0, "the seed plays a round that somebody wins");
    assert_eq!(wins.iter().map(|event| event.details["won_cents"].as_i64().unwrap()).sum::<i64>(), won);
    let brought = of_kind(&world, Kind::ChipsBrought).await;
    let told: Vec<_> = brought.iter().map(|event| (&event.details["seat"], &event.details["amount_cents"])).collect();
    let amount = &json!(Cents::BUY_IN_MAX);
    assert_eq!(told, [(&json!(3), amount), (&json!(2), amount), (&json!(1), amount)]);
    assert!(brought.iter().all(|event| event.staff == Some(StaffId(1))));
    let void = &of_kind(&world, Kind::Void).await[..];
    let [void] = void else { panic!("{void:?}") };
    assert_eq!((void.staff, &void.details["cause"]), (Some(StaffId(3)), &json!("discretion")));
    assert_eq!(void.details["seq"], floor.played.len());

    let most = Cents::new(i64::MAX);
    let (world, ..) = played(Thresholds { large_wager: most, large_win: most, chips_brought: most }).await;
    for kind in [Kind::LargeWager, Kind::LargeWin, Kind::ChipsBrought] {
        assert_eq!(of_kind(&world, kind).await, []);
    }
    assert_eq!(of_kind(&world, Kind::Void).await.len(), 1);
}

#[tokio::test]
async fn what_people_decide_and_devices_report_is_recorded_without_a_card_r61() {
    let (world, mut desk, mut floor) = played(Thresholds::default()).await;
    let before = floor.played.len();
    floor.begin_round();
    world.write(&mut desk, &floor.played[before..]).await;
    let seat = Seat::first(1).next().unwrap();
    let (card, by) = ("As".parse().unwrap(), StaffId(9));
    let spot = Spot::Community(0);
    let step = procedure::Event::FaultReported { device: DeviceKind::Shoe, by: None };
    let marked = procedure::Event::DeviceMarked { device: DeviceKind::Shoe, marking: Marking::Covered, by };
    let cases = [
        (
            Kind::Correction,
            Event::CardCorrected {
                spot,
                card,
                was: None,
                reason: None,
                proposed_by: StaffId(8),
                approved_by: by,
                at: Millis(0),
            },
        ),
        (
            Kind::Correction,
            Event::DecisionCorrected {
                seat,
                bet: Bet::Bet1,
                from: Decision::Ride,
                undone: Cents::ZERO,
                to: Decision::Ride,
                amount: Cents::ZERO,
                proposed_by: by,
                approved_by: by,
            },
        ),
        (
            Kind::Override,
            Event::Forfeited {
                seat,
                cause: ForfeitCause::Abandoned,
                amount: Cents::ZERO,
                proposed_by: by,
                approved_by: by,
                at: later(),
            },
        ),
        (Kind::RoundFrozen, Event::RoundFrozen { cause: VoidCause::ShoeFault, clause: None, reported_by: Some(by) }),
        (Kind::DeviceEvent, Event::CardRepeated { spot, card }),
        (
            Kind::SwitchUsed,
            Event::SwitchedOff {
                what: Switch::Terminal(seat),
                reason: SwitchReason::Equipment,
                by: Some(by),
                at: later(),
            },
        ),
        (Kind::SwitchUsed, Event::SwitchedOn { what: Switch::Table, by: Some(by), at: later() }),
        (Kind::DeviceEvent, Event::Procedure(step)),
        (Kind::DeviceEvent, Event::Procedure(marked)),
        (Kind::DeviceEvent, Event::Procedure(procedure::Event::DeviceRestored { device: DeviceKind::Shuffler, by })),
        (Kind::DeviceEvent, Event::Procedure(procedure::Event::ShufflerJammed { deck: DeckId::First, by: Some(by) })),
    ];
    for (kind, event) in cases {
        let known = of_kind(&world, kind).await.len();
        let command = Command { actor: DEALER, at: later(), action: Action::NoMoreBets };
        world.write(&mut desk, &[Played { command, decided: vec![event], events: vec![event] }]).await;
        let recorded = of_kind(&world, kind).await;
        assert_eq!(recorded.len(), known + 1, "{event:?}");
        let latest = &recorded[0];
        assert_eq!((latest.table, latest.details["seq"].as_u64()), (Some(desk.id), Some(desk.seq)), "{event:?}");
        assert!(latest.round.is_some() && latest.severity == Severity::Warning);
        assert!(!latest.details.to_string().contains("As"), "{latest:?}");
    }
}

#[tokio::test]
async fn an_event_is_found_by_each_of_its_fields_r61() {
    let world = World::new().await;
    let (table, round) = (TableId(Uuid::now_v7()), RoundId(Uuid::now_v7()));
    let wanted = SignificantEvent::new(Kind::FailedLogin)
        .at(Millis(later().0 + 500))
        .table(table)
        .round(round)
        .staff(StaffId(77))
        .device("terminal-4")
        .detail("account", "Mallory");
    let other = SignificantEvent::new(Kind::Start).at(later()).staff(StaffId(1)).device("terminal-5");
    let mut connection = world.connection().await;
    let id = record(&mut connection, &wanted).await.unwrap();
    record_all(&mut connection, &[other.clone(), other]).await.unwrap();
    let all = Search::default();
    assert_eq!(found(&world, &all).await.len(), 3);
    for look in [
        Search { kinds: Some(vec![Kind::FailedLogin]), ..all.clone() },
        Search { severity: Some(Severity::Warning), ..all.clone() },
        Search { from: Some(Millis(later().0 + 500)), ..all.clone() },
        Search { table: Some(table), ..all.clone() },
        Search { round: Some(round), ..all.clone() },
        Search { staff: Some(StaffId(77)), ..all.clone() },
        Search { device: Some("terminal-4".into()), ..all.clone() },
        Search { text: Some("mALLory".into()), ..all.clone() },
    ] {
        let events = found(&world, &look).await;
        assert_eq!(events.iter().map(|event| event.id).collect::<Vec<_>>(), [id], "{look:?}");
    }
    assert_eq!(found(&world, &Search { until: Some(Millis(later().0 + 500)), ..all.clone() }).await.len(), 2);
    let none = [
        Search { from: Some(Millis(later().0 + 501)), ..all.clone() },
        Search { staff: Some(StaffId(u64::MAX)), ..all.clone() },
        Search { text: Some("%".into()), ..all.clone() },
        Search { acknowledged: Some(true), ..all.clone() },
        Search { before: Some(id), ..all.clone() },
    ];
    for look in none {
        assert_eq!(found(&world, &look).await, [], "{look:?}");
    }
    // Page by page, the latest first, none twice.
    let mut seen = Vec::new();
    let mut before = None;
    while let Some(last) = search(&mut connection, &Search { before, ..all.clone() }, 1).await.unwrap().pop() {
        before = Some(last.id);
        seen.push(last.id);
    }
    assert!(seen.len() == 3 && seen.is_sorted_by(|later, earlier| later > earlier));

    assert!(acknowledge(&mut connection, id, StaffId(5), "looked at").await.unwrap());
    assert!(!acknowledge(&mut connection, id, StaffId(6), "me too").await.unwrap());
    assert!(!acknowledge(&mut connection, EventId(Uuid::now_v7()), StaffId(6), "").await.unwrap());
    let noted = find(&mut connection, id).await.unwrap().unwrap().acknowledged.unwrap();
    assert_eq!((noted.by, &*noted.note), (StaffId(5), "looked at"));
    assert_eq!(found(&world, &Search { acknowledged: Some(false), ..all }).await.len(), 2);
}

#[tokio::test]
async fn nobody_changes_the_register_r59_r61() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let id = record(&mut connection, &SignificantEvent::new(Kind::Start)).await.unwrap();
    acknowledge(&mut connection, id, StaffId(5), "").await.unwrap();
    let mut superuser = world.superuser().await;
    for table in ["significant_events", "significant_acknowledgements"] {
        for statement in [
            format!("UPDATE {table} SET at = now()"),
            format!("DELETE FROM {table}"),
            format!("TRUNCATE {table} CASCADE"),
        ] {
            let service = refusal(&mut connection, &statement).await;
            assert_eq!(service, "42501", "{statement}");
            let by = refusal(&mut superuser, &statement).await;
            assert!(by.starts_with("significant_") && by.ends_with("_append_only"), "{statement}: {by}");
        }
    }
}

/// The register is a chain: whoever alters, adds or takes out anything behind the guards breaks it, and it says where.
#[tokio::test]
async fn r61_the_register_is_a_chain_that_shows_what_was_done_to_it() {
    let world = World::new().await;
    let (mut one, mut other) = (world.connection().await, world.connection().await);
    // Two transactions at once: neither waits for the other before it commits, and both are in the chain.
    let (mut first, mut second) = (one.begin().await.unwrap(), other.begin().await.unwrap());
    let event = |text: &str| SignificantEvent::new(Kind::Backup).detail("text", text);
    record(&mut first, &event("a")).await.unwrap();
    record(&mut second, &event("b")).await.unwrap();
    record(&mut first, &event("c")).await.unwrap();
    second.commit().await.unwrap();
    first.commit().await.unwrap();
    let dropped = SignificantEvent::new(Kind::Restore);
    let mut rolled_back = one.begin().await.unwrap();
    record(&mut rolled_back, &dropped).await.unwrap();
    rolled_back.rollback().await.unwrap();
    let whole = verify(&mut one).await.unwrap();
    assert_eq!((whole.links, &whole.broken), (3, &None));
    let mut superuser = world.database.superuser.connect().await.unwrap();
    for (statement, undo, broken) in [
        (
            "UPDATE significant_events SET severity = 'alarm' WHERE event_id = (SELECT event_id FROM significant_links WHERE number = 2)",
            "UPDATE significant_events SET severity = 'notice'",
            "link 2 does not follow link 1",
        ),
        (
            "UPDATE significant_links SET number = 9 WHERE number = 3",
            "UPDATE significant_links SET number = 3 WHERE number = 9",
            "link 9 does not follow link 2",
        ),
        (
            "UPDATE significant_head SET number = 4",
            "UPDATE significant_head SET number = 3",
            "the chain ends at link 3 and its head at link 4",
        ),
        (
            "INSERT INTO significant_events (event_id, at, kind, severity) VALUES (gen_random_uuid(), now(), 'backup', 'notice')",
            "DELETE FROM significant_events WHERE details = '{}'",
            "4 events are in 3 links",
        ),
    ] {
        let behind = format!("BEGIN; SET LOCAL session_replication_role = replica; {statement}; COMMIT;");
        superuser.execute(AssertSqlSafe(behind)).await.unwrap();
        assert_eq!(verify(&mut one).await.unwrap().broken.as_deref(), Some(broken), "{statement}");
        let behind = format!("BEGIN; SET LOCAL session_replication_role = replica; {undo}; COMMIT;");
        superuser.execute(AssertSqlSafe(behind)).await.unwrap();
        assert_eq!(verify(&mut one).await.unwrap(), whole, "{undo}");
    }
    for statement in [
        "UPDATE significant_head SET number = 0",
        "DELETE FROM significant_links",
        "INSERT INTO significant_links (number, event_id, hash) SELECT 4, event_id, hash FROM significant_links LIMIT 1",
    ] {
        assert!(one.execute(statement).await.is_err(), "{statement}");
    }
}
