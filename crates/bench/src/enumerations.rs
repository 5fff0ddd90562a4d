//! How many hands the exact odds enumerate in a second, on all cores.

use game_odds::bench::ENUMERATIONS;
use std::time::Instant;

/// Each enumeration is timed so often, and the middle one counts.
const REPETITIONS: usize = 5;

/// Times every enumeration.
pub(crate) fn hands_a_second() {
    println!("{:<52}{:>14}{:>22}", "Exact enumeration, all cores", "hands", "million hands/s");
    for enumeration in &ENUMERATIONS {
        let mut runs: Vec<(f64, u64)> = (0..REPETITIONS)
            .map(|_| {
                let start = Instant::now();
                let hands = (enumeration.run)();
                (start.elapsed().as_secs_f64(), hands)
            })
            .collect();
        runs.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (seconds, hands) = runs[REPETITIONS / 2];
        println!("  {:<50}{hands:>14}{:>22.1}", enumeration.name, hands as f64 / seconds / 1e6);
    }
}
