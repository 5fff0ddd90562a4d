//! Problems: one flat code, whoever refused, and no two reasons of one name.

use game_core::clause::ClauseId;
use game_core::money::Cents;
use game_core::rejection::{Code, Rejection};
use game_core::submission;
use game_core::values::Values;
use serde_json::json;
use wire::id::RequestId;
use wire::problem::{EdgeCode, Problem, ProblemCode};

fn request() -> RequestId {
    "0195e2a1-7c3e-7d11-9f00-2b6a1c0f4e01".parse().unwrap()
}

#[test]
fn a_code_is_one_word_and_reads_back_as_what_it_was() {
    for code in EdgeCode::ALL {
        let word = serde_json::to_value(ProblemCode::from(code)).unwrap();
        assert_eq!(word, ProblemCode::from(code).to_string());
        assert_eq!(serde_json::from_value::<ProblemCode>(word.clone()).unwrap(), ProblemCode::Edge(code));
        assert!(serde_json::from_value::<Code>(word).is_err(), "{code:?} is also a reason of the rules");
    }
    for code in Code::ALL {
        let word = serde_json::to_value(ProblemCode::from(code)).unwrap();
        assert_eq!(word, ProblemCode::from(code).to_string());
        assert_eq!(serde_json::from_value::<ProblemCode>(word).unwrap(), ProblemCode::Rule(code));
    }
    assert!(serde_json::from_value::<ProblemCode>(json!("because")).is_err());
}

#[test]
fn a_refusal_of_the_rules_names_code_clause_and_what_would_do() {
    let accepted = Values::Amounts { min: Cents::new(500), max: Cents::new(100_000) };
    let clause = ClauseId::find("LIR-6-A").unwrap();
    let rejection = Rejection::new(Code::StakeNotPermitted).by(clause).accepting(accepted);
    let problem = Problem::rejected(&rejection, request());
    let value = serde_json::to_value(&problem).unwrap();
    assert_eq!(value["type"], "urn:baize:problem:stake_not_permitted");
    assert_eq!(value["status"], 409);
    assert_eq!(value["code"], "stake_not_permitted");
    assert_eq!(value["clause"], "LIR-6-A");
    assert_eq!(value["accepted"], json!({"amounts": {"min": 500, "max": 100_000}}));
    assert_eq!(serde_json::from_value::<Problem>(value).unwrap(), problem);
}

#[test]
fn a_problem_has_no_member_it_has_nothing_to_say_in() {
    let value = serde_json::to_value(Problem::new(EdgeCode::NotFound, request())).unwrap();
    let names: Vec<&String> = value.as_object().unwrap().keys().collect();
    assert_eq!(names, ["code", "request_id", "status", "title", "type"]);
}

#[test]
fn whoever_is_the_wrong_one_is_told_so_by_the_status() {
    assert_eq!(ProblemCode::from(Code::WrongActor).status(), 403);
    assert_eq!(ProblemCode::from(Code::NotYourTurn).status(), 409);
}

#[test]
fn everything_wrong_with_a_submission_is_listed() {
    let problems = submission::parse(r#"{"game": "let_it_ride_md", "nmae": "x", "seatz": 7}"#).unwrap_err();
    let problem = Problem::submission(problems, request());
    assert!(problem.problems.len() == 2, "{problem:?}");
    let value = serde_json::to_value(&problem).unwrap();
    assert_eq!(value["code"], "submission_invalid");
    assert!(value["problems"].as_array().unwrap().iter().any(|one| one["code"] == "unknown_field"));
    assert_eq!(serde_json::from_value::<Problem>(value).unwrap(), problem);
}
