//! A table's journal by page. Cards of the open round are told only as far as they lie up.

use crate::app::App;
use crate::history;
use crate::identity::{At, Auditing};
use crate::problem::Problem;
use crate::request::{OfTable, Query, page_limit};
use axum::Json;
use axum::extract::State;
use std::sync::Arc;
use wire::rest::events::{EventsPage, EventsQuery};

/// A table's journal
///
/// Entries in their order. While their round is open they are `shown` as everybody at the table may hear them; once it is over
/// their `events` are told in full, card by card.
#[utoipa::path(
    get,
    path = "/v1/tables/{id}/events",
    operation_id = "list_events",
    tag = "history",
    params(OfTable, EventsQuery),
    responses((status = 200, description = "A page of entries.", body = EventsPage)),
)]
pub(super) async fn list(
    at: At<Auditing>,
    State(app): State<Arc<App>>,
    Query(query): Query<EventsQuery>,
) -> Result<Json<EventsPage>, Problem> {
    let limit = page_limit(query.limit)?;
    Ok(Json(history::events(&app.store, &at.handle, query.after.unwrap_or(0), limit).await?))
}
