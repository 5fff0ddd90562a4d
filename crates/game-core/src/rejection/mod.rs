//! A refusal as data: what was wrong, which clause says so, and what would have been accepted.

mod code;

pub use code::Code;

use crate::clause::ClauseId;
use crate::money::{Cents, Overflow};
use crate::values::Values;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A refused command: nothing changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Rejection {
    /// Why.
    pub code: Code,
    /// The clause it breaks, where a clause says so.
    pub clause: Option<ClauseId>,
    /// What would have been accepted.
    pub accepted: Values,
    /// How much the seat or the rack lacks.
    #[serde(default, rename = "missing_cents", skip_serializing_if = "Option::is_none")]
    pub missing: Option<Cents>,
}

impl Rejection {
    /// A refusal for this reason.
    #[must_use]
    pub const fn new(code: Code) -> Self {
        Self { code, clause: None, accepted: Values::Nothing, missing: None }
    }

    /// Why, in a sentence.
    #[must_use]
    pub const fn message(&self) -> &'static str {
        self.code.message()
    }

    /// The same refusal, by this clause.
    #[must_use]
    pub fn by(mut self, clause: ClauseId) -> Self {
        self.clause = Some(clause);
        self
    }

    /// The same refusal, saying what would have been accepted.
    #[must_use]
    pub fn accepting(mut self, accepted: Values) -> Self {
        self.accepted = accepted;
        self
    }

    /// The same refusal, saying how much the seat or the rack lacks.
    #[must_use]
    pub const fn missing(mut self, amount: Cents) -> Self {
        self.missing = Some(amount);
        self
    }
}

impl From<Code> for Rejection {
    fn from(code: Code) -> Self {
        Self::new(code)
    }
}

impl From<Overflow> for Rejection {
    fn from(_: Overflow) -> Self {
        Self::new(Code::AmountTooLarge)
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.code)?;
        if let Some(clause) = self.clause {
            write!(f, " ({clause})")?;
        }
        if let Some(missing) = self.missing {
            write!(f, "; {missing} are missing")?;
        }
        if self.accepted != Values::Nothing {
            write!(f, "; would accept {}", self.accepted)?;
        }
        Ok(())
    }
}

impl std::error::Error for Rejection {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_goes_over_the_wire_and_comes_back() {
        let refusal = Rejection::new(Code::CountMismatch).by(ClauseId::new("LIR-7-D")).accepting(Values::exactly(3));
        let text = serde_json::to_string(&refusal).unwrap();
        assert_eq!(text, r#"{"code":"count_mismatch","clause":"LIR-7-D","accepted":{"count":{"min":3,"max":3}}}"#);
        assert_eq!(serde_json::from_str::<Rejection>(&text).unwrap(), refusal);
        let bare = serde_json::to_string(&Rejection::new(Code::WrongPhase)).unwrap();
        assert_eq!(bare, r#"{"code":"wrong_phase","clause":null,"accepted":"nothing"}"#);
    }
}
