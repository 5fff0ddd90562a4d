//! The aggregate payout limit per hand (I-07).

use crate::money::Cents;

/// What one box may win in a round on the wagers the limit covers, stakes returned not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PayoutLimit {
    /// No limit.
    None,
    /// At most this much.
    Cents(Cents),
}
