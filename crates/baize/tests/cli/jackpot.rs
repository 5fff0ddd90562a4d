//! Jackpots and crashes: a server killed at every step of a jackpot at linked tables, and when the contributions of several
//! are on disk and nobody has heard of them. Nothing is lost and nothing is doubled (R16, R31).

use crate::crash::{Disturbed, without_times};
use crate::process::Process;
use crate::stage::{PLAYERS, Stage};
use floor_sim::facility::load_submission;
use floor_sim::script::{self, Script, Step};
use game_core::card::Card;
use game_core::command::Action;
use game_core::game::{GameId, Seat, StaffId};
use game_core::money::Cents;
use game_core::progressive::{Change, Game, NewLevel, NewProgressive};
use game_core::rules::PartialAwardFloor;
use game_core::submission;
use game_core::wager::{Level, Wager};
use serde_json::{Value, json};
use std::sync::Arc;
use store::progressives::{self, ProgressiveId, Two, carry_out, join};
use store::testing::{self, TestDatabase};
use store::{jackpots, meters};
use table_host::ids::TableId;
use uuid::Uuid;
use wire::id::CommandId;

const LEVELS: [(Level, i64, u32); 3] =
    [(Level::Mega, 1_000_000, 100_000), (Level::Major, 100_000, 50_000), (Level::Minor, 25_000, 25_000)];
const STAKE: Cents = Cents::new(100);

/// Let It Ride with a progressive of three levels.
fn document() -> Value {
    let mut document = load_submission(PLAYERS);
    let levels = LEVELS.map(|(level, cents, rate)| {
        (level.name().to_owned(), json!({"initial_cents": cents, "reset_cents": cents, "rate_ppm": rate}))
    });
    let levels: Value = levels.into_iter().collect::<serde_json::Map<_, _>>().into();
    document["equipment"]["progressive_system"] = json!(true);
    document["wagers"]["progressive_payout"] = json!({"paytable": "E", "meters": {"100": levels}});
    document
}

/// A royal flush for seat 3, where somebody sits who plays for all side wagers.
fn order() -> Vec<Card> {
    let first = "Js Ts 2c 4d 7h 3c 5d 8h As Ks Qs".split(' ');
    let first: Vec<Card> = first.map(|card| card.parse().unwrap()).collect();
    first.iter().copied().chain(Card::deck().filter(|card| !first.contains(card))).collect()
}

fn script() -> Script {
    let (_, rules) = submission::check(&document().to_string()).unwrap();
    script::write(Arc::new(rules), PLAYERS, &order(), table_host::now()).unwrap()
}

const fn collects(action: &Action) -> bool {
    matches!(action, Action::CollectWagers { wager: Wager::ProgressivePayout, .. })
}

/// Whether a step moves a meter or furthers a jackpot.
const fn matters(action: &Action) -> bool {
    collects(action) || matches!(action, Action::Settle { .. } | Action::VerifyAward { .. } | Action::ClearTable)
}

/// Tables that play for one progressive.
struct Hall {
    database: TestDatabase,
    stages: Vec<Stage>,
    progressive: ProgressiveId,
}

impl Hall {
    async fn open(tables: usize) -> (Self, Process) {
        let database = testing::database().await.unwrap();
        let process = Process::start(&database).await;
        let progressive = shared(&database).await;
        let (_, rules) = submission::check(&document().to_string()).unwrap();
        let mut stages = Vec::new();
        for number in 0..tables {
            let name = format!("Table {number}");
            let stage = Stage::beside(database.clone(), &process.base, &name, &document(), &order()).await;
            let mut connection = database.store.pool().acquire().await.unwrap();
            let (table, to) = (TableId(stage.table.0), Some(progressive));
            let joined = join(&mut connection, table, &rules, Wager::ProgressivePayout, STAKE, to, StaffId(7)).await;
            joined.unwrap();
            stages.push(stage);
        }
        (Self { database, stages, progressive }, process)
    }

