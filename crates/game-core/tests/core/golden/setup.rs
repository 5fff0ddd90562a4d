//! Setup lines: which rules are submitted and who sits where.

use super::{Play, money, seat};
use crate::arbitrary;
use crate::floor::{Floor, full_tray};
use game_core::game::{GameId, PlayerId, Seat};
use game_core::inventory::{Denomination, Tray};
use game_core::money::Cents;
use game_core::submission::Submission;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

pub(super) fn is_setup(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("game" | "set" | "only" | "seat" | "chips" | "tray" | "closed"))
}

/// Builds the table an example asks for: the plain submission of its game, changed line by line, opened and shuffled, with
/// chips enough at every seat and in the rack unless the example says how many.
pub(super) fn stage(lines: &[(usize, String)]) -> Play {
    let mut document = Value::Null;
    let mut seats = Vec::new();
    let mut chips = BTreeMap::new();
    let mut rack = Some(full_tray());
    let mut closed = false;
    for (_, line) in lines {
        let mut words = line.splitn(3, ' ').map(str::trim);
        match (words.next(), words.next(), words.next()) {
            (Some("game"), Some(name), None) => document = plain(name),
            (Some("set"), Some(path), Some(value)) => {
                let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
                set(&mut document, path, value);
            }
            (Some("only"), wagers, rest) => keep_only(&mut document, wagers.into_iter().chain(rest)),
            (Some("seat"), Some(seat), Some(name)) => seats.push((seat.parse().unwrap(), name.to_owned())),
            (Some("chips"), Some(at), Some(amount)) => drop(chips.insert(seat(at), money(amount))),
            (Some("tray"), Some("none"), None) => rack = None,
            (Some("tray"), Some(amount), None) => rack = Some(tray(money(amount))),
            (Some("closed"), None, None) => closed = true,
            _ => {}
        }
    }
    let submission: Submission = serde_json::from_value(document).unwrap_or_else(|error| panic!("submission: {error}"));
    let mut floor = Floor::new(&submission);
    if let Some(rack) = rack {
        floor.open_rack(rack);
    }
    let names = seat_players(&mut floor, &seats, &chips);
    if !closed {
        floor.make_ready();
    }
    let since = floor.log.len();
    Play { floor, names, cards: Default::default(), since, opening: BTreeMap::new() }
}

/// So much in quarters.
pub(super) fn tray(amount: Cents) -> Tray {
    Tray::of(&[(Denomination::Quarter, u32::try_from(amount.get() / 25).unwrap())])
}

fn seat_players(
    floor: &mut Floor,
    seats: &[(u8, String)],
    chips: &BTreeMap<Seat, Cents>,
) -> BTreeMap<String, PlayerId> {
    let mut names = BTreeMap::new();
    for (seat, name) in seats {
        let next = PlayerId(names.len() as u64 + 100);
        let player = *names.entry(name.clone()).or_insert(next);
        floor.sit(*seat, player.0);
        let brought = chips.get(&Seat::new(*seat).unwrap()).copied().unwrap_or(Cents::BUY_IN_MAX);
        floor.bring(*seat, brought);
    }
    names
}

fn plain(name: &str) -> Value {
    let game = GameId::from_name(name).unwrap_or_else(|| panic!("no game '{name}'"));
    let mut document = serde_json::to_value(arbitrary::plain(game)).unwrap();
    // Side wagers are offered only where the example says so.
    keep_only(&mut document, std::iter::empty());
    document
}

/// `only five_card_bonus progressive_payout`: offers these side wagers beside the base wager, as the plain submission has them.
fn keep_only<'a>(document: &mut Value, words: impl Iterator<Item = &'a str>) {
    let kept: Vec<&str> = words.flat_map(str::split_whitespace).collect();
    let game: GameId = serde_json::from_value(document["game"].clone()).unwrap();
    let all = serde_json::to_value(arbitrary::plain(game)).unwrap();
    let wagers: &mut Map<String, Value> = document["wagers"].as_object_mut().unwrap();
    wagers.retain(|name, _| matches!(name.as_str(), "let_it_ride" | "two_three_five" | "ante"));
    for name in kept {
        let offered = all["wagers"].get(name).unwrap_or_else(|| panic!("the plain submission has no {name}"));
        wagers.insert(name.to_owned(), offered.clone());
    }
}

/// Sets a value by its dotted path; `null` takes it away.
fn set(document: &mut Value, path: &str, value: Value) {
    let mut place = document;
    let (folders, last) = path.rsplit_once('.').unwrap_or(("", path));
    for step in folders.split('.').filter(|step| !step.is_empty()) {
        if place[step].is_null() {
            place[step] = Value::Object(Map::new());
        }
        place = &mut place[step];
    }
    let object = place.as_object_mut().unwrap_or_else(|| panic!("{folders} is not an object"));
    if value.is_null() {
        object.remove(last);
    } else {
        object.insert(last.to_owned(), value);
    }
}
