//! Devices: who they are, how they are, what they may run, and the way in for what they sign.

use crate::app::App;
use crate::approvals;
use crate::identity::{Auditing, By, DeviceAdmins, DevicesReading, Enrolling};
use crate::plane::{self, SignedBatch};
use crate::problem::Problem;
use crate::request::{Body, IdempotencyKey, OfDevice, OfFirmware, Query, page_limit};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use std::sync::Arc;
use store::devices::{self, Status};
use wire::device::{DeviceAnswers, DeviceBatch, DeviceKind, ReportKind};
use wire::hex::Hex32;
use wire::id::FirmwareId;
use wire::problem::EdgeCode;
use wire::rest::approvals::Approval;
use wire::rest::devices::{
    ApprovedFirmware, CardStatistics, DeviceChange, DeviceChangeProposal, DeviceMessagesPage, DeviceMessagesQuery,
    DeviceProposal, DeviceState, DevicesAnswer, FirmwareAnswer, FirmwareProposal, RecordedMessage, SilenceRequest,
};

/// The devices
///
/// Each with how it is, and the key by which devices know the server's commands.
#[utoipa::path(
    get,
    path = "/v1/devices",
    operation_id = "list_devices",
    tag = "devices",
    responses((status = 200, description = "Every device that was ever enrolled.", body = DevicesAnswer)),
)]
pub(super) async fn list(_: By<DevicesReading>, State(app): State<Arc<App>>) -> Result<Json<DevicesAnswer>, Problem> {
    let server_key = app.plane.server_key().ok_or(EdgeCode::Unavailable)?;
    let devices = app.plane.posts().iter().map(|post| plane::told(post)).collect();
    Ok(Json(DevicesAnswer { server_key, devices }))
}

/// A device and its life
///
/// With every change: where it stood, whether it might speak, who wanted it and who agreed.
#[utoipa::path(
    get,
    path = "/v1/devices/{id}",
    operation_id = "show_device",
    tag = "devices",
    params(OfDevice),
    responses((status = 200, description = "The device.", body = DeviceState)),
)]
pub(super) async fn show(
    _: By<DevicesReading>,
    State(app): State<Arc<App>>,
    OfDevice(device): OfDevice,
) -> Result<Json<DeviceState>, Problem> {
    let post = app.plane.post(device).ok_or(EdgeCode::NotFound)?;
    let changes = devices::history(&mut *app.store.connection().await?, device).await?;
    let changes = changes.into_iter().map(plane::history).collect();
    Ok(Json(DeviceState { device: plane::told(&post), changes }))
}

/// Proposes to enrol a device
///
/// A second person enrols it by deciding the approval; the device's id is the approval's.
#[utoipa::path(
    post,
    path = "/v1/devices",
    operation_id = "propose_device",
    tag = "devices",
    params(IdempotencyKey),
    request_body = DeviceProposal,
    responses((status = 202, description = "It waits for a second person.", body = Approval)),
)]
pub(super) async fn propose(
    by: By<DeviceAdmins>,
    State(app): State<Arc<App>>,
    key: IdempotencyKey,
    Body(asked): Body<DeviceProposal>,
) -> Result<(StatusCode, Json<Approval>), Problem> {
    let approval = plane::propose_enrolment(&app, by.caller, key.0, asked.device, asked.reason).await?;
    Ok((StatusCode::ACCEPTED, Json(approvals::told(approval, by.caller.role)?)))
}

/// Proposes a change of a device
///
/// A second person carries it out by deciding the approval: bind it to another table, or let a disabled one speak again.
#[utoipa::path(
    post,
    path = "/v1/devices/{id}/changes",
    operation_id = "propose_device_change",
    tag = "devices",
    params(OfDevice, IdempotencyKey),
    request_body = DeviceChangeProposal,
    responses((status = 202, description = "It waits for a second person.", body = Approval)),
)]
pub(super) async fn propose_change(
    by: By<DeviceAdmins>,
    State(app): State<Arc<App>>,
    OfDevice(device): OfDevice,
    key: IdempotencyKey,
    Body(asked): Body<DeviceChangeProposal>,
) -> Result<(StatusCode, Json<Approval>), Problem> {
    let post = app.plane.post(device).ok_or(EdgeCode::NotFound)?;
    if matches!(asked.change, DeviceChange::Enrol(_) | DeviceChange::ApproveFirmware { .. }) {
        let detail = "A device is enrolled at /v1/devices, and firmware approved at /v1/firmware.";
        return Err(Problem::saying(EdgeCode::InvalidBody, detail));
    }
    let approval = plane::propose(&app, by.caller, key.0, Some(post), asked.change, None, asked.reason).await?;
    Ok((StatusCode::ACCEPTED, Json(approvals::told(approval, by.caller.role)?)))
}

