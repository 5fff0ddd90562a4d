//! Tables: made once whatever is retried, listed by page, and given other rules.

use crate::floor::{Floor, SUBMISSIONS};
use crate::world::written;
use crate::world::{Desk, World, later, new_table, two_rounds};
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::event::Event;
use game_core::game::{Millis, StaffId};
use game_core::money::Cents;
use sqlx::PgConnection;
use std::time::Duration;
use store::approvals::{self, ApprovalId, Decision, NewApproval, Outcome, Request};
use store::schedules::{self, NewSchedule};
use store::tables::{self, CreateError, NewRules};
use store::{meters, recovery};
use table_host::ids::{BodyDigest, CommandId, TableId};
use table_host::journal::{Append, AppendError, Journal as _, NewEntry};

const MAKER: StaffId = StaffId(7);
const OTHER: StaffId = StaffId(8);

async fn proposed(connection: &mut PgConnection, table: TableId) -> ApprovalId {
    let new = NewApproval {
        matter: serde_json::json!({"kind": "table_rules"}),
        table: Some(table),
        reason: String::new(),
        proposed_by: MAKER,
        lasts: Duration::from_secs(3600),
        request: Request { id: CommandId::new(), digest: BodyDigest::of(b"") },
    };
    approvals::propose(connection, &new).await.unwrap().id
}

async fn decided(connection: &mut PgConnection, approval: ApprovalId, outcome: Outcome) {
    let request = Request { id: CommandId::new(), digest: BodyDigest::of(b"") };
    let decision = Decision { approval, outcome, decided_by: OTHER, comment: String::new(), request };
    approvals::decide(connection, &decision).await.unwrap();
}

fn schedule(approval: ApprovalId, table: TableId, version: &str) -> NewSchedule {
    NewSchedule { approval, table, version: version.to_owned(), submission: None, effective_from: None }
}

/// Two people decide for these rules at a table; answers with the name of the entry by which it takes them up.
async fn scheduled(connection: &mut PgConnection, table: TableId, rules: &NewRules) -> CommandId {
    tables::keep_rules(connection, rules).await.unwrap();
    let approval = proposed(connection, table).await;
    decided(connection, approval, Outcome::Approved).await;
    schedules::schedule(connection, &schedule(approval, table, &rules.version)).await.unwrap();
    CommandId(approval.0)
}

/// The entry by which a table takes up the rules of its desk's version.
fn adoption(desk: &Desk, approval: CommandId, at: Millis) -> Append {
    let entry = NewEntry {
        at,
        actor: Actor::Clock,
        command_id: approval,
        body_digest: BodyDigest::of(b""),
        command: Action::AdoptRules { proposed_by: MAKER, approved_by: OTHER },
        events: vec![Event::RulesAdopted { proposed_by: MAKER, approved_by: OTHER, at }],
    };
    Append {
        table: desk.id,
        game: desk.game,
        expected_seq: desk.seq,
        epoch: desk.epoch,
        rules_version: (&*desk.rules_version).into(),
        entries: vec![entry],
    }
}

