//! Why a socket cannot go on.

use crate::client::ClientError;
use tokio_tungstenite::tungstenite;
use wire::socket::{CloseCode, ToTerminal};
use wire::terminal::MirrorError;

/// Why a socket cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum SocketError {
    /// No ticket, or the handshake was refused.
    #[error(transparent)]
    Refused(#[from] ClientError),
    /// The connection failed.
    #[error("{0}")]
    Transport(#[from] Box<tungstenite::Error>),
    /// The server closed it.
    #[error("closed by the server ({0:?})")]
    Closed(Option<CloseCode>),
    /// A message does not fit the picture.
    #[error(transparent)]
    Mirror(#[from] MirrorError),
    /// A message that is not one of the protocol's.
    #[error("a message that cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// A message at the wrong time.
    #[error("not expected now: {0:?}")]
    Unexpected(Box<ToTerminal>),
}

impl From<tungstenite::Error> for SocketError {
    fn from(error: tungstenite::Error) -> Self {
        Self::Transport(Box::new(error))
    }
}

impl SocketError {
    /// Whether the server broke its own protocol: what must never happen, as against what may.
    #[must_use]
    pub const fn is_fault(&self) -> bool {
        match self {
            Self::Mirror(_) | Self::Unreadable(_) | Self::Unexpected(_) => true,
            Self::Refused(_) | Self::Transport(_) | Self::Closed(_) => false,
        }
    }
}
