//! The edges of the house: REST, WebSocket, identity and permission, devices and metrics. Rules live in `game-core`,
//! tables in `table-host`, SQL in `store`; here requests become commands, and commits become frames.

pub mod app;
mod approvals;
pub mod clock;
mod commands;
pub mod config;
mod devices;
pub mod facility;
mod gallery;
pub mod health;
mod history;
mod http;
pub mod identity;
mod listen;
mod metrics;
mod money;
mod openapi;
mod pacing;
mod pages;
mod people;
mod plane;
mod play;
mod problem;
mod progressives;
pub mod register;
#[cfg(test)]
#[path = "../../game-core/tests/core/replay.rs"]
mod replay;
mod request;
mod rest;
mod schedules;
pub mod settings;
mod socket;
mod start;
mod submissions;
mod summary;
pub mod system;
mod tables;
mod terminals;
mod tickets;
mod watch;

pub use config::{Config, Limits};
pub use devices::Wheels;
pub use http::router;
pub use listen::TlsError;
pub use openapi::{openapi, openapi_yaml};
pub use start::{ServeError, Server};
