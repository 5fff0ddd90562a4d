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
        let at = OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.0.0) * 1_000_000).ok()?;
        let (year, month, day) = at.to_calendar_date();
        let (hour, minute, second, milli) = at.to_hms_milli();
        let month = u8::from(month);
        Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z"))
    }

    /// The moment of a text in any offset; what is finer than a millisecond is cut off. None before 1970.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let at = OffsetDateTime::parse(text, &Rfc3339).ok()?;
        u64::try_from(at.unix_timestamp_nanos().div_euclid(1_000_000)).ok().map(|at| Self(Millis(at)))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.text().ok_or_else(|| ser::Error::custom("a moment past the year 9999"))?;
        serializer.serialize_str(&text)
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
