//! REST, noun by noun as the routes go.

mod approvals;
mod commands;
mod events;
mod money;
mod operations;
mod permissions;
mod rounds;
mod seats;
mod significant;
mod tables;
mod tickets;
