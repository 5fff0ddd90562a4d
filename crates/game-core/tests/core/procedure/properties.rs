//! Any walk, sensible or absurd: nothing panics, offers equal answers, and the journal gives the state back.

use super::notation::with_equipment;
use super::walk::Walk;
use crate::arbitrary;
use crate::replay::replayable;
use game_core::actor::Actor;
use game_core::game::{GameId, PlayerId, StaffId};
use game_core::procedure::{Action, Back, DeckId, DeviceKind, Marking, Shuffling};
use game_core::rules::DealingMethod;
use game_core::submission::Submission;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

pub(super) const ACTORS: [Actor; 9] = [
    Actor::Dealer(StaffId(1)),
    Actor::Floorperson(StaffId(9)),
    Actor::Shuffler,
    Actor::Shoe,
    Actor::Player(PlayerId(4)),
    Actor::Floorperson(StaffId(1)),
    Actor::Dealer(StaffId(9)),
    Actor::Wheel,
    Actor::Clock,
];

/// One thing that happens at the table.
#[derive(Clone, Copy, Debug)]
pub(super) enum Move {
    /// The staff take the next step towards a round.
    Onward,
    /// Somebody asks for one of the actions that would be accepted from them.
    Sensible { actor: Actor, pick: usize, seated: bool },
    /// Somebody asks for anything.
    Absurd { actor: Actor, pick: usize, seated: bool },
    /// The round goes on: betting, first card, cleared.
    Round { retire: bool, counted: bool },
    /// Time passes, also backwards.
    Clock(u64),
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let actor = || select(ACTORS.to_vec());
    let staff = || select(ACTORS[..3].to_vec());
    let sensible = (staff(), any::<usize>(), prop::bool::weighted(0.9))
        .prop_map(|(actor, pick, seated)| Move::Sensible { actor, pick, seated });
    let absurd =
        (actor(), any::<usize>(), any::<bool>()).prop_map(|(actor, pick, seated)| Move::Absurd { actor, pick, seated });
    let round =
        (prop::bool::weighted(0.1), any::<bool>()).prop_map(|(retire, counted)| Move::Round { retire, counted });
    let clock = (0..40_000_000_u64).prop_map(Move::Clock);
    vec(prop_oneof![30 => Just(Move::Onward), 3 => sensible, 3 => absurd, 12 => round, 1 => clock], 0..160)
}

/// What brings a table to its next round, the last resorts last.
pub(super) fn onward() -> Vec<Action> {
    let mut steps = vec![Action::ArrivalInspected];
    for deck in DeckId::ALL {
        steps.extend([
            Action::InspectDeck { deck },
            Action::VerifyInspection { deck },
            Action::SpreadDeck { deck },
            Action::ShowDeck { deck },
            Action::WashDeck { deck },
            Action::StackDeck { deck },
            Action::Shuffle { deck, count: None },
            Action::Shuffle { deck, count: Some(52) },
            Action::Cut { deck, depth: 26 },
        ]);
    }
    let new = |back| Action::ReceiveDeck { back, preshuffled: false };
    steps.extend([new(Back::Red), new(Back::Blue), Action::OpenTable]);
    steps.extend(DeviceKind::ALL.map(|device| Action::MarkDevice { device, marking: Marking::Signed }));
    steps.push(Action::SwitchShuffle { to: Shuffling::Manual });
    steps.extend(DeviceKind::ALL.map(|device| Action::RestoreDevice { device }));
    steps
}

