//! Side wagers: what each row of a schedule is worth, and what the wager keeps.

use crate::counts;
use crate::lines::RowCounts;
use crate::ratio::Ratio;
use crate::stud235::StudPlayed;
use game_core::hand::LowAce;
use game_core::money::Cents;
use game_core::paytable::{Pay, Paytable, Row};
use game_core::wager::Wager;

/// What a flat amount is measured against where nothing else is said: one dollar.
pub(crate) const DOLLAR: Cents = Cents::new(100);

/// One row of a side wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideRow {
    /// The printed row.
    pub row: &'static Row,
    /// How many deals match it.
    pub count: i128,
    /// What a stake of one gains.
    pub net: Ratio,
}

/// A side wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// The stake the flat amounts are measured against.
    pub stake: Cents,
    /// Equally likely deals.
    pub deals: i128,
    /// The rows as printed.
    pub rows: Vec<SideRow>,
}

impl Side {
    fn new(wager: Wager, stake: Cents, counts: &RowCounts) -> Self {
        let row = |(row, count): (&'static Row, i128)| SideRow { row, count, net: gain(wager, stake, row.pay) };
        Self { stake, deals: counts.total(), rows: counts.iter().map(row).collect() }
    }

    /// The house's expected gain per unit staked.
    #[must_use]
    pub fn house_edge(&self) -> Ratio {
        self.mean(|net| net).negated()
    }

    /// What comes back of a unit staked, the stake of winners included.
    #[must_use]
    pub fn returned(&self) -> Ratio {
        Ratio::ONE - self.house_edge()
    }

    /// The share of deals that match a row.
    #[must_use]
    pub fn hit_frequency(&self) -> Ratio {
        Ratio::new(self.hits(), self.deals)
    }

    /// The variance of a unit's result.
    #[must_use]
    pub fn variance(&self) -> Ratio {
        self.mean(Ratio::squared) - self.house_edge().squared()
    }

    fn hits(&self) -> i128 {
        self.rows.iter().map(|row| row.count).sum()
    }

    /// The mean of a function of the result of a unit.
    fn mean(&self, of: impl Fn(Ratio) -> Ratio) -> Ratio {
        let wins: Ratio = self.rows.iter().map(|row| of(row.net) * Ratio::whole(row.count)).sum();
        let losses = of(Ratio::ONE.negated()) * Ratio::whole(self.deals - self.hits());
        (wins + losses) / Ratio::whole(self.deals)
    }
}

/// What a stake of one gains by a row (I-01). Of the flat amounts only the Six Card Bonus' come on top of the stake.
fn gain(wager: Wager, stake: Cents, pay: Pay) -> Ratio {
    let odds = |(above, below): (u32, u32)| Ratio::new(above.into(), below.into());
    match pay {
        Pay::ToOne(ratio) => odds(ratio.ratio()),
        Pay::ForOne(ratio) => odds(ratio.ratio()) - Ratio::ONE,
        Pay::Flat(amount) => {
            let scaled = Ratio::new(amount.get().into(), stake.get().into());
            if wager == Wager::SixCardBonus { scaled } else { scaled - Ratio::ONE }
        }
        Pay::Push => Ratio::ZERO,
        Pay::MeterPercent { .. } | Pay::PrizePercent(_) => Ratio::ONE.negated(),
    }
}

/// Five Card Bonus, of Let It Ride or of Criss Cross: both are judged on five cards of a full deck.
#[must_use]
pub fn five_card(table: &Paytable, ace: LowAce, stake: Cents) -> Side {
    Side::new(Wager::FiveCardBonus, stake, &RowCounts::of_five(table, &counts::five_cards(ace)))
}

/// Three Card Bonus.
#[must_use]
pub fn three_card(table: &Paytable, ace: LowAce) -> Side {
    Side::new(Wager::ThreeCardBonus, DOLLAR, &three_card_counts(table, ace))
}

/// Six Card Bonus for a stake; its dollar prizes do not scale, so its figures are usually given for one dollar.
#[must_use]
pub fn six_card(table: &Paytable, ace: LowAce, stake: Cents) -> Side {
    let mut counts = RowCounts::new(table.rows);
    for (hand, deals) in counts::six_cards(ace).iter() {
        counts.add(table.row_six(hand), i128::from(deals));
    }
    Side::new(Wager::SixCardBonus, stake, &counts)
}

/// Win'em All, decided by the hands of a 2-3-5 round.
#[must_use]
pub fn win_em_all(table: &Paytable, played: &StudPlayed) -> Side {
    let mut counts = RowCounts::new(table.rows);
    counts.add(table.rows.first(), played.all_win);
    counts.add(None, played.base.tally.deals - played.all_win);
    Side::new(Wager::WinEmAllBonus, DOLLAR, &counts)
}

pub(crate) fn three_card_counts(table: &Paytable, ace: LowAce) -> RowCounts {
    let mut counts = RowCounts::new(table.rows);
    for (hand, deals) in counts::three_cards(ace) {
        counts.add(table.row_three(*hand), i128::from(*deals));
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::game::GameId;
    use game_core::paytable::{Schedule, paytable};

    #[test]
    fn three_card_bonus_a_follows_from_the_counts() {
        // 48 straight flushes at 40, 52 threes at 30, 720 straights at 6, 1,096 flushes at 4, 3,744 pairs at 1 and
        // 16,440 losses: 1,920 + 1,560 + 4,320 + 4,384 + 3,744 − 16,440 = −512 of 22,100.
        let table = paytable(GameId::LetItRide, Schedule::ThreeCardBonus, "A").unwrap();
        let side = three_card(table, LowAce::Counts);
        assert_eq!(side.house_edge(), Ratio::new(512, 22_100));
        assert_eq!(side.hit_frequency(), Ratio::new(5_660, 22_100));
        // 48·1600 + 52·900 + 720·36 + 1096·16 + 3744 + 16440 = 187,240 for the mean square.
        assert_eq!(side.variance(), Ratio::new(187_240, 22_100) - Ratio::new(512, 22_100).squared());
    }

    #[test]
    fn five_card_bonus_a_hands_back_its_flat_amounts_and_keeps_the_stake() {
        // 4·20,000 + 36·2,000 + 624·150 + 3,744·75 + 5,108·50 + 10,200·25 + 54,912·4 + 123,552·3 + 422,400·2.
        let dollars = 80_000 + 72_000 + 93_600 + 280_800 + 255_400 + 255_000 + 219_648 + 370_656 + 844_800;
        let table = paytable(GameId::LetItRide, Schedule::FiveCardBonus, "A").unwrap();
        let side = five_card(table, LowAce::Counts, DOLLAR);
        assert_eq!(side.returned(), Ratio::new(dollars, 2_598_960));
    }

    #[test]
    fn the_six_card_bonus_pays_its_prizes_on_top_of_the_stake() {
        let table = paytable(GameId::LetItRide, Schedule::SixCardBonus, "A").unwrap();
        let side = six_card(table, LowAce::Counts, DOLLAR);
        let prizes: Vec<(i128, Ratio)> = side.rows.iter().take(2).map(|row| (row.count, row.net)).collect();
        assert_eq!(prizes, [(1, Ratio::whole(1_000_000)), (3, Ratio::whole(100_000))]);
    }
}
