//! Names given twice in one object. A parser keeps the last and says nothing; an operator must hear of it.

use super::problem::{Problem, ProblemCode};
use std::collections::BTreeSet;

/// What encloses the place being read.
enum Around {
    Object { name: String, seen: BTreeSet<String> },
    List,
}

/// Finds the names given twice. The text must be well-formed JSON.
pub(super) fn find(json: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut around: Vec<Around> = Vec::new();
    let mut rest = json;
    while let Some(letter) = rest.chars().next() {
        match letter {
            '"' => {
                let (text, after) = text(rest);
                rest = after;
                if rest.trim_start().starts_with(':') {
                    name(&mut around, &text, json.len() - rest.len(), json, &mut problems);
                }
                continue;
            }
            '{' => around.push(Around::Object { name: String::new(), seen: BTreeSet::new() }),
            '[' => around.push(Around::List),
            '}' | ']' => drop(around.pop()),
            _ => {}
        }
        rest = &rest[letter.len_utf8()..];
    }
    problems
}

/// The text in quotes at the start, and what follows it.
fn text(json: &str) -> (String, &str) {
    let mut escaped = false;
    let end = json.char_indices().skip(1).find(|(_, letter)| {
        let closes = *letter == '"' && !escaped;
        escaped = *letter == '\\' && !escaped;
        closes
    });
    let (quoted, rest) = json.split_at(end.map_or(json.len(), |(at, _)| at + 1));
    (serde_json::from_str(quoted).unwrap_or_default(), rest)
}

fn name(around: &mut [Around], given: &str, at: usize, json: &str, problems: &mut Vec<Problem>) {
    let Some(Around::Object { name, seen }) = around.last_mut() else { return };
    given.clone_into(name);
    if seen.insert(given.to_owned()) {
        return;
    }
    let line = json[..at].matches('\n').count() + 1;
    let path: Vec<&str> = around
        .iter()
        .filter_map(|around| match around {
            Around::Object { name, .. } => Some(name.as_str()),
            Around::List => None,
        })
        .collect();
    problems.push(Problem {
        field: path.join("."),
        code: ProblemCode::RepeatedField,
        clause: None,
        message: format!("'{given}' is given a second time at line {line}"),
        permitted: "each name once in an object".to_owned(),
    });
}
