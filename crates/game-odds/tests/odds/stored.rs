//! The committed par sheets are what the code computes, to the last digit.

use game_odds::catalogue::sheets;
use game_odds::criss_cross::{Reading, play, printed, stored};
use game_odds::{Library, Request, sheet};

/// Everything is enumerated again but Criss Cross' base game, which has its own stored results.
#[test]
fn committed_par_sheets_are_recomputed_to_the_last_digit() {
    let computed = sheet::json(&sheets(&Request::default(), &Library::committed()).unwrap()) + "\n";
    let committed = include_str!("../../data/par_sheets.json");
    for (number, (computed, committed)) in computed.lines().zip(committed.lines()).enumerate() {
        assert_eq!(computed, committed, "line {}: run `make odds` if the rules changed", number + 1);
    }
    assert_eq!(computed.len(), committed.len());
}

#[test]
fn stored_results_belong_to_the_rules_in_force() {
    for reading in Reading::ALL {
        let found = stored::find(stored::COMMITTED, printed().unwrap(), reading);
        let played = found.unwrap_or_else(|| panic!("{reading:?} is missing or of other rules: run `make odds`"));
        // 1,326 starting hands, C(50,2) Across pairs, C(48,2) Down pairs and 46 middles.
        assert_eq!(played.base.tally.deals, 1_326 * 1_225 * 1_128 * 46);
        assert_eq!(played.hands.len(), 169);
        for frequencies in &played.base.frequencies {
            let folded: i128 = played.base.frequencies[0].lines.iter().rev().take(3).map(|line| line.deals).sum();
            let deals: i128 = frequencies.lines.iter().map(|line| line.deals).sum();
            let played_out = if frequencies.of == "better_hand" { deals } else { deals + folded };
            assert_eq!(played_out, played.base.tally.deals, "{}", frequencies.of);
        }
    }
}

#[test]
fn results_survive_being_stored() {
    let table = printed().unwrap();
    let reading = Reading::ALL[2];
    let found = stored::find(stored::COMMITTED, table, reading).unwrap();
    let written = stored::write(table, &[(reading, found.clone())]);
    assert_eq!(stored::find(&written, table, reading), Some(found));
    assert_eq!(stored::find(&written, table, Reading::ALL[0]), None);
    let other_rules = written.replace("rules fnv1a64:", "rules fnv1a64:0");
    assert_eq!(stored::find(&other_rules, table, reading), None);
}

/// The stored results of one reading, every count of them, from 8.4·10^10 deals.
#[test]
fn one_reading_of_criss_cross_is_recomputed() {
    let (table, reading) = (printed().unwrap(), Reading::ALL[2]);
    assert_eq!(Some(play(table, reading, &|_| ())), stored::find(stored::COMMITTED, table, reading));
}

/// I-67: an independent count found +0.193 ante for the player by the paytable, 0.087 for the house at even money.
#[test]
fn both_ways_to_pay_antes_match_an_independent_count() {
    for (reading, edge) in [(Reading::ALL[0], "-0.193"), (Reading::ALL[2], "0.087")] {
        let played = stored::find(stored::COMMITTED, printed().unwrap(), reading).unwrap();
        assert_eq!(played.base.tally.house_edge().fixed(3), edge);
    }
}
