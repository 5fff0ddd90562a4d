//! Chapter 4: how a deck is received, inspected, shown and opened; and the opening and closing of the table.

use super::notation::check;

const OPENING: [[&str; 7]; 3] = [
    ["LIR-4-A", "LIR-4-B", "LIR-4-C-1", "LIR-4-C-2", "LIR-4-C-3", "LIR-4-D", "LIR-5-A-1"],
    ["S235-4-A", "S235-4-B", "S235-4-C-1", "S235-4-C-2", "S235-4-C-3", "S235-4-D", "S235-5-A-1"],
    ["CC-4-A", "CC-4-B", "CC-4-C-1", "CC-4-C-2", "CC-4-C-3", "CC-4-D", "CC-5-A-1"],
];

#[test]
fn a_deck_is_opened_step_by_step_and_no_round_starts_before() {
    check(
        &OPENING,
        "manual_shoe machine",
        "
        ready                     => TableState $1
        floor  receive red        -> DeckReceived { deck: First, back: Red, opening: Full, by: StaffId(9) }
        dealer spread first       => OutOfOrder $1
        floor  verify first       => OutOfOrder $1
        dealer inspect first      -> DeckInspected { deck: First, by: StaffId(1) }
        dealer inspect first      => OutOfOrder $1
        dealer spread first       => OutOfOrder $1
        floor  verify first       -> InspectionVerified { deck: First, by: StaffId(9) }
        floor  open
        ready                     => DeckNotReady $2
        dealer show first         => OutOfOrder $2
        dealer wash first         => OutOfOrder $2
        dealer spread first       -> DeckSpread
        ready                     => DeckNotReady $3
        dealer wash first         => OutOfOrder $3
        dealer show first         -> DeckShown
        ready                     => DeckNotReady $4
        dealer stack first        => OutOfOrder $4
        dealer shuffle first      => OutOfOrder $4
        dealer wash first         -> DeckWashed
        ready                     => DeckNotReady $5
        dealer shuffle first      => OutOfOrder $5
        dealer stack first        -> DeckStacked
        ready                     => DeckNotReady $6
        dealer shuffle first      -> DeckShuffled
        ready first
        ",
    );
}

#[test]
fn the_table_opens_only_with_an_inspected_and_verified_deck() {
    check(
        &[["LIR-4-A", "LIR-3-A"], ["S235-4-A", "S235-3-A"], ["CC-4-A", "CC-3-A"]],
        "manual_shoe machine",
        "
        floor  open            => NoSuchDeck $2
        dealer receive red
        floor  open            => OutOfOrder $1
        dealer inspect first
        floor  open            => OutOfOrder $1
        floor  verify first
        dealer open            => WrongActor
        floor  open
        floor  open            => TableState
        ",
    );
}

#[test]
fn the_dealer_inspects_and_another_person_verifies() {
    check(
        &[["LIR-4-A", "LIR-3-A"], ["S235-4-A", "S235-3-A"], ["CC-4-A", "CC-3-A"]],
        "manual_shoe machine",
        "
        player receive red         => WrongActor
        floor  receive red
        floor  inspect first       => WrongActor $1
        dealer inspect first
        dealer verify first        => WrongActor $1
        dealer2 verify first       => WrongActor $1
        both   verify first        => SecondPersonNeeded $1
        floor  verify first
        dealer inspect second      => NoSuchDeck $2
        ",
    );
}

#[test]
fn the_spread_waits_for_the_first_player() {
    check(
        &[["LIR-4-B", "LIR-4-C-1"], ["S235-4-B", "S235-4-C-1"], ["CC-4-B", "CC-4-C-1"]],
        "manual_shoe machine",
        "
        empty
        floor  receive red
        dealer inspect first
        floor  verify first
        floor  spread first   => WrongActor $1
        dealer spread first
        dealer show first     => TableState
        floor  open
        dealer show first     => WrongPhase $2
        seated
        player show first     => WrongActor $2
        dealer show first
        ",
    );
}

#[test]
fn each_of_two_decks_goes_through_every_step() {
    check(
        &[
            ["LIR-4-E", "LIR-4-A", "LIR-3-B-3"],
            ["S235-4-E", "S235-4-A", "S235-3-B-3"],
            ["CC-4-E", "CC-4-A", "CC-3-B-3"],
        ],
        "manual_shoe machine two",
        "
        floor  receive red
        floor  receive blue
        dealer inspect first
        floor  verify first
        floor  open                => OutOfOrder $2
        dealer inspect second
        floor  verify second
        floor  open
        dealer spread first
        dealer show first
        dealer wash first
        dealer stack first
        shuffler shuffle first
        ready                      => DeckNotReady $3
        dealer spread second
        dealer show second
        dealer wash second
        ready                      => DeckNotReady $3
        dealer stack second
        ready first
        ",
    );
}

#[test]
fn a_preshuffled_deck_skips_the_opening_and_is_cut() {
    check(
        &[
            ["LIR-4-F", "LIR-5-D-2", "LIR-5-A-2"],
            ["S235-4-F", "S235-5-D-2", "S235-5-A-2"],
            ["CC-4-F", "CC-5-C-2", "CC-5-A-2"],
        ],
        "manual_shoe machine",
        "
        floor  receive red preshuffled -> opening: Preshuffled
        dealer inspect first           => OutOfOrder $2
        floor  open
        ready                          => DeckNotReady $2
        dealer cut first 20
        ready first
        deal first
        over
        dealer cut first 20            => OutOfOrder $3
        ",
    );
}

#[test]
fn a_preshuffled_deck_may_be_shuffled_instead() {
    check(
        &[["LIR-4-F", "LIR-5-A"], ["S235-4-F", "S235-5-A"], ["CC-4-F", "CC-5-A"]],
        "manual_shoe machine",
        "
        floor    receive red preshuffled
        floor    open
        shuffler shuffle first
        ready first
        ",
    );
}

#[test]
fn a_defective_deck_leaves_before_the_table_opens() {
    check(
        &[["LIR-4-A", "LIR-3-A"], ["S235-4-A", "S235-3-A"], ["CC-4-A", "CC-3-A"]],
        "manual_shoe machine",
        "
        floor  receive red
        dealer retire first     -> cause: Removed
        dealer inspect first    => NoSuchDeck $2
        floor  receive red
        dealer inspect first
        ",
    );
}

/// No clause speaks of closing; decks are custody, so they leave with it, and only between rounds.
#[test]
fn the_table_closes_between_rounds_and_its_decks_leave() {
    check(
        &[["LIR-4-A", "LIR-3-A"], ["S235-4-A", "S235-3-A"], ["CC-4-A", "CC-3-A"]],
        "manual_shoe machine",
        "
        floor  close            => TableState
        opened
        betting
        floor  close            => WrongPhase
        deal first
        floor  close            => WrongPhase
        over
        dealer close            => WrongActor
        floor  close
        ready                   => TableState $1
        floor  open             => NoSuchDeck $2
        opened
        deal first
        ",
    );
}
