//! Tidiness as a test: headers, names, sizes, who may depend on whom, and what must not be in a file.
//!
//! Limits are ratchets: they may be lowered.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

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

/// What git has of the project, or would have next. None where there is no git or no repository, as in an archive of the sources.
fn listed() -> Option<Vec<PathBuf>> {
    let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let listed = Command::new("git").args(list).current_dir(root()).output().ok()?;
    let names = String::from_utf8(listed.stdout).unwrap();
    listed.status.success().then(|| names.split_terminator('\0').map(PathBuf::from).collect())
}

/// What lies in a folder that anybody may look into. Files may come and go meanwhile.
fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(root().join(folder)).into_iter().flatten().flatten() {
        let (name, path) = (entry.file_name(), folder.join(entry.file_name()));
        if entry.file_type().is_ok_and(|it| it.is_dir()) {
            let made = matches!(&*name.to_string_lossy(), "target" | ".git" | "data" | "baize-data" | "baize-demo");
            if !made {
                walk(&path, found);
            }
        } else {
            found.push(path);
        }
    }
}

/// Every file of the project, with its path from the root.
fn files(ending: &str) -> BTreeMap<String, String> {
    let all = listed().unwrap_or_else(|| {
        let mut found = Vec::new();
        walk(Path::new(""), &mut found);
        found
    });
    let named = all.into_iter().filter(|path| path.to_string_lossy().ends_with(ending));
    // What was removed and not committed yet is still listed.
    let read = named.filter_map(|path| {
        let text = fs::read(root().join(&path)).ok()?;
        Some((path.to_string_lossy().into_owned(), String::from_utf8_lossy(&text).into_owned()))
    });
    read.collect()
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
        let lines = text[..inline_tests(text)].lines().count();
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

/// Where tests wait otherwise than by `store::testing`, and why.
const WAITS: [(&str, &str); 5] = [
    ("crates/floor-sim/src/device/screen.rs", "the clock is paused, and moves only as the test has it"),
    ("crates/server/src/socket/progressives_tests.rs", "the clock is paused, and moves only as the test has it"),
    ("crates/store/src/testing/databases.rs", "a database that cannot be made is an error and no panic"),
    ("crates/store/src/testing/waiting.rs", "it is the one way to wait"),
    ("crates/store/tests/store/line.rs", "what passes over this line is late on purpose"),
];

/// The part of a source file that only tests are made of.
fn tests_of<'a>(name: &str, text: &'a str) -> &'a str {
    let whole = ["tests/", "_tests.rs", "/tests.rs", "/testing/"].iter().any(|part| name.contains(part));
    if whole { text } else { &text[inline_tests(text)..] }
}

/// Where the tests in a source file begin; what only names a file of tests is none.
fn inline_tests(text: &str) -> usize {
    let is_body = |from: &usize| {
        let item = text[*from..].lines().find(|line| !line.trim_start().starts_with('#'));
        item.is_some_and(|line| !line.ends_with(';'))
    };
    text.match_indices("#[cfg(test)]").map(|(from, _)| from).find(is_body).unwrap_or(text.len())
}

/// How a test waits, or what it asserts of time, that depends on how fast the machine is.
fn impatience(text: &str) -> Option<&'static str> {
    let calls =
        [concat!("sleep", "("), concat!("timeout", "("), concat!("timeout_at", "("), concat!("sleep_until", "(")];
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: Vec<&str> = lines.collect();
    let timed = |statement: &str| statement.contains("assert") && statement.contains(concat!(".elapsed", "()"));
    calls
        .into_iter()
        .find(|call| code.iter().any(|line| calls_it(line, call)))
        .or_else(|| code.join(" ").split(';').any(timed).then_some("an assertion of how long something took"))
}

/// Whether a line calls a function, rather than another whose name ends so.
fn calls_it(line: &str, call: &str) -> bool {
    let part_of_a_name = |before: &str| before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
    line.match_indices(call).any(|(at, _)| !part_of_a_name(&line[..at]))
}

#[test]
fn tests_wait_in_one_way_and_depend_on_no_machine_s_speed() {
    let sources = files(".rs");
    let waits = sources.iter().filter_map(|(name, text)| Some((name, impatience(tests_of(name, text))?)));
    let waits: BTreeMap<&String, &str> = waits.collect();
    let excepted = |name: &str| WAITS.iter().any(|(other, _)| *other == name);
    let mut problems: Vec<String> = waits
        .iter()
        .filter(|(name, _)| !excepted(name))
        .map(|(name, what)| format!("{name}: {what}; wait by `store::testing`, or say here why not"))
        .collect();
    let unneeded = WAITS.iter().filter(|(name, _)| !waits.keys().any(|other| *other == name));
    problems.extend(unneeded.map(|(name, _)| format!("{name}: needs no exception any more")));
    report(&problems);
}
