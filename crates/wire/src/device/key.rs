//! Keys and signatures: Ed25519 (RFC 8032), public keys as 64 and signatures as 128 lower-case hexadecimal digits.

use crate::hex::Hex32;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;
use utoipa::ToSchema;

/// A public key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
pub struct PublicKey(pub Hex32);

/// A signature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ToSchema)]
#[schema(value_type = String, pattern = "^[0-9a-f]{128}$")]
pub struct Signature(pub [u8; 64]);

/// The signature is not the key's over these bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the signature is not the key's over these bytes")]
pub struct Forged;

impl PublicKey {
    /// Whether the signature is this key's over these bytes.
    ///
    /// # Errors
    /// When it is not.
    pub fn verify(&self, bytes: &[u8], signature: &Signature) -> Result<(), Forged> {
        UnparsedPublicKey::new(&ED25519, &self.0.0).verify(bytes, &signature.0).map_err(|_| Forged)
    }
}

/// A private key: the device's own, or the server's.
pub struct DeviceKey {
    pair: Ed25519KeyPair,
    public: PublicKey,
}

impl DeviceKey {
    /// The key of a seed of thirty-two random bytes; none where the bytes make no key.
    #[must_use]
    pub fn from_seed(seed: &[u8; 32]) -> Option<Self> {
        let pair = Ed25519KeyPair::from_seed_unchecked(seed).ok()?;
        let public = PublicKey(Hex32(pair.public_key().as_ref().try_into().ok()?));
        Some(Self { pair, public })
    }

    /// The public half.
    #[must_use]
    pub const fn public(&self) -> PublicKey {
        self.public
    }

    /// Signs; the same bytes always get the same signature.
    #[must_use]
    pub fn sign(&self, bytes: &[u8]) -> Signature {
        let mut signature = [0; 64];
        signature.iter_mut().zip(self.pair.sign(bytes).as_ref()).for_each(|(to, from)| *to = *from);
        Signature(signature)
    }
}

/// What is secret is in no log.
impl fmt::Debug for DeviceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DeviceKey").field(&self.public).finish()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (halves, _) = self.0.as_chunks::<32>();
        halves.iter().try_for_each(|half| Hex32(*half).fmt(f))
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Signature {
    type Err = crate::hex::NotHex;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (first, second) = text.split_at_checked(64).ok_or(crate::hex::NotHex)?;
        let halves = [first.parse::<Hex32>()?, second.parse::<Hex32>()?];
        let mut bytes = [0; 64];
        bytes.iter_mut().zip(halves.iter().flat_map(|half| half.0)).for_each(|(to, from)| *to = from);
        Ok(Self(bytes))
    }
}

impl Serialize for Signature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Signature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(|_| de::Error::custom("not 128 lower-case hexadecimal digits"))
    }
}
