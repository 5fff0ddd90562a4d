//! The side wagers of a settlement: offered when their paytable is named, with stakes as free as the rules allow.

use super::meters::meter;
use super::{LEAST, PaytableChoice, SettlementRules, XTREME_COMMUNITY, place};
use crate::document::{Field, ProblemCode};
use crate::game::GameId;
use crate::money::Cents;
use crate::paytable::{self, Schedule, Wheel};
use crate::rules::{
    BonusRules, BonusSpinRules, PartialAwardFloor, Prize, ProgressiveRules, ProgressiveStake, QualifyingEvent, Stakes,
    WheelRules, WheelSegment, XtremeRules, XtremeStake,
};
use crate::settlement::meter_of;
use crate::submission::check::Check;
use crate::submission::meters::{PROGRESSIVE_STAKES, envy, on_own_three_cards};
use crate::submission::wagers::{Bonuses, five_card_unit};
use crate::submission::wheels::{self, SPIN_STAKES, Tiers};
use crate::submission::xtreme::{Spot, XTREME_STAKES, fitting, hot_spot_floor};
use crate::wager::Wager;
use std::collections::BTreeMap;

/// The letter of a wager that has one; problems when letters by stake stand there.
pub(super) fn letter<'a>(
    check: &mut Check,
    field: &Field,
    chosen: Option<&'a PaytableChoice>,
) -> Option<Option<&'a str>> {
    match chosen {
        None => Some(None),
        Some(PaytableChoice::Letter(letter)) => Some(Some(letter)),
        Some(PaytableChoice::ByStake(_)) => {
            let message = "only Bonus Spin Xtreme has a letter for each stake";
            check.refuse(field, ProblemCode::WrongType, check.demands.base_wager, message, "one letter");
            None
        }
    }
}

/// Refuses options of wagers that are not settled here.
pub(super) fn options_in_use(check: &mut Check, document: &SettlementRules) {
    let options = &document.options;
    let uses = [
        ("five_card_bonus_stake_cents", options.five_card_bonus_stake_cents.is_some(), Wager::FiveCardBonus),
        ("win_em_all_minimum_cents", options.win_em_all_minimum_cents.is_some(), Wager::WinEmAllBonus),
        ("partial_award_floor", options.partial_award_floor.is_some(), Wager::ProgressivePayout),
        ("qualifying_event", options.qualifying_event.is_some(), Wager::BonusSpinXtremeProgressive),
        ("community_pay", options.community_pay.is_some(), Wager::BonusSpinProgressive),
        ("prize", options.prize.is_some(), Wager::BonusSpinProgressive),
        ("tiers", options.tiers.is_some(), Wager::BonusSpinProgressive),
    ];
    for (name, given, wager) in uses {
        if given && !document.paytables.contains_key(wager.name()) {
            let message = format!("this option belongs to {wager}, which is not settled here");
            let permitted = format!("with a letter in paytables.{wager}");
            let clause = check.demands.base_wager;
            check.refuse(&Field::of("options").child(name), ProblemCode::Conflict, clause, message, permitted);
        }
    }
}

/// The side wagers with a paytable.
pub(super) fn bonuses(check: &mut Check, document: &SettlementRules) -> Bonuses {
    let mut bonus = |schedule: Schedule| bonus(check, document, schedule);
    Bonuses {
        five_card: bonus(Schedule::FiveCardBonus),
        three_card: bonus(Schedule::ThreeCardBonus),
        six_card: bonus(Schedule::SixCardBonus),
        win_em_all: bonus(Schedule::WinEmAllBonus),
    }
}

fn bonus(check: &mut Check, document: &SettlementRules, schedule: Schedule) -> Option<BonusRules> {
    let chosen = chosen(document, schedule)?;
    let field = place(schedule.name());
    let letter = letter(check, &field, Some(chosen))?;
    let table = check.paytable(&field, schedule, letter);
    let stakes = if document.game == GameId::LetItRide && schedule == Schedule::FiveCardBonus {
        let field = Field::of("options").child("five_card_bonus_stake_cents");
        five_card_unit(check, &field, document.options.five_card_bonus_stake_cents)?
    } else {
        Stakes::Between { min: LEAST, max: Cents::WAGER_MAX }
    };
    Some(BonusRules { table: table?, stakes })
}

