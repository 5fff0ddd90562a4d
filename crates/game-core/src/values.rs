//! The permitted values of an action: what `legal` offers and what a refusal says would have been accepted.

use crate::card::{Card, CardSet};
use crate::decision::Decision;
use crate::game::{Seat, SeatSet};
use crate::money::Cents;
use crate::rules::Stakes;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A template of values. It names ranges, never every possible amount.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Values {
    /// No value is needed, or none would do.
    Nothing,
    /// Any amount between two.
    Amounts {
        /// The least.
        min: Cents,
        /// The most.
        max: Cents,
    },
    /// One of these amounts.
    OneOf(Vec<Cents>),
    /// A count between two.
    Count {
        /// The least.
        min: u8,
        /// The most.
        max: u8,
    },
    /// One of these decisions.
    Decisions(Vec<Decision>),
    /// One of these seats.
    Seats(SeatSet),
    /// So many cards whose faces are known, none of them among `not`.
    KnownCards {
        /// The least.
        min: u8,
        /// The most.
        max: u8,
        /// Cards that are out already.
        not: Vec<Card>,
    },
    /// So many cards face down, unknown.
    HiddenCards {
        /// The least.
        min: u8,
        /// The most.
        max: u8,
    },
}

impl Values {
    /// The amounts a wager permits.
    #[must_use]
    pub fn stakes(stakes: &Stakes) -> Self {
        match stakes {
            Stakes::Between { min, max } => Self::Amounts { min: *min, max: *max },
            Stakes::OneOf(amounts) => Self::OneOf(amounts.clone()),
        }
    }

    /// Any amount between these, if there is one.
    #[must_use]
    pub fn between(min: Cents, max: Cents) -> Option<Self> {
        (min <= max).then_some(Self::Amounts { min, max })
    }

    /// Those of the amounts that are no more than this, if any is.
    #[must_use]
    pub fn at_most(self, most: Cents) -> Option<Self> {
        match self {
            Self::Amounts { min, max } => Self::between(min, max.min(most)),
            Self::OneOf(amounts) => {
                let amounts: Vec<Cents> = amounts.into_iter().filter(|amount| *amount <= most).collect();
                (!amounts.is_empty()).then_some(Self::OneOf(amounts))
            }
            other => Some(other),
        }
    }

    /// Any amount up to this one, or nothing where it is nothing.
    #[must_use]
    pub fn up_to(max: Cents) -> Self {
        Self::between(Cents::new(1), max).unwrap_or(Self::Nothing)
    }

    /// Exactly this many.
    #[must_use]
    pub const fn exactly(count: u8) -> Self {
        Self::Count { min: count, max: count }
    }

    /// Only this seat.
    #[must_use]
    pub fn seat(seat: Seat) -> Self {
        Self::Seats([seat].into_iter().collect())
    }

    /// So many known cards that are not out yet.
    #[must_use]
    pub fn known_cards(count: u8, out: CardSet) -> Self {
        Self::KnownCards { min: count, max: count, not: out.iter().collect() }
    }

    /// Whether the amount is among the values.
    #[must_use]
    pub fn admit_amount(&self, amount: Cents) -> bool {
        match self {
            Self::Amounts { min, max } => (*min..=*max).contains(&amount),
            Self::OneOf(amounts) => amounts.contains(&amount),
            Self::Nothing
            | Self::Count { .. }
            | Self::Decisions(_)
            | Self::Seats(_)
            | Self::KnownCards { .. }
            | Self::HiddenCards { .. } => false,
        }
    }

    /// Whether the count is among the values.
    #[must_use]
    pub fn admit_count(&self, count: u8) -> bool {
        matches!(self, Self::Count { min, max } if (*min..=*max).contains(&count))
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing"),
            Self::Amounts { min, max } => write!(f, "{min} to {max}"),
            Self::OneOf(amounts) => {
                for (place, amount) in amounts.iter().enumerate() {
                    write!(f, "{}{amount}", if place == 0 { "" } else { " or " })?;
                }
                Ok(())
            }
            Self::Count { min, max } if min == max => write!(f, "{min}"),
            Self::Count { min, max } => write!(f, "{min} to {max}"),
            Self::Decisions(decisions) => {
                for (place, decision) in decisions.iter().enumerate() {
                    write!(f, "{}{decision}", if place == 0 { "" } else { ", " })?;
                }
                Ok(())
            }
            Self::Seats(seats) => write!(f, "seat {seats:?}"),
            Self::KnownCards { min, max, .. } if min == max => write!(f, "{min} cards not seen yet"),
            Self::KnownCards { min, max, .. } => write!(f, "{min} to {max} cards not seen yet"),
            Self::HiddenCards { min, max } if min == max => write!(f, "{min} cards face down"),
            Self::HiddenCards { min, max } => write!(f, "{min} to {max} cards face down"),
        }
    }
}
