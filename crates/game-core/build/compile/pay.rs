//! What a row pays, as the data files write it: `8 to 1`, `300 for 1`, `$2,500`, `10% of main`, `100% of prize` or
//! `push`.

use super::names::{self, LEVELS};

/// A row's pay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pay {
    ToOne(u32),
    ForOne(u32),
    Flat(u64),
    Meter { level: &'static str, percent: u8 },
    Prize(u8),
    Push,
}

impl Pay {
    /// Reads the words of a pay.
    pub(crate) fn read(words: &[&str]) -> Result<Self, String> {
        match words {
            [number, "to", "1"] => Ok(Self::ToOne(odds(number)?)),
            [number, "for", "1"] => Ok(Self::ForOne(odds(number)?)),
            [share, "of", "prize"] => Ok(Self::Prize(percent(share)?)),
            [share, "of", level] => Ok(Self::Meter { level: meter(level)?, percent: percent(share)? }),
            ["push"] => Ok(Self::Push),
            [amount] => Ok(Self::Flat(dollars(amount)?)),
            _ => Err(format!(
                "'{}' is not a pay: expected '8 to 1', '9 for 1', '$2,500', '10% of main', '100% of prize' or 'push'",
                words.join(" ")
            )),
        }
    }

    /// The kind of pay, as messages name it.
    pub(crate) const fn kind(self) -> &'static str {
        match self {
            Self::ToOne(_) => "to 1",
            Self::ForOne(_) => "for 1",
            Self::Flat(_) => "a dollar amount",
            Self::Meter { .. } => "a share of a meter",
            Self::Prize(_) => "a share of the prize",
            Self::Push => "push",
        }
    }

    /// A figure that orders the pays of one table: shares of a meter first, then flat amounts, then odds, then push.
    pub(crate) fn height(self) -> (u8, u64, u64) {
        match self {
            Self::Meter { level, percent } => (3, level_height(level), u64::from(percent)),
            Self::Prize(percent) => (3, 0, u64::from(percent)),
            Self::Flat(cents) => (2, 0, cents),
            Self::ToOne(odds) | Self::ForOne(odds) => (1, 0, u64::from(odds)),
            Self::Push => (0, 0, 0),
        }
    }
}

fn level_height(level: &str) -> u64 {
    LEVELS.iter().zip(0..).find(|((name, _), _)| *name == level).map_or(0, |(_, height)| height)
}

/// The name of a meter's level.
pub(crate) fn meter(word: &str) -> Result<&'static str, String> {
    LEVELS
        .iter()
        .map(|(name, _)| *name)
        .find(|name| *name == word)
        .ok_or_else(|| format!("unknown meter '{word}', expected one of {}", names::listed(&LEVELS)))
}

fn odds(word: &str) -> Result<u32, String> {
    word.parse().ok().filter(|odds| *odds > 0).ok_or_else(|| format!("odds of '{word}', expected a number above 0"))
}

fn percent(word: &str) -> Result<u8, String> {
    word.strip_suffix('%')
        .and_then(|number| number.parse().ok())
        .filter(|percent| (1..=100).contains(percent))
        .ok_or_else(|| format!("a share of '{word}', expected 1% to 100%"))
}

/// Whole dollars such as `$2,500`, in cents.
pub(crate) fn dollars(word: &str) -> Result<u64, String> {
    let wrong = || format!("'{word}' is not an amount, expected whole dollars like $2,500");
    let digits = word.strip_prefix('$').ok_or_else(wrong)?;
    let number: u64 = digits.replace(',', "").parse().map_err(|_| wrong())?;
    let cents = number.checked_mul(100).filter(|cents| *cents > 0).ok_or_else(wrong)?;
    if grouped(number) == digits { Ok(cents) } else { Err(wrong()) }
}

fn grouped(number: u64) -> String {
    match number / 1000 {
        0 => number.to_string(),
        thousands => format!("{},{:03}", grouped(thousands), number % 1000),
    }
}
