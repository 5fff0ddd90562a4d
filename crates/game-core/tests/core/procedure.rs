//! Table procedure: chapters 3, 4 and 5, the devices of chapters 8 to 10 and 13, and California's deck rules.
//!
//! Scenarios are written in the notation of [`notation`]; each names the clauses it holds, game by game.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a scenario that cannot be read is a failed test"
)]

mod ages;
mod california;
mod decks;
mod devices;
mod idle;
mod notation;
mod opening;
mod properties;
mod reshuffling;
mod shuffle;
mod stub;
mod walk;