/// Every action there is, with the numbers around every limit.
fn actions() -> Vec<Action> {
    let mut all = vec![
        Action::OpenTable,
        Action::CloseTable,
        Action::GoIdle { face_up: false },
        Action::GoIdle { face_up: true },
        Action::TurnSpreadUp,
        Action::ArrivalInspected,
    ];
    for back in Back::ALL {
        all.extend([false, true].map(|preshuffled| Action::ReceiveDeck { back, preshuffled }));
    }
    for deck in DeckId::ALL {
        all.extend([
            Action::InspectDeck { deck },
            Action::VerifyInspection { deck },
            Action::SpreadDeck { deck },
            Action::ShowDeck { deck },
            Action::WashDeck { deck },
            Action::StackDeck { deck },
            Action::ShufflerJam { deck },
            Action::OrderShuffle { deck },
            Action::OrderRecut { deck },
            Action::RetireDeck { deck },
            Action::ExpireDeck { deck },
        ]);
        all.extend([None, Some(0), Some(51), Some(52), Some(255)].map(|count| Action::Shuffle { deck, count }));
        all.extend([0, 9, 10, 51, 52, 255].map(|depth| Action::Cut { deck, depth }));
    }
    for device in DeviceKind::ALL {
        all.extend([Action::ReportFault { device }, Action::RestoreDevice { device }]);
        all.extend(Marking::ALL.map(|marking| Action::MarkDevice { device, marking }));
    }
    all.extend(DealingMethod::ALL.map(|method| Action::SwitchDealing { method }));
    all.extend(Shuffling::ALL.map(|to| Action::SwitchShuffle { to }));
    all
}

/// Any submission, and more often than chance would have it one with much to go wrong.
fn submissions(game: GameId) -> impl Strategy<Value = Submission> {
    let mut equipment = vec!["automated_shoe machine", "automated_shoe counting two loads"];
    if game != GameId::California {
        equipment.extend([
            "manual_shoe machine two or_hand",
            "automated_shoe counting two or_hand or_manual_shoe",
            "hand machine or_manual_shoe or_automated_shoe",
            "manual_shoe counting reshuffles or_hand",
        ]);
    }
    if matches!(game, GameId::LetItRide | GameId::Stud235) {
        equipment.push("self_reshuffling_shoe counting reshuffles or_manual_shoe or_hand");
    }
    prop_oneof![arbitrary::submission(game), select(equipment).prop_map(move |words| with_equipment(game, words))]
}

fn walk(submission: &Submission, moves: &[Move]) -> Result<(), TestCaseError> {
    let rules = submission.validate().map_err(|problems| TestCaseError::fail(format!("{problems:?}")))?;
    let actions = actions();
    let mut walk = Walk::new(&rules, &actions);
    for step in moves {
        walk.make(*step)?;
    }
    walk.journal_gives_the_state_back()
}

proptest! {
    #![proptest_config(replayable(ProptestConfig::default()))]

    #[test]
    fn any_walk_at_a_let_it_ride_table(submission in submissions(GameId::LetItRide), moves in moves()) {
        walk(&submission, &moves)?;
    }

    #[test]
    fn any_walk_at_a_two_three_five_stud_table(submission in submissions(GameId::Stud235), moves in moves()) {
        walk(&submission, &moves)?;
    }

    #[test]
    fn any_walk_at_a_criss_cross_table(submission in submissions(GameId::CrissCross), moves in moves()) {
        walk(&submission, &moves)?;
    }

    #[test]
    fn any_walk_at_a_california_table(submission in submissions(GameId::California), moves in moves()) {
        walk(&submission, &moves)?;
    }
}

#[test]
fn actions_are_closed_on_the_wire() {
    for action in actions() {
        let text = serde_json::to_string(&action).unwrap();
        assert_eq!(serde_json::from_str::<Action>(&text).unwrap(), action);
    }
    let read = |text: &str| serde_json::from_str::<Action>(text).ok();
    assert_eq!(read(r#""open_table""#), Some(Action::OpenTable));
    assert_eq!(read(r#"{"cut":{"deck":"second","depth":10}}"#), Some(Action::Cut { deck: DeckId::Second, depth: 10 }));
    assert_eq!(read(r#"{"cut":{"deck":"second","depth":10,"twice":true}}"#), None);
    assert_eq!(read(r#"{"cut":{"deck":"third","depth":10}}"#), None);
    assert_eq!(read(r#""burn_deck""#), None);
}
