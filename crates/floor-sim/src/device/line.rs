//! A device's line to the server, and a captured session sent again over one.

use super::DeviceError;
use crate::client::connect;
use crate::socket::{SocketError, Stream, open_device};
use futures_util::{SinkExt, StreamExt};
use std::collections::VecDeque;
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;
use wire::device::{DeviceAnswer, DeviceMessage, ServerCommand, ToDevice};

/// How long an answer may take. The server holds a message for a while when its table recovers.
const ANSWER_MAX: Duration = Duration::from_secs(30);

/// A device's line, and commands that came while it waited for an answer.
pub(super) struct Line {
    stream: Stream,
    waiting: VecDeque<ServerCommand>,
}

impl Line {
    pub(super) async fn open(host: &str) -> Result<Self, SocketError> {
        let stream = connect(host).await?;
        Ok(Self { stream: open_device(host, stream).await?, waiting: VecDeque::new() })
    }

    /// Sends a message and waits for its answer.
    pub(super) async fn ask(&mut self, sequence: u64, text: String) -> Result<DeviceAnswer, DeviceError> {
        self.stream.send(Message::text(text)).await.map_err(SocketError::from)?;
        let answered = tokio::time::timeout(ANSWER_MAX, self.answer(sequence)).await;
        answered.unwrap_or(Err(SocketError::Closed(None).into()))
    }

    async fn answer(&mut self, sequence: u64) -> Result<DeviceAnswer, DeviceError> {
        loop {
            match self.next().await? {
                ToDevice::Answer(answer) if answer.sequence == sequence => return Ok(answer),
                ToDevice::Answer(_) => {}
                ToDevice::Command(command) => self.waiting.push_back(command),
                ToDevice::Error { code, message } => {
                    return Err(DeviceError::Refused(format!("{message} ({code})")));
                }
                ToDevice::Closing { code, .. } => return Err(SocketError::Closed(Some(code)).into()),
            }
        }
    }

    async fn next(&mut self) -> Result<ToDevice, SocketError> {
        loop {
            match self.stream.next().await.ok_or(SocketError::Closed(None))?? {
                Message::Text(text) => return Ok(serde_json::from_str(&text)?),
                Message::Close(_) => return Err(SocketError::Closed(None)),
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }

    /// The next command, one that came while the device waited for an answer first.
    pub(super) async fn command(&mut self) -> Result<ServerCommand, SocketError> {
        loop {
            if let Some(command) = self.waiting.pop_front() {
                return Ok(command);
            }
            match self.next().await? {
                ToDevice::Command(command) => self.waiting.push_back(command),
                ToDevice::Closing { code, .. } => return Err(SocketError::Closed(Some(code))),
                ToDevice::Answer(_) | ToDevice::Error { .. } => {}
            }
        }
    }
}

/// Sends a captured session again, message by message, and answers with what the server said to each.
///
/// # Errors
/// When the capture cannot be read, or the line is lost.
pub async fn replay(host: &str, captured: &str) -> Result<Vec<ToDevice>, DeviceError> {
    let mut line = Line::open(host).await?;
    let mut told = Vec::new();
    for text in captured.lines().filter(|line| !line.is_empty()) {
        let _: DeviceMessage = serde_json::from_str(text).map_err(SocketError::from)?;
        line.stream.send(Message::text(text.to_owned())).await.map_err(SocketError::from)?;
        told.push(line.next().await?);
    }
    Ok(told)
}
