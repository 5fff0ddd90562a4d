//! Rules for settling hands without a table.

use super::*;
use game_core::money::{Cents, Ppm};
use game_core::paytable::{self, Schedule};
use game_core::rules::{BaseRules, Fees, PayoutLimit, QualifyingEvent, Stakes};
use game_core::submission::ProblemCode::{Conflict, Missing, NotOfThisGame, UnderFloor, UnknownChoice, WrongType};
use game_core::submission::{SettlementRules, for_settlement};
use game_core::wager::Wager;
use serde_json::json;

fn rules(document: &Value) -> Result<Rules, Vec<Problem>> {
    for_settlement(&SettlementRules::parse(&document.to_string())?)
}

fn sound(document: &Value) -> Rules {
    rules(document).unwrap_or_else(|problems| panic!("{document}: {problems:#?}"))
}

/// The document has exactly this problem.
fn faulty(document: &Value, field: &str, code: ProblemCode, clause: &str) {
    let problems = rules(document).unwrap_err();
    let [problem] = problems.as_slice() else { panic!("{document}: {problems:#?}") };
    assert_eq!((problem.field.as_str(), problem.code), (field, code), "{problem}");
    assert_eq!(problem.clause.map(ClauseId::as_str), (!clause.is_empty()).then_some(clause), "{problem}");
}

#[test]
fn letters_are_enough() {
    let free = Stakes::Between { min: Cents::new(1), max: Cents::WAGER_MAX };
    for document in [
        json!({"game": "let_it_ride_md", "paytables": {"let_it_ride": "C"}}),
        json!({"game": "two_three_five_stud_md"}),
        json!({"game": "criss_cross_md"}),
        json!({"game": "let_it_ride_ca", "paytables": {"let_it_ride": "LIRX-02"}}),
    ] {
        let rules = sound(&document);
        assert_eq!(rules.offered().collect::<Vec<_>>(), [rules.base_wager()]);
        assert_eq!(rules.stakes(rules.base_wager()), Some(&free));
        assert_eq!(rules.approval(), "settlement");
    }
    let california = sound(&json!({"game": "let_it_ride_ca", "paytables": {"let_it_ride": "LIRX-01"}}));
    let none = Fees { per_bet: Cents::ZERO, per_banked_hand: Cents::ZERO };
    assert!(matches!(california.base(), BaseRules::California { fees, .. } if *fees == none));
}

#[test]
fn a_base_paytable_that_must_be_chosen_is_missed() {
    faulty(&json!({"game": "let_it_ride_md"}), "paytables.let_it_ride", Missing, "LIR-12-A");
    let wrong = json!({"game": "let_it_ride_ca", "paytables": {"let_it_ride": "A"}});
    faulty(&wrong, "paytables.let_it_ride", UnknownChoice, "CAL-paytable-select");
    let wrong = json!({"game": "two_three_five_stud_md", "paytables": {"five_card_poker": "A"}});
    faulty(&wrong, "paytables.five_card_poker", UnknownChoice, "S235-12-C");
    let wrong = json!({"game": "two_three_five_stud_md", "paytables": {"three_card_poker": "A"}});
    faulty(&wrong, "paytables.three_card_poker", UnknownChoice, "S235-12-B");
    let wrong = json!({"game": "criss_cross_md", "paytables": {"let_it_ride": "A"}});
    faulty(&wrong, "paytables.let_it_ride", NotOfThisGame, "CC-7-E-1");
    let wrong = json!({"game": "criss_cross_md", "paytables": {"criss_cross_poker": {"100": "A"}}});
    faulty(&wrong, "paytables.criss_cross_poker", WrongType, "CC-7-E-1");
    let wrong = json!({"game": "criss_cross_md", "paytable": {}});
    faulty(&wrong, "paytable", ProblemCode::UnknownField, "");
}

#[test]
fn side_wagers_are_offered_by_naming_their_paytable() {
    let rules = sound(&json!({
        "game": "let_it_ride_md",
        "paytables": {
            "let_it_ride": "A", "five_card_bonus": "G", "three_card_bonus": "B", "six_card_bonus": "B",
            "progressive_payout": "B",
        },
    }));
    assert_eq!(rules.offered().count(), 5);
    assert_eq!(rules.stakes(Wager::FiveCardBonus), Some(&Stakes::OneOf(vec![Cents::new(100)])));
    assert_eq!(rules.bonus(Wager::SixCardBonus).unwrap().table.letter, "B");
    assert!(rules.progressive().unwrap().own_three_cards, "I-28");
    let rules = sound(&json!({
        "game": "let_it_ride_md", "paytables": {"let_it_ride": "A", "five_card_bonus": "A"},
        "options": {"five_card_bonus_stake_cents": 500},
    }));
    assert_eq!(rules.stakes(Wager::FiveCardBonus), Some(&Stakes::OneOf(vec![Cents::new(500)])));
}

