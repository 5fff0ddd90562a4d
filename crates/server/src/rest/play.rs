//! The switch of all play.

use crate::app::App;
use crate::identity::{By, Overseeing, PitManagers};
use crate::play;
use crate::problem::Problem;
use crate::request::{Body, IdempotencyKey};
use axum::Json;
use axum::extract::State;
use std::sync::Arc;
use wire::rest::play::{Play, WorkPlay};

/// Whether play is on
#[utoipa::path(
    get,
    path = "/v1/play",
    operation_id = "show_play",
    tag = "tables",
    responses((status = 200, description = "How the switch of all play stands.", body = Play)),
)]
pub(super) async fn show(_: By<Overseeing>, State(app): State<Arc<App>>) -> Json<Play> {
    Json(app.play.told())
}

/// Switches all play off, or on again
///
/// Rounds in progress go on to their end; no table opens another and takes another wager. It stays so until somebody switches
/// it on, whatever happens to the server.
#[utoipa::path(
    put,
    path = "/v1/play",
    operation_id = "work_play",
    tag = "tables",
    params(IdempotencyKey),
    request_body = WorkPlay,
    responses((status = 200, description = "The switch stands as asked, and the tables know.", body = Play)),
)]
pub(super) async fn work(
    by: By<PitManagers>,
    State(app): State<Arc<App>>,
    key: IdempotencyKey,
    Body(asked): Body<WorkPlay>,
) -> Result<Json<Play>, Problem> {
    Ok(Json(play::work(&app, by.caller.staff, key.0, asked).await?))
}
