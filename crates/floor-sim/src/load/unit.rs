//! One device under load: it does what it is told, and what it has to report waits for its turn.

use crate::client::connect;
use crate::device::{Behaviour, DeviceError, Memory, clock};
use crate::dice::Dice;
use crate::socket::{SocketError, Stream, open_device};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::collections::VecDeque;
use std::time::Instant;
use tokio_tungstenite::tungstenite::Message;
use wire::device::{Instruction, Report, ServerCommand, ToDevice};

/// A message that was sent and not answered yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sent {
    sequence: u64,
    /// What it was about.
    pub(super) kind: &'static str,
    /// When it was its turn.
    pub(super) due: Instant,
}

/// A device under load.
#[derive(Debug)]
pub(super) struct Unit {
    memory: Memory,
    behaviour: Behaviour,
    out: SplitSink<Stream, Message>,
    /// What it has to say, the next thing first.
    pub(super) reports: VecDeque<Report>,
    sent: VecDeque<Sent>,
    pub(super) spoke: Instant,
}

/// What a device hears.
pub(super) type Ear = SplitStream<Stream>;

impl Unit {
    /// Connects a device and says hello, which is answered among all the rest.
    pub(super) async fn open(host: &str, memory: Memory, dice: Dice) -> Result<(Self, Ear), DeviceError> {
        let stream = connect(host).await.map_err(SocketError::from)?;
        let (out, ear) = open_device(host, stream).await?.split();
        let (behaviour, spoke) = (Behaviour::new(memory.kind, dice), Instant::now());
        let mut unit = Self { memory, behaviour, out, reports: VecDeque::new(), sent: VecDeque::new(), spoke };
        unit.reports.push_back(unit.memory.hello());
        unit.speak(spoke).await?;
        Ok((unit, ear))
    }

    /// Sends what it has to say, or a sign of life.
    pub(super) async fn speak(&mut self, due: Instant) -> Result<(), DeviceError> {
        let report = self.reports.pop_front().unwrap_or_else(|| self.memory.heartbeat());
        let message = self.memory.sign(clock(), &report)?;
        self.sent.push_back(Sent { sequence: message.sequence, kind: report.kind().name(), due });
        self.spoke = Instant::now();
        let text = serde_json::to_string(&message).map_err(SocketError::from)?;
        Ok(self.out.send(Message::text(text)).await.map_err(SocketError::from)?)
    }

    /// Carries a command out: what there is to report, and that it was done, is said in turn.
    pub(super) fn obey(&mut self, command: &ServerCommand) -> Result<(), DeviceError> {
        command.verify(&self.memory.server_key).map_err(|_| DeviceError::Forged)?;
        let instruction: Option<Instruction> = command.instruction();
        self.reports.extend(instruction.iter().flat_map(|told| self.behaviour.obey(told, None)));
        self.reports.push_back(Report::Acknowledged { number: command.number, done: instruction.is_some() });
        Ok(())
    }

    /// The message that this is the answer to; a device is answered in the order of what it said.
    pub(super) fn answered(&mut self, sequence: u64) -> Option<Sent> {
        self.sent.pop_front_if(|sent| sent.sequence == sequence)
    }

    /// How many messages wait for their answers.
    pub(super) fn waiting(&self) -> usize {
        self.sent.len()
    }
}

/// The next message to a device; none when the line has ended.
pub(super) async fn hear(ear: &mut Ear) -> Option<Result<ToDevice, DeviceError>> {
    loop {
        match ear.next().await? {
            Ok(Message::Text(text)) => {
                return Some(serde_json::from_str(&text).map_err(|error| SocketError::from(error).into()));
            }
            Ok(Message::Close(_)) => return None,
            Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {}
            Err(error) => return Some(Err(SocketError::from(error).into())),
        }
    }
}
