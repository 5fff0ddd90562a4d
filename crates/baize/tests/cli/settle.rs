//! `baize settle`: where rounds come from, the form of the answer, and what a refusal looks like.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;

struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

/// Runs the command with a text on standard input.
fn settle(args: &[&str], input: impl AsRef<[u8]>) -> Said {
    let mut command = store::testing::tied(env!("CARGO_BIN_EXE_baize"));
    command.arg("settle").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that refuses its arguments need not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    let done = child.wait_with_output().unwrap();
    Said {
        code: done.status.code(),
        out: String::from_utf8(done.stdout).unwrap(),
        err: String::from_utf8(done.stderr).unwrap(),
    }
}

/// A round of Let It Ride: three kings, 3 to 1 on each of three bets (LIR-12-A-1-g).
fn kings(stake: i64) -> Value {
    json!({"game": "let_it_ride_md", "rules": {"paytables": {"let_it_ride": "A"}}, "community": ["5d", "Kc"],
           "seats": [{"seat": 2, "cards": ["Kd", "Ks", "3h"], "wagers": {"let_it_ride": stake},
                      "decisions": {"bet_1": "ride", "bet_2": "ride"}}]})
}

fn net(answer: &Value) -> i64 {
    answer["seats"][0]["net_cents"].as_i64().unwrap()
}

#[test]
fn one_round_is_answered_with_one_object() {
    let said = settle(&[], kings(500).to_string());
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    assert!(said.out.starts_with("{\n  \"order\": ["), "{}", said.out);
    assert_eq!(net(&serde_json::from_str(&said.out).unwrap()), 4500);
    // However it is written.
    let pretty = settle(&["-"], format!("\u{feff}\n{:#}\n\n", kings(500)));
    assert_eq!((pretty.code, pretty.out), (Some(0), said.out));
}

#[test]
fn a_list_is_answered_with_a_list() {
    let said = settle(&[], json!([kings(500), kings(100)]).to_string());
    let answers: Vec<Value> = serde_json::from_str(&said.out).unwrap();
    assert_eq!(answers.iter().map(net).collect::<Vec<_>>(), [4500, 900]);
    assert!(said.out.starts_with("[\n"), "{}", said.out);
    assert_eq!(settle(&[], "[]").out, "[]\n");
    assert_eq!(settle(&[], format!("[{:#}\n]", kings(100))).code, Some(0));
}

#[test]
fn lines_are_answered_with_lines() {
    let said = settle(&[], format!("{}\n\n{}\r\n{}\n", kings(500), kings(100), kings(1)));
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let answers: Vec<Value> = said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.iter().map(net).collect::<Vec<_>>(), [4500, 900, 9]);
}

#[test]
fn a_file_is_read() {
    let file = std::env::temp_dir().join(format!("baize-settle-{}.json", std::process::id()));
    std::fs::write(&file, kings(500).to_string()).unwrap();
    let said = settle(&[file.to_str().unwrap()], "");
    std::fs::remove_file(&file).unwrap();
    assert_eq!((said.code, net(&serde_json::from_str(&said.out).unwrap())), (Some(0), 4500));
    let missing = settle(&[file.to_str().unwrap()], "");
    assert_eq!((missing.code, missing.out.as_str()), (Some(2), ""));
    assert!(missing.err.contains("baize-settle-") && missing.err.contains("cannot be read"), "{}", missing.err);
}

/// LIR-7-E-1, LIR-3-A: one line for each problem, with its field and clause, on standard error.
#[test]
fn a_refusal_exits_with_2_and_settles_nothing() {
    let mut round = kings(0);
    round["community"][0] = json!("Kd");
    let said = settle(&[], round.to_string());
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""));
    let lines: Vec<&str> = said.err.lines().collect();
    assert_eq!(lines.len(), 2, "{}", said.err);
    assert_eq!(
        lines[0],
        "seats[0].cards[0]: Kd lies at community[0] already (LIR-3-A); permitted: each card of the deck once"
    );
    assert!(
        lines[1].starts_with("seats[0].wagers.let_it_ride: 0 cents is not a permitted stake (LIR-7-E-1); permitted: ")
    );
}

#[test]
fn problems_of_several_rounds_say_which_round() {
    let said = settle(&[], json!([kings(500), kings(0), 7, kings(-1)]).to_string());
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""));
    let starts: Vec<&str> = said.err.lines().map(|line| &line[..10]).collect();
    assert_eq!(starts, ["round 2: s", "round 3: d", "round 4: s"]);
    let said = settle(&[], format!("{}\n\n{{\"game\": 5}}\n{{\"game\"\n", kings(500)));
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""));
    let lines: Vec<&str> = said.err.lines().collect();
    assert!(lines[0].starts_with("round 2 (line 3): game: "), "{}", said.err);
    assert!(lines[1].starts_with("round 3 (line 4): document: "), "{}", said.err);
}

#[test]
fn what_cannot_be_read_is_told() {
    let broken = settle(&[], "{ \"game\": \"let_it_ride_md\",\n  \"seats\": [}");
    assert_eq!((broken.code, broken.out.as_str()), (Some(2), ""));
    assert!(broken.err.starts_with("document: ") && broken.err.contains("line 2 column 13"), "{}", broken.err);
    assert_eq!(settle(&[], "").code, Some(2));
    assert_eq!(settle(&[], [0xff, 0xfe]).code, Some(2));
    for args in [&["a", "b"][..], &["--quiet"]] {
        let said = settle(args, "");
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""));
        assert!(said.err.starts_with("usage: baize settle"), "{}", said.err);
    }
}
