//! Two million rounds of each game through the real engine with best play: the mean of every wager lies within four
//! standard errors of the exact figure.

use crate::table::{ROUNDS, Stand, UNIT};
use game_core::money::Cents;
use game_core::rules::WheelSegment;
use game_core::wager::Wager;
use game_odds::catalogue::sheets;
use game_odds::ratio::Ratio;
use game_odds::sheet::Value;
use game_odds::wheel::{event_chance, flat_dollars, meter_share, pair_in_two};
use game_odds::{Library, Request};

/// The exact gain of the player and the variance, in base units.
struct Exact {
    mean: Ratio,
    variance: Ratio,
}

/// The exact figures of a wager's sheet.
fn from_sheet(game: &str, wager: Wager, paytable: &str, options: &[(&str, &str)]) -> Exact {
    let request = Request {
        game: Some(game.to_owned()),
        wager: Some(wager.name().to_owned()),
        paytable: Some(paytable.to_owned()),
        options: options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
    };
    let sheets = sheets(&request, &Library::committed()).unwrap();
    let figure = |name: &str| match sheets[0].field(name) {
        Some(Value::Figure(ratio)) => *ratio,
        other => panic!("{name}: {other:?}"),
    };
    Exact { mean: figure("house_edge").negated(), variance: figure("variance") }
}

/// The exact figures of a wheel with every printed line once, spun with some chance.
fn from_wheel(segments: &[WheelSegment], chance: Ratio, stake: Cents, meter: Cents) -> Exact {
    let dollars = |cents: Cents| Ratio::new(cents.get().into(), 100);
    let award = |segment: &WheelSegment| {
        (flat_dollars(segment.line, Cents::ZERO) + meter_share(segment.line) * dollars(meter)) / dollars(stake)
    };
    let stops = Ratio::whole(segments.len().try_into().unwrap());
    let mean = chance * segments.iter().map(award).sum::<Ratio>() / stops;
    let squares = chance * segments.iter().map(|segment| award(segment).squared()).sum::<Ratio>() / stops;
    Exact { mean: mean - Ratio::ONE, variance: squares - mean.squared() }
}

/// The observed mean lies within four standard errors: (Σ − nμ)² ≤ 16 n σ², in millionths of a unit.
fn check(name: &str, cents: i64, unit: Cents, exact: &Exact) {
    let millionths = |ratio: Ratio| ratio.numerator() * 1_000_000 / ratio.denominator();
    let rounds = i128::from(ROUNDS);
    let off = i128::from(cents) * 1_000_000 / i128::from(unit.get()) - rounds * millionths(exact.mean);
    let allowed = 16 * rounds * millionths(exact.variance) * 1_000_000;
    let errors = Ratio::new(off * off * 1_000 / (allowed / 16).max(1), 1_000);
    let seen = Ratio::new(cents.into(), rounds * i128::from(unit.get()));
    let errors: String = errors.root_decimal().chars().take(4).collect();
    println!("{name:<32} exact {:>10}, seen {:>10}, {errors} errors off", exact.mean.fixed(6), seen.fixed(6));
    assert!(off * off <= allowed, "{name}: {cents} cents over {ROUNDS} rounds, exact mean {}", exact.mean);
}

#[test]
fn let_it_ride_in_the_long_run() {
    let document = r#"{"game": "let_it_ride_md", "paytables": {"let_it_ride": "A", "five_card_bonus": "A",
        "three_card_bonus": "A", "six_card_bonus": "A", "progressive_payout": "A"}}"#;
    let side = [Wager::FiveCardBonus, Wager::ThreeCardBonus, Wager::SixCardBonus, Wager::ProgressivePayout];
    let sums = Stand::new(document, &side.map(|wager| (wager, 100))).play();
    for wager in std::iter::once(Wager::LetItRide).chain(side) {
        check(wager.name(), sums[wager.name()], UNIT, &from_sheet("let_it_ride_md", wager, "A", &[]));
    }
    // The player beside holds a royal flush, worth $1,000, in 4 deals and a straight flush, worth $300, in 36.
    let mean = Ratio::new(4 * 1_000 + 36 * 300, 2_598_960);
    let squares = Ratio::new(4 * 1_000_000 + 36 * 90_000, 2_598_960);
    check("envy", sums.get("envy").copied().unwrap_or(0), UNIT, &Exact { mean, variance: squares - mean.squared() });
}

#[test]
fn stud_in_the_long_run() {
    let document = r#"{"game": "two_three_five_stud_md", "paytables": {"win_em_all_bonus": "standard",
        "progressive_payout": "B"}}"#;
    let sums = Stand::new(document, &[(Wager::WinEmAllBonus, 100), (Wager::ProgressivePayout, 100)]).play();
    let aces = [("low_ace_two_card", "true"), ("low_ace_three_card", "true")];
    for (wager, letter, options) in [
        (Wager::TwoThreeFive, "standard", &aces[..]),
        (Wager::WinEmAllBonus, "standard", &aces[..]),
        (Wager::ProgressivePayout, "B", &[]),
    ] {
        check(wager.name(), sums[wager.name()], UNIT, &from_sheet("two_three_five_stud_md", wager, letter, options));
    }
}

#[test]
fn criss_cross_in_the_long_run() {
    let document = r#"{"game": "criss_cross_md", "paytables": {"five_card_bonus": "standard",
        "bonus_spin_progressive": "B", "bonus_spin_xtreme_progressive": "A"}, "options": {"ante_payout": "even_money"}}"#;
    let (spin, xtreme) = (Wager::BonusSpinProgressive, Wager::BonusSpinXtremeProgressive);
    let stand = Stand::new(document, &[(Wager::FiveCardBonus, 100), (spin, 500), (xtreme, 100)]);
    let sums = stand.play();
    let options = [("low_ace", "true"), ("ante_payout", "even_money")];
    let base = from_sheet("criss_cross_md", Wager::Ante, "standard", &options);
    check("ante", sums[Wager::Ante.name()], UNIT, &base);
    let bonus = from_sheet("criss_cross_md", Wager::FiveCardBonus, "standard", &options[..1]);
    check("five_card_bonus", sums[Wager::FiveCardBonus.name()], UNIT, &bonus);
    let rules = stand.rules.bonus_spin().unwrap();
    let stake = Cents::new(500);
    let exact = from_wheel(&rules.wheel.segments, pair_in_two(), stake, rules.meter.unwrap().initial);
    check(spin.name(), sums[spin.name()], stake, &exact);
    let rules = stand.rules.xtreme().unwrap();
    let event = event_chance(rules.event, stand.rules.low_ace().five_card);
    let exact = from_wheel(&rules.stakes[0].hot_spot.segments, event, UNIT, rules.stakes[0].meter.initial);
    check(xtreme.name(), sums[xtreme.name()], UNIT, &exact);
}

#[test]
fn california_in_the_long_run() {
    let document = r#"{"game": "let_it_ride_ca", "paytables": {"let_it_ride": "LIRX-03"}}"#;
    let sums = Stand::new(document, &[]).play();
    check(
        "let_it_ride_ca",
        sums[Wager::LetItRide.name()],
        UNIT,
        &from_sheet("let_it_ride_ca", Wager::LetItRide, "LIRX-03", &[]),
    );
}
