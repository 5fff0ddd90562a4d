//! The device plane as it is kept: who may speak, what was said and answered, what was commanded, and what was wrong.

mod firmware;
mod insert;
mod read;
mod registry;
mod writer;

pub use firmware::{Approved, NewFirmware, approve, approved, withdraw};
pub use read::{
    Counted, Kept, KeptMessage, Unacknowledged, Unanswered, answered, counted, faults, last_command, messages,
    server_seed, unacknowledged, unanswered, was_done,
};
pub use registry::{
    Change, Changed, Device, DeviceError, HistoryEntry, NewDevice, Status, all, change, enrol, history, one,
};
pub use writer::{
    Acknowledged, Anomaly, Answered, Commanded, DeviceLog, Fault, Heartbeat, Received, Record, Unwritten, Withdrawn,
};

use std::fmt;
use uuid::Uuid;

/// For how many messages after it a sign of life is known again: more than a batch has, so that whoever did not hear an answer
/// does. The database holds the same number.
pub const HEARTBEATS_KEPT: u64 = 128;

/// A device.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DeviceId(pub Uuid);

impl fmt::Display for DeviceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
