//! Five-card hands by number, so that whole distributions fit an array, and what a paytable pays on each.

use game_core::card::Rank;
use game_core::hand::FiveCard;
use game_core::paytable::{Pay, Paytable, Row};

/// How many five-card categories there are: the thirteen pairs count apart.
pub(crate) const CATEGORIES: usize = 22;

/// How many deals ended in each category.
pub(crate) type Histogram = [u64; CATEGORIES];

/// Every category in rising order, each at its own number.
pub(crate) const fn categories() -> [FiveCard; CATEGORIES] {
    let mut all = [FiveCard::HighCard; CATEGORIES];
    let mut rank = 0;
    while rank < Rank::ALL.len() {
        all[rank + 1] = FiveCard::Pair(Rank::ALL[rank]);
        rank += 1;
    }
    all[14] = FiveCard::TwoPair;
    all[15] = FiveCard::ThreeOfAKind;
    all[16] = FiveCard::Straight;
    all[17] = FiveCard::Flush;
    all[18] = FiveCard::FullHouse;
    all[19] = FiveCard::FourOfAKind;
    all[20] = FiveCard::StraightFlush;
    all[21] = FiveCard::RoyalFlush;
    all
}

/// A category's number.
#[inline]
pub(crate) const fn number(hand: FiveCard) -> usize {
    match hand {
        FiveCard::HighCard => 0,
        FiveCard::Pair(rank) => rank as usize + 1,
        FiveCard::TwoPair => 14,
        FiveCard::ThreeOfAKind => 15,
        FiveCard::Straight => 16,
        FiveCard::Flush => 17,
        FiveCard::FullHouse => 18,
        FiveCard::FourOfAKind => 19,
        FiveCard::StraightFlush => 20,
        FiveCard::RoyalFlush => 21,
    }
}

/// What a stake of one wins or loses by the row its hand matched, on wagers that stay on the layout: no row loses it.
pub(crate) fn net(row: Option<&Row>) -> i64 {
    match row.map(|row| row.pay) {
        None => -1,
        Some(Pay::ToOne(odds)) => whole(odds.ratio()),
        Some(Pay::ForOne(odds)) => whole(odds.ratio()) - 1,
        Some(Pay::Push | Pay::Flat(_) | Pay::MeterPercent { .. } | Pay::PrizePercent(_)) => 0,
    }
}

/// The printed odds are all whole numbers.
fn whole((numerator, denominator): (u32, u32)) -> i64 {
    debug_assert_eq!(denominator, 1, "base schedules print whole odds");
    i64::from(numerator / denominator.max(1))
}

/// What each category wins or loses under a paytable.
pub(crate) fn nets(table: &Paytable) -> [i64; CATEGORIES] {
    categories().map(|hand| net(table.row_five(hand)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_category_has_its_own_number_in_order() {
        for (place, hand) in categories().into_iter().enumerate() {
            assert_eq!(number(hand), place);
        }
        assert!(categories().is_sorted());
    }
}
