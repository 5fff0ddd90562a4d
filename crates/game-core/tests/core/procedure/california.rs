//! California's decks: always two, always from a shuffler, and no opening steps in its document.

use super::notation::{check, refused_submission};

#[test]
fn two_decks_are_received_and_shuffled_before_play() {
    check(
        &[["CAL-dealing-1", "CAL-deck-3", "CAL-deck-3-b", "CAL-deck-3-c"]],
        "",
        "
        floor    receive red       -> opening: ShuffleOnly
        floor    open              => NoSuchDeck $4
        floor    receive blue
        floor    receive red       => TooManyDecks $2
        dealer   inspect first     => OutOfOrder $1
        floor    open
        dealer   spread first      => OutOfOrder $1
        ready                      => DeckNotReady $1
        shuffler shuffle first     -> place: Dealing(AutomatedShoe)
        ready first
        deal first
        shuffler shuffle second    -> place: Shuffler
        over
        ready second
        ",
    );
}

#[test]
fn every_round_is_followed_by_a_machine_shuffle_without_a_cut() {
    check(
        &[["CAL-dealing-1"]],
        "",
        "
        opened
        dealer   cut first 20      => OutOfOrder $1
        deal first
        over
        deal second
        over
        ready                      => DeckNotReady $1
        shuffler jam first
        ready                      => DeckNotReady $1
        shuffler shuffle first
        ready first
        ",
    );
}

#[test]
fn a_deck_that_comes_shuffled_is_not_taken_for_shuffled() {
    check(&[["CAL-dealing-1"]], "", "floor receive red preshuffled => MethodNotApproved $1");
}

#[test]
fn the_decks_take_turns_and_differ_in_colour() {
    check(
        &[["CAL-deck-3", "CAL-deck-3-a", "CAL-deck-3-b", "CAL-deck-3-c", "CAL-deck-3-d"]],
        "",
        "
        floor    receive red
        floor    receive red       => BackTaken $2
        opened
        deal first
        ready                      => DeckNotReady $3
        shuffler shuffle first     => OutOfOrder $3
        over
        shuffler shuffle first
        deal second
        over
        shuffler shuffle second
        deal first
        floor    retire second
        over
        ready                      => NoSuchDeck $4
        ",
    );
}

#[test]
fn a_deck_has_fifty_two_cards() {
    check(
        &[["CAL-deck-2", "CAL-deck-3-c"]],
        "counting",
        "
        opened
        deal first
        shuffler shuffle second 52 => OutOfOrder CAL-dealing-1
        over
        shuffler shuffle first 51  -> WrongCount { count: 51 }
        deal second                => NoSuchDeck CAL-deck-3-b
        ",
    );
}

#[test]
fn cards_always_come_from_a_shuffler() {
    for equipment in ["manual_shoe", "hand", "automated_shoe or_manual_shoe"] {
        refused_submission("CAL-deck-1", equipment);
    }
    check(
        &[["CAL-deck-1"]],
        "",
        "
        opened
        dealer fault shuffler
        dealer cover shuffler
        ready                      => DeviceOutOfOrder
        floor  shuffle_by hand     => MethodNotApproved $1
        floor  deal_by manual_shoe => MethodNotApproved
        floor  restore shuffler
        ready first
        ",
    );
}

/// Its document has neither a deck age nor a stub count nor an idle table (I-106); an operator may borrow the first two.
#[test]
fn what_the_document_does_not_ask_for() {
    check(
        &[["CAL-deck-3"]],
        "",
        "
        opened
        dealer idle                => NotOffered
        deal first
        over
        clock 100h
        shuffler shuffle first
        deal second
        over
        deal first
        stub not due
        ",
    );
    check(
        &[["CAL-deck-3"]],
        "hours every_3",
        "
        opened
        deal first
        stub not due
        over
        shuffler shuffle first
        deal second
        stub not due
        over
        shuffler shuffle second
        deal first
        stub due
        over
        shuffler shuffle first
        clock 8h
        ready                      => DeckExpired
        ",
    );
}
