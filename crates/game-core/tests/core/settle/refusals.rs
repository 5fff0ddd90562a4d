//! What is refused: every problem at once, each with its field and its clause, and nothing settled.

mod stakes;
mod table;
mod wheels;

use super::Round;
use game_core::settle::settle_json;
use game_core::submission::{Problem, ProblemCode};
use serde_json::{Value, json};

/// A problem in a line: field, code, clause.
fn line(problem: &Problem) -> String {
    let clause = problem.clause.map_or_else(String::new, |clause| format!(" {clause}"));
    format!("{} {}{clause}", problem.field, problem.code.name())
}

fn lines(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(line).collect()
}

/// A sound round, changed in one place, is refused for that place alone.
fn refuses(round: &Round, expected: &[&str]) {
    let problems = round.refused();
    assert_eq!(lines(&problems), expected, "{problems:#?}");
    let readable = |problem: &Problem| !problem.message.is_empty() && !problem.permitted.is_empty();
    assert!(problems.iter().all(readable), "{problems:#?}");
}

fn says(round: &Round, words: &str) {
    let text: Vec<String> = round.refused().iter().map(ToString::to_string).collect();
    assert!(text.iter().any(|line| line.contains(words)), "'{words}' in {text:#?}");
}

const RIDE: &str = "bet_1 ride, bet_2 ride";
const BET: &str = "across 1, down 1, middle 1";

fn let_it_ride() -> Round {
    Round::of("let_it_ride_md", "let_it_ride A, five_card_bonus A, three_card_bonus A, progressive_payout A")
        .with("rules.minimum_cents", 500)
        .community("5d Kc")
        .seat(2, "Kd Ks 3h", "let_it_ride 500", RIDE)
}

fn stud() -> Round {
    Round::of("two_three_five_stud_md", "win_em_all_bonus standard, progressive_payout A").community("5d Kc").seat(
        2,
        "Kd Ks 3h",
        "two_three_five 500",
        "three_card_raise check, five_card_raise check",
    )
}

fn criss_cross() -> Round {
    Round::of("criss_cross_md", "criss_cross_poker standard, bonus_spin_progressive B")
        .with("rules.paytables.bonus_spin_xtreme_progressive", json!({"100": "A", "500": "G"}))
        .community("2c Kc 3d 7h 9d")
        .seat(2, "8c Jh", "ante 500", BET)
}

fn california() -> Round {
    Round::of("let_it_ride_ca", "let_it_ride LIRX-01")
        .with("rules.minimum_cents", 500)
        .with("bank", json!({"seat": 1, "wager_cents": 10_000}))
        .community("5d Kc")
        .seat(2, "Kd Ks 3h", "let_it_ride 500", RIDE)
}

/// Changes a part of the only seat.
fn seat(round: &Round, part: &str, value: Value) -> Round {
    let mut round = round.clone();
    round.0["seats"][0][part] = value;
    round
}

fn wager(round: &Round, name: &str, stake: i64) -> Round {
    let mut round = round.clone();
    round.0["seats"][0]["wagers"][name] = json!(stake);
    round
}

fn decide(round: &Round, name: &str, decision: Value) -> Round {
    let mut round = round.clone();
    round.0["seats"][0]["decisions"][name] = decision;
    round
}

#[test]
fn the_rounds_changed_below_are_sound() {
    for round in [let_it_ride(), stud(), criss_cross(), california()] {
        round.settled();
    }
}

#[test]
fn what_is_not_json_is_told_with_its_place() {
    let problems = settle_json("{\"game\": \"let_it_ride_md\",\n \"seats\": [}").unwrap_err();
    assert_eq!(lines(&problems), ["document malformed"]);
    assert!(problems[0].message.contains("line 2 column 12"), "{}", problems[0]);
    assert_eq!(lines(&settle_json("").unwrap_err()), ["document malformed"]);
    for (text, code) in [("[]", "wrong_type"), ("7", "wrong_type"), ("null", "wrong_type"), ("{} {}", "malformed")] {
        assert_eq!(lines(&settle_json(text).unwrap_err()), [format!("document {code}")]);
    }
}

