//! Progressives: what can be won, and every step in the life of each.

use crate::app::App;
use crate::approvals;
use crate::identity::{Anyone, At, By, MeterKeepers, Overseeing, PitManagers};
use crate::problem::Problem;
use crate::progressives as change;
use crate::progressives::told;
use crate::request::{Body, IdempotencyKey, OfProgressive, OfTable};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use game_core::progressive::Change;
use std::sync::Arc;
use store::StoreError;
use store::progressives::{self, ProgressiveId};
use wire::problem::EdgeCode;
use wire::rest::approvals::Approval;
use wire::rest::progressives::{
    DisableRequest, ParticipationRequest, ProgressiveChangeProposal, ProgressiveProposal, ProgressiveState,
    ProgressivesAnswer,
};

/// The progressives
///
/// Each with what its levels hold at this moment, how they work, and who won last.
#[utoipa::path(
    get,
    path = "/v1/progressives",
    operation_id = "list_progressives",
    tag = "progressives",
    responses((status = 200, description = "Every progressive.", body = ProgressivesAnswer)),
)]
pub(super) async fn list(_: By<Anyone>, State(app): State<Arc<App>>) -> Result<Json<ProgressivesAnswer>, Problem> {
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    let at = table_host::now().into();
    let progressives = progressives::all(&mut connection).await?.iter().map(told).collect();
    Ok(Json(ProgressivesAnswer { at, progressives }))
}

/// A progressive and its life
///
/// With every change: what it was, what it is, who asked, who agreed, and by which approval.
#[utoipa::path(
    get,
    path = "/v1/progressives/{id}",
    operation_id = "show_progressive",
    tag = "progressives",
    params(OfProgressive),
    responses((status = 200, description = "The progressive.", body = ProgressiveState)),
)]
pub(super) async fn show(
    _: By<Overseeing>,
    State(app): State<Arc<App>>,
    OfProgressive(id): OfProgressive,
) -> Result<Json<ProgressiveState>, Problem> {
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    let id = ProgressiveId(id.0);
    let found = progressives::one(&mut connection, id).await?.ok_or(EdgeCode::NotFound)?;
    let changes = progressives::changes(&mut connection, id).await?;
    Ok(Json(ProgressiveState { progressive: told(&found), changes }))
}

/// Proposes a progressive
///
/// A second person makes it by deciding the approval. What the rules do not allow is refused at once, each problem with its
/// clause.
#[utoipa::path(
    post,
    path = "/v1/progressives",
    operation_id = "propose_progressive",
    tag = "progressives",
    params(IdempotencyKey),
    request_body = ProgressiveProposal,
    responses((status = 202, description = "It waits for a second person.", body = Approval)),
)]
pub(super) async fn propose(
    by: By<MeterKeepers>,
    State(app): State<Arc<App>>,
    key: IdempotencyKey,
    Body(asked): Body<ProgressiveProposal>,
) -> Result<(StatusCode, Json<Approval>), Problem> {
    let change = Change::Create(asked.progressive);
    let approval = change::propose(&app, by.caller, key.0, None, change, asked.reason).await?;
    Ok((StatusCode::ACCEPTED, Json(approvals::told(approval, by.caller.role)?)))
}

/// Proposes a change of a progressive
///
/// A second person carries it out by deciding the approval: enable or retire it, change a parameter as a live level allows,
/// release a frozen level, transfer, adjust or decommission what a level holds.
#[utoipa::path(
    post,
    path = "/v1/progressives/{id}/changes",
    operation_id = "propose_progressive_change",
    tag = "progressives",
    params(OfProgressive, IdempotencyKey),
    request_body = ProgressiveChangeProposal,
    responses((status = 202, description = "It waits for a second person.", body = Approval)),
)]
pub(super) async fn propose_change(
    by: By<MeterKeepers>,
    State(app): State<Arc<App>>,
    OfProgressive(id): OfProgressive,
    key: IdempotencyKey,
    Body(asked): Body<ProgressiveChangeProposal>,
) -> Result<(StatusCode, Json<Approval>), Problem> {
    let approval = change::propose(&app, by.caller, key.0, Some(id), asked.change, asked.reason).await?;
    Ok((StatusCode::ACCEPTED, Json(approvals::told(approval, by.caller.role)?)))
}

/// Takes a progressive out of play
///
/// At once, by one person; two enable it again. Its wager comes off every felt, and the base game goes on.
#[utoipa::path(
    post,
    path = "/v1/progressives/{id}/disable",
    operation_id = "disable_progressive",
    tag = "progressives",
    params(OfProgressive, IdempotencyKey),
    request_body = DisableRequest,
    responses((status = 204, description = "It is out of play.")),
)]
pub(super) async fn disable(
    by: By<MeterKeepers>,
    State(app): State<Arc<App>>,
    OfProgressive(id): OfProgressive,
    _: IdempotencyKey,
    Body(asked): Body<DisableRequest>,
) -> Result<StatusCode, Problem> {
    change::disable(&app, by.caller, id, &asked.reason).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lets a table play for a progressive
///
/// Only a closed table where nobody sits, and only one whose rules describe the very levels: letter, stake, rates and reset
/// amounts. Without a progressive the table plays for its own again.
#[utoipa::path(
    put,
    path = "/v1/tables/{id}/participation",
    operation_id = "join_progressive",
    tag = "progressives",
    params(OfTable, IdempotencyKey),
    request_body = ParticipationRequest,
    responses((status = 204, description = "It takes part.")),
)]
pub(super) async fn join(
    at: At<PitManagers>,
    State(app): State<Arc<App>>,
    _: IdempotencyKey,
    Body(asked): Body<ParticipationRequest>,
) -> Result<StatusCode, Problem> {
    let ParticipationRequest { wager, stake_cents, progressive } = asked;
    change::join(&app, at.caller, &at.handle, wager, stake_cents, progressive).await?;
    Ok(StatusCode::NO_CONTENT)
}
