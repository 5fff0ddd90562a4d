//! The committed par sheets are what the code computes, to the last digit.

use game_odds::catalogue::sheets;
use game_odds::criss_cross::{Reading, printed, stored};
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
