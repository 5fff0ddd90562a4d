//! What terminals and displays are sent: a view, then what happened since, each step with the hash of the view after it.

use super::CloseCode;
use crate::hash::ViewHash;
use crate::id::{CommandId, TableId};
use crate::problem::{EdgeCode, ProblemCode};
use crate::timestamp::Timestamp;
use crate::view::ViewDocument;
use game_core::actor::Actor;
use game_core::clause::ClauseId;
use game_core::game::{GameId, Seat};
use game_core::legal::Offer;
use game_core::money::Cents;
use game_core::rejection::Rejection;
use game_core::values::Values;
use game_core::view::{OwnBox, Shown};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// A message to a terminal or a display.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToTerminal {
    /// The table as this viewer sees it: the answer to `hello`.
    Welcome {
        /// The protocol that is spoken.
        protocol: Protocol,
        /// The table.
        table: TableId,
        /// Its name on the floor.
        name: String,
        /// Its game.
        game: GameId,
        /// The terminal's seat; a display has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The number of the last entry the view knows of.
        seq: u64,
        /// The view.
        view: ViewDocument,
        /// The hash of the view.
        hash: ViewHash,
    },
    /// The server still has everything after the entry asked for; it follows.
    Resumed {
        /// The entry asked for.
        seq: u64,
    },
    /// What one commit brought.
    Events {
        /// The number of its first entry: one more than the last entry told before.
        from: u64,
        /// The number of its last entry.
        seq: u64,
        /// Its entries.
        entries: Vec<Entry>,
        /// How the felt changed, as a JSON Merge Patch (RFC 7396); left out when it did not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Object>)]
        felt: Option<Value>,
        /// The viewer's own boxes, whole; left out when they did not change.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Vec<OwnBox>>)]
        own: Option<Value>,
        /// The hash of the view after it.
        hash: ViewHash,
    },
    /// A command was accepted and is on disk.
    Accepted {
        /// Which.
        command_id: CommandId,
        /// The number of its entry.
        seq: u64,
        /// Whether it had been accepted before, so that nothing happened now.
        repeated: bool,
    },
    /// A command was refused and changed nothing.
    Refused {
        /// Which.
        command_id: CommandId,
        /// Why.
        code: ProblemCode,
        /// The clause it breaks, where a rule says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<ClauseId>,
        /// Why, in words.
        message: String,
        /// What would have been accepted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        accepted: Option<Values>,
        /// How much the seat or the rack lacks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        missing_cents: Option<Cents>,
    },
    /// What may be done now: the answer to `legal`.
    Offers {
        /// The number of the last entry the answer knows of.
        seq: u64,
        /// Each thing that would be accepted.
        offers: Vec<Offer>,
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

impl ToTerminal {
    /// The answer to a command the rules refused.
    #[must_use]
    pub fn rejected(command_id: CommandId, rejection: &Rejection) -> Self {
        Self::Refused {
            command_id,
            code: rejection.code.into(),
            clause: rejection.clause,
            message: rejection.message().to_owned(),
            accepted: crate::accepted(rejection),
            missing_cents: rejection.missing,
        }
    }

    /// The answer to a command the edge refused.
    #[must_use]
    pub fn refused(command_id: CommandId, code: EdgeCode) -> Self {
        let message = code.message().to_owned();
        Self::Refused { command_id, code: code.into(), clause: None, message, accepted: None, missing_cents: None }
    }
}

/// The protocol that is spoken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub enum Protocol {
    /// The first.
    #[serde(rename = "baize.v1")]
    V1,
}

/// An accepted command and what came of it, as everybody at the table may hear it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Entry {
    /// Its number in the table's journal.
    pub seq: u64,
    /// When it was asked.
    pub at: Timestamp,
    /// Who asked.
    pub by: By,
    /// The sender's name for the command, so that a terminal knows its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command_id: Option<CommandId>,
    /// What came of it.
    pub events: Vec<Shown>,
}

/// Who asked: the role, never the person.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// A player.
    Player,
    /// The dealer.
    Dealer,
    /// A floorperson.
    Floorperson,
    /// The cage.
    Cage,
    /// Accounting.
    Accounting,
    /// The shoe.
    Shoe,
    /// The shuffler.
    Shuffler,
    /// The wheel.
    Wheel,
    /// The wager sensors.
    Sensor,
    /// A timer that ran out.
    Clock,
    /// The progressive controller.
    Controller,
}

impl From<Actor> for By {
    fn from(actor: Actor) -> Self {
        match actor {
            Actor::Player(_) => Self::Player,
            Actor::Dealer(_) => Self::Dealer,
            Actor::Floorperson(_) => Self::Floorperson,
            Actor::Cage(_) => Self::Cage,
            Actor::Accounting(_) => Self::Accounting,
            Actor::Shoe => Self::Shoe,
            Actor::Shuffler => Self::Shuffler,
            Actor::Wheel => Self::Wheel,
            Actor::Sensor => Self::Sensor,
            Actor::Clock => Self::Clock,
            Actor::Controller => Self::Controller,
        }
    }
}
