//! Let It Ride's three bets under best play. Each bet stands for itself, so Bet 1 rides when three cards promise a gain
//! and Bet 2 when four do; where a bet is worth nothing either way it is taken back.

use crate::category::{CATEGORIES, Histogram, nets, number};
use crate::classes::{Class, rest_of_deck, three_card_classes};
use crate::lines::RowCounts;
use crate::tally::{Played, Tally};
use game_core::card::Card;
use game_core::hand::{LowAce, five};
use game_core::paytable::Paytable;
use rayon::prelude::*;

/// Plays every deal of one paytable.
#[must_use]
pub fn play(table: &Paytable) -> Played {
    let nets = nets(table);
    let (tally, histogram) = three_card_classes()
        .par_iter()
        .map(|class| play_class(class, &nets))
        .reduce(|| (Tally::default(), [0; CATEGORIES]), |a, b| (a.0 + b.0, added(&a.1, &b.1)));
    let counts = RowCounts::of_five(table, &histogram);
    Played { tally, frequencies: vec![counts.frequencies("five_card")] }
}

/// Every order of the two community cards after three own cards.
fn play_class(class: &Class<3>, nets: &[i64; CATEGORIES]) -> (Tally, Histogram) {
    let rest = rest_of_deck(&class.cards);
    let endings: Vec<Histogram> = rest.iter().map(|left| last_cards(class.cards, *left, &rest)).collect();
    let all = endings.iter().fold([0; CATEGORIES], |sum, ending| added(&sum, ending));
    let first_rides = expected(&all, nets) > 0;
    let mut tally = Tally::default();
    for ending in &endings {
        let second_rides = expected(ending, nets) > 0;
        let units = 1 + i64::from(first_rides) + i64::from(second_rides);
        for (deals, net) in ending.iter().zip(nets) {
            tally.record(*deals, units * net, units, *net > 0);
        }
    }
    let ways = u64::from(class.ways);
    (tally.times(i128::from(ways)), all.map(|deals| deals * ways))
}

/// Where four cards end over every fifth.
pub(crate) fn last_cards(own: [Card; 3], left: Card, rest: &[Card]) -> Histogram {
    let [a, b, c] = own;
    let mut histogram = [0; CATEGORIES];
    for right in rest.iter().filter(|right| **right != left) {
        histogram[number(five([a, b, c, left, *right], LowAce::Counts))] += 1;
    }
    histogram
}

/// Where three cards end over every two more.
pub(crate) fn last_two_cards(own: [Card; 3], rest: &[Card]) -> Histogram {
    let [a, b, c] = own;
    let mut histogram = [0; CATEGORIES];
    for (place, d) in rest.iter().enumerate() {
        for e in &rest[place + 1..] {
            histogram[number(five([a, b, c, *d, *e], LowAce::Counts))] += 1;
        }
    }
    histogram
}

/// What a stake of one comes to over all endings.
pub(crate) fn expected(histogram: &Histogram, nets: &[i64; CATEGORIES]) -> i64 {
    histogram.iter().zip(nets).map(|(deals, net)| deals.cast_signed() * net).sum()
}

pub(crate) fn added(a: &Histogram, b: &Histogram) -> Histogram {
    let mut sum = *a;
    for (total, more) in sum.iter_mut().zip(b) {
        *total += more;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratio::Ratio;
    use game_core::game::GameId;
    use game_core::paytable::{Schedule, paytable};

    fn table(letter: &str) -> &'static Paytable {
        paytable(GameId::LetItRide, Schedule::LetItRide, letter).unwrap()
    }

    #[test]
    fn table_a_keeps_3_5057_percent_with_1_2237_units_riding() {
        let played = play(table("A"));
        assert_eq!(played.tally.deals, 22_100 * 49 * 48);
        assert_eq!(played.tally.house_edge(), Ratio::new(37_963, 1_082_900));
        assert_eq!(played.tally.average_units().fixed(4), "1.2237");
    }

    #[test]
    fn a_pair_of_tens_rides_from_the_start_and_a_pair_of_nines_does_not() {
        // A pair of tens already pays, so every ending gains. 9-9-2 over C(49,2) = 1,176 endings: one four of a kind,
        // 2·3 + 3 full houses, 2·44 threes, 3·44 + 11·6 two pairs, 880 losses: 50 + 9·11 + 88·3 + 198·2 − 880 = −71.
        let nets = nets(table("A"));
        let worth = |hand: [&str; 3]| {
            let own = hand.map(|card| card.parse().unwrap());
            expected(&last_two_cards(own, &rest_of_deck(&own)), &nets)
        };
        assert!(worth(["Tc", "Td", "2h"]) >= 1_176);
        assert_eq!(worth(["9c", "9d", "2h"]), -71);
    }

    #[test]
    fn an_open_straight_without_high_cards_is_worth_nothing_and_is_taken_back() {
        // 5-6-7-8 unsuited: 8 of 48 cards make the straight at 5 to 1, the other 40 lose: 8·5 − 40 = 0.
        let own = ["5c", "6d", "7h"].map(|card| card.parse().unwrap());
        let left = "8s".parse().unwrap();
        let ending = last_cards(own, left, &rest_of_deck(&own));
        assert_eq!(expected(&ending, &nets(table("A"))), 0);
    }
}
