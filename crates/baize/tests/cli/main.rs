//! The commands as a person runs them: one binary for all of their tests.

mod odds;
mod settle;
