//! The register of significant events: found by every field, and taken note of.

use crate::app::App;
use crate::identity::{By, Floor, Oversight};
use crate::problem::Problem;
use crate::register;
use crate::request::{Body, OfEvent, Query, page_limit};
use axum::Json;
use axum::extract::State;
use std::sync::Arc;
use wire::rest::significant::{Acknowledge, SignificantEvent, SignificantPage, SignificantQuery};

/// Significant events
///
/// The latest first. Every part of the query narrows what is found; none is needed.
#[utoipa::path(
    get,
    path = "/v1/significant-events",
    operation_id = "list_significant_events",
    tag = "oversight",
    params(SignificantQuery),
    responses((status = 200, description = "A page of events.", body = SignificantPage)),
)]
pub(super) async fn list(
    _: By<Oversight>,
    State(app): State<Arc<App>>,
    Query(query): Query<SignificantQuery>,
) -> Result<Json<SignificantPage>, Problem> {
    let limit = page_limit(query.limit)?;
    Ok(Json(register::page(&app.store, query, limit).await?))
}

/// Take note of a significant event
///
/// The first note stands; whoever takes note again is shown it.
#[utoipa::path(
    put,
    path = "/v1/significant-events/{id}/acknowledgement",
    operation_id = "acknowledge_significant_event",
    tag = "oversight",
    params(OfEvent),
    request_body = Acknowledge,
    responses((status = 200, description = "The event, with the note that stands.", body = SignificantEvent)),
)]
pub(super) async fn acknowledge(
    by: By<Floor>,
    State(app): State<Arc<App>>,
    OfEvent(event): OfEvent,
    Body(request): Body<Acknowledge>,
) -> Result<Json<SignificantEvent>, Problem> {
    Ok(Json(register::acknowledge(&app.store, by.caller, event, &request).await?))
}
