//! Shared secrets of one-time codes as they are kept: sealed, so that whoever reads the database reads none of them.
//!
//! The keys come from a file, a key in hexadecimal on each line. The first seals; all of them open, so that a new key is put on
//! top and the old one is taken out when every secret was used, and so sealed anew, since.

use game_core::game::StaffId;
use rand::TryRng;
use rand::rngs::SysRng;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};
use sha2::{Digest, Sha256};
use std::fmt;
use std::path::Path;

/// How a sealed secret begins.
const VERSION: u8 = 1;

/// Bytes of the name by which a secret says which key sealed it.
const NAME: usize = 4;

/// Bytes that are used once.
const NONCE: usize = 12;

/// Bytes of a key.
const KEY: usize = 32;

/// Bytes of a secret from before there were keys.
const BARE: usize = 20;

/// The keys. Empty, nothing can be sealed.
#[derive(Clone, Default)]
pub struct Sealing(Vec<([u8; NAME], [u8; KEY])>);

impl fmt::Debug for Sealing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sealing({} keys)", self.0.len())
    }
}

/// Why a secret cannot be sealed or opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SealingError {
    /// There is no key, or none of those that are there sealed it.
    #[error("there is no key for it")]
    NoKey,
    /// It was altered, or is somebody else's.
    #[error("it is not what was sealed")]
    Altered,
    /// The operating system gives no randomness.
    #[error("the operating system gives no randomness")]
    NoRandomness,
}

impl Sealing {
    /// Reads the keys of a file.
    ///
    /// # Errors
    /// What is wrong with it, in words that show nothing of it.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let keys = lines.enumerate().map(|(number, line)| {
            let key: wire::hex::Hex32 =
                line.parse().map_err(|_| format!("key {} is not {} hexadecimal digits", number + 1, KEY * 2))?;
            Ok(key.0)
        });
        let keys = keys.collect::<Result<Vec<_>, String>>()?;
        if keys.is_empty() { Err("there is no key in it".to_owned()) } else { Ok(Self::new(&keys)) }
    }

    /// These keys, the first of which seals.
    #[must_use]
    pub fn new(keys: &[[u8; KEY]]) -> Self {
        let named = |key: &[u8; KEY]| {
            let mut name = [0; NAME];
            name.copy_from_slice(&Sha256::digest(key)[..NAME]);
            (name, *key)
        };
        Self(keys.iter().map(named).collect())
    }

    /// Seals a secret for its owner.
    ///
    /// # Errors
    /// When there is no key, or no randomness.
    pub(crate) fn seal(&self, owner: StaffId, secret: &[u8]) -> Result<Vec<u8>, SealingError> {
        let (name, key) = self.0.first().ok_or(SealingError::NoKey)?;
        let mut nonce = [0; NONCE];
        SysRng.try_fill_bytes(&mut nonce).map_err(|_| SealingError::NoRandomness)?;
        let mut text = secret.to_vec();
        let sealed = cipher(key)?.seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::from(owner.0.to_be_bytes()),
            &mut text,
        );
        sealed.map_err(|_| SealingError::Altered)?;
        Ok([&[VERSION][..], name, &nonce, &text].concat())
    }

    /// Opens what is kept for its owner.
    ///
    /// # Errors
    /// When no key opens it, or it is not what was sealed.
    pub(crate) fn open(&self, owner: StaffId, kept: &[u8]) -> Result<Vec<u8>, SealingError> {
        if kept.len() == BARE {
            return Ok(kept.to_vec());
        }
        let Some((&VERSION, rest)) = kept.split_first() else { return Err(SealingError::Altered) };
        let (name, rest) = rest.split_at_checked(NAME).ok_or(SealingError::Altered)?;
        let (nonce, text) = rest.split_at_checked(NONCE).ok_or(SealingError::Altered)?;
        let (_, key) = self.0.iter().find(|(known, _)| known == name).ok_or(SealingError::NoKey)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| SealingError::Altered)?;
        let mut text = text.to_vec();
        let opened = cipher(key)?.open_in_place(nonce, Aad::from(owner.0.to_be_bytes()), &mut text);
        opened.map(|secret| secret.to_vec()).map_err(|_| SealingError::Altered)
    }

    /// Whether what is kept should be sealed anew: it is bare, or another key than the first sealed it.
    pub(crate) fn is_stale(&self, kept: &[u8]) -> bool {
        self.0.first().is_some_and(|(name, _)| kept.get(1..=NAME) != Some(&name[..]) || kept.len() == BARE)
    }
}

fn cipher(key: &[u8; KEY]) -> Result<LessSafeKey, SealingError> {
    Ok(LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, key).map_err(|_| SealingError::NoKey)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8; BARE] = b"twenty bytes as ever";

    #[test]
    fn what_is_sealed_opens_for_its_owner_and_for_nobody_else() {
        let sealing = Sealing::new(&[[7; KEY]]);
        let kept = sealing.seal(StaffId(3), SECRET).unwrap();
        assert_eq!(sealing.open(StaffId(3), &kept), Ok(SECRET.to_vec()));
        assert_eq!(sealing.open(StaffId(4), &kept), Err(SealingError::Altered));
        assert!(!kept.windows(4).any(|part| SECRET.windows(4).any(|of| of == part)), "nothing of it shows");
        assert_ne!(sealing.seal(StaffId(3), SECRET).unwrap(), kept, "never twice the same");
        for place in 0..kept.len() {
            let mut altered = kept.clone();
            altered[place] ^= 1;
            assert!(sealing.open(StaffId(3), &altered).is_err(), "byte {place}");
            assert!(sealing.open(StaffId(3), &kept[..place]).is_err() || place == BARE, "cut at {place}");
        }
    }

    #[test]
    fn a_new_key_seals_and_the_old_one_opens_until_it_is_taken_out() {
        let (old, both, new) =
            (Sealing::new(&[[1; KEY]]), Sealing::new(&[[2; KEY], [1; KEY]]), Sealing::new(&[[2; KEY]]));
        let kept = old.seal(StaffId(3), SECRET).unwrap();
        assert!(!old.is_stale(&kept) && both.is_stale(&kept) && both.is_stale(SECRET));
        assert_eq!(both.open(StaffId(3), &kept), Ok(SECRET.to_vec()));
        assert_eq!(new.open(StaffId(3), &kept), Err(SealingError::NoKey));
        let again = both.seal(StaffId(3), SECRET).unwrap();
        assert!(!both.is_stale(&again));
        assert_eq!(new.open(StaffId(3), &again), Ok(SECRET.to_vec()));
        assert_eq!(Sealing::default().seal(StaffId(3), SECRET), Err(SealingError::NoKey));
    }
}
