//! What settlement answers for one seat, and the arithmetic every game shares.

use crate::bets::{AwardSource, BetResult, BetStatus, Outcome};
use crate::card::Card;
use crate::clause::ClauseId;
use crate::game::{Seat, SeatSet};
use crate::games::Holding;
use crate::hand::{self, FiveCard, LowAce, SixCard, ThreeCard, TwoCard};
use crate::layout::{Cards, Short};
use crate::money::{Cents, Overflow};
use crate::paytable::{Pay, Row};
use crate::rules::{BonusSpinRules, MeterRef, PayoutLimit, Rules};
use crate::wager::{Bet, Level, Wager};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The results of one seat, in the order settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Settlement {
    /// One result per bet.
    pub results: Short<BetResult, 8>,
    /// What a payout limit took away.
    pub cap: Option<Cap>,
}

/// A payout limit that bit (I-07).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Cap {
    /// What the covered bets would have won.
    #[serde(rename = "uncapped_cents")]
    pub uncapped: Cents,
    /// What the limit allows.
    #[serde(rename = "limit_cents")]
    pub limit: Cents,
    /// What is not paid.
    #[serde(rename = "unpaid_cents")]
    pub unpaid: Cents,
}

/// A hand that can be announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandName {
    /// Two cards.
    Two(TwoCard),
    /// Three cards.
    Three(ThreeCard),
    /// Five cards.
    Five(FiveCard),
    /// The best of six.
    Six(SixCard),
}

