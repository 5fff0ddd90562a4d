//! What displays of progressives are sent: every value with the moment until which it may be shown.

use super::CloseCode;
use crate::id::ProgressiveId;
use crate::problem::ProblemCode;
use crate::rest::progressives::{LevelHit, ProgressiveStatus};
use crate::timestamp::Timestamp;
use game_core::money::Cents;
use game_core::wager::Level;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A message to a display of progressives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToProgressives {
    /// Every progressive that can be shown; the answer to `hello`.
    Progressives {
        /// When the values were read.
        at: Timestamp,
        /// Until when they may be shown. After that a display shows "not available", unless a later message came.
        valid_until: Timestamp,
        /// The progressives, by name.
        progressives: Vec<DisplayedProgressive>,
    },
    /// Those that changed. One without any says that every value shown before is still right.
    Changed {
        /// When the values were read.
        at: Timestamp,
        /// Until when every value may be shown.
        valid_until: Timestamp,
        /// The progressives that changed, as they are now.
        progressives: Vec<DisplayedProgressive>,
    },
    /// The values cannot be read: every display shows "not available" until the next `progressives`.
    NotAvailable {
        /// When they were read last.
        since: Timestamp,
    },
    /// The answer to `ping`.
    Pong {
        /// What was sent with it.
        nonce: u64,
    },
    /// A message could not be read, or came at the wrong time.
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

/// A progressive as displays show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DisplayedProgressive {
    /// Its id.
    pub id: ProgressiveId,
    /// Its name.
    pub name: String,
    /// The stake that plays for it.
    pub stake_cents: Cents,
    /// Whether it can be played for.
    pub status: ProgressiveStatus,
    /// Its levels, the highest first.
    pub levels: Vec<DisplayedLevel>,
}

/// A level as displays show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DisplayedLevel {
    /// Which.
    pub level: Level,
    /// What it holds, cut off to whole cents; none is "not available".
    pub value_cents: Option<Cents>,
    /// The last hits, newest first.
    pub hits: Vec<LevelHit>,
}
