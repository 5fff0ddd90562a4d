//! Simulated devices: shoes, shufflers, wager sensors, wheels and displays that speak the device protocol and nothing else.
//!
//! What a device is told to do it does, unless its script has it fail. A session can be captured and sent again.

mod behaviour;
mod enrol;
mod memory;
mod script;

pub(crate) use behaviour::Behaviour;
pub(crate) use enrol::seed;
pub use enrol::{enrol, equip, firmware, prepare};
pub use memory::{Memory, MemoryError};
pub use script::{Mishap, Script, Unscripted};

use crate::client::connect;
use crate::dice::Dice;
use crate::socket::{SocketError, Stream, open_device};
use futures_util::{SinkExt, StreamExt};
use game_core::game::Seat;
use std::io::Write;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Message;
use wire::device::{DeviceMessage, Outcome, Report, ServerCommand, ToDevice};
use wire::timestamp::Timestamp;

/// The pause before a device whose line was lost connects again.
const PAUSE: Duration = Duration::from_millis(500);

/// Why a device cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum DeviceError {
    /// The line is gone.
    #[error(transparent)]
    Socket(#[from] SocketError),
    /// Its memory cannot be read or written.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The server does not let it in.
    #[error("the server does not let the device in: {0}")]
    Refused(String),
    /// A command is not the server's.
    #[error("a command is not signed by the server")]
    Forged,
    /// A session cannot be captured or read.
    #[error("the capture: {0}")]
    Capture(#[from] std::io::Error),
}

/// A simulated device.
#[derive(Debug)]
pub struct Device {
    host: String,
    memory: Memory,
    behaviour: Behaviour,
    script: Script,
    capture: Option<std::fs::File>,
}

/// The device's clock.
pub(crate) fn clock() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(game_core::game::Millis(u64::try_from(since.as_millis()).unwrap_or(0)))
}

impl Device {
    /// A device that will speak to the server at `host:port`.
    #[must_use]
    pub fn new(host: &str, memory: Memory, script: Script, dice: Dice) -> Self {
        let behaviour = Behaviour::new(memory.kind, dice);
        Self { host: host.to_owned(), memory, behaviour, script, capture: None }
    }

    /// The same, where somebody stacked the shoe of a Let It Ride table for a seat: a great hand comes up there now and then.
    #[must_use]
    pub const fn stacked(mut self, seat: Seat) -> Self {
        self.behaviour.stack(seat);
        self
    }

    /// The same, which writes every message it sends to a file, one a line.
    #[must_use]
    pub fn capturing(mut self, file: std::fs::File) -> Self {
        self.capture = Some(file);
        self
    }

    /// Works until told to stop; a line that breaks is opened again.
    ///
    /// # Errors
    /// When the server does not let the device in, or its memory cannot be written.
    pub async fn run(mut self, mut stop: watch::Receiver<bool>) -> Result<(), DeviceError> {
        while !*stop.borrow() {
            let worked = tokio::select! {
                worked = self.work() => worked,
                _ = stop.wait_for(|stop| *stop) => return Ok(()),
            };
            match worked {
                Err(DeviceError::Socket(error)) => {
                    tracing::warn!(device = %self.memory.device, %error, "a device's line is away");
                    tokio::time::sleep(PAUSE).await;
                }
                Err(error) => return Err(error),
                Ok(()) => {}
            }
        }
        Ok(())
    }

    /// One connection, from hello to its end.
    async fn work(&mut self) -> Result<(), DeviceError> {
        let stream = connect(&self.host).await.map_err(SocketError::from)?;
        let mut line = Line { stream: open_device(&self.host, stream).await?, waiting: Vec::new() };
        let hello = self.memory.hello();
        let welcome = self.say(&mut line, hello).await?;
        let beat = welcome.unwrap_or(Duration::from_secs(5)) / 2;
        tracing::info!(kind = self.memory.kind.name(), server = self.host, heartbeat = ?beat, "the server lets the device in");
        loop {
            let command = match line.waiting.pop() {
                Some(command) => Some(command),
                None => tokio::select! {
                    command = line.command() => Some(command?),
                    () = tokio::time::sleep(beat) => None,
                },
            };
            match command {
                Some(command) => self.obey(&mut line, &command).await?,
                None => {
                    let beat = self.memory.heartbeat();
                    self.say(&mut line, beat).await?;
                }
            }
        }
    }