    /// What each level holds and has counted.
    async fn levels(&self) -> Vec<String> {
        let mut connection = self.database.store.pool().acquire().await.unwrap();
        assert_eq!(meters::reconcile(&mut connection).await.unwrap(), 0);
        let found = progressives::one(&mut connection, self.progressive).await.unwrap().unwrap();
        let level = |of: &progressives::LevelRecord| {
            let pools = [of.balance, of.overflow, of.reserve].map(|pool| pool.get());
            format!("{} {pools:?} {} {:?}", of.level.name(), of.entries, of.counters)
        };
        found.levels.iter().map(level).collect()
    }

    /// Everything that is left of the tables, their books, the meters and the jackpots, but for names and times.
    async fn left(&self, process: &Process) -> Vec<String> {
        let mut all = self.levels().await;
        let mut connection = self.database.store.pool().acquire().await.unwrap();
        let found = progressives::one(&mut connection, self.progressive).await.unwrap().unwrap();
        let name = |meter: &str| found.levels.iter().find(|level| level.meter.0.to_string() == meter).unwrap().level;
        for (number, stage) in self.stages.iter().enumerate() {
            let left = stage.left(process).await;
            let sum: i64 = left.balances.iter().map(|balance| balance.amount.get()).sum();
            assert_eq!(sum, 0);
            all.push(without_times(&left.felt));
            all.extend(left.events);
            all.extend(left.balances.iter().map(|of| {
                format!("{number} {} {:?} {:?} {:?}", of.account, of.seat, of.meter.as_deref().map(name), of.amount)
            }));
        }
        for jackpot in jackpots::page(&mut connection, None, false, 100).await.unwrap() {
            let number = self.stages.iter().position(|stage| stage.table.0 == jackpot.table.0).unwrap();
            let (paid, meter) = (jackpot.paid, jackpot.meter.unwrap());
            let who = [jackpot.hand_verified, jackpot.light_verified, jackpot.decided].map(|step| step.is_some());
            all.push(format!(
                "jackpot at {number}, seat {}: {paid} of {:?}, {} {} by entry {}, {}, {who:?}, slip {:?}",
                jackpot.seat, jackpot.trigger, meter.level, meter.percent, meter.entry, jackpot.state, jackpot.slip
            ));
        }
        all
    }
}

/// A progressive made and enabled by two people.
async fn shared(database: &TestDatabase) -> ProgressiveId {
    let level = |(level, cents, rate_ppm)| {
        let (initial_cents, reset_cents) = (Cents::new(cents), Cents::new(cents));
        let (limit_cents, reserve_ppm, plausible_micro) = (None, 0, None);
        NewLevel { level, initial_cents, reset_cents, rate_ppm, limit_cents, reserve_ppm, plausible_micro }
    };
    let new = NewProgressive {
        name: "Shared".into(),
        stake_cents: STAKE,
        partial_award_floor: PartialAwardFloor::None,
        games: vec![Game { game: GameId::LetItRide, wager: Wager::ProgressivePayout, letter: "E".into() }],
        levels: LEVELS.map(level).to_vec(),
    };
    let two = Two { asked: StaffId(7), agreed: StaffId(8), approval: Uuid::now_v7(), reason: "a test".into() };
    let mut connection = database.store.pool().acquire().await.unwrap();
    let id = carry_out(&mut connection, None, &Change::Create(new), &two).await.unwrap();
    carry_out(&mut connection, Some(id), &Change::Enable, &two).await.unwrap();
    id
}

/// Takes steps at a table, disturbing the server at those that matter.
async fn play(stage: &Stage, mut process: Process, steps: &[Step], before: u64, disturbed: Disturbed) -> Process {
    let mut before = before;
    for step in steps {
        let disturbed = if matters(&step.action) { disturbed } else { Disturbed::Never };
        process = stage.take(process, step, before, disturbed).await;
        before = step.seq;
    }
    process
}

