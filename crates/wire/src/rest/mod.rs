//! Bodies and queries of REST, all under `/v1`. What the server reads refuses fields it does not know.

pub mod approvals;
pub mod assignments;
pub mod commands;
pub mod devices;
pub mod events;
pub mod jackpots;
pub mod money;
pub mod people;
pub mod play;
pub mod progressives;
pub mod rounds;
pub mod rules;
pub mod seats;
pub mod significant;
pub mod submissions;
pub mod system;
pub mod tables;
pub mod terminals;
pub mod tickets;
