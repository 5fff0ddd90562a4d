//! Rounds: a table's last ones by page, the full record of one, and the shuffle it was dealt from.

use crate::app::App;
use crate::history;
use crate::identity::{Anyone, At, Auditing, By};
use crate::problem::Problem;
use crate::request::{OfRound, OfTable, Query, page_limit};
use axum::Json;
use axum::extract::State;
use std::sync::Arc;
use wire::rest::rounds::{RoundRecord, RoundsPage, RoundsQuery, ShuffleOpening};

/// A table's rounds
///
/// The latest first.
#[utoipa::path(
    get,
    path = "/v1/tables/{id}/rounds",
    operation_id = "list_rounds",
    tag = "history",
    params(OfTable, RoundsQuery),
    responses((status = 200, description = "A page of rounds.", body = RoundsPage)),
)]
pub(super) async fn list(
    at: At<Auditing>,
    State(app): State<Arc<App>>,
    Query(query): Query<RoundsQuery>,
) -> Result<Json<RoundsPage>, Problem> {
    let limit = page_limit(query.limit)?;
    Ok(Json(history::rounds(&app.store, at.handle.id(), query.before, limit).await?))
}

/// Everything there is to know of a round
///
/// Its seats, its bets and every entry of its journal; card by card once the round is over.
#[utoipa::path(
    get,
    path = "/v1/rounds/{id}",
    operation_id = "show_round",
    tag = "history",
    params(OfRound),
    responses((status = 200, description = "The round.", body = RoundRecord)),
)]
pub(super) async fn show(
    by: By<Auditing>,
    State(app): State<Arc<App>>,
    OfRound(round): OfRound,
) -> Result<Json<RoundRecord>, Problem> {
    Ok(Json(history::round(&app, by.caller.into(), round).await?))
}

/// The shuffle of a round
///
/// What a virtual shoe had committed to before betting closed, opened once the round is over: whoever hashes salt and order gets
/// the commitment.
#[utoipa::path(
    get,
    path = "/v1/rounds/{id}/shuffle",
    operation_id = "show_shuffle",
    tag = "history",
    params(OfRound),
    responses((status = 200, description = "The shuffle, opened.", body = ShuffleOpening)),
)]
pub(super) async fn shuffle(
    by: By<Anyone>,
    State(app): State<Arc<App>>,
    OfRound(round): OfRound,
) -> Result<Json<ShuffleOpening>, Problem> {
    Ok(Json(history::shuffle(&app, by.caller, round).await?))
}
