//! Identities on the wire, each a type of its own: UUIDs that sort by the time they were made.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use utoipa::ToSchema;
use uuid::Uuid;

/// Defines an identity: transparent on the wire, a type in the code.
macro_rules! identity {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl $name {
            /// A new one, later than those before it.
            #[must_use]
            pub fn fresh() -> Self {
                Self(Uuid::now_v7())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, uuid::Error> {
                text.parse().map(Self)
            }
        }
    };
}

identity! {
    /// A table.
    TableId
}

identity! {
    /// A round.
    RoundId
}

identity! {
    /// A progressive.
    ProgressiveId
}

identity! {
    /// A jackpot.
    JackpotId
}

identity! {
    /// A command as its sender names it: the key by which a retry is known.
    CommandId
}

identity! {
    /// Something that needs two people.
    ApprovalId
}

identity! {
    /// A Rules Submission.
    SubmissionId
}

identity! {
    /// A person's session, by which it is ended. It opens nothing.
    SessionId
}

identity! {
    /// A terminal's key, by which it is revoked. It opens nothing.
    TerminalId
}

identity! {
    /// A device.
    DeviceId
}

identity! {
    /// A program on the list of those that devices may run.
    FirmwareId
}

identity! {
    /// A request as the server names it, in its answer and in its log.
    RequestId
}

identity! {
    /// A significant event.
    EventId
}
