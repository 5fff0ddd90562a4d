//! WebSocket messages, named by destination. Every message is one text frame with one JSON object, told by its `type`.

mod close;
mod frame;
mod glance;
pub mod limits;
mod to_floor;
mod to_progressives;
mod to_server;
mod to_terminal;

pub use close::CloseCode;
pub use frame::{PublicPart, Welcome, frame_text, welcome_text};
pub use glance::Glance;
pub use to_floor::ToFloor;
pub use to_progressives::{DisplayedLevel, DisplayedProgressive, ToProgressives};
pub use to_server::{Resume, ToServer};
pub use to_terminal::{By, Entry, Protocol, ToTerminal};

/// The subprotocol a client names in its handshake.
pub const SUBPROTOCOL: &str = "baize.v1";
