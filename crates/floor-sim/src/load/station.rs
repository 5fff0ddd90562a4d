//! The devices of a table under load: a shoe, a shuffler and a wager sensor, which together send signed messages at a fixed rate,
//! whatever was answered so far. A turn at which none of them has anything to report is a sign of life.

use super::table::{Window, micros};
use super::unit::{Unit, hear};
use super::{DeviceLoad, LoadError, Place};
use crate::device::{Chips, DeviceError, enrol, seed};
use crate::dice::Dice;
use game_core::game::Seat;
use game_core::wager::Wager;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinSet;
use wire::device::{DeviceAnswer, DeviceKind, Outcome, PublicKey, ToDevice};
use wire::problem::ProblemCode;

/// The devices of a table, the sensor last.
pub(super) const EQUIPMENT: [DeviceKind; 3] = [DeviceKind::Shoe, DeviceKind::Shuffler, DeviceKind::WagerSensor];

/// Seats where a wager is put on its spot and taken off again in every round.
const SENSED: u8 = 3;

/// How long a device may be silent before anything is measured.
const QUIET_MAX: Duration = Duration::from_secs(3);

/// Asks a table's sensor to see wagers come and go; what is sent back says that all of it was answered.
pub(super) type Sensing = mpsc::Sender<oneshot::Sender<()>>;

/// What the devices of a table measured.
#[derive(Debug, Default)]
pub(super) struct Spoken {
    /// Messages answered within the window.
    pub(super) messages: u64,
    /// Those of them that became an entry of the table's journal.
    pub(super) entries: u64,
    /// Those of them that were refused or not taken: what they were about, and why.
    pub(super) refused: BTreeMap<String, u64>,
    /// Messages that were not answered when the window ended.
    pub(super) unanswered: u64,
    /// From a message's turn to its answer, in microseconds.
    pub(super) micros: Vec<u32>,
    pub(super) failure: Option<String>,
}

type Heard = (usize, Option<Result<ToDevice, DeviceError>>);

/// The devices of a table.
#[derive(Debug)]
pub(super) struct Station {
    units: Vec<Unit>,
    heard: mpsc::UnboundedReceiver<Heard>,
    asked: mpsc::Receiver<oneshot::Sender<()>>,
    /// Who waits until the sensor has reported everything, and how many answers are missing.
    sensing: Option<(oneshot::Sender<()>, usize)>,
    /// Whose turn it is when nobody has anything to report.
    turn: usize,
    spoken: Spoken,
    /// What listens ends with the station.
    _ears: JoinSet<()>,
}

impl Station {
    /// Two people enrol the devices of a table, which connect and say hello.
    pub(super) async fn open(
        load: DeviceLoad,
        server_key: PublicKey,
        place: Place,
        mut dice: Dice,
    ) -> Result<(Self, Sensing), LoadError> {
        let (said, heard) = mpsc::unbounded_channel();
        let (sensing, asked) = mpsc::channel(1);
        let (mut units, mut ears) = (Vec::new(), JoinSet::new());
        for (number, kind) in EQUIPMENT.into_iter().enumerate() {
            let two = [&load.administrators[0], &load.administrators[1]];
            let memory = enrol(two, kind, place.table, seed(&mut dice), server_key).await?;
            let (unit, mut ear) = Unit::open(two[0].host(), memory, dice.of(number as u64)).await?;
            units.push(unit);
            let said = said.clone();
            ears.spawn(async move {
                loop {
                    let told = hear(&mut ear).await;
                    let ended = told.is_none();
                    if said.send((number, told)).is_err() || ended {
                        return;
                    }
                }
            });
        }
        let spoken = Spoken::default();
        Ok((Self { units, heard, asked, sensing: None, turn: 0, spoken, _ears: ears }, sensing))
    }

    /// Speaks until the window ends, once every so often from a moment on. Before there is a window only what there is to report
    /// is said, so that tables can be opened in peace.
    pub(super) async fn run(
        mut self,
        first: Instant,
        every: Duration,
        window: watch::Receiver<Option<Window>>,
    ) -> Spoken {
        let worked = self.work(first, every, window).await;
        self.spoken.unanswered = self.units.iter().map(|unit| unit.waiting() as u64).sum();
        self.spoken.failure = worked.err().map(|error| error.to_string());
        self.spoken
    }

