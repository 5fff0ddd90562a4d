//! What is refused: every problem at once, each with its field and its clause, and nothing settled.

use super::Round;
use game_core::settle::settle_json;
use game_core::submission::{Problem, ProblemCode};
use serde_json::{Value, json};

/// A problem in a line: field, code, clause.
fn line(problem: &Problem) -> String {
    let clause = problem.clause.map_or_else(String::new, |clause| format!(" {clause}"));
    format!("{} {}{clause}", problem.field, problem.code.name())
}

fn lines(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(line).collect()
}

/// A sound round, changed in one place, is refused for that place alone.
fn refuses(round: &Round, expected: &[&str]) {
    let problems = round.refused();
    assert_eq!(lines(&problems), expected, "{problems:#?}");
    let readable = |problem: &Problem| !problem.message.is_empty() && !problem.permitted.is_empty();
    assert!(problems.iter().all(readable), "{problems:#?}");
}

fn says(round: &Round, words: &str) {
    let text: Vec<String> = round.refused().iter().map(ToString::to_string).collect();
    assert!(text.iter().any(|line| line.contains(words)), "'{words}' in {text:#?}");
}

const RIDE: &str = "bet_1 ride, bet_2 ride";
const BET: &str = "across 1, down 1, middle 1";

fn let_it_ride() -> Round {
    Round::of("let_it_ride_md", "let_it_ride A, five_card_bonus A, three_card_bonus A, progressive_payout A")
        .with("rules.minimum_cents", 500)
        .community("5d Kc")
        .seat(2, "Kd Ks 3h", "let_it_ride 500", RIDE)
}

fn stud() -> Round {
    Round::of("two_three_five_stud_md", "win_em_all_bonus standard, progressive_payout A")
        .community("5d Kc")
        .seat(2, "Kd Ks 3h", "two_three_five 500", "three_card_raise check, five_card_raise check")
}

fn criss_cross() -> Round {
    Round::of("criss_cross_md", "criss_cross_poker standard, bonus_spin_progressive B")
        .with("rules.paytables.bonus_spin_xtreme_progressive", json!({"100": "A", "500": "G"}))
        .community("2c Kc 3d 7h 9d")
        .seat(2, "8c Jh", "ante 500", BET)
}

fn california() -> Round {
    Round::of("let_it_ride_ca", "let_it_ride LIRX-01")
        .with("rules.minimum_cents", 500)
        .with("bank", json!({"seat": 1, "wager_cents": 10_000}))
        .community("5d Kc")
        .seat(2, "Kd Ks 3h", "let_it_ride 500", RIDE)
}

/// Changes a part of the only seat.
fn seat(round: &Round, part: &str, value: Value) -> Round {
    let mut round = round.clone();
    round.0["seats"][0][part] = value;
    round
}

fn wager(round: &Round, name: &str, stake: i64) -> Round {
    let mut round = round.clone();
    round.0["seats"][0]["wagers"][name] = json!(stake);
    round
}

fn decide(round: &Round, name: &str, decision: Value) -> Round {
    let mut round = round.clone();
    round.0["seats"][0]["decisions"][name] = decision;
    round
}

#[test]
fn the_rounds_changed_below_are_sound() {
    for round in [let_it_ride(), stud(), criss_cross(), california()] {
        round.settled();
    }
}

#[test]
fn what_is_not_json_is_told_with_its_place() {
    let problems = settle_json("{\"game\": \"let_it_ride_md\",\n \"seats\": [}").unwrap_err();
    assert_eq!(lines(&problems), ["document malformed"]);
    assert!(problems[0].message.contains("line 2 column 12"), "{}", problems[0]);
    assert_eq!(lines(&settle_json("").unwrap_err()), ["document malformed"]);
    for (text, code) in [("[]", "wrong_type"), ("7", "wrong_type"), ("null", "wrong_type"), ("{} {}", "malformed")] {
        assert_eq!(lines(&settle_json(text).unwrap_err()), [format!("document {code}")]);
    }
}

