//! Simulated devices: shoes, shufflers, wager sensors, wheels and displays that speak the device protocol and nothing else.
//!
//! What a device is told to do it does, unless its script has it fail. A session can be captured and sent again.

mod behaviour;
mod enrol;
mod line;
mod memory;
mod screen;
mod script;
mod sensor;
mod shoe;

pub(crate) use behaviour::Behaviour;
pub(crate) use enrol::seed;
pub use enrol::{enrol, equip, firmware, prepare};
pub use line::replay;
pub use memory::{Memory, MemoryError};
pub use script::{Mishap, Script, Unscripted};
pub(crate) use sensor::SENSED;
pub use sensor::{Chips, NoHabit, WagerHabit};

use crate::dice::Dice;
use crate::socket::SocketError;
use game_core::game::Seat;
use line::Line;
use screen::Screen;
use std::io::Write;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;
use tokio::time::Instant;
use wire::device::{
    DeviceAnswer, DeviceKind, DeviceMessage, DeviceWelcome, Instruction, Outcome, Report, ServerCommand,
};
use wire::problem::{EdgeCode, ProblemCode};
use wire::timestamp::Timestamp;

/// The pause before a device whose line was lost connects again, or says again what the server could not take.
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
    /// What went wrong with the cards that the server has not answered for yet.
    wrong: Option<Mishap>,
    capture: Option<std::fs::File>,
    /// A display's.
    screen: Option<Screen>,
    /// What the server said when it let the device in last, and when.
    welcome: Option<(DeviceWelcome, Instant)>,
}

/// What became of a message that the server has heard.
enum Heard {
    Answered(DeviceAnswer),
    /// It was not taken, and is taken back: the server wants a hello first.
    HelloFirst,
}

/// What a device that has nothing to say does next.
enum Next {
    Obey(ServerCommand),
    /// Something happens to it by itself.
    Happen,
    Beat,
}

/// The device's clock.
pub(crate) fn clock() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(game_core::game::Millis(u64::try_from(since.as_millis()).unwrap_or(0)))
}

impl Device {
    /// A device that will speak to the server at `host:port`, and goes on where its memory ends.
    #[must_use]
    pub fn new(host: &str, memory: Memory, script: Script, dice: Dice) -> Self {
        let mut behaviour = Behaviour::new(memory.kind, dice);
        behaviour.go_on(memory.insides());
        Self {
            host: host.to_owned(),
            memory,
            behaviour,
            script,
            wrong: None,
            capture: None,
            screen: None,
            welcome: None,
        }
    }

    /// The same, where somebody stacked the shoe of a Let It Ride table for a seat: a great hand comes up there now and then.
    #[must_use]
    pub const fn stacked(mut self, seat: Seat) -> Self {
        self.behaviour.stack(seat);
        self
    }

    /// The same, where patrons have these habits of placing wagers on a sensor's spots.
    #[must_use]
    pub fn sensing(mut self, habits: Vec<WagerHabit>) -> Self {
        self.behaviour.sense(habits);
        self
    }

    /// The same, where patrons take so long before they place a wager on a sensor's spot.
    #[must_use]
    pub const fn at_pace(mut self, pace: Duration) -> Self {
        self.behaviour.take_time(pace);
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
        if self.memory.kind == DeviceKind::Display {
            self.screen = Some(Screen::new(|line| tracing::info!("shows {line}")));
        }
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
        let mut line = Line::open(&self.host).await?;
        let beat = self.come_in(&mut line).await?;
        tracing::info!(kind = self.memory.kind.name(), server = self.host, heartbeat = ?beat, "the server lets the device in");
        loop {
            self.say_everything(&mut line).await?;
            match self.next(&mut line, Instant::now() + beat).await? {
                Next::Obey(command) => self.obey(&mut line, &command).await?,
                Next::Happen => {
                    let happened = self.behaviour.happen().into_iter().collect();
                    self.memory.say(happened, self.behaviour.insides())?;
                }
                Next::Beat => self.memory.say(vec![self.memory.heartbeat()], self.behaviour.insides())?,
            }
        }
    }

    /// Says again what was not answered on an earlier line, unless that was the hello itself, and hello; answers with how often
    /// the device should be heard of.
    async fn come_in(&mut self, line: &mut Line) -> Result<Duration, DeviceError> {
        let unanswered = match self.memory.unanswered() {
            Some(message) => Some(self.deliver(line, message).await?),
            None => None,
        };
        let welcome = match unanswered {
            Some(Heard::Answered(DeviceAnswer { welcome: Some(welcome), .. })) => welcome,
            Some(Heard::Answered(_) | Heard::HelloFirst) | None => {
                let hello = self.memory.compose(clock(), &self.memory.hello())?;
                match self.deliver(line, hello).await? {
                    Heard::Answered(DeviceAnswer { welcome: Some(welcome), .. }) => welcome,
                    Heard::Answered(_) | Heard::HelloFirst => return Err(SocketError::Closed(None).into()),
                }
            }
        };
        self.welcome = Some((welcome, Instant::now()));
        self.stay_lit();
        Ok(Duration::from_millis(welcome.heartbeat_ms) / 2)
    }

