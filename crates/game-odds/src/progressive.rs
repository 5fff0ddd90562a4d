//! Progressive wagers: what comes back whatever the meters show, what each dollar on a meter adds, and what envy adds.
//!
//! Return per unit staked = fixed return + Σ weight × meter ÷ stake. In the long run a meter pays out what flows into
//! it: the rate of progression, and what the house starts it again with after each award of all of it.

use crate::counts;
use crate::lines::RowCounts;
use crate::ratio::Ratio;
use crate::side::three_card_counts;
use game_core::game::GameId;
use game_core::hand::LowAce;
use game_core::money::{Cents, Ppm};
use game_core::paytable::{Pay, Paytable, Row, Schedule, envy, floors};
use game_core::wager::Level;

/// The stakes that have an envy schedule (I-03).
pub const STAKES: [Cents; 2] = [Cents::new(100), Cents::new(500)];

/// One meter of a progressive table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeterWeight {
    /// The level.
    pub level: Level,
    /// The expected share of the meter a wager wins.
    pub weight: Ratio,
    /// The chance of winning all of it.
    pub whole: Ratio,
    /// The least the meter may start again at.
    pub floor: Cents,
}

/// A progressive table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progressive {
    game: GameId,
    table: &'static Paytable,
    counts: RowCounts,
    /// The meters, the highest level first.
    pub meters: Vec<MeterWeight>,
}

/// What a meter takes and starts again at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeterTerms {
    /// The level.
    pub level: Level,
    /// The part of each stake it takes.
    pub rate: Ppm,
    /// What it starts again at.
    pub reset: Cents,
}

impl Progressive {
    /// Enumerates a table of a game, judged on the player's own three cards or on five.
    #[must_use]
    pub fn new(game: GameId, table: &'static Paytable) -> Self {
        let counts = counted(table);
        let deals = counts.total();
        let meter = |floor: &game_core::paytable::Floor| {
            let shares = counts.iter().filter_map(|(row, count)| Some((share(row, floor.level)?, count)));
            let hundredths: i128 = shares.clone().map(|(percent, count)| i128::from(percent) * count).sum();
            let whole: i128 = shares.filter(|(percent, _)| *percent == 100).map(|(_, count)| count).sum();
            MeterWeight {
                level: floor.level,
                weight: Ratio::new(hundredths, 100 * deals),
                whole: Ratio::new(whole, deals),
                floor: floor.reset_min,
            }
        };
        let meters = floors(game, Schedule::ProgressivePayout, table.letter).iter().map(meter).collect();
        Self { game, table, counts, meters }
    }

