//! Criss Cross' prize wheels as the operator builds them: Bonus Spin and Bonus Spin Xtreme.

use super::check::Check;
use super::document::{BonusSpinWager, PrizeChoice, SegmentChoice};
use super::meters::meter;
use super::wagers::place;
use crate::clause::ClauseId;
use crate::document::{Field, ProblemCode};
use crate::game::GameId;
use crate::money::Cents;
use crate::paytable::{self, Floor, Pay, Schedule, Segment, Symbol, Wheel};
use crate::rules::{BonusSpinRules, MeterRules, Prize, Stakes, WheelRules, WheelSegment};
use crate::wager::Wager;

/// The most segments a wheel may have, and the most one may weigh: their product fits the weights' integer.
const SEGMENTS_MAX: usize = 256;
const WEIGHT_MAX: i64 = 1_000_000;

/// The stakes of Bonus Spin; the smaller takes part in Community Pay only (I-74).
pub(super) const SPIN_STAKES: [i64; 2] = [100, 500];

const WHEELS: ClauseId = ClauseId::new("CC-12-D");
const RATE: ClauseId = ClauseId::new("CC-12-D-6-a");
const STAKE: ClauseId = ClauseId::new("CC-7-E-2-b");
const COMMUNITY_PAY: ClauseId = ClauseId::new("CC-12-D-8-b");

/// Checks Bonus Spin Progressive.
pub(super) fn bonus_spin(check: &mut Check, offered: &BonusSpinWager) -> Option<BonusSpinRules> {
    let field = place(Wager::BonusSpinProgressive);
    let wheel = spin_wheel(check, &field.child("wheel"), offered.wheel.as_deref());
    let accepted = spin_stakes(check, &field.child("stakes_cents"), offered.stakes_cents.as_deref());
    let community = community_table(check, &field.child("community"), offered.community.as_deref());
    let wheel = wheel?;
    let built = build(check, &field.child("segments"), wheel, offered.segments.as_deref(), Tiers::Carried, WHEELS);
    let top = top_award(check, &field, wheel, offered);
    let (meter, prize) = top?;
    Some(BonusSpinRules { wheel: built?, accepted: accepted?, meter, prize, community: community? })
}

/// The wheel of a letter.
pub(super) fn spin_wheel(check: &mut Check, field: &Field, letter: Option<&str>) -> Option<&'static Wheel> {
    let wheels = paytable::wheels(GameId::CrissCross, Schedule::BonusSpinProgressive);
    let letters: Vec<&str> = wheels.iter().map(|wheel| wheel.letter).collect();
    check.wheel(field, letter, wheels, &letters, WHEELS)
}

/// The Community Pay table of a letter.
pub(super) fn community_table(check: &mut Check, field: &Field, letter: Option<&str>) -> Option<&'static str> {
    const LETTERS: [&str; 2] = ["A", "B"];
    let letter = check.required(field, letter, COMMUNITY_PAY, &LETTERS.join(", "))?;
    let found = LETTERS.into_iter().find(|known| *known == letter);
    if found.is_none() {
        let message = format!("there is no Community Pay table '{letter}'");
        check.refuse(field, ProblemCode::UnknownChoice, COMMUNITY_PAY, message, LETTERS.join(", "));
    }
    found
}

fn spin_stakes(check: &mut Check, field: &Field, chosen: Option<&[i64]>) -> Option<Stakes> {
    let trigger = BonusSpinRules::TRIGGER_STAKE;
    let stakes = check.stakes(field, chosen.unwrap_or(&[500]), &SPIN_STAKES, STAKE)?;
    if !stakes.contains(&trigger) && !check.is_in_doubt(field) {
        let message = format!("only {trigger} can start a spin, so it must be accepted (I-74)");
        check.refuse(field, ProblemCode::Conflict, STAKE, message, "[500] or [100, 500]");
        return None;
    }
    Some(Stakes::OneOf(stakes))
}

/// The floor of the wheel's meter or prize.
pub(super) fn spin_floor(wheel: &Wheel) -> Option<&'static Floor> {
    paytable::floors(GameId::CrissCross, Schedule::BonusSpinProgressive, wheel.letter).first()
}

/// Whether the wheel's top award is a fixed prize and not a meter (I-81).
pub(super) fn awards_prize(wheel: &Wheel) -> bool {
    wheel.segments.iter().any(|line| matches!(line.pay, Pay::PrizePercent(_)))
}

fn top_award(
    check: &mut Check,
    field: &Field,
    wheel: &'static Wheel,
    offered: &BonusSpinWager,
) -> Option<(Option<MeterRules>, Option<Prize>)> {
    let floor = spin_floor(wheel)?;
    let (meter_field, prize_field) = (field.child("meter"), field.child("prize"));
    if awards_prize(wheel) {
        if offered.meter.is_some() {
            let message = format!("wheel {} awards a fixed prize and has no meter (I-81)", wheel.letter);
            check.refuse(&meter_field, ProblemCode::Conflict, floor.clause, message, "prize instead of meter");
        }
        let permitted = "cash_cents, or item and declared_value_cents";
        let prize = check.required(&prize_field, offered.prize.as_ref(), floor.clause, permitted)?;
        return Some((None, Some(fixed_prize(check, &prize_field, prize, floor)?)));
    }
    if offered.prize.is_some() {
        let message = format!("wheel {} awards its meter and has no fixed prize (I-81)", wheel.letter);
        check.refuse(&prize_field, ProblemCode::Conflict, floor.clause, message, "meter instead of prize");
    }
    let permitted = "an object with initial_cents, reset_cents and rate_ppm";
    let offered = check.required(&meter_field, offered.meter.as_ref(), floor.clause, permitted)?;
    Some((Some(meter(check, &meter_field, offered, floor, RATE)?), None))
}

