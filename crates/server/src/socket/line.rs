//! One socket: what is sent is gathered and goes out in one write, and what comes in is read within limits.

use super::outlet::Outlet;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::timeout;
use wire::socket::CloseCode;
use wire::socket::limits::MESSAGE_BYTES_MAX;

/// A message longer than this is not even read to its end: the socket is closed. One that is merely longer than the
/// protocol permits is answered.
pub(super) const MESSAGE_MAX: usize = 64 * 1024;

/// What is read at once; a client's messages are short.
pub(super) const READ_BUFFER: usize = 2 * 1024;

/// What is gathered before it is written anyway.
pub(super) const WRITE_BUFFER: usize = 32 * 1024;

/// The most that may be gathered; whoever lets more wait is too slow.
pub(super) const WRITE_BUFFER_MAX: usize = 1024 * 1024;

/// The line is gone; there is nobody to tell.
#[derive(Debug)]
pub(super) struct Gone;

/// What came in.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message.
    Text(Utf8Bytes),
    /// A message that is not text.
    Binary,
    /// A message that is too long.
    Long,
    /// A sign of life.
    Alive,
}

/// A socket with what is known of its other end.
pub(super) struct Line {
    pub(super) outlet: Arc<Outlet>,
    pub(super) heard: Instant,
    /// How long a write may wait for the other end to read.
    patience: Duration,
    /// How long the other end has to take its leave.
    farewell: Duration,
}

impl Line {
    pub(super) fn new(socket: WebSocket, patience: Duration, farewell: Duration) -> Self {
        Self { outlet: Arc::new(Outlet::new(socket)), heard: Instant::now(), patience, farewell }
    }

    /// The next message.
    pub(super) async fn receive(&mut self) -> Result<Incoming, Gone> {
        let message = self.outlet.receive().await.ok_or(Gone)?.map_err(|_| Gone)?;
        self.heard = Instant::now();
        match message {
            Message::Text(text) if text.len() > MESSAGE_BYTES_MAX => Ok(Incoming::Long),
            Message::Text(text) => Ok(Incoming::Text(text)),
            Message::Binary(_) => Ok(Incoming::Binary),
            Message::Ping(_) | Message::Pong(_) => Ok(Incoming::Alive),
            Message::Close(_) => Err(Gone),
        }
    }

    /// Gathers a message.
    pub(super) fn feed(&self, message: &impl Serialize) -> Result<(), Gone> {
        let text = serde_json::to_string(message).map_err(|_| Gone)?;
        self.outlet.feed(Message::Text(text.into())).map_err(|_| Gone)
    }

    /// Writes out what was gathered.
    pub(super) async fn flush(&self) -> Result<(), Gone> {
        timeout(self.patience, self.outlet.flush()).await.map_err(|_| Gone)?.map_err(|_| Gone)
    }

    /// Sends a message now.
    pub(super) async fn send(&self, message: &impl Serialize) -> Result<(), Gone> {
        self.feed(message)?;
        self.flush().await
    }

    pub(super) async fn ping(&self) -> Result<(), Gone> {
        self.outlet.feed(Message::Ping(Bytes::new())).map_err(|_| Gone)?;
        self.flush().await
    }

    /// Closes the socket, saying why.
    pub(super) async fn close(self, code: CloseCode) {
        let frame = CloseFrame { code: code.number(), reason: Utf8Bytes::default() };
        let farewell = async {
            self.outlet.feed(Message::Close(Some(frame)))?;
            self.outlet.flush().await?;
            // A connection that is dropped while something unread waits is reset, and the reason is lost on the way.
            while self.outlet.receive().await.is_some_and(|message| message.is_ok()) {}
            Ok::<(), axum::Error>(())
        };
        // The other end may be gone already.
        let _ = timeout(self.farewell, farewell).await;
    }
}
