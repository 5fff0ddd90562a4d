//! Progressives that tables share: made by two people, joined by tables that describe them, changed only as a live meter
//! may be, and won in one order.

use crate::meters::{MEGA, allow_anything, balance, commit, fed, hit_at, mega, micro, step};
use crate::world::{Desk, World};
use game_core::event::Event;
use game_core::game::{GameId, StaffId};
use game_core::money::{Cents, MicroCents};
use game_core::progressive::{Change, Game, MeterPool, NewLevel, NewProgressive, Parameter};
use game_core::rules::{PartialAwardFloor, Rules};
use game_core::submission;
use game_core::wager::{Level, Wager};
use sqlx::{Connection as _, Executor as _, PgConnection};
use std::sync::Arc;
use store::meters::reconcile;
use store::progressives::{self, ChangeError, JoinError, ProgressiveId, Two, carry_out, disable, join};
use store::{jackpots, meters};
use table_host::journal::{AppendError, Journal as _};
use uuid::Uuid;

fn level(level: Level, initial: i64, reset: i64, rate_ppm: u32, limit: Option<i64>) -> NewLevel {
    let (initial_cents, reset_cents) = (Cents::new(initial), Cents::new(reset));
    let limit_cents = limit.map(Cents::new);
    NewLevel { level, initial_cents, reset_cents, rate_ppm, limit_cents, reserve_ppm: 0, plausible_micro: None }
}

/// The progressive that the example submission describes for a dollar.
pub(crate) fn described(name: &str) -> NewProgressive {
    NewProgressive {
        name: name.into(),
        stake_cents: Cents::new(100),
        partial_award_floor: PartialAwardFloor::Reset,
        games: vec![Game { game: GameId::LetItRide, wager: Wager::ProgressivePayout, letter: "E".into() }],
        levels: vec![
            level(Level::Mega, 1_500_000, 1_000_000, 100_000, Some(10_000_000)),
            level(Level::Major, 150_000, 100_000, 50_000, None),
            level(Level::Minor, 25_000, 25_000, 25_000, None),
        ],
    }
}

pub(crate) fn two() -> Two {
    Two { asked: StaffId(7), agreed: StaffId(8), approval: Uuid::now_v7(), reason: "a test".into() }
}

pub(crate) fn rules() -> Rules {
    submission::check(crate::floor::SUBMISSIONS[0]).unwrap().1
}

pub(crate) async fn linked(connection: &mut PgConnection, name: &str) -> ProgressiveId {
    let id = carry_out(connection, None, &Change::Create(described(name)), &two()).await.unwrap();
    carry_out(connection, Some(id), &Change::Enable, &two()).await.unwrap();
    id
}