#[test]
fn unknown_names_are_told_with_the_nearest() {
    says(&let_it_ride().with("comunity", json!([])), "comunity: there is no field 'comunity' here; did you mean 'community'?");
    says(&let_it_ride().with("game", "let_it_ride"), "game: there is no game 'let_it_ride'; did you mean 'let_it_ride_md'?");
    says(&seat(&let_it_ride(), "wager", json!({})), "seats[0].wager: there is no field 'wager' here; did you mean 'wagers'?");
    says(&wager(&let_it_ride(), "five_card_bonus_", 100), "there is no wager 'five_card_bonus_'; did you mean 'five_card_bonus'?");
    says(&decide(&let_it_ride(), "bet_3", json!("ride")), "seats[0].decisions.bet_3");
    says(&let_it_ride().with("rules.paytable", json!({})), "rules.paytable: there is no field 'paytable' here");
    says(&let_it_ride().with("rules.game", "let_it_ride_md"), "rules.game: the game is named once");
    says(&let_it_ride().with("meters_cents.mian", 5), "did you mean 'main'?");
    refuses(&let_it_ride().with("game", Value::Null), &["game missing"]);
    refuses(&Round(json!({"seats": 5})), &["seats wrong_type", "game missing"]);
}

#[test]
fn wrong_kinds_are_told_together() {
    let mut round = let_it_ride().with("community", "5d Kc").with("meters_cents.main", true);
    round.0["seats"][0]["wagers"]["let_it_ride"] = json!("500");
    round.0["seats"][0]["seat"] = json!(2.5);
    round.0["seats"][0]["cards"][1] = json!(7);
    let mut problems = lines(&round.refused());
    problems.retain(|line| line.ends_with("wrong_type"));
    assert_eq!(
        problems,
        [
            "community wrong_type",
            "meters_cents.main wrong_type",
            "seats[0].cards[1] wrong_type",
            "seats[0].seat wrong_type",
            "seats[0].wagers.let_it_ride wrong_type"
        ]
    );
    refuses(&let_it_ride().with("rules", 7), &["rules wrong_type"]);
    refuses(&let_it_ride().with("rules", Value::Null), &["rules missing"]);
}

#[test]
fn a_name_given_twice_is_refused() {
    let text = let_it_ride().0.to_string().replace("\"let_it_ride\":500", "\"let_it_ride\":500,\"let_it_ride\":900");
    assert_eq!(lines(&settle_json(&text).unwrap_err()), ["seats[0].wagers.let_it_ride repeated_field"]);
    let text = let_it_ride().0.to_string().replace("\"minimum_cents\":500", "\"minimum_cents\":500,\"minimum_cents\":1");
    assert_eq!(lines(&settle_json(&text).unwrap_err()), ["rules.minimum_cents repeated_field"]);
}

/// LIR-3-A, S235-3-A, CC-3-A, CAL-deck-2: one deck of 52 cards, so no card twice, wherever it lies.
#[test]
fn a_card_lies_in_one_place() {
    for (round, deck) in
        [(let_it_ride(), "LIR-3-A"), (stud(), "S235-3-A"), (california(), "CAL-deck-2")]
    {
        let twice = seat(&round, "cards", json!(["Kd", "Kc", "3h"]));
        refuses(&twice, &[&format!("seats[0].cards[1] repeated {deck}")]);
        says(&twice, "Kc lies at community[1] already");
        refuses(&seat(&round, "cards", json!(["Kd", "Kd", "3h"])), &[&format!("seats[0].cards[1] repeated {deck}")]);
        refuses(&seat(&round, "cards", json!(["Kd", "10h", "3h"])), &[&format!("seats[0].cards[1] unknown_choice {deck}")]);
    }
    refuses(&seat(&criss_cross(), "cards", json!(["9d", "kh"])), &[
        "seats[0].cards[0] repeated CC-3-A",
        "seats[0].cards[1] unknown_choice CC-3-A",
    ]);
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
    refuses(&wager(&california(), "progressive_payout", 100), &["seats[0].wagers.progressive_payout unknown_choice CAL-betting-3"]);
}