/// The hands of a seat, each under the name it is judged by.
pub type Hands = Short<(&'static str, HandName), 4>;

impl Settlement {
    /// Writes a result.
    pub fn push(&mut self, result: BetResult) {
        self.results.push(result);
    }

    /// Settles a live bet by the row its hand matched: no row is a loss.
    ///
    /// # Errors
    /// When an amount does not fit.
    pub fn pay(&mut self, bet: Bet, stake: Cents, row: Option<&Row>, meter: Option<MeterRef>) -> Result<(), Overflow> {
        let result = match row {
            None => BetResult::lost(bet, stake),
            Some(row) => paid(bet, stake, row.pay, row.clause, meter)?,
        };
        self.push(result);
        Ok(())
    }

    /// Limits what the covered bets win in all, spending the limit in the order settled.
    ///
    /// # Errors
    /// When an amount does not fit.
    pub fn limit(&mut self, limit: PayoutLimit, covered: &[Bet]) -> Result<(), Overflow> {
        let PayoutLimit::Cents(limit) = limit else { return Ok(()) };
        let covers = |result: &BetResult| covered.contains(&result.bet);
        let uncapped = Cents::sum(self.results.iter().filter(covers).map(|result| result.win))?;
        if uncapped <= limit {
            return Ok(());
        }
        let mut left = limit;
        for result in self.results.iter_mut().filter(|result| covers(result)) {
            result.win = result.win.min(left);
            left = left.minus(result.win)?;
        }
        self.cap = Some(Cap { uncapped, limit, unpaid: uncapped.minus(limit)? });
        Ok(())
    }
}

/// What a matched line pays on a stake (I-01).
pub(crate) fn paid(
    bet: Bet,
    stake: Cents,
    pay: Pay,
    clause: ClauseId,
    meter: Option<MeterRef>,
) -> Result<BetResult, Overflow> {
    // Of the wagers with flat amounts only the Six Card Bonus is still on the layout, so only its stake comes back on top.
    let flat_back = if matches!(bet, Bet::SixCardBonus) { stake } else { Cents::ZERO };
    let won = |win, back| BetResult::won(bet, stake, win, back, clause);
    Ok(match pay {
        Pay::ToOne(odds) => won(odds.of(stake)?, stake),
        Pay::ForOne(odds) => won(odds.of(stake)?, Cents::ZERO),
        Pay::Flat(amount) => won(amount, flat_back),
        Pay::Push => BetResult { outcome: Outcome::Push, ..won(Cents::ZERO, stake) },
        Pay::MeterPercent { level, percent } => BetResult {
            award: meter.map(|meter| AwardSource::Meter { meter: MeterRef { level, ..meter }, percent }),
            ..won(Cents::ZERO, Cents::ZERO)
        },
        // The prize's value is the operator's; whoever settles the wheel fills it in.
        Pay::PrizePercent(_) => won(Cents::ZERO, Cents::ZERO),
    })
}

/// Writes the result of a bet that its player took back, which ended before settlement.
pub(crate) fn withdrawn(holding: &Holding, bet: Bet, by: ClauseId, settlement: &mut Settlement) {
    let Some(record) = holding.bets.of(bet) else { return };
    if record.status == BetStatus::Withdrawn {
        settlement.push(BetResult {
            outcome: Outcome::Withdrawn,
            back: record.stake,
            clause: Some(by),
            ..BetResult::lost(bet, record.stake)
        });
    }
}

/// The main meter a stake on a wager feeds and wins. Bonus Spin has one meter, whatever was staked.
pub(crate) const fn meter_of(wager: Wager, stake: Cents) -> MeterRef {
    let stake = if matches!(wager, Wager::BonusSpinProgressive) { BonusSpinRules::TRIGGER_STAKE } else { stake };
    MeterRef { wager, stake, level: Level::Main }
}

/// The first cards of a list as an array, or none when there are too few.
pub(crate) fn first<const N: usize>(cards: Cards) -> Option<[Card; N]> {
    let mut array = [cards.get(0)?; N];
    for (place, card) in array.iter_mut().enumerate() {
        *card = cards.get(place)?;
    }
    Some(array)
}

/// The hand of three own cards and two community cards.
pub(crate) fn three_and_two(holding: &Holding, ace: LowAce) -> Option<FiveCard> {
    let [a, b, c] = first(holding.own)?;
    let [d, e] = first(holding.community)?;
    Some(hand::five([a, b, c, d, e], ace))
}

/// Settles the progressive wager, the same in both games that have it.
pub(crate) fn progressive(rules: &Rules, holding: &Holding, settlement: &mut Settlement) -> Result<(), Overflow> {
    let (Some(stake), Some(progressive)) = (holding.bets.live(Bet::ProgressivePayout), rules.progressive()) else {
        return Ok(());
    };
    let row = progressive_row(rules, holding, progressive.table.rows);
    settlement.pay(Bet::ProgressivePayout, stake, row, Some(meter_of(Wager::ProgressivePayout, stake)))
}

/// The row of a progressive or envy schedule that a seat's hand matches.
pub(crate) fn progressive_row(rules: &Rules, holding: &Holding, rows: &'static [Row]) -> Option<&'static Row> {
    let own_three = rules.progressive().is_some_and(|progressive| progressive.own_three_cards);
    if own_three {
        let three = hand::three(first(holding.own)?, rules.low_ace().three_card);
        rows.iter().find(|row| row.hand.pays_three(three))
    } else {
        let five = three_and_two(holding, rules.low_ace().five_card)?;
        rows.iter().find(|row| row.hand.pays_five(five))
    }
}

/// Walks every envy payment: who receives, whose hand, by which row. A receiver is paid once for each qualifying box in
/// play that is not a box of the same person (I-04); `of` tells whose a box is and what it holds.
pub(crate) fn each_envy<P: PartialEq>(
    rules: &Rules,
    receivers: SeatSet,
    in_play: SeatSet,
    of: impl Fn(Seat) -> (P, Holding),
    mut pay: impl FnMut(Seat, Seat, &'static Row),
) {
    let Some(progressive) = rules.progressive() else { return };
    // The schedules of both stakes name the same hands, so any of them tells who holds one.
    let Some(any) = progressive.stakes.first() else { return };
    if receivers.is_empty() {
        return;
    }
    let holders: SeatSet =
        in_play.iter().filter(|seat| progressive_row(rules, &of(*seat).1, any.envy).is_some()).collect();
    for seat in receivers.iter().rev().filter(|_| !holders.is_empty()) {
        let (player, receiver) = of(seat);
        let stake = receiver.bets.stake(Wager::ProgressivePayout).and_then(|stake| progressive.stake(stake));
        let Some(stake) = stake else { continue };
        for holder in holders.iter().rev() {
            let (owner, holding) = of(holder);
            if let Some(row) = progressive_row(rules, &holding, stake.envy).filter(|_| owner != player) {
                pay(seat, holder, row);
            }
        }
    }
}

impl fmt::Display for HandName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Two(two) => two.fmt(f),
            Self::Three(three) => three.fmt(f),
            Self::Five(five) => five.fmt(f),
            Self::Six(six) => six.fmt(f),
        }
    }
}

impl Serialize for HandName {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