pub(crate) async fn joined(world: &World, connection: &mut PgConnection, id: ProgressiveId) -> Desk {
    let desk = world.desk(0).await;
    let (wager, stake) = (Wager::ProgressivePayout, Cents::new(100));
    join(connection, desk.id, &rules(), wager, stake, Some(id), StaffId(7)).await.unwrap();
    desk
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn r19_tables_that_hit_one_meter_at_once_are_paid_in_one_order_that_is_on_record() {
    let world = Arc::new(World::new().await);
    let mut connection = world.connection().await;
    let id = linked(&mut connection, "Shared").await;
    allow_anything(&world).await;
    let mut tasks = Vec::new();
    for nth in 0..12_u8 {
        let (world, mut desk) = (Arc::clone(&world), joined(&world, &mut connection, id).await);
        tasks.push(tokio::spawn(async move {
            for _ in 0..20 {
                commit(&world, &mut desk, vec![fed(micro(10))]).await;
            }
            let percent = if nth % 3 == 0 { 100 } else { 10 };
            let committed = commit(&world, &mut desk, vec![hit_at(1, percent), fed(micro(10))]).await;
            let Event::AwardHit { amount: Some(amount), .. } = committed[0] else { panic!("{committed:?}") };
            (desk.id, percent, amount)
        }));
    }
    let mut hits = Vec::new();
    for task in tasks {
        hits.push(task.await.unwrap());
    }
    // In the order of the meter's entries, each was paid its share of what the one before left and was fed meanwhile.
    let entries = sqlx::query_as::<_, (i64, String, i64, i64, i64, Uuid)>(
        "SELECT number, kind, amount_micro, before_micro, after_micro, COALESCE(table_id, meter_id)
         FROM meter_entries JOIN meters USING (meter_id) WHERE progressive_id = $1 AND level = 'mega' ORDER BY number",
    )
    .bind(id.0)
    .fetch_all(&mut connection)
    .await
    .unwrap();
    let mut stands = 0;
    for (nth, (number, _, amount, before, after, _)) in (1..).zip(&entries) {
        assert_eq!((*number, *before, before + amount), (nth, stands, *after));
        stands = *after;
    }
    let awards: Vec<_> = entries.iter().filter(|entry| entry.1 == "award").collect();
    assert_eq!(awards.len(), 12);
    let recorded = jackpots::page(&mut connection, None, true, 100).await.unwrap();
    for (number, _, amount, before, _, table) in awards {
        let (_, percent, paid) = hits.iter().find(|(at, _, _)| at.0 == *table).unwrap();
        assert_eq!(paid.trigger.get(), *before);
        assert_eq!(paid.paid.get(), before / 100 * i64::from(*percent) / 1_000_000);
        assert_eq!(paid.paid.get() * 1_000_000, -amount);
        let jackpot = recorded.iter().find(|jackpot| jackpot.table.0 == *table).unwrap();
        let of = jackpot.meter.as_ref().unwrap();
        assert_eq!((i64::try_from(of.entry).unwrap(), &*of.level, of.percent), (*number, "mega", *percent));
    }
    assert_eq!(reconcile(&mut connection).await.unwrap(), 0);
    let found = progressives::one(&mut connection, id).await.unwrap().unwrap();
    assert_eq!((found.tables.len(), found.levels[0].counters.hits, found.levels[0].hits.len()), (12, 12, 12));
    assert_eq!(found.levels[0].counters.wagers, 12 * 21);
}

#[tokio::test]
async fn r57_one_person_is_not_two_and_nothing_happens_without_a_reason() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let alone = Two { agreed: StaffId(7), ..two() };
    let refused = carry_out(&mut connection, None, &Change::Create(described("Alone")), &alone).await;
    assert!(matches!(refused, Err(ChangeError::SamePerson)), "{refused:?}");
    let id = linked(&mut connection, "One").await;
    let amount_micro = MicroCents::new(-5);
    let adjust = Change::Adjust { level: Level::Mega, pool: MeterPool::Balance, amount_micro };
    let silent = Two { reason: "  ".into(), ..two() };
    let refused = carry_out(&mut connection, Some(id), &adjust, &silent).await;
    assert!(matches!(refused, Err(ChangeError::NoReason)), "{refused:?}");
    let again = carry_out(&mut connection, None, &Change::Create(described("One")), &two()).await;
    assert!(matches!(again, Err(ChangeError::NameTaken)), "{again:?}");
    let mut low = described("Low");
    low.levels[0].reset_cents = Cents::new(999_999);
    let refused = carry_out(&mut connection, None, &Change::Create(low), &two()).await;
    assert!(matches!(refused, Err(ChangeError::Value)), "{refused:?}");
    assert_eq!(world.count("SELECT count(*) FROM progressives").await, 1);
    assert_eq!(world.count("SELECT count(*) FROM meter_entries").await, 3);
}

#[tokio::test]
async fn r21_while_it_can_be_played_for_only_the_limit_rises_and_a_rate_waits() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let id = linked(&mut connection, "Live").await;
    let set = |to| Change::Parameter { level: Level::Mega, to };
    for to in [
        Parameter::ReservePpm(5),
        Parameter::ResetCents(Cents::new(2_000_000)),
        Parameter::PlausibleMicro(micro(5)),
        Parameter::LimitCents(Cents::new(9_000_000)),
        Parameter::LimitCents(Cents::new(10_000_000)),
        Parameter::LimitCents(Cents::new(1)),
    ] {
        let refused = carry_out(&mut connection, Some(id), &set(to), &two()).await;
        assert!(matches!(refused, Err(ChangeError::Live)), "{to:?}: {refused:?}");
    }
    carry_out(&mut connection, Some(id), &set(Parameter::LimitCents(Cents::new(10_000_001))), &two()).await.unwrap();
    carry_out(&mut connection, Some(id), &set(Parameter::RatePpm(200_000)), &two()).await.unwrap();
    let found = progressives::one(&mut connection, id).await.unwrap().unwrap();
    assert_eq!((found.levels[0].rate_ppm, found.levels[0].next_rate_ppm), (100_000, Some(200_000)));
    assert_eq!(found.levels[0].limit, Some(Cents::new(10_000_001)));
    disable(&mut connection, id, StaffId(7), "to change it").await.unwrap();
    carry_out(&mut connection, Some(id), &set(Parameter::ReservePpm(10_000)), &two()).await.unwrap();
    let refused = carry_out(&mut connection, Some(id), &set(Parameter::RatePpm(1_000_001)), &two()).await;
    assert!(matches!(refused, Err(ChangeError::Value)), "{refused:?}");
    let kinds: Vec<String> = progressives::changes(&mut connection, id)
        .await
        .unwrap()
        .iter()
        .map(|change| change["kind"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(kinds, ["created", "enabled", "parameter", "parameter", "disabled", "parameter"]);
}

#[tokio::test]
async fn r23_disabled_it_does_not_grow_and_goes_on_as_it_was() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let id = linked(&mut connection, "Off").await;
    let mut desk = joined(&world, &mut connection, id).await;
    commit(&world, &mut desk, vec![fed(micro(3))]).await;
    disable(&mut connection, id, StaffId(7), "the sign is dark").await.unwrap();
    let committed = commit(&world, &mut desk, vec![fed(micro(3))]).await;
    let Event::MeterFed { amount, overflow, .. } = committed[0] else { panic!("{committed:?}") };
    assert_eq!((amount, overflow), (MicroCents::ZERO, micro(3)));
    carry_out(&mut connection, Some(id), &Change::Enable, &two()).await.unwrap();
    assert_eq!(balance(&mut connection, &desk).await, micro(1_500_003).get());
    commit(&world, &mut desk, vec![fed(micro(3))]).await;
    assert_eq!(balance(&mut connection, &desk).await, micro(1_500_006).get());
    let enabled = carry_out(&mut connection, Some(id), &Change::Enable, &two()).await;
    assert!(matches!(enabled, Err(ChangeError::Status(_))), "{enabled:?}");
    let retired = carry_out(&mut connection, Some(id), &Change::Retire, &two()).await;
    assert!(matches!(retired, Err(ChangeError::Status(_))), "{retired:?}");
}

