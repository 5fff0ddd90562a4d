//! Prize wheels: a stop for every wheel that was started, and for no other.

use super::boxes::number;
use super::stops::{Stops, carry_tier, refuse_repeat};
use crate::clause::ClauseId;
use crate::document::{ProblemCode, Problems};
use crate::game::{GameId, Seat, SeatSet};
use crate::games::{Spin, spec, spins as engine};
use crate::money::Cents;
use crate::settle::facts::{BoxFacts, Facts};
use crate::settle::request::{HotSpotStop, Request, SpinsRequest};
use crate::wager::{Bet, Wager};

const SPIN: ClauseId = ClauseId::new("CC-7-E-2-b");
const SPIN_STOP: ClauseId = ClauseId::new("CC-12-D-5");
const EVENT: ClauseId = ClauseId::new("CC-7-E-2-c");
const HOT_SPOT_STOP: ClauseId = ClauseId::new("CC-12-E-10");
const COMMUNITY_STOP: ClauseId = ClauseId::new("CC-12-E-13-a");

/// Holds the stops given against the wheels started, and writes both into the facts.
pub(super) fn spins(request: &Request, facts: &mut Facts, problems: &mut Problems) -> Option<()> {
    let none = SpinsRequest::default();
    let given = request.spins.as_ref();
    if request.game != GameId::CrissCross {
        return given.is_none().then_some(()).or_else(|| {
            let message = format!("{} has no prize wheels", request.game.title());
            let clause = spec(request.game).clauses.base_wager;
            problems.refuse("spins", ProblemCode::NotOfThisGame, clause, message, "leave it out");
            None
        });
    }
    let given = given.unwrap_or(&none);
    let mut stops = Stops::default();
    bonus(given, facts, &mut stops, problems);
    let hot_spot = hot_spot(given, facts, &mut stops, problems);
    if let Ok(hot_spot) = hot_spot {
        community(given, hot_spot, facts, &mut stops, problems);
        facts.hot_spot = hot_spot;
    }
    facts.stops = stops.into_list();
    Some(())
}

/// Bonus Spin: a pair in the own cards and the full stake start a spin.
fn bonus(given: &SpinsRequest, facts: &Facts, stops: &mut Stops, problems: &mut Problems) {
    let starts = |of: &&BoxFacts| engine::starts_bonus_spin(&facts.holding(of, Cents::ZERO));
    let spinners: SeatSet = facts.boxes.iter().filter(starts).map(|of| of.seat).collect();
    let mut stopped = SeatSet::EMPTY;
    for (place, stop) in given.bonus.iter().enumerate() {
        let field = format!("spins.bonus[{place}]");
        let seat_field = format!("{field}.seat");
        let seat = number(&seat_field, stop.seat, GameId::CrissCross, Some(&facts.rules), problems);
        let Some(seat) = seat else { continue };
        if !spinners.contains(seat) {
            let message = format!("seat {seat} started no Bonus Spin: it takes a pair in the hand and $5");
            problems.refuse(seat_field, ProblemCode::Conflict, SPIN, message, among(spinners));
        } else if stopped.contains(seat) {
            refuse_repeat(seat_field, &format!("seat {seat}"), SPIN_STOP, problems);
        } else {
            stopped.insert(seat);
            let at = (field.as_str(), stop.stop.as_deref(), SPIN_STOP);
            if let Some(segment) = stops.add(&facts.rules, Spin::Bonus { seat }, Cents::ZERO, at, problems) {
                carry_tier(segment, &field, stop.tier, problems);
            }
        }
    }
    for seat in spinners.iter().filter(|seat| !stopped.contains(*seat)) {
        let message = format!("seat {seat} started a Bonus Spin with its pair: its stop is missing");
        problems.refuse("spins.bonus", ProblemCode::Missing, SPIN_STOP, message, format!("an entry with seat {seat}"));
    }
}

/// Xtreme's Hot Spot: drawn when the cross is the qualifying event and somebody has bet on it (I-82, I-83).
fn hot_spot(
    given: &SpinsRequest,
    facts: &Facts,
    stops: &mut Stops,
    problems: &mut Problems,
) -> Result<Option<Seat>, Untold> {
    let event =
        facts.boxes.first().is_some_and(|of| engine::xtreme_event(&facts.rules, &facts.holding(of, Cents::ZERO)));
    let bettors = bettors(facts);
    match &given.hot_spot {
        None if event && !bettors.is_empty() => {
            let message = "the cross is the qualifying event: the Hot Spot and its stop are missing";
            problems.refuse("spins.hot_spot", ProblemCode::Missing, EVENT, message, among(bettors));
            Err(Untold)
        }
        None => Ok(None),
        Some(stop) if event && !bettors.is_empty() => drawn(stop, bettors, facts, stops, problems).ok_or(Untold),
        Some(stop) => {
            let seat = stop.seat.map_or_else(String::new, |seat| format!("seat {seat} has no Hot Spot: "));
            let why = if event { "nobody bet on Xtreme" } else { "the cross is not the qualifying event" };
            problems.refuse("spins.hot_spot", ProblemCode::Conflict, EVENT, format!("{seat}{why}"), "leave it out");
            Err(Untold)
        }
    }
}

