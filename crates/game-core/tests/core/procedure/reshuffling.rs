//! Devices that reshuffle and count the cards by themselves: what they waive, and what they do not (I-16).

use super::notation::check;

const RESHUFFLING: [[&str; 3]; 3] = [
    ["LIR-5-I", "LIR-5-D-1", "LIR-5-E-1"],
    ["S235-5-I", "S235-5-D-1", "S235-5-E-1"],
    ["CC-5-H", "CC-5-C-1", "CC-5-B-1"],
];

#[test]
fn a_device_that_reshuffles_by_itself_waives_cut_and_recut() {
    check(
        &RESHUFFLING,
        "manual_shoe counting reshuffles",
        "
        floor  receive red preshuffled
        floor  open
        dealer cut first 20        => OutOfOrder $1
        ready first
        deal first
        over
        shuffler shuffle first 52
        deal first
        over
        ",
    );
}

/// What it does not waive: the opening, the removal of a deck counted wrong, the idle table (I-16).
#[test]
fn a_device_that_reshuffles_by_itself_waives_nothing_else() {
    check(
        &[
            ["LIR-5-I", "LIR-5-E", "LIR-5-H", "LIR-5-H-3", "LIR-3-A"],
            ["S235-5-I", "S235-5-E", "S235-5-H", "S235-5-H-3", "S235-3-A"],
            ["CC-5-G", "CC-5-B", "CC-5-F", "CC-5-F-3", "CC-3-A"],
        ],
        "manual_shoe counting reshuffles",
        "
        opened
        dealer idle
        ready                      => WrongPhase $4
        dealer arrival
        dealer wash first
        dealer stack first
        dealer shuffle first 51    -> WrongCount { count: 51 }
        ready                      => NoSuchDeck $5
        ",
    );
}

#[test]
fn a_shoe_that_reshuffles_is_its_own_shuffler() {
    check(
        &[["LIR-5-I", "LIR-13-H", "LIR-5-A", "LIR-9-A-1"], ["S235-5-I", "S235-13-H", "S235-5-A", "S235-9-A-1"]],
        "self_reshuffling_shoe counting reshuffles or_manual_shoe or_hand",
        "
        opened
        deal first
        over
        shuffler shuffle first 52    => WrongActor $3
        shoe     shuffle first 52    -> place: Dealing(SelfReshufflingShoe), cut: false, by_machine: true
        floor    fault shuffler      => NoSuchDevice $2
        shoe     fault shoe
        dealer   sign shoe
        ready                        => DeviceOutOfOrder $2
        floor    shuffle_by hand     => OutOfOrder $1
        floor    deal_by hand        => MethodNotApproved $4
        floor    deal_by manual_shoe
        ready                        => DeviceOutOfOrder $2
        floor    shuffle_by hand
        deal first
        over
        dealer   shuffle first
        dealer   cut first 10
        deal first
        stub not due
        over
        ",
    );
}
