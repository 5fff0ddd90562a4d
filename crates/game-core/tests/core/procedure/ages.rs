//! Chapter 3 on the age of decks, counted from the first round of each (I-12).

use super::notation::check;

#[test]
fn a_deck_dealt_by_hand_is_changed_after_four_hours() {
    check(
        &[["LIR-3-C-1"], ["S235-3-C-1"], ["CC-3-C-1"]],
        "hand machine",
        "
        opened
        expires first never
        clock 1h
        deal first
        expires first 5h
        over
        shuffler shuffle first
        clock 5h -1
        ready first
        clock 5h
        ready                     => DeckExpired $1
        dealer retire first       -> cause: Expired
        floor  receive blue preshuffled
        dealer cut first 10
        ready first
        ",
    );
}

#[test]
fn a_deck_dealt_from_a_shoe_is_changed_after_eight_hours() {
    for equipment in ["manual_shoe machine", "automated_shoe machine"] {
        check(
            &[["LIR-3-C-2"], ["S235-3-C-2"], ["CC-3-C-2"]],
            equipment,
            "
            clock 1h
            opened
            clock 20h
            ready first
            deal first
            clock 24h
            over
            shuffler shuffle first
            clock 28h -1
            deal first
            clock 30h
            dealer retire first       => WrongPhase $1
            over
            shuffler shuffle first
            ready                     => DeckExpired $1
            dealer retire first       -> cause: Expired
            floor  receive blue preshuffled
            dealer cut first 10
            ready first
            clock 60h
            deal first
            ",
        );
    }
}

#[test]
fn each_of_two_decks_has_its_own_age() {
    check(
        &[["LIR-3-C-2"], ["S235-3-C-2"], ["CC-3-C-2"]],
        "manual_shoe machine two",
        "
        opened
        deal first
        over
        clock 7h
        shuffler shuffle first
        deal second
        over
        shuffler shuffle second
        clock 8h
        ready                     => DeckExpired $1
        floor  retire first
        floor  receive red preshuffled
        dealer cut first 40
        clock 14h
        deal first
        over
        ready second
        clock 15h
        ready                     => DeckExpired $1
        ",
    );
}

#[test]
fn the_age_follows_the_method_in_use() {
    check(
        &[["LIR-3-C-1", "LIR-3-C-2"], ["S235-3-C-1", "S235-3-C-2"], ["CC-3-C-1", "CC-3-C-2"]],
        "automated_shoe machine or_hand",
        "
        opened
        deal first
        over
        shuffler shuffle first
        clock 5h
        ready first
        floor deal_by hand
        ready                        => DeckExpired $1
        floor deal_by automated_shoe
        ready first
        clock 8h
        ready                        => DeckExpired $2
        ",
    );
}

#[test]
fn the_clock_says_once_that_a_deck_is_too_old_and_its_round_goes_on() {
    check(
        &[["LIR-3-C-1"], ["S235-3-C-1"], ["CC-3-C-1"]],
        "hand machine",
        "
        opened
        timer  expire first       => ClockNotExpired $1
        clock 1h
        deal first
        clock 5h -1
        timer  expire first       => ClockNotExpired $1
        clock 5h
        dealer expire first       => WrongActor $1
        timer  expire first       -> DeckExpired
        timer  expire first       => OutOfOrder $1
        over
        shuffler shuffle first
        ready                     => DeckExpired $1
        dealer retire first       -> cause: Expired
        floor  receive blue preshuffled
        timer  expire first       => ClockNotExpired $1
        ",
    );
}

#[test]
fn a_deck_too_old_for_the_hand_may_be_young_enough_for_the_shoe() {
    check(
        &[["LIR-3-C-1", "LIR-3-C-2"], ["S235-3-C-1", "S235-3-C-2"], ["CC-3-C-1", "CC-3-C-2"]],
        "hand machine or_manual_shoe",
        "
        opened
        clock 1h
        deal first
        over
        shuffler shuffle first
        clock 5h
        timer  expire first       -> DeckExpired
        floor  deal_by manual_shoe
        ready first
        timer  expire first       => ClockNotExpired $2
        clock 9h
        timer  expire first       -> DeckExpired
        ",
    );
}
