//! The table the protocol's page speaks of: two players at Let It Ride, the last cards of a deal, and one decision.

use crate::floor::{DEALER, Floor, full_tray};
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::commitment::Commitment;
use game_core::decide::decide;
use game_core::decision::Decision;
use game_core::event::Event;
use game_core::game::{Millis, PlayerId, Seat};
use game_core::legal::legal;
use game_core::money::Cents;
use game_core::submission;
use game_core::view::{Viewer, felt, own, shown, view};
use game_core::wager::Wager;
use serde_json::Value;
use wire::hash::FeltHash;
use wire::id::CommandId;
use wire::socket::{By, Entry, Protocol, PublicPart, ToTerminal, frame_text};
use wire::timestamp::Timestamp;
use wire::view::{ViewDocument, felt_value, own_value};
use wire::{canonical, patch};

const PLAYER: PlayerId = PlayerId(101);
const SUBMISSION: &str = include_str!("../../../../../docs/examples/submissions/let-it-ride-plain.json");

/// Messages as a server sends them to the terminal of seat 1.
pub(super) struct Scene {
    pub(super) refused: ToTerminal,
    pub(super) welcome: ToTerminal,
    pub(super) dealt: ToTerminal,
    pub(super) offers: ToTerminal,
    pub(super) decided: ToTerminal,
}

/// A command's id, as the page numbers them.
fn command(number: u8) -> CommandId {
    format!("0195e2a1-7c3e-7d11-9f00-2b6a1c0f4e{number:02x}").parse().unwrap()
}

pub(super) fn play() -> Scene {
    let mut floor = open_table();
    let refused = refuse(&floor);
    wager(&mut floor);
    let mut cards =
        ["Kd", "9c", "Kh", "2s", "7d", "Ks", "Ts", "3h"].map(|card| Some(card.parse().unwrap())).into_iter();
    while cards.len() > 3 {
        floor.must(Actor::Shoe, Action::Deal { cards: cards.by_ref().take(1).collect() });
    }
    let welcome = welcome(&floor, 180);
    let before = felt_value(&felt(&floor.table)).unwrap();
    let entries = [181, 182, 183].map(|seq| {
        let events = floor.must(Actor::Shoe, Action::Deal { cards: cards.by_ref().take(1).collect() });
        entry(&floor, seq, By::Shoe, None, &events)
    });
    let dealt = told(&floor, &before, &entries, true);
    let offers = legal(&floor.table, Actor::Player(PLAYER), floor.now);
    let before = felt_value(&felt(&floor.table)).unwrap();
    floor.now = Millis(floor.now.0 + 4_211);
    let seat = Seat::new(1).unwrap();
    let events = floor.must(Actor::Player(PLAYER), Action::Decide { seat, decision: Decision::Ride });
    let decided = told(&floor, &before, &[entry(&floor, 184, By::Player, Some(command(1)), &events)], false);
    Scene { refused, welcome, dealt, offers: ToTerminal::Offers { seq: 183, offers }, decided }
}

fn open_table() -> Floor {
    let mut document: Value = serde_json::from_str(SUBMISSION).unwrap();
    document["seats"] = 2.into();
    document["equipment"] = serde_json::json!({
        "dealing": "manual_shoe", "shuffle": { "method": "manual" }, "card_reader": true, "virtual_shoe": true
    });
    let mut floor = Floor::new(&submission::parse(&document.to_string()).unwrap());
    floor.now = Millis(1_772_600_767_089);
    floor.open_rack(full_tray());
    for (seat, player) in [(1, PLAYER.0), (2, 102)] {
        floor.sit(seat, player);
        let seat = Seat::new(seat).unwrap();
        floor.must(DEALER, Action::BuyIn { seat, amount: Cents::new(50_000) });
    }
    floor.make_ready();
    floor.must(DEALER, Action::OpenRound);
    floor
}

fn place(seat: u8, amount: i64) -> Action {
    Action::PlaceWager { seat: Seat::new(seat).unwrap(), wager: Wager::LetItRide, amount: Cents::new(amount) }
}

fn refuse(floor: &Floor) -> ToTerminal {
    let asked = game_core::command::Command { actor: Actor::Player(PLAYER), at: floor.now, action: place(1, 300) };
    ToTerminal::rejected(command(2), &decide(&floor.table, &asked).unwrap_err())
}

fn wager(floor: &mut Floor) {
    let commitment = Commitment(std::array::from_fn(|place| u8::try_from(place * 7 + 3).unwrap()));
    floor.must(Actor::Shoe, Action::CommitShuffle { commitment });
    floor.must(Actor::Player(PLAYER), place(1, 1_000));
    floor.must(Actor::Player(PlayerId(102)), place(2, 2_500));
    floor.must(DEALER, Action::NoMoreBets);
}

fn welcome(floor: &Floor, seq: u64) -> ToTerminal {
    let view = ViewDocument::of(&view(&floor.table, Viewer::Player(PLAYER))).unwrap();
    ToTerminal::Welcome {
        protocol: Protocol::V1,
        table: "0195e29f-03b4-7c52-8d6e-51f0a7b3c201".parse().unwrap(),
        name: "Let It Ride 3".to_owned(),
        game: floor.game(),
        seat: Seat::new(1),
        seq,
        hash: view.hash(),
        view,
    }
}

fn entry(floor: &Floor, seq: u64, by: By, command_id: Option<CommandId>, events: &[Event]) -> Entry {
    Entry { seq, at: Timestamp(floor.now), by, command_id, events: events.iter().map(shown).collect() }
}

/// A frame as a server puts it together from its parts.
fn told(floor: &Floor, before: &Value, entries: &[Entry], own_changed: bool) -> ToTerminal {
    let after = felt_value(&felt(&floor.table)).unwrap();
    let own = canonical::text(&own_value(&own(&floor.table, PLAYER)).unwrap());
    let (first, last) = (&entries[0], &entries[entries.len() - 1]);
    let change = patch::diff(before, &after).as_ref().map(canonical::text);
    let public = PublicPart::new(first.seq, last.seq, entries, change.as_deref()).unwrap();
    let hash = FeltHash::new(&canonical::text(&after)).with_own(&own);
    serde_json::from_str(&frame_text(&public, own_changed.then_some(own.as_str()), &hash)).unwrap()
}
