//! The life of a Rules Submission: from a draft through its examination to rules that two people stand for.

mod analysis;
mod told;

pub(crate) use analysis::{Analyses, Analysis};
pub(crate) use told::{page, par_sheets, show};

use crate::app::App;
use crate::approvals::{self, Proposal, words};
use crate::identity::Person;
use crate::problem::Problem;
use crate::tables::checked;
use game_core::game::GameId;
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::Arc;
use store::approvals::{Approval, Request};
use store::schedules;
use store::submissions::{self, NewStep, Standing, Submission, SubmissionError, SubmissionId, Written};
use store::{PgConnection, StoreError};
use table_host::ids::{BodyDigest, CommandId};
use wire::problem::EdgeCode;
use wire::rest::approvals::{Matter, WithdrawalRequest};
use wire::rest::submissions::{NewEdition, NewSubmission, SubmissionRecord, SubmitRequest};

/// Keeps a draft, sound or not.
pub(crate) async fn draft(
    app: &App,
    by: Person,
    key: CommandId,
    asked: NewSubmission,
) -> Result<SubmissionRecord, Problem> {
    let written = written(by, key, &asked.document)?;
    let game = game(&written.document)?;
    let mut transaction = app.store.pool().begin().await.map_err(StoreError::from)?;
    let drafted = submissions::draft(&mut transaction, game, &written).await?;
    transaction.commit().await.map_err(StoreError::from)?;
    told::told(app, drafted).await
}

/// Keeps another edition of a draft, sound or not.
pub(crate) async fn edit(
    app: &App,
    by: Person,
    id: wire::id::SubmissionId,
    key: CommandId,
    asked: NewEdition,
) -> Result<SubmissionRecord, Problem> {
    let written = written(by, key, &asked.document)?;
    let game = game(&written.document)?;
    let mut transaction = app.store.pool().begin().await.map_err(StoreError::from)?;
    let edited = submissions::edit(&mut transaction, SubmissionId(id.0), asked.edition, &written).await?;
    if edited.game != game {
        let detail = format!("The submission's game is {}.", edited.game);
        return Err(Problem::saying(EdgeCode::InvalidBody, detail));
    }
    transaction.commit().await.map_err(StoreError::from)?;
    told::told(app, edited).await
}

/// Gives a draft up.
pub(crate) async fn withdraw(
    app: &App,
    by: Person,
    id: wire::id::SubmissionId,
    asked: WithdrawalRequest,
) -> Result<SubmissionRecord, Problem> {
    let comment = words(asked.comment)?;
    let mut transaction = app.store.pool().begin().await.map_err(StoreError::from)?;
    let withdrawn = submissions::withdraw(&mut transaction, SubmissionId(id.0), by.staff, &comment).await?;
    transaction.commit().await.map_err(StoreError::from)?;
    told::told(app, withdrawn).await
}

/// Puts an edition before a second person. It must be sound, and every warning acknowledged by its name.
pub(crate) async fn submit(
    app: &App,
    by: Person,
    id: wire::id::SubmissionId,
    key: CommandId,
    asked: SubmitRequest,
) -> Result<Approval, Problem> {
    let found = {
        let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
        submissions::one(&mut connection, SubmissionId(id.0)).await?.ok_or(EdgeCode::NotFound)?
    };
    if found.drafted_by != by.staff {
        return Err(SubmissionError::NotYours.into());
    }
    let (version, analysis) = analysed(app, &found).await?;
    let warnings = analysis.names();
    let matter = Matter::RulesSubmission {
        submission: id,
        edition: asked.edition,
        rules_version: version.clone(),
        warnings: warnings.clone(),
        effective_from: asked.effective_from,
        supersedes: asked.supersedes,
    };
    let mut transaction = app.store.pool().begin().await.map_err(StoreError::from)?;
    let held = submissions::hold(&mut transaction, SubmissionId(id.0)).await?;
    let proposal = Proposal { matter, table: None, reason: asked.reason.clone() };
    let approval = approvals::propose(app, &mut transaction, by, key, proposal).await?;
    if held.submitted.as_ref().is_some_and(|before| before.approval == approval.id) {
        // The same request again: what it proposed stands.
        return Ok(approval);
    }
    if !held.standing.is_open() || held.edition.number != asked.edition || found.edition != held.edition {
        return Err(EdgeCode::NotADraft.into());
    }
    acknowledges(&analysis, &asked.acknowledge)?;
    supersedable(&mut transaction, &held, asked.supersedes).await?;
    let step = NewStep {
        submission: held.id,
        edition: asked.edition,
        version,
        approval: approval.id,
        by: by.staff,
        warnings,
        acknowledged: asked.acknowledge,
        edges: serde_json::to_value(&analysis.edges).map_err(|error| Problem::fault(&error))?,
        par_sheets: analysis.par_sheets.clone(),
        effective_from: asked.effective_from.map(Into::into),
        supersedes: asked.supersedes.map(|superseded| SubmissionId(superseded.0)),
    };
    submissions::submit(&mut transaction, &step).await?;
    transaction.commit().await.map_err(StoreError::from)?;
    app.board.changed();
    Ok(approval)
}

