//! Rules Submissions: draft, look at, put before a second person.

use crate::app::App;
use crate::approvals::told;
use crate::identity::{By, Floor, Oversight};
use crate::problem::Problem;
use crate::request::{Body, IdempotencyKey, OfSubmission};
use crate::submissions;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use std::sync::Arc;
use wire::rest::approvals::Approval;
use wire::rest::submissions::{NewSubmission, SubmissionRecord, SubmitRequest};

/// Drafts a Rules Submission
///
/// It need not be sound yet: the answer lists everything that is wrong with it, each with its clause.
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

/// Puts a Rules Submission before a second person
///
/// Its last edition must be sound. Until it is decided it cannot be edited; declined, withdrawn or expired it is a draft again.
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
