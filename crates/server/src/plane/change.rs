//! What people do about devices: two enrol, bind and enable them and approve their firmware; one silences them at once.

use super::post::Post;
use crate::app::App;
use crate::approvals::{self, Proposal};
use crate::identity::Person;
use crate::problem::Problem;
use game_core::rules::DealingMethod;
use std::sync::Arc;
use store::approvals::Approval;
use store::devices::{self, Change, Changed, DeviceError, DeviceId, NewDevice, NewFirmware, Status};
use store::significant::{Kind, SignificantEvent};
use store::{PgConnection, StoreError};
use table_host::ids::{CommandId, TableId};
use wire::device::DeviceKind;
use wire::problem::EdgeCode;
use wire::rest::approvals::Matter;
use wire::rest::devices::{DeviceChange, DeviceIdentity};

/// Proposes to enrol a device.
pub(crate) async fn propose_enrolment(
    app: &App,
    by: Person,
    key: CommandId,
    device: DeviceIdentity,
    reason: String,
) -> Result<Approval, Problem> {
    fits(app, device.kind, TableId(device.table.0))?;
    let names = [&device.make, &device.model, &device.serial];
    if names.into_iter().any(|name| name.trim().is_empty() || name.len() > 100 || name.contains(char::is_control)) {
        return Err(DeviceError::Names.into());
    }
    let table = TableId(device.table.0);
    propose(app, by, key, None, DeviceChange::Enrol(device), Some(table), reason).await
}

/// A shoe or shuffler belongs to a table that plays with one: a virtual shoe deals and shuffles by itself, and hands need neither.
fn fits(app: &App, kind: DeviceKind, table: TableId) -> Result<(), Problem> {
    let (handle, _) = app.live_table(table)?;
    let standing = handle.standing();
    let equipment = standing.table.rules().equipment();
    let mut methods = equipment.fallback.iter().chain([&equipment.dealing]);
    let fits = match kind {
        DeviceKind::Shoe => !equipment.virtual_shoe && methods.any(|method| *method != DealingMethod::Hand),
        DeviceKind::Shuffler => !equipment.virtual_shoe && equipment.machine_shuffles(),
        DeviceKind::WagerSensor | DeviceKind::PrizeWheel | DeviceKind::Display => true,
    };
    if fits { Ok(()) } else { Err(EdgeCode::DeviceMisplaced.into()) }
}

/// Proposes a change that takes two people.
pub(crate) async fn propose(
    app: &App,
    by: Person,
    key: CommandId,
    post: Option<Arc<Post>>,
    change: DeviceChange,
    table: Option<TableId>,
    reason: String,
) -> Result<Approval, Problem> {
    if reason.trim().is_empty() {
        return Err(EdgeCode::ReasonRequired.into());
    }
    if let (Some(post), DeviceChange::Rebind { table }) = (&post, &change) {
        fits(app, post.kind, TableId(table.0))?;
    }
    let mut transaction = app.store.pool().begin().await.map_err(StoreError::from)?;
    let device = post.as_ref().map(|post| wire::id::DeviceId(post.id.0));
    let table = table.or_else(|| post.map(|post| post.table()));
    let proposal = Proposal { matter: Matter::Device { device, change }, table, reason };
    let approval = approvals::propose(app, &mut transaction, by, key, proposal).await?;
    transaction.commit().await.map_err(StoreError::from)?;
    app.board.changed();
    Ok(approval)
}

