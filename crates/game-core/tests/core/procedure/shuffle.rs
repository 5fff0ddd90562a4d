//! Chapter 5: when cards are shuffled, counted and cut.

use super::notation::check;
use game_core::procedure::cut;

#[test]
fn every_round_is_followed_by_a_shuffle() {
    check(
        &[["LIR-5-A-2", "LIR-5-A"], ["S235-5-A-2", "S235-5-A"], ["CC-5-A-2", "CC-5-A"]],
        "manual_shoe machine",
        "
        opened
        deal first
        over
        ready                    => DeckNotReady $1
        floor    shuffle first   => WrongActor $2
        player   shuffle first   => WrongActor $2
        shoe     shuffle first   => WrongActor $2
        shuffler shuffle first   -> DeckShuffled { deck: First, shuffling: Machine, count: None, by: None }
        ready first
        ",
    );
}

#[test]
fn the_dealer_may_attest_what_the_machine_did() {
    check(
        &[["LIR-5-A"], ["S235-5-A"], ["CC-5-A"]],
        "manual_shoe machine",
        "
        opened
        deal first
        over
        dealer shuffle first  -> DeckShuffled { deck: First, shuffling: Machine, count: None, by: Some(StaffId(1)) }
        ",
    );
    check(
        &[["LIR-5-A"], ["S235-5-A"], ["CC-5-A"]],
        "manual_shoe manual",
        "
        opened
        deal first
        over
        shuffler shuffle first  => WrongActor $1
        dealer shuffle first    -> DeckShuffled { deck: First, shuffling: Manual, count: None, by: Some(StaffId(1)) }
        ",
    );
}

#[test]
fn a_floorperson_orders_a_shuffle_between_rounds() {
    check(
        &[["LIR-5-A-3", "LIR-5-A-2"], ["S235-5-A-3", "S235-5-A-2"], ["CC-5-A-3", "CC-5-A-2"]],
        "manual_shoe machine",
        "
        opened
        dealer order_shuffle first   => WrongActor $1
        betting
        floor  order_shuffle first   => WrongPhase $1
        deal first
        floor  order_shuffle first   => WrongPhase $1
        over
        floor  order_shuffle first   => OutOfOrder $2
        dealer shuffle first
        floor  order_shuffle first   -> ShuffleOrdered { deck: First, by: StaffId(9) }
        ready                        => DeckNotReady $1
        dealer shuffle first
        ready first
        ",
    );
}

#[test]
fn a_machine_shuffle_goes_straight_to_the_deal() {
    check(
        &[["LIR-5-D-1", "LIR-5-D"], ["S235-5-D-1", "S235-5-D"], ["CC-5-C-1", "CC-5-C"]],
        "manual_shoe machine",
        "
        opened
        deal first
        over
        shuffler shuffle first
        ready first
        dealer cut first 20        => OutOfOrder $1
        floor  order_recut first   => OutOfOrder $1
        dealer shuffle first       => OutOfOrder $1
        ",
    );
}

#[test]
fn a_shuffle_by_hand_is_followed_by_a_cut() {
    check(
        &[
            ["LIR-5-D-2", "LIR-5-D", "LIR-5-F-2"],
            ["S235-5-D-2", "S235-5-D", "S235-5-F-2"],
            ["CC-5-C-2", "CC-5-C", "CC-5-D-2"],
        ],
        "manual_shoe manual",
        "
        opened
        deal first
        over
        dealer shuffle first
        ready                    => DeckNotReady $1
        floor  cut first 20      => WrongActor $1
        dealer cut first 20      -> DeckPlaced { deck: First, place: Dealing(ManualShoe), cut: true, by_machine: false }
        ready first
        ",
    );
}

#[test]
fn the_cover_card_goes_at_least_ten_deep() {
    check(
        &[["LIR-5-F"], ["S235-5-F"], ["CC-5-D"]],
        "manual_shoe manual",
        "
        opened
        deal first
        over
        dealer shuffle first
        dealer cut first 0       => CutDepth $1
        dealer cut first 9       => CutDepth $1
        dealer cut first 10      -> DeckCut { deck: First, depth: 10, by: StaffId(1) }
        ",
    );
}