/// LIR-11-B, LIR-11-C, S235-11-B, CAL-round-3, CAL-round-5: a decision for each stage, one of those the stage has.
#[test]
fn decisions_are_made_and_permitted() {
    refuses(&seat(&let_it_ride(), "decisions", json!({"bet_2": "ride"})), &["seats[0].decisions.bet_1 missing LIR-11-B"]);
    refuses(&seat(&let_it_ride(), "decisions", json!({"bet_1": "withdraw"})), &["seats[0].decisions.bet_2 missing LIR-11-C"]);
    refuses(&decide(&let_it_ride(), "bet_1", json!("fold")), &["seats[0].decisions.bet_1 unknown_choice LIR-11-B-1-a"]);
    refuses(&decide(&let_it_ride(), "bet_3", json!("withdraw")), &["seats[0].decisions.bet_3 unknown_field LIR-7-E-1"]);
    refuses(&decide(&stud(), "five_card_raise", json!(1)), &["seats[0].decisions.five_card_raise unknown_choice S235-11-B-3-a"]);
    refuses(&decide(&stud(), "three_card_raise", json!("fold")), &["seats[0].decisions.three_card_raise unknown_choice S235-11-B-1-a"]);
    refuses(&seat(&stud(), "decisions", json!({})), &[
        "seats[0].decisions.three_card_raise missing S235-11-B",
        "seats[0].decisions.five_card_raise missing S235-11-B",
    ]);
    refuses(&seat(&california(), "decisions", json!({})), &[
        "seats[0].decisions.bet_1 missing CAL-round-3",
        "seats[0].decisions.bet_2 missing CAL-round-5",
    ]);
    refuses(&decide(&california(), "bet_2", json!("raise")), &["seats[0].decisions.bet_2 unknown_choice CAL-round-5-a"]);
}

/// CC-11-B, CC-11-B-1-a, CC-11-D, CC-11-F, I-88: fold, or one to three antes; nothing after a fold.
#[test]
fn criss_cross_decides_in_antes() {
    for wrong in [json!(0), json!(4), json!(-1), json!("1"), json!("ride"), json!("FOLD")] {
        refuses(&decide(&criss_cross(), "across", wrong), &["seats[0].decisions.across unknown_choice CC-11-B-1-a"]);
    }
    refuses(&decide(&criss_cross(), "middle", json!(5)), &["seats[0].decisions.middle unknown_choice CC-11-F"]);
    refuses(&seat(&criss_cross(), "decisions", json!({"across": 1})), &[
        "seats[0].decisions.down missing CC-11-D",
        "seats[0].decisions.middle missing CC-11-F",
    ]);
    refuses(&decide(&criss_cross(), "across", json!("fold")), &[
        "seats[0].decisions.down conflict CC-11-B-2-a",
        "seats[0].decisions.middle conflict CC-11-B-2-a",
    ]);
    refuses(&decide(&criss_cross(), "down", json!("fold")), &["seats[0].decisions.middle conflict CC-11-D-1-a"]);
}

