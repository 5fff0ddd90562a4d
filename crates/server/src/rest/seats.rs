//! Seats: each request is the command of the same meaning, named by its `Idempotency-Key`.

use super::commands::carry_out;
use crate::app::App;
use crate::identity::{Acts, Staff};
use crate::problem::Problem;
use crate::request::{AtSeat, Body, IdempotencyKey, OfTable};
use axum::Json;
use axum::extract::State;
use game_core::command::Action;
use std::sync::Arc;
use wire::rest::commands::Answer;
use wire::rest::seats::{BringChips, BuyIn, CashOut, MoveSeat, SeatPatron};

/// Seats a patron
#[utoipa::path(
    put,
    path = "/v1/tables/{id}/seats/{seat}",
    operation_id = "seat_patron",
    tag = "seats",
    params(OfTable, AtSeat, IdempotencyKey),
    request_body = SeatPatron,
    responses((status = 200, description = "The patron sits there.", body = Answer)),
)]
pub(super) async fn sit(
    by: Acts<Staff>,
    State(app): State<Arc<App>>,
    AtSeat(seat): AtSeat,
    key: IdempotencyKey,
    Body(SeatPatron { player }): Body<SeatPatron>,
) -> Result<Json<Answer>, Problem> {
    carry_out(&app, &by.handle, by.actor, key.0, Action::SeatPlayer { seat, player }).await
}

/// The patron gives the seat up
#[utoipa::path(
    delete,
    path = "/v1/tables/{id}/seats/{seat}",
    operation_id = "leave_seat",
    tag = "seats",
    params(OfTable, AtSeat, IdempotencyKey),
    responses((status = 200, description = "The seat is free.", body = Answer)),
)]
pub(super) async fn leave(
    by: Acts<Staff>,
    State(app): State<Arc<App>>,
    AtSeat(seat): AtSeat,
    key: IdempotencyKey,
) -> Result<Json<Answer>, Problem> {
    carry_out(&app, &by.handle, by.actor, key.0, Action::LeaveSeat { seat }).await
}

/// The patron buys chips
#[utoipa::path(
    post,
    path = "/v1/tables/{id}/seats/{seat}/buy-ins",
    operation_id = "buy_in",
    tag = "seats",
    params(OfTable, AtSeat, IdempotencyKey),
    request_body = BuyIn,
    responses((status = 200, description = "The seat holds the chips.", body = Answer)),
)]
pub(super) async fn buy_in(
    by: Acts<Staff>,
    State(app): State<Arc<App>>,
    AtSeat(seat): AtSeat,
    key: IdempotencyKey,
    Body(BuyIn { amount_cents: amount }): Body<BuyIn>,
) -> Result<Json<Answer>, Problem> {
    carry_out(&app, &by.handle, by.actor, key.0, Action::BuyIn { seat, amount }).await
}

/// The patron brings chips to the table
#[utoipa::path(
    post,
    path = "/v1/tables/{id}/seats/{seat}/chips-brought",
    operation_id = "bring_chips",
    tag = "seats",
    params(OfTable, AtSeat, IdempotencyKey),
    request_body = BringChips,
    responses((status = 200, description = "The seat holds the chips.", body = Answer)),
)]
pub(super) async fn bring_chips(
    by: Acts<Staff>,
    State(app): State<Arc<App>>,
    AtSeat(seat): AtSeat,
    key: IdempotencyKey,
    Body(BringChips { amount_cents: amount }): Body<BringChips>,
) -> Result<Json<Answer>, Problem> {
    carry_out(&app, &by.handle, by.actor, key.0, Action::BringChips { seat, amount }).await
}

/// The patron takes chips off the table
#[utoipa::path(
    post,
    path = "/v1/tables/{id}/seats/{seat}/cash-outs",
    operation_id = "cash_out",
    tag = "seats",
    params(OfTable, AtSeat, IdempotencyKey),
    request_body = CashOut,
    responses((status = 200, description = "The seat holds so much less.", body = Answer)),
)]
pub(super) async fn cash_out(
    by: Acts<Staff>,
    State(app): State<Arc<App>>,
    AtSeat(seat): AtSeat,
    key: IdempotencyKey,
    Body(CashOut { amount_cents: amount }): Body<CashOut>,
) -> Result<Json<Answer>, Problem> {
    carry_out(&app, &by.handle, by.actor, key.0, Action::CashOut { seat, amount }).await
}

/// The patron takes another seat instead
#[utoipa::path(
    post,
    path = "/v1/tables/{id}/seats/{seat}/move",
    operation_id = "move_seat",
    tag = "seats",
    params(OfTable, AtSeat, IdempotencyKey),
    request_body = MoveSeat,
    responses((status = 200, description = "The patron sits there, and the chips went along.", body = Answer)),
)]
pub(super) async fn change(
    by: Acts<Staff>,
    State(app): State<Arc<App>>,
    AtSeat(from): AtSeat,
    key: IdempotencyKey,
    Body(MoveSeat { to }): Body<MoveSeat>,
) -> Result<Json<Answer>, Problem> {
    carry_out(&app, &by.handle, by.actor, key.0, Action::MoveSeat { from, to }).await
}
