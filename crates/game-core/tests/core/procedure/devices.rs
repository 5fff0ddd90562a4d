//! Chapter 13 on shufflers and shoes, and chapter 9 on hand dealing.

use super::notation::{check, refused_submission};

/// Criss Cross has no clause on the shuffler's jam: it follows Let It Ride (I-19) and names its own shuffle clause.
#[test]
fn a_shuffle_that_was_not_finished_is_repeated() {
    let rows = [["LIR-13-F", "LIR-3-B-3"], ["S235-13-F", "S235-3-B-3"], ["CC-5-A", "CC-3-B-3"]];
    check(
        &rows,
        "manual_shoe machine",
        "
        opened
        betting
        deal first
        shuffler jam first      => OutOfOrder $2
        over
        player   jam first      => WrongActor $1
        shuffler jam first      -> ShufflerJammed { deck: First, by: None }
        ready                   => DeckNotReady $1
        dealer   jam first      -> ShufflerJammed { deck: First, by: Some(StaffId(1)) }
        shuffler shuffle first
        ready first
        shuffler jam first
        ready                   => DeckNotReady $1
        shuffler shuffle first
        deal first
        ",
    );
    check(
        &rows,
        "manual_shoe machine two",
        "
        opened
        deal first
        over
        deal second
        shuffler jam second     => OutOfOrder $2
        shuffler jam first
        over
        ready                   => DeckNotReady $1
        shuffler shuffle first
        ready first
        ",
    );
    check(
        &rows,
        "manual_shoe manual",
        "
        opened
        dealer jam first        => NoSuchDevice $1
        ",
    );
}

#[test]
fn a_broken_device_is_marked_before_another_method_is_used() {
    let rows = [
        ["LIR-13-H", "LIR-13-H-1", "LIR-13-H-2"],
        ["S235-13-H", "S235-13-H-1", "S235-13-H-2"],
        ["CC-13-E", "CC-13-E-1", "CC-13-E-2"],
    ];
    for (marking, marked) in [("cover", "Covered"), ("sign", "Signed")] {
        let scenario = "
            opened
            deal first
            over
            dealer   cover shoe              => OutOfOrder $1
            floor    restore shoe            => OutOfOrder $1
            player   fault shoe              => WrongActor $1
            shuffler fault shoe              => WrongActor $1
            shoe     fault shoe              -> FaultReported { device: Shoe, by: None }
            dealer   fault shoe              => OutOfOrder $1
            ready                            => DeviceNotMarked $1
            floor    deal_by manual_shoe     => DeviceNotMarked $1
            player   MARK shoe               => WrongActor $1
            dealer   MARK shoe               -> marking: MARKED
            dealer   MARK shoe               => OutOfOrder $1
            ready                            => DeviceOutOfOrder $1
            dealer   deal_by manual_shoe     => WrongActor $1
            floor    deal_by manual_shoe     -> DealingSwitched { method: ManualShoe, by: StaffId(9) }
            dealer   shuffle first
            deal first
            over
            dealer   shuffle first
            floor    deal_by automated_shoe  => DeviceOutOfOrder $1
            dealer   restore shoe            => WrongActor $1
            floor    restore shoe
            ready first
            floor    deal_by automated_shoe
            ready first
        ";
        let scenario = scenario.replace("MARKED", marked).replace("MARK", marking);
        check(&rows, "automated_shoe machine or_manual_shoe", &scenario);
    }
}

#[test]
fn only_listed_methods_are_switched_to_and_only_between_rounds() {
    check(
        &[["LIR-13-H"], ["S235-13-H"], ["CC-13-E"]],
        "automated_shoe machine or_manual_shoe",
        "
        opened
        floor deal_by hand              => MethodNotApproved $1
        floor deal_by automated_shoe    => OutOfOrder $1
        betting
        floor deal_by manual_shoe       => WrongPhase $1
        floor shuffle_by hand           => WrongPhase $1
        deal first
        floor deal_by manual_shoe       => WrongPhase $1
        floor shuffle_by hand           => WrongPhase $1
        over
        floor deal_by manual_shoe
        floor deal_by manual_shoe       => OutOfOrder $1
        floor deal_by automated_shoe
        ",
    );
}

#[test]
fn a_broken_shuffler_is_marked_before_cards_are_shuffled_by_hand() {
    check(
        &[
            ["LIR-13-H", "LIR-5-A-2", "LIR-5-D-2"],
            ["S235-13-H", "S235-5-A-2", "S235-5-D-2"],
            ["CC-13-E", "CC-5-A-2", "CC-5-C-2"],
        ],
        "manual_shoe machine",
        "
        opened
        deal first
        over
        floor    shuffle_by hand         => OutOfOrder $1
        shuffler fault shuffler
        dealer   shuffle first           => DeviceNotMarked $1
        ready                            => DeviceNotMarked $1
        floor    shuffle_by hand         => DeviceNotMarked $1
        dealer   cover shuffler
        dealer   shuffle first           => DeviceOutOfOrder $1
        ready                            => DeviceOutOfOrder $1
        dealer   shuffle_by hand         => WrongActor $1
        floor    shuffle_by machine      => OutOfOrder $1
        floor    shuffle_by hand         -> ShuffleSwitched { to: Manual, by: StaffId(9) }
        floor    shuffle_by hand         => OutOfOrder $1
        ready                            => DeckNotReady $2
        dealer   shuffle first
        ready                            => DeckNotReady $3
        dealer   cut first 25
        deal first
        over
        floor    shuffle_by machine      => DeviceOutOfOrder $1
        floor    restore shuffler
        dealer   fault shuffler
        dealer   shuffle first           => DeviceNotMarked $1
        ready                            => DeviceNotMarked $1
        floor    restore shuffler
        floor    shuffle_by machine
        shuffler shuffle first
        ready first
        ",
    );
}

#[test]
fn a_table_has_the_devices_of_its_submission() {
    check(
        &[["LIR-13-H", "LIR-5-A"], ["S235-13-H", "S235-5-A"], ["CC-13-E", "CC-5-A"]],
        "manual_shoe manual",
        "
        opened
        dealer fault shuffler        => NoSuchDevice $1
        dealer fault shoe            => NoSuchDevice $1
        floor  restore shuffler      => NoSuchDevice $1
        floor  shuffle_by machine    => MethodNotApproved $2
        floor  shuffle_by hand       => MethodNotApproved $2
        ",
    );
}

#[test]
fn cards_are_dealt_from_the_hand_only_after_a_machine_shuffle() {
    for clause in ["LIR-9-A-1", "S235-9-A-1", "CC-9-A-1"] {
        refused_submission(clause, "hand manual");
        refused_submission(clause, "manual_shoe manual or_hand");
    }
    check(
        &[["LIR-9-A-1"], ["S235-9-A-1"], ["CC-9-A-1"]],
        "automated_shoe machine or_hand or_manual_shoe",
        "
        opened
        floor  deal_by hand
        ready first
        dealer fault shuffler
        dealer sign shuffler
        floor  shuffle_by hand       => MethodNotApproved $1
        floor  deal_by manual_shoe
        floor  deal_by hand          => MethodNotApproved $1
        floor  shuffle_by hand
        floor  deal_by hand          => MethodNotApproved $1
        floor  restore shuffler
        floor  deal_by hand          => MethodNotApproved $1
        floor  shuffle_by machine
        floor  deal_by hand
        ready first
        ",
    );
}
