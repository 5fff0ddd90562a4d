//! Meters: the writer fills in what they take and pay, every movement is on record, and nobody moves one otherwise.

use crate::floor::{DEALER, Floor, Played, SUBMISSIONS};
use crate::world::{Desk, LATER, World, one_written, two_rounds};
use game_core::bets::AwardSource;
use game_core::clause::ClauseId;
use game_core::command::{Action, AwardStep, Command};
use game_core::event::{AwardAmount, Event};
use game_core::game::{Seat, StaffId};
use game_core::meters::meters as of_rules;
use game_core::money::{Cents, MicroCents};
use game_core::rules::MeterRef;
use game_core::wager::{Bet, Level, Wager};
use sqlx::{AssertSqlSafe, Executor, PgConnection};
use store::journal::verify_chain;
use store::meters;
use table_host::journal::{AppendError, Journal as _};

const MEGA: MeterRef = MeterRef { wager: Wager::ProgressivePayout, stake: Cents::new(100), level: Level::Mega };

fn micro(cents: i64) -> MicroCents {
    Cents::new(cents).to_micro().unwrap()
}

/// A command with these events; the store does not ask whether the rules allow them.
fn step(events: Vec<Event>) -> Played {
    let command = Command { actor: DEALER, at: LATER, action: Action::ClearTable };
    Played { command, decided: events.clone(), events }
}

fn hit(percent: u8) -> Event {
    let (seat, bet, clause) = (Seat::new(1).unwrap(), Bet::ProgressivePayout, ClauseId::new("LIR-7-D"));
    Event::AwardHit { seat, bet, source: AwardSource::Meter { meter: MEGA, percent }, clause, amount: None }
}

/// Appends events and answers with them as they were committed.
async fn commit(world: &World, desk: &mut Desk, events: Vec<Event>) -> Vec<Event> {
    let committed = one_written(world.journal.append(desk.append(&step(events))).await);
    desk.seq = committed.seq;
    committed.events
}

