//! Meters: the writer fills in what they take and pay, every movement is on record, and nobody moves one otherwise.

use crate::floor::{DEALER, Floor, Played, SUBMISSIONS};
use crate::world::{Desk, World, later, one_written, two_rounds};
use game_core::bets::AwardSource;
use game_core::clause::ClauseId;
use game_core::command::{Action, AwardStep, Command};
use game_core::event::{AwardAmount, Event};
use game_core::game::{Seat, StaffId};
use game_core::layout::Cards;
use game_core::meters::meters as of_rules;
use game_core::money::{Cents, MicroCents};
use game_core::rules::MeterRef;
use game_core::wager::{Bet, Level, Wager};
use sqlx::{AssertSqlSafe, Executor, PgConnection};
use store::journal::verify_chain;
use store::meters::{self, reconcile};
use table_host::journal::Journal as _;

pub(crate) const MEGA: MeterRef =
    MeterRef { wager: Wager::ProgressivePayout, stake: Cents::new(100), level: Level::Mega };

pub(crate) fn micro(cents: i64) -> MicroCents {
    Cents::new(cents).to_micro().unwrap()
}

/// A command with these events; the store does not ask whether the rules allow them.
pub(crate) fn step(events: Vec<Event>) -> Played {
    let command = Command { actor: DEALER, at: later(), action: Action::ClearTable };
    Played { command, decided: events.clone(), events }
}

pub(crate) fn hit_at(seat: u8, percent: u8) -> Event {
    let (seat, bet, clause) = (Seat::new(seat).unwrap(), Bet::ProgressivePayout, ClauseId::new("LIR-7-D"));
    let (source, hand) = (AwardSource::Meter { meter: MEGA, percent }, Cards::new());
    Event::AwardHit { seat, bet, source, clause, amount: None, hand }
}

fn hit(percent: u8) -> Event {
    hit_at(1, percent)
}

/// A contribution of so much, whatever was staked.
pub(crate) fn fed(amount: MicroCents) -> Event {
    let (overflow, reserve, staked) = (MicroCents::ZERO, MicroCents::ZERO, Cents::ZERO);
    Event::MeterFed { meter: MEGA, amount, overflow, reserve, wagers: 1, staked }
}

/// Appends events and answers with them as they were committed.
pub(crate) async fn commit(world: &World, desk: &mut Desk, events: Vec<Event>) -> Vec<Event> {
    let committed = one_written(world.journal.append(desk.append(&step(events))).await);
    desk.seq = committed.seq;
    committed.events
}

