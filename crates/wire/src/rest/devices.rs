//! `/v1/devices` and `/v1/firmware`: which devices there are, how each is, and what they may run. What devices themselves say is
//! in [`crate::device`].

use crate::device::{DeviceKind, FaultCode, Firmware, PublicKey};
use crate::hex::Hex32;
use crate::id::{ApprovalId, DeviceId, FirmwareId, TableId};
use crate::problem::ProblemCode;
use crate::timestamp::Timestamp;
use game_core::card::Card;
use game_core::game::StaffId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// What two people decide about a device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum DeviceChange {
    /// A device is enrolled; its id is the approval's.
    Enrol(DeviceIdentity),
    /// It belongs to another table.
    Rebind {
        /// The table.
        table: TableId,
    },
    /// A disabled device may speak again.
    Enable {},
    /// Devices of a kind and make may run a program.
    ApproveFirmware {
        /// The kind of device.
        kind: DeviceKind,
        /// Who makes it.
        #[schema(min_length = 1, max_length = 100)]
        make: String,
        /// The program.
        firmware: Firmware,
    },
}

/// What a device is, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviceIdentity {
    /// What it is.
    pub kind: DeviceKind,
    /// Who made it.
    #[schema(min_length = 1, max_length = 100)]
    pub make: String,
    /// Which model.
    #[schema(min_length = 1, max_length = 100)]
    pub model: String,
    /// Its serial number.
    #[schema(min_length = 1, max_length = 100)]
    pub serial: String,
    /// The public half of its own Ed25519 key.
    pub public_key: PublicKey,
    /// Its table.
    pub table: TableId,
}

/// `POST /v1/devices`: proposes to enrol a device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviceProposal {
    /// The device.
    pub device: DeviceIdentity,
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
    pub reason: String,
}

/// `POST /v1/devices/{id}/changes`: proposes to bind a device to another table, or to let it speak again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviceChangeProposal {
    /// What is to become of it.
    pub change: DeviceChange,
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
    pub reason: String,
}

/// `POST /v1/firmware`: proposes a program that devices may run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FirmwareProposal {
    /// The kind of device.
    pub kind: DeviceKind,
    /// Who makes it.
    #[schema(min_length = 1, max_length = 100)]
    pub make: String,
    /// The program.
    pub firmware: Firmware,
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
    pub reason: String,
}

/// `POST /v1/devices/{id}/disable` and `DELETE`: a device is silenced at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SilenceRequest {
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
    pub reason: String,
}

/// Whether a device may speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeviceStatus {
    /// It may.
    Enabled,
    /// It may not, until two people say so.
    Disabled,
    /// It never may again.
    Revoked,
}

/// How a device is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeviceHealth {
    /// It is heard of, and nothing is wrong with it that keeps a round from opening.
    Working,
    /// It has not said hello since it or the server started.
    Expected,
    /// It was not heard of for too long.
    Silent,
    /// It reports a fault that can affect an outcome.
    Faulty,
}

/// A device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Device {
    /// Its id.
    pub id: DeviceId,
    /// What it is.
    #[serde(flatten)]
    pub identity: DeviceIdentity,
    /// Whether it may speak.
    pub status: DeviceStatus,
    /// How often it was changed, its enrolment included.
    pub version: u32,
    /// When it was enrolled.
    pub enrolled_at: Timestamp,
    /// How it is.
    pub health: DeviceHealth,
    /// The faults that last.
    pub faults: Vec<FaultCode>,
    /// What it runs, once it has said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub firmware: Option<Firmware>,
    /// When it was heard of last, since the server started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heard_at: Option<Timestamp>,
}

/// The devices, and the key they know the server by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DevicesAnswer {
    /// The public half of the key that signs the server's commands.
    pub server_key: PublicKey,
    /// The devices in the order enrolled.
    pub devices: Vec<Device>,
}

/// A device and its life.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeviceState {
    /// The device.
    pub device: Device,
    /// Every change of it.
    pub changes: Vec<DeviceHistory>,
}

/// A change in a device's life.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeviceHistory {
    /// Its number.
    pub version: u32,
    /// When.
    pub at: Timestamp,
    /// Where the device stood from then on.
    pub table: TableId,
    /// Whether it might speak from then on.
    pub status: DeviceStatus,
    /// Who wanted it.
    pub by: StaffId,
    /// Who agreed, where it took two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreed_by: Option<StaffId>,
    /// By which approval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval: Option<ApprovalId>,
    /// Why.
    pub reason: String,
}

/// How the cards fell that a shuffler shuffled, over whole rounds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct CardStatistics {
    /// The decks that were dealt from.
    pub decks: u64,
    /// The places of the deal at which every card could be expected five times.
    pub places: u32,
    /// The degrees of freedom.
    pub freedom: u32,
    /// How far the counts are from even, in thousandths.
    pub chi_square_milli: u64,
    /// What 95 in 100 fair shufflers stay below, in thousandths.
    pub critical_milli: u64,
    /// Whether the shuffler should be inspected. Nothing is ever voided for it.
    pub inspect: bool,
    /// The cards, in the order of the counts.
    pub cards: Vec<Card>,
    /// How often each card lay at each place of the deal, the first card dealt first.
    pub positions: Vec<Vec<u32>>,
}

/// A program that devices may run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ApprovedFirmware {
    /// Its name on the list, by which it is withdrawn.
    pub id: FirmwareId,
    /// The kind of device.
    pub kind: DeviceKind,
    /// Who makes it.
    pub make: String,
    /// What the maker calls it.
    pub version: String,
    /// The SHA-256 of its image.
    pub hash: Hex32,
}

/// The programs that devices may run now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct FirmwareAnswer {
    /// In the order approved.
    pub firmware: Vec<ApprovedFirmware>,
}

/// Which messages of a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DeviceMessagesQuery {
    /// Only those before this sequence; from the last, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
    /// How many at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
}

/// A message on record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RecordedMessage {
    /// Its sequence.
    pub sequence: u64,
    /// When it came.
    pub received_at: Timestamp,
    /// When it was sent, by the device's clock.
    pub sent_at: Timestamp,
    /// Its kind.
    pub kind: String,
    /// Its body; left out where it names cards, which the round's own record shows when everybody may know them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Why it was refused; left out where it was accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<ProblemCode>,
    /// The entry of the table's journal that came of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
}

/// Messages of a device, the latest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeviceMessagesPage {
    /// The messages.
    pub messages: Vec<RecordedMessage>,
    /// `before` of the next page, if there is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
}
