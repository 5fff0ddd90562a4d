//! Decks, shuffling and dealing.

use serde::{Deserialize, Serialize};

/// How cards reach the layout.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum DealingMethod {
    /// One card at a time from a manual shoe.
    ManualShoe,
    /// One card at a time from the dealer's hand.
    Hand,
    /// Stacks from an automated shoe.
    AutomatedShoe,
    /// Stacks from a shoe that reshuffles the cards itself: the community stack comes first and loses its bottom card.
    SelfReshufflingShoe,
}

impl DealingMethod {
    /// Every method.
    pub const ALL: [Self; 4] = [Self::ManualShoe, Self::Hand, Self::AutomatedShoe, Self::SelfReshufflingShoe];

    /// The name used in documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ManualShoe => "manual_shoe",
            Self::Hand => "hand",
            Self::AutomatedShoe => "automated_shoe",
            Self::SelfReshufflingShoe => "self_reshuffling_shoe",
        }
    }

    /// Whether a machine dispenses the cards, so that it may jam.
    #[must_use]
    pub const fn is_automated(self) -> bool {
        match self {
            Self::AutomatedShoe | Self::SelfReshufflingShoe => true,
            Self::ManualShoe | Self::Hand => false,
        }
    }
}

/// How cards are shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShuffleMethod {
    /// By the dealer's hands; a cut follows.
    Manual,
    /// By a machine; no cut.
    Machine {
        /// Whether the machine counts the cards after each shuffle.
        counts_cards: bool,
    },
}

/// How many decks the table plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decks {
    /// One deck.
    One,
    /// Two decks of different backs, alternated round by round through the shuffler.
    Two,
}

/// What the table deals and shuffles with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equipment {
    /// The method in use when the table opens.
    pub dealing: DealingMethod,
    /// Other approved methods, for when a device breaks.
    pub fallback: Vec<DealingMethod>,
    /// How cards are shuffled.
    pub shuffle: ShuffleMethod,
    /// Whether the machine puts the stack straight into the shoe.
    pub shuffler_loads_shoe: bool,
    /// One deck or two.
    pub decks: Decks,
    /// Whether cards are read as they are dealt; otherwise they are entered when they are turned up.
    pub card_reader: bool,
    /// Whether cards come from a virtual shoe, which commits to their order before betting closes.
    pub virtual_shoe: bool,
    /// Whether a progressive table game system is attached.
    pub progressive_system: bool,
    /// The approval of a device that reshuffles and counts the cards by itself, which waives the cut (I-16).
    pub self_reshuffling: Option<String>,
    /// Hours after which a deck is changed, by method; none where the rules set no age (I-106).
    pub deck_hours: Option<DeckHours>,
    /// Rounds within which the stub is counted; none with a counting device or where no rule asks (I-10, I-106).
    pub stub_count_every: Option<u8>,
}

/// The ages at which decks are changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeckHours {
    /// Dealt by hand.
    pub hand: u8,
    /// Dealt from a shoe.
    pub shoe: u8,
}

impl Equipment {
    /// Whether a machine shuffles.
    #[must_use]
    pub const fn machine_shuffles(&self) -> bool {
        matches!(self.shuffle, ShuffleMethod::Machine { .. })
    }

    /// Whether the shuffler counts the cards after each shuffle.
    #[must_use]
    pub const fn counts_cards(&self) -> bool {
        matches!(self.shuffle, ShuffleMethod::Machine { counts_cards: true })
    }

    /// The age in milliseconds past which a deck may not start a round under this dealing method.
    #[must_use]
    pub fn deck_age_max_ms(&self, dealing: DealingMethod) -> Option<u64> {
        const HOUR_MS: u64 = 3_600_000;
        let hours = self.deck_hours?;
        let hours = if dealing == DealingMethod::Hand { hours.hand } else { hours.shoe };
        Some(u64::from(hours) * HOUR_MS)
    }
}
