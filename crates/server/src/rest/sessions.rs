//! Sessions: logging in and out, and ending somebody's.

use crate::app::App;
use crate::identity::{AccountsReading, By, Oneself, Security};
use crate::people;
use crate::problem::Problem;
use crate::request::{Body, IdempotencyKey, OfSession, Query};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use std::sync::Arc;
use store::sessions;
use wire::problem::EdgeCode;
use wire::rest::people::{LogIn, OpenedSession, SessionSummary, SessionsList, SessionsQuery, Token};

/// A person logs in
///
/// The answer has the session's token, which is shown only there. Whatever is wrong, the login, the password, the code or the
/// account, the refusal is the same. Three attempts that fail lock the account until a security administrator unlocks it.
#[utoipa::path(
    post,
    path = "/v1/sessions",
    operation_id = "log_in",
    tag = "sessions",
    security(()),
    request_body = LogIn,
    responses((status = 201, description = "The session and its token.", body = OpenedSession)),
)]
pub(super) async fn log_in(
    State(app): State<Arc<App>>,
    Body(asked): Body<LogIn>,
) -> Result<(StatusCode, Json<OpenedSession>), Problem> {
    let (secret, session) = people::log_in(&app, &asked).await?;
    let opened = OpenedSession { token: Token(secret.reveal()), session: people::session(&session) };
    Ok((StatusCode::CREATED, Json(opened)))
}

/// The own session
#[utoipa::path(
    get,
    path = "/v1/sessions/own",
    operation_id = "show_own_session",
    tag = "sessions",
    responses((status = 200, description = "The session.", body = SessionSummary)),
)]
pub(super) async fn show_own(by: By<Oneself>, State(app): State<Arc<App>>) -> Result<Json<SessionSummary>, Problem> {
    let open = sessions::open(&mut *app.store.connection().await?, Some(by.caller.staff)).await?;
    let own = open.iter().find(|session| session.id == by.caller.session).ok_or(EdgeCode::Unauthorized)?;
    Ok(Json(people::session(own)))
}

/// Logs out
///
/// The token opens nothing any more, and every socket opened by it is closed.
#[utoipa::path(
    delete,
    path = "/v1/sessions/own",
    operation_id = "log_out",
    tag = "sessions",
    responses((status = 204, description = "The session has ended.")),
)]
pub(super) async fn log_out(by: By<Oneself>, State(app): State<Arc<App>>) -> Result<StatusCode, Problem> {
    people::log_out(&app, by.caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The open sessions
#[utoipa::path(
    get,
    path = "/v1/sessions",
    operation_id = "list_sessions",
    tag = "sessions",
    params(SessionsQuery),
    responses((status = 200, description = "Everybody's, or one person's.", body = SessionsList)),
)]
pub(super) async fn list(
    _: By<AccountsReading>,
    State(app): State<Arc<App>>,
    Query(query): Query<SessionsQuery>,
) -> Result<Json<SessionsList>, Problem> {
    let open = sessions::open(&mut *app.store.connection().await?, query.staff).await?;
    Ok(Json(SessionsList { sessions: open.iter().map(people::session).collect() }))
}

/// Ends somebody's session
///
/// Its token opens nothing any more, and every socket opened by it is closed.
#[utoipa::path(
    delete,
    path = "/v1/sessions/{session}",
    operation_id = "end_session",
    tag = "sessions",
    params(OfSession, IdempotencyKey),
    responses((status = 204, description = "The session has ended.")),
)]
pub(super) async fn end(
    by: By<Security>,
    State(app): State<Arc<App>>,
    OfSession(session): OfSession,
    _: IdempotencyKey,
) -> Result<StatusCode, Problem> {
    people::end_one(&app, by.caller, session).await?;
    Ok(StatusCode::NO_CONTENT)
}
