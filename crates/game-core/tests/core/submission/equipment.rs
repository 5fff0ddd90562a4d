//! Dealing, shuffling, decks and devices.

use super::*;
use game_core::rules::{DealingMethod, DeckHours, Decks};
use game_core::submission::ProblemCode::{Conflict, Missing, NotOfThisGame, OutOfRange, Repeated};
use serde_json::json;

const MARYLAND: [(GameId, &str); 3] = [(LIR, "LIR"), (S235, "S235"), (CC, "CC")];

/// What a manual shoe with a manual shuffle looks like.
fn manual() -> (&'static str, Value) {
    ("equipment.shuffle", json!({"method": "manual"}))
}

/// I-15.
#[test]
fn hand_dealing_needs_a_machine_shuffle() {
    for (game, clause) in [(LIR, "LIR-9-A-1"), (S235, "S235-9-A-1"), (CC, "CC-9-A-1")] {
        let hand = ("equipment.dealing", json!("hand"));
        assert_eq!(accepted(game, std::slice::from_ref(&hand)).equipment().dealing, DealingMethod::Hand);
        refused(game, &[hand, manual()], "equipment.dealing", Conflict, clause);
        let fallback = ("equipment.fallback", json!(["hand"]));
        accepted(game, std::slice::from_ref(&fallback));
        refused(game, &[fallback, manual()], "equipment.fallback", Conflict, clause);
    }
}

#[test]
fn two_decks_need_a_shuffler() {
    for (game, two, one) in [(LIR, "LIR-3-B", "LIR-3-A"), (S235, "S235-3-B", "S235-3-A"), (CC, "CC-3-B", "CC-3-A")] {
        let decks = ("equipment.decks", json!(2));
        assert_eq!(accepted(game, &[]).equipment().decks, Decks::One);
        assert_eq!(accepted(game, std::slice::from_ref(&decks)).equipment().decks, Decks::Two);
        refused(game, &[decks, manual()], "equipment.decks", Conflict, two);
        refused(game, &[("equipment.decks", 3.into())], "equipment.decks", OutOfRange, one);
    }
}

#[test]
fn progressive_wagers_need_a_progressive_system() {
    for (game, clause) in [(LIR, "LIR-2-C"), (S235, "S235-2-C")] {
        for attached in [Value::Null, false.into()] {
            let field = "equipment.progressive_system";
            refused(game, &[(field, attached.clone())], field, Conflict, clause);
            accepted(game, &[(field, attached), ("wagers.progressive_payout", Value::Null)]);
        }
    }
    let field = "equipment.progressive_system";
    for (alone, other) in [
        ("wagers.bonus_spin_progressive", "wagers.bonus_spin_xtreme_progressive"),
        ("wagers.bonus_spin_xtreme_progressive", "wagers.bonus_spin_progressive"),
    ] {
        refused(CC, &[(field, false.into()), (other, Value::Null)], field, Conflict, "CC-2-B-6");
        accepted(CC, &[(field, false.into()), (other, Value::Null), (alone, Value::Null)]);
    }
}

#[test]
fn a_submission_names_how_cards_are_dealt_and_shuffled() {
    for (game, dealing, shuffle) in
        [(LIR, "LIR-10-H", "LIR-5-E-1"), (S235, "S235-10-H", "S235-5-E-1"), (CC, "CC-10-B-1", "CC-5-B-1")]
    {
        refused(game, &[("equipment.dealing", Value::Null)], "equipment.dealing", Missing, dealing);
        refused(game, &[("equipment.shuffle", Value::Null)], "equipment.shuffle.method", Missing, shuffle);
        refused(game, &[("equipment.fallback", json!(["manual_shoe"]))], "equipment.fallback[0]", Repeated, dealing);
        let twice = json!(["automated_shoe", "automated_shoe"]);
        refused(game, &[("equipment.fallback", twice)], "equipment.fallback[1]", Repeated, dealing);
    }
}

#[test]
fn only_a_machine_counts_cards_and_loads_the_shoe() {
    for (game, counts, loads) in
        [(LIR, "LIR-5-E-1", "LIR-5-C"), (S235, "S235-5-E-1", "S235-5-C"), (CC, "CC-5-B-1", "CC-5-B")]
    {
        let shuffle = |counts: bool, loads: bool| {
            ("equipment.shuffle", json!({"method": "manual", "counts_cards": counts, "loads_shoe": loads}))
        };
        accepted(game, &[shuffle(false, false)]);
        refused(game, &[shuffle(true, false)], "equipment.shuffle.counts_cards", Conflict, counts);
        refused(game, &[shuffle(false, true)], "equipment.shuffle.loads_shoe", Conflict, loads);
        let loading = ("equipment.shuffle.loads_shoe", json!(true));
        assert!(accepted(game, std::slice::from_ref(&loading)).equipment().shuffler_loads_shoe);
        let hand = ("equipment.dealing", json!("hand"));
        refused(game, &[hand, loading], "equipment.shuffle.loads_shoe", Conflict, loads);
    }
}

