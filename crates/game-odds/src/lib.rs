//! The exact mathematics of the four games: par sheets, best play and hand frequencies, by enumeration through
//! `game-core`'s own hands and paytables, so that what is certified is what runs.
//!
//! Figures are ratios of integers over equally likely deals; nothing is sampled and nothing is rounded until it is
//! shown. [`catalogue::sheets`] makes any par sheet, [`submission::sheets`] those of a Rules Submission, and
//! [`strategy::BestPlay`] decides for simulated players.

pub mod bench;
pub mod catalogue;
pub mod classes;
pub mod criss_cross;
pub mod let_it_ride;
pub mod library;
pub mod progressive;
pub mod ratio;
pub mod sheet;
pub mod side;
pub mod strategy;
pub mod stud235;
pub mod submission;
pub mod tally;
pub mod wheel;

mod category;
mod counts;
mod digest;
mod lines;
mod par;

pub use catalogue::Request;
pub use library::{Library, recompute_criss_cross};
pub use ratio::Ratio;
pub use sheet::Sheet;
pub use submission::{Warning, warnings};
