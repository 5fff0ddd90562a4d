//! Where one wheel stopped: a line that is printed on it, and the Community Pay tier it carries.

use crate::clause::ClauseId;
use crate::document::{ProblemCode, Problems};
use crate::games::Spin;
use crate::money::Cents;
use crate::rules::{Rules, WheelSegment};
use crate::submission::symbol_name;

const TIER: ClauseId = ClauseId::new("CC-12-D-8-b");

/// The stops found sound.
#[derive(Default)]
pub(super) struct Stops(Vec<(Spin, WheelSegment)>);

impl Stops {
    /// Adds the stop of a wheel, given by its symbol, if there is such a line; the stake is the Hot Spot's.
    pub(super) fn add(
        &mut self,
        rules: &Rules,
        spin: Spin,
        stake: Cents,
        (field, stop, clause): (&str, Option<&str>, ClauseId),
        problems: &mut Problems,
    ) -> Option<&mut WheelSegment> {
        let wheel = spin.wheel(rules, stake)?;
        let names: Vec<String> = wheel.segments.iter().map(|segment| symbol_name(segment.line.symbol)).collect();
        let plain = |name: &str| name.replace(',', "");
        let found = stop.and_then(|stop| names.iter().position(|name| plain(name) == plain(stop)));
        let Some(segment) = found.and_then(|place| wheel.segments.get(place)) else {
            let (code, message) = match stop {
                None => (ProblemCode::Missing, "missing".to_owned()),
                Some(stop) => {
                    (ProblemCode::UnknownChoice, format!("wheel {} has no line '{stop}'", wheel.wheel.letter))
                }
            };
            problems.refuse(format!("{field}.stop"), code, clause, message, names.join("; "));
            return None;
        };
        self.0.push((spin, *segment));
        self.0.last_mut().map(|(_, segment)| segment)
    }

    /// The stops in the order added.
    pub(super) fn into_list(self) -> Vec<(Spin, WheelSegment)> {
        self.0
    }
}

/// Gives a segment the Community Pay tier it carries, where the rules do not say it by symbol (I-75).
pub(super) fn carry_tier(segment: &mut WheelSegment, field: &str, tier: Option<i64>, problems: &mut Problems) {
    let Some(tier) = tier else { return };
    let field = format!("{field}.tier");
    match (u8::try_from(tier).ok().filter(|tier| (1..=3).contains(tier)), segment.tier) {
        (None, _) => {
            problems.refuse(field, ProblemCode::OutOfRange, TIER, format!("there is no tier {tier}"), "1 to 3");
        }
        (Some(given), Some(of_symbol)) if given != of_symbol => {
            let message = format!("rules.options.tiers gives this symbol tier {of_symbol}, not {given}");
            problems.refuse(field, ProblemCode::Conflict, TIER, message, of_symbol.to_string());
        }
        (Some(given), _) => segment.tier = Some(given),
    }
}

/// Refuses a second stop of one wheel.
pub(super) fn refuse_repeat(field: String, whose: &str, clause: ClauseId, problems: &mut Problems) {
    let message = format!("the stop for {whose} is given already");
    problems.refuse(field, ProblemCode::Repeated, clause, message, "each wheel once");
}
