//! What a device must not forget: its key, its name, its numbers. They are on disk before they are used.

use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use wire::device::{DeviceKey, DeviceKind, DeviceMessage, Firmware, PublicKey, Report};
use wire::hex::Hex32;
use wire::id::{DeviceId, TableId};
use wire::timestamp::Timestamp;

/// Why a device's memory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MemoryError {
    /// The file cannot be read or written.
    #[error("{path}: {cause}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// The file is not a device's memory.
    #[error("not a device's memory: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The seed makes no key.
    #[error("the seed makes no key")]
    NoKey,
}

/// A device's memory.
#[derive(Debug)]
pub struct Memory {
    /// What the device is.
    pub kind: DeviceKind,
    /// Its id.
    pub device: DeviceId,
    pub(super) last_command: u64,
    pub(crate) server_key: PublicKey,
    key: DeviceKey,
    kept: Kept,
    file: Option<PathBuf>,
}

/// A memory as it lies in its file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    kind: DeviceKind,
    seed: Hex32,
    device: DeviceId,
    table: TableId,
    server_key: PublicKey,
    firmware: Firmware,
    sequence: u64,
    last_command: u64,
}

impl Memory {
    /// The memory of a device that has said nothing yet.
    ///
    /// # Errors
    /// When the seed makes no key.
    pub fn new(
        kind: DeviceKind,
        seed: [u8; 32],
        device: DeviceId,
        table: TableId,
        server_key: PublicKey,
        firmware: Firmware,
    ) -> Result<Self, MemoryError> {
        let seed = Hex32(seed);
        Self::of(Kept { kind, seed, device, table, server_key, firmware, sequence: 0, last_command: 0 }, None)
    }

    fn of(kept: Kept, file: Option<PathBuf>) -> Result<Self, MemoryError> {
        let key = DeviceKey::from_seed(&kept.seed.0).ok_or(MemoryError::NoKey)?;
        let (kind, device, last_command, server_key) = (kept.kind, kept.device, kept.last_command, kept.server_key);
        Ok(Self { kind, device, last_command, server_key, key, kept, file })
    }

    /// Reads a memory from its file.
    ///
    /// # Errors
    /// When the file cannot be read or is no memory.
    pub fn read(path: &Path) -> Result<Self, MemoryError> {
        let text = std::fs::read(path).map_err(|cause| MemoryError::File { path: path.to_owned(), cause })?;
        Self::of(serde_json::from_slice(&text)?, Some(path.to_owned()))
    }

    /// Keeps the memory in a file from now on.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep_in(mut self, path: &Path) -> Result<Self, MemoryError> {
        self.file = Some(path.to_owned());
        self.write()?;
        Ok(self)
    }

    fn write(&self) -> Result<(), MemoryError> {
        let Some(path) = &self.file else { return Ok(()) };
        let failed = |cause| MemoryError::File { path: path.clone(), cause };
        // Written beside and moved, so that a crash leaves the old one or the new one.
        let beside = path.with_extension("new");
        let text = serde_json::to_vec_pretty(&self.kept)?;
        // It holds the private key.
        let opened = File::options().write(true).create(true).truncate(true).mode(0o600).open(&beside);
        opened.and_then(|mut file| file.write_all(&text)).map_err(failed)?;
        std::fs::rename(&beside, path).map_err(failed)
    }

    /// Signs the next message.
    pub(crate) fn sign(&mut self, at: Timestamp, report: &Report) -> Result<DeviceMessage, MemoryError> {
        self.kept.sequence += 1;
        self.write()?;
        Ok(DeviceMessage::sign(&self.key, self.device, self.kept.sequence, at, report)?)
    }

    /// A command was carried out.
    pub(super) fn carried_out(&mut self, number: u64) -> Result<(), MemoryError> {
        (self.last_command, self.kept.last_command) = (number, number);
        self.write()
    }

    pub(crate) fn hello(&self) -> Report {
        let (firmware, table) = (self.kept.firmware.clone(), self.kept.table);
        Report::Hello { firmware, table, last_command: self.last_command }
    }

    pub(crate) fn heartbeat(&self) -> Report {
        Report::Heartbeat { firmware: self.kept.firmware.clone() }
    }
}
