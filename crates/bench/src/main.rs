//! Measures Baize's evaluators beside those of other crates, all in one run so that only ratios matter.
#![expect(clippy::print_stdout, reason = "the tables are this program's output")]

mod allocations;
mod enumerations;
mod evaluators;
mod hands;
mod measure;
mod rounds;

/// What is measured, in the order it is printed. A new section is a module and a line here.
const SECTIONS: &[fn()] = &[
    evaluators::five_cards,
    evaluators::six_cards,
    allocations::none_per_evaluation,
    rounds::whole_rounds,
    rounds::settlements,
    enumerations::hands_a_second,
];

fn main() {
    for section in SECTIONS {
        section();
        println!();
    }
}
