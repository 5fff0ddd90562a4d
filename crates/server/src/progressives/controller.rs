//! The progressive controller: a wager whose progressive is not enabled, whose level is frozen or whose wheel cannot be
//! trusted is taken off the felt; the base game goes on (R23, R25, R26).

use super::board::Seen;
use crate::app::App;
use crate::commands::submit;
use crate::plane::SENSED;
use chance::Fault;
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::event::SuspendCause;
use game_core::money::Cents;
use game_core::wager::Wager;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use store::progressives::ProgressiveRecord;
use store::significant::{Kind, SignificantEvent};
use table_host::ids::{CommandId, TableId};
use table_host::{Refused, TableHandle};
use wire::device::DeviceKind;

/// How often the generator behind the wheels is tried.
const WHEEL_EVERY: Duration = Duration::from_secs(2);

/// The wagers that a wheel decides.
const WHEELS: [Wager; 2] = [Wager::BonusSpinProgressive, Wager::BonusSpinXtremeProgressive];

/// The generator behind the wheels, held to its health check now and then (R5).
#[derive(Debug, Default)]
pub(super) struct WheelWatch {
    checked: Option<Instant>,
    fault: Option<Fault>,
}

impl WheelWatch {
    /// Whether the wheels cannot be trusted now. When that changes it is put on record.
    pub(super) async fn fault(&mut self, app: &App) -> bool {
        if self.checked.is_none_or(|at| at.elapsed() >= WHEEL_EVERY) {
            self.checked = Some(Instant::now());
            let before = std::mem::replace(&mut self.fault, app.wheels.check().err());
            if before != self.fault {
                record(app, self.fault).await;
            }
        }
        self.fault.is_some()
    }
}

/// Puts it on record that the wheels cannot be trusted, or can again. While the register cannot be written nobody is answered
/// anyway (R64).
async fn record(app: &App, fault: Option<Fault>) {
    let event = SignificantEvent::new(Kind::DeviceEvent).device("wheel");
    let event = match fault {
        Some(fault) => {
            tracing::error!(%fault, "the wheels cannot be trusted");
            event.detail("what", "fault").detail("fault", fault.to_string())
        }
        None => event.detail("what", "restored"),
    };
    let _ = app.register.record(event).await;
}

/// A wager at one stake, or at any.
type Placed = (Wager, Option<Cents>);

/// Lets every table have off its felt what cannot be played for, and nothing else.
pub(super) async fn align(app: &App, seen: &Seen, wheel_fault: bool) {
    let mut due: BTreeMap<TableId, BTreeMap<Placed, Option<SuspendCause>>> = BTreeMap::new();
    for found in seen.progressives.iter() {
        for (table, wager) in &found.tables {
            // Bonus Spin has one meter, whatever was staked.
            let stake = (*wager != Wager::BonusSpinProgressive).then_some(found.stake);
            due.entry(*table).or_default().insert((*wager, stake), cause(found));
        }
    }
    for handle in app.host.tables() {
        let mut due = due.remove(&handle.id()).unwrap_or_default();
        let no_sensor = app.plane.is_out(handle.id(), DeviceKind::WagerSensor);
        // A wheel on the table stands for the server's draw, and its failure for the draw's.
        let wheel_out = match app.plane.has(handle.id(), DeviceKind::PrizeWheel) {
            true => app.plane.is_out(handle.id(), DeviceKind::PrizeWheel),
            false => wheel_fault,
        };
        let table = handle.standing().table;
        // What somebody else took off the felt stays off.
        let sensed = |wager: &Wager| {
            table.suspension(*wager, None).is_some_and(|suspended| suspended.cause == SuspendCause::Sensor)
        };
        let ours = |wager: &Wager| no_sensor || WHEELS.contains(wager) || sensed(wager);
        for wager in SENSED.into_iter().filter(|wager| table.rules().stakes(*wager).is_some() && ours(wager)) {
            let as_a_whole = due.entry((wager, None)).or_default();
            let wheel = (wheel_out && WHEELS.contains(&wager)).then_some(SuspendCause::Wheel);
            *as_a_whole = wheel.or(no_sensor.then_some(SuspendCause::Sensor)).or(*as_a_whole);
        }
        for ((wager, stake), cause) in due {
            one(app, &handle, wager, stake, cause).await;
        }
    }
}

/// Why a progressive cannot be played for, if it cannot.
fn cause(found: &ProgressiveRecord) -> Option<SuspendCause> {
    if found.levels.iter().any(|level| level.frozen.is_some()) {
        Some(SuspendCause::Frozen)
    } else {
        (found.status != "enabled").then_some(SuspendCause::Disabled)
    }
}

async fn one(app: &App, handle: &TableHandle, wager: Wager, stake: Option<Cents>, due: Option<SuspendCause>) {
    let standing = handle.standing();
    let is = standing.table.suspension(wager, stake);
    let action = match (is, due) {
        (None, Some(cause)) => Action::SuspendWager { wager, stake, cause },
        (Some(_), None) => Action::ResumeWager { wager, stake },
        (None, None) | (Some(_), Some(_)) => return,
    };
    match submit(app, handle, Actor::Controller, CommandId::new(), action).await {
        Ok(_) => tracing::warn!(table = %handle.id(), ?action, "the controller acts"),
        // Overtaken, or the table is on its way; the next look tries again.
        Err(Refused::Rejected(_) | Refused::Draining | Refused::Fenced) => {}
        Err(refused) => tracing::warn!(table = %handle.id(), %refused, "the controller is not heard"),
    }
}
