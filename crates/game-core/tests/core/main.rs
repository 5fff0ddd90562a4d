//! The rules engine seen from outside: one binary for all of its tests.
#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on says why")]

mod adoption;
mod arbitrary;
mod chips;
mod floor;
mod golden;
mod hands;
mod inventory;
mod journal;
mod money;
mod paytables;
mod plain;
mod procedure;
mod properties;
mod replay;
mod settle;
mod submission;
mod traceability;
mod virtual_shoe;
