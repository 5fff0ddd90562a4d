//! The device plane: what shoes, shufflers, wager sensors, wheels and displays say, what they are told, and the exact bytes that
//! each side signs. `docs/device-protocol.md` is the page a vendor implements from.

mod answer;
mod command;
mod envelope;
mod fault;
mod key;
mod report;

pub use answer::{DeviceAnswer, DeviceAnswers, DeviceBatch, DeviceWelcome, Outcome, ToDevice};
pub use command::{About, Instruction, ServerCommand, ShownMeter};
pub use envelope::{BODY_BYTES_MAX, DeviceMessage, MESSAGE_BYTES_MAX, Unread};
pub use fault::FaultCode;
pub use key::{DeviceKey, Forged, PublicKey, Signature};
pub use report::{Destination, Firmware, Report, ReportKind};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The subprotocol a device names in its handshake.
pub const DEVICE_SUBPROTOCOL: &str = "baize.device.v1";

/// The most messages of one batch.
pub const BATCH_MAX: usize = 100;

/// What a device is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EnrolledDeviceKind)]
pub enum DeviceKind {
    /// A dealing shoe, manual with a reader or automated; one that reshuffles is its own shuffler.
    Shoe,
    /// An automated shuffler.
    Shuffler,
    /// One controller with a spot for each seat and wager.
    WagerSensor,
    /// A physical wheel that reports where it stopped.
    PrizeWheel,
    /// A display of meters and of the table.
    Display,
}

impl DeviceKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Shoe, Self::Shuffler, Self::WagerSensor, Self::PrizeWheel, Self::Display];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shoe => "shoe",
            Self::Shuffler => "shuffler",
            Self::WagerSensor => "wager_sensor",
            Self::PrizeWheel => "prize_wheel",
            Self::Display => "display",
        }
    }

    /// The kind of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether a device of this kind may say such a thing.
    #[must_use]
    pub const fn says(self, report: ReportKind) -> bool {
        match report {
            ReportKind::Hello
            | ReportKind::Heartbeat
            | ReportKind::Acknowledged
            | ReportKind::Fault
            | ReportKind::FaultCleared => true,
            ReportKind::CardDrawn
            | ReportKind::StackDispensed
            | ReportKind::StubRemoved
            | ReportKind::Misread
            | ReportKind::FaceUpCard
            | ReportKind::CoverCardReached => matches!(self, Self::Shoe),
            // A shoe that reshuffles the cards by itself is the shuffler of its table.
            ReportKind::ShuffleStarted | ReportKind::ShuffleCompleted | ReportKind::CountWrong | ReportKind::Jam => {
                matches!(self, Self::Shoe | Self::Shuffler)
            }
            ReportKind::WagerDetected | ReportKind::WagerRemoved => matches!(self, Self::WagerSensor),
            ReportKind::WheelStopped => matches!(self, Self::PrizeWheel),
        }
    }
}
