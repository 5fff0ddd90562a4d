//! What a device does when it is told to, and what happens to it by itself.

use super::script::Mishap;
use super::sensor::{Sensor, WagerHabit};
use super::shoe::{Due, Shoe};
use crate::dice::Dice;
use game_core::game::Seat;
use game_core::procedure::{Back, FULL_DECK};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::time::Instant;
use wire::device::{DeviceKind, Instruction, Report};
use wire::problem::ProblemCode;

/// How long patrons take to place a wager, when nobody says otherwise.
const PACE: Duration = Duration::from_secs(2);

/// What a device has inside, which it still has after its power was away.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Insides {
    shoe: Shoe,
    sensor: Sensor,
}

/// How a device behaves.
#[derive(Debug)]
pub(crate) struct Behaviour {
    kind: DeviceKind,
    dice: Dice,
    habits: Vec<WagerHabit>,
    pace: Duration,
    insides: Insides,
    /// When something happens by itself: a patron places a wager, or the dealer takes the stub out.
    due: Option<Instant>,
}

impl Behaviour {
    pub(crate) fn new(kind: DeviceKind, dice: Dice) -> Self {
        Self { kind, dice, habits: Vec::new(), pace: PACE, insides: Insides::default(), due: None }
    }

    /// A device goes on with what it had inside.
    pub(super) fn go_on(&mut self, insides: Insides) {
        self.insides = insides;
        self.due = self.insides.sensor.expects().then(|| Instant::now() + self.pace);
    }

    /// From now on a shoe of Let It Ride that is stacked for a seat.
    pub(super) const fn stack(&mut self, seat: Seat) {
        self.insides.shoe.stack(seat);
    }

    /// From now on a sensor whose patrons have these habits.
    pub(super) fn sense(&mut self, habits: Vec<WagerHabit>) {
        self.habits = habits;
    }

    /// How long people take from now on.
    pub(super) const fn take_time(&mut self, pace: Duration) {
        self.pace = pace;
    }

    pub(super) const fn insides(&self) -> &Insides {
        &self.insides
    }

    /// When something happens by itself.
    pub(super) const fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Whether a mishap can happen while the device does this.
    pub(super) fn can(&self, instruction: &Instruction, mishap: Mishap) -> bool {
        let shoe_can = match (instruction, mishap) {
            // Whatever the machine does, its power may fail.
            (_, Mishap::Fault(_) | Mishap::Silence(_)) => true,
            (&Instruction::Dispense { round, out, cards, to }, _) => {
                self.insides.shoe.can(Due { round, out, cards, to }, mishap)
            }
            _ => true,
        };
        mishap.fits(instruction) && shoe_can
    }

    /// What the device reports while it carries out an instruction, well or not.
    pub(crate) fn obey(&mut self, instruction: &Instruction, mishap: Option<Mishap>) -> Vec<Report> {
        let Insides { shoe, sensor } = &mut self.insides;
        let mut reports = match *instruction {
            Instruction::Light { .. } | Instruction::Show { .. } => Vec::new(),
            Instruction::Unlock {} => {
                sensor.unlock(&self.habits, mishap, &mut self.dice);
                self.due = sensor.expects().then(|| Instant::now() + self.pace);
                Vec::new()
            }
            Instruction::Lock {} => sensor.lock(&self.habits, mishap).into_iter().collect(),
            Instruction::Dispense { round, out, cards, to } => {
                self.due = None;
                shoe.dispense(Due { round, out, cards, to }, mishap, &mut self.dice)
            }
            Instruction::Shuffle { back } => shuffled(back, mishap),
            Instruction::Spin { round, spin, segments } => {
                let segment = self.dice.below(u64::from(segments.max(1)));
                vec![Report::WheelStopped { round, spin, segment: u8::try_from(segment).unwrap_or(0) }]
            }
        };
        if let Some(Mishap::Fault(code)) = mishap {
            reports.extend([Report::Fault { code }, Report::FaultCleared { code }]);
        }
        reports
    }

    /// What happens by itself now that it is time, one thing after the other: whoever has something else to say comes between.
    pub(super) fn happen(&mut self) -> Option<Report> {
        let Insides { shoe, sensor } = &mut self.insides;
        self.due = None;
        match self.kind {
            DeviceKind::Shoe => shoe.has_dealt().then(|| shoe.remove_stub()),
            DeviceKind::WagerSensor => {
                let sensed = sensor.sense();
                self.due = sensor.expects().then(Instant::now);
                sensed
            }
            DeviceKind::Shuffler | DeviceKind::PrizeWheel | DeviceKind::Display => None,
        }
    }

    /// What the server said to a report, and what the device reports because of it.
    pub(super) fn answered(&mut self, report: &Report, refused: Option<ProblemCode>) -> Option<Report> {
        let Insides { shoe, sensor } = &mut self.insides;
        match report {
            Report::CardDrawn { .. } | Report::StackDispensed { .. } => {
                let follows = shoe.answered(report, refused);
                // The stub is taken out when no other stack is asked for.
                self.due = shoe.has_dealt().then(|| Instant::now() + self.pace / 4);
                follows
            }
            Report::WagerDetected { .. } | Report::WagerRemoved { .. } => {
                let follows = sensor.answered(report, refused);
                if refused.is_some() {
                    // Whoever is too early gives the others time as well.
                    self.due = sensor.expects().then(|| Instant::now() + self.pace / 4);
                }
                follows
            }
            _ => None,
        }
    }
}

/// A machine shuffles a deck.
fn shuffled(back: Back, mishap: Option<Mishap>) -> Vec<Report> {
    let finished = match mishap {
        Some(Mishap::CountWrong) => Report::CountWrong { back, count: FULL_DECK - 1 },
        _ => Report::ShuffleCompleted { back, count: Some(FULL_DECK) },
    };
    let jam = (mishap == Some(Mishap::Jam)).then_some(Report::Jam { back: Some(back) });
    [Report::ShuffleStarted { back }].into_iter().chain(jam).chain([finished]).collect()
}
