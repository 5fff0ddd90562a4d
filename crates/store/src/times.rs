//! The table's clock in milliseconds and the database's timestamps, one into the other.

use game_core::game::Millis;
use time::OffsetDateTime;

/// The timestamp of a time, or none when it is beyond what a timestamp holds.
pub(crate) fn timestamp(at: Millis) -> Option<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(at.0) * 1_000_000).ok()
}

/// The time of a timestamp; before 1970 there was no table.
pub(crate) fn millis(at: OffsetDateTime) -> Millis {
    Millis(u64::try_from(at.unix_timestamp_nanos() / 1_000_000).unwrap_or(0))
}
