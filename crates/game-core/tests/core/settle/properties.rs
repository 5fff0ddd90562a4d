//! Any round: money in equals money out, and the order in which seats are noted down does not matter.

use super::rounds::round;
use super::words;
use crate::replay::replayable;
use game_core::bets::Outcome;
use game_core::settle::{Answer, AnsweredBet, AnsweredSeat, MeterEventKind, settle_json};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::Value;
use std::collections::BTreeSet;

/// What a seat put up, counted from the request alone.
fn staked(seat: &Value) -> i64 {
    let units: i64 = match seat["decisions"].as_object().unwrap() {
        decided if decided.contains_key("across") => 2 + decided.values().filter_map(Value::as_i64).sum::<i64>(),
        decided => 3 + i64::try_from(decided.values().filter(|decision| *decision == "raise").count()).unwrap(),
    };
    let wagers = seat["wagers"].as_object().unwrap();
    let base = ["let_it_ride", "two_three_five", "ante"];
    let stake = |(name, stake): (&String, &Value)| {
        stake.as_i64().unwrap() * if base.contains(&name.as_str()) { units } else { 1 }
    };
    wagers.iter().map(stake).sum()
}

/// What the house, or the player-dealer, won from a bet: the stake less what came back and what was paid, unless a meter
/// paid it.
fn house(answer: &Answer, seat: &AnsweredSeat, bet: &AnsweredBet) -> i64 {
    let name = serde_json::to_value(bet.bet).unwrap();
    let by_meter = answer.meter_events.iter().any(|event| {
        matches!(event.kind, MeterEventKind::Award { .. }) && event.seat == seat.seat && event.wager.name() == name
    });
    bet.stake.get() - bet.back.get() - if by_meter { 0 } else { bet.win.get() }
}

fn check_money(request: &Value, answer: &Answer) {
    let given = |number: u8| request["seats"].as_array().unwrap().iter().find(|seat| seat["seat"] == number).unwrap();
    let mut houses = 0;
    let mut bonuses = 0;
    for seat in &answer.seats {
        let sum = |part: fn(&AnsweredBet) -> i64| seat.wagers.iter().map(part).sum::<i64>();
        assert_eq!(sum(|bet| bet.stake.get()), staked(given(seat.seat.number())), "every bet is answered for");
        let awards: i64 = seat.awards.iter().map(|award| award.amount.get()).sum();
        assert_eq!(seat.net.get(), sum(|bet| bet.win.get() + bet.back.get() - bet.stake.get()) + awards);
        for bet in &seat.wagers {
            assert!(bet.back.get() >= 0 && bet.back <= bet.stake && bet.win.get() >= 0, "{bet:?}");
            assert!(bet.outcome == Outcome::Win || bet.win.get() == 0, "{bet:?}");
            assert_eq!(bet.outcome == Outcome::Lose, bet.clause.is_none(), "{bet:?}");
            houses += house(answer, seat, bet);
        }
        bonuses += awards;
    }
    let nets: i64 = answer.seats.iter().map(|seat| seat.net.get()).sum();
    // What the seats won, the house lost or the meters paid.
    assert_eq!(nets + houses - bonuses - check_meters(answer), 0);
    match answer.bank {
        Some(bank) => {
            assert_eq!(bank.net.get(), houses, "the player-dealer wins what the seats lose");
            let wager = request["bank"]["wager_cents"].as_i64().unwrap();
            let used: i64 = answer.seats.iter().flat_map(|seat| &seat.wagers).map(used).sum();
            assert!(used <= wager, "payoffs and bets collected come to {used} of {wager}");
        }
        None => assert!(request["bank"].is_null()),
    }
}

/// What the meters paid. Each goes on from where the event before left it, down to the last fraction.
fn check_meters(answer: &Answer) -> i64 {
    let mut paid_in_all = 0;
    for (name, cents) in &answer.meters_cents.0 {
        let events: Vec<_> = answer.meter_events.iter().filter(|event| event.meter == *name).collect();
        for event in &events {
            let moved = event.after.get() - event.before.get();
            match event.kind {
                MeterEventKind::Award { paid, .. } => {
                    assert_eq!(moved, -paid.get() * 1_000_000);
                    paid_in_all += paid.get();
                }
                MeterEventKind::Reset { added } | MeterEventKind::TopUp { added } => assert_eq!(moved, added.get()),
            }
        }
        assert!(events.is_sorted_by(|earlier, later| earlier.after == later.before), "{events:?}");
        assert!(events.last().is_none_or(|event| event.after.whole_cents() == *cents), "{events:?}");
    }
    paid_in_all
}

