//! What waits for a second person: see it, decide it, take it back.

use crate::app::App;
use crate::approvals::{self, told};
use crate::identity::{By, Deciding, Informed};
use crate::problem::Problem;
use crate::request::{Body, IdempotencyKey, OfApproval, Query, page_limit};
use axum::Json;
use axum::extract::State;
use std::sync::Arc;
use store::StoreError;
use store::approvals::{ApprovalId, Filter};
use table_host::ids::TableId;
use wire::problem::EdgeCode;
use wire::rest::approvals::{Approval, ApprovalsPage, ApprovalsQuery, DecisionRequest, WithdrawalRequest};

/// What waits for a second person
///
/// In the order proposed. Without a filter, what is pending now.
#[utoipa::path(
    get,
    path = "/v1/approvals",
    operation_id = "list_approvals",
    tag = "approvals",
    params(ApprovalsQuery),
    responses((status = 200, description = "A page of approvals.", body = ApprovalsPage)),
)]
pub(super) async fn list(
    by: By<Informed>,
    State(app): State<Arc<App>>,
    Query(query): Query<ApprovalsQuery>,
) -> Result<Json<ApprovalsPage>, Problem> {
    let limit = page_limit(query.limit)?;
    let filter = Filter {
        after: query.after.map(|after| ApprovalId(after.0)),
        kind: query.kind.map(|kind| kind.name().to_owned()),
        table: query.table.map(|table| TableId(table.0)),
        state: Some(approvals::state(query.state)),
    };
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    let found = store::approvals::page(&mut connection, &filter, limit + 1).await?;
    let more = found.len() > limit as usize;
    let approvals = found
        .into_iter()
        .take(limit as usize)
        .map(|found| told(found, by.caller.role))
        .collect::<Result<Vec<_>, _>>()?;
    let next = approvals.last().filter(|_| more).map(|last| last.brief.id);
    Ok(Json(ApprovalsPage { approvals, next }))
}

/// One approval
#[utoipa::path(
    get,
    path = "/v1/approvals/{id}",
    operation_id = "show_approval",
    tag = "approvals",
    params(OfApproval),
    responses((status = 200, description = "What was proposed, and what became of it.", body = Approval)),
)]
pub(super) async fn show(
    by: By<Informed>,
    State(app): State<Arc<App>>,
    OfApproval(id): OfApproval,
) -> Result<Json<Approval>, Problem> {
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    let found = store::approvals::one(&mut connection, id).await?.ok_or(EdgeCode::NotFound)?;
    Ok(Json(told(found, by.caller.role)?))
}

/// Decides what somebody else proposed
///
/// The decider gives the password again for this act. What is approved is carried out in the same transaction as the decision.
/// Whoever proposed it is refused with `same_person`; after its time it is refused with `approval_expired`.
#[utoipa::path(
    post,
    path = "/v1/approvals/{id}/decision",
    operation_id = "decide_approval",
    tag = "approvals",
    params(OfApproval, IdempotencyKey),
    request_body = DecisionRequest,
    responses((status = 200, description = "It is decided; what was approved is done.", body = Approval)),
)]
pub(super) async fn decide(
    by: By<Deciding>,
    State(app): State<Arc<App>>,
    OfApproval(id): OfApproval,
    key: IdempotencyKey,
    Body(asked): Body<DecisionRequest>,
) -> Result<Json<Approval>, Problem> {
    Ok(Json(told(approvals::decide(&app, by.caller, id, key.0, asked).await?, by.caller.role)?))
}

/// Takes back what the caller proposed
#[utoipa::path(
    post,
    path = "/v1/approvals/{id}/withdrawal",
    operation_id = "withdraw_approval",
    tag = "approvals",
    params(OfApproval, IdempotencyKey),
    request_body = WithdrawalRequest,
    responses((status = 200, description = "It waits for nobody any more.", body = Approval)),
)]
pub(super) async fn withdraw(
    by: By<Deciding>,
    State(app): State<Arc<App>>,
    OfApproval(id): OfApproval,
    key: IdempotencyKey,
    Body(asked): Body<WithdrawalRequest>,
) -> Result<Json<Approval>, Problem> {
    Ok(Json(told(approvals::withdraw(&app, by.caller, id, key.0, asked).await?, by.caller.role)?))
}
