//! Which winnings a tax form is due for, and of which tax is withheld (R50). The thresholds are dated: a win is judged by
//! those in force when it was hit.

use crate::game::Millis;
use crate::money::Cents;
use serde::{Deserialize, Serialize};

/// What is due for a win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Flags {
    /// A form.
    pub form: bool,
    /// Tax is withheld.
    pub withholding: bool,
}

/// The rules an operator follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rules {
    /// The thresholds, each from its date until the next, oldest first.
    pub thresholds: Vec<Threshold>,
    /// Whether winnings are counted less the wager.
    pub reduced_by_wager: bool,
}

/// What is in force from a date on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Threshold {
    /// From when.
    pub from: Millis,
    /// A form is due from this win on.
    pub form_from: Cents,
    /// Tax is withheld above this win.
    pub withheld_above: Cents,
    /// Both only from so many times the wager on.
    pub times_wager: i64,
}

/// The start of 2026 in the east of the United States, where every approved table stands.
const YEAR_2026: Millis = Millis(1_767_243_600_000);

impl Default for Rules {
    fn default() -> Self {
        let until_2026 = Threshold {
            from: Millis(0),
            form_from: Cents::new(60_000),
            withheld_above: Cents::new(500_000),
            times_wager: 300,
        };
        let since_2026 = Threshold { from: YEAR_2026, form_from: Cents::new(200_000), ..until_2026 };
        Self { thresholds: vec![until_2026, since_2026], reduced_by_wager: true }
    }
}

impl Rules {
    /// What is due for winnings on a wager at a moment.
    #[must_use]
    pub fn flags(&self, won: Cents, wager: Cents, at: Millis) -> Flags {
        let in_force = self.thresholds.iter().rev().find(|threshold| threshold.from <= at);
        let Some(threshold) = in_force else { return Flags::default() };
        let counted = if self.reduced_by_wager { won.minus(wager).unwrap_or(won) } else { won };
        // A multiple that cannot be counted is larger than any win.
        let often = wager.times(threshold.times_wager).is_ok_and(|least| counted >= least);
        Flags {
            form: often && counted >= threshold.form_from,
            withholding: often && counted > threshold.withheld_above,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: Millis = Millis(YEAR_2026.0 - 1);

    fn flags(reduced: bool, won: i64, wager: i64, at: Millis) -> (bool, bool) {
        let rules = Rules { reduced_by_wager: reduced, ..Rules::default() };
        let flags = rules.flags(Cents::new(won), Cents::new(wager), at);
        (flags.form, flags.withholding)
    }

    #[test]
    fn r50_at_the_boundaries() {
        // 300 for 1 at $5 is 300 times the wager, or 299 less the wager.
        assert_eq!(flags(false, 150_000, 500, BEFORE), (true, false));
        assert_eq!(flags(true, 150_000, 500, BEFORE), (false, false));
        assert_eq!(flags(true, 150_500, 500, BEFORE), (true, false));
        // $2,000 on $1.
        assert_eq!(flags(false, 200_000, 100, YEAR_2026), (true, false));
        assert_eq!(flags(true, 200_000, 100, YEAR_2026), (false, false));
        assert_eq!(flags(true, 200_100, 100, YEAR_2026), (true, false));
        // Envy of $1,000 on $1, before and after the first of January 2026.
        assert_eq!(flags(true, 100_000, 100, BEFORE), (true, false));
        assert_eq!(flags(true, 100_000, 100, YEAR_2026), (false, false));
        // $600 on $1.
        assert_eq!(flags(false, 60_000, 100, BEFORE), (true, false));
        assert_eq!(flags(false, 59_999, 100, BEFORE), (false, false));
        // Withheld above $5,000, not at it, and only at the ratio.
        assert_eq!(flags(true, 500_100, 100, YEAR_2026), (true, false));
        assert_eq!(flags(true, 500_101, 100, YEAR_2026), (true, true));
        assert_eq!(flags(true, 5_000_000, 100_000, YEAR_2026), (false, false));
    }

    #[test]
    fn before_the_first_threshold_and_beyond_all_counting_nothing_is_due() {
        let none = Rules { thresholds: Vec::new(), reduced_by_wager: false };
        assert_eq!(none.flags(Cents::new(i64::MAX), Cents::new(1), YEAR_2026), Flags::default());
        assert_eq!(flags(false, i64::MAX, i64::MAX, YEAR_2026), (false, false));
    }
}
