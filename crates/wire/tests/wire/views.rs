//! Views on their journey: any table, any viewer, any order of commands. What a client pieces together is what the server has.

use crate::floor::{DEALER, Floor};
use crate::play::{Dice, ready, step, submissions};
use crate::replay::replayable;
use game_core::command::Action;
use game_core::game::{Millis, PlayerId, Seat};
use game_core::submission::Submission;
use game_core::view::{Felt, Viewer, felt, own, shown, view};
use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use wire::hash::ViewHash;
use wire::id::{CommandId, TableId};
use wire::rendering::RenderedFelt;
use wire::rest::tables::RoundPhase;
use wire::socket::{By, Entry, Glance, Protocol, PublicPart, ToTerminal, Welcome, frame_text, welcome_text};
use wire::terminal::{Mirror, MirrorError};
use wire::timestamp::Timestamp;
use wire::view::{ViewDocument, felt_value, own_value};
use wire::{canonical, patch};

const VIEWERS: [Viewer; 3] = [Viewer::Public, Viewer::Player(PlayerId(1)), Viewer::Player(PlayerId(2))];

fn any_game() -> impl Strategy<Value = Submission> {
    proptest::sample::select(submissions())
}

fn rolls() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(any::<u32>(), 300..900)
}

/// A table, its journal's length, and the felt as it was last shown.
struct Stage {
    floor: Floor,
    seq: u64,
    told: usize,
    felt: RenderedFelt,
}

impl Stage {
    fn new(submission: &Submission) -> Self {
        let floor = ready(submission);
        let (told, felt) = (floor.log.len(), RenderedFelt::new(felt(&floor.table)).unwrap());
        Self { floor, seq: 40, told, felt }
    }

    fn own(&self, viewer: Viewer) -> String {
        let boxes = match viewer {
            Viewer::Public => Vec::new(),
            Viewer::Player(player) => own(&self.floor.table, player),
        };
        canonical::text(&own_value(&boxes).unwrap())
    }

    fn welcome(&self, viewer: Viewer) -> String {
        let welcome = Welcome {
            protocol: Protocol::V1,
            table: TableId(uuid::Uuid::nil()),
            name: "LIR \"7\"",
            game: self.floor.game(),
            seat: Seat::new(7).filter(|_| viewer != Viewer::Public),
            seq: self.seq,
        };
        // The felt was rendered when the last frame was made, and may have changed since.
        let felt = canonical::text(&felt_value(&felt(&self.floor.table)).unwrap());
        let own = self.own(viewer);
        welcome_text(welcome, &felt, &own, &ViewHash::of(&felt, &own)).unwrap()
    }

    /// The frames of whatever happened since the last ones, as the server puts them together: entries of a few events each.
    fn frames(&mut self) -> Option<[String; 3]> {
        let news = &self.floor.log[self.told..];
        let entry = |(events, seq): (&[_], u64)| Entry {
            seq,
            at: Timestamp(Millis(1_772_600_767_089)),
            by: By::Dealer,
            command_id: (seq % 2 == 0).then_some(CommandId(uuid::Uuid::nil())),
            events: events.iter().map(shown).collect(),
        };
        let entries: Vec<Entry> = news.chunks(2).zip(self.seq + 1..).map(entry).collect();
        let last = entries.last()?.seq;
        let before = self.felt.value().unwrap();
        let after = felt_value(&felt(&self.floor.table)).unwrap();
        let change = self.felt.turn_to(felt(&self.floor.table)).unwrap();
        assert_eq!(
            change,
            patch::diff(&before, &after).as_ref().map(canonical::text),
            "the patch in parts is not the patch"
        );
        assert_eq!(self.felt.text(), canonical::text(&after), "the text in parts is not the text");
        let public = PublicPart::new(self.seq + 1, last, &entries, change.as_deref()).unwrap();
        let hash = self.felt.hash();
        (self.told, self.seq) = (self.floor.log.len(), last);
        Some(VIEWERS.map(|viewer| {
            let own = self.own(viewer);
            frame_text(&public, Some(&own), &hash.with_own(&own))
        }))
    }
}

