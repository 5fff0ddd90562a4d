//! Prize wheels: how often they are spun and what a spin is worth. How the segments are weighted is the operator's to
//! say (I-80); without weights there is no return to give.

use crate::category::{categories, number};
use crate::classes::two_card_classes;
use crate::counts;
use crate::progressive::{dollars, of};
use crate::ratio::Ratio;
use game_core::hand::LowAce;
use game_core::money::Cents;
use game_core::paytable::{Pay, Segment};
use game_core::rules::{BonusSpinRules, QualifyingEvent, WheelSegment, XtremeStake};

/// The chance that two own cards are a pair, which starts a Bonus Spin.
#[must_use]
pub fn pair_in_two() -> Ratio {
    let classes = two_card_classes();
    let paired = classes.iter().filter(|class| class.cards[0].rank() == class.cards[1].rank());
    Ratio::new(
        paired.map(|class| i128::from(class.ways)).sum(),
        classes.iter().map(|class| i128::from(class.ways)).sum(),
    )
}

/// The chance that the five community cards are Bonus Spin Xtreme's event.
#[must_use]
pub fn event_chance(event: QualifyingEvent, ace: LowAce) -> Ratio {
    let histogram = counts::five_cards(ace);
    let qualifying = categories().into_iter().filter(|hand| event.occurs(*hand)).map(|hand| histogram[number(hand)]);
    Ratio::new(qualifying.sum::<u64>().into(), histogram.iter().sum::<u64>().into())
}

/// What one stop of a wheel is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpinWorth {
    /// Dollars, the prize included and the meter left out.
    pub dollars: Ratio,
    /// The expected share of the meter.
    pub meter_weight: Ratio,
}

/// What a stop of a weighted wheel is worth, where the top prize has this value; none without weights.
#[must_use]
pub fn spin_worth<'a>(segments: impl Iterator<Item = (&'a Segment, u32)> + Clone, prize: Cents) -> Option<SpinWorth> {
    let total: i128 = segments.clone().map(|(_, weight)| i128::from(weight)).sum();
    if total == 0 {
        return None;
    }
    let chance = |weight: u32| Ratio::new(weight.into(), total);
    let flat = segments.clone().map(|(segment, weight)| flat_dollars(segment, prize) * chance(weight)).sum();
    let meter = segments.map(|(segment, weight)| meter_share(segment) * chance(weight)).sum();
    Some(SpinWorth { dollars: flat, meter_weight: meter })
}

/// What a segment pays in dollars, the meter left out.
#[must_use]
pub fn flat_dollars(segment: &Segment, prize: Cents) -> Ratio {
    match segment.pay {
        Pay::Flat(amount) => dollars(amount),
        Pay::PrizePercent(percent) => dollars(prize) * Ratio::new(percent.into(), 100),
        Pay::ToOne(_) | Pay::ForOne(_) | Pay::MeterPercent { .. } | Pay::Push => Ratio::ZERO,
    }
}

/// The share of the meter a segment pays.
#[must_use]
pub fn meter_share(segment: &Segment) -> Ratio {
    match segment.pay {
        Pay::MeterPercent { percent, .. } => Ratio::new(percent.into(), 100),
        Pay::Flat(_) | Pay::PrizePercent(_) | Pay::ToOne(_) | Pay::ForOne(_) | Pay::Push => Ratio::ZERO,
    }
}

/// The lines of a built wheel with their weights.
pub(crate) fn weighted(segments: &[WheelSegment]) -> impl Iterator<Item = (&Segment, u32)> + Clone {
    segments.iter().map(|segment| (segment.line, segment.weight))
}

/// What comes back of a Bonus Spin stake from one's own spins, when the meter shows this amount; none without weights.
#[must_use]
pub fn bonus_spin_return(rules: &BonusSpinRules, meter: Cents) -> Option<Ratio> {
    let prize = rules.prize.as_ref().map_or(Cents::ZERO, |prize| prize.value);
    let worth = spin_worth(weighted(&rules.wheel.segments), prize)?;
    let award = worth.dollars + worth.meter_weight * dollars(meter);
    Some(pair_in_two() * award / dollars(BonusSpinRules::TRIGGER_STAKE))
}

/// What Community Pay adds to a unit of this stake for each other bettor who can spin.
#[must_use]
pub fn community_pay_return(rules: &BonusSpinRules, stake: Cents) -> Option<Ratio> {
    let total: i128 = rules.wheel.segments.iter().map(|segment| i128::from(segment.weight)).sum();
    let worth = |segment: &WheelSegment| {
        let award =
            segment.tier.and_then(|tier| rules.community_award(stake, tier)).map_or(Cents::ZERO, |row| row.award);
        of(award, stake) * Ratio::new(segment.weight.into(), total)
    };
    (total > 0).then(|| pair_in_two() * rules.wheel.segments.iter().map(worth).sum())
}

/// What comes back of a Bonus Spin Xtreme stake among so many bettors of any stakes, one of whom is drawn as the Hot
/// Spot (I-83), when the meter shows this amount; none without weights.
#[must_use]
pub fn xtreme_return(rules: &XtremeStake, event: Ratio, bettors: u8, meter: Cents) -> Option<Ratio> {
    let hot_spot = spin_worth(weighted(&rules.hot_spot.segments), Cents::ZERO)?;
    let community = spin_worth(weighted(&rules.community.segments), Cents::ZERO)?;
    let drawn = Ratio::new(1, bettors.into());
    let award =
        drawn * (hot_spot.dollars + hot_spot.meter_weight * dollars(meter)) + (Ratio::ONE - drawn) * community.dollars;
    Some(event * award / dollars(rules.stake))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::game::GameId;
    use game_core::paytable::{Schedule, wheel};

    #[test]
    fn a_pair_in_two_cards_comes_once_in_seventeen() {
        // The second card matches three of the other 51.
        assert_eq!(pair_in_two(), Ratio::new(3, 51));
    }

    #[test]
    fn three_of_a_kind_or_better_follows_from_the_counts() {
        // 54,912 + 10,200 + 5,108 + 3,744 + 624 + 36 + 4 = 74,628.
        let chance = event_chance(QualifyingEvent::CommunityThreeOfAKindOrBetter, LowAce::Counts);
        assert_eq!(chance, Ratio::new(74_628, 2_598_960));
    }

    #[test]
    fn a_spin_is_worth_the_mean_of_its_segments() {
        // Wheel B with the jackpot once, $500 once and $10 eight times: $58 and a tenth of the meter.
        let wheel = wheel(GameId::CrissCross, Schedule::BonusSpinProgressive, "B").unwrap();
        let weights = [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8];
        let worth = spin_worth(wheel.segments.iter().zip(weights), Cents::ZERO).unwrap();
        assert_eq!(worth, SpinWorth { dollars: Ratio::new(580, 10), meter_weight: Ratio::new(1, 10) });
        assert_eq!(spin_worth(wheel.segments.iter().zip([0; 12]), Cents::ZERO), None);
    }
}