/// A royal flush at each of two linked tables: the second has its wagers collected before the first one hits.
async fn two_royals(disturbed: Disturbed) -> Vec<String> {
    let (script, (hall, mut process)) = (script(), Hall::open(2).await);
    let collected = 1 + script.steps.iter().position(|step| collects(&step.action)).unwrap();
    let (early, late) = script.steps.split_at(collected);
    let (first, second) = (&hall.stages[0], &hall.stages[1]);
    process = play(second, process, early, 0, disturbed).await;
    process = play(first, process, &script.steps, 0, disturbed).await;
    process = play(second, process, late, early.last().unwrap().seq, disturbed).await;
    hall.left(&process).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_jackpot_survives_a_kill_at_every_step_and_before_every_answer() {
    let undisturbed = two_royals(Disturbed::Never).await;
    let paid: Vec<&String> = undisturbed.iter().filter(|line| line.starts_with("jackpot")).collect();
    assert_eq!(paid.len(), 2, "{paid:?}");
    assert!(
        paid[0].contains("at 1, seat 3") && paid[0].ends_with("paid, [true, true, true], slip Some(2)"),
        "{paid:?}"
    );
    assert!(
        paid[1].contains("at 0, seat 3") && paid[1].ends_with("paid, [true, true, true], slip Some(1)"),
        "{paid:?}"
    );
    for disturbed in [Disturbed::AfterEveryAnswer, Disturbed::BeforeEveryAnswer] {
        assert_eq!(two_royals(disturbed).await, undisturbed, "{disturbed:?}");
    }
}

/// Every table has its wagers collected at one moment, and the server is killed then; whoever asks again is heard once.
async fn collected_at_once(wait: bool) {
    let (script, (hall, mut process)) = (script(), Hall::open(4).await);
    let place = script.steps.iter().position(|step| collects(&step.action)).unwrap();
    let (early, collect) = (&script.steps[..place], script.steps[place]);
    for stage in &hall.stages {
        process = play(stage, process, early, 0, Disturbed::Never).await;
    }
    let before = hall.levels().await;
    let commands: Vec<CommandId> = hall.stages.iter().map(|_| CommandId::fresh()).collect();
    let under_way: Vec<_> = hall
        .stages
        .iter()
        .zip(&commands)
        .map(|(stage, command)| {
            let (client, table, command) = (stage.client(&process, collect.who), stage.table, *command);
            tokio::spawn(async move { client.command_as(table, command, collect.action).await })
        })
        .collect();
    if wait {
        hall.stages[0].reached(early.last().unwrap().seq + 1).await;
    } else {
        tokio::task::yield_now().await;
    }
    process.kill();
    under_way.iter().for_each(tokio::task::JoinHandle::abort);
    let process = Process::start(&hall.database).await;
    for time in 0..2 {
        for (stage, command) in hall.stages.iter().zip(&commands) {
            let again = stage.client(&process, collect.who).command_as(stage.table, *command, collect.action).await;
            let again = again.unwrap();
            assert!(again.repeated || time == 0);
        }
    }
    let Action::CollectWagers { count, .. } = collect.action else { panic!("{collect:?}") };
    let (tables, wagers) = (i64::try_from(hall.stages.len()).unwrap(), i64::from(count));
    let after = hall.levels().await;
    assert_ne!(after, before);
    for ((level, cents, rate), line) in LEVELS.into_iter().zip(&after) {
        let held = cents * 1_000_000 + tables * wagers * STAKE.get() * i64::from(rate);
        assert!(line.starts_with(&format!("{} [{held}, 0, 0] {}", level.name(), 1 + tables)), "{line}, not {held}");
    }
    assert!(Seat::first(PLAYERS).count() >= usize::from(count) && count > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn contributions_of_linked_tables_that_nobody_heard_of_are_there_once() {
    collected_at_once(true).await;
    collected_at_once(false).await;
}
