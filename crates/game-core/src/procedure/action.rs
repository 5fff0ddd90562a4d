//! What can be asked of the table around a round.

use super::deck::{Back, DeckId};
use super::device::{DeviceKind, Marking, Shuffling};
use crate::rules::DealingMethod;
use serde::{Deserialize, Serialize};

/// A step of table procedure, as it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ProcedureAction))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Opens the table for gaming, with verified decks on it.
    OpenTable,
    /// Closes the table; its decks leave.
    CloseTable,
    /// A deck comes to the table and takes the first free place.
    ReceiveDeck {
        /// The colour of its backs.
        back: Back,
        /// Whether it comes inspected and shuffled, so that the opening steps fall away.
        preshuffled: bool,
    },
    /// The dealer has looked for defects.
    InspectDeck {
        /// The deck.
        deck: DeckId,
    },
    /// A floorperson confirms the inspection.
    VerifyInspection {
        /// The deck.
        deck: DeckId,
    },
    /// The deck is fanned face up by suit and sequence.
    SpreadDeck {
        /// The deck.
        deck: DeckId,
    },
    /// The first player has had the chance to look.
    ShowDeck {
        /// The deck.
        deck: DeckId,
    },
    /// The deck is turned face down and washed.
    WashDeck {
        /// The deck.
        deck: DeckId,
    },
    /// The washed cards are gathered into a stack.
    StackDeck {
        /// The deck.
        deck: DeckId,
    },
    /// A shuffle has been completed, by the method in force.
    Shuffle {
        /// The deck.
        deck: DeckId,
        /// What the machine counted; present exactly when the machine counts.
        count: Option<u8>,
    },
    /// The machine jammed, stopped or did not finish its shuffle of the deck.
    ShufflerJam {
        /// The deck it held.
        deck: DeckId,
    },
    /// A floorperson wants a deck shuffled again.
    OrderShuffle {
        /// The deck.
        deck: DeckId,
    },
    /// The dealer cuts with the cover card.
    Cut {
        /// The deck.
        deck: DeckId,
        /// How many cards lay above the cover card.
        depth: u8,
    },
    /// A floorperson does not accept the cut.
    OrderRecut {
        /// The deck.
        deck: DeckId,
    },
    /// A deck leaves the table.
    RetireDeck {
        /// The deck.
        deck: DeckId,
    },
    /// A deck has reached its age under the dealing method in force.
    ExpireDeck {
        /// The deck.
        deck: DeckId,
    },
    /// Nobody plays: the cards are gathered and spread.
    GoIdle {
        /// Face up, because a player asked for it.
        face_up: bool,
    },
    /// A player asks to see the spread of an idle table face up.
    TurnSpreadUp,
    /// A player has come to the idle table and has had the chance to look at the cards.
    ArrivalInspected,
    /// A device cannot be used any more.
    ReportFault {
        /// The device.
        device: DeviceKind,
    },
    /// A broken device is covered, or a sign is put on it.
    MarkDevice {
        /// The device.
        device: DeviceKind,
        /// How.
        marking: Marking,
    },
    /// A device works again.
    RestoreDevice {
        /// The device.
        device: DeviceKind,
    },
    /// The table deals by another approved method from the next round on.
    SwitchDealing {
        /// The method.
        method: DealingMethod,
    },
    /// The table shuffles by hand while its shuffler is out of order, or by machine again.
    SwitchShuffle {
        /// The way to shuffle.
        to: Shuffling,
    },
}

/// An action without its details.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ProcedureActionKind))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is the action of the same name")]
pub enum ActionKind {
    OpenTable,
    CloseTable,
    ReceiveDeck,
    InspectDeck,
    VerifyInspection,
    SpreadDeck,
    ShowDeck,
    WashDeck,
    StackDeck,
    Shuffle,
    ShufflerJam,
    OrderShuffle,
    Cut,
    OrderRecut,
    RetireDeck,
    ExpireDeck,
    GoIdle,
    TurnSpreadUp,
    ArrivalInspected,
    ReportFault,
    MarkDevice,
    RestoreDevice,
    SwitchDealing,
    SwitchShuffle,
}

impl Action {
    /// The action without its details.
    #[must_use]
    pub const fn kind(&self) -> ActionKind {
        match self {
            Self::OpenTable => ActionKind::OpenTable,
            Self::CloseTable => ActionKind::CloseTable,
            Self::ReceiveDeck { .. } => ActionKind::ReceiveDeck,
            Self::InspectDeck { .. } => ActionKind::InspectDeck,
            Self::VerifyInspection { .. } => ActionKind::VerifyInspection,
            Self::SpreadDeck { .. } => ActionKind::SpreadDeck,
            Self::ShowDeck { .. } => ActionKind::ShowDeck,
            Self::WashDeck { .. } => ActionKind::WashDeck,
            Self::StackDeck { .. } => ActionKind::StackDeck,
            Self::Shuffle { .. } => ActionKind::Shuffle,
            Self::ShufflerJam { .. } => ActionKind::ShufflerJam,
            Self::OrderShuffle { .. } => ActionKind::OrderShuffle,
            Self::Cut { .. } => ActionKind::Cut,
            Self::OrderRecut { .. } => ActionKind::OrderRecut,
            Self::RetireDeck { .. } => ActionKind::RetireDeck,
            Self::ExpireDeck { .. } => ActionKind::ExpireDeck,
            Self::GoIdle { .. } => ActionKind::GoIdle,
            Self::TurnSpreadUp => ActionKind::TurnSpreadUp,
            Self::ArrivalInspected => ActionKind::ArrivalInspected,
            Self::ReportFault { .. } => ActionKind::ReportFault,
            Self::MarkDevice { .. } => ActionKind::MarkDevice,
            Self::RestoreDevice { .. } => ActionKind::RestoreDevice,
            Self::SwitchDealing { .. } => ActionKind::SwitchDealing,
            Self::SwitchShuffle { .. } => ActionKind::SwitchShuffle,
        }
    }

    /// The deck the action is about, where it names one.
    #[must_use]
    pub const fn deck(&self) -> Option<DeckId> {
        match self {
            Self::InspectDeck { deck }
            | Self::VerifyInspection { deck }
            | Self::SpreadDeck { deck }
            | Self::ShowDeck { deck }
            | Self::WashDeck { deck }
            | Self::StackDeck { deck }
            | Self::Shuffle { deck, .. }
            | Self::ShufflerJam { deck }
            | Self::OrderShuffle { deck }
            | Self::Cut { deck, .. }
            | Self::OrderRecut { deck }
            | Self::RetireDeck { deck }
            | Self::ExpireDeck { deck } => Some(*deck),
            Self::OpenTable
            | Self::CloseTable
            | Self::ReceiveDeck { .. }
            | Self::GoIdle { .. }
            | Self::TurnSpreadUp
            | Self::ArrivalInspected
            | Self::ReportFault { .. }
            | Self::MarkDevice { .. }
            | Self::RestoreDevice { .. }
            | Self::SwitchDealing { .. }
            | Self::SwitchShuffle { .. } => None,
        }
    }
}
