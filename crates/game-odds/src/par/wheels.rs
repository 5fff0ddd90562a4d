//! The par sheets of the prize wheels. Without the operator's weights they say how often a wheel is spun and what each
//! segment would add, and refuse to name a return.

use crate::digest;
use crate::progressive::dollars;
use crate::ratio::Ratio;
use crate::sheet::{Builder, Sheet, Value, flag};
use crate::wheel::{
    bonus_spin_return, community_pay_return, event_chance, flat_dollars, meter_share, pair_in_two, xtreme_return,
};
use game_core::game::GameId;
use game_core::hand::LowAce;
use game_core::money::Cents;
use game_core::paytable::{Segment, Wheel};
use game_core::rules::{BonusSpinRules, QualifyingEvent, XtremeStake};
use game_core::submission::symbol_name;
use game_core::wager::Wager;

/// The most bettors a Criss Cross table seats.
const BETTORS_MAX: u8 = 6;

const REFUSAL: &str = "no return without the wheel's weights, which are the operator's to submit (I-80): \
    return = sum of weight x segment return / sum of weights";

/// Bonus Spin, with the operator's wheel if there is one.
pub(crate) fn bonus_spin(wheel: &Wheel, rules: Option<&BonusSpinRules>, meter: Cents) -> Sheet {
    let chance = pair_in_two();
    let stake = BonusSpinRules::TRIGGER_STAKE;
    let prize = rules.and_then(|rules| rules.prize.as_ref()).map_or(Cents::ZERO, |prize| prize.value);
    let builder = Builder::new(GameId::CrissCross, Wager::BonusSpinProgressive, wheel.letter, label(wheel));
    let returned = rules.and_then(|rules| bonus_spin_return(rules, meter));
    let builder = returns(builder, returned)
        .figure("trigger_probability", chance)
        .field("stake_cents", Value::Whole(stake.get().into()))
        .field("segments", segments(wheel, chance, stake, prize));
    let community = |stake: Cents| {
        let worth = rules.and_then(|rules| community_pay_return(rules, stake));
        Value::fields([
            ("stake_cents", Value::Whole(stake.get().into())),
            ("return", worth.map_or(Value::Missing, Value::Figure)),
        ])
    };
    let stakes = [Cents::new(100), Cents::new(500)];
    builder
        .field("meter_cents", Value::Whole(meter.get().into()))
        .field("community_pay_per_other_bettor", Value::List(stakes.map(community).to_vec()))
        .finish()
}

/// Bonus Spin Xtreme for one stake with the operator's wheels.
pub(crate) fn xtreme(rules: &XtremeStake, event: QualifyingEvent, ace: LowAce, meter: Cents) -> Sheet {
    let chance = event_chance(event, ace);
    let alone = xtreme_return(rules, chance, 1, meter);
    let by_bettors = (1..=BETTORS_MAX).map(|bettors| {
        let worth = xtreme_return(rules, chance, bettors, meter);
        Value::fields([
            ("bettors", Value::Whole(bettors.into())),
            ("return", worth.map_or(Value::Missing, Value::Figure)),
        ])
    });
    xtreme_start(rules.hot_spot.wheel, rules.stake, event, ace, alone)
        .field("meter_cents", Value::Whole(meter.get().into()))
        .field("community_wheel", Value::text(rules.community.wheel.letter))
        .field("return_by_bettors", Value::List(by_bettors.collect()))
        .finish()
}

/// Bonus Spin Xtreme for one Hot Spot wheel, not weighted.
pub(crate) fn xtreme_unweighted(wheel: &Wheel, stake: Cents, event: QualifyingEvent, ace: LowAce) -> Sheet {
    xtreme_start(wheel, stake, event, ace, None).finish()
}

fn xtreme_start(wheel: &Wheel, stake: Cents, event: QualifyingEvent, ace: LowAce, alone: Option<Ratio>) -> Builder {
    let chance = event_chance(event, ace);
    let builder = Builder::new(GameId::CrissCross, Wager::BonusSpinXtremeProgressive, wheel.letter, label(wheel))
        .option("qualifying_event", Value::text(event_name(event)))
        .option("low_ace", flag(ace));
    returns(builder, alone)
        .figure("trigger_probability", chance)
        .field("stake_cents", Value::Whole(stake.get().into()))
        .field("segments", segments(wheel, chance, stake, Cents::ZERO))
}

fn label(wheel: &Wheel) -> String {
    digest::of_segments(wheel.segments.iter())
}

fn returns(builder: Builder, returned: Option<Ratio>) -> Builder {
    match returned {
        Some(returned) => builder.figure("house_edge", Ratio::ONE - returned).figure("return", returned),
        None => builder
            .field("house_edge", Value::Missing)
            .field("return", Value::Missing)
            .field("refusal", Value::text(REFUSAL)),
    }
}

/// What each line would add to the return of a unit if the wheel stopped nowhere else.
fn segments(wheel: &Wheel, chance: Ratio, stake: Cents, prize: Cents) -> Value {
    let line = |segment: &Segment| {
        Value::fields([
            ("symbol", Value::Text(symbol_name(segment.symbol))),
            ("pays", Value::Text(digest::words(segment.pay))),
            ("return", Value::Figure(chance * flat_dollars(segment, prize) / dollars(stake))),
            ("meter_weight", Value::Figure(chance * meter_share(segment))),
        ])
    };
    Value::List(wheel.segments.iter().map(line).collect())
}

/// An event as submissions name it.
pub(crate) const fn event_name(event: QualifyingEvent) -> &'static str {
    match event {
        QualifyingEvent::CommunityTwoPairOrBetter => "community_two_pair_or_better",
        QualifyingEvent::CommunityThreeOfAKindOrBetter => "community_three_of_a_kind_or_better",
        QualifyingEvent::CommunityStraightOrBetter => "community_straight_or_better",
        QualifyingEvent::CommunityFlushOrBetter => "community_flush_or_better",
        QualifyingEvent::CommunityFullHouseOrBetter => "community_full_house_or_better",
    }
}

/// Every event.
pub(crate) const EVENTS: [QualifyingEvent; 5] = [
    QualifyingEvent::CommunityTwoPairOrBetter,
    QualifyingEvent::CommunityThreeOfAKindOrBetter,
    QualifyingEvent::CommunityStraightOrBetter,
    QualifyingEvent::CommunityFlushOrBetter,
    QualifyingEvent::CommunityFullHouseOrBetter,
];
