//! Tests that look at the whole project rather than at one crate, most of them at a running server.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says why")]

mod abuse;
mod devices;
mod house;
mod installing;
mod operations;
mod rest;
mod runner;
mod sockets;
mod tidy;
