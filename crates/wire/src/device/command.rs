//! What the server tells a device to do: numbered, signed by the server's own key, acknowledged, sent again after a reconnection.

use super::envelope::signed_bytes;
use super::key::{DeviceKey, Forged, PublicKey, Signature};
use super::report::Destination;
use crate::id::DeviceId;
use crate::timestamp::Timestamp;
use game_core::game::Seat;
use game_core::games::Spin;
use game_core::money::Cents;
use game_core::procedure::Back;
use game_core::wager::Wager;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// What the signed bytes of a server's command begin with.
const FROM_SERVER: &str = "baize-server-v1";

/// What a device is to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = DeviceInstruction)]
pub enum Instruction {
    /// A sensor: take no more wagers.
    Lock {},
    /// A sensor: take wagers.
    Unlock {},
    /// A sensor: show at a seat whether a wager there is accepted.
    Light {
        /// The seat.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// Whether it is.
        on: bool,
    },
    /// A shoe: these cards are due next, and go there. A shoe that the dealer draws from needs not look.
    Dispense {
        /// In which round.
        round: u64,
        /// How many cards of the round are out already.
        out: u8,
        /// How many cards the stack has.
        cards: u8,
        /// Where it goes.
        to: Destination,
    },
    /// A shuffler, or a shoe that reshuffles: this deck waits to be shuffled.
    Shuffle {
        /// The colour of its backs.
        back: Back,
    },
    /// A wheel: a stop is waited for.
    Spin {
        /// In which round.
        round: u64,
        /// Which spin of the round.
        spin: Spin,
        /// How many segments the wheel has.
        segments: u8,
    },
    /// A display: show this.
    Show {
        /// What people call the table.
        table: String,
        /// The number of the round in play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<u64>,
        /// What can be won; empty means "not available", never an old number.
        meters: Vec<ShownMeter>,
    },
}

/// What an instruction is about. A later one about the same thing takes its place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum About {
    /// Whether a sensor takes wagers.
    Wagers,
    /// A seat's light for a wager.
    Light(Seat, Wager),
    /// The stack that is due.
    Stack,
    /// The deck with such backs.
    Deck(Back),
    /// The stop that is waited for.
    Stop,
    /// What a display shows.
    Screen,
}

/// A meter on a display.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShownMeter {
    /// The progressive and its level.
    pub name: String,
    /// What it shows.
    pub amount_cents: Cents,
}

/// A command of the server, signed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ServerCommand {
    /// Whom it is for.
    pub device: DeviceId,
    /// One more than that of the command before; the first is 1.
    pub number: u64,
    /// When it was issued.
    pub time: Timestamp,
    /// What it is about: the name of an instruction.
    pub kind: String,
    /// The instruction's JSON object, as text.
    pub body: String,
    /// Ed25519 by the server's key over the command's signed bytes.
    pub signature: Signature,
}

impl Instruction {
    /// The instruction of this kind with this body; none where this version does not know such a thing.
    #[must_use]
    pub fn read(kind: &str, body: &str) -> Option<Self> {
        let body: Value = serde_json::from_str(body).ok()?;
        serde_json::from_value(Value::Object(Map::from_iter([(kind.to_owned(), body)]))).ok()
    }

    /// What it is about.
    #[must_use]
    pub const fn about(&self) -> About {
        match *self {
            Self::Lock {} | Self::Unlock {} => About::Wagers,
            Self::Light { seat, wager, .. } => About::Light(seat, wager),
            Self::Dispense { .. } => About::Stack,
            Self::Shuffle { back } => About::Deck(back),
            Self::Spin { .. } => About::Stop,
            Self::Show { .. } => About::Screen,
        }
    }

    /// The kind's name and the body's text.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn parts(&self) -> Result<(&'static str, String), serde_json::Error> {
        let kind = match self {
            Self::Lock {} => "lock",
            Self::Unlock {} => "unlock",
            Self::Light { .. } => "light",
            Self::Dispense { .. } => "dispense",
            Self::Shuffle { .. } => "shuffle",
            Self::Spin { .. } => "spin",
            Self::Show { .. } => "show",
        };
        let tagged = serde_json::to_value(self)?;
        Ok((kind, tagged.get(kind).map_or_else(|| "{}".to_owned(), Value::to_string)))
    }
}

impl ServerCommand {
    /// A command, signed.
    #[must_use]
    pub fn sign(key: &DeviceKey, device: DeviceId, number: u64, time: Timestamp, kind: &str, body: String) -> Self {
        let signature = key.sign(&signed_bytes(FROM_SERVER, device, number, time, kind, &body));
        Self { device, number, time, kind: kind.to_owned(), body, signature }
    }

    /// The bytes the server signs.
    #[must_use]
    pub fn signed_bytes(&self) -> Vec<u8> {
        signed_bytes(FROM_SERVER, self.device, self.number, self.time, &self.kind, &self.body)
    }

    /// Whether the command is the server's.
    ///
    /// # Errors
    /// When it is not.
    pub fn verify(&self, key: &PublicKey) -> Result<(), Forged> {
        key.verify(&self.signed_bytes(), &self.signature)
    }

    /// What is to be done; none where the device does not know such a thing.
    #[must_use]
    pub fn instruction(&self) -> Option<Instruction> {
        Instruction::read(&self.kind, &self.body)
    }
}