/// Checks a fixed prize against its floor.
pub(super) fn fixed_prize(check: &mut Check, field: &Field, prize: &PrizeChoice, floor: &Floor) -> Option<Prize> {
    match (prize.cash_cents, &prize.item, prize.declared_value_cents) {
        (Some(_), None, None) => {
            let value = check.floored(&field.child("cash_cents"), prize.cash_cents, floor.reset_min, floor.clause)?;
            Some(Prize { value, item: None })
        }
        (None, Some(item), value) => {
            let item = check.text(&field.child("item"), item, floor.clause);
            let value = check.floored(&field.child("declared_value_cents"), value, floor.reset_min, floor.clause)?;
            Some(Prize { value, item: Some(item?) })
        }
        (Some(_) | None, _, _) => {
            let message = "a prize is either cash, or an item with its declared value";
            let permitted = "cash_cents alone, or item and declared_value_cents";
            check.refuse(field, ProblemCode::Conflict, floor.clause, message, permitted);
            None
        }
    }
}

/// Whether a wheel's segments may carry a Community Pay tier.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tiers {
    Carried,
    None,
}

/// Checks how a wheel is built: every printed line stands on it, and every segment has its weight (I-80).
pub(super) fn build(
    check: &mut Check,
    field: &Field,
    wheel: &'static Wheel,
    segments: Option<&[SegmentChoice]>,
    tiers: Tiers,
    clause: ClauseId,
) -> Option<WheelRules> {
    let permitted = "a list of {symbol, weight} in which every printed line of the wheel stands (I-80)";
    let segments = check.required(field, segments, clause, permitted)?;
    if segments.len() > SEGMENTS_MAX {
        let message = format!("{} segments are more than a wheel can have", segments.len());
        check.refuse(field, ProblemCode::OutOfRange, clause, message, format!("{SEGMENTS_MAX} at most"));
        return None;
    }
    let mut built = Vec::new();
    for (index, choice) in segments.iter().enumerate() {
        built.extend(segment(check, &field.element(index), wheel, choice, tiers, clause));
    }
    for line in wheel.segments {
        let name = symbol_name(line.symbol);
        if segments.iter().all(|choice| line_of(wheel, choice) != Some(line)) {
            let message = format!("the printed line '{name}' stands on no segment, so it has no weight (I-80)");
            check.refuse(field, ProblemCode::Missing, line.clause, message, permitted);
        }
    }
    Some(WheelRules { wheel, segments: built })
}

fn segment(
    check: &mut Check,
    field: &Field,
    wheel: &'static Wheel,
    choice: &SegmentChoice,
    tiers: Tiers,
    clause: ClauseId,
) -> Option<WheelSegment> {
    let names = wheel.segments.iter().map(|line| symbol_name(line.symbol)).collect::<Vec<_>>().join("; ");
    let symbol_field = field.child("symbol");
    let symbol = check.required(&symbol_field, choice.symbol.as_deref(), clause, &names);
    let line = line_of(wheel, choice);
    if let (Some(symbol), None) = (symbol, line) {
        let message = format!("wheel {} has no line '{symbol}'", wheel.letter);
        check.refuse(&symbol_field, ProblemCode::UnknownChoice, clause, message, names);
    }
    let weight_field = field.child("weight");
    let weight = check.required(&weight_field, choice.weight, clause, "1 to 1000000 (I-80)");
    let weight = weight.and_then(|weight| check.within(&weight_field, weight, &(1..=WEIGHT_MAX), clause));
    let tier = tier(check, &field.child("tier"), choice.tier, tiers);
    Some(WheelSegment { line: line?, weight: u32::try_from(weight?).ok()?, tier: tier? })
}

/// Checks a segment's Community Pay tier (I-75).
pub(super) fn tier(check: &mut Check, field: &Field, tier: Option<i64>, tiers: Tiers) -> Option<Option<u8>> {
    let Some(tier) = tier else { return Some(None) };
    if tiers == Tiers::None {
        let message = "only Bonus Spin's own wheel carries Community Pay tiers";
        check.refuse(field, ProblemCode::Conflict, COMMUNITY_PAY, message, "no tier");
        return None;
    }
    let tier = check.within(field, tier, &(1..=3), COMMUNITY_PAY)?;
    u8::try_from(tier).ok().map(Some)
}

fn line_of(wheel: &'static Wheel, choice: &SegmentChoice) -> Option<&'static Segment> {
    line(wheel, choice.symbol.as_deref()?)
}

/// The printed line of a symbol.
pub(super) fn line(wheel: &'static Wheel, symbol: &str) -> Option<&'static Segment> {
    let symbol = parse_symbol(symbol)?;
    wheel.segments.iter().find(|line| line.symbol == symbol)
}

fn parse_symbol(text: &str) -> Option<Symbol> {
    if text == "jackpot" {
        return Some(Symbol::Jackpot);
    }
    let digits = text.strip_prefix('$')?.replace(',', "");
    if digits.is_empty() || digits.len() > 9 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Cents::new(digits.parse().ok()?).times(100).ok().map(Symbol::Amount)
}

/// A symbol as documents write it: `jackpot`, or an amount such as `$2,500`.
#[must_use]
pub fn symbol_name(symbol: Symbol) -> String {
    match symbol {
        Symbol::Jackpot => "jackpot".to_owned(),
        Symbol::Amount(amount) => amount.to_string(),
    }
}