/// LIR-10-H and S235-10-H: the shoe that reshuffles by itself; CC-5-G and CC-5-H: the device alone (I-16).
#[test]
fn a_self_reshuffling_device_is_approved_and_counts() {
    let field = "equipment.self_reshuffling";
    let shoe = ("equipment.dealing", json!("self_reshuffling_shoe"));
    let device = (field, json!({"approval": "DEVICE-1"}));
    for (game, clause) in [(LIR, "LIR-5-I"), (S235, "S235-5-I"), (CC, "CC-5-G")] {
        let equipment = accepted(game, std::slice::from_ref(&device)).equipment().clone();
        assert_eq!(equipment.self_reshuffling.as_deref(), Some("DEVICE-1"));
        let approval = format!("{field}.approval");
        refused(game, &[(field, json!({}))], &approval, Missing, clause);
        let silent = ("equipment.shuffle.counts_cards", json!(false));
        refused(game, &[device.clone(), silent], field, Conflict, clause);
        refused(game, &[device.clone(), manual()], field, Conflict, clause);
        if game != CC {
            refused(game, std::slice::from_ref(&shoe), field, Missing, clause);
            let rules = accepted(game, &[shoe.clone(), device.clone()]);
            assert_eq!(rules.equipment().dealing, DealingMethod::SelfReshufflingShoe);
        }
    }
    refused(CC, &[shoe, device], "equipment.dealing", NotOfThisGame, "CC-10-B-1");
}

#[test]
fn decks_are_changed_at_the_hours_of_the_rules_or_sooner() {
    for (game, prefix) in MARYLAND {
        assert_eq!(accepted(game, &[]).equipment().deck_hours, Some(DeckHours { hand: 4, shoe: 8 }));
        let sooner = accepted(game, &[("equipment.deck_change_hours", json!({"hand": 2, "shoe": 6}))]);
        assert_eq!(sooner.equipment().deck_hours, Some(DeckHours { hand: 2, shoe: 6 }));
        // LIR-3-C-1, S235-3-C-1, CC-3-C-1 by hand; LIR-3-C-2, S235-3-C-2, CC-3-C-2 from a shoe.
        for (name, late, item) in [("hand", 5, 1), ("shoe", 9, 2)] {
            for hours in [late, 0, -1] {
                let field = format!("equipment.deck_change_hours.{name}");
                let choice = json!({name: hours});
                let clause = format!("{prefix}-3-C-{item}");
                refused(game, &[("equipment.deck_change_hours", choice)], &field, OutOfRange, &clause);
            }
        }
    }
}

/// I-10.
#[test]
fn the_stub_is_counted_every_five_rounds_unless_the_shuffler_counts() {
    let field = "equipment.stub_count_every_rounds";
    for (game, [shoe, hand, automated]) in [
        (LIR, ["LIR-8-D-5", "LIR-9-E", "LIR-10-D"]),
        (S235, ["S235-8-D-4", "S235-9-D", "S235-10-D"]),
        (CC, ["CC-8-E", "CC-9-C", "CC-10-C-1"]),
    ] {
        let silent = ("equipment.shuffle.counts_cards", json!(false));
        assert_eq!(accepted(game, &[]).equipment().stub_count_every, None);
        assert_eq!(accepted(game, std::slice::from_ref(&silent)).equipment().stub_count_every, Some(5));
        assert_eq!(accepted(game, &[silent, (field, 3.into())]).equipment().stub_count_every, Some(3));
        for (method, clause) in [("manual_shoe", shoe), ("hand", hand), ("automated_shoe", automated)] {
            for rounds in [6, 0] {
                let changes = [("equipment.dealing", json!(method)), (field, json!(rounds))];
                refused(game, &changes, field, OutOfRange, clause);
            }
        }
    }
}

#[test]
fn california_deals_one_way_only() {
    let plain = accepted(CAL, &[("equipment", Value::Null)]);
    let equipment = plain.equipment();
    assert_eq!(equipment.dealing, DealingMethod::AutomatedShoe);
    assert!(equipment.machine_shuffles());
    assert_eq!((equipment.decks, equipment.deck_hours, equipment.stub_count_every), (Decks::Two, None, None));
    for method in ["manual_shoe", "hand", "self_reshuffling_shoe"] {
        let changes = [("equipment", json!({"dealing": method}))];
        refused(CAL, &changes, "equipment.dealing", NotOfThisGame, "CAL-deck-1");
        let changes = [("equipment", json!({"fallback": [method]}))];
        refused(CAL, &changes, "equipment.fallback[0]", NotOfThisGame, "CAL-deck-1");
    }
    let changes = [("equipment", json!({"shuffle": {"method": "manual"}}))];
    refused(CAL, &changes, "equipment.shuffle.method", NotOfThisGame, "CAL-deck-1");
    refused(CAL, &[("equipment", json!({"decks": 1}))], "equipment.decks", OutOfRange, "CAL-deck-3");
    let device = json!({"self_reshuffling": {"approval": "DEVICE-1"}});
    refused(CAL, &[("equipment", device)], "equipment.self_reshuffling", NotOfThisGame, "CAL-deck-1");
}

/// I-106: the document has no deck age and no stub count; Maryland's may be borrowed.
#[test]
fn california_may_borrow_deck_hours_and_stub_counts() {
    let borrowed = json!({"deck_change_hours": {"shoe": 8}, "stub_count_every_rounds": 5});
    let rules = accepted(CAL, &[("equipment", borrowed)]);
    assert_eq!(rules.equipment().deck_age_max_ms(DealingMethod::AutomatedShoe), Some(8 * 3_600_000));
    assert_eq!(rules.equipment().stub_count_every, Some(5));
    let late = json!({"deck_change_hours": {"shoe": 9}});
    refused(CAL, &[("equipment", late)], "equipment.deck_change_hours.shoe", OutOfRange, "CAL-deck-2");
    let hand = json!({"deck_change_hours": {"hand": 4}});
    refused(CAL, &[("equipment", hand)], "equipment.deck_change_hours.hand", NotOfThisGame, "CAL-deck-1");
}