#[test]
fn a_floorperson_orders_a_recut_before_the_first_card() {
    check(
        &[
            ["LIR-5-G", "LIR-5-D-2", "LIR-3-B-3"],
            ["S235-5-G", "S235-5-D-2", "S235-3-B-3"],
            ["CC-5-E", "CC-5-C-2", "CC-3-B-3"],
        ],
        "manual_shoe manual",
        "
        opened
        dealer order_recut first   => WrongActor $1
        floor  order_recut first   -> RecutOrdered { deck: First, by: StaffId(9) }
        ready                      => DeckNotReady $1
        dealer cut first 30
        betting
        floor  order_recut first
        ready                      => DeckNotReady $1
        dealer cut first 30
        deal first
        floor  order_recut first   => WrongPhase $1
        over
        dealer shuffle first
        floor  order_recut first   => OutOfOrder $2
        ",
    );
}

#[test]
fn a_deck_counted_wrong_leaves_the_table() {
    check(
        &[
            ["LIR-5-E", "LIR-5-E-1", "LIR-5-E-2", "LIR-3-A"],
            ["S235-5-E", "S235-5-E-1", "S235-5-E-2", "S235-3-A"],
            ["CC-5-B", "CC-5-B-1", "CC-5-B-2", "CC-3-A"],
        ],
        "manual_shoe counting",
        "
        opened
        deal first
        over
        shuffler shuffle first       => CountMismatch $2
        shuffler shuffle first 51    -> DeckRetired { deck: First, cause: WrongCount { count: 51 }, by: None }
        ready                        => NoSuchDeck $4
        floor    receive blue preshuffled
        dealer   shuffle first 52    -> DeckShuffled { deck: First, shuffling: Machine, count: Some(52)
        ready first
        ",
    );
    check(
        &[["LIR-5-E-1"], ["S235-5-E-1"], ["CC-5-B-1"]],
        "manual_shoe machine",
        "
        opened
        deal first
        over
        shuffler shuffle first 52    => CountMismatch $1
        ",
    );
}

#[test]
fn a_deck_counted_wrong_while_the_other_is_played_blocks_the_next_round() {
    check(
        &[
            ["LIR-5-E", "LIR-3-B-4", "LIR-3-B-3"],
            ["S235-5-E", "S235-3-B-4", "S235-3-B-3"],
            ["CC-5-B", "CC-3-B-4", "CC-3-B-3"],
        ],
        "manual_shoe counting two",
        "
        opened
        deal first
        over
        deal second
        floor    receive red         => WrongPhase
        shuffler shuffle first 50    -> WrongCount { count: 50 }
        over
        ready                        => NoSuchDeck $2
        shuffler shuffle second 52
        floor    receive red preshuffled
        dealer   cut first 12
        deal first
        over
        shuffler shuffle first 54    -> WrongCount { count: 54 }
        ready                        => NoSuchDeck $3
        ",
    );
}

#[test]
fn a_shuffler_that_loads_the_shoe_is_permitted() {
    let rows =
        [["LIR-5-C", "LIR-8-B", "LIR-5-B"], ["S235-5-C", "S235-8-B", "S235-5-B"], ["CC-5-B", "CC-8-B", "CC-5-C"]];
    let loaded = "place: Dealing(ManualShoe), cut: false, by_machine: true";
    let by_dealer = "place: Dealing(ManualShoe), cut: false, by_machine: false";
    for (equipment, placed) in [("manual_shoe machine loads", loaded), ("manual_shoe machine", by_dealer)] {
        let scenario = format!("opened\ndeal first\nover\nshuffler shuffle first -> {placed}");
        check(&rows, equipment, &scenario);
    }
}

#[test]
fn a_shuffled_deck_goes_to_the_method_in_use() {
    check(
        &[["LIR-10-A-1", "LIR-5-D"], ["S235-10-A-1", "S235-5-D"], ["CC-10-A-1", "CC-5-C"]],
        "automated_shoe machine or_manual_shoe",
        "
        opened
        deal first
        over
        shuffler shuffle first      -> place: Dealing(AutomatedShoe)
        floor deal_by manual_shoe   -> DeckPlaced { deck: First, place: Dealing(ManualShoe), cut: false, by_machine: false }
        ",
    );
    check(
        &[["LIR-9-A-1"], ["S235-9-A-1"], ["CC-9-A-1"]],
        "hand machine",
        "
        opened
        deal first
        over
        shuffler shuffle first      -> place: Dealing(Hand), cut: false, by_machine: false
        ",
    );
}

#[test]
fn a_cut_moves_the_cards_above_the_cover_card_to_the_bottom() {
    for clause in ["LIR-5-F-1", "S235-5-F-1", "CC-5-D-1"] {
        let mut stack: Vec<u8> = (1..=52).collect();
        cut(&mut stack, 10);
        let expected: Vec<u8> = (11..=52).chain(1..=10).collect();
        assert_eq!(stack, expected, "{clause}");
        cut(&mut stack, 255);
        assert_eq!(stack, expected, "{clause}");
    }
}