async fn balance(connection: &mut PgConnection, desk: &Desk) -> i64 {
    let all = meters::of_table(connection, desk.id).await.unwrap();
    all.iter().find(|meter| meter.meter == MEGA).unwrap().balance.get()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whole_rounds_leave_the_meters_where_the_book_in_memory_has_them() {
    let world = World::new().await;
    for (game, submission) in SUBMISSIONS.iter().enumerate() {
        for (together, seed) in [(1, 1), (9, 2)] {
            let mut floor = Floor::new(submission, LATER, seed);
            let mut desk = world.desk(game).await;
            (0..3).for_each(|_| floor.wild_round());
            for some in floor.played.chunks(together) {
                world.write_together(&mut desk, some).await;
            }
            let mut kept = meters::of_table(&mut world.connection().await, desk.id).await.unwrap();
            kept.sort_by_key(|meter| meter.meter);
            let held: Vec<_> = floor.book.balances().collect();
            assert_eq!(kept.iter().map(|meter| (meter.meter, meter.balance)).collect::<Vec<_>>(), held);
        }
    }
    assert!(world.count("SELECT count(*) FROM meter_entries WHERE kind = 'contribution'").await > 0);
    // Every meter is the sum of its entries, and but for the seed of its postings.
    for (of, query) in [
        ("entries", "SELECT sum(amount_micro) FROM meter_entries AS e WHERE (e.table_id, e.wager, e.stake_cents, e.level) = (m.table_id, m.wager, m.stake_cents, m.level)"),
        ("postings", "SELECT sum(amount_micro) FROM (
             SELECT amount_micro FROM ledger_postings AS p
             WHERE p.table_id = m.table_id AND p.meter = concat_ws('/', m.wager, m.stake_cents, m.level)
             UNION ALL
             SELECT amount_micro FROM meter_entries AS e
             WHERE (e.table_id, e.wager, e.stake_cents, e.level) = (m.table_id, m.wager, m.stake_cents, m.level) AND kind = 'seed'
         ) AS both_of_them"),
    ] {
        let off = format!("SELECT count(*) FROM meters AS m WHERE balance_micro IS DISTINCT FROM ({query})");
        let off: i64 = sqlx::query_scalar(AssertSqlSafe(off)).fetch_one(&mut world.superuser().await).await.unwrap();
        assert_eq!(off, 0, "{of}");
    }
}

#[tokio::test]
async fn an_award_is_filled_in_from_the_meter_and_put_back_when_refused() {
    let world = World::new().await;
    let mut desk = world.desk(0).await;
    let mut connection = world.connection().await;
    assert_eq!(balance(&mut connection, &desk).await, micro(1_500_000).get());
    let fed = Event::MeterFed { meter: MEGA, amount: MicroCents::new(7_654_321) };
    // A contribution and two awards in one entry: each reads what the one before left.
    let committed = commit(&world, &mut desk, vec![fed, hit(10), hit(100)]).await;
    let [first, second] = committed[1..] else { panic!("{committed:?}") };
    let Event::AwardHit { amount: Some(part), source, seat, bet, .. } = first else { panic!("{first:?}") };
    let Event::AwardHit { amount: Some(whole), .. } = second else { panic!("{second:?}") };
    assert_eq!(
        part,
        AwardAmount {
            trigger: MicroCents::new(1_500_007_654_321),
            paid: Cents::new(150_000),
            reseed: MicroCents::ZERO
        }
    );
    assert_eq!((whole.paid, whole.reseed), (Cents::new(1_350_007), micro(1_000_000)));
    assert_eq!(whole.trigger, MicroCents::new(1_350_007_654_321));
    // The fraction of a cent stays.
    assert_eq!(balance(&mut connection, &desk).await, 1_000_000_654_321);

    let (by, step) = (StaffId(2), AwardStep::Refuse);
    let refused = Event::AwardVerified { seat, bet, step, source, amount: Some(whole), by };
    let reversed = Event::AwardReversed { seat, bet, source, amount: Some(part) };
    commit(&world, &mut desk, vec![refused, reversed]).await;
    assert_eq!(balance(&mut connection, &desk).await, 1_500_007_654_321);
    let back = Event::MeterFeedReversed { meter: MEGA, amount: MicroCents::new(7_654_321) };
    commit(&world, &mut desk, vec![back]).await;
    assert_eq!(balance(&mut connection, &desk).await, micro(1_500_000).get());

    let kinds: Vec<String> = sqlx::query_scalar(
        "SELECT kind FROM meter_entries WHERE table_id = $1 AND level = 'mega' AND stake_cents = 100 ORDER BY seq, line",
    )
    .bind(desk.id.0)
    .fetch_all(&mut connection)
    .await
    .unwrap();
    let expected = [
        "seed",
        "contribution",
        "award",
        "award",
        "reseed",
        "award_returned",
        "reseed_returned",
        "award_returned",
        "contribution_reversed",
    ];
    assert_eq!(kinds, expected);
    // The chain and the books are over the amounts filled in.
    assert_eq!(verify_chain(&mut connection, desk.id).await.unwrap().entries, desk.seq);
    assert_eq!(
        world
            .count("SELECT sum(amount_micro)::bigint FROM ledger_postings WHERE account IN ('meter', 'jackpot')")
            .await,
        0
    );
}

#[tokio::test]
async fn a_meter_takes_no_more_than_its_limit_and_gives_no_more_than_it_has() {
    let world = World::new().await;
    let mut desk = world.desk(0).await;
    let mut connection = world.connection().await;
    let limit = of_rules(two_rounds(0, LATER).table.rules()).iter().find(|(meter, _)| *meter == MEGA).unwrap().1.limit;
    let room = micro(limit.unwrap().get() - 1_500_000);
    let much = Event::MeterFed { meter: MEGA, amount: room.plus(MicroCents::new(1)).unwrap() };
    let committed = commit(&world, &mut desk, vec![much]).await;
    assert_eq!(committed, [Event::MeterFed { meter: MEGA, amount: room }]);
    let more = Event::MeterFed { meter: MEGA, amount: MicroCents::new(5) };
    assert_eq!(
        commit(&world, &mut desk, vec![more]).await,
        [Event::MeterFed { meter: MEGA, amount: MicroCents::ZERO }]
    );
    let before = balance(&mut connection, &desk).await;
    let too_much = Event::MeterFeedReversed { meter: MEGA, amount: micro(limit.unwrap().get() + 1) };
    let refused = world.journal.append(desk.append(&step(vec![too_much]))).await;
    assert_eq!(refused, Err(AppendError::Refused("meters_balance_not_negative".into())));
    assert_eq!(balance(&mut connection, &desk).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_that_hit_at_once_each_have_their_own_meters() {
    let world = std::sync::Arc::new(World::new().await);
    let mut tasks = Vec::new();
    for _ in 0..20 {
        let (world, mut desk) = (std::sync::Arc::clone(&world), world.desk(0).await);
        tasks.push(tokio::spawn(async move {
            for _ in 0..5 {
                commit(&world, &mut desk, vec![Event::MeterFed { meter: MEGA, amount: micro(10) }]).await;
            }
            commit(&world, &mut desk, vec![hit(100)]).await
        }));
    }
    for task in tasks {
        let committed = task.await.unwrap();
        let Event::AwardHit { amount: Some(amount), .. } = committed[0] else { panic!("{committed:?}") };
        assert_eq!(amount.paid, Cents::new(1_500_050));
    }
}

#[tokio::test]
async fn nobody_moves_a_meter_without_an_entry() {
    let world = World::new().await;
    let mut desk = world.desk(0).await;
    world.write(&mut desk, &two_rounds(0, LATER).played).await;
    let mut superuser = world.superuser().await;
    let entry = |table: &str, seq: u64, kind: &str, before: &str, amount: i64| {
        format!(
            "INSERT INTO {table} SELECT table_id, {seq}, 90, to_timestamp(0), wager, stake_cents, level, '{kind}', {amount},
                 {before}, {before} + {amount}
             FROM meters WHERE level = 'mega' AND stake_cents = 100"
        )
    };
    let (stands, seq) = ("balance_micro", desk.seq);
    let mut cases = vec![
        ("UPDATE meters SET balance_micro = 1".to_owned(), "meters_follow_entries"),
        ("UPDATE meters SET stake_cents = stake_cents + 1".to_owned(), "meters_follow_entries"),
        ("DELETE FROM meters".to_owned(), "meters_follow_entries"),
        ("TRUNCATE meters".to_owned(), "meters_follow_entries"),
        ("UPDATE meter_entries SET amount_micro = 0".to_owned(), "meter_entries_append_only"),
        ("DELETE FROM meter_entries_default".to_owned(), "meter_entries_append_only"),
        ("TRUNCATE meter_entries".to_owned(), "meter_entries_append_only"),
        ("TRUNCATE meter_entries_default".to_owned(), "meter_entries_append_only"),
        ("INSERT INTO meters SELECT table_id, 'other', 0, 'main', 5 FROM tables".to_owned(), "meters_follow_entries"),
    ];
    for table in ["meter_entries", "meter_entries_default"] {
        cases.extend([
            (entry(table, seq, "contribution", "balance_micro - 1", 5), "meters_follow_entries"),
            (entry(table, seq, "contribution", stands, 5), "meters_follow_journal"),
            (entry(table, seq, "seed", stands, 5), "meter_entries_seed_first"),
            (entry(table, seq, "seed", "0", 5), "meters_follow_entries"),
            (entry(table, seq, "gift", stands, 5), "meter_entries_kind_known"),
            (entry(table, seq, "award", stands, 5).replace("+ 5", "+ 6"), "meter_entries_sum"),
        ]);
    }
    for (statement, constraint) in cases {
        let error = superuser.execute(AssertSqlSafe(statement.clone())).await.expect_err(&statement);
        assert_eq!(error.as_database_error().unwrap().constraint(), Some(constraint), "{statement}");
    }
    let mut service = world.connection().await;
    for (statement, code) in [
        ("DELETE FROM meters", "42501"),
        ("DELETE FROM meter_entries", "42501"),
        ("UPDATE meter_entries SET amount_micro = 0", "42501"),
        ("UPDATE meters SET level = 'main'", "42501"),
        ("UPDATE meters SET balance_micro = 0", "23001"),
    ] {
        let error = service.execute(statement).await.expect_err(statement);
        assert_eq!(error.as_database_error().unwrap().code().as_deref(), Some(code), "{statement}");
    }
}