/// Carries out what a second person agreed to, in the transaction of the decision.
pub(crate) async fn carry_out(
    connection: &mut PgConnection,
    approval: &Approval,
    device: Option<wire::id::DeviceId>,
    change: &DeviceChange,
) -> Result<(), Problem> {
    let agreed = approval.decided_by.ok_or(EdgeCode::SamePerson)?;
    let reason = approval.reason.clone();
    let by = Changed { by: approval.proposed_by, agreed: Some((agreed, approval.id.0)), reason };
    let id = device.map(|device| DeviceId(device.0)).ok_or(DeviceError::Unknown);
    match change {
        DeviceChange::Enrol(device) => {
            // One name for the device and for what let it in.
            let new = NewDevice {
                id: DeviceId(approval.id.0),
                kind: device.kind.name().to_owned(),
                make: device.make.clone(),
                model: device.model.clone(),
                serial: device.serial.clone(),
                public_key: device.public_key.0.0,
                table: TableId(device.table.0),
            };
            devices::enrol(connection, &new, &by).await?;
        }
        DeviceChange::Rebind { table } => {
            let to = Change { table: Some(TableId(table.0)), status: Status::Enabled };
            devices::change(connection, id?, to, &by).await?;
        }
        DeviceChange::Enable {} => {
            devices::change(connection, id?, Change { table: None, status: Status::Enabled }, &by).await?;
        }
        DeviceChange::ApproveFirmware { kind, make, firmware } => {
            let new = NewFirmware {
                kind: kind.name().to_owned(),
                make: make.clone(),
                version: firmware.version.clone(),
                hash: firmware.hash.0,
            };
            devices::approve(connection, &new, &by).await?;
        }
    }
    Ok(())
}

/// Silences a device at once: until two people let it speak again, or for ever.
pub(crate) async fn silence(
    app: &Arc<App>,
    by: Person,
    post: Arc<Post>,
    status: Status,
    reason: String,
) -> Result<(), Problem> {
    let by = one_person(by, reason)?;
    let app = Arc::clone(app);
    in_any_case(async move {
        let mut transaction = app.store.transaction().await?;
        let changed = devices::change(&mut transaction, post.id, Change { table: None, status }, &by).await;
        if changed.is_ok() {
            transaction.commit().await.map_err(StoreError::from)?;
        }
        // Also where it is refused: somebody may have silenced it whose process does not know of it.
        app.plane.reread(post.id).await?;
        changed?;
        let event = SignificantEvent::new(Kind::DeviceEvent).device(post.id.to_string()).table(post.table());
        let event = event.staff(by.by).detail("what", status.name()).detail("reason", by.reason);
        Ok(app.register.record(event).await?)
    })
    .await
}

/// Takes a program off the list of those that devices may run.
pub(crate) async fn withdraw_firmware(
    app: &Arc<App>,
    by: Person,
    firmware: wire::id::FirmwareId,
    reason: String,
) -> Result<(), Problem> {
    let by = one_person(by, reason)?;
    let app = Arc::clone(app);
    in_any_case(async move {
        let withdrawn = devices::withdraw(&mut *app.store.connection().await?, firmware.0, &by).await?;
        app.plane.read_firmware().await?;
        if withdrawn { Ok(()) } else { Err(EdgeCode::NotFound.into()) }
    })
    .await
}

fn one_person(by: Person, reason: String) -> Result<Changed, Problem> {
    if reason.trim().is_empty() {
        return Err(EdgeCode::ReasonRequired.into());
    }
    Ok(Changed { by: by.staff, agreed: None, reason })
}

/// What is kept must be known here and told, whether or not anybody waits for the answer.
async fn in_any_case(work: impl Future<Output = Result<(), Problem>> + Send + 'static) -> Result<(), Problem> {
    tokio::spawn(work).await.unwrap_or_else(|error| Err(Problem::fault(&error)))
}

impl From<DeviceError> for Problem {
    fn from(error: DeviceError) -> Self {
        match error {
            DeviceError::Unknown | DeviceError::UnknownTable => EdgeCode::NotFound.into(),
            DeviceError::KnownBefore => EdgeCode::DeviceKnown.into(),
            DeviceError::Misplaced => EdgeCode::DeviceMisplaced.into(),
            DeviceError::Status => EdgeCode::DeviceStatus.into(),
            DeviceError::Names => Self::saying(EdgeCode::InvalidBody, format!("{error}.")),
            DeviceError::Store(error) => error.into(),
        }
    }
}
