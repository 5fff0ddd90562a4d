//! One device as the server knows it: where it belongs, how it is, and where it left off.

use super::order::Pending;
use game_core::game::Millis;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::devices::{Device, DeviceId, Status};
use table_host::ids::TableId;
use tokio::sync::watch;
use wire::device::{About, DeviceKind, FaultCode, Firmware, Instruction, PublicKey};
use wire::hex::Hex32;

/// A device's post: everything about it in one place.
#[derive(Debug)]
pub(crate) struct Post {
    pub(crate) id: DeviceId,
    pub(crate) kind: DeviceKind,
    pub(crate) make: String,
    pub(crate) key: PublicKey,
    bound: Mutex<Device>,
    condition: Mutex<Condition>,
    /// Where it left off; none until that is read from the store. Messages of a device are taken one after the other.
    pub(super) live: tokio::sync::Mutex<Option<Live>>,
    /// How many commands were ever issued: whoever speaks with the device looks for new ones.
    pub(super) issued: watch::Sender<u64>,
    /// Rises when whoever speaks for the device must say hello again.
    dismissed: watch::Sender<u64>,
}

/// How a device is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Condition {
    /// When it was first waited for: how long the plane's clock had run.
    pub(crate) expected: Duration,
    /// When it was heard of last: the same, and the time on the wall.
    pub(crate) heard: Option<(Duration, Millis)>,
    /// Whether it was not heard of for too long.
    pub(crate) silent: bool,
    /// Whether it and the server know where the other left off.
    pub(crate) reconciled: bool,
    /// What is wrong with it.
    pub(crate) faults: BTreeSet<FaultCode>,
    /// What it could not do when told to, or did not say it did.
    pub(crate) undone: BTreeSet<About>,
    /// What it runs.
    pub(crate) firmware: Option<Firmware>,
}

impl Condition {
    /// Whether the device can be relied on.
    pub(crate) fn is_sound(&self) -> bool {
        self.reconciled && !self.silent && !self.is_faulty()
    }

    /// Since when nothing was heard of it.
    pub(crate) fn quiet_since(&self) -> Duration {
        self.heard.map_or(self.expected, |(at, _)| at.max(self.expected))
    }

    /// Whether it reports a fault that can affect an outcome, or does not do as told.
    pub(crate) fn is_faulty(&self) -> bool {
        !self.undone.is_empty() || self.faults.iter().any(|fault| fault.blocks())
    }
}

/// Where a device left off.
#[derive(Debug)]
pub(super) struct Live {
    /// The sequence of its last message.
    pub(super) last: u64,
    /// What its clock said then.
    pub(super) last_sent: Option<Millis>,
    /// The number of the last command to it.
    pub(super) commands: u64,
    /// Commands that it has not acknowledged.
    pub(super) pending: BTreeMap<u64, Pending>,
    /// Shuffles it finished since the server started.
    pub(super) shuffles: u64,
    /// What it was last told, by what it is about.
    pub(super) told: BTreeMap<About, Instruction>,
}

impl Post {
    /// The post of a device; none where this version does not know such a kind.
    pub(super) fn new(device: &Device, now: Duration) -> Option<Self> {
        Some(Self {
            id: device.what.id,
            kind: DeviceKind::from_name(&device.what.kind)?,
            make: device.what.make.clone(),
            key: PublicKey(Hex32(device.what.public_key)),
            bound: Mutex::new(device.clone()),
            condition: Mutex::new(Condition { expected: now, ..Condition::default() }),
            live: tokio::sync::Mutex::default(),
            issued: watch::channel(0).0,
            dismissed: watch::channel(0).0,
        })
    }

    fn bound(&self) -> MutexGuard<'_, Device> {
        self.bound.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The device as it is kept.
    pub(crate) fn device(&self) -> Device {
        self.bound().clone()
    }

    /// The table it belongs to.
    pub(crate) fn table(&self) -> TableId {
        self.bound().what.table
    }

    /// Whether it may speak.
    pub(crate) fn is_enabled(&self) -> bool {
        self.bound().status == Status::Enabled
    }

    /// Looks at how the device is, or changes it.
    pub(crate) fn condition<T>(&self, of: impl FnOnce(&mut Condition) -> T) -> T {
        of(&mut self.condition.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The device stands elsewhere or may not speak any more. What is older than what is known changes nothing.
    pub(super) fn rebind(&self, device: &Device, now: Duration) {
        let mut bound = self.bound();
        if device.version <= bound.version {
            return;
        }
        bound.clone_from(device);
        drop(bound);
        self.condition(|condition| condition.expected = now);
        self.dismiss();
    }

    /// How many commands were ever issued, and from then on.
    pub(crate) fn issued(&self) -> watch::Receiver<u64> {
        self.issued.subscribe()
    }

    /// A new line speaks for the device: one that did is let go. What is returned changes when this one is; none when the
    /// device may not speak any more.
    pub(crate) fn takes_over(&self) -> Option<watch::Receiver<u64>> {
        self.dismissed.send_modify(|times| *times += 1);
        let dismissed = self.dismissed.subscribe();
        (self.is_enabled() && self.condition(|condition| condition.reconciled)).then_some(dismissed)
    }

    /// Whoever speaks for the device must say hello again.
    pub(super) fn dismiss(&self) {
        self.condition(|condition| {
            condition.reconciled = false;
            condition.undone.clear();
            condition.firmware = None;
        });
        self.dismissed.send_modify(|times| *times += 1);
    }
}
