//! From a request to a socket: origin, ticket, subprotocol and number of sockets are checked before anything is said.

use super::device as device_line;
use super::floor as floor_stream;
use super::line::{Line, MESSAGE_MAX, READ_BUFFER, WRITE_BUFFER, WRITE_BUFFER_MAX};
use super::progressives as progressives_stream;
use super::session::Session;
use crate::app::App;
use crate::identity::{Caller, Circle, Overseeing};
use crate::problem::Problem;
use crate::request::{OfTable, Query};
use crate::tickets::Admission;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use axum::response::Response;
use serde::Deserialize;
use std::sync::Arc;
use wire::device::DEVICE_SUBPROTOCOL;
use wire::problem::EdgeCode;
use wire::socket::SUBPROTOCOL;

/// The query of a handshake.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Opened {
    /// The ticket from `POST /v1/tickets`.
    ticket: String,
}

/// A handshake, or why it is none.
type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// A player's terminal
///
/// A WebSocket, subprotocol `baize.v1`. The ticket says at which table and seat. The first message is `hello`; the server answers
/// with `welcome`, then sends every commit as `events`, and answers commands with `accepted` or `refused`.
#[utoipa::path(
    get,
    path = "/v1/terminal",
    operation_id = "open_terminal",
    tag = "sockets",
    security(()),
    params(Opened),
    responses((status = 101, description = "The socket is open.")),
)]
pub(super) async fn terminal(
    State(app): State<Arc<App>>,
    Query(opened): Query<Opened>,
    headers: HeaderMap,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    let admission = admit(&app, &opened, &headers)?;
    let Caller::Terminal { table, .. } = admission.caller else { return Err(EdgeCode::Forbidden.into()) };
    admission.admits_to(table, &app.duty)?;
    let (handle, room) = app.live_table(table)?;
    let session = Session { app: Arc::clone(&app), caller: admission.caller, handle, room };
    accept(&app, admission.caller, upgrade?, |line| session.run(line))
}

/// A table for a display
///
/// A WebSocket, subprotocol `baize.v1`, for whoever only watches: `hello`, `welcome` and `events` as at a terminal, with nothing
/// that is a player's own. Commands are refused.
#[utoipa::path(
    get,
    path = "/v1/tables/{id}/display",
    operation_id = "open_display",
    tag = "sockets",
    security(()),
    params(OfTable, Opened),
    responses((status = 101, description = "The socket is open.")),
)]
pub(super) async fn display(
    State(app): State<Arc<App>>,
    OfTable(table): OfTable,
    Query(opened): Query<Opened>,
    headers: HeaderMap,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    let admission = admit(&app, &opened, &headers)?;
    admission.admits_to(table, &app.duty)?;
    let (handle, room) = app.live_table(table)?;
    let session = Session { app: Arc::clone(&app), caller: admission.caller, handle, room };
    accept(&app, admission.caller, upgrade?, |line| session.watch(line))
}

/// Every table in a few words
///
/// A WebSocket, subprotocol `baize.v1`, for whoever may know which tables there are: `floor` with every table, then `tables` with those that
/// changed, at most four times a second.
#[utoipa::path(
    get,
    path = "/v1/floor/stream",
    operation_id = "open_floor_stream",
    tag = "sockets",
    security(()),
    params(Opened),
    responses((status = 101, description = "The socket is open.")),
)]
pub(super) async fn floor(
    State(app): State<Arc<App>>,
    Query(opened): Query<Opened>,
    headers: HeaderMap,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    let Admission { caller, only } = admit(&app, &opened, &headers)?;
    if Overseeing::admit(caller).is_none() || only.is_some() {
        return Err(EdgeCode::Forbidden.into());
    }
    let shared = Arc::clone(&app);
    accept(&app, caller, upgrade?, move |line| floor_stream::run(shared, caller, line))
}