/// The choice made for a schedule that the game has.
fn chosen(document: &SettlementRules, schedule: Schedule) -> Option<&PaytableChoice> {
    document.paytables.get(schedule.name()).filter(|_| schedule.offered_by(document.game))
}

/// Progressive Payout, with both stakes accepted.
pub(super) fn progressive(check: &mut Check, document: &SettlementRules) -> Option<ProgressiveRules> {
    let schedule = Schedule::ProgressivePayout;
    let chosen = chosen(document, schedule)?;
    let field = place(schedule.name());
    let letter = letter(check, &field, Some(chosen))?;
    let table = check.paytable(&field, schedule, letter)?;
    let floors = paytable::floors(document.game, schedule, table.letter);
    let mut stakes = Vec::new();
    for stake in PROGRESSIVE_STAKES.map(Cents::new) {
        let mut meters = Vec::new();
        for floor in floors {
            meters.extend(meter(check, document, meter_of(Wager::ProgressivePayout, stake), floor));
        }
        let envy = envy(check, table, stake)?;
        stakes.push(ProgressiveStake { stake, meters, envy });
    }
    let complete = stakes.iter().all(|stake| stake.meters.len() == floors.len());
    complete.then_some(ProgressiveRules {
        table,
        own_three_cards: on_own_three_cards(document.game, table),
        accepted: Stakes::OneOf(PROGRESSIVE_STAKES.map(Cents::new).to_vec()),
        stakes,
        partial_award_floor: document.options.partial_award_floor.unwrap_or(PartialAwardFloor::None),
    })
}

/// Bonus Spin, with both stakes accepted.
pub(super) fn bonus_spin(check: &mut Check, document: &SettlementRules) -> Option<BonusSpinRules> {
    let chosen = chosen(document, Schedule::BonusSpinProgressive)?;
    let field = place(Schedule::BonusSpinProgressive.name());
    let letter = letter(check, &field, Some(chosen))?;
    let wheel = wheels::spin_wheel(check, &field, letter);
    let community = document.options.community_pay.as_deref().unwrap_or("A");
    let community = wheels::community_table(check, &Field::of("options").child("community_pay"), Some(community));
    let wheel = wheel?;
    let floor = wheels::spin_floor(wheel)?;
    let (meter, prize) = if wheels::awards_prize(wheel) {
        (None, Some(prize(check, document, floor)?))
    } else {
        if document.options.prize.is_some() {
            let message = format!("wheel {} awards its meter and has no fixed prize (I-81)", wheel.letter);
            let field = Field::of("options").child("prize");
            check.refuse(&field, ProblemCode::Conflict, floor.clause, message, "wheel A or C");
        }
        (Some(meter(check, document, meter_of(Wager::BonusSpinProgressive, Cents::ZERO), floor)?), None)
    };
    let wheel = printed(check, wheel, document.options.tiers.as_ref())?;
    let accepted = Stakes::OneOf(SPIN_STAKES.map(Cents::new).to_vec());
    Some(BonusSpinRules { wheel, accepted, meter, prize, community: community? })
}

fn prize(check: &mut Check, document: &SettlementRules, floor: &paytable::Floor) -> Option<Prize> {
    let field = Field::of("options").child("prize");
    let given = document.options.prize.as_ref();
    let least = Prize { value: floor.reset_min, item: None };
    given.map_or(Some(least), |prize| wheels::fixed_prize(check, &field, prize, floor))
}

/// The wheel with each printed line once.
fn printed(check: &mut Check, wheel: &'static Wheel, tiers: Option<&BTreeMap<String, i64>>) -> Option<WheelRules> {
    let mut segments: Vec<WheelSegment> =
        wheel.segments.iter().map(|line| WheelSegment { line, weight: 1, tier: None }).collect();
    for (symbol, tier) in tiers.into_iter().flatten() {
        let field = Field::of("options").child("tiers").child(symbol);
        let Some(line) = wheels::line(wheel, symbol) else {
            let names: Vec<String> = wheel.segments.iter().map(|line| wheels::symbol_name(line.symbol)).collect();
            let message = format!("wheel {} has no line '{symbol}'", wheel.letter);
            check.refuse(&field, ProblemCode::UnknownChoice, line_clause(wheel), message, names.join("; "));
            continue;
        };
        let tier = wheels::tier(check, &field, Some(*tier), Tiers::Carried)?;
        for segment in segments.iter_mut().filter(|segment| segment.line == line) {
            segment.tier = tier;
        }
    }
    Some(WheelRules { wheel, segments })
}

