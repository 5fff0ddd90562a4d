//! One binary for every test of the store, each against a real PostgreSQL.
#![cfg(test)]

mod appending;
mod approvals;
mod cluster;
mod concurrency;
mod contention;
mod devices;
mod floor;
mod guards;
mod history;
mod jackpots;
mod keys;
mod line;
mod meters;
mod migrating;
mod money;
mod outage;
mod people;
mod progressives;
mod random;
mod recovery;
mod sharing;
mod significant;
mod submissions;
mod tables;
mod throughput;
mod together;
mod verifying;
mod wagers;
mod world;
