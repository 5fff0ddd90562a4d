//! Tables: make, list, look at, decide by which rules and limits they are played, open and close.

use super::commands::carry_out;
use crate::app::App;
use crate::approvals::told;
use crate::identity::{Acts, Anyone, At, By, Caller, Floor, Overseeing, PitManagers, Staff};
use crate::problem::Problem;
use crate::request::{Body, IdempotencyKey, OfTable, Query, page_limit};
use crate::schedules;
use crate::summary::summary;
use crate::tables;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use game_core::command::Action;
use game_core::procedure;
use std::sync::Arc;
use wire::rest::approvals::Approval;
use wire::rest::commands::Answer;
use wire::rest::rules::{LimitsProposal, RulesInForce, RulesProposal, RulesQuery};
use wire::rest::tables::{LimitsAnswer, NewTable, TableState, TableSummary, TablesPage, TablesQuery};

/// Makes a table
///
/// It is played by a Rules Submission that is approved and effective. The table is closed until its cards are on it and a floorperson
/// opens it.
#[utoipa::path(
    post,
    path = "/v1/tables",
    operation_id = "create_table",
    tag = "tables",
    params(IdempotencyKey),
    request_body = NewTable,
    responses((
        status = 201,
        description = "The table.",
        body = TableSummary,
        headers(("location" = String, description = "Where the table is.")),
    )),
)]
pub(super) async fn create(
    _: By<PitManagers>,
    State(app): State<Arc<App>>,
    key: IdempotencyKey,
    Body(request): Body<NewTable>,
) -> Result<(StatusCode, [(axum::http::HeaderName, String); 1], Json<TableSummary>), Problem> {
    let table = tables::create(&app, key.0, request).await?;
    let summary = summary(&table, &table.standing());
    Ok((StatusCode::CREATED, [(LOCATION, format!("/v1/tables/{}", summary.id))], Json(summary)))
}

/// The tables
///
/// In the order they were made; a dealer sees the one assigned.
#[utoipa::path(
    get,
    path = "/v1/tables",
    operation_id = "list_tables",
    tag = "tables",
    params(TablesQuery),
    responses((status = 200, description = "A page of tables.", body = TablesPage)),
)]
pub(super) async fn list(
    by: By<Overseeing>,
    State(app): State<Arc<App>>,
    Query(query): Query<TablesQuery>,
) -> Result<Json<TablesPage>, Problem> {
    let limit = usize::try_from(page_limit(query.limit)?).unwrap_or(usize::MAX);
    let after = query.after.map(|after| after.0);
    let seen =
        app.host.tables().into_iter().filter(|table| Caller::from(by.caller).sees(table.id(), &app.duty).is_ok());
    let mut rest = seen.filter(|table| after.is_none_or(|after| table.id().0 > after));
    let tables: Vec<TableSummary> = rest.by_ref().take(limit).map(|table| summary(&table, &table.standing())).collect();
    let next = rest.next().and_then(|_| tables.last()).map(|last| last.id);
    Ok(Json(TablesPage { tables, next }))
}

/// A table as the caller sees it
///
/// A terminal sees the cards of its own boxes; everybody else sees what lies face up.
#[utoipa::path(
    get,
    path = "/v1/tables/{id}",
    operation_id = "show_table",
    tag = "tables",
    params(OfTable),
    responses((status = 200, description = "The table.", body = TableState)),
)]
pub(super) async fn show(at: At<Anyone>) -> Result<Json<TableState>, Problem> {
    let (standing, view, hash) = at.room.look(at.caller.seat()).map_err(|error| Problem::fault(&error))?;
    let view = serde_json::from_str(&view).map_err(|error| Problem::fault(&error))?;
    Ok(Json(TableState { table: summary(&at.handle, &standing), seq: standing.seq, view, hash }))
}

