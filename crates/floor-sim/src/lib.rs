//! The simulated floor: dealers, players and floorpersons that talk to a server only over its public interface, and a
//! load generator made of the same.
//!
//! Nobody here knows the server's insides: what may be done is what `legal` offers, what is seen is what the wire brings.

pub mod client;
pub mod dealer;
pub mod demo;
pub mod device;
pub mod dice;
pub mod facility;
pub mod load;
pub mod player;
pub mod progressive;
pub mod script;
pub mod socket;
pub mod stacked;
pub mod tally;

#[cfg(test)]
mod rehearsal;
