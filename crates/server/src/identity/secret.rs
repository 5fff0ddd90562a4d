//! A key as its holder has it: 256 bits from the operating system, shown once. Only its hash is kept.

use rand::TryRng;
use rand::rngs::SysRng;
use std::fmt;
use store::keys::KeyDigest;
use wire::hex::Hex32;

/// What every key begins with, so that one that strayed is known for what it is.
const PREFIX: &str = "bz_";

/// The secret of a key.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

/// The operating system gives no randomness.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the operating system gives no randomness")]
pub struct NoSecret;

impl Secret {
    /// A new secret.
    ///
    /// # Errors
    /// When the operating system gives no randomness.
    pub fn generate() -> Result<Self, NoSecret> {
        let mut secret = [0; 32];
        SysRng.try_fill_bytes(&mut secret).map_err(|_| NoSecret)?;
        Ok(Self(secret))
    }

    /// The secret of a text, if it has the form of one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let Hex32(secret) = text.strip_prefix(PREFIX)?.parse().ok()?;
        Some(Self(secret))
    }

    /// The bits themselves, for a key that is derived from them.
    #[must_use]
    pub const fn seed(&self) -> [u8; 32] {
        self.0
    }

    /// What is kept of it. A key is found by its hash, so how long that takes says nothing about the key.
    #[must_use]
    pub fn digest(&self) -> KeyDigest {
        KeyDigest::of(&self.0)
    }

    /// The text its holder gets, to be shown once.
    #[must_use]
    pub fn reveal(&self) -> String {
        format!("{PREFIX}{}", Hex32(self.0))
    }
}

/// Logs never show it.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_survives_its_text_and_stays_out_of_logs() {
        let secret = Secret::generate().unwrap();
        let text = secret.reveal();
        assert_eq!(Secret::parse(&text), Some(secret.clone()));
        assert_eq!(text.len(), 3 + 64);
        assert!(!format!("{secret:?}").contains(&text[3..]));
        assert_ne!(secret.digest(), Secret::generate().unwrap().digest());
    }

    #[test]
    fn other_texts_are_no_secrets() {
        let digits = "0".repeat(64);
        for text in ["", "bz_", &digits, &format!("bz-{digits}"), &format!("bz_{digits}0"), &format!("BZ_{digits}")] {
            assert_eq!(Secret::parse(text), None, "{text}");
        }
    }
}