/// What the table is played by
///
/// Or was at a moment: the document, who proposed and approved it, who put it in force here and when; and what waits.
#[utoipa::path(
    get,
    path = "/v1/tables/{id}/rules",
    operation_id = "show_rules",
    tag = "tables",
    params(OfTable, RulesQuery),
    responses((status = 200, description = "The rules in force at that moment.", body = RulesInForce)),
)]
pub(super) async fn rules(
    at: At<Overseeing>,
    State(app): State<Arc<App>>,
    Query(query): Query<RulesQuery>,
) -> Result<Json<RulesInForce>, Problem> {
    Ok(Json(schedules::in_force(&app, &at.handle, query.at).await?))
}

/// Proposes a Rules Submission for the table
///
/// A second person decides the approval. The table takes it up between two rounds, once its time has come and nothing stands in its
/// way: nobody sits at a seat it would not have or plays more boxes than one may, equipment differs only at a closed table, and
/// meters and wheels only at one where nobody sits.
#[utoipa::path(
    post,
    path = "/v1/tables/{id}/rules",
    operation_id = "propose_rules",
    tag = "tables",
    params(OfTable, IdempotencyKey),
    request_body = RulesProposal,
    responses((status = 202, description = "It waits for a second person.", body = Approval)),
)]
pub(super) async fn propose_rules(
    at: At<PitManagers>,
    State(app): State<Arc<App>>,
    key: IdempotencyKey,
    Body(asked): Body<RulesProposal>,
) -> Result<(StatusCode, Json<Approval>), Problem> {
    let proposed = schedules::propose_rules(&app, at.caller, &at.handle, key.0, asked).await?;
    Ok((StatusCode::ACCEPTED, Json(told(proposed, at.caller.role)?)))
}

/// Proposes other limits for the table
///
/// A second person decides the approval. They are in force from the next round on, and shown on the felt.
#[utoipa::path(
    post,
    path = "/v1/tables/{id}/limits",
    operation_id = "propose_limits",
    tag = "tables",
    params(OfTable, IdempotencyKey),
    request_body = LimitsProposal,
    responses((status = 202, description = "It waits for a second person.", body = Approval)),
)]
pub(super) async fn propose_limits(
    at: At<Floor>,
    State(app): State<Arc<App>>,
    key: IdempotencyKey,
    Body(asked): Body<LimitsProposal>,
) -> Result<(StatusCode, Json<Approval>), Problem> {
    let proposed = schedules::propose_limits(&app, at.caller, &at.handle, key.0, asked).await?;
    Ok((StatusCode::ACCEPTED, Json(told(proposed, at.caller.role)?)))
}

/// What may be wagered
#[utoipa::path(
    get,
    path = "/v1/tables/{id}/limits",
    operation_id = "show_limits",
    tag = "tables",
    params(OfTable),
    responses((status = 200, description = "Each wager offered, with its stakes.", body = LimitsAnswer)),
)]
pub(super) async fn limits(at: At<Overseeing>) -> Json<LimitsAnswer> {
    Json(tables::limits(&at.handle.standing()))
}

/// Opens a table
///
/// The command of table procedure: a floorperson's, and only with verified cards on the table.
#[utoipa::path(
    post,
    path = "/v1/tables/{id}/open",
    operation_id = "open_table",
    tag = "tables",
    params(OfTable, IdempotencyKey),
    responses((status = 200, description = "The table is open.", body = Answer)),
)]
pub(super) async fn open(
    by: Acts<Staff>,
    State(app): State<Arc<App>>,
    key: IdempotencyKey,
) -> Result<Json<Answer>, Problem> {
    let action = Action::Procedure(procedure::Action::OpenTable);
    carry_out(&app, &by.handle, by.actor, key.0, action).await
}

/// Closes a table
///
/// The command of table procedure: a floorperson's, and only between rounds.
#[utoipa::path(
    post,
    path = "/v1/tables/{id}/close",
    operation_id = "close_table",
    tag = "tables",
    params(OfTable, IdempotencyKey),
    responses((status = 200, description = "The table is closed, and its cards left it.", body = Answer)),
)]
pub(super) async fn close(
    by: Acts<Staff>,
    State(app): State<Arc<App>>,
    key: IdempotencyKey,
) -> Result<Json<Answer>, Problem> {
    let action = Action::Procedure(procedure::Action::CloseTable);
    carry_out(&app, &by.handle, by.actor, key.0, action).await
}