#[tokio::test]
async fn r25_what_is_implausible_or_does_not_reconcile_freezes_the_level() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let id = linked(&mut connection, "Cold").await;
    let mut desk = joined(&world, &mut connection, id).await;
    let frozen = "SELECT count(*) FROM meters WHERE frozen_cause IS NOT NULL";
    commit(&world, &mut desk, vec![fed(micro(71))]).await;
    assert_eq!(world.count(frozen).await, 1);
    assert_eq!(balance(&mut connection, &desk).await, micro(1_500_000).get());
    // What was hit while it was whole is not paid until somebody has looked.
    let committed = commit(&world, &mut desk, vec![hit_at(1, 10)]).await;
    let Event::AwardHit { seat, bet, source, amount, .. } = committed[0] else { panic!("{committed:?}") };
    let (by, with) = (StaffId(2), None);
    let validate = game_core::command::AwardStep::Validate;
    let validated = Event::AwardVerified { seat, bet, step: validate, source, amount, by, with };
    let refused = world.journal.append(desk.append(&step(vec![validated]))).await;
    assert_eq!(refused, Err(AppendError::Frozen));
    // A refused transaction is over: its locks would keep two people from thawing the level.
    assert_eq!(world.count("SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'").await, 0);
    let thaw = Change::Thaw { level: Level::Mega };
    carry_out(&mut connection, Some(id), &thaw, &two()).await.unwrap();
    assert_eq!(world.count(frozen).await, 0);
    // Past every guard somebody lowers the meter: the writer sees it at the next commit, and a full check sees it too.
    let tamper = "SET session_replication_role = replica; UPDATE meters SET balance_micro = balance_micro - 1
                  WHERE level = 'mega'; SET session_replication_role = origin";
    let mut superuser = world.superuser().await;
    superuser.execute(tamper).await.unwrap();
    let before = balance(&mut connection, &desk).await;
    commit(&world, &mut desk, vec![fed(micro(1))]).await;
    assert_eq!(balance(&mut connection, &desk).await, before, "it grew although it is off");
    assert_eq!(world.count("SELECT count(*) FROM meters WHERE frozen_cause LIKE '%last entry%'").await, 2);
    assert_eq!(reconcile(&mut connection).await.unwrap(), 3, "the linked one and both that the table brought along");
    assert_eq!(world.count("SELECT count(*) FROM progressive_changes WHERE kind = 'frozen'").await, 4);
}

