//! Wagers and decisions.

use super::*;

/// LIR-7-E-1, S235-7-E-1, CC-7-E-1, CAL-betting-3, CAL-betting-1: nobody plays without the base wager, at the minimum or
/// more.
#[test]
fn the_base_wager_is_there_and_permitted() {
    let without = seat(&let_it_ride(), "wagers", json!({"three_card_bonus": 100}));
    refuses(&without, &["seats[0].wagers.let_it_ride missing LIR-7-E-1"]);
    for stake in [499, 0, -500, 100_000_001, i64::MAX] {
        refuses(&wager(&let_it_ride(), "let_it_ride", stake), &["seats[0].wagers.let_it_ride out_of_range LIR-7-E-1"]);
    }
    refuses(&wager(&stud(), "two_three_five", 0), &["seats[0].wagers.two_three_five out_of_range S235-7-E-1"]);
    refuses(&wager(&criss_cross(), "ante", -1), &["seats[0].wagers.ante out_of_range CC-7-E-1"]);
    refuses(&wager(&california(), "let_it_ride", 499), &["seats[0].wagers.let_it_ride out_of_range CAL-betting-3"]);
    refuses(&seat(&california(), "wagers", json!({})), &["seats[0].wagers.let_it_ride missing CAL-betting-3"]);
}

/// LIR-7-E-3, LIR-7-E-4, LIR-7-E-6-a, S235-7-E-2, S235-7-E-3-a, CC-7-E-2-b, CC-7-E-2-c: the stakes of side wagers.
#[test]
fn side_wagers_have_their_own_stakes() {
    let stake = |round: &Round, name: &str, stakes: &[i64], clause: &str| {
        for amount in stakes {
            refuses(&wager(round, name, *amount), &[&format!("seats[0].wagers.{name} out_of_range {clause}")]);
        }
    };
    stake(&let_it_ride(), "five_card_bonus", &[0, 99, 200, 500, -100], "LIR-7-E-3");
    stake(&let_it_ride(), "three_card_bonus", &[0, -1, 100_000_001], "LIR-7-E-4");
    stake(&let_it_ride(), "progressive_payout", &[0, 200, 1000, -100], "LIR-7-E-6-a");
    stake(&stud(), "win_em_all_bonus", &[0, -5], "S235-7-E-2");
    stake(&stud(), "progressive_payout", &[300], "S235-7-E-3-a");
    stake(&criss_cross(), "bonus_spin_progressive", &[200, 0], "CC-7-E-2-b");
    // $2 has no letter in these rules, so it is not accepted here.
    stake(&criss_cross(), "bonus_spin_xtreme_progressive", &[200, 300], "CC-7-E-2-c");
    says(&wager(&let_it_ride(), "progressive_payout", 200), "permitted: 100 or 500 cents");
    let not_offered = wager(&let_it_ride(), "six_card_bonus", 100);
    refuses(&not_offered, &["seats[0].wagers.six_card_bonus unknown_choice LIR-7-E-5"]);
    says(&not_offered, "six_card_bonus is not offered");
    refuses(&wager(&stud(), "five_card_bonus", 100), &["seats[0].wagers.five_card_bonus unknown_choice S235-7-E-1"]);
    refuses(
        &wager(&california(), "progressive_payout", 100),
        &["seats[0].wagers.progressive_payout unknown_choice CAL-betting-3"],
    );
}

/// LIR-11-B, LIR-11-C, S235-11-B, CAL-round-3, CAL-round-5: a decision for each stage, one of those the stage has.
#[test]
fn decisions_are_made_and_permitted() {
    refuses(
        &seat(&let_it_ride(), "decisions", json!({"bet_2": "ride"})),
        &["seats[0].decisions.bet_1 missing LIR-11-B"],
    );
    refuses(
        &seat(&let_it_ride(), "decisions", json!({"bet_1": "withdraw"})),
        &["seats[0].decisions.bet_2 missing LIR-11-C"],
    );
    refuses(&decide(&let_it_ride(), "bet_1", json!("fold")), &["seats[0].decisions.bet_1 unknown_choice LIR-11-B-1-a"]);
    refuses(&decide(&let_it_ride(), "bet_3", json!("withdraw")), &["seats[0].decisions.bet_3 unknown_field LIR-7-E-1"]);
    refuses(
        &decide(&stud(), "five_card_raise", json!(1)),
        &["seats[0].decisions.five_card_raise unknown_choice S235-11-B-3-a"],
    );
    refuses(
        &decide(&stud(), "three_card_raise", json!("fold")),
        &["seats[0].decisions.three_card_raise unknown_choice S235-11-B-1-a"],
    );
    refuses(
        &seat(&stud(), "decisions", json!({})),
        &[
            "seats[0].decisions.three_card_raise missing S235-11-B",
            "seats[0].decisions.five_card_raise missing S235-11-B",
        ],
    );
    refuses(
        &seat(&california(), "decisions", json!({})),
        &["seats[0].decisions.bet_1 missing CAL-round-3", "seats[0].decisions.bet_2 missing CAL-round-5"],
    );
    refuses(
        &decide(&california(), "bet_2", json!("raise")),
        &["seats[0].decisions.bet_2 unknown_choice CAL-round-5-a"],
    );
}

/// CC-11-B, CC-11-B-1-a, CC-11-D, CC-11-F, I-88: fold, or one to three antes; nothing after a fold.
#[test]
fn criss_cross_decides_in_antes() {
    for wrong in [json!(0), json!(4), json!(-1), json!("1"), json!("ride"), json!("FOLD")] {
        refuses(&decide(&criss_cross(), "across", wrong), &["seats[0].decisions.across unknown_choice CC-11-B-1-a"]);
    }
    refuses(&decide(&criss_cross(), "middle", json!(5)), &["seats[0].decisions.middle unknown_choice CC-11-F"]);
    refuses(
        &seat(&criss_cross(), "decisions", json!({"across": 1})),
        &["seats[0].decisions.down missing CC-11-D", "seats[0].decisions.middle missing CC-11-F"],
    );
    refuses(
        &decide(&criss_cross(), "across", json!("fold")),
        &["seats[0].decisions.down conflict CC-11-B-2-a", "seats[0].decisions.middle conflict CC-11-B-2-a"],
    );
    refuses(&decide(&criss_cross(), "down", json!("fold")), &["seats[0].decisions.middle conflict CC-11-D-1-a"]);
}
