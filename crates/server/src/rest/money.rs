//! The table's money: how it stands, what is on record, and win and hold.

use crate::app::App;
use crate::identity::{At, By, Cashiering, Reporting};
use crate::money;
use crate::problem::Problem;
use crate::request::{OfTable, Query, page_limit};
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use wire::rest::money::{
    BoxesPage, BoxesQuery, CountsPage, CountsQuery, MissingNumbers, ReportFormat, SlipsPage, SlipsQuery,
    TableInventory, WinQuery, WinReport,
};

/// How a table's money stands
///
/// Whether the rack is open, what it holds by the books, and the counts, slips and boxes that wait for somebody. Each step is
/// taken by a command: `{"inventory": …}`.
#[utoipa::path(
    get,
    path = "/v1/tables/{id}/inventory",
    operation_id = "show_inventory",
    tag = "money",
    params(OfTable),
    responses((status = 200, description = "The table's money.", body = TableInventory)),
)]
pub(super) async fn inventory(at: At<Cashiering>) -> Json<TableInventory> {
    Json(money::inventory(&at.handle))
}

/// Counts of a table's rack
///
/// The earliest first, those that nobody signed included.
#[utoipa::path(
    get,
    path = "/v1/tables/{id}/counts",
    operation_id = "list_counts",
    tag = "money",
    params(OfTable, CountsQuery),
    responses((status = 200, description = "A page of counts.", body = CountsPage)),
)]
pub(super) async fn counts(
    at: At<Cashiering>,
    State(app): State<Arc<App>>,
    Query(query): Query<CountsQuery>,
) -> Result<Json<CountsPage>, Problem> {
    let limit = page_limit(query.limit)?;
    Ok(Json(money::counts(&app.store, at.handle.id(), query, limit).await?))
}

/// Fills or credits
///
/// In the order of their numbers, voids included.
#[utoipa::path(
    get,
    path = "/v1/slips",
    operation_id = "list_slips",
    tag = "money",
    params(SlipsQuery),
    responses((status = 200, description = "A page of slips.", body = SlipsPage)),
)]
pub(super) async fn slips(
    _: By<Cashiering>,
    State(app): State<Arc<App>>,
    Query(query): Query<SlipsQuery>,
) -> Result<Json<SlipsPage>, Problem> {
    let limit = page_limit(query.limit)?;
    Ok(Json(money::slips(&app.store, query, limit).await?))
}

/// Drop boxes
///
/// In the order of their numbers.
#[utoipa::path(
    get,
    path = "/v1/drop-boxes",
    operation_id = "list_drop_boxes",
    tag = "money",
    params(BoxesQuery),
    responses((status = 200, description = "A page of boxes.", body = BoxesPage)),
)]
pub(super) async fn boxes(
    _: By<Reporting>,
    State(app): State<Arc<App>>,
    Query(query): Query<BoxesQuery>,
) -> Result<Json<BoxesPage>, Problem> {
    let limit = page_limit(query.limit)?;
    Ok(Json(money::boxes(&app.store, query, limit).await?))
}

/// Missing numbers of slips and boxes
///
/// The sequence-gap query: it is empty, unless somebody changed the data by other means.
#[utoipa::path(
    get,
    path = "/v1/reports/missing-numbers",
    operation_id = "list_missing_numbers",
    tag = "money",
    responses((status = 200, description = "The numbers.", body = MissingNumbers)),
)]
pub(super) async fn missing(_: By<Reporting>, State(app): State<Arc<App>>) -> Result<Json<MissingNumbers>, Problem> {
    Ok(Json(money::missing(&app.store).await?))
}

/// Win and hold
///
/// By table, shift, gaming day and month, with totals that foot; as JSON, or as comma-separated values.
#[utoipa::path(
    get,
    path = "/v1/reports/win",
    operation_id = "report_win",
    tag = "money",
    params(WinQuery),
    responses((status = 200, description = "The report.", content(
        (WinReport = "application/json"),
        (String = "text/csv"),
    ))),
)]
pub(super) async fn win(
    _: By<Reporting>,
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(query): Query<WinQuery>,
) -> Result<Response, Problem> {
    let accepts = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    let as_csv = query.format.map_or_else(|| accepts.contains("text/csv"), |format| format == ReportFormat::Csv);
    let report = money::win(&app, &query).await?;
    if as_csv {
        return Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8; header=present")], money::csv(&report)).into_response());
    }
    Ok(Json(report).into_response())
}
