//! The idle table: cards spread while nobody plays, and what it takes to play again.

use super::notation::check;

const IDLE: [[&str; 4]; 3] = [
    ["LIR-5-H", "LIR-5-H-1", "LIR-5-H-2", "LIR-5-H-3"],
    ["S235-5-H", "S235-5-H-1", "S235-5-H-2", "S235-5-H-3"],
    ["CC-5-F", "CC-5-F-1", "CC-5-F-2", "CC-5-F-3"],
];

#[test]
fn the_table_goes_idle_only_while_nobody_plays() {
    check(
        &IDLE,
        "manual_shoe machine",
        "
        dealer idle            => TableState
        opened
        betting
        dealer idle            => WrongPhase $1
        deal first
        dealer idle            => WrongPhase $1
        over
        floor  idle            => WrongActor $1
        dealer idle            -> WentIdle { face_up: false, by: StaffId(1) }
        dealer idle            => WrongPhase $4
        ready                  => WrongPhase $4
        floor  close
        ",
    );
}

#[test]
fn cards_lie_face_down_unless_a_player_asks() {
    check(
        &IDLE,
        "manual_shoe machine",
        "
        opened
        player turn_up         => WrongPhase $3
        dealer idle            -> face_up: false
        shoe   turn_up         => WrongActor $3
        player turn_up         -> SpreadTurnedUp { by: None }
        dealer turn_up         => WrongPhase $3
        dealer arrival
        dealer idle face_up    -> face_up: true
        player turn_up         => WrongPhase $3
        ",
    );
}

#[test]
fn play_resumes_with_the_look_the_wash_the_stack_and_the_shuffle() {
    check(
        &[
            ["LIR-5-H-3", "LIR-4-C-2", "LIR-4-C-3", "LIR-4-D"],
            ["S235-5-H-3", "S235-4-C-2", "S235-4-C-3", "S235-4-D"],
            ["CC-5-F-3", "CC-4-C-2", "CC-4-C-3", "CC-4-D"],
        ],
        "manual_shoe machine",
        "
        opened
        deal first
        over
        shuffler shuffle first
        empty
        dealer   idle
        dealer   wash first      => WrongPhase $1
        shuffler shuffle first   => WrongPhase $1
        shuffler jam first       => WrongPhase $1
        dealer   arrival         => WrongPhase $1
        seated
        player   arrival         => WrongActor $1
        dealer   arrival
        dealer   arrival         => WrongPhase $1
        ready                    => DeckNotReady $2
        dealer   stack first     => OutOfOrder $2
        dealer   wash first
        ready                    => DeckNotReady $3
        dealer   stack first
        ready                    => DeckNotReady $4
        shuffler shuffle first
        ready first
        ",
    );
}

#[test]
fn both_decks_rest_and_both_are_opened_again() {
    check(
        &[["LIR-5-H-3", "LIR-3-B-3"], ["S235-5-H-3", "S235-3-B-3"], ["CC-5-F-3", "CC-3-B-3"]],
        "manual_shoe machine two",
        "
        opened
        dealer idle
        dealer arrival
        dealer wash first
        dealer stack first
        dealer shuffle first
        ready                    => DeckNotReady $2
        dealer wash second
        dealer stack second
        ready first
        ",
    );
}

/// The age of a deck goes on while the table is idle, and a deck may be changed meanwhile.
#[test]
fn a_deck_is_changed_at_an_idle_table() {
    check(
        &[
            ["LIR-5-H", "LIR-3-C-2", "LIR-5-D-2"],
            ["S235-5-H", "S235-3-C-2", "S235-5-D-2"],
            ["CC-5-F", "CC-3-C-2", "CC-5-C-2"],
        ],
        "manual_shoe machine",
        "
        opened
        deal first
        over
        dealer idle
        clock 9h
        dealer arrival
        dealer wash first
        dealer stack first
        dealer shuffle first
        ready                    => DeckExpired $2
        dealer idle
        dealer retire first      -> cause: Expired
        floor  receive blue preshuffled
        dealer arrival
        ready                    => DeckNotReady $3
        dealer cut first 10
        ready first
        ",
    );
}
