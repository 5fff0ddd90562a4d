//! Every public message of REST and WebSocket as a type, and what a client does with them. Knows nothing of sockets, tasks or SQL.
//!
//! Amounts are integer cents. Moments are RFC 3339 in UTC to the millisecond; inside events, views and actions, which are
//! written as the journal keeps them, they are milliseconds since 1970.

pub mod canonical;
pub mod device;
pub mod hash;
pub mod hex;
pub mod id;
pub mod objects;
pub mod patch;
pub mod problem;
pub mod rendering;
pub mod rest;
pub mod socket;
pub mod step;
pub mod terminal;
pub mod timestamp;
pub mod view;

pub use view::felt_value;

use game_core::rejection::Rejection;
use game_core::values::Values;

/// What would have been accepted, where a refusal says so.
fn accepted(rejection: &Rejection) -> Option<Values> {
    (rejection.accepted != Values::Nothing).then(|| rejection.accepted.clone())
}
