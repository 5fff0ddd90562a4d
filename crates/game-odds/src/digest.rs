//! A label for the rows a figure was computed from, so that stored figures are never taken for those of other rules.

use game_core::paytable::{Pay, Row, Segment};
use std::fmt::Write;

/// The label of some rows: a 64-bit FNV-1a hash of their clauses, hands and pays.
#[must_use]
pub(crate) fn of_rows<'a>(rows: impl Iterator<Item = &'a Row>) -> String {
    label(rows.map(|row| (row.clause.to_string(), row.hand.name().to_owned(), row.pay)))
}

/// The label of a wheel's lines.
#[must_use]
pub(crate) fn of_segments<'a>(segments: impl Iterator<Item = &'a Segment>) -> String {
    label(segments.map(|segment| (segment.clause.to_string(), format!("{:?}", segment.symbol), segment.pay)))
}

fn label(lines: impl Iterator<Item = (String, String, Pay)>) -> String {
    let mut text = String::new();
    for (clause, hand, pay) in lines {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{clause} {hand} {}", words(pay));
    }
    format!("fnv1a64:{:016x}", fnv1a(text.as_bytes()))
}

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// What a line pays, as the rules print it.
#[must_use]
pub(crate) fn words(pay: Pay) -> String {
    let odds = |(above, below): (u32, u32)| if below == 1 { above.to_string() } else { format!("{above}/{below}") };
    match pay {
        Pay::ToOne(ratio) => format!("{} to 1", odds(ratio.ratio())),
        Pay::ForOne(ratio) => format!("{} for 1", odds(ratio.ratio())),
        Pay::Flat(amount) => amount.to_string(),
        Pay::MeterPercent { level, percent } => format!("{percent}% of {}", level.name()),
        Pay::PrizePercent(percent) => format!("{percent}% of prize"),
        Pay::Push => "push".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        // The algorithm's own test vectors for the empty text, "a" and "foobar".
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
