//! What every request goes through: it gets an id, a span in the log and a limit of time, and is counted.

use crate::app::App;
use crate::listen::Peer;
use crate::problem::{Problem, write_out};
use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::http::header::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;
use tracing::Instrument;
use wire::id::RequestId;
use wire::problem::EdgeCode;

/// The header that names a request in its answer.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Where people log in.
const LOGIN: &str = "/v1/sessions";

/// The route of a request that none matches.
const UNMATCHED: &str = "unmatched";

/// Serves a request. The log knows it by its route: what stands in a path or a query stays out of it.
pub(super) async fn observe(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let (id, began) = (RequestId::fresh(), Instant::now());
    let method = request.method().clone();
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let route = matched.as_ref().map_or(UNMATCHED, MatchedPath::as_str);
    let span = tracing::info_span!("request", request_id = %id, %method, route, caller = tracing::field::Empty);
    let mut response = async {
        let response = serve(&app, request, next).await;
        if let Some(problem) = response.extensions().get::<Problem>() {
            tracing::info!(code = %problem.code(), "refused");
        }
        let micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
        tracing::debug!(status = response.status().as_u16(), micros, "answered");
        write_out(response, id)
    }
    .instrument(span)
    .await;
    app.metrics.request(&method, route, response.status());
    if let Ok(value) = HeaderValue::from_str(&id.to_string()) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}

/// Whether the address keeps to the pace that requests, and logins among them, may have.
fn is_paced(app: &App, address: IpAddr, request: &Request) -> bool {
    let is_login = request.method() == Method::POST && request.uri().path() == LOGIN;
    app.addresses.permits(address) && (!is_login || app.logins.permits(address))
}

/// Why nothing under `/v1` is served now, if that is so: the server is going down, or something significant could not be
/// recorded.
fn turned_away(app: &App) -> Option<EdgeCode> {
    if app.is_draining() {
        return Some(EdgeCode::Draining);
    }
    (!app.register.is_writable()).then_some(EdgeCode::Unavailable)
}

/// Serves a request within its time.
async fn serve(app: &App, request: Request, next: Next) -> Response {
    if request.uri().path().starts_with("/v1/")
        && let Some(code) = turned_away(app)
    {
        return Problem::from(code).into_response();
    }
    if let Some(Peer(address)) = request.extensions().get().copied()
        && !is_paced(app, address, &request)
    {
        return Problem::from(EdgeCode::RateLimited).into_response();
    }
    let served = tokio::time::timeout(app.config.request_max, next.run(request)).await;
    served.unwrap_or_else(|_| Problem::from(EdgeCode::Unavailable).into_response())
}
