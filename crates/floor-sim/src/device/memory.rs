//! What a device must not forget: its key, its name, its numbers, what it still has to say, and what is inside it. All of it is on
//! disk before anybody hears of it.

use super::behaviour::Insides;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
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
    /// The last command that was carried out and acknowledged.
    last_command: u64,
    /// What the device has to say, the next thing first.
    #[serde(default)]
    to_say: VecDeque<Report>,
    /// What it said and was not answered yet.
    #[serde(default)]
    unanswered: Option<DeviceMessage>,
    #[serde(default)]
    insides: Insides,
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
        let (to_say, insides) = (VecDeque::new(), Insides::default());
        let kept = Kept {
            kind,
            seed: Hex32(seed),
            device,
            table,
            server_key,
            firmware,
            sequence: 0,
            last_command: 0,
            to_say,
            unanswered: None,
            insides,
        };
        Self::of(kept, None)
    }

    fn of(kept: Kept, file: Option<PathBuf>) -> Result<Self, MemoryError> {
        let key = DeviceKey::from_seed(&kept.seed.0).ok_or(MemoryError::NoKey)?;
        let (kind, device, server_key) = (kept.kind, kept.device, kept.server_key);
        Ok(Self { kind, device, server_key, key, kept, file })
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

    /// Signs the next message, and keeps nothing of it: whoever sends it must.
    pub(crate) fn sign(&mut self, at: Timestamp, report: &Report) -> Result<DeviceMessage, MemoryError> {
        self.kept.sequence += 1;
        Ok(DeviceMessage::sign(&self.key, self.device, self.kept.sequence, at, report)?)
    }

    /// Signs the next message, which is kept until it is answered.
    pub(super) fn compose(&mut self, at: Timestamp, report: &Report) -> Result<DeviceMessage, MemoryError> {
        let message = self.sign(at, report)?;
        self.kept.unanswered = Some(message.clone());
        self.write()?;
        Ok(message)
    }

    /// Signs what is to be said next.
    pub(super) fn next(&mut self, at: Timestamp) -> Result<Option<DeviceMessage>, MemoryError> {
        match self.kept.to_say.pop_front() {
            Some(report) => self.compose(at, &report).map(Some),
            None => Ok(None),
        }
    }

    /// What was said and not answered yet.
    pub(super) fn unanswered(&self) -> Option<DeviceMessage> {
        self.kept.unanswered.clone()
    }

    /// Whether a command was carried out before. One that is in hand is, once all there is to say is said.
    pub(super) const fn knows(&self, number: u64) -> bool {
        number <= self.kept.last_command
    }

    /// Something is to be said, after all the rest.
    pub(super) fn say(&mut self, reports: Vec<Report>, insides: &Insides) -> Result<(), MemoryError> {
        self.kept.to_say.extend(reports);
        self.kept.insides.clone_from(insides);
        self.write()
    }

    /// What was said was answered; something may follow from it, which is said before all the rest.
    pub(super) fn answered(&mut self, follows: Option<Report>, insides: &Insides) -> Result<(), MemoryError> {
        if let Some(Ok(Report::Acknowledged { number, .. })) = self.kept.unanswered.take().map(|said| said.report()) {
            self.kept.last_command = self.kept.last_command.max(number);
        }
        if let Some(report) = follows {
            self.kept.to_say.push_front(report);
        }
        self.kept.insides.clone_from(insides);
        self.write()
    }

    /// What was said was not taken: its number is free, and it is said again under the one after the hello.
    pub(super) fn take_back(&mut self) -> Result<(), MemoryError> {
        self.kept.sequence = self.kept.sequence.saturating_sub(1);
        self.say_again()
    }

    /// What was said had no effect: it is said again under the next number. A greeting or a sign of life is not worth it.
    pub(super) fn say_again(&mut self) -> Result<(), MemoryError> {
        let said = self.kept.unanswered.take().and_then(|said| said.report().ok());
        let passing = |report: &Report| matches!(report, Report::Hello { .. } | Report::Heartbeat { .. });
        if let Some(report) = said.filter(|report| !passing(report)) {
            self.kept.to_say.push_front(report);
        }
        self.write()
    }

    pub(super) fn insides(&self) -> Insides {
        self.kept.insides.clone()
    }

    pub(crate) fn hello(&self) -> Report {
        let (firmware, table) = (self.kept.firmware.clone(), self.kept.table);
        Report::Hello { firmware, table, last_command: self.kept.last_command }
    }

    pub(crate) fn heartbeat(&self) -> Report {
        Report::Heartbeat { firmware: self.kept.firmware.clone() }
    }
}
