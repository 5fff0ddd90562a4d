//! What runs here, and whether it is what somebody vouched for.

use crate::app::App;
use crate::identity::{By, DeviceAdmins, Keepers};
use crate::problem::Problem;
use crate::system;
use axum::Json;
use axum::extract::State;
use std::sync::Arc;
use wire::problem::EdgeCode;
use wire::rest::system::SystemReport;

/// What runs here
///
/// Version, configuration, and the hash of every part as it was found at the last check.
#[utoipa::path(
    get,
    path = "/v1/system",
    operation_id = "show_system",
    tag = "oversight",
    responses((status = 200, description = "The installation.", body = SystemReport)),
)]
pub(super) async fn show(_: By<Keepers>, State(app): State<Arc<App>>) -> Json<SystemReport> {
    Json(system::report(&app))
}

/// Check every part now
///
/// A part that is not what is on record is an alarm among the significant events.
#[utoipa::path(
    post,
    path = "/v1/system/check",
    operation_id = "check_system",
    tag = "oversight",
    responses((status = 200, description = "The installation, checked.", body = SystemReport)),
)]
pub(super) async fn check(_: By<Keepers>, State(app): State<Arc<App>>) -> Result<Json<SystemReport>, Problem> {
    system::check(&app).await?;
    Ok(Json(system::report(&app)))
}

/// Vouch for every part as it is
///
/// After an upgrade or a change of the configuration: what is found now is what later checks hold the parts against.
#[utoipa::path(
    post,
    path = "/v1/system/vouching",
    operation_id = "vouch_for_system",
    tag = "oversight",
    responses((status = 200, description = "The installation, vouched for.", body = SystemReport)),
)]
pub(super) async fn vouch(by: By<DeviceAdmins>, State(app): State<Arc<App>>) -> Result<Json<SystemReport>, Problem> {
    system::vouch(&app, Some(by.caller.staff)).await?;
    Ok(Json(system::report(&app)))
}

impl From<system::CheckError> for Problem {
    fn from(error: system::CheckError) -> Self {
        match error {
            system::CheckError::Store(error) => error.into(),
            system::CheckError::Unrecorded(_) => EdgeCode::Unavailable.into(),
            system::CheckError::Program(error) => Self::fault(&error),
        }
    }
}
