//! Golden rounds: the documents under `rules/` state a rule, cite its clauses and play the example under it.
//!
//! An example is a fenced block marked `round`; its lines are setup, play and expectation, described in `rules/README.md`.

mod expect;
mod play;
mod setup;

use crate::floor::Floor;
use game_core::card::Card;
use game_core::event::Event;
use game_core::game::{PlayerId, Seat};
use game_core::money::Cents;
use play::Dealt;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// One example and where it stands.
struct Example {
    place: String,
    lines: Vec<(usize, String)>,
}

/// The stage an example is played on.
struct Play {
    floor: Floor,
    /// Players by the name the example gives them.
    names: BTreeMap<String, PlayerId>,
    /// The cards the example lays on each spot.
    cards: Dealt,
    /// What the round in question has done so far.
    since: usize,
    /// The books when the round opened.
    opening: BTreeMap<game_core::ledger::Account, i64>,
}

#[expect(
    clippy::disallowed_methods,
    reason = "the documents are read when the tests run; the crate itself reads nothing"
)]
fn examples(file: &str) -> Vec<Example> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut found: Vec<Example> = Vec::new();
    let mut inside = false;
    let mut heading = String::new();
    for (number, line) in text.lines().enumerate() {
        match line.trim() {
            "```round" => {
                inside = true;
                found.push(Example { place: format!("{file}:{}: {heading}", number + 1), lines: Vec::new() });
            }
            "```" => inside = false,
            line if inside => {
                let line = line.split('#').next().unwrap_or_default().trim();
                if let (false, Some(example)) = (line.is_empty(), found.last_mut()) {
                    example.lines.push((number + 1, line.to_owned()));
                }
            }
            line if line.starts_with('#') => heading = line.trim_start_matches('#').trim().to_owned(),
            _ => {}
        }
    }
    found
}

/// Runs every example of a document and reports all that fail, each with its line.
fn check(file: &str, at_least: usize) {
    let examples = examples(file);
    let mut failures = Vec::new();
    for example in &examples {
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(example)));
        if let Err(panic) = outcome {
            let said = panic.downcast_ref::<String>().cloned();
            let said = said.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            failures.push(format!("{}\n    {}", example.place, said.unwrap_or_default()));
        }
    }
    assert!(failures.is_empty(), "{} of {} rounds fail:\n{}", failures.len(), examples.len(), failures.join("\n"));
    assert!(examples.len() >= at_least, "{file} has only {} rounds", examples.len());
}

fn run(example: &Example) {
    let mut play = setup::stage(&example.lines);
    for (number, line) in example.lines.iter().filter(|(_, line)| !setup::is_setup(line)) {
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            if !expect::check(&play, line) {
                play::take(&mut play, line);
            }
        }));
        if let Err(panic) = outcome {
            let said = panic.downcast_ref::<String>().cloned();
            let said = said.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            panic!("line {number} `{line}`: {}", said.unwrap_or_default());
        }
    }
    play.floor.check_replay();
}

impl Play {
    /// What happened in this round.
    fn events(&self) -> &[Event] {
        &self.floor.log[self.since..]
    }
}

fn seat(text: &str) -> Seat {
    text.parse().ok().and_then(Seat::new).unwrap_or_else(|| panic!("'{text}' is not a seat"))
}

fn card(text: &str) -> Card {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// `$5`, `$1,234.50`, `-$3`, `+$7`, `$0`.
fn money(text: &str) -> Cents {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = digits.strip_prefix('$').unwrap_or_else(|| panic!("'{text}' is not money: write $5 or $0.50"));
    let digits = digits.replace(',', "");
    let (dollars, cents) = digits.split_once('.').unwrap_or((&digits, "0"));
    let cents = if cents.len() == 1 { format!("{cents}0") } else { cents.to_owned() };
    let cents = if digits.contains('.') { cents.parse().unwrap() } else { 0 };
    Cents::new(sign * (dollars.parse::<i64>().unwrap() * 100 + cents))
}

#[test]
fn let_it_ride_poker_maryland() {
    check("let_it_ride_md.md", 25);
}

#[test]
fn two_three_five_stud_maryland() {
    check("two_three_five_stud_md.md", 25);
}

#[test]
fn criss_cross_poker_maryland() {
    check("criss_cross_md.md", 25);
}

#[test]
fn let_it_ride_california() {
    check("let_it_ride_ca.md", 25);
}
