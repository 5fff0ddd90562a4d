//! Exact ratios of integers, and their decimals by long division.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, Sub};

/// How many significant digits a decimal shows.
const DIGITS: u32 = 15;

/// A ratio of integers in lowest terms.
///
/// The enumerations count at most 10^11 deals and pay at most 10^8 stakes, and what an operator submits is bounded by
/// its own checks, so products of two ratios stay far inside 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ratio {
    numerator: i128,
    denominator: i128,
}

impl Ratio {
    /// Nothing.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };

    /// One.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// The ratio of two integers; of nothing to nothing, zero.
    #[must_use]
    pub const fn new(numerator: i128, denominator: i128) -> Self {
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()).cast_signed();
        if divisor == 0 || denominator == 0 {
            return Self::ZERO;
        }
        let sign = denominator.signum();
        Self { numerator: sign * numerator / divisor, denominator: sign * denominator / divisor }
    }

    /// A whole number.
    #[must_use]
    pub const fn whole(number: i128) -> Self {
        Self { numerator: number, denominator: 1 }
    }

    /// The upper number, which carries the sign.
    #[must_use]
    pub const fn numerator(self) -> i128 {
        self.numerator
    }

    /// The lower number, above zero.
    #[must_use]
    pub const fn denominator(self) -> i128 {
        self.denominator
    }

    /// Whether the ratio is below zero.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.numerator < 0
    }

    /// The ratio times itself.
    #[must_use]
    pub fn squared(self) -> Self {
        self * self
    }

    /// The same amount with the other sign.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { numerator: -self.numerator, denominator: self.denominator }
    }

    /// The decimal to fifteen significant digits, the last one rounded.
    #[must_use]
    pub fn decimal(self) -> String {
        let (whole, rest) = self.split();
        let places = if whole > 0 { DIGITS.saturating_sub(length(whole)) } else { DIGITS + self.leading_zeros(rest) };
        self.rounded(places)
    }

    /// The decimal to so many places, the last one rounded, without trailing zeros.
    #[must_use]
    pub fn rounded(self, places: u32) -> String {
        trimmed(&self.fixed(places))
    }

    /// The decimal to exactly so many places, the last one rounded.
    #[must_use]
    pub fn fixed(self, places: u32) -> String {
        let (scaled, rest) = self.scaled(places);
        let nearest = if rest * 2 >= self.denominator.unsigned_abs() { scaled + 1 } else { scaled };
        let sign = if self.numerator < 0 && nearest != 0 { "-" } else { "" };
        format!("{sign}{}", pointed(nearest, places))
    }

    /// The decimal of the square root, by the integer square root; zero for a ratio below zero.
    #[must_use]
    pub fn root_decimal(self) -> String {
        if self.numerator <= 0 {
            return "0".to_owned();
        }
        let (whole, _) = self.split();
        let places = DIGITS - if whole > 0 { length(whole.isqrt()) } else { 0 };
        let (scaled, _) = self.scaled(2 * places);
        let root = scaled.isqrt();
        // Half a unit above the root squares to root² + root + ¼, so an integer beyond root² + root rounds up.
        let nearest = if scaled - root * root > root { root + 1 } else { root };
        trimmed(&pointed(nearest, places))
    }

    /// The whole part of the magnitude, and what is left of the numerator.
    const fn split(self) -> (u128, u128) {
        let (magnitude, denominator) = (self.numerator.unsigned_abs(), self.denominator.unsigned_abs());
        (magnitude / denominator, magnitude % denominator)
    }

    /// The magnitude times a power of ten, rounded down, and what is left over.
    fn scaled(self, places: u32) -> (u128, u128) {
        let denominator = self.denominator.unsigned_abs();
        (0..places).fold(self.split(), |(digits, rest), _| {
            let rest = rest * 10;
            (digits * 10 + rest / denominator, rest % denominator)
        })
    }

    /// The zeros between the point and the first digit of a fraction below one.
    const fn leading_zeros(self, mut rest: u128) -> u32 {
        let mut zeros = 0;
        while rest > 0 && rest * 10 < self.denominator.unsigned_abs() {
            rest *= 10;
            zeros += 1;
        }
        zeros
    }
}

const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

const fn length(number: u128) -> u32 {
    match number.checked_ilog10() {
        Some(log) => log + 1,
        None => 1,
    }
}

/// Digits with a point so many places from the right.
fn pointed(digits: u128, places: u32) -> String {
    if places == 0 {
        return digits.to_string();
    }
    let power = 10u128.pow(places);
    format!("{}.{:0width$}", digits / power, digits % power, width = places as usize)
}

fn trimmed(decimal: &str) -> String {
    if decimal.contains('.') {
        decimal.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        decimal.to_owned()
    }
}

impl Add for Ratio {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let shared = gcd(self.denominator.unsigned_abs(), other.denominator.unsigned_abs()).cast_signed();
        let (left, right) = (other.denominator / shared, self.denominator / shared);
        Self::new(self.numerator * left + other.numerator * right, self.denominator * left)
    }
}

impl Sub for Ratio {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.add(other.negated())
    }
}

impl Mul for Ratio {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        // Cancelling crosswise first keeps the products small.
        let (a, b) = (Self::new(self.numerator, other.denominator), Self::new(other.numerator, self.denominator));
        Self::new(a.numerator * b.numerator, a.denominator * b.denominator)
    }
}

impl Div for Ratio {
    type Output = Self;

    /// The quotient; by zero, zero.
    fn div(self, other: Self) -> Self {
        self.mul(Self::new(other.denominator, other.numerator))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (*self - *other).numerator.cmp(&0)
    }
}

impl std::iter::Sum for Ratio {
    fn sum<I: Iterator<Item = Self>>(ratios: I) -> Self {
        ratios.fold(Self::ZERO, |sum, ratio| sum + ratio)
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_follow_long_division() {
        let cases = [
            ((1, 3), "0.333333333333333"),
            ((2, 3), "0.666666666666667"),
            ((-1, 8), "-0.125"),
            ((1, 17), "0.0588235294117647"),
            ((22, 7), "3.14285714285714"),
            ((19, 6_497_400), "0.00000292424662172561"),
            ((12, 4), "3"),
            ((0, 5), "0"),
        ];
        for ((numerator, denominator), decimal) in cases {
            assert_eq!(Ratio::new(numerator, denominator).decimal(), decimal);
        }
    }

    #[test]
    fn arithmetic_stays_in_lowest_terms() {
        let (half, third) = (Ratio::new(1, 2), Ratio::new(-2, -6));
        assert_eq!((half + third).to_string(), "5/6");
        assert_eq!((third - half).to_string(), "-1/6");
        assert_eq!((half * third).to_string(), "1/6");
        assert_eq!((half / third).to_string(), "3/2");
        assert!(third < half);
    }

    #[test]
    fn roots_round_to_the_nearest_digit() {
        // √2 = 1.414213562373095…, √(1/2) = 0.70710678118654752…, √1764 = 42.
        assert_eq!(Ratio::whole(2).root_decimal(), "1.4142135623731");
        assert_eq!(Ratio::new(1, 2).root_decimal(), "0.707106781186548");
        assert_eq!(Ratio::whole(1764).root_decimal(), "42");
    }
}