/// The version of a sound submission, and what there is to think about in it.
async fn analysed(app: &App, found: &Submission) -> Result<(String, Arc<Analysis>), Problem> {
    let (document, rules) = game_core::submission::check(&found.edition.source).map_err(Problem::submission)?;
    let (kept, _) = checked(found.edition.document.clone())?;
    let analysis = app.analyses.of(&kept.version, document, rules).await.map_err(|error| Problem::fault(&error))?;
    Ok((kept.version, analysis))
}

/// Whether every warning is acknowledged, and nothing else.
fn acknowledges(analysis: &Analysis, acknowledged: &[String]) -> Result<(), Problem> {
    let names = analysis.names();
    if let Some(unknown) = acknowledged.iter().find(|name| !names.contains(name)) {
        let detail = format!("There is no warning named `{unknown}` to acknowledge.");
        return Err(Problem::saying(EdgeCode::InvalidBody, detail));
    }
    let open: Vec<String> = names.into_iter().filter(|name| !acknowledged.contains(name)).collect();
    if open.is_empty() {
        return Ok(());
    }
    let detail = format!("To be acknowledged: {}.", open.join(", "));
    Err(Problem::saying(EdgeCode::WarningsUnacknowledged, detail))
}

/// Whether this submission may take that one's place.
async fn supersedable(
    connection: &mut PgConnection,
    held: &Submission,
    superseded: Option<wire::id::SubmissionId>,
) -> Result<(), Problem> {
    let Some(superseded) = superseded else { return Ok(()) };
    let before = submissions::one(connection, SubmissionId(superseded.0)).await?.ok_or(EdgeCode::NotFound)?;
    let stands = matches!(before.standing, Standing::Approved | Standing::Effective) && before.superseded.is_none();
    if stands && before.game == held.game { Ok(()) } else { Err(EdgeCode::NotSupersedable.into()) }
}

/// Carries out what a second person approved: the rules are kept under their version.
pub(crate) async fn approve(
    connection: &mut PgConnection,
    approval: &Approval,
    id: wire::id::SubmissionId,
    edition: u32,
    version: &str,
) -> Result<(), Problem> {
    // Tables that are played by what it supersedes take it up.
    schedules::hold(connection).await?;
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
    Ok(submissions::approve(connection, held.id, approved_by, &rules).await?)
}

fn written(by: Person, key: CommandId, document: &RawValue) -> Result<Written, Problem> {
    let source = document.get().to_owned();
    let request = Request { id: key, digest: BodyDigest::of(source.as_bytes()) };
    let document: Value = serde_json::from_str(&source).map_err(|error| Problem::unread_body(&error))?;
    if !store::is_storable(&document) {
        return Err(Problem::saying(EdgeCode::InvalidBody, "a number is 1e300 or more, which cannot be kept"));
    }
    Ok(Written { document, source, by: by.staff, request })
}

/// A draft may be wrong in everything but its game.
fn game(document: &Value) -> Result<GameId, Problem> {
    let named = document.get("game").and_then(Value::as_str).and_then(GameId::from_name);
    named.ok_or_else(|| Problem::saying(EdgeCode::InvalidBody, "The document names no game that is known."))
}

impl From<SubmissionError> for Problem {
    fn from(error: SubmissionError) -> Self {
        match error {
            SubmissionError::Unknown => EdgeCode::NotFound.into(),
            SubmissionError::NotYours => EdgeCode::Forbidden.into(),
            SubmissionError::NotADraft | SubmissionError::Edited => EdgeCode::NotADraft.into(),
            SubmissionError::Unacknowledged => EdgeCode::WarningsUnacknowledged.into(),
            SubmissionError::Superseded => EdgeCode::NotSupersedable.into(),
            SubmissionError::KeyReused => EdgeCode::KeyReused.into(),
            SubmissionError::VersionTaken => EdgeCode::VersionTaken.into(),
            SubmissionError::Store(error) => error.into(),
        }
    }
}
