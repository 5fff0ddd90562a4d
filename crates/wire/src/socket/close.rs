//! Why the server closes a socket.

use serde::{Deserialize, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// A close code of our own, in the range RFC 6455 leaves to applications.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub enum CloseCode {
    /// The client does not follow the protocol.
    BadProtocol,
    /// The ticket is unknown, used or too old, or the key behind it was revoked.
    TicketRefused,
    /// The client reads too slowly; it may connect again and resume.
    TooSlow,
    /// The client sends too much.
    TooManyMessages,
    /// The server is about to stop; the client may connect again and resume.
    Draining,
}

impl CloseCode {
    /// Every code.
    pub const ALL: [Self; 5] =
        [Self::BadProtocol, Self::TicketRefused, Self::TooSlow, Self::TooManyMessages, Self::Draining];

    /// The number in the close frame.
    #[must_use]
    pub const fn number(self) -> u16 {
        match self {
            Self::BadProtocol => 4000,
            Self::TicketRefused => 4001,
            Self::TooSlow => 4008,
            Self::TooManyMessages => 4009,
            Self::Draining => 4010,
        }
    }

    /// Whether a client does well to connect again by itself.
    #[must_use]
    pub const fn is_passing(self) -> bool {
        match self {
            Self::TooSlow | Self::TooManyMessages | Self::Draining => true,
            Self::BadProtocol | Self::TicketRefused => false,
        }
    }
}

impl From<CloseCode> for u16 {
    fn from(code: CloseCode) -> Self {
        code.number()
    }
}

impl TryFrom<u16> for CloseCode {
    type Error = String;

    fn try_from(number: u16) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|code| code.number() == number);
        known.ok_or_else(|| format!("{number} is not a close code of this protocol"))
    }
}

impl PartialSchema for CloseCode {
    fn schema() -> RefOr<Schema> {
        let numbers = Self::ALL.map(Self::number);
        ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some(numbers)).into()
    }
}

impl ToSchema for CloseCode {}
