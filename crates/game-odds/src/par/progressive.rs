//! The par sheet of a progressive wager.

use super::of_table;
use crate::digest;
use crate::progressive::{MeterTerms, MeterWeight, Progressive, STAKES, dollars, of};
use crate::ratio::Ratio;
use crate::sheet::{Builder, Sheet, Value};
use game_core::game::GameId;
use game_core::money::{Cents, Ppm};
use game_core::paytable::{Paytable, Row};
use game_core::rules::PartialAwardFloor;
use game_core::wager::{Level, Wager};

/// What the meters of one stake take and start again at, as submitted or asked for.
pub(crate) struct Terms {
    pub(crate) stake: Cents,
    pub(crate) meters: Vec<MeterTerms>,
    pub(crate) partial_award_floor: PartialAwardFloor,
}

impl Terms {
    fn of(&self, meter: &MeterWeight) -> MeterTerms {
        let floor = MeterTerms { level: meter.level, rate: Ppm::new(0), reset: meter.floor };
        self.meters.iter().find(|terms| terms.level == meter.level).copied().unwrap_or(floor)
    }
}

/// A progressive wager. The house edge is that of $1 with every meter at its floor, envy left out.
pub(crate) fn progressive(game: GameId, table: &'static Paytable, terms: &[Terms]) -> Sheet {
    let odds = Progressive::new(game, table);
    let [dollar, _] = STAKES;
    let floor = |meter: &MeterWeight| meter.floor;
    let builder = of_table(game, Wager::ProgressivePayout, table)
        .figure("house_edge", Ratio::ONE - odds.returned(dollar, floor))
        .figure("return_at_floors", odds.returned(dollar, floor))
        .figure("fixed_return", odds.fixed_return())
        .field("meters", Value::List(odds.meters.iter().map(|meter| meter_value(&odds, meter)).collect()))
        .figure("hit_frequency", odds.hit_frequency())
        .spread(odds.variance(dollar, floor))
        .field(
            "envy_per_other_player",
            Value::List(STAKES.iter().filter_map(|stake| envy_value(&odds, *stake)).collect()),
        )
        .field("by_stake", Value::List(STAKES.iter().map(|stake| stake_value(&odds, *stake)).collect()))
        .field("deals", Value::Whole(odds.deals()))
        .field("rows", Value::List(odds.rows().map(|row| row_value(&odds, row)).collect()));
    let long_run = Value::List(terms.iter().map(|terms| long_run(&odds, terms)).collect());
    submitted(builder, long_run, terms).finish()
}

fn submitted(builder: Builder, long_run: Value, terms: &[Terms]) -> Builder {
    if terms.is_empty() { builder } else { builder.field("submitted", long_run) }
}

fn meter_value(odds: &Progressive, meter: &MeterWeight) -> Value {
    let break_even = |stake| odds.break_even_dollars(stake, meter.level).map_or(Value::Missing, Value::Figure);
    let [one, five] = STAKES.map(break_even);
    Value::fields([
        ("level", Value::text(meter.level.name())),
        ("weight", Value::Figure(meter.weight)),
        ("chance_of_all", Value::Figure(meter.whole)),
        ("floor_cents", Value::Whole(meter.floor.get().into())),
        ("break_even_dollars_for_1", one),
        ("break_even_dollars_for_5", five),
    ])
}

fn envy_value(odds: &Progressive, stake: Cents) -> Option<Value> {
    let worth = odds.envy_dollars(stake)?;
    Some(Value::fields([
        ("stake_cents", Value::Whole(stake.get().into())),
        ("dollars", Value::Figure(worth)),
        ("return", Value::Figure(worth / dollars(stake))),
    ]))
}

/// The return at the floors, and the long-run return before any rate of progression, which adds itself.
fn stake_value(odds: &Progressive, stake: Cents) -> Value {
    let no_rate = |meter: &MeterWeight| MeterTerms { level: meter.level, rate: Ppm::new(0), reset: meter.floor };
    Value::fields([
        ("stake_cents", Value::Whole(stake.get().into())),
        ("return_at_floors", Value::Figure(odds.returned(stake, |meter| meter.floor))),
        ("long_run_return_before_rates", Value::Figure(odds.long_run_return(stake, no_rate))),
    ])
}

fn row_value(odds: &Progressive, (row, count): (&'static Row, i128)) -> Value {
    Value::fields([
        ("hand", Value::text(row.hand.name())),
        ("clause", Value::Text(row.clause.to_string())),
        ("pays", Value::Text(digest::words(row.pay))),
        ("count", Value::Whole(count)),
        ("probability", Value::Figure(Ratio::new(count, odds.deals()))),
    ])
}

/// The returns under given rates and resets.
fn long_run(odds: &Progressive, terms: &Terms) -> Value {
    let stake = terms.stake;
    let at_reset = odds.returned(stake, |meter| terms.of(meter).reset);
    let long_run = odds.long_run_return(stake, |meter| terms.of(meter));
    let rates = odds.meters.iter().map(|meter| {
        let terms = terms.of(meter);
        Value::fields([
            ("level", Value::text(terms.level.name())),
            ("rate_ppm", Value::Whole(terms.rate.get().into())),
            ("reset_cents", Value::Whole(terms.reset.get().into())),
        ])
    });
    let mut fields = vec![
        ("stake_cents".to_owned(), Value::Whole(stake.get().into())),
        ("meters".to_owned(), Value::List(rates.collect())),
        ("return_at_reset".to_owned(), Value::Figure(at_reset)),
        ("long_run_return".to_owned(), Value::Figure(long_run)),
    ];
    if terms.partial_award_floor == PartialAwardFloor::Reset {
        // After a partial award the house adds at most what the award took from a meter at its reset.
        let top_up = |meter: &MeterWeight| (meter.weight - meter.whole) * of(terms.of(meter).reset, stake);
        let most = long_run + odds.meters.iter().map(top_up).sum();
        fields.push(("long_run_return_at_most".to_owned(), Value::Figure(most)));
    }
    Value::Fields(fields)
}

/// The levels a meter may have, for whoever reads them by name.
pub(crate) const LEVELS: [Level; 4] = [Level::Main, Level::Mega, Level::Major, Level::Minor];
