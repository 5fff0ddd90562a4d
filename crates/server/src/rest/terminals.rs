//! Terminals: their keys, each for one table and seat.

use crate::app::App;
use crate::identity::{By, Credential, Enrolling, TerminalsReading};
use crate::problem::Problem;
use crate::request::{Body, IdempotencyKey, OfTerminal, Query, page_limit};
use crate::terminals::{self, Enrolled};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use std::sync::Arc;
use store::keys::{self, Key, KeyError, KeyId};
use uuid::Uuid;
use wire::id::TerminalId;
use wire::problem::EdgeCode;
use wire::rest::people::Token;
use wire::rest::terminals::{EnrolTerminal, EnrolledTerminal, Terminal, TerminalsPage, TerminalsQuery};

/// Enrols a terminal
///
/// The answer has its key, and is the only one that does: a retry is refused, and the terminal enrolled anew. The key opens
/// nothing until a second person agreed.
#[utoipa::path(
    post,
    path = "/v1/terminals",
    operation_id = "enrol_terminal",
    tag = "terminals",
    params(IdempotencyKey),
    request_body = EnrolTerminal,
    responses((status = 201, description = "The terminal and its key.", body = EnrolledTerminal)),
)]
pub(super) async fn enrol(
    by: By<Enrolling>,
    State(app): State<Arc<App>>,
    key: IdempotencyKey,
    Body(asked): Body<EnrolTerminal>,
) -> Result<(StatusCode, Json<EnrolledTerminal>), Problem> {
    let Enrolled { key, secret, approval } = terminals::enrol(&app, by.caller, key.0, asked).await?;
    let enrolled = EnrolledTerminal { key: Token(secret.reveal()), terminal: told(key), approval };
    Ok((StatusCode::CREATED, Json(enrolled)))
}

/// The terminals
#[utoipa::path(
    get,
    path = "/v1/terminals",
    operation_id = "list_terminals",
    tag = "terminals",
    params(TerminalsQuery),
    responses((status = 200, description = "A page of terminals, the revoked ones too.", body = TerminalsPage)),
)]
pub(super) async fn list(
    _: By<TerminalsReading>,
    State(app): State<Arc<App>>,
    Query(query): Query<TerminalsQuery>,
) -> Result<Json<TerminalsPage>, Problem> {
    let limit = page_limit(query.limit)?;
    let after = KeyId(query.after.map_or(Uuid::nil(), |after| after.0));
    // One more than asked for tells whether there is more.
    let mut found = keys::page(&mut *app.store.connection().await?, after, limit + 1).await?;
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next = found.last().map(|last| TerminalId(last.id.0)).filter(|_| more);
    Ok(Json(TerminalsPage { terminals: found.into_iter().map(told).collect(), next }))
}

/// Revokes a terminal's key
///
/// It opens nothing any more, and every socket opened by it is closed.
#[utoipa::path(
    delete,
    path = "/v1/terminals/{terminal}",
    operation_id = "revoke_terminal",
    tag = "terminals",
    params(OfTerminal, IdempotencyKey),
    responses((status = 204, description = "The key is revoked.")),
)]
pub(super) async fn revoke(
    by: By<Enrolling>,
    State(app): State<Arc<App>>,
    OfTerminal(key): OfTerminal,
    _: IdempotencyKey,
) -> Result<StatusCode, Problem> {
    if !keys::revoke(&mut *app.store.connection().await?, key, Some(by.caller.staff)).await? {
        return Err(EdgeCode::NotFound.into());
    }
    app.bearers.end([Credential::Key(key)]);
    Ok(StatusCode::NO_CONTENT)
}

fn told(key: Key) -> Terminal {
    Terminal {
        id: TerminalId(key.id.0),
        table: wire::id::TableId(key.table.0),
        seat: key.seat,
        label: key.label,
        enrolled_by: key.by,
        active: key.active,
        created_at: key.created_at.into(),
        revoked_at: key.revoked_at.map(Into::into),
    }
}

impl From<KeyError> for Problem {
    fn from(error: KeyError) -> Self {
        match error {
            KeyError::UnknownTable => EdgeCode::NotFound.into(),
            KeyError::LabelTooLong => Self::saying(EdgeCode::InvalidBody, format!("{error}.")),
            KeyError::AlreadyMade => EdgeCode::KeyReused.into(),
            KeyError::Store(error) => error.into(),
        }
    }
}