#[test]
fn unknown_names_are_told_with_the_nearest() {
    says(
        &let_it_ride().with("comunity", json!([])),
        "comunity: there is no field 'comunity' here; did you mean 'community'?",
    );
    says(
        &let_it_ride().with("game", "let_it_ride"),
        "game: there is no game 'let_it_ride'; did you mean 'let_it_ride_md'?",
    );
    says(
        &seat(&let_it_ride(), "wager", json!({})),
        "seats[0].wager: there is no field 'wager' here; did you mean 'wagers'?",
    );
    says(
        &wager(&let_it_ride(), "five_card_bonus_", 100),
        "there is no wager 'five_card_bonus_'; did you mean 'five_card_bonus'?",
    );
    says(&decide(&let_it_ride(), "bet_3", json!("ride")), "seats[0].decisions.bet_3");
    says(&let_it_ride().with("rules.paytable", json!({})), "rules.paytable: there is no field 'paytable' here");
    says(&let_it_ride().with("rules.game", "let_it_ride_md"), "rules.game: the game is named once");
    says(&let_it_ride().with("meters_cents.mian", 5), "did you mean 'main'?");
    refuses(&let_it_ride().with("game", Value::Null), &["game missing"]);
    refuses(&Round(json!({"seats": 5})), &["seats wrong_type", "game missing"]);
}

#[test]
fn wrong_kinds_are_told_together() {
    let mut round = let_it_ride().with("community", "5d Kc").with("meters_cents.main", true);
    round.0["seats"][0]["wagers"]["let_it_ride"] = json!("500");
    round.0["seats"][0]["seat"] = json!(2.5);
    round.0["seats"][0]["cards"][1] = json!(7);
    let mut problems = lines(&round.refused());
    problems.retain(|line| line.ends_with("wrong_type"));
    assert_eq!(
        problems,
        [
            "community wrong_type",
            "meters_cents.main wrong_type",
            "seats[0].cards[1] wrong_type",
            "seats[0].seat wrong_type",
            "seats[0].wagers.let_it_ride wrong_type"
        ]
    );
    refuses(&let_it_ride().with("rules", 7), &["rules wrong_type"]);
    refuses(&let_it_ride().with("rules", Value::Null), &["rules missing"]);
}

#[test]
fn a_name_given_twice_is_refused() {
    let text = let_it_ride().0.to_string().replace("\"let_it_ride\":500", "\"let_it_ride\":500,\"let_it_ride\":900");
    assert_eq!(lines(&settle_json(&text).unwrap_err()), ["seats[0].wagers.let_it_ride repeated_field"]);
    let text =
        let_it_ride().0.to_string().replace("\"minimum_cents\":500", "\"minimum_cents\":500,\"minimum_cents\":1");
    assert_eq!(lines(&settle_json(&text).unwrap_err()), ["rules.minimum_cents repeated_field"]);
}

/// Everything is told at once, in the order of the request's parts.
#[test]
fn all_problems_are_told_at_once() {
    let round = let_it_ride().with("rules.paytables.three_card_bonus", "Z").community("5d 5d").seat(
        9,
        "Qd Qx 3h",
        "let_it_ride 100",
        "bet_1 stay",
    );
    let told = round.refused();
    let codes: Vec<ProblemCode> = told.iter().map(|problem| problem.code).collect();
    assert_eq!(
        lines(&told),
        [
            "rules.paytables.three_card_bonus unknown_choice LIR-12-C",
            "community[1] repeated LIR-3-A",
            "seats[1].seat out_of_range LIR-2-A-1",
            "seats[1].cards[1] unknown_choice LIR-3-A",
            "seats[1].cards[2] repeated LIR-3-A",
            "seats[1].decisions.bet_1 unknown_choice LIR-11-B-1-a",
            "seats[1].decisions.bet_2 missing LIR-11-C",
        ],
        "{codes:?}"
    );
    // With sound rules the stakes are judged as well.
    let round = round.with("rules.paytables.three_card_bonus", "A").with("meters_cents.main", -1);
    assert!(lines(&round.refused()).contains(&"seats[1].wagers.let_it_ride out_of_range LIR-7-E-1".to_owned()));
    assert!(lines(&round.refused()).contains(&"meters_cents.main out_of_range LIR-12-G".to_owned()));
}