/// Disables a device
///
/// At once, by one person; two let it speak again.
#[utoipa::path(
    post,
    path = "/v1/devices/{id}/disable",
    operation_id = "disable_device",
    tag = "devices",
    params(OfDevice, IdempotencyKey),
    request_body = SilenceRequest,
    responses((status = 204, description = "It may not speak any more.")),
)]
pub(super) async fn disable(
    by: By<Enrolling>,
    State(app): State<Arc<App>>,
    OfDevice(device): OfDevice,
    _: IdempotencyKey,
    Body(asked): Body<SilenceRequest>,
) -> Result<StatusCode, Problem> {
    let post = app.plane.post(device).ok_or(EdgeCode::NotFound)?;
    plane::silence(&app, by.caller, post, Status::Disabled, asked.reason).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Revokes a device
///
/// At once and for ever: its key never opens anything again.
#[utoipa::path(
    post,
    path = "/v1/devices/{id}/revoke",
    operation_id = "revoke_device",
    tag = "devices",
    params(OfDevice, IdempotencyKey),
    request_body = SilenceRequest,
    responses((status = 204, description = "It never may speak again.")),
)]
pub(super) async fn revoke(
    by: By<DeviceAdmins>,
    State(app): State<Arc<App>>,
    OfDevice(device): OfDevice,
    _: IdempotencyKey,
    Body(asked): Body<SilenceRequest>,
) -> Result<StatusCode, Problem> {
    let post = app.plane.post(device).ok_or(EdgeCode::NotFound)?;
    plane::silence(&app, by.caller, post, Status::Revoked, asked.reason).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What a device said
///
/// The latest first, with what became of it. Bodies that name cards are left out.
#[utoipa::path(
    get,
    path = "/v1/devices/{id}/messages",
    operation_id = "list_device_messages",
    tag = "devices",
    params(OfDevice, DeviceMessagesQuery),
    responses((status = 200, description = "A page of messages.", body = DeviceMessagesPage)),
)]
pub(super) async fn messages(
    _: By<Auditing>,
    State(app): State<Arc<App>>,
    OfDevice(device): OfDevice,
    Query(query): Query<DeviceMessagesQuery>,
) -> Result<Json<DeviceMessagesPage>, Problem> {
    let limit = page_limit(query.limit)?;
    app.plane.post(device).ok_or(EdgeCode::NotFound)?;
    let before = query.before.unwrap_or(u64::MAX);
    // One more than asked for tells whether there is more.
    let mut found = devices::messages(&mut *app.store.connection().await?, device, before, limit + 1).await?;
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next = found.last().map(|last| last.sequence).filter(|_| more);
    Ok(Json(DeviceMessagesPage { messages: found.into_iter().map(recorded).collect(), next }))
}

fn recorded(kept: devices::KeptMessage) -> RecordedMessage {
    // What nobody can read may name anything.
    let known = ReportKind::from_name(&kept.kind);
    let unread = kept.code.as_deref() == Some(EdgeCode::InvalidMessage.name());
    let hides = unread || known.is_none_or(ReportKind::has_cards);
    RecordedMessage {
        sequence: kept.sequence,
        received_at: kept.received_at.into(),
        sent_at: kept.sent_at.into(),
        kind: known.map_or("unknown", ReportKind::name).to_owned(),
        body: Some(kept.body).filter(|_| !hides),
        code: kept.code.and_then(|code| crate::history::word(&code).ok()),
        seq: kept.table_seq,
    }
}