#[tokio::test]
async fn a_table_joins_only_what_its_rules_describe_and_never_another_tables_own() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let (wager, stake, by) = (Wager::ProgressivePayout, Cents::new(100), StaffId(7));
    let desk = world.desk(0).await;
    let other = world.desk(0).await;
    let own = progressives::all(&mut connection).await.unwrap();
    let of_other = own.iter().find(|found| found.own_table == Some(other.id) && found.stake == stake).unwrap().id;
    let refused = join(&mut connection, desk.id, &rules(), wager, stake, Some(of_other), by).await;
    assert!(matches!(refused, Err(JoinError::OwnTable)), "{refused:?}");
    let mut dear = described("Dear");
    dear.levels[2].rate_ppm = 30_000;
    let dear = carry_out(&mut connection, None, &Change::Create(dear), &two()).await.unwrap();
    let refused = join(&mut connection, desk.id, &rules(), wager, stake, Some(dear), by).await;
    assert!(matches!(refused, Err(JoinError::Misfit)), "{refused:?}");
    let nobody = Some(ProgressiveId(Uuid::now_v7()));
    let refused = join(&mut connection, desk.id, &rules(), wager, stake, nobody, by).await;
    assert!(matches!(refused, Err(JoinError::Unknown)), "{refused:?}");
    // What it leaves it can come back to, where it stood.
    let before = meters::of_table(&mut connection, desk.id).await.unwrap();
    let id = linked(&mut connection, "Fitting").await;
    join(&mut connection, desk.id, &rules(), wager, stake, Some(id), by).await.unwrap();
    assert_ne!(meters::of_table(&mut connection, desk.id).await.unwrap(), before);
    join(&mut connection, desk.id, &rules(), wager, stake, None, by).await.unwrap();
    assert_eq!(meters::of_table(&mut connection, desk.id).await.unwrap(), before);
}

#[tokio::test]
async fn r20_money_that_people_move_has_two_names_and_a_reason_and_nets_to_nothing() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let (from, to) = (linked(&mut connection, "From").await, linked(&mut connection, "To").await);
    let transfer = |amount: i64| Change::Transfer {
        level: Level::Mega,
        pool: MeterPool::Balance,
        amount_micro: MicroCents::new(amount),
        to_progressive: to.0.to_string(),
        to_level: Level::Minor,
        to_pool: MeterPool::Balance,
    };
    for amount in [0, -1, micro(1_500_001).get()] {
        let mut transaction = connection.begin().await.unwrap();
        let refused = carry_out(&mut transaction, Some(from), &transfer(amount), &two()).await;
        assert!(matches!(refused, Err(ChangeError::Value | ChangeError::TooLittle)), "{amount}: {refused:?}");
    }
    carry_out(&mut connection, Some(from), &transfer(1_234_567), &two()).await.unwrap();
    let adjust = Change::Adjust { level: Level::Mega, pool: MeterPool::Balance, amount_micro: MicroCents::new(-7) };
    carry_out(&mut connection, Some(to), &adjust, &two()).await.unwrap();
    let held = async |connection: &mut PgConnection, id| {
        let found = progressives::one(connection, id).await.unwrap().unwrap();
        found.levels.iter().map(|level| level.balance.get()).collect::<Vec<_>>()
    };
    let initial = [1_500_000_000_000, 150_000_000_000, 25_000_000_000];
    assert_eq!(held(&mut connection, from).await, [initial[0] - 1_234_567, initial[1], initial[2]]);
    assert_eq!(held(&mut connection, to).await, [initial[0] - 7, initial[1], initial[2] + 1_234_567]);
    // Retired only when nothing is left on it.
    disable(&mut connection, to, StaffId(7), "it goes").await.unwrap();
    let refused = carry_out(&mut connection, Some(to), &Change::Retire, &two()).await;
    assert!(matches!(refused, Err(ChangeError::NotEmpty)), "{refused:?}");
    for level in [Level::Mega, Level::Major, Level::Minor] {
        let pool = MeterPool::Balance;
        carry_out(&mut connection, Some(to), &Change::Decommission { level, pool }, &two()).await.unwrap();
    }
    carry_out(&mut connection, Some(to), &Change::Retire, &two()).await.unwrap();
    assert_eq!(held(&mut connection, to).await, [0, 0, 0]);
    let named = "SELECT count(*) FROM meter_entries
                 WHERE kind IN ('transfer', 'adjustment', 'decommission') AND asked_by = 7 AND agreed_by = 8
                     AND reason = 'a test'";
    assert_eq!(world.count(named).await, 6);
    assert_eq!(reconcile(&mut connection).await.unwrap(), 0);
}

#[tokio::test]
async fn the_meter_a_table_names_is_the_linked_one_in_the_books_too() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let id = linked(&mut connection, "Booked").await;
    let mut desk = joined(&world, &mut connection, id).await;
    commit(&world, &mut desk, vec![fed(micro(2))]).await;
    let meter = mega(&mut connection, &desk).await;
    let books = store::ledger::balances(&mut connection, desk.id).await.unwrap();
    let of_meter = books.iter().find(|balance| balance.meter.is_some()).unwrap();
    assert_eq!((of_meter.account.as_str(), of_meter.meter.clone().unwrap()), ("meter", meter.0.to_string()));
    assert_eq!(of_meter.amount, micro(2));
    assert_eq!(MEGA.level, Level::Mega);
}