/// Every progressive for a display
///
/// A WebSocket, subprotocol `baize.v1`: `progressives` with every value, then `changed` with those that moved, at most four times
/// a second, and `not_available` when the values cannot be read any more.
#[utoipa::path(
    get,
    path = "/v1/progressives/stream",
    operation_id = "open_progressives_stream",
    tag = "sockets",
    security(()),
    params(Opened),
    responses((status = 101, description = "The socket is open.")),
)]
pub(super) async fn progressives(
    State(app): State<Arc<App>>,
    Query(opened): Query<Opened>,
    headers: HeaderMap,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    let Admission { caller, .. } = admit(&app, &opened, &headers)?;
    let shared = Arc::clone(&app);
    accept(&app, caller, upgrade?, move |line| progressives_stream::run(shared, caller, line))
}

/// A device
///
/// A WebSocket, subprotocol `baize.device.v1`. No ticket is asked for: every message is signed by the device's own key, and the first
/// that is taken must be `hello`. `docs/device-protocol.md` has every message.
#[utoipa::path(
    get,
    path = "/v1/device",
    operation_id = "open_device",
    tag = "sockets",
    security(()),
    responses((status = 101, description = "The socket is open.")),
)]
pub(super) async fn device(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    if !is_welcome(&app, &headers) {
        return Err(EdgeCode::OriginRefused.into());
    }
    if app.is_draining() {
        return Err(EdgeCode::Draining.into());
    }
    let shared = Arc::clone(&app);
    let open = || app.admit_stranger();
    upgraded(&app, upgrade?, DEVICE_SUBPROTOCOL, open, move |line| device_line::run(shared, line))
}

fn admit(app: &App, opened: &Opened, headers: &HeaderMap) -> Result<Admission, Problem> {
    if !is_welcome(app, headers) {
        return Err(EdgeCode::OriginRefused.into());
    }
    if app.is_draining() {
        return Err(EdgeCode::Draining.into());
    }
    let admission = app.tickets.redeem(&opened.ticket).ok_or(EdgeCode::Unauthorized)?;
    // What it was issued for may have ended since.
    if !app.bearers.is_good(admission.caller.credential()) {
        return Err(EdgeCode::Unauthorized.into());
    }
    Ok(admission)
}

/// A page of the server's own, or of an origin it was told of. Programs send no origin.
fn is_welcome(app: &App, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let own = headers.get(HOST).and_then(|host| host.to_str().ok());
    let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    (host.is_some() && host == own) || app.config.origins.iter().any(|known| known == origin)
}

fn accept<F>(
    app: &Arc<App>,
    caller: Caller,
    upgrade: WebSocketUpgrade,
    run: impl FnOnce(Line) -> F + Send + 'static,
) -> Result<Response, Problem>
where
    F: Future<Output = ()> + Send + 'static,
{
    upgraded(app, upgrade, SUBPROTOCOL, || app.admit_socket(caller), run)
}

fn upgraded<F, P: Send + 'static>(
    app: &App,
    upgrade: WebSocketUpgrade,
    protocol: &'static str,
    open: impl FnOnce() -> Option<P>,
    run: impl FnOnce(Line) -> F + Send + 'static,
) -> Result<Response, Problem>
where
    F: Future<Output = ()> + Send + 'static,
{
    let upgrade = upgrade
        .protocols([protocol])
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(WRITE_BUFFER_MAX)
        .max_message_size(MESSAGE_MAX)
        .max_frame_size(MESSAGE_MAX);
    if upgrade.selected_protocol().is_none() {
        return Err(EdgeCode::SubprotocolRequired.into());
    }
    let open = open().ok_or(EdgeCode::TooManyConnections)?;
    let (patience, farewell) = (app.config.silence_max, app.config.farewell);
    Ok(upgrade.on_upgrade(move |socket: WebSocket| async move {
        run(Line::new(socket, patience, farewell)).await;
        drop(open);
    }))
}