    async fn next(&self, line: &mut Line, beat: Instant) -> Result<Next, DeviceError> {
        let due = self.behaviour.due();
        tokio::select! {
            // What happens by itself waits for the commands that are here already.
            biased;
            command = line.command() => Ok(Next::Obey(command?)),
            () = tokio::time::sleep_until(due.unwrap_or(beat)), if due.is_some() => Ok(Next::Happen),
            () = tokio::time::sleep_until(beat) => Ok(Next::Beat),
        }
    }

    /// Carries a command out: what there is to report of it, and that it was done, is said from the memory, so that it is never
    /// carried out twice. One that was carried out before is only acknowledged.
    async fn obey(&mut self, line: &mut Line, command: &ServerCommand) -> Result<(), DeviceError> {
        command.verify(&self.memory.server_key).map_err(|_| DeviceError::Forged)?;
        let instruction = command.instruction();
        let acknowledged = Report::Acknowledged { number: command.number, done: instruction.is_some() };
        if self.memory.knows(command.number) {
            return Ok(self.memory.say(vec![acknowledged], self.behaviour.insides())?);
        }
        tracing::info!(number = command.number, body = command.body, "told to {}", command.kind);
        let mishap = instruction.as_ref().and_then(|told| self.script.next(|mishap| self.behaviour.can(told, mishap)));
        if let Some(mishap) = mishap {
            tracing::warn!(number = command.number, "as scripted: {mishap:?}");
            self.wrong = mishap.is_of_cards().then_some(mishap);
        }
        let mut reports = instruction.as_ref().map(|told| self.behaviour.obey(told, mishap)).unwrap_or_default();
        reports.push(acknowledged);
        self.memory.say(reports, self.behaviour.insides())?;
        if let (Some(screen), Some(Instruction::Show { table, round, meters })) = (&self.screen, &instruction)
            && !self.is_old(command)
        {
            screen.show(table, *round, meters);
        }
        if let Some(Mishap::Silence(pause)) = mishap {
            self.say_everything(line).await?;
            tokio::time::sleep(pause).await;
        }
        Ok(())
    }

    /// Whether a command was on its way for so long that nothing in it holds any more, by the server's own clock.
    fn is_old(&self, command: &ServerCommand) -> bool {
        self.welcome.is_some_and(|(welcome, at)| {
            let now = u128::from(welcome.time.0.0) + at.elapsed().as_millis();
            now.saturating_sub(u128::from(command.time.0.0)) > u128::from(welcome.silence_ms)
        })
    }

    /// Says all there is to say, one thing after the other.
    async fn say_everything(&mut self, line: &mut Line) -> Result<(), DeviceError> {
        while let Some(message) = self.memory.next(clock())? {
            if let Heard::HelloFirst = self.deliver(line, message).await? {
                // A hello begins a new line.
                return Err(SocketError::Closed(None).into());
            }
        }
        Ok(())
    }

    /// Sends a message until the server has dealt with it; whatever breaks the line in between leaves it in the memory.
    async fn deliver(&mut self, line: &mut Line, message: DeviceMessage) -> Result<Heard, DeviceError> {
        let text = serde_json::to_string(&message).map_err(SocketError::from)?;
        loop {
            if let Some(file) = &mut self.capture {
                writeln!(file, "{text}")?;
            }
            let answer = line.ask(message.sequence, text.clone()).await?;
            match (answer.outcome, answer.code) {
                (Outcome::NotTaken, Some(ProblemCode::Edge(code))) if code.is_passing() => {
                    tracing::warn!(device = %message.device, kind = message.kind, code = code.name(), "said again in a moment");
                    tokio::time::sleep(PAUSE).await;
                }
                (Outcome::NotTaken, Some(ProblemCode::Edge(EdgeCode::HelloExpected | EdgeCode::SequenceGap))) => {
                    self.memory.take_back()?;
                    return Ok(Heard::HelloFirst);
                }
                (Outcome::NotTaken, code) => {
                    return Err(DeviceError::Refused(code.map_or("no reason", ProblemCode::name).to_owned()));
                }
                (Outcome::Accepted | Outcome::Refused, code) => {
                    self.settle(&message, code)?;
                    return Ok(Heard::Answered(answer));
                }
            }
        }
    }

    /// A message was answered. What the server had heard and stopped before it did anything about is said again.
    fn settle(&mut self, message: &DeviceMessage, refused: Option<ProblemCode>) -> Result<(), DeviceError> {
        self.stay_lit();
        if let Some(code) = refused {
            tracing::info!(device = %message.device, kind = message.kind, %code, "refused");
        }
        if refused == Some(ProblemCode::Edge(EdgeCode::Interrupted)) {
            return Ok(self.memory.say_again()?);
        }
        let report = message.report().ok();
        let of_cards = report.as_ref().is_some_and(|report| report.kind().has_cards());
        if let Some(wrong) = self.wrong.take_if(|_| of_cards)
            && refused.is_some()
        {
            // The round was over before the cards came: nobody has seen what was wrong with them.
            self.script.again(wrong);
        }
        let follows = report.and_then(|report| self.behaviour.answered(&report, refused));
        Ok(self.memory.answered(follows, self.behaviour.insides())?)
    }

    /// The server was heard of: what a display shows is good for a while.
    fn stay_lit(&self) {
        if let (Some(screen), Some((welcome, _))) = (&self.screen, &self.welcome) {
            screen.heard(Duration::from_millis(welcome.silence_ms));
        }
    }
}

#[cfg(test)]
mod tests;
