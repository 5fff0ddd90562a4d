//! `docs/websocket.md` tells the truth: every example is a message, every message has an example, and the messages of the page's
//! table are those the table really sends.

mod scene;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeSet;
use wire::socket::{CloseCode, SUBPROTOCOL, ToFloor, ToProgressives, ToServer, ToTerminal, limits};
use wire::terminal::Mirror;

const PAGE: &str = include_str!("../../../../../docs/websocket.md");

/// A JSON example under its two headings.
struct Example {
    section: &'static str,
    name: &'static str,
    value: Value,
}

fn examples() -> Vec<Example> {
    let (mut section, mut name, mut found) = ("", "", Vec::new());
    let mut lines = PAGE.lines();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("## ") {
            (section, name) = (title, "");
        } else if let Some(title) = line.strip_prefix("### ") {
            name = title.trim_matches('`');
        } else if line == "```json" {
            let text: String = lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
            let value =
                serde_json::from_str(&text).unwrap_or_else(|error| panic!("{section}, {name}: {error}\n{text}"));
            found.push(Example { section, name, value });
        }
    }
    found
}

/// The messages of a section; each must read as the type, write as it was read, and be of the kind its heading names.
fn messages<T: DeserializeOwned + Serialize>(section: &str) -> Vec<T> {
    let of_section = examples().into_iter().filter(|example| example.section == section);
    of_section
        .map(|Example { name, value, .. }| {
            let text = value.to_string();
            let message: T = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            assert_eq!(serde_json::to_value(&message).unwrap(), value, "{name} is written otherwise");
            assert_eq!(value["type"], name, "the example is not of the kind its heading names");
            message
        })
        .collect()
}

/// The kinds a type has, as its own refusal of an unknown kind lists them.
fn kinds<T: DeserializeOwned>() -> BTreeSet<String> {
    let refusal = serde_json::from_str::<T>(r#"{"type": "?"}"#).err().unwrap().to_string();
    let (_, list) = refusal.split_once("expected one of ").unwrap();
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn kinds_shown(section: &str) -> BTreeSet<String> {
    let of_section = examples().into_iter().filter(|example| example.section == section);
    of_section.map(|example| example.value["type"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_example_is_a_message_and_every_message_has_an_example() {
    messages::<ToServer>("To the server");
    messages::<ToTerminal>("To terminals and displays");
    messages::<ToFloor>("To the floor");
    messages::<ToProgressives>("To displays of progressives");
    assert_eq!(kinds_shown("To the server"), kinds::<ToServer>());
    assert_eq!(kinds_shown("To terminals and displays"), kinds::<ToTerminal>());
    assert_eq!(kinds_shown("To the floor"), kinds::<ToFloor>());
    assert_eq!(kinds_shown("To displays of progressives"), kinds::<ToProgressives>());
    let sections: BTreeSet<&str> = examples().iter().map(|example| example.section).collect();
    let known =
        ["To the server", "To terminals and displays", "To the floor", "To displays of progressives", "Close codes"];
    assert_eq!(sections, BTreeSet::from(known), "an example outside the sections of messages");
}

#[test]
fn every_close_code_has_an_example() {
    let mut shown = Vec::new();
    for Example { name, value, .. } in examples().into_iter().filter(|example| example.section == "Close codes") {
        let message: ToTerminal = serde_json::from_value(value.clone()).unwrap();
        assert_eq!(serde_json::to_value(&message).unwrap(), value);
        let ToTerminal::Closing { code, .. } = message else { panic!("{value} is not closing") };
        assert!(name.starts_with(&format!("{} ", code.number())), "{name} shows {code:?}");
        shown.push(code);
    }
    assert_eq!(shown, CloseCode::ALL);
}

#[test]
fn the_table_of_the_page_really_says_so() {
    let scene = scene::play();
    let expected = [&scene.welcome, &scene.dealt, &scene.decided, &scene.refused, &scene.offers];
    let shown: Vec<ToTerminal> = messages("To terminals and displays");
    let lacking = expected.into_iter().filter(|message| !shown.contains(message));
    let lacking: Vec<String> = lacking.map(|message| serde_json::to_string(message).unwrap()).collect();
    assert!(lacking.is_empty(), "the page lacks these messages, or has old ones:\n{}", lacking.join("\n"));
}

#[test]
fn a_client_that_follows_the_page_sees_no_fault() {
    let shown: Vec<ToTerminal> = messages("To terminals and displays");
    let mut mirror = Mirror::default();
    for message in shown.iter().filter(|message| !matches!(message, ToTerminal::Resumed { .. })) {
        mirror.take(message).unwrap();
    }
    assert_eq!(mirror.seq(), Some(184));
    assert_eq!(mirror.view().unwrap().own.len(), 1);
}

#[test]
fn the_page_has_the_limits_in_force() {
    let second = |seconds: u64| format!("{seconds} s");
    let rows = [
        ("Longest message to the server", format!("{} bytes", limits::MESSAGE_BYTES_MAX)),
        ("Messages a second to the server", limits::MESSAGES_PER_SECOND.to_string()),
        ("Messages at once to the server", limits::MESSAGES_BURST.to_string()),
        ("Frames that wait for a slow reader", limits::FRAMES_WAITING_MAX.to_string()),
        ("Frames kept for those who resume", limits::FRAMES_KEPT.to_string()),
        ("A ticket is good for", second(limits::TICKET_LIFETIME.as_secs())),
        ("`hello` is expected within", second(limits::HELLO_WITHIN.as_secs())),
        ("Pause between messages of the floor", format!("{} ms", limits::FLOOR_PAUSE.as_millis())),
    ];
    for (what, how_much) in rows {
        let row = format!("| {what} | {how_much} |");
        assert!(PAGE.lines().any(|line| line == row), "the page lacks {row}");
    }
    assert!(PAGE.contains(&format!("`{SUBPROTOCOL}`")));
}
