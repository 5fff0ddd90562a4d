//! Bonus Spin Xtreme: an event, and for each accepted stake two wheels and a meter.

use super::check::Check;
use super::choices::QUALIFYING_EVENTS;
use super::document::{WheelChoice, XtremeStakeChoice, XtremeWager};
use super::meters::meter;
use super::wagers::place;
use super::wheels::{Tiers, build};
use crate::clause::ClauseId;
use crate::document::{Field, ProblemCode};
use crate::game::GameId;
use crate::money::Cents;
use crate::paytable::{self, Floor, Schedule, Wheel};
use crate::rules::{Stakes, WheelRules, XtremeRules, XtremeStake};
use crate::wager::Wager;

/// The stakes of Bonus Spin Xtreme.
pub(super) const XTREME_STAKES: [i64; 3] = [100, 200, 500];

const OFFER: ClauseId = ClauseId::new("CC-7-E-2-c");
const HOT_SPOT: ClauseId = ClauseId::new("CC-12-E");
const COMMUNITY: ClauseId = ClauseId::new("CC-12-E-13-b");
const RATE: ClauseId = ClauseId::new("CC-12-E-11-a");

/// Checks Bonus Spin Xtreme Progressive.
pub(super) fn xtreme(check: &mut Check, offered: &XtremeWager) -> Option<XtremeRules> {
    let field = place(Wager::BonusSpinXtremeProgressive);
    let events = format!(
        "{}; community_three_of_a_kind_or_better is the usual one, but it must be stated (I-82)",
        QUALIFYING_EVENTS.join(", ")
    );
    let event = check.required(&field.child("qualifying_event"), offered.qualifying_event, OFFER, &events);
    let field = field.child("stakes");
    let permitted = "an object with wheels and meter for stakes among 100, 200, 500";
    let offered = offered.stakes.as_ref().filter(|stakes| !stakes.is_empty());
    let offered = check.required(&field, offered, OFFER, permitted)?;
    let mut stakes = Vec::new();
    for (name, choice) in offered {
        stakes.extend(stake(check, &field.child(name), name, choice));
    }
    stakes.sort_by_key(|stake| stake.stake);
    let accepted = Stakes::OneOf(stakes.iter().map(|stake| stake.stake).collect());
    (stakes.len() == offered.len()).then_some(XtremeRules { event: event?, accepted, stakes })
}

fn stake(check: &mut Check, field: &Field, name: &str, choice: &XtremeStakeChoice) -> Option<XtremeStake> {
    let Some(stake) = XTREME_STAKES.into_iter().find(|stake| stake.to_string() == name) else {
        let message = format!("{name} cents is not an accepted stake");
        check.refuse(field, ProblemCode::UnknownChoice, OFFER, message, "100, 200, 500");
        return None;
    };
    let stake = Cents::new(stake);
    let hot_spot = built(check, &field.child("hot_spot"), stake, choice.hot_spot.as_ref(), Spot::Hot);
    let community = built(check, &field.child("community"), stake, choice.community.as_ref(), Spot::Community);
    let meter_field = field.child("meter");
    let permitted = "an object with initial_cents, reset_cents and rate_ppm";
    let submitted = check.required(&meter_field, choice.meter.as_ref(), RATE, permitted);
    let submitted = submitted.zip(hot_spot_floor(stake, hot_spot.as_ref().map(|hot_spot| hot_spot.wheel)));
    let meter = submitted.and_then(|(submitted, floor)| meter(check, &meter_field, submitted, floor, RATE));
    Some(XtremeStake { stake, hot_spot: hot_spot?, community: community?, meter: meter? })
}

/// The floor of the meter that a Hot Spot wheel pays; where the wheel is not known, that of the stake's first.
pub(super) fn hot_spot_floor(stake: Cents, wheel: Option<&Wheel>) -> Option<&'static Floor> {
    let letter = wheel.map(|wheel| wheel.letter).or_else(|| paytable::xtreme_letters(stake).first().copied())?;
    paytable::floors(GameId::CrissCross, Schedule::BonusSpinXtremeProgressive, letter).first()
}

/// Which of the two wheels.
#[derive(Clone, Copy)]
pub(super) enum Spot {
    Hot,
    Community,
}

impl Spot {
    const fn clause(self) -> ClauseId {
        match self {
            Self::Hot => HOT_SPOT,
            Self::Community => COMMUNITY,
        }
    }
}

/// The wheel of a letter, if the letter goes with the stake (I-83).
pub(super) fn fitting(
    check: &mut Check,
    field: &Field,
    stake: Cents,
    letter: Option<&str>,
    spot: Spot,
) -> Option<&'static Wheel> {
    let wheels = match spot {
        Spot::Hot => paytable::wheels(GameId::CrissCross, Schedule::BonusSpinXtremeProgressive),
        Spot::Community => paytable::community_wheels(),
    };
    check.wheel(field, letter, wheels, paytable::xtreme_letters(stake), spot.clause())
}

fn built(
    check: &mut Check,
    field: &Field,
    stake: Cents,
    choice: Option<&WheelChoice>,
    spot: Spot,
) -> Option<WheelRules> {
    let choice = check.required(field, choice, spot.clause(), "an object with wheel and segments")?;
    let wheel = fitting(check, &field.child("wheel"), stake, choice.wheel.as_deref(), spot)?;
    build(check, &field.child("segments"), wheel, choice.segments.as_deref(), Tiers::None, spot.clause())
}