/// R57: the database itself takes nothing for a table that two people did not approve for it.
#[tokio::test]
async fn r57_what_nobody_approved_for_a_table_is_not_scheduled() {
    let world = World::new().await;
    let (desk, other) = (world.desk(0).await, world.desk(0).await);
    let mut connection = world.connection().await;
    let (open, declined, approved) = (
        proposed(&mut connection, desk.id).await,
        proposed(&mut connection, desk.id).await,
        proposed(&mut connection, desk.id).await,
    );
    decided(&mut connection, declined, Outcome::Declined).await;
    decided(&mut connection, approved, Outcome::Approved).await;
    let version = &desk.rules_version;
    for (approval, table) in [(open, desk.id), (declined, desk.id), (approved, other.id)] {
        let refused = schedules::schedule(&mut connection, &schedule(approval, table, version)).await.unwrap_err();
        assert_eq!(refused.constraint(), Some("table_schedules_decided"), "{refused}");
    }
    schedules::schedule(&mut connection, &schedule(approved, desk.id, version)).await.unwrap();
    let due = schedules::due(&mut connection).await.unwrap();
    assert_eq!(due.iter().map(|due| (due.table, due.approval)).collect::<Vec<_>>(), [(desk.id, approved)]);
    assert_eq!((due[0].proposed_by, due[0].approved_by), (MAKER, OTHER));
    // Of those whose time has come the latest counts, and what waits for its time does not.
    let (later, tomorrow) = (proposed(&mut connection, desk.id).await, proposed(&mut connection, desk.id).await);
    for approval in [later, tomorrow] {
        decided(&mut connection, approval, Outcome::Approved).await;
    }
    let in_a_day = Some(Millis(table_host::now().0 + 86_400_000));
    let waits = NewSchedule { effective_from: in_a_day, ..schedule(tomorrow, desk.id, version) };
    schedules::schedule(&mut connection, &waits).await.unwrap();
    schedules::schedule(&mut connection, &schedule(later, desk.id, version)).await.unwrap();
    let due = schedules::due(&mut connection).await.unwrap();
    assert_eq!(due.iter().map(|due| due.approval).collect::<Vec<_>>(), [later]);
    let waiting = schedules::waiting(&mut connection, desk.id).await.unwrap();
    assert_eq!(waiting.iter().map(|waiting| waiting.approval).collect::<Vec<_>>(), [later, tomorrow]);
}

#[tokio::test]
async fn tables_are_listed_with_their_heads_by_page() {
    let world = World::new().await;
    let mut desk = world.desk(1).await;
    world.write(&mut desk, &two_rounds(1, later()).played[..4]).await;
    let other = world.desk(3).await;
    let mut connection = world.connection().await;
    let all = tables::page(&mut connection, None, 10).await.unwrap();
    assert_eq!(all.iter().map(|table| (table.id, table.seq)).collect::<Vec<_>>(), [(desk.id, 4), (other.id, 0)]);
    assert_eq!(tables::page(&mut connection, None, 1).await.unwrap(), all[..1]);
    assert_eq!(tables::page(&mut connection, Some(desk.id), 10).await.unwrap(), all[1..]);
    assert_eq!(tables::one(&mut connection, other.id).await.unwrap().as_ref(), Some(&all[1]));
    assert_eq!(tables::one(&mut connection, TableId::new()).await.unwrap(), None);
}

