//! The register against the tests and the code: what the register says a test holds, a test names; what the code
//! cites, the register has.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "this test reads the sources, and fails if it cannot; the rules themselves read nothing"
)]

use game_core::clause::{Clause, HeldBy, Kind, clauses};
use game_core::game::GameId;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Kinds of clauses that put a duty on the software.
const DUTIES: [Kind; 6] = [Kind::Rule, Kind::Procedure, Kind::Payout, Kind::Irregularity, Kind::Device, Kind::Config];

/// What may hold a clause that puts a duty on the software.
const HOLDERS: [HeldBy; 4] = [HeldBy::Test, HeldBy::Physical, HeldBy::Screen, HeldBy::Device];

const PREFIXES: [&str; 4] = ["LIR-", "S235-", "CC-", "CAL-"];

/// Every file below a folder, or none if the folder is missing.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn with_extension(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = files(folder);
    found.retain(|path| path.extension().is_some_and(|e| extensions.iter().any(|known| e == *known)));
    found
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn crates() -> Vec<PathBuf> {
    let entries = fs::read_dir(workspace().join("crates")).unwrap();
    entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect()
}

/// The words of a text that could be clause ids.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-').map(|word| word.trim_matches('-'))
}

/// The texts that run as tests: test folders, rules that are documents and tests at once, and test modules in sources.
fn test_texts() -> Vec<String> {
    let mut folders = vec![workspace().join("tests")];
    folders.extend(crates().iter().flat_map(|path| [path.join("tests"), path.join("rules")]));
    let tests = folders.iter().flat_map(|folder| with_extension(folder, &["rs", "txt", "md"]));
    let tests = tests.filter(|path| !path.ends_with(file!().rsplit('/').next().unwrap()));
    let modules = sources().into_iter().filter_map(|(path, text)| {
        let start = if path.ends_with("tests.rs") { Some(0) } else { text.find("\n#[cfg(test)]\n") };
        start.map(|start| text[start..].to_owned())
    });
    tests.map(|path| fs::read_to_string(path).unwrap()).chain(modules).collect()
}