    async fn work(
        &mut self,
        first: Instant,
        every: Duration,
        window: watch::Receiver<Option<Window>>,
    ) -> Result<(), DeviceError> {
        // Turns that were missed are made up for: the rate is kept whatever happens.
        let mut turns = tokio::time::interval_at(first.into(), every);
        loop {
            tokio::select! {
                due = turns.tick() => {
                    let window = *window.borrow();
                    if window.is_some_and(|window| window.end <= Instant::now()) {
                        return Ok(());
                    }
                    self.turn(due.into_std(), window.is_some()).await?;
                }
                Some((unit, told)) = self.heard.recv() => {
                    let window = *window.borrow();
                    let told = told.ok_or_else(|| DeviceError::Refused("a device's line has ended".to_owned()))??;
                    self.take(unit, told, window)?;
                }
                Some(done) = self.asked.recv() => self.sense(done),
            }
        }
    }

    /// A turn: whoever has something to report does, or else the next one gives a sign of life.
    async fn turn(&mut self, due: Instant, steady: bool) -> Result<(), DeviceError> {
        let next = (1..=self.units.len()).map(|further| (self.turn + further) % self.units.len());
        let eager = next.clone().find(|unit| !self.units[*unit].reports.is_empty());
        let quiet = |unit: &usize| steady || self.units[*unit].spoke.elapsed() > QUIET_MAX;
        let Some(unit) = eager.or_else(|| next.clone().find(quiet)) else { return Ok(()) };
        self.turn = unit;
        self.units[unit].speak(due).await
    }

    fn take(&mut self, unit: usize, told: ToDevice, window: Option<Window>) -> Result<(), DeviceError> {
        match told {
            ToDevice::Answer(answer) => self.answer(unit, &answer, window),
            ToDevice::Command(command) => self.units[unit].obey(&command),
            ToDevice::Error { message, .. } => Err(DeviceError::Refused(message)),
            ToDevice::Closing { reason, .. } => Err(DeviceError::Refused(reason)),
        }
    }

    fn answer(&mut self, unit: usize, answer: &DeviceAnswer, window: Option<Window>) -> Result<(), DeviceError> {
        let out_of_turn = || DeviceError::Refused(format!("an answer out of turn: {answer:?}"));
        let sent = self.units[unit].answered(answer.sequence).ok_or_else(out_of_turn)?;
        let now = Instant::now();
        if window.is_some_and(|window| window.start <= now && now < window.end) {
            self.spoken.messages += 1;
            self.spoken.entries += u64::from(answer.seq.is_some());
            if answer.outcome != Outcome::Accepted {
                let why = answer.code.map_or("no reason", ProblemCode::name);
                *self.spoken.refused.entry(format!("{} {why}", sent.kind)).or_default() += 1;
            }
            self.spoken.micros.push(micros(sent.due, now));
        }
        if unit + 1 == self.units.len() {
            self.sensed();
        }
        Ok(())
    }

    /// The sensor sees wagers on their spots, and sees them taken off again, so that none is in play.
    fn sense(&mut self, done: oneshot::Sender<()>) {
        let Some(sensor) = self.units.last_mut() else { return };
        let (wager, amount) = (Wager::ProgressivePayout, crate::progressive::STAKE);
        let chips = Seat::first(SENSED).map(|seat| Chips { seat, wager, amount });
        sensor.reports.extend(chips.clone().map(Chips::detected).chain(chips.map(Chips::removed)));
        self.sensing = Some((done, sensor.waiting() + sensor.reports.len()));
    }

    /// Answers to a sensor come in the order of what it said: after so many of them nothing is open.
    fn sensed(&mut self) {
        let Some((done, missing)) = self.sensing.take() else { return };
        if missing > 1 {
            self.sensing = Some((done, missing - 1));
        } else {
            // A table whose time is up does not wait any more.
            let _ = done.send(());
        }
    }
}