/// How a shuffler's cards fall
///
/// How often each card lay at each place of the deal, over whole rounds from decks that this machine shuffled, wherever it stood, and
/// whether that is still chance at the 95 % level.
#[utoipa::path(
    get,
    path = "/v1/devices/{id}/statistics",
    operation_id = "show_card_statistics",
    tag = "devices",
    params(OfDevice),
    responses((status = 200, description = "The fit.", body = CardStatistics)),
)]
pub(super) async fn statistics(
    _: By<Auditing>,
    State(app): State<Arc<App>>,
    OfDevice(device): OfDevice,
) -> Result<Json<CardStatistics>, Problem> {
    let post = app.plane.post(device).ok_or(EdgeCode::NotFound)?;
    Ok(Json(plane::statistics(&app, &post).await?))
}

/// Messages of a device
///
/// Signed by the device's own key, which is all the permission there is: `docs/device-protocol.md`. The messages are taken in
/// their order, up to the first that cannot be.
#[utoipa::path(
    post,
    path = "/v1/devices/{id}/messages",
    operation_id = "send_device_messages",
    tag = "devices",
    params(OfDevice),
    request_body = DeviceBatch,
    responses((status = 200, description = "The answers, and what the device is to do.", body = DeviceAnswers)),
)]
pub(super) async fn send(batch: SignedBatch) -> Json<DeviceAnswers> {
    Json(batch.take().await)
}

/// The firmware that devices may run
#[utoipa::path(
    get,
    path = "/v1/firmware",
    operation_id = "list_firmware",
    tag = "devices",
    responses((status = 200, description = "What is approved now.", body = FirmwareAnswer)),
)]
pub(super) async fn firmware(
    _: By<DevicesReading>,
    State(app): State<Arc<App>>,
) -> Result<Json<FirmwareAnswer>, Problem> {
    let found = devices::approved(&mut *app.store.connection().await?).await?;
    let firmware = found.into_iter().filter_map(|devices::Approved { id, firmware }| {
        Some(ApprovedFirmware {
            id: FirmwareId(id),
            kind: DeviceKind::from_name(&firmware.kind)?,
            make: firmware.make,
            version: firmware.version,
            hash: Hex32(firmware.hash),
        })
    });
    Ok(Json(FirmwareAnswer { firmware: firmware.collect() }))
}

/// Proposes firmware that devices may run
///
/// A second person puts it on the list by deciding the approval.
#[utoipa::path(
    post,
    path = "/v1/firmware",
    operation_id = "propose_firmware",
    tag = "devices",
    params(IdempotencyKey),
    request_body = FirmwareProposal,
    responses((status = 202, description = "It waits for a second person.", body = Approval)),
)]
pub(super) async fn propose_firmware(
    by: By<DeviceAdmins>,
    State(app): State<Arc<App>>,
    key: IdempotencyKey,
    Body(asked): Body<FirmwareProposal>,
) -> Result<(StatusCode, Json<Approval>), Problem> {
    let FirmwareProposal { kind, make, firmware, reason } = asked;
    let change = DeviceChange::ApproveFirmware { kind, make, firmware };
    let approval = plane::propose(&app, by.caller, key.0, None, change, None, reason).await?;
    Ok((StatusCode::ACCEPTED, Json(approvals::told(approval, by.caller.role)?)))
}

/// Withdraws firmware
///
/// At once, by one person: a device that runs it is not let in any more.
#[utoipa::path(
    post,
    path = "/v1/firmware/{id}/withdraw",
    operation_id = "withdraw_firmware",
    tag = "devices",
    params(OfFirmware, IdempotencyKey),
    request_body = SilenceRequest,
    responses((status = 204, description = "It is off the list.")),
)]
pub(super) async fn withdraw_firmware(
    by: By<DeviceAdmins>,
    State(app): State<Arc<App>>,
    OfFirmware(firmware): OfFirmware,
    _: IdempotencyKey,
    Body(asked): Body<SilenceRequest>,
) -> Result<StatusCode, Problem> {
    plane::withdraw_firmware(&app, by.caller, firmware, asked.reason).await?;
    Ok(StatusCode::NO_CONTENT)
}
