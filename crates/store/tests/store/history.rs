//! Rounds, seats, wagers and the books as they can be asked for: they follow from the events and foot.

use crate::floor::{Floor, SUBMISSIONS};
use crate::world::{World, later, later_month, two_rounds};
use game_core::bets::Outcome;
use game_core::event::Event;
use game_core::game::Millis;
use game_core::ledger::{Account, postings};
use game_core::table::State;
use sqlx::{AssertSqlSafe, ConnectOptions, Executor, PgConnection};
use std::collections::BTreeMap;
use store::journal::{Journal, Options};
use store::shuffles::{self, Shuffle};
use store::{ledger, rounds, tables};
use table_host::ids::RoundId;
use table_host::journal::Journal as _;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_books_hold_what_the_events_moved() {
    let world = World::new().await;
    for game in 0..SUBMISSIONS.len() {
        let floor = two_rounds(game, later());
        let mut desk = world.desk(game).await;
        world.write(&mut desk, &floor.played).await;
        let mut expected: BTreeMap<Account, i64> = BTreeMap::new();
        for event in floor.played.iter().flat_map(|played| &played.events) {
            for posting in postings(desk.game, event).unwrap().iter() {
                *expected.entry(posting.account).or_default() += posting.amount.get();
            }
        }
        let balances = ledger::balances(&mut world.connection().await, desk.id).await.unwrap();
        assert_eq!(balances.iter().map(|balance| balance.amount.get()).sum::<i64>(), 0);
        let of = |account: &str, seat| {
            let found = balances.iter().filter(|balance| balance.account == account && balance.seat == seat);
            found.map(|balance| balance.amount.get()).sum::<i64>()
        };
        let sum = |matching: fn(&Account) -> bool| {
            expected.iter().filter(|(account, _)| matching(account)).map(|(_, amount)| amount).sum::<i64>()
        };
        assert_eq!(of("rack", None), sum(|account| matches!(account, Account::Rack)));
        assert_eq!(of("meter", None), sum(|account| matches!(account, Account::Meter(_))));
        assert_eq!(of("layout", None), 0);
        for seat in game_core::game::Seat::first(3) {
            assert_eq!(of("seat", Some(seat)), expected.get(&Account::Seat(seat)).copied().unwrap_or(0));
        }
    }
    assert_eq!(world.count("SELECT count(*) FROM rounds WHERE status = 'complete'").await, 4);
    assert_eq!(world.count("SELECT count(*) FROM rounds WHERE status = 'void' AND void_cause = 'discretion'").await, 4);
}

#[tokio::test]
async fn a_void_round_leaves_every_seat_as_it_was() {
    let world = World::new().await;
    for game in 0..SUBMISSIONS.len() {
        let mut desk = world.desk(game).await;
        world.write(&mut desk, &two_rounds(game, later()).played).await;
        let mut connection = world.connection().await;
        let page = rounds::page(&mut connection, desk.id, None, 1).await.unwrap();
        let record = rounds::record(&mut connection, page[0].id).await.unwrap().unwrap();
        assert_eq!(record.summary.status, "void");
        assert!(!record.seats.is_empty());
        assert!(record.seats.iter().all(|seat| seat.net.get() == 0), "{record:?}");
        // Bets taken off or folded before keep their own end; everything else came back.
        for wager in &record.wagers {
            let outcome = wager.outcome.as_deref();
            assert!(matches!(outcome, Some("refunded" | "withdrawn")), "{wager:?}");
        }
    }
}

#[tokio::test]
async fn a_round_nobody_wagers_on_is_over_and_the_next_may_open() {
    let world = World::new().await;
    let mut floor = Floor::new(SUBMISSIONS[0], later(), 3);
    floor.cancel_round();
    floor.round();
    let mut desk = world.desk(0).await;
    world.write(&mut desk, &floor.played).await;
    let page = rounds::page(&mut world.connection().await, desk.id, None, 10).await.unwrap();
    assert_eq!(page.iter().map(|round| &*round.status).collect::<Vec<_>>(), ["complete", "cancelled"]);
}

