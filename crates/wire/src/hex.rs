//! Thirty-two bytes as sixty-four lower-case hexadecimal digits.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;
use utoipa::ToSchema;

/// A hash, a commitment or a salt.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ToSchema)]
#[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
pub struct Hex32(pub [u8; 32]);

/// Text that is not sixty-four lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not sixty-four lower-case hexadecimal digits")]
pub struct NotHex;

const DIGITS: &[u8; 16] = b"0123456789abcdef";

impl Hex32 {
    /// Appends the digits to a text.
    pub fn push_to(&self, text: &mut String) {
        for byte in self.0 {
            text.push(char::from(DIGITS[usize::from(byte >> 4)]));
            text.push(char::from(DIGITS[usize::from(byte & 15)]));
        }
    }
}

impl FromStr for Hex32 {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Self, NotHex> {
        let digits: &[u8; 64] = text.as_bytes().try_into().map_err(|_| NotHex)?;
        let (pairs, _) = digits.as_chunks::<2>();
        let mut bytes = [0; 32];
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            *byte = value(*high)? << 4 | value(*low)?;
        }
        Ok(Self(bytes))
    }
}

const fn value(digit: u8) -> Result<u8, NotHex> {
    match digit {
        b'0'..=b'9' => Ok(digit - b'0'),
        b'a'..=b'f' => Ok(digit - b'a' + 10),
        _ => Err(NotHex),
    }
}

impl fmt::Display for Hex32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(64);
        self.push_to(&mut text);
        f.write_str(&text)
    }
}

impl fmt::Debug for Hex32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Hex32 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex32 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_two_bytes_survive_their_digits() {
        let bytes = Hex32(std::array::from_fn(|place| u8::try_from(place * 8 + 5).unwrap()));
        assert_eq!(bytes.to_string().parse(), Ok(bytes));
    }

    #[test]
    fn other_digits_and_other_lengths_are_refused() {
        let capital = "A".repeat(64);
        for text in ["", "0f", &"0".repeat(63), &"0".repeat(65), &capital, &"ä".repeat(32)] {
            assert_eq!(text.parse::<Hex32>(), Err(NotHex), "{text}");
        }
    }
}
