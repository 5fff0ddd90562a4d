//! One binary for the tests that see the crate from outside.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on says why")]

mod commitment;
mod distribution;
mod seeds;
mod statistics;