#[tokio::test]
async fn a_round_has_its_record_card_by_card() {
    let world = World::new().await;
    for game in 0..SUBMISSIONS.len() {
        let floor = two_rounds(game, later());
        let mut desk = world.desk(game).await;
        world.write(&mut desk, &floor.played).await;
        let mut connection = world.connection().await;
        let page = rounds::page(&mut connection, desk.id, None, 10).await.unwrap();
        assert_eq!(page.iter().map(|round| round.number).collect::<Vec<_>>(), [2, 1]);
        let first = rounds::page(&mut connection, desk.id, Some(2), 10).await.unwrap();
        assert_eq!(first, page[1..]);
        let record = rounds::record(&mut connection, page[1].id).await.unwrap().unwrap();
        let events: Vec<Event> = record.entries.iter().flat_map(|entry| entry.events.clone()).collect();
        assert!(matches!(events.first(), Some(Event::RoundOpened { number: 1, .. })));
        assert!(matches!(events.last(), Some(Event::RoundCleared { .. })));
        assert!(record.entries.iter().all(|entry| entry.round == Some(page[1].id)));
        assert_eq!((record.summary.dealer, record.summary.game), (Some(1), desk.game));
        assert!(record.summary.bets_closed.is_some() && record.summary.ended.is_some());
        for event in &events {
            let Event::BetSettled { seat, result, .. } = event else { continue };
            let bet = serde_json::to_value(result.bet).unwrap();
            let kept = record.wagers.iter().find(|wager| wager.seat == *seat && bet == wager.bet.as_str()).unwrap();
            assert_eq!((kept.stake, kept.win, kept.back), (result.stake, result.win, result.back));
            assert_eq!(kept.outcome.as_deref() == Some("win"), result.outcome == Outcome::Win);
        }
        // The money of every entry is in the record, and foots.
        assert_eq!(record.postings.iter().map(|posting| posting.amount.get()).sum::<i64>(), 0);
        let moved = events.iter().flat_map(|event| postings(desk.game, event).unwrap().iter().collect::<Vec<_>>());
        let moved: Vec<i64> = moved.map(|posting| posting.amount.get()).collect();
        assert_eq!(record.postings.iter().map(|posting| posting.amount.get()).collect::<Vec<_>>(), moved);
        let fed = events.iter().filter_map(|event| match event {
            Event::MeterFed { meter, amount, .. } => Some((*meter, *amount)),
            _ => None,
        });
        let kept = record.meters.iter().map(|entry| (entry.meter, entry.amount));
        assert_eq!(kept.collect::<Vec<_>>(), fed.collect::<Vec<_>>());
        assert!(record.meters.iter().all(|entry| entry.before.plus(entry.amount) == Ok(entry.after)));
        assert_eq!(record.shuffle, None);
        let decided = events.iter().filter(|event| matches!(event, Event::Decided { .. })).count();
        assert_eq!(record.seats.iter().map(|seat| seat.decisions.len()).sum::<usize>(), decided);
        assert!(record.seats.iter().all(|seat| seat.player == Some(100 + u64::from(seat.seat.number()))));
    }
    // A round that a virtual shoe dealt has its shuffle.
    let mut connection = world.connection().await;
    let table = tables::page(&mut connection, None, 1).await.unwrap()[0].id;
    let shuffle = Shuffle { commitment: [1; 32], salt: [2; 32], order: [3; 52] };
    let kept = shuffles::keep(&mut connection, table, 2, &shuffle).await.unwrap();
    let latest = rounds::page(&mut connection, table, None, 1).await.unwrap()[0].id;
    assert_eq!(rounds::record(&mut connection, latest).await.unwrap().unwrap().shuffle, Some(kept));
    let none = rounds::record(&mut world.connection().await, RoundId(uuid::Uuid::nil())).await.unwrap();
    assert!(none.is_none());
}

#[tokio::test]
async fn months_get_partitions_and_the_rest_goes_to_the_default() {
    let world = World::new().await;
    let mut superuser = world.superuser().await;
    let now: i64 = sqlx::query_scalar("SELECT (extract(epoch FROM now()) * 1000)::bigint")
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    let mut desk = world.desk(0).await;
    let played = two_rounds(0, Millis(u64::try_from(now).unwrap())).played;
    world.write(&mut desk, &played).await;
    assert_eq!(world.count("SELECT count(*) FROM journal_default").await, 0);
    assert!(world.count("SELECT count(*) FROM journal").await > 0);
    let mut desk = world.desk(0).await;
    world.write(&mut desk, &two_rounds(0, later()).played).await;
    assert!(world.count("SELECT count(*) FROM journal_default").await > 0);

    // A month ahead is made once; one whose rows lie in the default is left there.
    let (year, month) = later_month();
    let (old, new) = (year + 1, year + 2);
    let made = async |connection: &mut PgConnection, from: String, months: u8| {
        let make = format!("SELECT create_months('{from}', {months})");
        sqlx::query_scalar::<_, i32>(AssertSqlSafe(make)).fetch_one(connection).await.unwrap()
    };
    assert_eq!(made(&mut superuser, format!("{old}-12-31 23:59:59Z"), 2).await, 10);
    assert_eq!(made(&mut superuser, format!("{old}-12-31 23:59:59Z"), 2).await, 0);
    let found = format!("SELECT FROM journal_{new}_01, ledger_postings_{old}_12, device_messages_{new}_01");
    assert!(superuser.execute(AssertSqlSafe(found)).await.is_ok());
    // Devices have said nothing in that month, so theirs are made.
    assert_eq!(made(&mut superuser, format!("{year}-{month:02}-01Z"), 1).await, 2);
    assert!(superuser.execute(AssertSqlSafe(format!("SELECT FROM journal_{year}_{month:02}"))).await.is_err());
}

#[tokio::test]
async fn the_newest_snapshot_of_each_table_is_kept() {
    let world = World::new().await;
    let floor = two_rounds(2, later());
    let (one, other) = (world.desk(2).await, world.desk(2).await);
    let empty = State::default();
    for (table, seq, state) in [(one.id, 8, &empty), (one.id, 9, floor.table.state()), (other.id, 1, &empty)] {
        world.journal.keep_snapshot(table, seq, state.clone());
    }
    world.journal.keep_snapshot(one.id, 7, empty.clone());
    let database = world.finish().await;
    let (journal, task) = Journal::start(&database.store, Options::default());
    // An earlier one than is kept comes too late, even after a restart.
    journal.keep_snapshot(one.id, 5, empty);
    drop(journal);
    task.await.unwrap();
    let mut connection = database.superuser.connect().await.unwrap();
    let kept: Vec<(i64, String)> =
        sqlx::query_as("SELECT seq, state FROM snapshots ORDER BY table_id").fetch_all(&mut connection).await.unwrap();
    assert_eq!(kept.iter().map(|(seq, _)| *seq).collect::<Vec<_>>(), [9, 1]);
    assert_eq!(serde_json::from_str::<State>(&kept[0].1).unwrap(), *floor.table.state());
}
