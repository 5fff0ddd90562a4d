//! The equipment of a submission.

use crate::document::{Shape, Shaped, object};
use crate::rules::DealingMethod;
use serde::{Deserialize, Serialize};

object! {
    /// What the table deals and shuffles with.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub struct EquipmentChoice {
        /// How cards reach the layout.
        pub dealing: Option<DealingMethod>,
        /// Other approved methods, for when a device breaks; none when absent.
        pub fallback: Option<Vec<DealingMethod>>,
        /// How cards are shuffled.
        pub shuffle: Option<ShuffleChoice>,
        /// 1 or 2 decks; 1 when absent, in California always 2.
        pub decks: Option<i64>,
        /// Whether cards are read as they are dealt; false when absent.
        pub card_reader: Option<bool>,
        /// Whether cards come from a virtual shoe, which commits to their order; false when absent.
        pub virtual_shoe: Option<bool>,
        /// Whether a progressive table game system is attached; false when absent.
        pub progressive_system: Option<bool>,
        /// An approved device that reshuffles and counts the cards by itself; none when absent.
        pub self_reshuffling: Option<DeviceApproval>,
        /// Hours after which a deck is changed; 4 by hand and 8 from a shoe when absent, in California none.
        pub deck_change_hours: Option<DeckHoursChoice>,
        /// Rounds within which the stub is counted; 5 when absent, none with a counting shuffler or in California.
        pub stub_count_every_rounds: Option<i64>,
    }
}

object! {
    /// How cards are shuffled.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub struct ShuffleChoice {
        /// By hand or by machine.
        pub method: Option<ShuffleKind>,
        /// Whether the machine counts the cards after each shuffle; false when absent.
        pub counts_cards: Option<bool>,
        /// Whether the machine puts the stack straight into the shoe; false when absent.
        pub loads_shoe: Option<bool>,
    }
}

/// By hand or by machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ShuffleKind {
    /// By the dealer's hands.
    Manual,
    /// By a machine.
    Machine,
}

impl Shaped for ShuffleKind {
    const SHAPE: Shape = Shape::Choice(&["manual", "machine"]);
}

object! {
    /// An approved device.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub struct DeviceApproval {
        /// The approval's reference.
        pub approval: String,
    }
}

object! {
    /// Hours after which a deck is changed.
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub struct DeckHoursChoice {
        /// Dealt by hand.
        pub hand: Option<i64>,
        /// Dealt from a shoe.
        pub shoe: Option<i64>,
    }
}
