//! `docs/device-protocol.md` tells the truth: its examples are read, verified and written again; and nothing that is not exactly such a
//! message is ever taken for one.

use crate::replay::replayable;
use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use wire::device::{
    BODY_BYTES_MAX, DEVICE_SUBPROTOCOL, DeviceKey, DeviceKind, DeviceMessage, FaultCode, Instruction,
    MESSAGE_BYTES_MAX, ReportKind, ServerCommand, ToDevice,
};
use wire::socket::limits::HELLO_WITHIN;

const PAGE: &str = include_str!("../../../../docs/device-protocol.md");

/// The JSON examples of a section, each under its heading.
fn examples(section: &str) -> Vec<(String, Value)> {
    let (mut found, mut name) = (Vec::new(), String::new());
    let (_, text) = PAGE.split_once(&format!("\n## {section}\n")).unwrap();
    let text = text.split("\n## ").next().unwrap();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("### `") {
            name = title.trim_end_matches('`').to_owned();
        } else if line == "```json" {
            let text: String = lines.by_ref().take_while(|line| *line != "```").collect();
            found.push((name.clone(), serde_json::from_str(&text).unwrap()));
        }
    }
    found
}

/// The key of a row of the page's table of seeds.
fn key(whose: &str) -> DeviceKey {
    let row = PAGE.lines().find(|line| line.starts_with(&format!("| {whose} | `"))).unwrap();
    let cells: Vec<&str> = row.split('`').collect();
    let seed: wire::hex::Hex32 = cells[1].parse().unwrap();
    let key = DeviceKey::from_seed(&seed.0).unwrap();
    assert_eq!(key.public().to_string(), cells[3], "RFC 8032, 7.1");
    key
}

fn messages() -> Vec<(String, DeviceMessage)> {
    let read = |(name, value): (String, Value)| {
        let message: DeviceMessage = serde_json::from_value(value.clone()).unwrap();
        assert_eq!(serde_json::to_value(&message).unwrap(), value, "{name} is written otherwise");
        (name, message)
    };
    examples("Reports").into_iter().map(read).collect()
}

#[test]
fn every_report_has_an_example_signed_as_the_page_says() {
    let key = key("device");
    let mut shown = BTreeSet::new();
    for (name, message) in messages() {
        assert_eq!(message.kind, name);
        // The signatures on the page were made by another implementation of RFC 8032.
        message.verify(&key.public()).unwrap_or_else(|forged| panic!("{name}: {forged}"));
        let report = message.report().unwrap_or_else(|unread| panic!("{name}: {unread}"));
        assert_eq!(report.kind().name(), name);
        let again = DeviceMessage::sign(&key, message.device, message.sequence, message.time, &report).unwrap();
        assert_eq!(again.report().unwrap(), report);
        shown.insert(name);
    }
    assert_eq!(shown, ReportKind::ALL.iter().map(|kind| kind.name().to_owned()).collect());
}

#[test]
fn the_signed_bytes_are_those_the_page_prints() {
    let (_, card) = messages().into_iter().find(|(name, _)| name == "card_drawn").unwrap();
    let printed = PAGE.split("```text\n").nth(2).unwrap().split("\n```").next().unwrap();
    assert_eq!(String::from_utf8(card.signed_bytes()).unwrap(), printed);
}

#[test]
fn every_command_has_an_example_signed_by_the_server() {
    let (server, device) = (key("server").public(), key("device").public());
    let mut shown = Vec::new();
    for (name, value) in examples("Commands") {
        let command: ServerCommand = serde_json::from_value(value).unwrap();
        command.verify(&server).unwrap();
        command.verify(&device).unwrap_err();
        let instruction = command.instruction().unwrap();
        let (kind, body) = instruction.parts().unwrap();
        assert_eq!((kind, &*body), (&*name, &*command.body));
        shown.push(match instruction {
            Instruction::Lock {} => "lock",
            Instruction::Unlock {} => "unlock",
            Instruction::Light { .. } => "light",
            Instruction::Dispense { .. } => "dispense",
            Instruction::Shuffle { .. } => "shuffle",
            Instruction::Spin { .. } => "spin",
            Instruction::Show { .. } => "show",
        });
    }
    assert_eq!(shown, ["unlock", "light", "lock", "dispense", "shuffle", "spin", "show"]);
}

#[test]
fn every_answer_of_the_page_is_one() {
    let answers = examples("Answers");
    assert_eq!(answers.len(), 6);
    for (name, value) in answers {
        let answer: ToDevice = serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(serde_json::to_value(&answer).unwrap(), value, "{name}");
    }
}

