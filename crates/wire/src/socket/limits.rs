//! How much a socket may send, how long it may lag, and how often it is told.

use std::time::Duration;

/// The longest message the server reads.
pub const MESSAGE_BYTES_MAX: usize = 4_096;
/// How many messages a second the server reads from one socket, on average.
pub const MESSAGES_PER_SECOND: u32 = 50;
/// How many messages a socket may send at once.
pub const MESSAGES_BURST: u32 = 100;
/// How many frames wait for a slow reader before its socket is closed.
pub const FRAMES_WAITING_MAX: usize = 64;
/// How many frames of a table are kept for those who resume.
pub const FRAMES_KEPT: usize = 64;
/// How long a ticket is good.
pub const TICKET_LIFETIME: Duration = Duration::from_secs(30);
/// How long the server waits for `hello`.
pub const HELLO_WITHIN: Duration = Duration::from_secs(10);
/// The least time between two messages of changed tables on the floor's stream.
pub const FLOOR_PAUSE: Duration = Duration::from_millis(250);
