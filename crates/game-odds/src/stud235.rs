//! 2-3-5 Stud under best play. A raise adds one unit to a wager and changes nothing else, so it is made when the hand so
//! far promises a gain; where it is worth nothing either way there is none.

use crate::category::{CATEGORIES, Histogram, net, nets};
use crate::classes::{Class, rest_of_deck, two_card_classes};
use crate::let_it_ride::{added, expected, last_two_cards};
use crate::lines::RowCounts;
use crate::tally::{Played, Tally};
use game_core::card::Card;
use game_core::game::GameId;
use game_core::hand::{LowAce, three, two};
use game_core::paytable::{Paytable, Row, Schedule, paytables};
use game_core::rules::LowAceReadings;
use rayon::prelude::*;

/// The three schedules of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tables {
    /// 2 Card Poker.
    pub two: &'static Paytable,
    /// 3 Card Poker and its raise.
    pub three: &'static Paytable,
    /// 5 Card Poker and its raise.
    pub five: &'static Paytable,
}

impl Tables {
    /// The schedules the rules print; none if a schedule were missing.
    #[must_use]
    pub fn printed() -> Option<Self> {
        let of = |schedule| paytables(GameId::Stud235, schedule).first();
        Some(Self {
            two: of(Schedule::TwoCardPoker)?,
            three: of(Schedule::ThreeCardPoker)?,
            five: of(Schedule::FiveCardPoker)?,
        })
    }
}

/// What every deal came to, Win'em All included, which is decided by the same hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudPlayed {
    /// The three wagers and their raises.
    pub base: Played,
    /// Deals in which all three hands reach a paying row.
    pub all_win: i128,
}

/// Where three own cards end, the first two being the 2 Card hand.
struct Ending {
    own: [Card; 3],
    deals: Histogram,
}

/// The five-card endings of every deal up to suits, which no reading of the ace in smaller hands changes.
pub struct Endings(Vec<(Class<2>, Vec<Ending>)>);

impl Endings {
    /// Enumerates them.
    #[must_use]
    pub fn enumerate() -> Self {
        let of_class = |class: Class<2>| {
            let [a, b] = class.cards;
            let of_third = |third: &Card| {
                let own = [a, b, *third];
                Ending { own, deals: last_two_cards(own, &rest_of_deck(&own)) }
            };
            (class, rest_of_deck(&class.cards).iter().map(of_third).collect())
        };
        Self(two_card_classes().into_par_iter().map(of_class).collect())
    }
}

/// Sums while the deals are walked.
struct Sums<'a> {
    tables: Tables,
    ace: LowAceReadings,
    five_nets: &'a [i64; CATEGORIES],
    tally: Tally,
    two: RowCounts,
    three: RowCounts,
    five: Histogram,
    all_win: i128,
}

/// Plays every deal under one reading of the ace.
#[must_use]
pub fn play(tables: Tables, ace: LowAceReadings, endings: &Endings) -> StudPlayed {
    let five_nets = nets(tables.five);
    let mut sums = Sums {
        tables,
        ace,
        five_nets: &five_nets,
        tally: Tally::default(),
        two: RowCounts::new(tables.two.rows),
        three: RowCounts::new(tables.three.rows),
        five: [0; CATEGORIES],
        all_win: 0,
    };
    for (class, endings) in &endings.0 {
        sums.class(class, endings);
    }
    let five = RowCounts::of_five(tables.five, &sums.five);
    let frequencies =
        vec![sums.two.frequencies("two_card"), sums.three.frequencies("three_card"), five.frequencies("five_card")];
    StudPlayed { base: Played { tally: sums.tally, frequencies }, all_win: sums.all_win }
}

impl Sums<'_> {
    fn class(&mut self, class: &Class<2>, endings: &[Ending]) {
        let row_two = self.tables.two.row_two(two(class.cards, self.ace.two_card));
        let thirds = endings.iter().map(|ending| net(self.three_row(ending.own)));
        let raise_three = thirds.sum::<i64>() > 0;
        for ending in endings {
            self.ending(ending, u64::from(class.ways), row_two, raise_three);
        }
    }

    fn ending(&mut self, ending: &Ending, ways: u64, row_two: Option<&Row>, raise_three: bool) {
        let row_three = self.three_row(ending.own);
        let (two, three) = (net(row_two), net(row_three));
        let raise_five = expected(&ending.deals, self.five_nets) > 0;
        let (three_units, five_units) = (1 + i64::from(raise_three), 1 + i64::from(raise_five));
        let weighted = ending.deals.map(|deals| deals * ways);
        for (deals, five) in weighted.iter().zip(self.five_nets) {
            let net = two + three_units * three + five_units * five;
            let hit = row_two.is_some() || row_three.is_some() || *five > 0;
            self.tally.record(*deals, net, 1 + three_units + five_units, hit);
            if row_two.is_some() && row_three.is_some() && *five > 0 {
                self.all_win += i128::from(*deals);
            }
        }
        let deals = i128::from(weighted.iter().sum::<u64>());
        self.two.add(row_two, deals);
        self.three.add(row_three, deals);
        self.five = added(&self.five, &weighted);
    }

    fn three_row(&self, own: [Card; 3]) -> Option<&'static Row> {
        self.tables.three.row_three(three(own, self.ace.three_card))
    }
}

/// Every reading of the ace in two and three cards.
#[must_use]
pub fn readings() -> [LowAceReadings; 4] {
    let of = |two_card, three_card| LowAceReadings { two_card, three_card, five_card: LowAce::Counts };
    [
        of(LowAce::Counts, LowAce::Counts),
        of(LowAce::Counts, LowAce::HighOnly),
        of(LowAce::HighOnly, LowAce::Counts),
        of(LowAce::HighOnly, LowAce::HighOnly),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_raises_leave_the_house_0_0595_and_win_em_all_wins_7_124_percent() {
        let played = play(Tables::printed().unwrap(), LowAceReadings::ALL_COUNT, &Endings::enumerate());
        let tally = played.base.tally;
        assert_eq!(tally.deals, 1_326 * 50 * 1_176);
        assert_eq!(tally.house_edge().fixed(4), "0.0595");
        assert_eq!(crate::ratio::Ratio::new(played.all_win * 100, tally.deals).fixed(3), "7.124");
    }
}
