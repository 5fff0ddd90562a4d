//! Moments as people write them: RFC 3339 in UTC, to the millisecond.

use game_core::game::Millis;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use utoipa::ToSchema;

/// A moment, such as `2026-03-04T05:06:07.089Z`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, ToSchema)]
#[schema(value_type = String, format = DateTime, example = "2026-03-04T05:06:07.089Z")]
pub struct Timestamp(pub Millis);

impl From<Millis> for Timestamp {
    fn from(at: Millis) -> Self {
        Self(at)
    }
}

impl From<Timestamp> for Millis {
    fn from(at: Timestamp) -> Self {
        at.0
    }
}

impl Timestamp {
    /// The moment as text, or none past the year 9999.
    #[must_use]
    pub fn text(self) -> Option<String> {
        self.characters().and_then(|text| String::from_utf8(text.into()).ok())
    }

    /// The text's characters, which always have the same places.
    fn characters(self) -> Option<[u8; 24]> {
        let at = OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.0.0) * 1_000_000).ok()?;
        let (year, month, day) = at.to_calendar_date();
        let (hour, minute, second, milli) = at.to_hms_milli();
        let mut text = *b"0000-00-00T00:00:00.000Z";
        put(&mut text[..4], u16::try_from(year).ok()?);
        put(&mut text[5..7], u8::from(month).into());
        put(&mut text[8..10], day.into());
        put(&mut text[11..13], hour.into());
        put(&mut text[14..16], minute.into());
        put(&mut text[17..19], second.into());
        put(&mut text[20..23], milli);
        Some(text)
    }

    /// The moment of a text in any offset; what is finer than a millisecond is cut off. None before 1970.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let at = OffsetDateTime::parse(text, &Rfc3339).ok()?;
        u64::try_from(at.unix_timestamp_nanos().div_euclid(1_000_000)).ok().map(|at| Self(Millis(at)))
    }
}

/// Fills a place with a number's last digits.
fn put(place: &mut [u8], mut number: u16) {
    for digit in place.iter_mut().rev() {
        *digit += (number % 10).to_le_bytes()[0];
        number /= 10;
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.characters().ok_or_else(|| ser::Error::custom("a moment past the year 9999"))?;
        serializer.serialize_str(std::str::from_utf8(&text).map_err(ser::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| de::Error::custom("not a moment in RFC 3339 since 1970"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_survives_its_text() {
        for at in [0, 1, 999, 1_000, 951_782_399_999, 951_782_400_000, 1_772_600_767_089, 253_402_300_799_999] {
            let moment = Timestamp(Millis(at));
            assert_eq!(Timestamp::parse(&moment.text().unwrap()), Some(moment));
        }
        assert_eq!(Timestamp(Millis(1_772_600_767_089)).text().unwrap(), "2026-03-04T05:06:07.089Z");
        assert_eq!(Timestamp(Millis(u64::MAX)).text(), None);
    }

    #[test]
    fn another_offset_is_the_same_moment_and_no_moment_is_refused() {
        let here = Timestamp::parse("2026-03-04T00:06:07.0899-05:00");
        assert_eq!(here, Timestamp::parse("2026-03-04T05:06:07.089Z"));
        for text in ["", "2026-03-04", "2026-03-04 05:06", "1969-12-31T23:59:59.999Z", "1772600767089"] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
    }
}
