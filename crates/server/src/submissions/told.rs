//! Rules Submissions as they are told.

use super::Analysis;
use crate::app::App;
use crate::problem::Problem;
use crate::tables::checked;
use serde_json::Value;
use std::sync::Arc;
use store::StoreError;
use store::submissions::{self, Filter, Standing, Submission, SubmissionId};
use wire::problem::EdgeCode;
use wire::rest::submissions::{
    SubmissionBrief, SubmissionRecord, SubmissionState, SubmissionWarning, SubmissionsPage, SubmissionsQuery,
};

/// A submission as it stands.
pub(crate) async fn show(app: &App, id: wire::id::SubmissionId) -> Result<SubmissionRecord, Problem> {
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    let found = submissions::one(&mut connection, SubmissionId(id.0)).await?.ok_or(EdgeCode::NotFound)?;
    drop(connection);
    told(app, found).await
}

/// A page of submissions in a few words.
pub(crate) async fn page(app: &App, query: SubmissionsQuery, limit: u32) -> Result<SubmissionsPage, Problem> {
    let filter = Filter {
        after: query.after.map(|after| SubmissionId(after.0)),
        game: query.game,
        standing: query.state.map(standing),
    };
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    let found = submissions::page(&mut connection, filter, limit + 1).await?;
    let more = found.len() > limit as usize;
    let submissions: Vec<SubmissionBrief> = found.iter().take(limit as usize).map(brief).collect();
    let next = submissions.last().filter(|_| more).map(|last| last.id);
    Ok(SubmissionsPage { submissions, next })
}

/// The par sheets in full: of a draft as they are now, later as they were when submitted.
pub(crate) async fn par_sheets(app: &App, id: wire::id::SubmissionId) -> Result<Value, Problem> {
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    let found = submissions::one(&mut connection, SubmissionId(id.0)).await?.ok_or(EdgeCode::NotFound)?;
    if !found.standing.is_open()
        && let Some(kept) = submissions::par_sheets(&mut connection, found.id).await?
    {
        return Ok(kept);
    }
    drop(connection);
    Ok(super::analysed(app, &found).await?.1.par_sheets.clone())
}

/// A submission with everything there is to say of it.
pub(super) async fn told(app: &App, found: Submission) -> Result<SubmissionRecord, Problem> {
    let (problems, analysis) = examined(app, &found).await?;
    let kept = found.submitted.as_ref().filter(|_| !found.standing.is_open());
    let acknowledged = |warning: &SubmissionWarning| kept.is_some_and(|kept| kept.warnings.contains(&warning.name));
    let warnings = analysis.warnings.iter().map(|warning| {
        let acknowledged = acknowledged(warning);
        SubmissionWarning { acknowledged, ..warning.clone() }
    });
    let edges = match kept {
        Some(kept) => serde_json::from_value(kept.edges.clone()).map_err(|error| Problem::fault(&error))?,
        None => analysis.edges.clone(),
    };
    Ok(SubmissionRecord {
        brief: brief(&found),
        problems: problems.into_iter().map(Into::into).collect(),
        warnings: warnings.collect(),
        edges,
        document: found.edition.document,
    })
}

type Examined = (Vec<game_core::submission::Problem>, Arc<Analysis>);

/// What is wrong with it or, where nothing is, what there is to think about.
async fn examined(app: &App, found: &Submission) -> Result<Examined, Problem> {
    let sound = match game_core::submission::check(&found.edition.source) {
        Ok(sound) => sound,
        Err(problems) => return Ok((problems, Arc::default())),
    };
    let (kept, _) = checked(found.edition.document.clone())?;
    let analysis = app.analyses.of(&kept.version, sound.0, sound.1).await.map_err(|error| Problem::fault(&error))?;
    Ok((Vec::new(), analysis))
}

fn brief(found: &Submission) -> SubmissionBrief {
    let name = found.edition.document.get("name").and_then(Value::as_str).map(str::to_owned);
    let kept = found.submitted.as_ref().filter(|_| !found.standing.is_open());
    let approved = kept.and_then(|kept| kept.decided).filter(|_| is_approved(found.standing));
    SubmissionBrief {
        id: wire::id::SubmissionId(found.id.0),
        game: found.game,
        name,
        state: state(found.standing),
        edition: found.edition.number,
        drafted_by: found.drafted_by,
        drafted_at: found.drafted_at.into(),
        edited_by: found.edition.by,
        edited_at: found.edition.at.into(),
        rules_version: kept.map(|kept| kept.version.clone()),
        approval: kept.map(|kept| wire::id::ApprovalId(kept.approval.0)),
        approved_by: approved.map(|(by, _)| by),
        approved_at: approved.map(|(_, at)| at.into()),
        effective_from: kept.and_then(|kept| kept.effective_from).map(Into::into),
        supersedes: kept.and_then(|kept| kept.supersedes).map(|before| wire::id::SubmissionId(before.0)),
        superseded_by: found.superseded.map(|(by, _)| wire::id::SubmissionId(by.0)),
        superseded_from: found.superseded.map(|(_, from)| from.into()),
    }
}

const fn is_approved(standing: Standing) -> bool {
    match standing {
        Standing::Approved | Standing::Effective | Standing::Superseded => true,
        Standing::Draft | Standing::Submitted | Standing::Declined | Standing::Withdrawn => false,
    }
}

const fn state(standing: Standing) -> SubmissionState {
    match standing {
        Standing::Draft => SubmissionState::Draft,
        Standing::Submitted => SubmissionState::Submitted,
        Standing::Declined => SubmissionState::Declined,
        Standing::Withdrawn => SubmissionState::Withdrawn,
        Standing::Approved => SubmissionState::Approved,
        Standing::Effective => SubmissionState::Effective,
        Standing::Superseded => SubmissionState::Superseded,
    }
}

const fn standing(state: SubmissionState) -> Standing {
    match state {
        SubmissionState::Draft => Standing::Draft,
        SubmissionState::Submitted => Standing::Submitted,
        SubmissionState::Declined => Standing::Declined,
        SubmissionState::Withdrawn => Standing::Withdrawn,
        SubmissionState::Approved => Standing::Approved,
        SubmissionState::Effective => Standing::Effective,
        SubmissionState::Superseded => Standing::Superseded,
    }
}
