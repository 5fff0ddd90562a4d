//! For those who run the server: is it alive, is it ready, what has it counted, what does it offer. No key is asked for.

use crate::app::App;
use crate::metrics;
use crate::openapi::openapi_yaml;
use crate::problem::Problem;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use std::sync::Arc;
use std::time::Duration;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::problem::EdgeCode;

/// How long the database may take to answer.
const DATABASE_WITHIN: Duration = Duration::from_secs(2);

/// The routes.
pub(crate) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default()
        .routes(routes!(alive))
        .routes(routes!(ready))
        .routes(routes!(counted))
        .routes(routes!(document))
}

/// Whether the server is alive
#[utoipa::path(
    get,
    path = "/healthz",
    operation_id = "healthz",
    tag = "operations",
    security(()),
    responses((status = 200, description = "It is.", body = String, content_type = "text/plain")),
)]
async fn alive() -> &'static str {
    "alive\n"
}

/// Whether the server takes commands
///
/// Not while it is about to stop, not while its database is away, and not while something significant could not be recorded.
#[utoipa::path(
    get,
    path = "/readyz",
    operation_id = "readyz",
    tag = "operations",
    security(()),
    responses((status = 200, description = "It does.", body = String, content_type = "text/plain")),
)]
async fn ready(State(app): State<Arc<App>>) -> Result<String, Problem> {
    if app.is_draining() {
        return Err(EdgeCode::Draining.into());
    }
    if !app.register.is_writable() {
        return Err(EdgeCode::Unavailable.into());
    }
    let there = tokio::time::timeout(DATABASE_WITHIN, app.store.pool().acquire()).await;
    if !matches!(there, Ok(Ok(_))) {
        return Err(EdgeCode::Unavailable.into());
    }
    // It serves all the same; whoever watches it is told.
    let astray = app.system.mismatches();
    Ok(if astray.is_empty() {
        "ready\n".to_owned()
    } else {
        format!("ready, but not as vouched for: {}\n", astray.join(", "))
    })
}

/// What the server has counted, for Prometheus
#[utoipa::path(
    get,
    path = "/metrics",
    operation_id = "metrics",
    tag = "operations",
    security(()),
    responses((status = 200, description = "In the OpenMetrics text format.", body = String, content_type = "application/openmetrics-text")),
)]
async fn counted(State(app): State<Arc<App>>) -> Result<impl IntoResponse, Problem> {
    let text = metrics::text(&app).map_err(|error| Problem::fault(&error))?;
    Ok(([(CONTENT_TYPE, metrics::CONTENT_TYPE)], text))
}

/// This document
#[utoipa::path(
    get,
    path = "/openapi.yaml",
    operation_id = "openapi",
    tag = "operations",
    security(()),
    responses((status = 200, description = "OpenAPI 3.1.", body = Value, content_type = "application/yaml")),
)]
async fn document() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/yaml")], openapi_yaml())
}
