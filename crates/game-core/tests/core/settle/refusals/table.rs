//! Cards, seats and the bank.

use super::*;

/// LIR-3-A, S235-3-A, CC-3-A, CAL-deck-2: one deck of 52 cards, so no card twice, wherever it lies.
#[test]
fn a_card_lies_in_one_place() {
    for (round, deck) in [(let_it_ride(), "LIR-3-A"), (stud(), "S235-3-A"), (california(), "CAL-deck-2")] {
        let twice = seat(&round, "cards", json!(["Kd", "Kc", "3h"]));
        refuses(&twice, &[&format!("seats[0].cards[1] repeated {deck}")]);
        says(&twice, "Kc lies at community[1] already");
        refuses(&seat(&round, "cards", json!(["Kd", "Kd", "3h"])), &[&format!("seats[0].cards[1] repeated {deck}")]);
        refuses(
            &seat(&round, "cards", json!(["Kd", "10h", "3h"])),
            &[&format!("seats[0].cards[1] unknown_choice {deck}")],
        );
    }
    refuses(
        &seat(&criss_cross(), "cards", json!(["9d", "kh"])),
        &["seats[0].cards[0] repeated CC-3-A", "seats[0].cards[1] unknown_choice CC-3-A"],
    );
    let two = let_it_ride().seat(3, "3h 4h 5h", "let_it_ride 500", RIDE);
    refuses(&two, &["seats[1].cards[0] repeated LIR-3-A"]);
}

/// LIR-13-D, S235-13-D, CC-13-C, CAL-round-7: as many cards as the game deals.
#[test]
fn a_wrong_number_of_cards_is_refused() {
    refuses(&seat(&let_it_ride(), "cards", json!(["Kd", "Ks"])), &["seats[0].cards out_of_range LIR-13-D"]);
    refuses(&seat(&stud(), "cards", json!(["Kd", "Ks", "2h", "3h"])), &["seats[0].cards out_of_range S235-13-D"]);
    refuses(&seat(&criss_cross(), "cards", json!(["8c"])), &["seats[0].cards out_of_range CC-13-C"]);
    refuses(&seat(&california(), "cards", json!([])), &["seats[0].cards out_of_range CAL-round-7"]);
    refuses(&let_it_ride().community("5d"), &["community out_of_range LIR-13-D"]);
    refuses(&criss_cross().community("2c Kc 3d 7h"), &["community out_of_range CC-13-C"]);
    let long = json!(["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc"]);
    refuses(&let_it_ride().with("community", long), &["community out_of_range LIR-13-D"]);
}

/// LIR-7-E-5, LIR-8-D-2, I-22: the box is there if and only if the bonus is offered.
#[test]
fn the_six_card_box_goes_with_its_bonus() {
    let offered = let_it_ride().with("rules.paytables.six_card_bonus", "A");
    refuses(&offered, &["six_card_box missing LIR-8-D-2"]);
    refuses(&offered.clone().with("six_card_box", json!(["2c", "3c"])), &["six_card_box out_of_range LIR-13-D"]);
    refuses(&offered.with("six_card_box", json!(["2c", "3c", "Ks"])), &["seats[0].cards[1] repeated LIR-3-A"]);
    let cards = json!(["2c", "3c", "4c"]);
    refuses(&let_it_ride().with("six_card_box", cards.clone()), &["six_card_box conflict LIR-7-E-5"]);
    refuses(&stud().with("six_card_box", cards), &["six_card_box not_of_this_game S235-7-E-1"]);
}

/// LIR-2-A-1, S235-2-A-1, CC-2-A-1, CAL-players-1: seats the table has, each once.
#[test]
fn seats_exist_and_are_named_once() {
    refuses(&seat(&let_it_ride(), "seat", json!(8)), &["seats[0].seat out_of_range LIR-2-A-1"]);
    refuses(&seat(&let_it_ride(), "seat", json!(0)), &["seats[0].seat out_of_range LIR-2-A-1"]);
    refuses(&seat(&let_it_ride(), "seat", json!(-1)), &["seats[0].seat out_of_range LIR-2-A-1"]);
    refuses(&seat(&let_it_ride(), "seat", Value::Null), &["seats[0].seat missing LIR-2-A-1"]);
    refuses(&seat(&stud(), "seat", json!(7)), &["seats[0].seat out_of_range S235-2-A-1"]);
    refuses(&seat(&criss_cross(), "seat", json!(7)), &["seats[0].seat out_of_range CC-2-A-1"]);
    refuses(&seat(&california(), "seat", json!(8)), &["seats[0].seat out_of_range CAL-players-1"]);
    let twice = let_it_ride().seat(2, "2h 4h 5h", "let_it_ride 500", RIDE);
    refuses(&twice, &["seats[1].seat repeated LIR-2-A-1"]);
    refuses(&let_it_ride().with("seats", json!([])), &["seats missing LIR-7-E-1"]);
}

/// CAL-round-11, CAL-round-13, CAL-dealing-3-c, I-97, I-108: there is a player-dealer, who does not bet.
#[test]
fn california_has_a_bank_and_maryland_has_none() {
    refuses(&california().with("bank", Value::Null), &["bank missing CAL-round-11"]);
    refuses(
        &california().with("bank", json!({})),
        &["bank.seat missing CAL-players-1", "bank.wager_cents missing CAL-round-11"],
    );
    refuses(&california().with("bank.seat", 2), &["bank.seat conflict CAL-dealing-3-c"]);
    refuses(&california().with("bank.seat", 8), &["bank.seat out_of_range CAL-players-1"]);
    for amount in [499, 0, -1, 100_000_000_001_i64] {
        refuses(&california().with("bank.wager_cents", amount), &["bank.wager_cents out_of_range CAL-round-11"]);
    }
    for (round, clause) in [(let_it_ride(), "LIR-7-E-1"), (stud(), "S235-7-E-1"), (criss_cross(), "CC-7-E-1")] {
        let banked = round.with("bank", json!({"seat": 1, "wager_cents": 10_000}));
        refuses(&banked, &[&format!("bank not_of_this_game {clause}")]);
    }
}