pub(crate) async fn balance(connection: &mut PgConnection, desk: &Desk) -> i64 {
    let all = meters::of_table(connection, desk.id).await.unwrap();
    all.iter().find(|meter| meter.meter == MEGA).unwrap().balance.get()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whole_rounds_leave_the_meters_where_the_book_in_memory_has_them() {
    let world = World::new().await;
    for (game, submission) in SUBMISSIONS.iter().enumerate() {
        for (together, seed) in [(1, 1), (9, 2)] {
            let mut floor = Floor::new(submission, later(), seed);
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
    // Every meter is the sum of its entries, and but for its initial amount of its postings.
    for (of, query) in [
        (
            "entries",
            "SELECT sum(amount_micro) FROM meter_entries AS e WHERE e.meter_id = m.meter_id AND pool = 'balance'",
        ),
        (
            "postings",
            "SELECT sum(amount_micro) FROM (
             SELECT amount_micro FROM ledger_postings AS p WHERE p.meter = m.meter_id::text AND p.account = 'meter'
             UNION ALL
             SELECT amount_micro FROM meter_entries AS e WHERE e.meter_id = m.meter_id AND kind = 'initial'
         ) AS both_of_them",
        ),
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
    let fed = fed(MicroCents::new(7_654_321));
    // A contribution and two awards in one entry: each reads what the one before left.
    let committed = commit(&world, &mut desk, vec![fed, hit_at(2, 10), hit_at(1, 100)]).await;
    let [first, second] = committed[1..] else { panic!("{committed:?}") };
    let Event::AwardHit { amount: Some(part), source, seat, bet, .. } = first else { panic!("{first:?}") };
    let Event::AwardHit { amount: Some(whole), seat: other, .. } = second else { panic!("{second:?}") };
    assert_eq!(
        part,
        AwardAmount {
            trigger: MicroCents::new(1_500_007_654_321),
            paid: Cents::new(150_000),
            reseed: MicroCents::ZERO,
            from_overflow: MicroCents::ZERO,
            from_reserve: MicroCents::ZERO,
        }
    );
    assert_eq!((whole.paid, whole.reseed), (Cents::new(1_350_007), micro(1_000_000)));
    assert_eq!(whole.trigger, MicroCents::new(1_350_007_654_321));
    // The fraction of a cent stays.
    assert_eq!(balance(&mut connection, &desk).await, 1_000_000_654_321);

    let (by, step) = (StaffId(2), AwardStep::Refuse);
    let with = Some(StaffId(3));
    let refused = Event::AwardVerified { seat: other, bet, step, source, amount: Some(whole), by, with };
    let reversed = Event::AwardReversed { seat, bet, source, amount: Some(part) };
    commit(&world, &mut desk, vec![refused, reversed]).await;
    assert_eq!(balance(&mut connection, &desk).await, 1_500_007_654_321);
    let (overflow, reserve) = (MicroCents::ZERO, MicroCents::ZERO);
    let back = Event::MeterFeedReversed { meter: MEGA, amount: MicroCents::new(7_654_321), overflow, reserve };
    commit(&world, &mut desk, vec![back]).await;
    assert_eq!(balance(&mut connection, &desk).await, micro(1_500_000).get());

    let kinds: Vec<String> = sqlx::query_scalar("SELECT kind FROM meter_entries WHERE meter_id = $1 ORDER BY number")
        .bind(mega(&mut connection, &desk).await.0)
        .fetch_all(&mut connection)
        .await
        .unwrap();
    let expected = [
        "initial",
        "contribution",
        "award",
        "award",
        "reseed",
        "refused_award",
        "reseed_returned",
        "voided_award",
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
async fn r24_at_its_limit_a_meter_stays_and_the_rest_is_kept_beside_it_for_the_next_reset() {
    let world = World::new().await;
    let mut desk = world.desk(0).await;
    let mut connection = world.connection().await;
    let limit =
        of_rules(two_rounds(0, later()).table.rules()).iter().find(|(meter, _)| *meter == MEGA).unwrap().1.limit;
    let room = micro(limit.unwrap().get() - 1_500_000);
    allow_anything(&world).await;
    let committed = commit(&world, &mut desk, vec![fed(room.plus(MicroCents::new(1)).unwrap())]).await;
    let split = |event: &Event| match *event {
        Event::MeterFed { amount, overflow, .. } => (amount, overflow),
        ref other => panic!("{other:?}"),
    };
    assert_eq!(split(&committed[0]), (room, MicroCents::new(1)));
    let committed = commit(&world, &mut desk, vec![fed(MicroCents::new(5))]).await;
    assert_eq!(split(&committed[0]), (MicroCents::ZERO, MicroCents::new(5)));
    assert_eq!(balance(&mut connection, &desk).await, micro(limit.unwrap().get()).get());
    // What lies beside it helps to start it again, and goes back there when the award is refused.
    let committed = commit(&world, &mut desk, vec![hit(100)]).await;
    let Event::AwardHit { amount: Some(amount), source, seat, bet, .. } = committed[0] else { panic!("{committed:?}") };
    assert_eq!((amount.paid, amount.reseed), (limit.unwrap(), micro(1_000_000)));
    assert_eq!(amount.from_overflow, MicroCents::new(6));
    assert_eq!(world.count("SELECT sum(overflow_micro)::bigint FROM meters").await, 0);
    let (by, with, step) = (StaffId(2), Some(StaffId(3)), AwardStep::Refuse);
    let refused = Event::AwardVerified { seat, bet, step, source, amount: Some(amount), by, with };
    commit(&world, &mut desk, vec![refused]).await;
    assert_eq!(balance(&mut connection, &desk).await, micro(limit.unwrap().get()).get());
    assert_eq!(world.count("SELECT sum(overflow_micro)::bigint FROM meters").await, 6);
    assert_eq!(world.count("SELECT sum(overflowed_micro)::bigint FROM meters").await, 6);
    assert_eq!(reconcile(&mut connection).await.unwrap(), 0);
}

#[tokio::test]
async fn a_void_takes_off_no_more_than_is_there() {
    let world = World::new().await;
    let mut desk = world.desk(0).await;
    let (overflow, reserve) = (MicroCents::new(7), MicroCents::new(8));
    let too_much = Event::MeterFeedReversed { meter: MEGA, amount: micro(9_000_000), overflow, reserve };
    let committed = commit(&world, &mut desk, vec![too_much]).await;
    let (overflow, reserve) = (MicroCents::ZERO, MicroCents::ZERO);
    assert_eq!(committed, [Event::MeterFeedReversed { meter: MEGA, amount: micro(1_500_000), overflow, reserve }]);
    assert_eq!(balance(&mut world.connection().await, &desk).await, 0);
}

/// The meter, as everybody knows it.
pub(crate) async fn mega(connection: &mut PgConnection, desk: &Desk) -> meters::MeterId {
    let all = meters::of_table(connection, desk.id).await.unwrap();
    all.iter().find(|meter| meter.meter == MEGA).unwrap().id
}

/// Lets every contribution be plausible.
pub(crate) async fn allow_anything(world: &World) {
    world.superuser().await.execute("UPDATE meters SET plausible_micro = 1000000000000000").await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_that_hit_at_once_each_have_their_own_meters() {
    let world = std::sync::Arc::new(World::new().await);
    let mut tasks = Vec::new();
    for _ in 0..20 {
        let (world, mut desk) = (std::sync::Arc::clone(&world), world.desk(0).await);
        tasks.push(tokio::spawn(async move {
            for _ in 0..5 {
                commit(&world, &mut desk, vec![fed(micro(10))]).await;
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
    world.write(&mut desk, &two_rounds(0, later()).played).await;
    let mut superuser = world.superuser().await;
    let entry = |table: &str, pool: &str, kind: &str, before: &str, amount: i64, rest: &str| {
        format!(
            "INSERT INTO {table} (meter_id, number, at, pool, kind, amount_micro, before_micro, after_micro, table_id, seq,
                 asked_by, agreed_by, reason)
             SELECT meter_id, entries + 1, to_timestamp(0), '{pool}', '{kind}', {amount}, {before}, {before} + {amount}, {rest}
             FROM meters JOIN progressives USING (progressive_id) WHERE level = 'mega' AND stake_cents = 100"
        )
    };
    let (stands, seq) = ("balance_micro", desk.seq);
    let by_table = format!("own_table, {seq}, NULL, NULL, NULL");
    let by_two = "NULL, NULL, 1, 2, 'because'";
    let mut cases = vec![
        ("UPDATE meters SET balance_micro = 1".to_owned(), "meters_follow_entries"),
        ("UPDATE meters SET balance_micro = balance_micro - 1".to_owned(), "meters_follow_entries"),
        ("UPDATE meters SET hits = 0, wagers = 0, entries = 1".to_owned(), "meters_follow_entries"),
        ("UPDATE meters SET overflow_micro = 1".to_owned(), "meters_follow_entries"),
        ("DELETE FROM meters".to_owned(), "meters_follow_entries"),
        ("TRUNCATE meters CASCADE".to_owned(), "meters_follow_entries"),
        ("UPDATE meter_entries SET amount_micro = 0".to_owned(), "meter_entries_append_only"),
        ("DELETE FROM meter_entries_default".to_owned(), "meter_entries_append_only"),
        ("TRUNCATE meter_entries".to_owned(), "meter_entries_append_only"),
        ("TRUNCATE meter_entries_default".to_owned(), "meter_entries_append_only"),
        ("UPDATE progressive_changes SET version = 9".to_owned(), "progressive_changes_append_only"),
        ("DELETE FROM participations".to_owned(), "participations_only_end"),
        ("UPDATE participations SET since = now()".to_owned(), "participations_only_end"),
        ("DELETE FROM progressives".to_owned(), "progressives_stay"),
        (
            "INSERT INTO meters (meter_id, progressive_id, level, initial_cents, reset_cents, rate_ppm, plausible_micro,
                 balance_micro)
             SELECT gen_random_uuid(), progressive_id, 'main', 1, 1, 1, 1, 5 FROM progressives"
                .to_owned(),
            "meters_follow_entries",
        ),
    ];
    for table in ["meter_entries", "meter_entries_default"] {
        cases.extend([
            (entry(table, "balance", "contribution", "balance_micro - 1", 5, &by_table), "meters_follow_entries"),
            (entry(table, "balance", "contribution", stands, 5, &by_table), "meters_follow_journal"),
            (entry(table, "balance", "contribution", stands, -5, &by_table), "meter_entries_kind_lawful"),
            (entry(table, "balance", "reseed", stands, -5, &by_table), "meter_entries_kind_lawful"),
            (entry(table, "balance", "house_funded_void", stands, -5, &by_table), "meter_entries_kind_lawful"),
            (entry(table, "balance", "award", stands, -5, &by_table), "meters_follow_journal"),
            (entry(table, "balance", "award", stands, -5, by_two), "meter_entries_cause"),
            (entry(table, "balance", "initial", stands, 5, &by_table), "meter_entries_kind_lawful"),
            (entry(table, "balance", "gift", stands, 5, &by_table), "meter_entries_kind_lawful"),
            (entry(table, "balance", "adjustment", stands, -5, &by_table), "meter_entries_cause"),
            (entry(table, "balance", "adjustment", stands, -5, "NULL, NULL, 1, 1, 'because'"), "meter_entries_cause"),
            (entry(table, "balance", "adjustment", stands, -5, "NULL, NULL, 1, 2, ' '"), "meter_entries_cause"),
            (
                entry(table, "balance", "adjustment", stands, -5, "NULL, NULL, 1, NULL, 'because'"),
                "meter_entries_cause",
            ),
            (entry(table, "balance", "transfer", stands, -5, by_two), "meter_entries_transfer_other"),
            (entry(table, "balance", "award", stands, -5, &by_table).replace("+ -5", "+ -6"), "meter_entries_sum"),
            (
                entry(table, "balance", "contribution", stands, 5, &by_table).replace("entries + 1", "entries + 2"),
                "meters_follow_entries",
            ),
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
        ("UPDATE meters SET balance_micro = 0", "42501"),
        ("UPDATE jackpots SET paid_cents = 1", "42501"),
        ("UPDATE slip_counters SET last = 0", "23001"),
    ] {
        let error = service.execute(statement).await.expect_err(statement);
        assert_eq!(error.as_database_error().unwrap().code().as_deref(), Some(code), "{statement}");
    }
}
