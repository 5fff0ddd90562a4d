//! Streams that are for reading: all they answer is ping.

use super::line::{Incoming, Line};
use super::pace::Pace;
use super::session::End;
use serde::Serialize;
use std::time::Instant;
use wire::problem::{EdgeCode, ProblemCode};
use wire::socket::{CloseCode, ToServer};

/// Answers what came, with the stream's own messages for a pong and for an error.
pub(super) async fn answer<M: Serialize>(
    line: &Line,
    pace: &mut Pace,
    incoming: Incoming,
    pong: impl FnOnce(u64) -> M,
    error: impl FnOnce(ProblemCode, String) -> M,
) -> Result<(), End> {
    if !matches!(incoming, Incoming::Alive) && !pace.permits(Instant::now()) {
        return Err(End::Close(CloseCode::TooManyMessages));
    }
    let message = match incoming {
        Incoming::Alive => return Ok(()),
        Incoming::Binary | Incoming::Long => None,
        Incoming::Text(text) => wire::objects::from_str(&text).ok(),
    };
    let answer = match message {
        Some(ToServer::Ping { nonce }) => pong(nonce),
        Some(ToServer::Hello { .. } | ToServer::Command { .. } | ToServer::Legal {}) | None => {
            error(EdgeCode::InvalidMessage.into(), "This stream is for reading.".to_owned())
        }
    };
    Ok(line.send(&answer).await?)
}
