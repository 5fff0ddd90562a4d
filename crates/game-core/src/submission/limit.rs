//! The payout limit per hand, worked out from the table's least bets (I-07).

use crate::money::{Cents, Overflow};
use crate::rules::{AntePayout, PayoutLimit};

/// The limit the rules print.
const PRINTED: Cents = Cents::new(5_000_000);

/// Even money, mini royal twice and royal flush twice: one unit on 2 Card, two each on 3 Card and 5 Card.
const STUD_BEST_UNITS: i64 = 1_101;

/// Win'em All's odds.
const WIN_EM_ALL_UNITS: i64 = 12;

/// Royal flush one way on ante, bet and Middle, straight flush the other way on ante and bet.
const CRISS_CROSS_BEST_UNITS: i64 = 1_700;

/// The same with both antes at even money.
const CRISS_CROSS_BEST_UNITS_EVEN_ANTES: i64 = 1_102;

/// 2-3-5 Stud's limit at these least stakes; the second is zero where Win'em All is not offered.
pub(super) fn stud(least: Cents, win_em_all_least: Cents) -> Result<PayoutLimit, Overflow> {
    let best = least.times(STUD_BEST_UNITS)?.plus(win_em_all_least.times(WIN_EM_ALL_UNITS)?)?;
    Ok(PayoutLimit::Cents(best.max(PRINTED)))
}

/// Criss Cross' limit at this least ante.
pub(super) fn criss_cross(least: Cents, ante_payout: AntePayout) -> Result<PayoutLimit, Overflow> {
    let units = match ante_payout {
        AntePayout::Paytable => CRISS_CROSS_BEST_UNITS,
        AntePayout::EvenMoney => CRISS_CROSS_BEST_UNITS_EVEN_ANTES,
    };
    Ok(PayoutLimit::Cents(least.times(units)?.max(PRINTED)))
}