#[test]
fn the_page_has_the_faults_and_limits_in_force() {
    for fault in FaultCode::ALL {
        let blocks = if fault.blocks() { "yes" } else { "no" };
        let row = format!("| `{}` | {blocks} | {} |", fault.name(), fault.about());
        assert!(PAGE.contains(&row), "the page lacks {row}");
        assert_eq!(FaultCode::from_name(fault.name()), Some(fault));
    }
    let limits = format!("at most\n{MESSAGE_BYTES_MAX} bytes, its body at most {BODY_BYTES_MAX}");
    assert!(PAGE.contains(&limits));
    assert!(PAGE.contains(&format!("`{DEVICE_SUBPROTOCOL}`")));
    assert!(PAGE.contains(&format!("within\n{} s", HELLO_WITHIN.as_secs())));
}

#[test]
fn each_kind_of_device_says_what_the_page_lets_it_say() {
    for (name, value) in examples("Reports") {
        let (_, of) = PAGE.split_once(&format!("### `{name}`\n\n")).unwrap();
        let who = of.split(". ").next().unwrap();
        let kind = ReportKind::from_name(value["kind"].as_str().unwrap()).unwrap();
        for device in DeviceKind::ALL {
            let says = who == "every device"
                || who
                    .split(", ")
                    .any(|one| one == device.name() || (one == "shoe that reshuffles" && device == DeviceKind::Shoe));
            assert_eq!(device.says(kind), says, "{name} by a {}", device.name());
        }
    }
}

/// One change of a text, by three numbers.
fn mutate(text: &mut Vec<u8>, (what, place, byte): (u8, usize, u8)) {
    let place = place % text.len().max(1);
    match what % 6 {
        0 => text[place] ^= 1 << (byte % 8),
        1 => text.truncate(place),
        2 => text.insert(place, byte),
        3 => drop(text.remove(place)),
        4 => text[place] = byte,
        _ => {
            let other = usize::from(byte) % text.len();
            text.swap(place, other);
        }
    }
}

/// How many changed messages are tried.
const CHANGED: usize = 1_000_000;

/// An id has several spellings and a message one: only the one that is signed is read (R38).
#[test]
fn an_id_is_read_only_as_it_is_signed() {
    let (_, message) = messages().remove(0);
    let (text, id) = (serde_json::to_string(&message).unwrap(), message.device.to_string());
    assert!(serde_json::from_str::<DeviceMessage>(&text).is_ok());
    for spelt in [id.to_uppercase(), id.replace('-', ""), format!("{{{id}}}"), format!("urn:uuid:{id}")] {
        let changed = text.replace(&id, &spelt);
        assert_ne!(changed, text);
        assert!(serde_json::from_str::<DeviceMessage>(&changed).is_err(), "{changed}");
    }
}

/// A million messages, each changed somewhere: none of them panics, and none that reads differently from the original is
/// taken for the device's (R38).
#[test]
fn a_million_changed_messages_are_no_messages() {
    let public = key("device").public();
    let originals: Vec<(DeviceMessage, Vec<u8>)> =
        messages().into_iter().map(|(_, message)| (message.clone(), serde_json::to_vec(&message).unwrap())).collect();
    // A plain generator: the same million every time.
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut read = 0_u32;
    for nth in 0..CHANGED {
        let (original, text) = &originals[nth % originals.len()];
        let mut text = text.clone();
        for _ in 0..=next() % 3 {
            let dice = next();
            let what = dice.to_le_bytes();
            mutate(&mut text, (what[0], usize::from(u16::from_le_bytes([what[1], what[2]])), what[3]));
            if text.is_empty() {
                break;
            }
        }
        let Ok(message) = serde_json::from_slice::<DeviceMessage>(&text) else { continue };
        read += 1;
        let _ = message.report();
        if message != *original {
            // A signature costs; every changed message that still reads is tried all the same.
            assert!(message.verify(&public).is_err(), "{}", String::from_utf8_lossy(&text));
        }
    }
    assert!(read > 500, "hardly any changed message was read: {read}");
}

proptest! {
    #![proptest_config(replayable(ProptestConfig::default()))]

    /// No kind and no body can stand for another kind and another body: the signed bytes tell them apart.
    #[test]
    fn two_messages_never_have_the_same_signed_bytes(
        (first, second) in (("[a-z_\n]{0,6}", "[{}a\n]{0,6}"), ("[a-z_\n]{0,6}", "[{}a\n]{0,6}"))
    ) {
        let key = key("device");
        let (_, hello) = messages().remove(0);
        let of = |(kind, body): (String, String)| {
            let message = DeviceMessage { kind, body, ..hello.clone() };
            let signature = key.sign(&message.signed_bytes());
            DeviceMessage { signature, ..message }
        };
        let (first, second) = (of(first), of(second));
        let moved = DeviceMessage { signature: first.signature, ..second.clone() };
        prop_assert_eq!(moved.verify(&key.public()).is_ok(), first == moved && !first.kind.contains('\n'));
    }
}