#[test]
fn both_progressive_stakes_are_accepted_with_meters_at_their_floor() {
    let rules = sound(&json!({"game": "two_three_five_stud_md", "paytables": {"progressive_payout": "D"}}));
    let progressive = rules.progressive().unwrap();
    assert_eq!(progressive.accepted, Stakes::OneOf(vec![Cents::new(100), Cents::new(500)]));
    for stake in &progressive.stakes {
        let resets: Vec<i64> = stake.meters.iter().map(|meter| meter.reset.get()).collect();
        assert_eq!(resets, [1_000_000, 100_000, 25_000]);
        assert!(stake.meters.iter().all(|meter| meter.rate == Ppm::new(0)));
        assert_eq!(Some(stake.envy), paytable::envy(S235, "D", stake.stake));
    }
}

#[test]
fn a_meter_resets_to_what_its_closest_name_says() {
    let document = |meters: Value| json!({"game": "let_it_ride_md", "paytables": {"let_it_ride": "A", "progressive_payout": "A"}, "meters": meters});
    let resets = |meters: Value| {
        let rules = sound(&document(meters));
        let stakes = &rules.progressive().unwrap().stakes;
        stakes.iter().map(|stake| stake.meters[0].reset.get()).collect::<Vec<_>>()
    };
    assert_eq!(resets(json!({"main": {"reset_cents": 150_000}})), [150_000, 150_000]);
    assert_eq!(
        resets(json!({
            "main": {"reset_cents": 150_000}, "progressive_payout.500.main": {"reset_cents": 200_000},
        })),
        [150_000, 200_000]
    );
    assert_eq!(resets(json!({"progressive_payout.main": {"reset_cents": 200_000}})), [200_000, 200_000]);
    let low = document(json!({"main": {"reset_cents": 99_999}}));
    faulty(&low, "meters.main.reset_cents", UnderFloor, "LIR-12-F-2-a");
    let silent = document(json!({"main": {}}));
    faulty(&silent, "meters.main.reset_cents", Missing, "LIR-12-F-2-a");
    let stray = document(json!({"minor": {"reset_cents": 99_999}}));
    faulty(&stray, "meters.minor", UnknownChoice, "LIR-2-C");
}

/// I-07.
#[test]
fn the_payout_limit_is_worked_out_from_the_minimum_if_there_is_one() {
    let limit = |document: Value| sound(&document).payout_limit();
    let cents = |cents| PayoutLimit::Cents(Cents::new(cents));
    assert_eq!(limit(json!({"game": "two_three_five_stud_md"})), cents(5_000_000));
    assert_eq!(limit(json!({"game": "two_three_five_stud_md", "minimum_cents": 10_000})), cents(11_010_000));
    let bonus = json!({
        "game": "two_three_five_stud_md", "minimum_cents": 10_000, "paytables": {"win_em_all_bonus": "standard"},
        "options": {"win_em_all_minimum_cents": 100},
    });
    assert_eq!(limit(bonus), cents(11_011_200));
    assert_eq!(limit(json!({"game": "criss_cross_md", "minimum_cents": 10_000})), cents(17_000_000));
    let even = json!({"game": "criss_cross_md", "minimum_cents": 10_000, "options": {"ante_payout": "even_money"}});
    assert_eq!(limit(even), cents(11_020_000));
    let base = json!({"let_it_ride": "A"});
    assert_eq!(limit(json!({"game": "let_it_ride_md", "paytables": base})), PayoutLimit::None);
    let stated = json!({"game": "let_it_ride_md", "paytables": base, "options": {"payout_limit_cents": 100_000}});
    assert_eq!(limit(stated), cents(100_000));
    let absurd = json!({"game": "criss_cross_md", "minimum_cents": -1});
    faulty(&absurd, "minimum_cents", ProblemCode::OutOfRange, "CC-12-B-2");
}

