//! Tickets: a key is exchanged for one, and a socket is opened with it.

use crate::app::App;
use crate::identity::{Anyone, By};
use crate::problem::Problem;
use crate::request::Body;
use crate::tickets::{LIFE, NoTicket};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use game_core::game::Millis;
use std::sync::Arc;
use table_host::ids::TableId;
use wire::problem::EdgeCode;
use wire::rest::tickets::{Ticket, TicketRequest};
use wire::timestamp::Timestamp;

/// A ticket for one socket
///
/// It speaks for whoever asks, is good for one handshake, and not for long. A ticket for one table opens no socket
/// elsewhere.
#[utoipa::path(
    post,
    path = "/v1/tickets",
    operation_id = "issue_ticket",
    tag = "tickets",
    request_body = TicketRequest,
    responses((status = 201, description = "The ticket, to be used at once.", body = Ticket)),
)]
pub(super) async fn issue(
    by: By<Anyone>,
    State(app): State<Arc<App>>,
    Body(request): Body<TicketRequest>,
) -> Result<(StatusCode, Json<Ticket>), Problem> {
    let table = request.table.map(|table| TableId(table.0));
    if let Some(table) = table {
        by.caller.sees(table, &app.duty)?;
        app.live_table(table)?;
    }
    let expires_at = Timestamp(later(table_host::now()));
    let ticket = app.tickets.issue(by.caller, table)?;
    Ok((StatusCode::CREATED, Json(Ticket { ticket, expires_at })))
}

fn later(now: Millis) -> Millis {
    Millis(now.0.saturating_add(u64::try_from(LIFE.as_millis()).unwrap_or(u64::MAX)))
}

impl From<NoTicket> for Problem {
    fn from(error: NoTicket) -> Self {
        match error {
            NoTicket::TooMany => EdgeCode::RateLimited.into(),
            NoTicket::NoRandomness => {
                tracing::error!(%error, "no ticket");
                EdgeCode::Internal.into()
            }
        }
    }
}
