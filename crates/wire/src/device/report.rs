//! What a device reports. Whatever is not one of these is refused and changes nothing.

use super::envelope::Unread;
use super::fault::FaultCode;
use crate::hex::Hex32;
use crate::id::TableId;
use game_core::card::Card;
use game_core::game::Seat;
use game_core::games::Spin;
use game_core::money::Cents;
use game_core::procedure::Back;
use game_core::wager::Wager;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// The program a device runs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Firmware {
    /// As its maker calls it.
    #[schema(min_length = 1, max_length = 60)]
    pub version: String,
    /// The SHA-256 of its image.
    pub hash: Hex32,
}

/// Where a card or a stack goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Destination {
    /// To a seat.
    Seat(Seat),
    /// To the community area.
    Community,
    /// To the Six Card Bonus box.
    SixCardBox,
    /// To the discard rack, unseen.
    Discard,
}

/// A report, told by its kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = DeviceReport)]
pub enum Report {
    /// The first message after the device or the server started, or after the connection was lost.
    Hello {
        /// What it runs.
        firmware: Firmware,
        /// The table the device takes itself to be at.
        table: TableId,
        /// The number of the last command the device carried out; 0 before the first.
        last_command: u64,
    },
    /// A sign of life.
    Heartbeat {
        /// What it runs.
        firmware: Firmware,
    },
    /// A command was carried out, or cannot be.
    Acknowledged {
        /// The command's number.
        number: u64,
        /// Whether it was carried out.
        done: bool,
    },
    /// Something is wrong with the device.
    Fault {
        /// What.
        code: FaultCode,
    },
    /// It is not any more.
    FaultCleared {
        /// What.
        code: FaultCode,
    },
    /// A shoe: a card was drawn.
    CardDrawn {
        /// Its face; null where the shoe has no reader.
        card: Option<Card>,
        /// Where it goes, where the shoe knows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Destination>,
    },
    /// An automated shoe: a stack was dispensed.
    StackDispensed {
        /// Its faces in the order they lie; null for a card that could not be read.
        #[schema(min_items = 1, max_items = 8)]
        cards: Vec<Option<Card>>,
        /// Where it goes.
        to: Destination,
    },
    /// A shoe: the cards left after the deal were taken out.
    StubRemoved {
        /// How many, where the shoe counts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u8>,
    },
    /// A shoe: a card was drawn that the reader could not read.
    Misread {},
    /// A shoe: a card was found face up.
    FaceUpCard {
        /// Its face.
        card: Card,
    },
    /// A shoe: the cover card came out.
    CoverCardReached {},
    /// A shuffler: it began to shuffle a deck.
    ShuffleStarted {
        /// The colour of the deck's backs.
        back: Back,
    },
    /// A shuffler: it finished.
    ShuffleCompleted {
        /// The colour of the deck's backs.
        back: Back,
        /// How many cards it counted, where it counts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u8>,
    },
    /// A counting shuffler: the deck does not have 52 cards.
    CountWrong {
        /// The colour of the deck's backs.
        back: Back,
        /// How many it counted.
        count: u8,
    },
    /// A shoe or shuffler: it jammed, stopped or did not finish.
    Jam {
        /// The deck a shuffler holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        back: Option<Back>,
    },
    /// A sensor: a wager lies on its spot.
    WagerDetected {
        /// The seat.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// The stake in cents.
        amount: Cents,
    },
    /// A sensor: the wager was taken off.
    WagerRemoved {
        /// The seat.
        seat: Seat,
        /// Which wager.
        wager: Wager,
    },
    /// A wheel: it stopped.
    WheelStopped {
        /// In which round.
        round: u64,
        /// Which spin of the round.
        spin: Spin,
        /// On which segment, from 0.
        segment: u8,
    },
}

/// Defines the kinds of reports beside the reports.
macro_rules! kinds {
    ($($kind:ident $name:literal,)*) => {
        /// A report without its body.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[expect(missing_docs, reason = "each is the report of the same name")]
        pub enum ReportKind {
            $($kind,)*
        }

        impl ReportKind {
            /// Every kind.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$kind),*];

            /// The name on the wire.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }
        }

        impl Report {
            /// The report without its body.
            #[must_use]
            pub const fn kind(&self) -> ReportKind {
                match self {
                    $(Self::$kind { .. } => ReportKind::$kind,)*
                }
            }
        }
    };
}

kinds! {
    Hello "hello",
    Heartbeat "heartbeat",
    Acknowledged "acknowledged",
    Fault "fault",
    FaultCleared "fault_cleared",
    CardDrawn "card_drawn",
    StackDispensed "stack_dispensed",
    StubRemoved "stub_removed",
    Misread "misread",
    FaceUpCard "face_up_card",
    CoverCardReached "cover_card_reached",
    ShuffleStarted "shuffle_started",
    ShuffleCompleted "shuffle_completed",
    CountWrong "count_wrong",
    Jam "jam",
    WagerDetected "wager_detected",
    WagerRemoved "wager_removed",
    WheelStopped "wheel_stopped",
}

impl ReportKind {
    /// Whether such a report names cards that nobody may know yet.
    #[must_use]
    pub const fn has_cards(self) -> bool {
        matches!(self, Self::CardDrawn | Self::StackDispensed | Self::FaceUpCard)
    }

    /// The kind of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl Report {
    /// The report of this kind with this body.
    ///
    /// # Errors
    /// When there is no such report, or the body is not its.
    pub fn read(kind: &str, body: &str) -> Result<Self, Unread> {
        let body: Value = serde_json::from_str(body).map_err(|_| Unread::NotJson)?;
        if !body.is_object() {
            return Err(Unread::NotAReport("the body is not an object".to_owned()));
        }
        let tagged = Map::from_iter([(kind.to_owned(), body)]);
        serde_json::from_value(Value::Object(tagged)).map_err(|error| Unread::NotAReport(error.to_string()))
    }

    /// The kind's name and the body's text.
    pub(super) fn parts(&self) -> Result<(String, String), serde_json::Error> {
        let body = match serde_json::to_value(self)? {
            Value::Object(tagged) => tagged.into_iter().next().map(|(_, body)| body).unwrap_or_default(),
            other => other,
        };
        Ok((self.kind().name().to_owned(), serde_json::to_string(&body)?))
    }
}
