//! What is wrong with a document: every problem names its field, the clause it breaks and what would be permitted.

use crate::clause::ClauseId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The kind of a problem, stable for programs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// The text is not JSON.
    Malformed,
    /// A name the document does not have.
    UnknownField,
    /// A name given twice in one object.
    RepeatedField,
    /// Text where a number belongs, and the like.
    WrongType,
    /// A required value is absent.
    Missing,
    /// A number outside its range.
    OutOfRange,
    /// A meter or a prize below its floor.
    UnderFloor,
    /// A letter, name or amount that is not one of the permitted ones.
    UnknownChoice,
    /// The same choice made twice.
    Repeated,
    /// A wager, option or setting that this game does not have.
    NotOfThisGame,
    /// Two settings that exclude each other.
    Conflict,
    /// A fee given as a percentage.
    PercentageFee,
}

impl ProblemCode {
    /// The code as text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::UnknownField => "unknown_field",
            Self::RepeatedField => "repeated_field",
            Self::WrongType => "wrong_type",
            Self::Missing => "missing",
            Self::OutOfRange => "out_of_range",
            Self::UnderFloor => "under_floor",
            Self::UnknownChoice => "unknown_choice",
            Self::Repeated => "repeated",
            Self::NotOfThisGame => "not_of_this_game",
            Self::Conflict => "conflict",
            Self::PercentageFee => "percentage_fee",
        }
    }
}

/// One thing wrong with a document.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Problem {
    /// Where: `wagers.progressive_payout.meters.100.main.reset_cents`.
    pub field: String,
    /// What kind.
    pub code: ProblemCode,
    /// The clause it breaks, where one does.
    pub clause: Option<ClauseId>,
    /// What is wrong, in words.
    pub message: String,
    /// What would be right, in words.
    pub permitted: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)?;
        if let Some(clause) = self.clause {
            write!(f, " ({clause})")?;
        }
        write!(f, "; permitted: {}", self.permitted)
    }
}
