//! Reading: text that is no JSON, names that do not exist, kinds that do not fit.

use super::*;
use game_core::submission::ProblemCode::{Malformed, Missing, RepeatedField, UnknownChoice, UnknownField, WrongType};
use serde_json::json;

fn only(json: &str) -> Problem {
    let problems = submission::parse(json).unwrap_err();
    let [problem] = problems.as_slice() else { panic!("{problems:#?}") };
    problem.clone()
}

#[test]
fn text_that_is_no_json_is_refused_with_line_and_column() {
    let problem = only("{\n  \"game\": \"let_it_ride_md\",\n  \"name\" \"x\"\n}");
    assert_eq!((problem.field.as_str(), problem.code), ("document", Malformed));
    assert!(problem.message.contains("line 3 column 10"), "{problem}");
    for text in ["", "{", "[1,", "nul", "{} {}", &"[".repeat(500)] {
        assert_eq!(only(text).code, Malformed);
    }
    for text in ["[]", "5", "null", "\"text\""] {
        let problem = only(text);
        assert_eq!((problem.field.as_str(), problem.code), ("document", WrongType));
    }
}

#[test]
fn the_game_must_be_one_of_the_four() {
    let problem = only("{}");
    assert_eq!((problem.field.as_str(), problem.code), ("game", Missing));
    let problem = only(r#"{"game": "let_it_ride"}"#);
    assert_eq!((problem.field.as_str(), problem.code), ("game", UnknownChoice));
    assert!(problem.message.contains("did you mean 'let_it_ride_"), "{problem}");
    for game in GameId::ALL {
        assert!(problem.permitted.contains(game.name()));
    }
}

#[test]
fn a_misspelt_name_is_refused_with_the_nearest_known_one() {
    for (field, near) in [
        ("aproval", "approval"),
        ("wagers.progresive_payout", "progressive_payout"),
        ("wagers.let_it_ride.pay_table", "paytable"),
        ("wagers.progressive_payout.meters.100.main.reset_cent", "reset_cents"),
        ("equipment.dealing_", "dealing"),
        ("options.void_contributions", "void_contribution"),
    ] {
        let problem = refused(LIR, &[(field, json!({}))], field, UnknownField, "");
        assert!(problem.message.ends_with(&format!("did you mean '{near}'?")), "{problem}");
        assert!(problem.permitted.contains(near));
    }
    let problem = refused(LIR, &[("zzz", json!(1))], "zzz", UnknownField, "");
    assert!(!problem.message.contains("did you mean"), "{problem}");
}

#[test]
fn a_value_of_the_wrong_kind_is_refused_where_it_stands() {
    for (field, value) in [
        ("seats", json!("7")),
        ("seats", json!(7.5)),
        ("seats", json!(1e30)),
        ("seats", json!(18_446_744_073_709_551_615_u64)),
        ("name", json!(1)),
        ("wagers.let_it_ride.paytable", json!(["A"])),
        ("wagers.progressive_payout.stakes_cents", json!(100)),
        ("equipment.card_reader", json!("yes")),
        ("equipment.shuffle", json!(false)),
        ("limits", json!([500, 1000])),
        ("options.void_contribution", json!(1)),
    ] {
        let problems = submission::parse(&changed(LIR, &[(field, value)]).to_string()).unwrap_err();
        assert_eq!(problems.len(), 1, "{problems:#?}");
        assert_eq!((problems[0].field.as_str(), problems[0].code), (field, WrongType));
    }
    let problem = refused(LIR, &[("equipment.dealing", "shoe".into())], "equipment.dealing", UnknownChoice, "");
    assert_eq!(problem.permitted, "manual_shoe, hand, automated_shoe, self_reshuffling_shoe");
}

#[test]
fn where_a_kind_does_not_fit_nothing_more_is_said_of_what_stands_there() {
    refused(LIR, &[("equipment.shuffle", json!(false))], "equipment.shuffle", WrongType, "");
    refused(LIR, &[("limits", json!([500, 1000]))], "limits", WrongType, "");
    refused(LIR, &[("wagers", json!("all"))], "wagers", WrongType, "");
    let segments = "wagers.bonus_spin_progressive.segments";
    let changes = [(&*format!("{segments}.3"), json!(5)), (&*format!("{segments}.5.weight"), json!(0))];
    let problems = problems(&changed(CC, &changes));
    let fields: Vec<&str> = problems.iter().map(|problem| problem.field.as_str()).collect();
    assert_eq!(fields, [format!("{segments}[3]"), format!("{segments}[5].weight"), segments.to_owned()]);
}

/// What could not be read keeps its place in the list: the others are called by their own number, and nothing is said of
/// what may have been meant.
#[test]
fn an_element_that_does_not_fit_keeps_its_place() {
    let stakes = "wagers.progressive_payout.stakes_cents";
    let fields =
        |document: &Value| problems(document).into_iter().map(|problem| problem.field).collect::<Vec<String>>();
    assert_eq!(fields(&changed(LIR, &[(stakes, json!(["100"]))])), [format!("{stakes}[0]")]);
    let several = changed(LIR, &[(stakes, json!(["100", 300, 500, null, 500]))]);
    let told = [0, 3, 1, 4].map(|place| format!("{stakes}[{place}]"));
    assert_eq!(fields(&several), told);
    // The meters of the stakes that could be read are examined; those of the others may be what was meant.
    let low = ("wagers.progressive_payout.meters.500.main.reset_cents", json!(1));
    let some = changed(LIR, &[(stakes, json!(["100", 500])), low.clone()]);
    assert_eq!(fields(&some), [&*format!("{stakes}[0]"), low.0]);
    let spin = "wagers.bonus_spin_progressive.stakes_cents";
    assert_eq!(fields(&changed(CC, &[(spin, json!([100, "500"]))])), [format!("{spin}[1]")]);
    let fallback = "equipment.fallback";
    let several = changed(LIR, &[(fallback, json!([7, "hand", "shoe", "hand"])), ("equipment.dealing", "hand".into())]);
    let told = [0, 2, 1, 3].map(|place| format!("{fallback}[{place}]"));
    assert_eq!(fields(&several), told);
    // Not even of the method that stands for the unread one.
    let meant = [(fallback, json!(["shoe", "manual_shoe"])), ("equipment.dealing", "automated_shoe".into())];
    assert_eq!(fields(&changed(LIR, &meant)), [format!("{fallback}[0]")]);
}

#[test]
fn a_name_given_twice_is_refused() {
    let text = serde_json::to_string_pretty(&changed(LIR, &[])).unwrap();
    let twice = text.replace(r#""paytable": "A""#, "\"paytable\": \"A\",\n\"paytable\": \"B\"");
    let problems = submission::check(&twice).unwrap_err();
    assert_eq!(problems.len(), 5, "{problems:#?}");
    assert!(problems.iter().all(|problem| problem.code == RepeatedField));
    assert!(problems.iter().any(|problem| problem.field == "wagers.let_it_ride.paytable"));
    let escaped = r#"{"game": "let_it_ride_md", "n\u0061me": "\"{", "name": ":"}"#;
    let problem = only(escaped);
    assert_eq!((problem.field.as_str(), problem.code), ("name", RepeatedField));
    assert_eq!(problem.message, "'name' is given a second time");
    let mut text = changed(CC, &[]).to_string();
    let last = text.rfind("\"weight\":").unwrap();
    text.insert_str(last, "\"weight\":7,");
    let problem = only(&text);
    assert_eq!(problem.code, RepeatedField);
    let segment = problem.field.strip_suffix(".weight").unwrap();
    assert!(segment.ends_with(']'), "the path tells the segment: {problem}");
}

#[test]
fn a_field_given_as_null_is_a_field_left_out() {
    let text = changed(LIR, &[]).to_string().replacen('{', r#"{"seats": null, "#, 1);
    assert!(submission::check(&text).is_ok());
}

/// What a refusal permits can be read: the choices listed are the choices there are.
#[test]
fn every_choice_named_in_a_refusal_is_a_choice() {
    for (game, field) in [
        (LIR, "game"),
        (LIR, "equipment.dealing"),
        (LIR, "equipment.shuffle.method"),
        (LIR, "options.void_contribution"),
        (LIR, "wagers.progressive_payout.partial_award_floor"),
        (CC, "options.ante_payout"),
        (CC, "wagers.bonus_spin_xtreme_progressive.qualifying_event"),
        (CAL, "options.irregularities"),
    ] {
        let problems = submission::parse(&changed(game, &[(field, "zz".into())]).to_string()).unwrap_err();
        let choices: Vec<&str> = problems[0].permitted.split(", ").collect();
        assert!(choices.len() > 1);
        for choice in choices {
            let document = changed(game, &[(field, choice.into())]);
            assert!(submission::parse(&document.to_string()).is_ok(), "{field}: {choice}");
        }
    }
}

proptest! {
    #![proptest_config(replayable(ProptestConfig::default()))]

    #[test]
    fn any_text_is_answered(text in ".*", structure in "[\\[\\]{}:,\"\\\\a-z0-9 ]{0,80}") {
        prop_assert!(submission::parse(&text).is_err());
        prop_assert!(submission::parse(&structure).is_err());
    }
}
