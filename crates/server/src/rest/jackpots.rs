//! Jackpots: those that wait, and every one that ever was.

use crate::app::App;
use crate::identity::{Auditing, By};
use crate::problem::Problem;
use crate::progressives::jackpot;
use crate::request::{OfJackpot, Query, page_limit};
use axum::Json;
use axum::extract::State;
use std::sync::Arc;
use store::{StoreError, jackpots};
use wire::problem::EdgeCode;
use wire::rest::jackpots::{Jackpot, JackpotsPage, JackpotsQuery};

/// The jackpots
///
/// Newest first; `open` shows only those that still wait to be paid or refused.
#[utoipa::path(
    get,
    path = "/v1/jackpots",
    operation_id = "list_jackpots",
    tag = "progressives",
    params(JackpotsQuery),
    responses((status = 200, description = "A page of jackpots.", body = JackpotsPage)),
)]
pub(super) async fn list(
    _: By<Auditing>,
    State(app): State<Arc<App>>,
    Query(query): Query<JackpotsQuery>,
) -> Result<Json<JackpotsPage>, Problem> {
    let limit = page_limit(query.limit)?;
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    let before = query.before.map(|before| before.0);
    let mut found = jackpots::page(&mut connection, before, query.open, limit + 1).await?;
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let jackpots: Vec<Jackpot> = found.into_iter().map(jackpot).collect::<Result<_, _>>()?;
    let next = jackpots.last().map(|last| last.id).filter(|_| more);
    Ok(Json(JackpotsPage { jackpots, next }))
}

/// A jackpot
///
/// Who won what with which hand, who verified, validated and paid it, and the number of its slip.
#[utoipa::path(
    get,
    path = "/v1/jackpots/{id}",
    operation_id = "show_jackpot",
    tag = "progressives",
    params(OfJackpot),
    responses((status = 200, description = "The jackpot.", body = Jackpot)),
)]
pub(super) async fn show(
    _: By<Auditing>,
    State(app): State<Arc<App>>,
    OfJackpot(id): OfJackpot,
) -> Result<Json<Jackpot>, Problem> {
    let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
    let found = jackpots::one(&mut connection, id.0).await?.ok_or(EdgeCode::NotFound)?;
    Ok(Json(jackpot(found)?))
}