fn line_clause(wheel: &Wheel) -> Option<crate::clause::ClauseId> {
    wheel.segments.first().map(|line| line.clause)
}

/// Bonus Spin Xtreme, for the stakes that have a letter.
pub(super) fn xtreme(check: &mut Check, document: &SettlementRules) -> Option<XtremeRules> {
    let schedule = Schedule::BonusSpinXtremeProgressive;
    let chosen = chosen(document, schedule)?;
    let field = place(schedule.name());
    let hot = by_stake(check, &field, chosen);
    let shared = place(XTREME_COMMUNITY);
    let community = document.paytables.get(XTREME_COMMUNITY).map(|chosen| by_stake(check, &shared, chosen));
    let mut stakes = Vec::new();
    for (stake, letter) in &hot {
        let other = community.as_ref().and_then(|letters| letters.get(stake));
        let (other, shared) = other.map_or((letter, &field), |other| (other, &shared));
        let hot_spot = fitting(check, &field.child(stake.get()), *stake, Some(letter), Spot::Hot);
        let community = fitting(check, &shared.child(stake.get()), *stake, Some(other), Spot::Community);
        let floor = hot_spot_floor(*stake, hot_spot);
        let source = meter_of(Wager::BonusSpinXtremeProgressive, *stake);
        let meter = floor.and_then(|floor| meter(check, document, source, floor));
        let wheels = hot_spot.zip(community).zip(meter);
        stakes.extend(wheels.map(|((hot_spot, community), meter)| XtremeStake {
            stake: *stake,
            hot_spot: once_each(hot_spot),
            community: once_each(community),
            meter,
        }));
    }
    let event = document.options.qualifying_event.unwrap_or(QualifyingEvent::CommunityThreeOfAKindOrBetter);
    let accepted = Stakes::OneOf(stakes.iter().map(|stake| stake.stake).collect());
    (!stakes.is_empty() && stakes.len() == hot.len()).then_some(XtremeRules { event, accepted, stakes })
}

fn once_each(wheel: &'static Wheel) -> WheelRules {
    let segments = wheel.segments.iter().map(|line| WheelSegment { line, weight: 1, tier: None }).collect();
    WheelRules { wheel, segments }
}

/// The letters by stake. A letter alone stands for the one stake it goes with (I-83).
fn by_stake(check: &mut Check, field: &Field, chosen: &PaytableChoice) -> BTreeMap<Cents, String> {
    let mut letters = BTreeMap::new();
    let stakes = XTREME_STAKES.map(Cents::new);
    match chosen {
        PaytableChoice::Letter(letter) => {
            let fits = |stake: &Cents| paytable::xtreme_letters(*stake).contains(&letter.as_str());
            letters.extend(stakes.into_iter().find(fits).map(|stake| (stake, letter.clone())));
        }
        PaytableChoice::ByStake(chosen) => {
            for (name, letter) in chosen {
                match stakes.into_iter().find(|stake| stake.get().to_string() == *name) {
                    Some(stake) => drop(letters.insert(stake, letter.clone())),
                    None => stray(check, &field.child(name), &format!("{name} cents is not a stake")),
                }
            }
        }
    }
    if letters.is_empty() {
        stray(check, field, "no letter goes with a stake");
    }
    letters
}

fn stray(check: &mut Check, field: &Field, message: &str) {
    let clause = crate::submission::clauses::selection(GameId::CrissCross, Schedule::BonusSpinXtremeProgressive);
    let permitted = "letters A to C for 100, D to F for 200, G to I for 500 (I-83)";
    check.refuse(field, ProblemCode::UnknownChoice, clause, message, permitted);
}
