//! Rules Submissions: what is accepted, what is refused and by which clause.

#![expect(clippy::panic, clippy::unwrap_used, reason = "a fault in these helpers fails the test that uses them")]

mod equipment;
mod examples;
mod floors;
mod options;
mod reading;
mod settlement;
mod table;
mod wagers;
mod wheels;

use crate::arbitrary;
use crate::replay::replayable;
use game_core::clause::ClauseId;
use game_core::game::GameId;
use game_core::rules::Rules;
use game_core::submission::{self, Problem, ProblemCode, Submission};
use proptest::prelude::*;
use serde_json::Value;

const LIR: GameId = GameId::LetItRide;
const S235: GameId = GameId::Stud235;
const CC: GameId = GameId::CrissCross;
const CAL: GameId = GameId::California;

/// The plain submission of a game with some fields changed; a field changed to null is taken out.
fn changed(game: GameId, changes: &[(&str, Value)]) -> Value {
    let mut document = serde_json::to_value(arbitrary::plain(game)).unwrap();
    for (field, value) in changes {
        set(&mut document, field, value.clone());
    }
    document
}

fn set(document: &mut Value, field: &str, value: Value) {
    let mut place = document;
    let names: Vec<&str> = field.split('.').collect();
    let (last, parents) = names.split_last().unwrap();
    for name in parents {
        place = match name.parse::<usize>() {
            Ok(index) if place.is_array() => &mut place[index],
            Ok(_) | Err(_) => &mut place[*name],
        };
    }
    match last.parse::<usize>() {
        Ok(index) if place.is_array() && value.is_null() => drop(place.as_array_mut().unwrap().remove(index)),
        Ok(index) if place.is_array() => place[index] = value,
        Ok(_) | Err(_) if value.is_null() => drop(place.as_object_mut().unwrap().remove(*last)),
        Ok(_) | Err(_) => place[*last] = value,
    }
}

fn problems(document: &Value) -> Vec<Problem> {
    match submission::check(&document.to_string()) {
        Ok(_) => Vec::new(),
        Err(problems) => problems,
    }
}

/// The changed plain submission is sound.
fn accepted(game: GameId, changes: &[(&str, Value)]) -> Rules {
    let document = changed(game, changes);
    match submission::check(&document.to_string()) {
        Ok((_, rules)) => rules,
        Err(problems) => panic!("{game} {changes:?}: {problems:#?}"),
    }
}

/// The changed plain submission has exactly this problem, and it says what would be permitted.
fn refused(game: GameId, changes: &[(&str, Value)], field: &str, code: ProblemCode, clause: &str) -> Problem {
    let problems = problems(&changed(game, changes));
    let [problem] = problems.as_slice() else { panic!("{game} {changes:?}: {problems:#?}") };
    assert_eq!((problem.field.as_str(), problem.code), (field, code), "{problem}");
    assert_eq!(problem.clause.map(ClauseId::as_str), (!clause.is_empty()).then_some(clause), "{problem}");
    assert!(clause.is_empty() || ClauseId::find(clause).is_some(), "{clause} is not in the register");
    assert!(!problem.message.is_empty() && !problem.permitted.is_empty());
    problem.clone()
}

#[test]
fn the_plain_submission_of_each_game_is_sound_and_survives_its_text() {
    for game in GameId::ALL {
        let plain = arbitrary::plain(game);
        let rules = plain.validate().unwrap();
        assert_eq!(rules.game(), game);
        let json = serde_json::to_string_pretty(&plain).unwrap();
        assert_eq!(submission::check(&json).unwrap(), (plain, rules));
    }
}

fn any_submission() -> impl Strategy<Value = Submission> {
    prop::sample::select(GameId::ALL.to_vec()).prop_flat_map(arbitrary::submission)
}

proptest! {
    #![proptest_config(replayable(ProptestConfig::default()))]

    #[test]
    fn every_submission_the_rules_permit_is_sound(document in any_submission()) {
        let rules = document.validate();
        prop_assert!(rules.is_ok(), "{rules:#?}");
        let json = serde_json::to_string(&document).unwrap();
        prop_assert_eq!(submission::check(&json), Ok((document, rules.unwrap())));
    }

    /// Whatever is changed, the answer is rules or problems, each naming its field and what is permitted.
    #[test]
    fn no_change_is_met_with_silence(
        document in any_submission(),
        place in any::<prop::sample::Index>(),
        value in prop::sample::select(vec![Value::Null, (-1).into(), i64::MAX.into(), "Z".into(), true.into()]),
    ) {
        let mut document = serde_json::to_value(document).unwrap();
        let fields = leaves(&document, String::new());
        set(&mut document, &fields[place.index(fields.len())], value);
        for problem in problems(&document) {
            prop_assert!(!problem.field.is_empty() && !problem.message.is_empty() && !problem.permitted.is_empty());
        }
    }
}

/// Every place in a document that holds no object and no list.
fn leaves(value: &Value, place: String) -> Vec<String> {
    let below = |name: &str| if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
    match value {
        Value::Object(fields) => fields.iter().flat_map(|(name, value)| leaves(value, below(name))).collect(),
        Value::Array(values) => {
            values.iter().enumerate().flat_map(|(index, value)| leaves(value, below(&index.to_string()))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => vec![place],
    }
}

#[test]
fn every_problem_is_reported_at_once() {
    let document = changed(
        LIR,
        &[
            ("approval", "".into()),
            ("seats", 8.into()),
            ("limits.max_cents", 1.into()),
            ("wagers.let_it_ride.paytable", "Z".into()),
            ("wagers.progressive_payout.meters.100.main.reset_cents", 1.into()),
            ("wagers.progressive_payout.meters.500.main.rate_ppm", "5%".into()),
            ("equipment.shuffle.method", "manual".into()),
            ("equipment.decks", 2.into()),
            ("options.ante_payout", "even_money".into()),
            ("optons", true.into()),
        ],
    );
    let problems = problems(&document);
    let fields: Vec<&str> = problems.iter().map(|problem| problem.field.as_str()).collect();
    assert_eq!(
        fields,
        [
            "optons",
            "wagers.progressive_payout.meters.500.main.rate_ppm",
            "approval",
            "seats",
            "limits",
            "wagers.let_it_ride.paytable",
            "wagers.progressive_payout.meters.100.main.reset_cents",
            "equipment.shuffle.counts_cards",
            "equipment.decks",
            "options.ante_payout",
        ]
    );
}
