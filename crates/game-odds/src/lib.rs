//! The exact mathematics of the four games, by enumeration through `game-core`'s own hands and paytables.

pub mod classes;
pub mod let_it_ride;
pub mod ratio;
pub mod side;
pub mod stud235;
pub mod tally;

mod category;
mod counts;
mod lines;