/// CAL-round-11, CAL-round-13, CAL-dealing-3-c, I-97, I-108: there is a player-dealer, who does not bet.
#[test]
fn california_has_a_bank_and_maryland_has_none() {
    refuses(&california().with("bank", Value::Null), &["bank missing CAL-round-11"]);
    refuses(&california().with("bank", json!({})), &["bank.seat missing CAL-players-1", "bank.wager_cents missing CAL-round-11"]);
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

/// LIR-12-G, LIR-12-F-2-a, CC-12-D-7, CC-12-D-6-b-ii: amounts a meter can hold, names a meter has, resets at the floor.
#[test]
fn meters_hold_what_they_can() {
    for wrong in [json!(-1), json!(100_000_000_001_i64), json!("12.3456789"), json!("1e9"), json!(""), json!(1e30), json!("-5")] {
        refuses(&let_it_ride().with("meters_cents.main", wrong), &["meters_cents.main out_of_range LIR-12-G"]);
    }
    refuses(&let_it_ride().with("meters_cents.mega", 5), &["meters_cents.mega unknown_choice LIR-12-G"]);
    refuses(&criss_cross().with("meters_cents.major", 5), &["meters_cents.major unknown_choice CC-12-D-7"]);
    refuses(&california().with("meters_cents.main", 5), &["meters_cents.main unknown_choice CAL-betting-3"]);
    let unread = json!({"main": 5, "progressive_payout.main": 6});
    refuses(&let_it_ride().with("meters_cents", unread), &["meters_cents.main conflict LIR-12-G"]);
    let low = let_it_ride().with("rules.meters.main.reset_cents", 99_999);
    refuses(&low, &["rules.meters.main.reset_cents under_floor LIR-12-F-2-a"]);
    let low = criss_cross().with("rules.meters", json!({"bonus_spin_progressive.main": {"reset_cents": 99_999}}));
    let field = "rules.meters.bonus_spin_progressive.main.reset_cents";
    refuses(&low, &[&format!("{field} under_floor CC-12-D-6-b-ii")]);
}

/// LIR-12-A, CC-12-D, CAL-paytable-select: letters the rules print, for wagers the game has.
#[test]
fn paytables_are_the_printed_ones() {
    refuses(&let_it_ride().with("rules.paytables.let_it_ride", "D"), &["rules.paytables.let_it_ride unknown_choice LIR-12-A"]);
    refuses(&criss_cross().with("rules.paytables.bonus_spin_progressive", "E"), &["rules.paytables.bonus_spin_progressive unknown_choice CC-12-D"]);
    refuses(&california().with("rules.paytables.let_it_ride", "A"), &["rules.paytables.let_it_ride unknown_choice CAL-paytable-select"]);
    refuses(&stud().with("rules.paytables.six_card_bonus", "A"), &["rules.paytables.six_card_bonus not_of_this_game S235-7-E-1"]);
    refuses(&let_it_ride().with("rules.minimum_cents", 0), &["rules.minimum_cents out_of_range LIR-7-E-1"]);
    refuses(&let_it_ride().with("rules.options.low_ace", false), &["rules.options.low_ace not_of_this_game LIR-6-A-1"]);
}

/// CC-7-E-2-b, CC-12-D-5, CC-12-D-8-b: a stop for every Bonus Spin, for no other seat, and on the wheel.
#[test]
fn bonus_spins_stop_where_they_can() {
    let pair = wager(&seat(&criss_cross(), "cards", json!(["8c", "8h"])), "bonus_spin_progressive", 500);
    refuses(&pair, &["spins.bonus missing CC-12-D-5"]);
    says(&pair, "seat 2 started a Bonus Spin");
    let stop = |value: Value| pair.clone().with("spins.bonus", json!([value]));
    stop(json!({"seat": 2, "stop": "$12"})).settled();
    refuses(&stop(json!({"seat": 2, "stop": "$11"})), &["spins.bonus[0].stop unknown_choice CC-12-D-5"]);
    refuses(&stop(json!({"seat": 2})), &["spins.bonus[0].stop missing CC-12-D-5"]);
    refuses(&stop(json!({"stop": "$12"})), &["spins.bonus[0].seat missing CC-2-A-1", "spins.bonus missing CC-12-D-5"]);
    refuses(&stop(json!({"seat": 2, "stop": "$12", "tier": 4})), &["spins.bonus[0].tier out_of_range CC-12-D-8-b"]);
    let other = stop(json!({"seat": 2, "stop": "$12", "tier": 2})).with("rules.options.tiers", json!({"$12": 3}));
    refuses(&other, &["spins.bonus[0].tier conflict CC-12-D-8-b"]);
    let twice = json!([{"seat": 2, "stop": "$12"}, {"seat": 2, "stop": "$12"}]);
    refuses(&pair.clone().with("spins.bonus", twice), &["spins.bonus[1].seat repeated CC-12-D-5"]);
    let given = json!([{"seat": 2, "stop": "$12"}]);
    // Without a pair, with $1, without the wager: nobody spins.
    let no_pair = wager(&criss_cross(), "bonus_spin_progressive", 500);
    for round in [no_pair, wager(&pair, "bonus_spin_progressive", 100), criss_cross()] {
        let round = round.with("spins.bonus", given.clone());
        refuses(&round, &["spins.bonus[0].seat conflict CC-7-E-2-b"]);
        says(&round, "seat 2 started no Bonus Spin");
    }
    refuses(&stud().with("spins", json!({})), &["spins not_of_this_game S235-7-E-1"]);
}

/// CC-7-E-2-c, CC-12-E-10, CC-12-E-13-a, I-82, I-83: the Hot Spot is drawn on the event, among the bettors; a Community
/// stop for every stake of the others, and for no other.
#[test]
fn xtreme_wheels_stop_where_they_can() {
    let xtreme = wager(&criss_cross(), "bonus_spin_xtreme_progressive", 100)
        .seat(5, "As Qs", "ante 500, bonus_spin_xtreme_progressive 500", BET)
        .seat(6, "Ah Qh", "ante 500", BET);
    let drawn = json!({"hot_spot": {"seat": 2, "stop": "$250"}, "community": [{"stake_cents": 500, "stop": "$25"}]});
    let quiet = xtreme.clone().with("spins", drawn.clone());
    refuses(&quiet, &["spins.hot_spot conflict CC-7-E-2-c"]);
    says(&quiet, "seat 2 has no Hot Spot: the cross is not the qualifying event");
    let event = xtreme.community("7c 7d 7h 2s Kd");
    refuses(&event, &["spins.hot_spot missing CC-7-E-2-c"]);
    let event = event.with("spins", drawn);
    event.settled();
    refuses(&event.clone().with("spins.hot_spot.seat", 6), &["spins.hot_spot.seat conflict CC-7-E-2-c"]);
    refuses(&event.clone().with("spins.hot_spot.stop", "$600"), &["spins.hot_spot.stop unknown_choice CC-12-E-10"]);
    refuses(&event.clone().with("spins.community", json!([])), &["spins.community missing CC-12-E-13-a"]);
    says(&event.clone().with("spins.community", json!([])), "seats {5} have $5 on Xtreme");
    let stops = |value: Value| event.clone().with("spins.community", value);
    refuses(&stops(json!([{"stake_cents": 500, "stop": "$7"}])), &["spins.community[0].stop unknown_choice CC-12-E-13-a"]);
    refuses(&stops(json!([{"stake_cents": 500, "stop": "$25"}, {"stake_cents": 100, "stop": "$7"}])), &[
        "spins.community[1].stake_cents conflict CC-12-E-13-a",
    ]);
    refuses(&stops(json!([{"stake_cents": 500, "stop": "$25"}, {"stake_cents": 500, "stop": "$25"}])), &[
        "spins.community[1].stake_cents repeated CC-12-E-13-a",
    ]);
    let nobody = criss_cross().community("7c 7d 7h 2s Kd").with("spins.hot_spot", json!({"seat": 2, "stop": "$250"}));
    says(&nobody, "nobody bet on Xtreme");
    let stray = criss_cross().with("spins.community", json!([{"stake_cents": 100, "stop": "$7"}]));
    says(&stray, "no Community wheel is spun without a Hot Spot");
}

/// Everything is told at once, in the order of the request's parts.
#[test]
fn all_problems_are_told_at_once() {
    let round = let_it_ride()
        .with("rules.paytables.three_card_bonus", "Z")
        .community("5d 5d")
        .seat(9, "Qd Qx 3h", "let_it_ride 100", "bet_1 stay");
    let told = round.refused();
    let codes: Vec<ProblemCode> = told.iter().map(|problem| problem.code).collect();
    assert_eq!(
        lines(&told),
        [
            "rules.paytables.three_card_bonus unknown_choice LIR-12-C",
            "community[1] repeated LIR-3-A",
            "seats[1].seat out_of_range LIR-2-A-1",
            "seats[1].cards[1] unknown_choice LIR-3-A",
            "seats[1].cards[2] repeated LIR-3-A",
            "seats[1].decisions.bet_1 unknown_choice LIR-11-B-1-a",
            "seats[1].decisions.bet_2 missing LIR-11-C",
        ],
        "{codes:?}"
    );
    // With sound rules the stakes are judged as well.
    let round = round.with("rules.paytables.three_card_bonus", "A").with("meters_cents.main", -1);
    assert!(lines(&round.refused()).contains(&"seats[1].wagers.let_it_ride out_of_range LIR-7-E-1".to_owned()));
    assert!(lines(&round.refused()).contains(&"meters_cents.main out_of_range LIR-12-G".to_owned()));
}