/// The largest integer that every client can hold.
const SAFE: u64 = (1 << 53) - 1;

fn check_numbers(value: &Value) {
    match value {
        Value::Number(number) => {
            let size = number.as_i64().map(i64::unsigned_abs).or(number.as_u64());
            assert!(size.is_some_and(|size| size <= SAFE), "{number} is more than a client can hold");
        }
        Value::Array(items) => items.iter().for_each(check_numbers),
        Value::Object(members) => {
            assert!(members.keys().all(|name| name.is_ascii()));
            assert!(members.values().all(|member| !member.is_null()), "a null member in {value}");
            members.values().for_each(check_numbers);
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

proptest! {
    #![proptest_config(replayable(ProptestConfig { cases: 16, max_shrink_iters: 100, ..ProptestConfig::default() }))]

    /// Every frame reads as the enum, the enum writes the same text, and a mirror that takes frame after frame holds the
    /// server's view, hash for hash.
    #[test]
    fn a_mirror_follows_the_table(submission in any_game(), rolls in rolls()) {
        let mut dice = Dice(&rolls);
        let mut stage = Stage::new(&submission);
        let mut mirrors = VIEWERS.map(|viewer| {
            let mut mirror = Mirror::default();
            let text = stage.welcome(viewer);
            let message = parsed(&text);
            assert_eq!(serde_json::to_string(&message).unwrap(), text);
            mirror.take(&message).unwrap();
            mirror
        });
        while !dice.is_spent() {
            step(&mut stage.floor, &mut dice);
            let Some(frames) = stage.frames() else { continue };
            for ((text, mirror), viewer) in frames.iter().zip(&mut mirrors).zip(VIEWERS) {
                let message = parsed(text);
                let glance = Glance::at(text).unwrap();
                prop_assert_eq!((glance.kind, glance.seq), ("events", Some(stage.seq)));
                prop_assert_eq!(&serde_json::to_string(&message).unwrap(), text);
                mirror.take(&message).unwrap();
                prop_assert_eq!(mirror.seq(), Some(stage.seq));
                prop_assert_eq!(mirror.view(), Some(view(&stage.floor.table, viewer)));
            }
        }
    }

    /// A view has no null members, no number a client cannot hold, and reads back as what it was.
    #[test]
    fn a_document_is_the_view(submission in any_game(), rolls in rolls()) {
        let mut dice = Dice(&rolls);
        let mut stage = Stage::new(&submission);
        while !dice.is_spent() {
            step(&mut stage.floor, &mut dice);
            for viewer in VIEWERS {
                let seen = view(&stage.floor.table, viewer);
                let document = ViewDocument::of(&seen).unwrap();
                check_numbers(&document.felt);
                check_numbers(&document.own);
                prop_assert_eq!(document.view().unwrap(), seen);
            }
        }
    }
}

/// The walks above are worth something only if they come through whole rounds.
#[test]
fn walks_come_through_whole_rounds() {
    for submission in submissions() {
        let rolls: Vec<u32> = (1..=4_000u32).map(|n| n.wrapping_mul(n).wrapping_mul(2_654_435_761) >> 9).collect();
        let (mut floor, mut dice) = (ready(&submission), Dice(&rolls));
        let mut phases = BTreeSet::new();
        while !dice.is_spent() {
            step(&mut floor, &mut dice);
            phases.extend(floor.table.round().map(|round| RoundPhase::from(*round.phase())));
        }
        let wanted = [RoundPhase::Betting, RoundPhase::Dealing, RoundPhase::Deciding, RoundPhase::Settled];
        assert!(wanted.iter().all(|phase| phases.contains(phase)), "{}: {phases:?}", floor.game());
    }
}

fn any_stage() -> Stage {
    let mut stage = Stage::new(&submissions()[0]);
    stage.floor.must(DEALER, Action::OpenRound);
    stage
}

fn parsed(text: &str) -> ToTerminal {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_gap_is_noticed_and_can_be_resumed() {
    let mut stage = any_stage();
    stage.told = stage.floor.log.len();
    let mut mirror = Mirror::default();
    mirror.take(&parsed(&stage.welcome(Viewer::Public))).unwrap();
    let before = mirror.clone();
    stage.floor.must(DEALER, Action::CancelRound);
    stage.seq += 1;
    let [late, ..] = stage.frames().unwrap();
    assert_eq!(mirror.take(&parsed(&late)), Err(MirrorError::Gap { expected: 41, from: 42 }));
    assert_eq!(mirror, before);
    assert_eq!(
        serde_json::to_value(mirror.hello()).unwrap(),
        serde_json::json!({"type": "hello", "resume": {"seq": 40}})
    );
    assert_eq!(mirror.take(&ToTerminal::Resumed { seq: 40 }), Ok(()));
    assert_eq!(
        mirror.take(&ToTerminal::Resumed { seq: 39 }),
        Err(MirrorError::ResumedElsewhere { expected: 40, seq: 39 })
    );
}

#[test]
fn a_wrong_view_is_dropped_and_asked_for_anew() {
    let mut stage = any_stage();
    let mut mirror = Mirror::default();
    assert_eq!(mirror.take(&ToTerminal::Resumed { seq: 1 }), Err(MirrorError::NoView));
    let [frame, ..] = {
        mirror.take(&parsed(&stage.welcome(Viewer::Public))).unwrap();
        stage.frames().unwrap()
    };
    let ToTerminal::Events { from, seq, entries, hash, .. } = parsed(&frame) else { panic!("{frame}") };
    // The round is in the view already; a patch that takes it off leaves another view than the hash says.
    let felt = Some(serde_json::json!({ "round": null }));
    let wrong = ToTerminal::Events { from, seq, entries, felt, own: None, hash };
    assert!(matches!(mirror.take(&wrong), Err(MirrorError::WrongHash { .. })));
    assert_eq!((mirror.seq(), mirror.view()), (None, None));
    assert_eq!(serde_json::to_value(mirror.hello()).unwrap(), serde_json::json!({"type": "hello"}));
}

#[test]
fn entries_must_count_up() {
    let mut stage = any_stage();
    let mut mirror = Mirror::default();
    mirror.take(&parsed(&stage.welcome(Viewer::Public))).unwrap();
    let ToTerminal::Events { from, seq, mut entries, felt, own, hash } = parsed(&stage.frames().unwrap()[0]) else {
        panic!("not events")
    };
    entries[0].seq += 1;
    let skipped = ToTerminal::Events { from, seq, entries, felt, own, hash };
    assert_eq!(mirror.take(&skipped), Err(MirrorError::Miscounted { from, seq }));
}

#[test]
fn a_felt_of_other_rules_replaces_the_felt() {
    let felts: Vec<Felt> = submissions().iter().map(|submission| felt(&ready(submission).table)).collect();
    assert!(felts.iter().any(|other| other.seats.len() != felts[0].seats.len()), "all tables have as many seats");
    for (before, after) in felts.iter().flat_map(|before| felts.iter().map(move |after| (before, after))) {
        let mut rendered = RenderedFelt::new(before.clone()).unwrap();
        let (before, value) = (felt_value(before).unwrap(), felt_value(after).unwrap());
        assert_eq!(
            rendered.turn_to(after.clone()).unwrap(),
            patch::diff(&before, &value).as_ref().map(canonical::text)
        );
        assert_eq!(rendered.text(), canonical::text(&value));
    }
}

#[test]
fn a_seat_under_the_name_of_another_is_no_view() {
    let document = ViewDocument::of(&view(&any_stage().floor.table, Viewer::Public)).unwrap();
    assert!(document.view().is_ok());
    let mut wrong = document;
    wrong.felt["seats"]["1"]["seat"] = 2.into();
    assert!(wrong.view().is_err());
}
