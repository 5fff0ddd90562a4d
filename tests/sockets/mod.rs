//! Sockets as terminals, displays and the floor's screens use them.

mod answers;
mod following;
mod handshakes;
mod limits;
mod resuming;
mod watcher;

pub(crate) use watcher::{Heard, Stream, Watcher, dial, dial_device, greet, hear, hear_text, ticket};
