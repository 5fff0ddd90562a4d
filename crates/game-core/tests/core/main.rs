//! The rules engine seen from outside: one binary for all of its tests.

mod arbitrary;
mod floor;
mod golden;
mod hands;
mod paytables;
mod plain;
mod procedure;
mod properties;
mod settle;
mod submission;
mod traceability;
