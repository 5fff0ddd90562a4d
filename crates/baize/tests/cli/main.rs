//! The commands as a person runs them: one binary for all of their tests.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says why")]

mod admin;
mod adoption;
mod configuration;
mod crash;
mod devices;
mod drain;
mod jackpot;
mod many_tables;
mod odds;
mod outage;
mod place;
mod process;
mod race;
mod secrets;
mod settle;
mod shuffle;
mod simulated;
mod slips;
mod stage;