#[tokio::test]
async fn what_a_table_needs_for_itself_is_taken_once() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let first = new_table(3, "One");
    tables::create(&mut connection, &first).await.unwrap();
    let mut twice = new_table(3, "Another");
    twice.id = first.id;
    let error = tables::create(&mut connection, &twice).await.unwrap_err();
    assert!(matches!(error, CreateError::Exists), "{error}");
    (twice.id, twice.name) = (TableId::new(), first.name.clone());
    assert!(matches!(tables::create(&mut connection, &twice).await.unwrap_err(), CreateError::NameTaken));
    (twice.name, twice.rules.submission) = ("Another".into(), serde_json::from_str(SUBMISSIONS[2]).unwrap());
    assert!(matches!(tables::create(&mut connection, &twice).await.unwrap_err(), CreateError::VersionTaken));
    (twice.rules.version, twice.rules.submission) = ("other".into(), serde_json::json!({}));
    let error = tables::create(&mut connection, &twice).await.unwrap_err();
    assert!(error.to_string().contains("cannot be read"), "{error}");
    assert_eq!(world.count("SELECT count(*) FROM tables").await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_retried_request_is_answered_with_the_table_made_first() {
    let world = World::new().await;
    let first = new_table(0, "One");
    let asked = (0..8).map(|_| {
        let (store, mut again) = (world.store().clone(), first.clone());
        again.id = TableId::new();
        tokio::spawn(async move { tables::create(&mut store.pool().acquire().await.unwrap(), &again).await.unwrap() })
    });
    let mut made = Vec::new();
    for answer in asked.collect::<Vec<_>>() {
        made.push(answer.await.unwrap().id);
    }
    made.dedup();
    assert_eq!(made.len(), 1);
    assert_eq!(world.count("SELECT count(*) FROM tables").await, 1);
    let mut connection = world.connection().await;
    let mut other = first.clone();
    (other.name, other.body_digest) = ("Two".into(), BodyDigest::of(b"another body"));
    assert!(matches!(tables::create(&mut connection, &other).await.unwrap_err(), CreateError::KeyReused));
    (other.id, other.request) = (TableId::new(), CommandId::new());
    assert_ne!(tables::create(&mut connection, &other).await.unwrap().id, made[0]);
}

#[tokio::test]
async fn other_rules_bring_their_meters_and_leave_the_others_where_they_stand() {
    let world = World::new().await;
    // The same rules but for the five-dollar progressive.
    let mut fewer: serde_json::Value = serde_json::from_str(SUBMISSIONS[0]).unwrap();
    let progressive = fewer.pointer_mut("/wagers/progressive_payout").unwrap().as_object_mut().unwrap();
    progressive["stakes_cents"] = serde_json::json!([100]);
    progressive["meters"].as_object_mut().unwrap().remove("500");
    let mut floor = Floor::new(&fewer.to_string(), later(), 5);
    floor.round();
    let mut table = new_table(0, "One");
    table.rules = NewRules { version: "fewer".into(), submission: fewer, ..table.rules };
    let mut connection = world.connection().await;
    tables::create(&mut connection, &table).await.unwrap();
    let mut desk = Desk { id: table.id, game: table.rules.game, rules_version: "fewer".into(), seq: 0, epoch: 1 };
    world.write(&mut desk, &floor.played).await;
    let before = meters::of_table(&mut connection, desk.id).await.unwrap();
    assert_eq!(before.len(), 3);

    let more = new_table(0, "").rules;
    let approval = scheduled(&mut connection, desk.id, &more).await;
    desk.rules_version.clone_from(&more.version);
    let at = floor.played.last().unwrap().command.at;
    // What nobody decided for this table is not put in force, whoever asks.
    let unknown = world.journal.append(adoption(&desk, CommandId::new(), at)).await;
    assert_eq!(unknown, Err(AppendError::Refused("table_rules_scheduled_fkey".into())));
    written(world.journal.append(adoption(&desk, approval, at)).await);
    desk.seq += 1;
    let in_force = schedules::in_force(&mut connection, desk.id, at).await.unwrap().unwrap();
    assert_eq!((in_force.seq, &in_force.version), (desk.seq, &more.version));
    let until_then = schedules::in_force(&mut connection, desk.id, Millis(at.0 - 1)).await.unwrap().unwrap();
    assert_eq!((until_then.seq, &*until_then.version), (0, "fewer"));
    assert!(schedules::due(&mut connection).await.unwrap().is_empty());
    let recovered = recovery::recover_one(world.store(), desk.id).await.unwrap().unwrap();
    assert_eq!(recovered.table.rules(), &recovered.rules);
    let now = meters::of_table(&mut connection, desk.id).await.unwrap();
    assert_eq!(now.len(), 6);
    assert!(before.iter().all(|meter| now.contains(meter)), "{now:?}");
    let of_five = |meter: &&meters::Meter| meter.meter.stake == Cents::new(500);
    assert_eq!(now.iter().filter(of_five).map(|meter| meter.balance.get()).sum::<i64>(), 5_600_000 * 1_000_000);

    // Play goes on under the new rules, and the table is recovered under each in turn.
    let begun = floor.played.len();
    floor.round();
    (desk.rules_version, desk.epoch) = (more.version.clone(), recovered.epoch);
    world.write(&mut desk, &floor.played[begun..]).await;
    let recovered = recovery::recover_one(world.store(), desk.id).await.unwrap().unwrap();
    assert_eq!(recovered.table.state(), floor.table.state());
    assert_eq!(*recovered.rules_version, *more.version);
    assert_eq!(game_core::meters::meters(&recovered.rules).len(), 6);
    assert_eq!(recovered.table.rules(), &recovered.rules);
}
