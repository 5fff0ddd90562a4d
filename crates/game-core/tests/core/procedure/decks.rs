//! Chapter 3: one deck or two, and how two take turns.

use super::notation::{check, refused_submission};

#[test]
fn one_deck_unless_two_are_chosen() {
    check(
        &[["LIR-3-A"], ["S235-3-A"], ["CC-3-A"]],
        "manual_shoe machine",
        "
        floor receive red
        floor receive blue      => TooManyDecks $1
        floor retire first
        floor receive blue
        ",
    );
    check(
        &[["LIR-3-B"], ["S235-3-B"], ["CC-3-B"]],
        "manual_shoe machine two",
        "
        floor receive red
        floor receive blue
        floor receive red       => TooManyDecks $1
        ",
    );
}

#[test]
fn the_cover_card_is_not_one_of_the_fifty_two() {
    check(
        &[["LIR-3-A-2", "LIR-5-E-2"], ["S235-3-A-2", "S235-5-E-2"], ["CC-3-A-2", "CC-5-B-2"]],
        "manual_shoe counting",
        "
        opened
        deal first
        over
        shuffler shuffle first 53  -> WrongCount { count: 53 }
        ",
    );
    // A full stack under the cover card would leave nothing to cut.
    check(
        &[["LIR-3-A-2", "LIR-5-F"], ["S235-3-A-2", "S235-5-F"], ["CC-3-A-2", "CC-5-D"]],
        "manual_shoe manual",
        "
        opened
        deal first
        over
        dealer shuffle first
        dealer cut first 52        => CutDepth $2
        dealer cut first 51
        ",
    );
}

#[test]
fn two_decks_only_with_a_shuffler() {
    for clause in ["LIR-3-B", "S235-3-B", "CC-3-B"] {
        refused_submission(clause, "manual_shoe manual two");
    }
    check(
        &[["LIR-3-B"], ["S235-3-B"], ["CC-3-B"]],
        "manual_shoe machine two",
        "
        opened
        dealer fault shuffler
        dealer cover shuffler
        floor  shuffle_by hand      => TooManyDecks $1
        floor  retire second
        floor  shuffle_by hand
        ",
    );
    check(
        &[["LIR-3-A"], ["S235-3-A"], ["CC-3-A"]],
        "manual_shoe machine two",
        "
        opened
        dealer fault shuffler
        dealer cover shuffler
        floor  retire first
        floor  shuffle_by hand
        floor  receive red          => TooManyDecks $1
        deal second
        over
        dealer shuffle second
        dealer cut second 30
        deal second
        over
        floor  restore shuffler
        floor  shuffle_by machine
        floor  receive red
        dealer inspect first
        ",
    );
}

#[test]
fn two_decks_have_different_backs() {
    check(
        &[["LIR-3-B-2"], ["S235-3-B-2"], ["CC-3-B-2"]],
        "manual_shoe machine two",
        "
        floor receive red       -> back: Red
        floor receive red       => BackTaken $1
        floor receive blue      -> back: Blue
        floor retire first
        floor receive blue      => BackTaken $1
        floor receive red
        ",
    );
}

#[test]
fn one_deck_is_in_play_while_the_other_is_shuffled_in_the_shuffler() {
    check(
        &[
            ["LIR-3-B-3", "LIR-5-A-2", "LIR-3-B-4"],
            ["S235-3-B-3", "S235-5-A-2", "S235-3-B-4"],
            ["CC-3-B-3", "CC-5-A-2", "CC-3-B-4"],
        ],
        "manual_shoe machine two",
        "
        opened
        deal first
        over
        deal second
        ready                     => DeckNotReady $2
        dealer   shuffle second   => OutOfOrder $1
        shuffler shuffle first    -> DeckPlaced { deck: First, place: Shuffler, cut: false, by_machine: true }
        ready                     => DeckNotReady $1
        floor    retire first
        over
        ready                     => NoSuchDeck $3
        ",
    );
}

#[test]
fn two_decks_take_turns() {
    check(
        &[
            ["LIR-3-B-4", "LIR-5-A-2", "LIR-3-B-3"],
            ["S235-3-B-4", "S235-5-A-2", "S235-3-B-3"],
            ["CC-3-B-4", "CC-5-A-2", "CC-3-B-3"],
        ],
        "manual_shoe machine two",
        "
        opened
        ready first
        deal first
        over
        ready second
        deal second
        over
        ready                     => DeckNotReady $2
        shuffler shuffle second
        ready                     => DeckNotReady $2
        shuffler shuffle first
        deal first
        over
        shuffler shuffle first
        deal second
        over retire
        ready                     => NoSuchDeck $3
        floor receive blue preshuffled
        ready first
        ",
    );
}

/// Nothing says which of two decks plays first; a table that opens again starts with its first deck.
#[test]
fn a_table_that_opens_again_starts_with_its_first_deck() {
    check(
        &[["LIR-3-B-4"], ["S235-3-B-4"], ["CC-3-B-4"]],
        "manual_shoe machine two",
        "
        opened
        deal first
        over
        floor close
        opened
        ready first
        ",
    );
}

#[test]
fn the_deck_whose_turn_it_is_must_be_there() {
    check(
        &[["LIR-3-B-4", "LIR-3-B-3"], ["S235-3-B-4", "S235-3-B-3"], ["CC-3-B-4", "CC-3-B-3"]],
        "manual_shoe machine two",
        "
        opened
        floor retire first
        ready                     => NoSuchDeck $1
        floor receive red preshuffled
        floor retire second
        dealer cut first 20
        ready                     => NoSuchDeck $2
        floor receive blue preshuffled
        dealer cut second 20      => OutOfOrder $1
        deal first
        ",
    );
}

/// `deal` asserts that the deck it names is the one in play: the rack never holds cards of the other.
#[test]
fn only_the_deck_in_play_has_cards_on_the_layout_and_in_the_rack() {
    check(
        &[
            ["LIR-3-B-5", "LIR-3-B-3", "LIR-5-A-2"],
            ["S235-3-B-5", "S235-3-B-3", "S235-5-A-2"],
            ["CC-3-B-5", "CC-3-B-3", "CC-5-A-2"],
        ],
        "automated_shoe machine two",
        "
        opened
        deal first
        ready                     => DeckNotReady $2
        over
        deal second
        shuffler shuffle second   => OutOfOrder $2
        over
        ready                     => DeckNotReady $3
        ",
    );
}