/// What a bet used up of the player-dealer's wager (I-95).
fn used(bet: &AnsweredBet) -> i64 {
    if bet.outcome == Outcome::Lose { bet.stake.get() - bet.back.get() } else { bet.win.get() }
}

fn holds(request: &Value, shuffle: &[u32]) {
    let answer = settle_json(&request.to_string()).unwrap_or_else(|problems| panic!("{problems:#?}\n{request:#}"));
    check_money(request, &answer);
    assert!(answer.order.is_sorted_by(|a, b| a > b), "from the dealer's right");
    let mut shuffled = request.clone();
    let seats = shuffled["seats"].as_array_mut().unwrap();
    for (place, roll) in shuffle.iter().enumerate().take(seats.len()) {
        let other = usize::try_from(*roll).unwrap() % seats.len();
        seats.swap(place, other);
    }
    assert_eq!(settle_json(&shuffled.to_string()), Ok(answer));
}

/// What happens in an answer, in words.
fn happenings(answer: &Answer) -> BTreeSet<String> {
    let text = serde_json::to_value(answer).unwrap().to_string();
    let kinds = ["award", "reset", "envy", "community", "win", "lose", "push", "withdrawn", "folded", "returned"];
    let mut found: BTreeSet<String> =
        kinds.iter().filter(|kind| text.contains(&format!(":\"{kind}\""))).map(ToString::to_string).collect();
    found.extend(answer.seats.iter().filter(|seat| seat.cap.is_some()).map(|_| "cap".to_owned()));
    found
}

/// The rounds tried below are not dull: in a few hundred of them everything happens that can happen.
#[test]
fn everything_happens_in_the_rounds_tried() {
    for (game, expected) in [
        ("let_it_ride_md", "award envy lose reset win withdrawn"),
        ("two_three_five_stud_md", "award cap envy lose reset win"),
        ("criss_cross_md", "award cap community folded lose push reset win"),
        ("let_it_ride_ca", "lose returned win withdrawn"),
    ] {
        let mut runner = TestRunner::deterministic();
        let rounds = (0..300).map(|_| round(game).new_tree(&mut runner).unwrap().current());
        let answers = rounds.map(|request| settle_json(&request.to_string()).unwrap());
        let found: BTreeSet<String> = answers.flat_map(|answer| happenings(&answer)).collect();
        assert_eq!(found, words(expected).into_iter().map(str::to_owned).collect(), "{game}");
    }
}

proptest! {
    #![proptest_config(replayable(ProptestConfig::with_cases(400)))]

    /// LIR-11-D: and so in every game.
    #[test]
    fn let_it_ride_balances(request in round("let_it_ride_md"), shuffle in vec(any::<u32>(), 7)) {
        holds(&request, &shuffle);
    }

    /// S235-11-D.
    #[test]
    fn stud_balances(request in round("two_three_five_stud_md"), shuffle in vec(any::<u32>(), 7)) {
        holds(&request, &shuffle);
    }

    /// CC-11-I.
    #[test]
    fn criss_cross_balances(request in round("criss_cross_md"), shuffle in vec(any::<u32>(), 7)) {
        holds(&request, &shuffle);
    }

    /// CAL-round-8, CAL-round-13.
    #[test]
    fn california_balances(request in round("let_it_ride_ca"), shuffle in vec(any::<u32>(), 7)) {
        holds(&request, &shuffle);
    }

    /// Whatever stands in a request, the answer is a settlement or a list of problems.
    #[test]
    fn nothing_panics(request in round("criss_cross_md"), cuts in vec((any::<u32>(), any::<u32>()), 1..6)) {
        let mut text: Vec<char> = request.to_string().chars().collect();
        for (at, what) in cuts {
            let at = usize::try_from(at).unwrap() % text.len();
            text[at] = ['0', '9', '"', '{', 'A', 's', '-', ','][usize::try_from(what).unwrap() % 8];
        }
        if let Err(problems) = settle_json(&text.into_iter().collect::<String>()) {
            prop_assert!(!problems.is_empty());
        }
    }
}