    /// The rows with how many deals match each.
    pub fn rows(&self) -> impl Iterator<Item = (&'static Row, i128)> + '_ {
        self.counts.iter()
    }

    /// Equally likely deals.
    #[must_use]
    pub fn deals(&self) -> i128 {
        self.counts.total()
    }

    /// What comes back of a unit staked whatever the meters show.
    #[must_use]
    pub fn fixed_return(&self) -> Ratio {
        let handed_back: Ratio = self.rows().map(|(row, count)| for_one(row) * Ratio::whole(count)).sum();
        handed_back / Ratio::whole(self.deals())
    }

    /// The share of deals that match a row.
    #[must_use]
    pub fn hit_frequency(&self) -> Ratio {
        Ratio::new(self.deals() - self.counts.nothing, self.deals())
    }

    /// What comes back of a unit staked when the meters show these amounts.
    #[must_use]
    pub fn returned(&self, stake: Cents, shown: impl Fn(&MeterWeight) -> Cents) -> Ratio {
        let meters: Ratio = self.meters.iter().map(|meter| meter.weight * of(shown(meter), stake)).sum();
        self.fixed_return() + meters
    }

    /// The variance of a unit's result when the meters show these amounts.
    #[must_use]
    pub fn variance(&self, stake: Cents, shown: impl Fn(&MeterWeight) -> Cents) -> Ratio {
        let award = |row: &Row| match row.pay {
            Pay::MeterPercent { level, percent } => {
                let meter = self.meters.iter().find(|meter| meter.level == level);
                meter.map_or(Ratio::ZERO, |meter| of(shown(meter), stake) * Ratio::new(percent.into(), 100))
            }
            _ => for_one(row),
        };
        let squares: Ratio = self.rows().map(|(row, count)| award(row).squared() * Ratio::whole(count)).sum();
        squares / Ratio::whole(self.deals()) - self.returned(stake, shown).squared()
    }

    /// What a meter must show, in dollars, for the wager to return all that is staked, the other meters at their
    /// floors.
    #[must_use]
    pub fn break_even_dollars(&self, stake: Cents, level: Level) -> Option<Ratio> {
        let meter = self.meters.iter().find(|meter| meter.level == level)?;
        let others = self.returned(stake, |other| if other.level == level { Cents::ZERO } else { other.floor });
        Some((Ratio::ONE - others) / meter.weight * dollars(stake))
    }

    /// What the envy schedule is worth to a bettor of this stake for each other player, in dollars a round.
    #[must_use]
    pub fn envy_dollars(&self, stake: Cents) -> Option<Ratio> {
        let rows = envy(self.game, self.table.letter, stake)?;
        let counts = counted(&Paytable { letter: self.table.letter, rows });
        let worth = |(row, count): (&Row, i128)| match row.pay {
            Pay::Flat(amount) => dollars(amount) * Ratio::new(count, counts.total()),
            _ => Ratio::ZERO,
        };
        Some(counts.iter().map(worth).sum())
    }

    /// What comes back of a unit staked in the long run, when each meter takes its rate and starts again at its reset.
    #[must_use]
    pub fn long_run_return(&self, stake: Cents, terms: impl Fn(&MeterWeight) -> MeterTerms) -> Ratio {
        let flow = |meter: &MeterWeight| {
            let MeterTerms { rate, reset, .. } = terms(meter);
            Ratio::new(rate.get().into(), Ppm::WHOLE.get().into()) + meter.whole * of(reset, stake)
        };
        self.fixed_return() + self.meters.iter().map(flow).sum()
    }
}

/// An amount in dollars.
#[must_use]
pub fn dollars(amount: Cents) -> Ratio {
    Ratio::new(amount.get().into(), 100)
}

/// An amount as a multiple of a stake.
pub(crate) fn of(amount: Cents, stake: Cents) -> Ratio {
    Ratio::new(amount.get().into(), stake.get().into())
}

/// Tables with three-card rows look at the player's own three cards (I-28), the others at five.
fn counted(table: &Paytable) -> RowCounts {
    let hands = counts::three_cards(LowAce::Counts);
    let three_card = table.rows.iter().any(|row| hands.keys().any(|hand| row.hand.pays_three(*hand)));
    if three_card {
        three_card_counts(table, LowAce::Counts)
    } else {
        RowCounts::of_five(table, &counts::five_cards(LowAce::Counts))
    }
}

const fn share(row: &Row, of: Level) -> Option<u8> {
    match row.pay {
        Pay::MeterPercent { level, percent } if level as u8 == of as u8 => Some(percent),
        _ => None,
    }
}

fn for_one(row: &Row) -> Ratio {
    match row.pay {
        Pay::ForOne(odds) => {
            let (above, below) = odds.ratio();
            Ratio::new(above.into(), below.into())
        }
        _ => Ratio::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::paytable::paytable;

    fn table(letter: &str) -> Progressive {
        Progressive::new(GameId::LetItRide, paytable(GameId::LetItRide, Schedule::ProgressivePayout, letter).unwrap())
    }

    #[test]
    fn table_a_follows_from_the_counts() {
        // 624·300 + 3,744·50 + 5,108·40 + 10,200·30 + 54,912·9 = 1,378,928 of 2,598,960 hands.
        let a = table("A");
        assert_eq!(a.fixed_return(), Ratio::new(1_378_928, 2_598_960));
        // 4 royals take all of the meter and 36 straight flushes a tenth: 7.6 of 2,598,960.
        assert_eq!(a.meters[0].weight.to_string(), "19/6497400");
        // (1 − 1,378,928 / 2,598,960) ÷ (7.6 / 2,598,960) = 1,220,032 ÷ 7.6 dollars.
        assert_eq!(a.break_even_dollars(Cents::new(100), Level::Main), Some(Ratio::new(12_200_320, 76)));
        assert_eq!(a.break_even_dollars(Cents::new(500), Level::Main), Some(Ratio::new(5 * 12_200_320, 76)));
        // 4·1,000 + 36·300 dollars of envy.
        assert_eq!(a.envy_dollars(Cents::new(100)), Some(Ratio::new(14_800, 2_598_960)));
        assert_eq!(a.envy_dollars(Cents::new(500)), Some(Ratio::new(74_000, 2_598_960)));
    }

    #[test]
    fn tables_b_and_c_look_at_three_cards() {
        // 3·500 + 44·70 + 52·60 + 720·6 and 3·500 + 44·100 + 52·90 of 22,100 hands.
        assert_eq!(table("B").fixed_return(), Ratio::new(12_020, 22_100));
        assert_eq!(table("C").fixed_return(), Ratio::new(10_580, 22_100));
        assert_eq!(table("B").meters[0].weight, Ratio::new(1, 22_100));
    }

    #[test]
    fn in_the_long_run_a_meter_pays_its_rate_and_its_resets() {
        let terms =
            |meter: &MeterWeight| MeterTerms { level: meter.level, rate: Ppm::new(150_000), reset: meter.floor };
        let long_run = table("A").long_run_return(Cents::new(100), terms);
        let by_hand = Ratio::new(1_378_928, 2_598_960) + Ratio::new(15, 100) + Ratio::new(4 * 1_000, 2_598_960);
        assert_eq!(long_run, by_hand);
    }

    #[test]
    fn a_table_of_three_levels_breaks_even_with_the_others_at_their_floors() {
        // Table E: 3,744·50 + 5,108·40 + 10,200·30 + 54,912·10 fixed, 36·1,000 and 624·250 on the lower floors.
        let fixed = 187_200 + 204_320 + 306_000 + 549_120;
        let mega = table("E").break_even_dollars(Cents::new(100), Level::Mega);
        assert_eq!(mega, Some(Ratio::new(2_598_960 - fixed - 36_000 - 156_000, 4)));
    }
}
