//! Which dealer deals at a table.

use crate::app::App;
use crate::identity::{At, Auditing, Floor, Role};
use crate::problem::Problem;
use crate::request::{Body, IdempotencyKey, OfTable};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use std::sync::Arc;
use store::assignments::{self, NewAssignment};
use store::{StoreError, people};
use wire::problem::EdgeCode;
use wire::rest::assignments::{AssignDealer, Assignment, Assignments};

/// The most that is told of a table's dealers.
const TOLD_MAX: u32 = 200;

/// Assigns a dealer
///
/// Whoever dealt at the table is relieved, and the dealer of wherever that was before. A dealer sees and does something only at
/// the table assigned, until the time is over.
#[utoipa::path(
    post,
    path = "/v1/tables/{id}/dealer",
    operation_id = "assign_dealer",
    tag = "tables",
    params(OfTable, IdempotencyKey),
    request_body = AssignDealer,
    responses((status = 200, description = "The dealer is at the table.", body = Assignment)),
)]
pub(super) async fn assign(
    at: At<Floor>,
    State(app): State<Arc<App>>,
    key: IdempotencyKey,
    Body(asked): Body<AssignDealer>,
) -> Result<Json<Assignment>, Problem> {
    let now = app.config.people.clock.now();
    let shift_over = || app.config.facility.shift_ends(now).unwrap_or(now);
    let until = asked.until.map_or_else(shift_over, |until| until.0);
    if until <= now {
        return Err(Problem::saying(EdgeCode::InvalidBody, "The end of the shift is over already."));
    }
    let mut transaction = app.store.transaction().await?;
    let dealer = people::one(&mut transaction, asked.staff).await?;
    if dealer.is_none_or(|dealer| dealer.role != Role::Dealer) {
        return Err(Problem::saying(EdgeCode::InvalidBody, "The person is no dealer."));
    }
    let new = NewAssignment {
        table: at.handle.id(),
        staff: asked.staff,
        by: at.caller.staff,
        at: now,
        until,
        request: key.0,
    };
    let made = assignments::assign(&mut transaction, &new).await?;
    transaction.commit().await.map_err(StoreError::from)?;
    if (made.table, made.staff) != (new.table, new.staff) {
        return Err(EdgeCode::KeyReused.into());
    }
    app.duty.assigned(&made);
    Ok(Json(told(&made)))
}

/// Relieves the dealer
#[utoipa::path(
    delete,
    path = "/v1/tables/{id}/dealer",
    operation_id = "relieve_dealer",
    tag = "tables",
    params(OfTable, IdempotencyKey),
    responses((status = 204, description = "Nobody is assigned to the table.")),
)]
pub(super) async fn relieve(
    at: At<Floor>,
    State(app): State<Arc<App>>,
    _: IdempotencyKey,
) -> Result<StatusCode, Problem> {
    let now = app.config.people.clock.now();
    assignments::relieve(&mut *app.store.connection().await?, at.handle.id(), now, at.caller.staff).await?;
    app.duty.relieved(at.handle.id());
    Ok(StatusCode::NO_CONTENT)
}

/// Who dealt at a table
///
/// The latest first.
#[utoipa::path(
    get,
    path = "/v1/tables/{id}/dealer",
    operation_id = "list_dealers",
    tag = "tables",
    params(OfTable),
    responses((status = 200, description = "The assignments.", body = Assignments)),
)]
pub(super) async fn list(at: At<Auditing>, State(app): State<Arc<App>>) -> Result<Json<Assignments>, Problem> {
    let found = assignments::of_table(&mut *app.store.connection().await?, at.handle.id(), TOLD_MAX).await?;
    Ok(Json(Assignments { assignments: found.iter().map(told).collect() }))
}

fn told(assignment: &assignments::Assignment) -> Assignment {
    Assignment {
        staff: assignment.staff,
        assigned_by: assignment.by,
        assigned_at: assignment.at.into(),
        until: assignment.until.into(),
        ended_at: assignment.ended_at.map(Into::into),
    }
}
