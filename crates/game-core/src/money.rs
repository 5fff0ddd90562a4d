//! Money as integers with checked arithmetic only: whole cents where a person pays or is paid, micro-cents on meters and in the books.

use serde::{Deserialize, Serialize};
use std::fmt;

/// An amount that does not fit the integers money is kept in. Limits keep real stakes far below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overflow;

impl fmt::Display for Overflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("amount too large")
    }
}

impl std::error::Error for Overflow {}

/// Whole US cents, signed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Cents(i64);

impl Cents {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// The most any single wager may be, whatever a submission says: one million dollars.
    pub const WAGER_MAX: Self = Self(100_000_000);

    /// The most that is bought in at once: one million dollars.
    pub const BUY_IN_MAX: Self = Self(100_000_000);

    /// The most a player-dealer may put up or a meter may hold: one billion dollars.
    pub const BANK_MAX: Self = Self(100_000_000_000);

    /// This many cents.
    #[must_use]
    pub const fn new(cents: i64) -> Self {
        Self(cents)
    }

    /// The number of cents.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }

    /// The sum.
    ///
    /// # Errors
    /// When the sum does not fit.
    pub const fn plus(self, other: Self) -> Result<Self, Overflow> {
        match self.0.checked_add(other.0) {
            Some(sum) => Ok(Self(sum)),
            None => Err(Overflow),
        }
    }

    /// The difference.
    ///
    /// # Errors
    /// When the difference does not fit.
    pub const fn minus(self, other: Self) -> Result<Self, Overflow> {
        match self.0.checked_sub(other.0) {
            Some(difference) => Ok(Self(difference)),
            None => Err(Overflow),
        }
    }

    /// This many times the amount.
    ///
    /// # Errors
    /// When the product does not fit.
    pub const fn times(self, factor: i64) -> Result<Self, Overflow> {
        match self.0.checked_mul(factor) {
            Some(product) => Ok(Self(product)),
            None => Err(Overflow),
        }
    }

    /// Each of so many equal shares, rounded down.
    #[must_use]
    pub(crate) fn shared_by(self, count: usize) -> Self {
        Self(i64::try_from(count).map_or(0, |count| self.0.checked_div(count).unwrap_or(0)))
    }

    /// The sum of many amounts.
    ///
    /// # Errors
    /// When a partial sum does not fit.
    pub fn sum(amounts: impl IntoIterator<Item = Self>) -> Result<Self, Overflow> {
        amounts.into_iter().try_fold(Self::ZERO, Self::plus)
    }

    /// The same amount in micro-cents.
    ///
    /// # Errors
    /// When the amount does not fit.
    pub const fn to_micro(self) -> Result<MicroCents, Overflow> {
        match self.0.checked_mul(MicroCents::PER_CENT) {
            Some(micro) => Ok(MicroCents(micro)),
            None => Err(Overflow),
        }
    }
}

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let cents = self.0.unsigned_abs();
        let (dollars, cents) = (grouped(cents / 100), cents % 100);
        if cents == 0 { write!(f, "{sign}${dollars}") } else { write!(f, "{sign}${dollars}.{cents:02}") }
    }
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Millionths of a cent, signed: what meters hold and what the books are kept in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct MicroCents(i64);

impl MicroCents {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// Micro-cents in a cent.
    pub const PER_CENT: i64 = 1_000_000;

    /// This many micro-cents.
    #[must_use]
    pub const fn new(micro: i64) -> Self {
        Self(micro)
    }

    /// Whether it is nothing: what is nothing is left out of documents.
    #[must_use]
    pub const fn is_zero(&self) -> bool {
        self.0 == 0
    }

    /// The number of micro-cents.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }

    /// The sum.
    ///
    /// # Errors
    /// When the sum does not fit.
    pub const fn plus(self, other: Self) -> Result<Self, Overflow> {
        match self.0.checked_add(other.0) {
            Some(sum) => Ok(Self(sum)),
            None => Err(Overflow),
        }
    }

    /// The difference.
    ///
    /// # Errors
    /// When the difference does not fit.
    pub const fn minus(self, other: Self) -> Result<Self, Overflow> {
        match self.0.checked_sub(other.0) {
            Some(difference) => Ok(Self(difference)),
            None => Err(Overflow),
        }
    }

