//! The life of a Rules Submission: from a draft through its examination to rules that two people stand for.

use crate::app::App;
use crate::approvals::{self, Proposal};
use crate::identity::Person;
use crate::problem::Problem;
use crate::tables::checked;
use game_core::game::GameId;
use game_core::submission;
use serde_json::Value;
use store::approvals::{Approval, ApprovalId, Request};
use store::submissions::{self, NewDraft, NewStep, Standing, Submission, SubmissionError, SubmissionId};
use store::{PgConnection, StoreError};
use table_host::ids::{BodyDigest, CommandId};
use wire::canonical;
use wire::problem::EdgeCode;
use wire::rest::approvals::Matter;
use wire::rest::submissions::{NewSubmission, SubmissionRecord, SubmissionState, SubmitRequest};

/// Keeps a draft, sound or not.
pub(crate) async fn draft(
    app: &App,
    by: Person,
    key: CommandId,
    asked: NewSubmission,
) -> Result<SubmissionRecord, Problem> {
    let digest = BodyDigest::of(canonical::text(&asked.document).as_bytes());
    let game = game(&asked.document)?;
    let new = NewDraft { game, document: asked.document, by: by.staff, request: Request { id: key, digest } };
    let mut transaction = app.store.pool().begin().await.map_err(StoreError::from)?;
    let drafted = submissions::draft(&mut transaction, &new).await?;
    transaction.commit().await.map_err(StoreError::from)?;
    Ok(told(drafted))
}

/// Puts an edition before a second person. It must be sound.
pub(crate) async fn submit(
    app: &App,
    by: Person,
    id: wire::id::SubmissionId,
    key: CommandId,
    asked: SubmitRequest,
) -> Result<Approval, Problem> {
    let mut transaction = app.store.pool().begin().await.map_err(StoreError::from)?;
    let held = submissions::hold(&mut transaction, SubmissionId(id.0)).await?;
    let SubmitRequest { edition, reason } = asked;
    let (rules, _) = checked(held.edition.document.clone())?;
    let matter = Matter::RulesSubmission { submission: id, edition, rules_version: rules.version.clone() };
    let proposal = Proposal { matter, table: None, reason };
    let again = held.standing != Standing::Draft;
    let approval = approvals::propose(app, &mut transaction, by, key, proposal).await?;
    if again && held.submitted.is_some_and(|before| before.approval == approval.id) {
        // The same request again: what it proposed stands.
        return Ok(approval);
    }
    if again || held.edition.number != edition {
        return Err(EdgeCode::NotADraft.into());
    }
    let step = step(id, edition, rules.version, approval.id, by.staff);
    submissions::submit(&mut transaction, &step).await?;
    transaction.commit().await.map_err(StoreError::from)?;
    app.board.changed();
    Ok(approval)
}

/// Carries out what a second person approved: the rules are kept under their version.
pub(crate) async fn approve(
    connection: &mut PgConnection,
    approval: &Approval,
    id: wire::id::SubmissionId,
    edition: u32,
    version: &str,
) -> Result<(), Problem> {
    let held = submissions::hold(connection, SubmissionId(id.0)).await?;
    let waits = held.submitted.is_some_and(|submitted| submitted.approval == approval.id);
    let approved_by = approval.decided_by.ok_or(EdgeCode::NotADraft)?;
    if !waits || held.edition.number != edition {
        return Err(EdgeCode::NotADraft.into());
    }
    let (rules, _) = checked(held.edition.document)?;
    if rules.version != version {
        return Err(EdgeCode::NotADraft.into());
    }
    let step = step(id, edition, rules.version.clone(), approval.id, approved_by);
    Ok(submissions::approve(connection, &step, &rules).await?)
}

/// A submission as it stands.
pub(crate) async fn show(app: &App, id: wire::id::SubmissionId) -> Result<SubmissionRecord, Problem> {
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    let found = submissions::one(&mut connection, SubmissionId(id.0)).await?;
    Ok(told(found.ok_or(EdgeCode::NotFound)?))
}

fn step(
    id: wire::id::SubmissionId,
    edition: u32,
    version: String,
    approval: ApprovalId,
    by: game_core::game::StaffId,
) -> NewStep {
    NewStep {
        submission: SubmissionId(id.0),
        edition,
        version,
        approval,
        by,
        detail: Value::Object(Default::default()),
    }
}

/// A draft may be wrong in everything but its game.
fn game(document: &Value) -> Result<GameId, Problem> {
    let named = document.get("game").and_then(Value::as_str).and_then(GameId::from_name);
    named.ok_or_else(|| Problem::saying(EdgeCode::InvalidBody, "The document names no game that is known."))
}

fn told(submission: Submission) -> SubmissionRecord {
    let problems = submission::check(&canonical::text(&submission.edition.document)).err().unwrap_or_default();
    let problems = problems.into_iter().map(Into::into).collect();
    let state = match submission.standing {
        Standing::Draft => SubmissionState::Draft,
        Standing::Submitted => SubmissionState::Submitted,
        Standing::Approved => SubmissionState::Approved,
    };
    let standing = submission.submitted.as_ref().filter(|_| state != SubmissionState::Draft);
    SubmissionRecord {
        id: wire::id::SubmissionId(submission.id.0),
        game: submission.game,
        state,
        edition: submission.edition.number,
        problems,
        drafted_by: submission.drafted_by,
        drafted_at: submission.drafted_at.into(),
        edited_by: submission.edition.by,
        edited_at: submission.edition.at.into(),
        rules_version: standing.map(|standing| standing.version.clone()),
        approval: standing.map(|standing| wire::id::ApprovalId(standing.approval.0)),
        document: submission.edition.document,
    }
}

impl From<SubmissionError> for Problem {
    fn from(error: SubmissionError) -> Self {
        match error {
            SubmissionError::Unknown => EdgeCode::NotFound.into(),
            SubmissionError::NotADraft | SubmissionError::Edited => EdgeCode::NotADraft.into(),
            SubmissionError::KeyReused => EdgeCode::KeyReused.into(),
            SubmissionError::VersionTaken => EdgeCode::VersionTaken.into(),
            SubmissionError::Store(error) => error.into(),
        }
    }
}
