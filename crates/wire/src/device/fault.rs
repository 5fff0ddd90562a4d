//! Faults a device reports, each under a code that stays as it is (R40).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Each fault with its name on the wire, whether it keeps the next round from opening, and its sentence, written once.
macro_rules! faults {
    ($($code:ident $name:literal $blocks:literal: $about:literal,)*) => {
        /// What is wrong with a device.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum FaultCode {
            $(#[doc = $about] $code,)*
        }

        impl FaultCode {
            /// Every code.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$code),*];

            /// The name on the wire.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$code => $name,)*
                }
            }

            /// Whether the fault can affect an outcome, so that no round opens while it lasts.
            #[must_use]
            pub const fn blocks(self) -> bool {
                match self {
                    $(Self::$code => $blocks,)*
                }
            }

            /// The fault in a sentence.
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$code => $about,)*
                }
            }
        }
    };
}

faults! {
    Jam "jam" true: "Cards are stuck.",
    Misread "misread" true: "The reader fails again and again.",
    CountFailed "count_failed" true: "The cards cannot be counted.",
    DoorOpen "door_open" true: "The device is open.",
    SensorFailed "sensor_failed" true: "A sensor of the device does not work.",
    MotorFailed "motor_failed" true: "Something that moves cards or the wheel does not.",
    MemoryFailed "memory_failed" true: "What the device keeps is damaged; its numbers may be lost.",
    Tampered "tampered" true: "Somebody was at the device who should not have been.",
    PowerLost "power_lost" true: "The device was without power.",
    PowerLow "power_low" false: "The supply or the battery is weak.",
    ClockLost "clock_lost" false: "The device does not know the time.",
    CommunicationLost "communication_lost" false: "The device could not reach the server for a while.",
    Worn "worn" false: "A part is due to be replaced.",
}

impl FaultCode {
    /// The fault of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.name() == name)
    }
}