    /// Carries a command out, and says so. One that was carried out before is only acknowledged.
    async fn obey(&mut self, line: &mut Line, command: &ServerCommand) -> Result<(), DeviceError> {
        command.verify(&self.memory.server_key).map_err(|_| DeviceError::Forged)?;
        if command.number > self.memory.last_command {
            let instruction = command.instruction();
            let mishap = self.script.next();
            tracing::info!(number = command.number, body = command.body, "told to {}", command.kind);
            if let Some(mishap) = mishap {
                tracing::warn!(number = command.number, "as scripted: {mishap:?}");
            }
            let reports = instruction.map(|told| self.behaviour.obey(&told, mishap)).unwrap_or_default();
            for report in reports {
                self.say(line, report).await?;
            }
            self.memory.carried_out(command.number)?;
            if let Some(Mishap::Silence(pause)) = mishap {
                tokio::time::sleep(pause).await;
            }
        }
        let done = command.instruction().is_some();
        self.say(line, Report::Acknowledged { number: command.number, done }).await?;
        Ok(())
    }

    /// Says something and waits for its answer. The answer to hello tells how often the device must be heard of.
    async fn say(&mut self, line: &mut Line, report: Report) -> Result<Option<Duration>, DeviceError> {
        let message = self.memory.sign(clock(), &report)?;
        let text = serde_json::to_string(&message).map_err(SocketError::from)?;
        if let Some(file) = &mut self.capture {
            writeln!(file, "{text}")?;
        }
        line.stream.send(Message::text(text)).await.map_err(SocketError::from)?;
        loop {
            match line.next().await? {
                ToDevice::Answer(answer) if answer.sequence == message.sequence => {
                    if answer.outcome == Outcome::NotTaken {
                        let code = answer.code.map_or("no reason", wire::problem::ProblemCode::name);
                        return Err(DeviceError::Refused(code.to_owned()));
                    }
                    if let Some(code) = answer.code {
                        tracing::info!(device = %message.device, kind = message.kind, %code, "refused");
                    }
                    return Ok(answer.welcome.map(|welcome| Duration::from_millis(welcome.heartbeat_ms)));
                }
                ToDevice::Answer(_) => {}
                ToDevice::Command(command) => line.waiting.insert(0, command),
                ToDevice::Error { code, message } => {
                    return Err(DeviceError::Refused(format!("{message} ({code})")));
                }
                ToDevice::Closing { code, .. } => return Err(SocketError::Closed(Some(code)).into()),
            }
        }
    }
}

/// A device's line, and commands that came while it waited for an answer.
struct Line {
    stream: Stream,
    waiting: Vec<ServerCommand>,
}

impl Line {
    async fn next(&mut self) -> Result<ToDevice, SocketError> {
        loop {
            match self.stream.next().await.ok_or(SocketError::Closed(None))?? {
                Message::Text(text) => return Ok(serde_json::from_str(&text)?),
                Message::Close(_) => return Err(SocketError::Closed(None)),
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }

    async fn command(&mut self) -> Result<ServerCommand, SocketError> {
        loop {
            match self.next().await? {
                ToDevice::Command(command) => return Ok(command),
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
    let stream = connect(host).await.map_err(SocketError::from)?;
    let mut line = Line { stream: open_device(host, stream).await?, waiting: Vec::new() };
    let mut told = Vec::new();
    for text in captured.lines().filter(|line| !line.is_empty()) {
        let _: DeviceMessage = serde_json::from_str(text).map_err(SocketError::from)?;
        line.stream.send(Message::text(text.to_owned())).await.map_err(SocketError::from)?;
        told.push(line.next().await?);
    }
    Ok(told)
}
