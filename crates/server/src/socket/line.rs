//! One socket: what is sent is gathered and goes out in one write, and what comes in is read within limits.

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::SinkExt;
use serde::Serialize;
use std::time::{Duration, Instant};
use tokio::time::timeout;
use wire::socket::CloseCode;
use wire::socket::limits::MESSAGE_BYTES_MAX;

/// A message longer than this is not even read to its end: the socket is closed. One that is merely longer than the
/// protocol permits is answered.
pub(super) const MESSAGE_MAX: usize = 64 * 1024;

/// How long the other end has to take its leave.
const FAREWELL: Duration = Duration::from_secs(1);

/// What is read at once; a client's messages are short.
pub(super) const READ_BUFFER: usize = 2 * 1024;

/// What is gathered before it is written anyway.
pub(super) const WRITE_BUFFER: usize = 32 * 1024;

/// The most that may be gathered.
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
    socket: WebSocket,
    pub(super) heard: Instant,
    /// How long a write may wait for the other end to read.
    patience: Duration,
}

impl Line {
    pub(super) fn new(socket: WebSocket, patience: Duration) -> Self {
        Self { socket, heard: Instant::now(), patience }
    }

    /// The next message.
    pub(super) async fn receive(&mut self) -> Result<Incoming, Gone> {
        let message = self.socket.recv().await.ok_or(Gone)?.map_err(|_| Gone)?;
        self.heard = Instant::now();
        match message {
            Message::Text(text) if text.len() > MESSAGE_BYTES_MAX => Ok(Incoming::Long),
            Message::Text(text) => Ok(Incoming::Text(text)),
            Message::Binary(_) => Ok(Incoming::Binary),
            Message::Ping(_) | Message::Pong(_) => Ok(Incoming::Alive),
            Message::Close(_) => Err(Gone),
        }
    }

    /// Gathers a text that is ready to go out. It may wait for the other end to read.
    pub(super) async fn feed_text(&mut self, text: Utf8Bytes) -> Result<(), Gone> {
        self.socket.feed(Message::Text(text)).await.map_err(|_| Gone)
    }

    /// Gathers a message.
    pub(super) async fn feed(&mut self, message: &impl Serialize) -> Result<(), Gone> {
        let text = serde_json::to_string(message).map_err(|_| Gone)?;
        self.feed_text(text.into()).await
    }

    /// Writes out what was gathered. It may wait for the other end to read.
    pub(super) async fn flush(&mut self) -> Result<(), Gone> {
        self.socket.flush().await.map_err(|_| Gone)
    }

    /// Sends a message now.
    pub(super) async fn send(&mut self, message: &impl Serialize) -> Result<(), Gone> {
        let text = serde_json::to_string(message).map_err(|_| Gone)?;
        let sent = timeout(self.patience, self.socket.send(Message::Text(text.into()))).await;
        sent.map_err(|_| Gone)?.map_err(|_| Gone)
    }

    pub(super) async fn ping(&mut self) -> Result<(), Gone> {
        let sent = timeout(self.patience, self.socket.send(Message::Ping(axum::body::Bytes::new()))).await;
        sent.map_err(|_| Gone)?.map_err(|_| Gone)
    }

    /// Closes the socket, saying why.
    pub(super) async fn close(mut self, code: CloseCode) {
        let frame = CloseFrame { code: code.number(), reason: Utf8Bytes::default() };
        let farewell = async {
            self.socket.send(Message::Close(Some(frame))).await?;
            // A connection that is dropped while something unread waits is reset, and the reason is lost on the way.
            while self.socket.recv().await.is_some_and(|message| message.is_ok()) {}
            Ok::<(), axum::Error>(())
        };
        // The other end may be gone already.
        let _ = timeout(FAREWELL, farewell).await;
    }
}
