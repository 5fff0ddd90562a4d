//! `baize odds`: what it prints, in which forms, what it warns of, and how it refuses.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use serde_json::Value;
use std::path::PathBuf;

struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

fn odds(args: &[&str]) -> Said {
    let done = store::testing::tied(env!("CARGO_BIN_EXE_baize")).arg("odds").args(args).output().unwrap();
    Said {
        code: done.status.code(),
        out: String::from_utf8(done.stdout).unwrap(),
        err: String::from_utf8(done.stderr).unwrap(),
    }
}

fn sheets(args: &[&str]) -> Vec<Value> {
    let said = odds(&[args, &["--json"]].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    serde_json::from_str(&said.out).unwrap()
}

fn example(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/submissions").join(name);
    path.to_str().unwrap().to_owned()
}

#[test]
fn table_a_of_let_it_ride_is_exact() {
    let found = sheets(&["--game", "let_it_ride_md", "--wager", "let_it_ride", "--paytable", "A"]);
    let [sheet] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(sheet["game"], "let_it_ride_md");
    assert_eq!(sheet["wager"], "let_it_ride");
    assert_eq!(sheet["paytable"], "A");
    assert_eq!(sheet["options"], serde_json::json!({}));
    assert_eq!(sheet["house_edge"]["exact"], "37963/1082900");
    let decimal = sheet["house_edge"]["decimal"].as_f64().unwrap();
    assert!((decimal - 37_963.0 / 1_082_900.0).abs() < 1e-15);
}

#[test]
fn every_game_and_wager_has_its_line() {
    let said = odds(&[]);
    assert_eq!(said.code, Some(0));
    for wager in ["let_it_ride_md  ", "two_three_five ", "win_em_all_bonus", "ante ", "bonus_spin_xtreme", "LIRX-03"] {
        assert!(said.out.contains(wager), "{wager} is missing:\n{}", said.out);
    }
    // No wheel has a return without weights (I-80), and nothing is drawn for a reader that is no terminal.
    assert!(said.out.contains("needs weights"));
    assert!(!said.err.contains('\r'), "{}", said.err);
}

#[test]
fn options_narrow_and_complete() {
    let stud = sheets(&["--wager", "two_three_five", "--option", "low_ace_two_card=false"]);
    assert_eq!(stud.len(), 2);
    assert!(stud.iter().all(|sheet| sheet["options"]["low_ace_two_card"] == false));
    // $5, one spin in seventeen: the jackpot of $1,000 once and $10 once, and nothing else, is worth $505 a spin.
    let weights = "weights=1,0,0,0,0,0,0,0,0,0,0,1";
    let spin = sheets(&["--wager", "bonus_spin_progressive", "--paytable", "B", "--option", weights]);
    assert_eq!(spin[0]["return"]["exact"], "101/17");
    let none = sheets(&["--wager", "bonus_spin_progressive", "--paytable", "B"]);
    assert_eq!(none[0]["return"], Value::Null);
    assert_eq!(none[0]["trigger_probability"]["exact"], "1/17");
}

#[test]
fn markdown_is_a_table() {
    let said = odds(&["--game", "let_it_ride_ca", "--markdown"]);
    assert_eq!(said.out.lines().count(), 5);
    assert!(said.out.starts_with("| game | wager |"), "{}", said.out);
}

#[test]
fn a_submission_is_shown_whole_and_warned_about() {
    let said = odds(&["--submission", &example("criss-cross-prize.json")]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.contains("bonus_spin_progressive"), "{}", said.out);
    // I-67: antes by the paytable give the player 0.193 ante.
    assert!(said.err.contains("WARNING: ante: with best play the player gains 0.193"), "{}", said.err);
    let plain = odds(&["--submission", &example("let-it-ride-rich.json")]);
    assert_eq!((plain.code, plain.err.as_str()), (Some(0), ""));
}

#[test]
fn what_does_not_exist_is_refused_in_one_line() {
    let broken = std::env::temp_dir().join(format!("baize-odds-{}.json", std::process::id()));
    std::fs::write(&broken, r#"{"game": "let_it_ride_md"}"#).unwrap();
    let refused: [(&[&str], &str); 9] = [
        (&["--game", "chess"], "unknown game 'chess': permitted are let_it_ride_md, two_three_five_stud_md"),
        (&["--wager", "tie"], "unknown wager 'tie': permitted are let_it_ride, five_card_bonus"),
        (&["--game", "let_it_ride_ca", "--paytable", "A"], "unknown paytable 'A': permitted are LIRX-01, LIRX-02"),
        (&["--option", "wild=true"], "unknown option 'wild': permitted are"),
        (&["--option", "low_ace=maybe"], "option 'low_ace' cannot be 'maybe': permitted are true, false"),
        (&["--option", "low_ace"], "--option 'low_ace' is not name=value"),
        (&["--submission", "/nowhere.json"], "cannot read '/nowhere.json'"),
        (&["--submission", broken.to_str().unwrap()], "is not a sound Rules Submission: "),
        (&["--speed"], "unknown argument '--speed': permitted are --game"),
    ];
    for (args, line) in refused {
        let said = odds(args);
        assert_eq!(said.code, Some(2), "{args:?}");
        assert!(said.err.contains(line), "{args:?}: {}", said.err);
        assert_eq!((said.out.as_str(), said.err.lines().count()), ("", 1), "{args:?}: {}", said.err);
    }
    std::fs::remove_file(broken).unwrap();
}
