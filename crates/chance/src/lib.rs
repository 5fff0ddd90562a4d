//! Everything that is drawn: the order of a virtual shoe, the stop of a prize wheel, the Hot Spot. Nothing else in the
//! project draws, and nothing here is known to the rules: a draw reaches a table as the command a device would send.
//!
//! Nobody can choose a seed. A generator that fails a check draws nothing more, and says so with a [`Fault`].

mod fault;
mod generator;
mod known_answer;
mod scale;
mod shuffle;
mod verify;
pub mod wheel;

pub use fault::Fault;
pub use generator::Generator;
pub use known_answer::known_answer;
pub use shuffle::{NotADeck, Shuffle};
pub use verify::{Mismatch, verify};