    /// The same amount with the other sign.
    ///
    /// # Errors
    /// When it does not fit.
    pub const fn negated(self) -> Result<Self, Overflow> {
        match self.0.checked_neg() {
            Some(negated) => Ok(Self(negated)),
            None => Err(Overflow),
        }
    }

    /// The whole cents in the amount, rounded down (I-02): the fraction stays where it is.
    #[must_use]
    pub const fn whole_cents(self) -> Cents {
        Cents(self.0.div_euclid(Self::PER_CENT))
    }

    /// So many percent of the amount in whole cents, rounded down (I-02).
    #[must_use]
    pub fn percent_in_whole_cents(self, percent: u8) -> Cents {
        let micro = i128::from(self.0) * i128::from(percent) / 100;
        // At most 255 % of an i64 of micro-cents, so the cents fit an i64 many times over.
        Cents(i64::try_from(micro.div_euclid(i128::from(Self::PER_CENT))).unwrap_or(i64::MAX))
    }
}

/// "So many to one", as a ratio of integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Odds {
    numerator: u32,
    denominator: u32,
}

impl Odds {
    /// So many to one.
    #[must_use]
    pub const fn whole(numerator: u32) -> Self {
        Self { numerator, denominator: 1 }
    }

    /// The ratio's two numbers.
    #[must_use]
    pub const fn ratio(self) -> (u32, u32) {
        (self.numerator, self.denominator)
    }

    /// The stake times the ratio, in whole cents rounded down.
    ///
    /// # Errors
    /// When the product does not fit.
    pub const fn of(self, stake: Cents) -> Result<Cents, Overflow> {
        match stake.times(self.numerator as i64) {
            Ok(product) => Ok(Cents(product.0 / self.denominator as i64)),
            Err(overflow) => Err(overflow),
        }
    }
}

/// A rate of progression in parts per million of the stake.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ppm(u32);

impl Ppm {
    /// The whole stake.
    pub const WHOLE: Self = Self(1_000_000);

    /// So many parts per million.
    #[must_use]
    pub const fn new(parts: u32) -> Self {
        Self(parts)
    }

    /// The number of parts.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// The share of a stake, exact: a millionth of a cent is the unit of meters.
    ///
    /// # Errors
    /// When the share does not fit.
    pub const fn of(self, stake: Cents) -> Result<MicroCents, Overflow> {
        match stake.times(self.0 as i64) {
            Ok(Cents(micro)) => Ok(MicroCents(micro)),
            Err(overflow) => Err(overflow),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_percent_of_a_meter_is_paid_in_whole_cents_and_the_fraction_stays() {
        // I-02: 10 percent of $1,234.5678 pays $123.45 and leaves $1,111.1178.
        let meter = MicroCents::new(123_456_780_000);
        let paid = meter.percent_in_whole_cents(10);
        assert_eq!(paid, Cents::new(12_345));
        assert_eq!(meter.minus(paid.to_micro().unwrap()), Ok(MicroCents::new(111_111_780_000)));
    }

    #[test]
    fn arithmetic_refuses_what_does_not_fit() {
        assert_eq!(Cents::new(i64::MAX).plus(Cents::new(1)), Err(Overflow));
        assert_eq!(Cents::new(i64::MIN).minus(Cents::new(1)), Err(Overflow));
        assert_eq!(Cents::new(i64::MAX).times(2), Err(Overflow));
        assert_eq!(Cents::new(i64::MAX).to_micro(), Err(Overflow));
        assert_eq!(Odds::whole(1000).of(Cents::new(i64::MAX / 2)), Err(Overflow));
    }

    #[test]
    fn money_reads_like_money() {
        for (cents, text) in [(0, "$0"), (5, "$0.05"), (123_456_789, "$1,234,567.89"), (-50_000, "-$500")] {
            assert_eq!(Cents::new(cents).to_string(), text);
        }
    }

    #[test]
    fn a_rate_is_exact_to_the_micro_cent() {
        assert_eq!(Ppm::new(123_457).of(Cents::new(100)), Ok(MicroCents::new(12_345_700)));
    }
}
