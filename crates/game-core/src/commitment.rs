//! A commitment to the order of a deck: published before betting closes, opened after the round.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// The digest a virtual shoe publishes. It says nothing of the cards; whoever is shown the order later can check it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(value_type = String, pattern = "^[0-9a-f]{64}$"))]
pub struct Commitment(pub [u8; 32]);

/// A text that is not 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotACommitment;

impl fmt::Display for NotACommitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a commitment is 64 lower-case hexadecimal digits")
    }
}

impl std::error::Error for NotACommitment {}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Commitment {
    type Err = NotACommitment;

    fn from_str(text: &str) -> Result<Self, NotACommitment> {
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        let mut bytes = [0; 32];
        if pairs.len() != bytes.len() || !rest.is_empty() {
            return Err(NotACommitment);
        }
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            *byte = digit(*high)? << 4 | digit(*low)?;
        }
        Ok(Self(bytes))
    }
}

const fn digit(letter: u8) -> Result<u8, NotACommitment> {
    match letter {
        b'0'..=b'9' => Ok(letter - b'0'),
        b'a'..=b'f' => Ok(letter - b'a' + 10),
        _ => Err(NotACommitment),
    }
}

impl Serialize for Commitment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Commitment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_written_as_64_lower_case_digits_and_read_no_other_way() {
        let mut bytes = [0xa5; 32];
        (bytes[0], bytes[31]) = (0x01, 0xff);
        let text = serde_json::to_string(&Commitment(bytes)).unwrap();
        assert_eq!(text, format!("\"01{}ff\"", "a5".repeat(30)));
        assert_eq!(serde_json::from_str::<Commitment>(&text).unwrap(), Commitment(bytes));
        let long = "0".repeat(66);
        for text in ["", "0", &long[..63], &long[..65], &long, &"A".repeat(64), &"g".repeat(64), &"é".repeat(32)] {
            assert_eq!(text.parse::<Commitment>(), Err(NotACommitment), "{text}");
        }
    }
}
