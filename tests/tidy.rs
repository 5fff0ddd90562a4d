//! Tidiness as a test: headers, names, sizes, who may depend on whom, and what must not be in a file.
//!
//! Limits are ratchets: they may be lowered.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A file longer than this has outgrown its purpose.
const FILE_LINES_MAX: usize = 400;

/// A function longer than this does more than one thing.
const FUNCTION_LINES_MAX: usize = 70;

/// Who may depend on whom, in the order of the architecture.
const EDGES: [(&str, &[&str]); 10] = [
    ("game-core", &[]),
    ("game-odds", &["game-core"]),
    ("chance", &["game-core"]),
    ("table-host", &["game-core"]),
    ("store", &["game-core", "table-host"]),
    ("wire", &["game-core"]),
    ("server", &["game-core", "game-odds", "chance", "table-host", "store", "wire"]),
    ("floor-sim", &["game-core", "game-odds", "wire"]),
    ("baize", &["game-core", "game-odds", "chance", "table-host", "store", "wire", "server", "floor-sim"]),
    ("integration", &["game-core", "table-host", "store", "wire", "server", "floor-sim"]),
];

/// Names that say nothing about what is inside.
const BANNED_NAMES: [&str; 6] = ["util", "utils", "helper", "helpers", "common", "misc"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !matches!(name.as_str(), "target" | ".git" | "data") {
            walk(&path, found);
        } else if path.is_file() {
            found.push(path);
        }
    }
}

/// Every file of the project, with its path from the root.
fn files(ending: &str) -> BTreeMap<String, String> {
    let mut found = Vec::new();
    walk(&root(), &mut found);
    let named = found.into_iter().filter(|path| path.to_string_lossy().ends_with(ending));
    named
        .map(|path| {
            let name = path.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).unwrap_or_default())
        })
        .collect()
}

fn report(problems: &[String]) {
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn every_source_file_says_what_it_is_for() {
    let bare = files(".rs").into_iter().filter(|(_, text)| !text.starts_with("//! "));
    report(&bare.map(|(name, _)| format!("{name}: begins without a `//!` line")).collect::<Vec<_>>());
}

#[test]
fn names_say_something() {
    let vague = files(".rs").into_keys().filter(|name| {
        let path = Path::new(name);
        let parts = path.with_extension("");
        parts.iter().any(|part| BANNED_NAMES.contains(&part.to_string_lossy().as_ref()))
    });
    report(&vague.map(|name| format!("{name}: a name that says nothing")).collect::<Vec<_>>());
}

#[test]
fn files_and_functions_stay_small() {
    let mut problems = Vec::new();
    for (name, text) in files(".rs").iter().filter(|(name, _)| name.contains("/src/")) {
        let lines = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).count();
        if lines > FILE_LINES_MAX {
            problems.push(format!("{name}: {lines} lines"));
        }
        for (function, length) in functions(text) {
            if length > FUNCTION_LINES_MAX && !MATCHES_OVER_A_CLOSED_ENUM.contains(&function.as_str()) {
                problems.push(format!("{name}: {function} has {length} lines"));
            }
        }
    }
    report(&problems);
}

/// Functions that are one exhaustive match with an arm or two per variant: longer than the limit and no worse for it.
const MATCHES_OVER_A_CLOSED_ENUM: [&str; 6] = ["apply", "write", "admits", "simple", "shown", "take"];

/// The functions of a source text with their lengths, told by indentation.
fn functions(text: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let mut open: Option<(String, usize, usize)> = None;
    for (number, line) in text.lines().enumerate() {
        let indent = line.len() - line.trim_start().len();
        let words = line.trim_start();
        if let Some((name, start, depth)) = &open {
            if indent == *depth && words.starts_with('}') {
                found.push((name.clone(), number - start + 1));
                open = None;
            }
        } else if let Some(rest) = words.split("fn ").nth(1).filter(|_| is_function(words)) {
            let name: String = rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
            if !words.ends_with('}') && !words.ends_with(';') {
                open = Some((name, number, indent));
            }
        }
    }
    found
}

fn is_function(words: &str) -> bool {
    ["fn ", "pub fn ", "pub(crate) fn ", "pub(super) fn ", "const fn ", "pub const fn ", "pub(crate) const fn "]
        .iter()
        .any(|start| words.starts_with(start))
}

#[test]
fn crates_depend_only_downwards() {
    let mut problems = Vec::new();
    for (name, text) in files("Cargo.toml") {
        let Some(package) = value(&text, "name") else { continue };
        let Some((_, allowed)) = EDGES.iter().find(|(own, _)| *own == package) else {
            if package != "bench" {
                problems.push(format!("{name}: {package} has no place in the table of dependencies"));
            }
            continue;
        };
        let own = text.split("[dependencies]").nth(1).unwrap_or_default().split("\n[").next().unwrap_or_default();
        let inner = own
            .lines()
            .filter_map(|line| line.split(['.', ' ', '=']).next())
            .filter(|dependency| EDGES.iter().any(|(other, _)| other == dependency));
        let upward = inner.filter(|dependency| !allowed.contains(dependency));
        problems.extend(upward.map(|dependency| format!("{name}: {package} may not know {dependency}")));
    }
    report(&problems);
}

fn value<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let line = text.lines().find(|line| line.starts_with(&format!("{key} = ")))?;
    line.split('"').nth(1)
}

#[test]
fn lints_are_expected_with_a_reason_and_never_allowed() {
    let pattern = concat!("#[", "allow(");
    let allowed = files(".rs").into_iter().filter(|(_, text)| text.contains(pattern));
    report(&allowed.map(|(name, _)| format!("{name}: use expect with a reason")).collect::<Vec<_>>());
}

#[test]
fn nothing_speaks_of_one_machine() {
    let paths = [concat!("/", "work/"), concat!("/", "root/"), concat!("/", "home/")];
    let mut problems = Vec::new();
    for ending in [".rs", ".md", ".toml", ".json", ".txt", ".csv", "Makefile", "run"] {
        for (name, text) in files(ending) {
            problems.extend(paths.iter().filter(|path| text.contains(**path)).map(|path| format!("{name}: {path}")));
        }
    }
    report(&problems);
}