#[test]
fn wheels_stand_as_printed_with_tiers_by_option() {
    let rules = sound(&json!({
        "game": "criss_cross_md",
        "paytables": {"bonus_spin_progressive": "D"},
        "options": {"community_pay": "B", "tiers": {"$2,500": 1, "$40": 3}},
        "meters": {"bonus_spin_progressive.main": {"reset_cents": 600_000}},
    }));
    let spin = rules.bonus_spin().unwrap();
    let wheel = paytable::wheel(CC, Schedule::BonusSpinProgressive, "D").unwrap();
    assert_eq!(spin.wheel.segments.len(), wheel.segments.len());
    assert!(spin.wheel.segments.iter().all(|segment| segment.weight == 1));
    let tiers: Vec<Option<u8>> = spin.wheel.segments.iter().map(|segment| segment.tier).collect();
    assert_eq!((tiers[1], tiers[7], tiers.iter().flatten().count()), (Some(1), Some(3), 2));
    assert_eq!((spin.community, spin.meter.unwrap().reset), ("B", Cents::new(600_000)));
    assert!(rules.stakes(Wager::BonusSpinProgressive).unwrap().admit(Cents::new(100)));
    let document = |options: Value, letter: &str| json!({"game": "criss_cross_md", "paytables": {"bonus_spin_progressive": letter}, "options": options});
    let stray = document(json!({"tiers": {"$41": 1}}), "D");
    faulty(&stray, "options.tiers.$41", UnknownChoice, "CC-12-D-4-a");
    let high = document(json!({"tiers": {"$40": 4}}), "D");
    faulty(&high, "options.tiers.$40", ProblemCode::OutOfRange, "CC-12-D-8-b");
    faulty(&document(json!({"community_pay": "C"}), "D"), "options.community_pay", UnknownChoice, "CC-12-D-8-b");
    let prize = document(json!({"prize": {"cash_cents": 600_000}}), "D");
    faulty(&prize, "options.prize", Conflict, "CC-12-D-6-b-iv");
    let poor = document(json!({"prize": {"cash_cents": 499_999}}), "C");
    faulty(&poor, "options.prize.cash_cents", UnderFloor, "CC-12-D-6-b-iii");
    let floor = sound(&document(json!({}), "A"));
    assert_eq!(floor.bonus_spin().unwrap().prize.as_ref().unwrap().value, Cents::new(100_000));
    faulty(&document(json!({}), "E"), "paytables.bonus_spin_progressive", UnknownChoice, "CC-12-D");
}

#[test]
fn xtreme_letters_are_given_by_stake() {
    let document = |paytables: Value| json!({"game": "criss_cross_md", "paytables": paytables});
    let rules = sound(&document(json!({
        "bonus_spin_xtreme_progressive": {"100": "A", "500": "I"}, "bonus_spin_xtreme_community": {"500": "G"},
    })));
    let xtreme = rules.xtreme().unwrap();
    assert_eq!(xtreme.event, QualifyingEvent::CommunityThreeOfAKindOrBetter);
    let letters: Vec<(i64, &str, &str)> = xtreme
        .stakes
        .iter()
        .map(|stake| (stake.stake.get(), stake.hot_spot.wheel.letter, stake.community.wheel.letter))
        .collect();
    assert_eq!(letters, [(100, "A", "A"), (500, "I", "G")]);
    let one = sound(&document(json!({"bonus_spin_xtreme_progressive": "E"})));
    assert_eq!(one.xtreme().unwrap().accepted, Stakes::OneOf(vec![Cents::new(200)]));
    for (choice, field) in [
        (json!({"100": "D"}), "paytables.bonus_spin_xtreme_progressive.100"),
        (json!({"100": "A", "300": "D"}), "paytables.bonus_spin_xtreme_progressive.300"),
        (json!("Z"), "paytables.bonus_spin_xtreme_progressive"),
        (json!({}), "paytables.bonus_spin_xtreme_progressive"),
    ] {
        let problems = rules_problems(&document(json!({"bonus_spin_xtreme_progressive": choice})));
        assert_eq!(problems[0].field, field, "{problems:#?}");
        assert_eq!(problems[0].clause.map(ClauseId::as_str), Some("CC-12-E"));
    }
    let low = json!({
        "game": "criss_cross_md", "paytables": {"bonus_spin_xtreme_progressive": "E"},
        "meters": {"bonus_spin_xtreme_progressive.200.main": {"reset_cents": 99_999}},
    });
    faulty(&low, "meters.bonus_spin_xtreme_progressive.200.main.reset_cents", UnderFloor, "CC-12-E-11-b-ii");
}

fn rules_problems(document: &Value) -> Vec<Problem> {
    rules(document).unwrap_err()
}

#[test]
fn an_option_of_a_wager_that_is_not_settled_is_refused() {
    for (game, option, value, clause) in [
        ("let_it_ride_md", "five_card_bonus_stake_cents", json!(100), "LIR-7-E-1"),
        ("let_it_ride_md", "partial_award_floor", json!("reset"), "LIR-7-E-1"),
        ("two_three_five_stud_md", "win_em_all_minimum_cents", json!(100), "S235-7-E-1"),
        ("criss_cross_md", "qualifying_event", json!("community_flush_or_better"), "CC-7-E-1"),
        ("criss_cross_md", "community_pay", json!("A"), "CC-7-E-1"),
        ("criss_cross_md", "prize", json!({"cash_cents": 100_000}), "CC-7-E-1"),
        ("criss_cross_md", "tiers", json!({"$40": 1}), "CC-7-E-1"),
    ] {
        let mut document = json!({"game": game, "options": {option: value}});
        if game == "let_it_ride_md" {
            document["paytables"] = json!({"let_it_ride": "A"});
        }
        faulty(&document, &format!("options.{option}"), Conflict, clause);
    }
    let other = json!({"game": "criss_cross_md", "options": {"low_ace_two_card": true}});
    faulty(&other, "options.low_ace_two_card", NotOfThisGame, "CC-6-A");
}
