//! The tests of the wire: what is written is read back, views survive their journey, and the protocol's page tells the truth.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says why")]

mod devices;
#[path = "../../../game-core/tests/core/floor.rs"]
#[expect(dead_code, reason = "the tests of the rules use the rest of it")]
mod floor;
mod messages;
mod page;
mod patches;
mod play;
mod problems;
#[path = "../../../game-core/tests/core/replay.rs"]
mod replay;
mod schemas;
mod views;
