//! The life of a Rules Submission: the database itself refuses what nobody acknowledged, what the same person approves, and what was
//! not submitted (R57).

use crate::floor::SUBMISSIONS;
use crate::world::{World, refusal};
use game_core::game::{GameId, StaffId};
use serde_json::{Value, json};
use sqlx::PgConnection;
use std::time::Duration;
use store::approvals::{self, Approval, Decision, NewApproval, Outcome, Request};
use store::submissions::{self, NewStep, Standing, Submission, SubmissionError, Written};
use store::tables::NewRules;
use table_host::ids::{BodyDigest, CommandId};

const MAKER: StaffId = StaffId(7);
const OTHER: StaffId = StaffId(8);

fn request() -> Request {
    Request { id: CommandId::new(), digest: BodyDigest::of(b"body") }
}

async fn drafted(connection: &mut PgConnection) -> Submission {
    let source = SUBMISSIONS[0].to_owned();
    let document = serde_json::from_str(&source).unwrap();
    let written = Written { document, source, by: MAKER, request: request() };
    submissions::draft(connection, GameId::LetItRide, &written).await.unwrap()
}

async fn proposed(connection: &mut PgConnection) -> Approval {
    let matter = json!({"kind": "rules_submission"});
    let (reason, lasts) = (String::new(), Duration::from_secs(3600));
    let new = NewApproval { matter, table: None, reason, proposed_by: MAKER, lasts, request: request() };
    approvals::propose(connection, &new).await.unwrap()
}

async fn decided(connection: &mut PgConnection, approval: &Approval, by: StaffId) {
    let (comment, request) = (String::new(), request());
    let decision = Decision { approval: approval.id, outcome: Outcome::Approved, decided_by: by, comment, request };
    approvals::decide(connection, &decision).await.unwrap();
}

fn step(submission: &Submission, approval: &Approval) -> NewStep {
    NewStep {
        submission: submission.id,
        edition: 1,
        version: "one".into(),
        approval: approval.id,
        by: MAKER,
        warnings: Vec::new(),
        acknowledged: Vec::new(),
        edges: json!([]),
        par_sheets: json!([]),
        effective_from: None,
        supersedes: None,
    }
}

fn rules() -> NewRules {
    let submission = serde_json::from_str(SUBMISSIONS[0]).unwrap();
    NewRules { game: GameId::LetItRide, version: "one".into(), submission }
}

fn edges(exact: &str) -> Value {
    json!([{"wager": "ante", "paytable": "A", "edges": [{"circumstances": "", "exact": exact, "percent": ""}]}])
}

#[tokio::test]
async fn r57_a_warning_that_nobody_acknowledged_stops_a_submission_in_the_database() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let submission = drafted(&mut connection).await;
    let approval = proposed(&mut connection).await;
    let plain = step(&submission, &approval);
    let (negative, warning) = (edges("-1/5"), "player_edge.ante".to_owned());
    let unnamed = NewStep { edges: negative.clone(), ..plain.clone() };
    let unacknowledged = NewStep { edges: negative.clone(), warnings: vec![warning.clone()], ..plain.clone() };
    for step in [unnamed, unacknowledged.clone()] {
        let refused = submissions::submit(&mut connection, &step).await;
        assert!(matches!(refused, Err(SubmissionError::Unacknowledged)), "{refused:?}");
    }
    let acknowledged = NewStep { acknowledged: vec![warning], ..unacknowledged };
    submissions::submit(&mut connection, &acknowledged).await.unwrap();
    let stands = submissions::one(&mut connection, submission.id).await.unwrap().unwrap();
    assert_eq!(stands.standing, Standing::Submitted);
    assert_eq!(stands.submitted.unwrap().edges, negative);
}

#[tokio::test]
async fn r57_only_the_second_person_who_decided_approves_and_only_what_was_submitted() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let submission = drafted(&mut connection).await;
    let approval = proposed(&mut connection).await;
    submissions::submit(&mut connection, &step(&submission, &approval)).await.unwrap();
    // Nobody decided yet; and then somebody did, but not this one.
    assert!(submissions::approve(&mut connection, submission.id, OTHER, &rules()).await.is_err());
    decided(&mut connection, &approval, OTHER).await;
    for by in [MAKER, StaffId(9)] {
        assert!(submissions::approve(&mut connection, submission.id, by, &rules()).await.is_err(), "{by:?}");
    }
    let mut superuser = world.superuser().await;
    let forged = "INSERT INTO rules_submission_steps
            (submission_id, number, step, edition, rules_version, approval_id, taken_by, effective_from)
        SELECT submission_id, 2, 'approved', edition, 'another', approval_id, 8, now() FROM rules_submission_steps";
    assert_eq!(refusal(&mut superuser, forged).await, "rules_submission_steps_as_submitted");
    submissions::approve(&mut connection, submission.id, OTHER, &rules()).await.unwrap();
    let approved = submissions::one(&mut connection, submission.id).await.unwrap().unwrap();
    assert_eq!(approved.standing, Standing::Effective);
    let again = submissions::approve(&mut connection, submission.id, OTHER, &rules()).await;
    assert!(matches!(again, Err(SubmissionError::NotADraft)), "{again:?}");
    let given_up = submissions::withdraw(&mut connection, submission.id, MAKER, "").await;
    assert!(matches!(given_up, Err(SubmissionError::NotADraft)), "{given_up:?}");
    let forged = "INSERT INTO rules_submission_withdrawals (submission_id, withdrawn_by, comment)
        SELECT submission_id, 7, '' FROM rules_submissions";
    assert_eq!(refusal(&mut superuser, forged).await, "rules_submission_withdrawals_not_approved");
}

#[tokio::test]
async fn nothing_of_a_submission_is_ever_changed() {
    let world = World::new().await;
    let mut connection = world.connection().await;
    let submission = drafted(&mut connection).await;
    let approval = proposed(&mut connection).await;
    let (warnings, acknowledged) = (vec!["clock_folds".to_owned()], vec!["clock_folds".to_owned()]);
    let step = NewStep { warnings, acknowledged, ..step(&submission, &approval) };
    submissions::submit(&mut connection, &step).await.unwrap();
    let given_up = drafted(&mut connection).await;
    submissions::withdraw(&mut connection, given_up.id, MAKER, "").await.unwrap();
    let mut superuser = world.superuser().await;
    for table in ["rules_submission_steps", "rules_submission_acknowledgements", "rules_submission_withdrawals"] {
        for statement in [
            format!("UPDATE {table} SET submission_id = submission_id"),
            format!("DELETE FROM {table}"),
            format!("TRUNCATE {table} CASCADE"),
        ] {
            assert_eq!(refusal(&mut connection, &statement).await, "42501", "{statement}");
            assert_eq!(refusal(&mut superuser, &statement).await, format!("{table}_append_only"), "{statement}");
        }
    }
}
