//! What the server answers a device.

use super::command::ServerCommand;
use super::envelope::DeviceMessage;
use crate::problem::ProblemCode;
use crate::socket::CloseCode;
use crate::timestamp::Timestamp;
use game_core::clause::ClauseId;
use game_core::money::Cents;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What became of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = DeviceOutcome)]
pub enum Outcome {
    /// It is on record, and had its effect.
    Accepted,
    /// It is on record, and had none; its sequence is used.
    Refused,
    /// It is not taken: whatever is wrong must be put right, and its sequence is still free.
    NotTaken,
}

/// The answer to a message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeviceAnswer {
    /// The message's sequence.
    pub sequence: u64,
    /// What became of it.
    pub outcome: Outcome,
    /// Whether it had been answered before: this is the first answer again.
    pub repeated: bool,
    /// The entry of the table's journal that came of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// Why it was refused or not taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<ProblemCode>,
    /// The clause it breaks, where the rules refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub clause: Option<ClauseId>,
    /// How much the seat or the rack lacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing_cents: Option<Cents>,
    /// The sequence the server expects next, where it could not take this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<u64>,
    /// The answer to `hello`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub welcome: Option<DeviceWelcome>,
}

/// What a device that is let in must know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeviceWelcome {
    /// The server's clock.
    pub time: Timestamp,
    /// How often the device must be heard of, in milliseconds.
    pub heartbeat_ms: u64,
    /// After how many milliseconds without a word it counts as gone.
    pub silence_ms: u64,
}

/// `POST /v1/devices/{id}/messages`: several messages in their order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviceBatch {
    /// The messages, in the order of their sequences.
    #[schema(min_items = 1, max_items = 100)]
    pub messages: Vec<DeviceMessage>,
}

/// The answers to a batch, and what the device is still to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeviceAnswers {
    /// In the order of the messages, up to the first that was not taken.
    pub answers: Vec<DeviceAnswer>,
    /// Commands that were not acknowledged yet, in the order of their numbers.
    pub commands: Vec<ServerCommand>,
}

/// A message to a device on its socket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToDevice {
    /// What became of a message.
    Answer(DeviceAnswer),
    /// Something to do.
    Command(ServerCommand),
    /// The server could not read what was sent, or does not know who sent it.
    Error {
        /// Why.
        code: ProblemCode,
        /// Why, in words.
        message: String,
    },
    /// The server is about to close the socket.
    Closing {
        /// The code of the close frame that follows.
        code: CloseCode,
        /// Why, in words.
        reason: String,
    },
}
