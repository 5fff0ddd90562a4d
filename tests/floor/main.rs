//! Whole rounds over the wire, one for each game and dealing method: everybody looks at every step, and nobody sees a
//! card before its time, nor does a log, a metric or a refusal name one.
//!
//! They are played in a process of their own, which logs at every level whatever runs in it.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says why")]

mod capture;
#[expect(dead_code, unused_imports, reason = "these tests need only a part of it")]
#[path = "../house/mod.rs"]
mod house;
mod scenario;
