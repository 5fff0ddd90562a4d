//! Rules Submissions: draft, look at, edit, put before a second person, give up.

use crate::app::App;
use crate::approvals::told;
use crate::identity::{By, Floor, Oversight};
use crate::problem::Problem;
use crate::request::{Body, IdempotencyKey, OfSubmission, Query, page_limit};
use crate::submissions;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::Value;
use std::sync::Arc;
use wire::rest::approvals::{Approval, WithdrawalRequest};
use wire::rest::submissions::{
    NewEdition, NewSubmission, SubmissionRecord, SubmissionsPage, SubmissionsQuery, SubmitRequest,
};

/// Rules Submissions
///
/// In the order they were drafted.
#[utoipa::path(
    get,
    path = "/v1/submissions",
    operation_id = "list_submissions",
    tag = "submissions",
    params(SubmissionsQuery),
    responses((status = 200, description = "A page of submissions.", body = SubmissionsPage)),
)]
pub(super) async fn list(
    _: By<Oversight>,
    State(app): State<Arc<App>>,
    Query(query): Query<SubmissionsQuery>,
) -> Result<Json<SubmissionsPage>, Problem> {
    let limit = page_limit(query.limit)?;
    Ok(Json(submissions::page(&app, query, limit).await?))
}

/// Drafts a Rules Submission
///
/// It need not be sound yet: the answer lists everything that is wrong with it, each with its clause, and where nothing is, what there
/// is to think about before it is submitted.
#[utoipa::path(
    post,
    path = "/v1/submissions",
    operation_id = "draft_submission",
    tag = "submissions",
    params(IdempotencyKey),
    request_body = NewSubmission,
    responses((status = 201, description = "The draft.", body = SubmissionRecord)),
)]
pub(super) async fn draft(
    by: By<Floor>,
    State(app): State<Arc<App>>,
    key: IdempotencyKey,
    Body(asked): Body<NewSubmission>,
) -> Result<(StatusCode, Json<SubmissionRecord>), Problem> {
    Ok((StatusCode::CREATED, Json(submissions::draft(&app, by.caller, key.0, asked).await?)))
}

/// A Rules Submission as it stands
#[utoipa::path(
    get,
    path = "/v1/submissions/{id}",
    operation_id = "show_submission",
    tag = "submissions",
    params(OfSubmission),
    responses((status = 200, description = "The submission.", body = SubmissionRecord)),
)]
pub(super) async fn show(
    _: By<Oversight>,
    State(app): State<Arc<App>>,
    OfSubmission(id): OfSubmission,
) -> Result<Json<SubmissionRecord>, Problem> {
    Ok(Json(submissions::show(&app, id).await?))
}

/// Edits a Rules Submission
///
/// Only whoever drafted it, only while it is a draft or declined, and only from its last edition.
#[utoipa::path(
    put,
    path = "/v1/submissions/{id}",
    operation_id = "edit_submission",
    tag = "submissions",
    params(OfSubmission, IdempotencyKey),
    request_body = NewEdition,
    responses((status = 200, description = "The submission with its new edition.", body = SubmissionRecord)),
)]
pub(super) async fn edit(
    by: By<Floor>,
    State(app): State<Arc<App>>,
    OfSubmission(id): OfSubmission,
    key: IdempotencyKey,
    Body(asked): Body<NewEdition>,
) -> Result<Json<SubmissionRecord>, Problem> {
    Ok(Json(submissions::edit(&app, by.caller, id, key.0, asked).await?))
}

/// The par sheets of a Rules Submission
///
/// In full, as `baize odds` prints them: of a draft as they are now, later as they were when it was submitted.
#[utoipa::path(
    get,
    path = "/v1/submissions/{id}/par-sheets",
    operation_id = "show_par_sheets",
    tag = "submissions",
    params(OfSubmission),
    responses(
        (status = 200, description = "A list of par sheets.", body = Vec<Object>),
        (status = 422, description = "The submission is not sound.", body = wire::problem::Problem, content_type = "application/problem+json"),
    ),
)]
pub(super) async fn par_sheets(
    _: By<Oversight>,
    State(app): State<Arc<App>>,
    OfSubmission(id): OfSubmission,
) -> Result<Json<Value>, Problem> {
    Ok(Json(submissions::par_sheets(&app, id).await?))
}

/// Gives a Rules Submission up
///
/// Only whoever drafted it, and only while it is a draft or declined. What waits for a second person is taken back at its approval first.
#[utoipa::path(
    post,
    path = "/v1/submissions/{id}/withdrawal",
    operation_id = "withdraw_submission",
    tag = "submissions",
    params(OfSubmission, IdempotencyKey),
    request_body = WithdrawalRequest,
    responses((status = 200, description = "It cannot be edited or submitted any more.", body = SubmissionRecord)),
)]
pub(super) async fn withdraw(
    by: By<Floor>,
    State(app): State<Arc<App>>,
    OfSubmission(id): OfSubmission,
    _: IdempotencyKey,
    Body(asked): Body<WithdrawalRequest>,
) -> Result<Json<SubmissionRecord>, Problem> {
    Ok(Json(submissions::withdraw(&app, by.caller, id, asked).await?))
}

/// Puts a Rules Submission before a second person
///
/// Only whoever drafted it. Its last edition must be sound, and every warning acknowledged by its name. Until it is decided it cannot be edited; declined, withdrawn or expired it is a draft again.
#[utoipa::path(
    post,
    path = "/v1/submissions/{id}/submit",
    operation_id = "submit_submission",
    tag = "submissions",
    params(OfSubmission, IdempotencyKey),
    request_body = SubmitRequest,
    responses((status = 200, description = "It waits for a second person.", body = Approval)),
)]
pub(super) async fn submit(
    by: By<Floor>,
    State(app): State<Arc<App>>,
    OfSubmission(id): OfSubmission,
    key: IdempotencyKey,
    Body(asked): Body<SubmitRequest>,
) -> Result<Json<Approval>, Problem> {
    Ok(Json(told(submissions::submit(&app, by.caller, id, key.0, asked).await?, by.caller.role)?))
}
