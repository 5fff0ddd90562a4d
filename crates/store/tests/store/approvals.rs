//! Two people, in time, once: the database itself refuses what the code should never ask (R57).

use crate::world::{World, refusal};
use game_core::game::StaffId;
use serde_json::json;
use sqlx::{AssertSqlSafe, ConnectOptions, Executor, PgConnection};
use std::time::Duration;
use store::approvals::{self, Approval, ApprovalError, Decided, Decision, NewApproval, Outcome, Request, State};
use table_host::ids::{BodyDigest, CommandId};

const MAKER: StaffId = StaffId(7);
const OTHER: StaffId = StaffId(8);

fn request() -> Request {
    Request { id: CommandId::new(), digest: BodyDigest::of(b"body") }
}

async fn proposed(connection: &mut PgConnection, lasts: Duration) -> Approval {
    proposed_of(connection, "test", lasts).await
}

async fn proposed_of(connection: &mut PgConnection, kind: &str, lasts: Duration) -> Approval {
    let new = NewApproval {
        matter: json!({"kind": kind}),
        table: None,
        reason: "because".into(),
        proposed_by: MAKER,
        lasts,
        request: request(),
    };
    let first = approvals::propose(connection, &new).await.unwrap();
    assert_eq!(approvals::propose(connection, &new).await.unwrap().id, first.id, "a retry is the same proposal");
    let other = NewApproval { request: Request { digest: BodyDigest::of(b"other"), ..new.request }, ..new };
    let reused = approvals::propose(connection, &other).await;
    assert!(matches!(reused, Err(ApprovalError::KeyReused)), "{reused:?}");
    first
}

fn decision(approval: &Approval, outcome: Outcome, decided_by: StaffId) -> Decision {
    Decision { approval: approval.id, outcome, decided_by, comment: String::new(), request: request() }
}

const HOUR: Duration = Duration::from_secs(3600);

#[tokio::test]
async fn r57_the_same_person_does_not_decide_and_nobody_else_withdraws() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let approval = proposed(&mut connection, HOUR).await;
    for (outcome, by) in [(Outcome::Approved, MAKER), (Outcome::Declined, MAKER), (Outcome::Withdrawn, OTHER)] {
        let refused = approvals::decide(&mut connection, &decision(&approval, outcome, by)).await;
        assert!(matches!(refused, Err(ApprovalError::SamePerson)), "{refused:?}");
    }
    let found = approvals::one(&mut connection, approval.id).await.unwrap().unwrap();
    assert_eq!(found.state, State::Pending);
    let decided = approvals::decide(&mut connection, &decision(&approval, Outcome::Approved, OTHER)).await.unwrap();
    let Decided::Now(decided) = decided else { panic!("{decided:?}") };
    assert_eq!((decided.state, decided.decided_by), (State::Decided(Outcome::Approved), Some(OTHER)));
}

#[tokio::test]
async fn nothing_is_decided_twice_or_late() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let approval = proposed(&mut connection, HOUR).await;
    let first = decision(&approval, Outcome::Declined, OTHER);
    approvals::decide(&mut connection, &first).await.unwrap();
    let again = approvals::decide(&mut connection, &first).await.unwrap();
    assert!(matches!(again, Decided::Before(_)), "{again:?}");
    let second = approvals::decide(&mut connection, &decision(&approval, Outcome::Approved, StaffId(9))).await;
    assert!(matches!(second, Err(ApprovalError::Decided)), "{second:?}");

    let late = proposed(&mut connection, Duration::ZERO).await;
    assert_eq!(approvals::one(&mut connection, late.id).await.unwrap().unwrap().state, State::Expired);
    for (outcome, by) in [(Outcome::Approved, OTHER), (Outcome::Declined, OTHER), (Outcome::Withdrawn, MAKER)] {
        let refused = approvals::decide(&mut connection, &decision(&late, outcome, by)).await;
        assert!(matches!(refused, Err(ApprovalError::Expired)), "{refused:?}");
    }
}

/// R57: past the program, whoever writes a decision into the database meets the same three rules there.
#[tokio::test]
async fn r57_the_database_takes_no_decision_of_the_same_person_too_late_or_twice() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let (open, late) = (proposed(&mut connection, HOUR).await, proposed(&mut connection, Duration::ZERO).await);
    let slip = proposed_of(&mut connection, "slip_void", HOUR).await;
    let late_slip = proposed_of(&mut connection, "slip_void", Duration::ZERO).await;
    let mut superuser = world.superuser().await;
    let insert = |approval: &Approval, decision: &str, by: StaffId| {
        format!(
            "INSERT INTO approval_decisions (approval_id, decision, decided_by, comment, request_id, request_digest)
             VALUES ('{}', '{decision}', {}, '', gen_random_uuid(), sha256('x'))",
            approval.id, by.0
        )
    };
    for (approval, decision, by, constraint) in [
        (&open, "approved", MAKER, "approval_decisions_second_person"),
        (&open, "declined", MAKER, "approval_decisions_second_person"),
        (&open, "withdrawn", OTHER, "approval_decisions_second_person"),
        (&open, "lapsed", OTHER, "approval_decisions_second_person"),
        (&open, "lapsed", MAKER, "approval_decisions_in_time"),
        (&late, "approved", OTHER, "approval_decisions_in_time"),
        (&late, "declined", OTHER, "approval_decisions_in_time"),
        (&late, "withdrawn", MAKER, "approval_decisions_in_time"),
        (&slip, "lapsed", MAKER, "approval_decisions_in_time"),
        (&late_slip, "approved", OTHER, "approval_decisions_in_time"),
        (&late_slip, "declined", OTHER, "approval_decisions_in_time"),
        (&late_slip, "lapsed", OTHER, "approval_decisions_second_person"),
        (&open, "perhaps", OTHER, "approval_decisions_known"),
    ] {
        assert_eq!(refusal(&mut superuser, &insert(approval, decision, by)).await, constraint, "{decision} by {by:?}");
    }
    superuser.execute(AssertSqlSafe(insert(&open, "approved", OTHER))).await.unwrap();
    // A slip's void that waited too long has lapsed once somebody lets it go.
    superuser.execute(AssertSqlSafe(insert(&late_slip, "lapsed", MAKER))).await.unwrap();
    for decision in ["approved", "declined"] {
        let twice = insert(&open, decision, StaffId(9));
        assert_eq!(refusal(&mut superuser, &twice).await, "approval_decisions_pkey", "{decision}");
    }
}

#[tokio::test]
async fn what_was_proposed_and_decided_is_never_changed() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let approval = proposed(&mut connection, HOUR).await;
    approvals::decide(&mut connection, &decision(&approval, Outcome::Declined, OTHER)).await.unwrap();
    let mut superuser = world.database.superuser.connect().await.unwrap();
    for sql in [
        "UPDATE approvals SET expires_at = now() + interval '1 day'",
        "UPDATE approvals SET proposed_by = 1",
        "DELETE FROM approvals",
        "TRUNCATE approvals CASCADE",
        "UPDATE approval_decisions SET decision = 'approved'",
        "DELETE FROM approval_decisions",
        "TRUNCATE approval_decisions",
    ] {
        let refused = superuser.execute(AssertSqlSafe(sql)).await.unwrap_err();
        let constraint = refused.as_database_error().unwrap().constraint().unwrap().to_owned();
        assert!(constraint.ends_with("_append_only"), "{sql}: {constraint}");
        assert!(connection.execute(AssertSqlSafe(sql)).await.is_err(), "{sql}");
    }
}
