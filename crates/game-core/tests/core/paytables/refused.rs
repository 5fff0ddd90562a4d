//! What the build refuses: each case changes one thing in the real data files and expects the message that names it.

#[path = "../../../build/compile/mod.rs"]
mod compile;

const REGISTER: &str = include_str!("../../../data/clauses.csv");
const BOOKS: [(&str, &str); 4] = [
    ("let_it_ride_md.txt", include_str!("../../../data/paytables/let_it_ride_md.txt")),
    ("two_three_five_stud_md.txt", include_str!("../../../data/paytables/two_three_five_stud_md.txt")),
    ("criss_cross_md.txt", include_str!("../../../data/paytables/criss_cross_md.txt")),
    ("let_it_ride_ca.txt", include_str!("../../../data/paytables/let_it_ride_ca.txt")),
];

/// What the build says after one passage of the books was replaced.
fn after(from: &str, to: &str) -> Vec<String> {
    assert!(BOOKS.iter().any(|(_, text)| text.contains(from)), "'{from}' is in no book");
    let changed = BOOKS.map(|(file, text)| (file.to_owned(), text.replacen(from, to, 1)));
    said(REGISTER, &changed)
}

fn said(register: &str, books: &[(String, String)]) -> Vec<String> {
    match compile::compile(("clauses.csv", register), books) {
        Ok(tables) => panic!("nothing was refused in {} characters", tables.clauses.len() + tables.paytables.len()),
        Err(faults) => faults.iter().map(ToString::to_string).collect(),
    }
}

fn refuses(from: &str, to: &str, message: &str) {
    let said = after(from, to);
    assert!(said.iter().any(|fault| fault.contains(message)), "'{to}' should say '{message}': {said:#?}");
}

#[test]
fn a_fault_names_its_file_and_line() {
    let line = BOOKS[0].1.lines().position(|line| line.starts_with("LIR-12-A-1-b")).map(|index| index + 1);
    let fault = format!("let_it_ride_md.txt:{}: unknown hand 'royal_flash'", line.unwrap());
    assert_eq!(after("LIR-12-A-1-b  straight_flush", "LIR-12-A-1-b  royal_flash"), [fault]);
}

#[test]
fn clauses_must_be_known_used_once_and_of_the_right_kind() {
    refuses("LIR-12-A-1-b", "LIR-12-A-1-z", "LIR-12-A-1-z is not in the clause register");
    refuses("LIR-12-A-1-b", "LIR-12-A-1-c", "LIR-12-A-1-c already has a row at let_it_ride_md.txt:");
    refuses("LIR-12-A-1-b", "CC-12-A-2", "CC-12-A-2 belongs to criss_cross_md");
    refuses("LIR-12-A-1-b", "LIR-12-A", "LIR-12-A is a clause of kind config, expected payout");
    refuses("LIR-12-F-2-a", "LIR-12-H-1", "LIR-12-H-1 is a clause of kind payout, expected config");
}

#[test]
fn rows_must_fit_their_table() {
    refuses("LIR-12-A-1-a  royal_flush          1000 to 1", "LIR-12-A-1-a  royal_flush  1000 for 1", "pays for 1");
    refuses("LIR-12-B-1-i  pair_tens_or_better  $2", "LIR-12-B-1-i  pair_tens_or_better  2 to 1", "a dollar amount");
    refuses("LIR-12-C-1-e  pair_3", "LIR-12-C-1-e  two_pair", "two_pair is a hand of 5 cards");
    refuses("LIR-12-E-2-e  straight_3", "LIR-12-E-2-e  straight", "not judged on the same cards");
    refuses("paytable three_card_bonus A", "paytable four_card_bonus A", "no schedule 'four_card_bonus'");
    refuses("100% of prize", "0% of prize", "expected 1% to 100%");
    refuses("10% of main", "101% of main", "expected 1% to 100%");
    refuses("$2,500 ", "$2500 ", "expected whole dollars like $2,500");
}

#[test]
fn rows_must_descend_or_say_that_they_do_not() {
    refuses("straight_flush       200 to 1", "straight_flush  2000 to 1", "pays more than the row above");
    refuses("straight_flush       200 to 1", "straight_flush  1000 to 1", "pays as much as the row above");
    refuses(
        "straight_flush       200 to 1",
        "straight_flush  200 to 1 equal",
        "marked Equal, but its pay is Descending",
    );
    refuses("LIR-12-A-1-b  straight_flush ", "LIR-12-A-1-b  royal_flush ", "already has a row in the table");
    refuses("LIR-12-A-1-c  four_of_a_kind", "LIR-12-A-1-c  flush", "full_house stands below flush");
    refuses(
        "CC-12-D-3-i  $70      $70            out_of_order",
        "CC-12-D-3-i  $70  $70",
        "pays more than the row above",
    );
}

#[test]
fn wheels_must_have_one_jackpot_and_pay_what_they_show() {
    refuses("CC-12-D-1-a  jackpot  100% of prize\n", "", "a wheel with 0 jackpot symbols, expected 1");
    refuses("CC-12-D-1-b  $500     $500", "CC-12-D-1-b  $500  $400", "a segment pays the amount it shows");
    refuses("CC-12-E-1-a  jackpot  100% of main", "CC-12-E-1-a  jackpot  90% of main", "a jackpot pays 100%");
    refuses("CC-12-D-9-a-ii   2", "CC-12-D-9-a-ii   3", "tiers [1, 3, 3], expected [1, 2, 3]");
    refuses("$50+$10    $10", "$50+$10    $9", "differs from the second amount");
}

#[test]
fn letters_must_agree_between_blocks() {
    refuses("LIR-12-F-2-d-ii  minor  $250\n", "", "D has meters {\"major\", \"minor\"} and floors for {\"major\"}");
    refuses("floors progressive_payout A\n", "floors let_it_ride A\n", "'let_it_ride' has no meters");
    refuses("envy F $1\n", "envy G $1\n", "expected those of the progressive");
    refuses(
        "LIR-12-J-1-a  royal_flush     $5,000",
        "LIR-12-J-1-a  royal_flush  $4,000",
        "does not scale with the stake",
    );
    refuses("letters $5 G H I", "letters $5 G H", "expected the same letters");
    refuses("paytable let_it_ride B", "paytable let_it_ride A", "'let_it_ride A' already has a block");
    refuses("community_pay B $1", "community_pay C $1", "other letters for another stake");
}

#[test]
fn the_register_must_be_sorted_and_known() {
    let books = BOOKS.map(|(file, text)| (file.to_owned(), text.to_owned()));
    let refused = |from: &str, to: &str| said(&REGISTER.replacen(from, to, 1), &books).join("\n");
    assert!(refused("id,game", "name,game").contains("clauses.csv:1: expected the header"));
    assert!(refused("CAL-paytable-posted,", "CAL-paytable-a,").contains("not after the id before it"));
    assert!(
        refused("CAL-paytable-posted,", "LIR-paytable-posted,").contains("does not begin with its game and chapter")
    );
    assert!(refused(",betting,rule,", ",betting,custom,").contains("unknown kind 'custom'"));
    assert!(refused(",test\n", ",nobody\n").contains("held_by is 'nobody'"));
}
