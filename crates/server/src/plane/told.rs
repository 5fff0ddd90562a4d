//! Devices as they are told of over REST.

use super::post::{Condition, Post};
use store::devices::{HistoryEntry, Status};
use wire::device::PublicKey;
use wire::hex::Hex32;
use wire::id::{ApprovalId, DeviceId, TableId};
use wire::rest::devices::{Device, DeviceHealth, DeviceHistory, DeviceIdentity, DeviceStatus};

/// A device.
pub(crate) fn told(post: &Post) -> Device {
    let store::devices::Device { what, status: stands, version, enrolled_at } = post.device();
    let condition = post.condition(|condition| condition.clone());
    Device {
        id: DeviceId(what.id.0),
        identity: DeviceIdentity {
            kind: post.kind,
            make: what.make,
            model: what.model,
            serial: what.serial,
            public_key: PublicKey(Hex32(what.public_key)),
            table: TableId(what.table.0),
        },
        status: status(stands),
        version,
        enrolled_at: enrolled_at.into(),
        health: health(&condition),
        faults: condition.faults.iter().copied().collect(),
        firmware: condition.firmware,
        heard_at: condition.heard.map(|(_, at)| at.into()),
    }
}

fn health(condition: &Condition) -> DeviceHealth {
    if condition.silent {
        DeviceHealth::Silent
    } else if !condition.reconciled {
        DeviceHealth::Expected
    } else if condition.is_faulty() {
        DeviceHealth::Faulty
    } else {
        DeviceHealth::Working
    }
}

const fn status(status: Status) -> DeviceStatus {
    match status {
        Status::Enabled => DeviceStatus::Enabled,
        Status::Disabled => DeviceStatus::Disabled,
        Status::Revoked => DeviceStatus::Revoked,
    }
}

/// A change in a device's life.
pub(crate) fn history(entry: HistoryEntry) -> DeviceHistory {
    DeviceHistory {
        version: entry.version,
        at: entry.at.into(),
        table: TableId(entry.table.0),
        status: status(entry.status),
        by: entry.changed.by,
        agreed_by: entry.changed.agreed.map(|(agreed, _)| agreed),
        approval: entry.changed.agreed.map(|(_, approval)| ApprovalId(approval)),
        reason: entry.changed.reason,
    }
}
