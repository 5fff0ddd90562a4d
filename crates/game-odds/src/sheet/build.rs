//! Putting the fields of a sheet together.

use super::{Sheet, Value};
use crate::digest;
use crate::ratio::Ratio;
use crate::side::Side;
use crate::strategy::Stage;
use crate::tally::{Frequencies, Played};
use game_core::game::GameId;
use game_core::hand::LowAce;
use game_core::wager::Wager;

/// A sheet in the making.
pub(crate) struct Builder(Sheet);

impl Builder {
    pub(crate) fn new(game: GameId, wager: Wager, paytable: &str, rules: String) -> Self {
        Self(Sheet { game, wager, paytable: paytable.to_owned(), options: Vec::new(), rules, fields: Vec::new() })
    }

    pub(crate) fn option(mut self, name: &str, value: Value) -> Self {
        self.0.options.push((name.to_owned(), value));
        self
    }

    pub(crate) fn field(mut self, name: &str, value: Value) -> Self {
        self.0.fields.push((name.to_owned(), value));
        self
    }

    pub(crate) fn figure(self, name: &str, ratio: Ratio) -> Self {
        self.field(name, Value::Figure(ratio))
    }

    /// The variance of a result and its root.
    pub(crate) fn spread(self, variance: Ratio) -> Self {
        self.figure("variance", variance).field("standard_deviation", Value::Root(variance))
    }

    pub(crate) fn finish(self) -> Sheet {
        self.0
    }

    /// The figures of a side wager.
    pub(crate) fn side(self, side: &Side) -> Self {
        let probability = |count| Ratio::new(count, side.deals);
        let row = |row: &crate::side::SideRow| {
            Value::fields([
                ("hand", Value::text(row.row.hand.name())),
                ("clause", Value::Text(row.row.clause.to_string())),
                ("pays", Value::Text(digest::words(row.row.pay))),
                ("count", Value::Whole(row.count)),
                ("probability", Value::Figure(probability(row.count))),
                ("return", Value::Figure((row.net + Ratio::ONE) * probability(row.count))),
            ])
        };
        self.figure("house_edge", side.house_edge())
            .figure("return", side.returned())
            .figure("hit_frequency", side.hit_frequency())
            .spread(side.variance())
            .field("stake_cents", Value::Whole(side.stake.get().into()))
            .field("deals", Value::Whole(side.deals))
            .field("rows", Value::List(side.rows.iter().map(row).collect()))
    }
}

/// An option for a reading of the ace.
pub(crate) fn flag(ace: LowAce) -> Value {
    Value::Flag(ace == LowAce::Counts)
}

/// The figures of a base game under best play.
pub(crate) fn base_fields(builder: Builder, played: &Played, strategy: &[Stage]) -> Builder {
    let tally = &played.tally;
    builder
        .figure("house_edge", tally.house_edge())
        .figure("average_wager_units", tally.average_units())
        .figure("element_of_risk", tally.element_of_risk())
        .figure("hit_frequency", tally.hit_frequency())
        .figure("net_win_frequency", tally.net_win_frequency())
        .spread(tally.variance())
        .field("deals", Value::Whole(tally.deals))
        .field("frequencies", frequencies(played))
        .field("strategy", Value::List(strategy.iter().map(stage).collect()))
}

/// One hand's lines, or one group of lines for each of a round's hands.
fn frequencies(played: &Played) -> Value {
    let lines = |frequencies: &Frequencies| {
        let line = |line: &crate::tally::Line| {
            (line.hand.to_owned(), Value::Figure(Ratio::new(line.deals, played.tally.deals)))
        };
        Value::Fields(frequencies.lines.iter().map(line).collect())
    };
    match played.frequencies.as_slice() {
        [only] => lines(only),
        several => Value::Fields(several.iter().map(|one| (one.of.to_owned(), lines(one))).collect()),
    }
}

fn stage(stage: &Stage) -> Value {
    let hands = stage.hands.iter().map(|hand| Value::text(hand)).collect();
    Value::fields([("action", Value::text(&stage.action)), ("hands", Value::List(hands))])
}
