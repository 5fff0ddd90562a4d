//! When the stub is counted: within five rounds, unless the shuffler counts.

use super::notation::check;

const ROUND: &str = "
    deal first
    stub not due
    over
    shuffler shuffle first
";

/// Four rounds without a count, the fifth with one, and the same again; `shuffle` is the shuffle after each round.
fn every_fifth<const N: usize>(rows: &[[&str; N]], equipment: &str, shuffle: &str) {
    let round = ROUND.replace("shuffler shuffle first", shuffle);
    let counted = format!("deal first\nstub due\ncounted\nover\n{shuffle}\n");
    let four = round.repeat(4);
    check(rows, equipment, &format!("opened\nstub not due\n{four}stub due\n{counted}stub not due\n{four}{counted}"));
}

#[test]
fn the_stub_is_counted_every_fifth_round_from_a_manual_shoe() {
    let rows = [["LIR-8-D-5"], ["S235-8-D-4"], ["CC-8-E"]];
    every_fifth(&rows, "manual_shoe machine", "shuffler shuffle first");
    every_fifth(&rows, "manual_shoe manual", "dealer shuffle first\ndealer cut first 10");
}

#[test]
fn the_stub_is_counted_every_fifth_round_from_the_hand() {
    every_fifth(&[["LIR-9-E"], ["S235-9-D"], ["CC-9-C"]], "hand machine", "shuffler shuffle first");
}

#[test]
fn the_stub_is_counted_every_fifth_round_from_an_automated_shoe() {
    every_fifth(&[["LIR-10-D"], ["S235-10-D"], ["CC-10-C-1"]], "automated_shoe machine", "shuffler shuffle first");
}

#[test]
fn a_round_missed_stays_due() {
    let four = ROUND.repeat(4);
    let missed = "deal first\nstub due\nover\nshuffler shuffle first\ndeal first\nstub due\n";
    let rows = [["LIR-8-D-5"], ["S235-8-D-4"], ["CC-8-E"]];
    check(&rows, "manual_shoe machine", &format!("opened\n{four}{missed}"));
}

#[test]
fn a_counting_shuffler_makes_the_count_needless_while_it_is_used() {
    let counted = ROUND.replace("shuffle first", "shuffle first 52");
    let by_hand = ROUND.replace("shuffler shuffle first", "dealer shuffle first\ndealer cut first 10");
    let broken = "dealer fault shuffler\ndealer sign shuffler\nfloor shuffle_by hand\n";
    check(
        &[["LIR-8-D-5", "LIR-5-E-1"], ["S235-8-D-4", "S235-5-E-1"], ["CC-8-E", "CC-5-B-1"]],
        "manual_shoe counting",
        &format!("opened\n{}{broken}{}", counted.repeat(6), "stub due\ndeal first\nstub due\ncounted\nover\n"),
    );
    check(
        &[["LIR-8-D-5"], ["S235-8-D-4"], ["CC-8-E"]],
        "manual_shoe counting",
        &format!("opened\n{broken}{}deal first\nstub due", by_hand.repeat(4)),
    );
}

#[test]
fn a_submission_may_ask_for_more_counts() {
    let rows = [["LIR-8-D-5"], ["S235-8-D-4"], ["CC-8-E"]];
    let two = ROUND.repeat(2);
    check(&rows, "manual_shoe machine every_3", &format!("opened\n{two}deal first\nstub due"));
}
