//! Random tests that can be tried again as they were, and leave nothing behind.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngSeed, TestRunner};

/// The same with a seed that is told where a test fails: that of `PROPTEST_RNG_SEED`, or a new one.
pub(crate) fn replayable(mut config: ProptestConfig) -> ProptestConfig {
    let seed = match config.rng_seed {
        RngSeed::Fixed(seed) => seed,
        RngSeed::Random => any::<u64>().new_tree(&mut TestRunner::default()).unwrap().current(),
    };
    eprintln!("to try the same again: PROPTEST_RNG_SEED={seed}");
    (config.rng_seed, config.failure_persistence) = (RngSeed::Fixed(seed), None);
    config
}
