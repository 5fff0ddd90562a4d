//! Tests that look at the whole project rather than at one crate.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on says why")]

mod tidy;
