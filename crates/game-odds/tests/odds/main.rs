//! Checks of the whole crate: committed data, a subset of Criss Cross by hand, and the real engine in the long run.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that cannot go on says why, and one that does shows what it saw"
)]

mod engine;
mod random;
mod stored;
mod subset;
mod table;
