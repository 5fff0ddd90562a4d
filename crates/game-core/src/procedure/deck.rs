//! A deck at the table: where it lies, what has been done with it, and what it waits for.

use crate::game::{Millis, StaffId};
use crate::rules::DealingMethod;
use serde::{Deserialize, Serialize};

/// How many cards a deck has; the cover card is not one of them.
pub const FULL_DECK: u8 = 52;
/// The least number of cards above the cover card when the deck is cut.
pub const CUT_LEAST: u8 = 10;
/// The most: with all 52 above the cover card nothing would be cut.
pub const CUT_MOST: u8 = FULL_DECK - 1;

/// A deck by its place at the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum DeckId {
    /// The only deck, or the one that plays the first round.
    First,
    /// The other of two.
    Second,
}

impl DeckId {
    /// Both places.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// The other of two decks.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// The deck's place in an array of two.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }
}

/// The colour of a deck's backs, by which two decks are told apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = DeckBack))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "a colour says what it is")]
pub enum Back {
    Red,
    Blue,
    Green,
    Black,
    Brown,
    Purple,
}

impl Back {
    /// Every colour.
    pub const ALL: [Self; 6] = [Self::Red, Self::Blue, Self::Green, Self::Black, Self::Brown, Self::Purple];
}

/// What a deck must go through between its arrival and its first round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = DeckOpening))]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// Every step, from the inspection to the shuffle.
    Full,
    /// A cut only: the deck came inspected and shuffled.
    Preshuffled,
    /// A shuffle only: the game's document has no opening steps.
    ShuffleOnly,
}

/// Why a deck must be shuffled before it can be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ShuffleDue {
    /// It is washed and stacked, and has not been shuffled since.
    Opening,
    /// Play is about to start with it.
    Play,
    /// A round was played with it.
    RoundOver,
    /// A floorperson ordered it.
    Ordered,
    /// The shuffler did not finish.
    Jam,
}

/// Why a deck must be cut before it can be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CutDue {
    /// It was shuffled by hand.
    ByHand,
    /// It came shuffled.
    Preshuffled,
    /// A floorperson did not accept the cut.
    Recut,
}

/// Where a shuffled deck lies until its round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = DeckPlace))]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// In the shuffler, while the other deck is in use.
    Shuffler,
    /// Where it will be dealt from.
    Dealing(DealingMethod),
}

/// How far a deck has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = DeckStage))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// At the table; waits for the dealer's inspection.
    Received,
    /// Inspected; waits for a floorperson's verification.
    Inspected {
        /// The dealer who looked for defects.
        by: StaffId,
    },
    /// Verified; waits to be spread face up.
    Verified,
    /// Spread face up; waits for the first player to look.
    Spread,
    /// Looked at, or offered for it; waits for the wash.
    Shown,
    /// Turned down and washed; waits to be stacked.
    Washed,
    /// Waits for a shuffle.
    ToShuffle(ShuffleDue),
    /// Waits for a cut.
    ToCut(CutDue),
    /// Shuffled, and cut where a cut was due.
    Ready {
        /// Whether it was cut, so that a floorperson may order a recut.
        cut: bool,
        /// Where it lies.
        place: Place,
    },
    /// From the first card of a round until the round is over.
    InPlay,
    /// Spread on an idle table; waits for an arriving player to look.
    Resting,
}

impl Stage {
    /// Whether the deck has reached the point from which it only needs shuffling and cutting.
    #[must_use]
    pub const fn is_opened(self) -> bool {
        match self {
            Self::ToShuffle(_) | Self::ToCut(_) | Self::Ready { .. } | Self::InPlay => true,
            Self::Received
            | Self::Inspected { .. }
            | Self::Verified
            | Self::Spread
            | Self::Shown
            | Self::Washed
            | Self::Resting => false,
        }
    }

    /// Whether a dealer and a floorperson have vouched for the deck, or it came vouched for.
    #[must_use]
    pub const fn is_verified(self) -> bool {
        !matches!(self, Self::Received | Self::Inspected { .. })
    }

    /// Whether an idle table gathers the deck and spreads it: the first player has had a chance to look at it before.
    pub(super) const fn can_rest(self) -> bool {
        match self {
            Self::Shown | Self::Washed | Self::ToShuffle(_) | Self::ToCut(_) | Self::Ready { .. } | Self::Resting => {
                true
            }
            Self::Received | Self::Inspected { .. } | Self::Verified | Self::Spread | Self::InPlay => false,
        }
    }
}

/// A deck at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Deck {
    /// The colour of its backs.
    pub back: Back,
    /// How far it has come.
    pub stage: Stage,
    /// When the first card of its first round was dealt: its age counts from there (I-12).
    pub first_round: Option<Millis>,
    /// Whether the clock has said that it is too old under the dealing method in force.
    pub expired: bool,
    /// Whether a device counted it wrongly in a round that could not be void any more: it plays no other.
    #[serde(default)]
    pub miscounted: bool,
}

impl Deck {
    /// A deck that has just come to the table.
    #[must_use]
    pub const fn received(back: Back, opening: Opening) -> Self {
        let stage = match opening {
            Opening::Full => Stage::Received,
            Opening::Preshuffled => Stage::ToCut(CutDue::Preshuffled),
            Opening::ShuffleOnly => Stage::ToShuffle(ShuffleDue::Play),
        };
        Self { back, stage, first_round: None, expired: false, miscounted: false }
    }

    /// When the deck reaches an age, or none before its first round.
    #[must_use]
    pub fn reaches(&self, age_ms: u64) -> Option<Millis> {
        self.first_round.map(|first| Millis(first.0.saturating_add(age_ms)))
    }
}

/// Cuts a stack: the cards above the cover card go to the bottom, in their order. The first card is the top.
///
/// The server holds no order of cards; a device that keeps one, or a virtual shoe, cuts with this.
pub fn cut<T>(stack: &mut [T], depth: u8) {
    let depth = usize::from(depth).min(stack.len());
    stack.rotate_left(depth);
}
