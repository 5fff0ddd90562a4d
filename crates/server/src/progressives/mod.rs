//! Progressives: what displays show of them, and the controller that takes a wager off the felt while its meter or its wheel
//! cannot be played for.

mod board;
mod change;
mod controller;
mod told;

pub(crate) use board::{Board, Seen, VALID_FOR, look_after};
pub(crate) use change::{carry_out, disable, join, propose};
pub(crate) use told::{displayed, jackpot, told};