/// The Hot Spot is not known, so neither are the Community wheels; the reason has been told.
struct Untold;

fn drawn(
    stop: &HotSpotStop,
    bettors: SeatSet,
    facts: &Facts,
    stops: &mut Stops,
    problems: &mut Problems,
) -> Option<Option<Seat>> {
    const FIELD: &str = "spins.hot_spot";
    let seat = number("spins.hot_spot.seat", stop.seat, GameId::CrissCross, Some(&facts.rules), problems)?;
    let Some(stake) = stake_of(facts, seat) else {
        let message = format!("seat {seat} has no Xtreme wager, so it cannot be the Hot Spot");
        problems.refuse("spins.hot_spot.seat", ProblemCode::Conflict, EVENT, message, among(bettors));
        return None;
    };
    stops.add(&facts.rules, Spin::HotSpot { seat }, stake, (FIELD, stop.stop.as_deref(), HOT_SPOT_STOP), problems);
    Some(Some(seat))
}

/// The Community wheels: one for each stake among the bettors other than the Hot Spot.
fn community(given: &SpinsRequest, hot_spot: Option<Seat>, facts: &Facts, stops: &mut Stops, problems: &mut Problems) {
    let due = hot_spot
        .map_or_else(Vec::new, |seat| engine::community_spins(seat, bettors(facts), |other| stake_of(facts, other)));
    let due: Vec<(Cents, Spin)> = due.into_iter().filter_map(|spin| Some((wheel_stake(spin)?, spin))).collect();
    let mut stopped = Vec::new();
    for (place, stop) in given.community.iter().enumerate() {
        let field = format!("spins.community[{place}]");
        let stake = stop.stake_cents.map(Cents::new);
        let found = due.iter().find(|(due, _)| Some(*due) == stake);
        match found {
            Some((stake, _)) if stopped.contains(stake) => {
                refuse_repeat(format!("{field}.stake_cents"), &format!("{stake}"), COMMUNITY_STOP, problems);
            }
            Some((stake, spin)) => {
                stopped.push(*stake);
                let at = (field.as_str(), stop.stop.as_deref(), COMMUNITY_STOP);
                stops.add(&facts.rules, *spin, Cents::ZERO, at, problems);
            }
            None => unused(&format!("{field}.stake_cents"), stake, hot_spot, &due, problems),
        }
    }
    for (stake, _) in due.iter().filter(|(stake, _)| !stopped.contains(stake)) {
        let seats = facts.boxes.iter().map(|of| of.seat).filter(|seat| Some(*seat) != hot_spot);
        let seats: SeatSet = seats.filter(|seat| stake_of(facts, *seat) == Some(*stake)).collect();
        let message = format!("seats {seats:?} have {stake} on Xtreme: the stop of their Community wheel is missing");
        let permitted = format!("an entry with stake_cents {}", stake.get());
        problems.refuse("spins.community", ProblemCode::Missing, COMMUNITY_STOP, message, permitted);
    }
}

fn unused(field: &str, stake: Option<Cents>, hot_spot: Option<Seat>, due: &[(Cents, Spin)], problems: &mut Problems) {
    let stake = stake.map_or_else(|| "no stake".to_owned(), |stake| stake.to_string());
    let message = match hot_spot {
        Some(seat) => format!("no bettor other than the Hot Spot at seat {seat} has {stake} on Xtreme"),
        None => "no Community wheel is spun without a Hot Spot".to_owned(),
    };
    let stakes: Vec<String> = due.iter().map(|(stake, _)| stake.get().to_string()).collect();
    let permitted = if stakes.is_empty() { "leave it out".to_owned() } else { stakes.join(" or ") };
    problems.refuse(field, ProblemCode::Conflict, COMMUNITY_STOP, message, permitted);
}

const fn wheel_stake(spin: Spin) -> Option<Cents> {
    match spin {
        Spin::Community { stake, .. } => Some(stake),
        Spin::Bonus { .. } | Spin::HotSpot { .. } => None,
    }
}

/// The seats with an Xtreme wager.
fn bettors(facts: &Facts) -> SeatSet {
    facts.boxes.iter().filter(|of| of.bets.of(Bet::BonusSpinXtremeProgressive).is_some()).map(|of| of.seat).collect()
}

/// A seat's stake on Xtreme.
fn stake_of(facts: &Facts, seat: Seat) -> Option<Cents> {
    facts.boxes.iter().find(|of| of.seat == seat)?.bets.stake(Wager::BonusSpinXtremeProgressive)
}

fn among(seats: SeatSet) -> String {
    if seats.is_empty() { "leave it out".to_owned() } else { format!("one of the seats {seats:?}") }
}