/// Every source file of every crate.
fn sources() -> Vec<(PathBuf, String)> {
    let paths = crates().into_iter().flat_map(|path| with_extension(&path.join("src"), &["rs"]));
    paths.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn every_clause_that_a_test_should_hold_is_named_by_one() {
    let texts = test_texts();
    let named: BTreeSet<&str> = texts.iter().flat_map(|text| words(text)).collect();
    let unnamed: Vec<String> = clauses()
        .iter()
        .filter(|clause| clause.held_by == HeldBy::Test && !named.contains(clause.id.as_str()))
        .map(|Clause { id, kind, duty, .. }| format!("{id} ({kind}): {duty}"))
        .collect();
    assert!(unnamed.is_empty(), "{} clauses are named by no test:\n{}", unnamed.len(), unnamed.join("\n"));
}

#[test]
fn every_duty_has_a_holder_that_can_hold_it() {
    let wrong: Vec<_> = clauses()
        .iter()
        .filter(|clause| DUTIES.contains(&clause.kind) && !HOLDERS.contains(&clause.held_by))
        .map(|Clause { id, kind, held_by, .. }| format!("{id}: a clause of kind {kind} cannot be held by {held_by}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let unpaid: Vec<_> =
        clauses().iter().filter(|clause| clause.kind == Kind::Payout && clause.held_by != HeldBy::Test).collect();
    assert!(unpaid.is_empty(), "payouts are held by tests: {unpaid:?}");
}

#[test]
fn every_clause_the_code_cites_is_in_the_register() {
    let mut unknown = Vec::new();
    for (path, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            let cited = words(line).filter(|word| cites(word));
            unknown.extend(
                cited
                    .filter(|word| !known(word, line.contains(&format!("\"{word}\""))))
                    .map(|word| format!("{}:{}: {word}", path.display(), number + 1)),
            );
        }
    }
    assert!(unknown.is_empty(), "not in the register:\n{}", unknown.join("\n"));
}

/// Whether a word looks like a clause: a document's letters and a chapter.
fn cites(word: &str) -> bool {
    PREFIXES.iter().any(|prefix| {
        word.strip_prefix(prefix).is_some_and(|rest| match *prefix {
            "CAL-" => rest.starts_with(|letter: char| letter.is_ascii_lowercase()),
            _ => rest.starts_with(|letter: char| letter.is_ascii_digit()),
        })
    })
}

/// A literal must be an id. Prose may also name a chapter or section, as long as the register has clauses under it.
fn known(word: &str, literal: bool) -> bool {
    let heads = || clauses().iter().any(|clause| clause.id.as_str().starts_with(&format!("{word}-")));
    Clause::find(word).is_some() || (!literal && heads())
}

#[test]
fn the_register_is_whole_and_counted() {
    assert!(clauses().is_sorted_by(|a, b| a.id < b.id), "lookups search by bisection");
    let counts = GameId::ALL.map(|game| clauses().iter().filter(|clause| clause.game == game).count());
    assert_eq!(counts, [438, 285, 422, 98]);
    for game in GameId::ALL {
        let held = HeldBy::ALL.map(|held_by| {
            let count = clauses().iter().filter(|clause| clause.game == game && clause.held_by == held_by).count();
            format!("{held_by} {count}")
        });
        println!("{game}: {}", held.join(", "));
    }
}

#[test]
fn citations_are_told_from_other_words() {
    assert!(["LIR-7-D", "S235-12-K", "CC-12-A-10", "CAL-round-5-c", "LIR-13"].into_iter().all(cites));
    assert!(["LIRX-01", "LIR", "CAL-", "CC-x", "ACC-7-A", "I-22"].into_iter().all(|word| !cites(word)));
    assert!(known("LIR-13", false) && !known("LIR-13", true) && !known("LIR-14", false) && !known("LIR-7-Z", true));
    assert!(words("(LIR-7-D, \"CC-12-A\"); S235-7-C-").eq(["", "LIR-7-D", "", "", "CC-12-A", "", "", "", "S235-7-C"]));
}

/// The clauses of inspection, shuffle and cut, abandonment, conduct and awards that ask for a floorperson's decision.
const RULINGS: [&str; 14] = [
    "CC-11-A-5",
    "CC-4-A",
    "CC-5-A-3",
    "CC-5-E",
    "CC-7-B-3",
    "LIR-4-A",
    "LIR-5-A-3",
    "LIR-5-G",
    "LIR-7-B-2",
    "S235-11-D-5-c",
    "S235-4-A",
    "S235-5-A-3",
    "S235-5-G",
    "S235-7-B-2",
];

#[test]
fn every_clause_that_asks_for_a_floorpersons_decision_is_held_by_a_test_that_names_it() {
    let texts = test_texts();
    let named: BTreeSet<&str> = texts.iter().flat_map(|text| words(text)).collect();
    let chapter = |clause: &Clause, numbers: &[&str]| {
        let mut parts = clause.id.as_str().split('-').skip(1);
        parts.next().is_some_and(|chapter| numbers.contains(&chapter))
    };
    let asks = |clause: &&Clause| clause.duty.contains("floorperson") || clause.duty.contains("supervisor");
    let asked: BTreeSet<&str> = clauses().iter().filter(asks).map(|clause| clause.id.as_str()).collect();
    assert_eq!(asked, RULINGS.into_iter().collect(), "the register asks for others than this list");
    // What goes wrong is reported by anybody, and a floorperson confirms the void or what follows instead (chapter 13).
    let irregular = clauses().iter().filter(|clause| clause.kind == Kind::Irregularity && chapter(clause, &["13"]));
    let all: Vec<&str> = irregular.map(|clause| clause.id.as_str()).chain(RULINGS).collect();
    assert!(all.len() > 30, "{all:?}");
    let unnamed: Vec<&&str> = all.iter().filter(|id| !named.contains(**id)).collect();
    assert!(unnamed.is_empty(), "named by no test: {unnamed:?}");
}
