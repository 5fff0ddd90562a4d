//! The hash of a view: SHA-256 of the canonical text of `{"felt":…,"own":…}`.
//!
//! The felt is the same for all viewers of a table, so it is hashed once and every viewer's own boxes are added to a copy.

use crate::hex::Hex32;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use utoipa::ToSchema;

/// The hash of one viewer's view. Never of anything the viewer does not see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct ViewHash(pub Hex32);

impl ViewHash {
    /// The hash of a view whose two halves are given as canonical text.
    #[must_use]
    pub fn of(felt: &str, own: &str) -> Self {
        FeltHash::new(felt).with_own(own)
    }
}

impl fmt::Display for ViewHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A hash that has taken in the felt and waits for what is a viewer's own.
#[derive(Clone, Debug)]
pub struct FeltHash(Sha256);

impl FeltHash {
    /// Takes in the canonical text of a felt.
    #[must_use]
    pub fn new(felt: &str) -> Self {
        Self(Sha256::new().chain_update("{\"felt\":").chain_update(felt).chain_update(",\"own\":"))
    }

    /// The hash of the view with these own boxes, given as canonical text.
    #[must_use]
    pub fn with_own(&self, own: &str) -> ViewHash {
        let whole = self.0.clone().chain_update(own).chain_update("}");
        ViewHash(Hex32(whole.finalize().into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical;
    use serde_json::json;

    #[test]
    fn a_hash_in_two_steps_is_the_hash_of_the_whole_text() {
        let (felt, own) = (json!({"seats": {"1": {"taken": true}}}), json!([{"seat": 1, "cards": ["back"]}]));
        let whole = canonical::text(&json!({"own": own, "felt": felt}));
        let shared = FeltHash::new(&canonical::text(&felt));
        let hash = shared.with_own(&canonical::text(&own));
        assert_eq!(hash.0.0, <[u8; 32]>::from(Sha256::digest(&whole)));
        assert_eq!(shared.with_own("[]"), ViewHash::of(&canonical::text(&felt), "[]"));
        assert_ne!(shared.with_own("[]"), hash);
    }
}
