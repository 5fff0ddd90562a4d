//! REST, noun by noun as the routes go.

mod accounts;
mod approvals;
mod commands;
mod events;
mod jackpots;
mod money;
mod operations;
mod permissions;
mod progressives;
mod rounds;
mod rules;
mod seats;
mod sessions;
mod significant;
mod submissions;
mod switches;
mod tables;
mod tickets;
mod training;
mod wheels;
