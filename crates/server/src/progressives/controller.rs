//! The progressive controller: a wager whose progressive is not enabled, whose level is frozen or whose wheel cannot be
//! trusted is taken off the felt; the base game goes on (R23, R25, R26).

use super::board::Seen;
use crate::app::App;
use crate::commands::submit;
use chance::Generator;
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::event::SuspendCause;
use game_core::money::Cents;
use game_core::wager::Wager;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use store::progressives::ProgressiveRecord;
use table_host::ids::{CommandId, TableId};
use table_host::{Refused, TableHandle};

/// How often the generator behind the wheels is tried.
const WHEEL_EVERY: Duration = Duration::from_secs(2);

/// The wagers that a wheel decides.
const WHEELS: [Wager; 2] = [Wager::BonusSpinProgressive, Wager::BonusSpinXtremeProgressive];

/// The generator behind the wheels, tried now and then: a known answer, and a draw of its own (R5).
#[derive(Debug, Default)]
pub(super) struct WheelWatch {
    tried: Option<Instant>,
    fault: bool,
}

impl WheelWatch {
    /// Whether the wheels cannot be trusted now.
    pub(super) fn fault(&mut self) -> bool {
        if self.tried.is_none_or(|at| at.elapsed() >= WHEEL_EVERY) {
            self.tried = Some(Instant::now());
            let tried = chance::known_answer().and_then(|()| Generator::from_system().map(drop));
            if let Err(fault) = tried {
                tracing::error!(%fault, "the wheels cannot be trusted");
            }
            self.fault = tried.is_err();
        }
        self.fault
    }
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
        for wager in WHEELS.into_iter().filter(|wager| handle.standing().table.rules().stakes(*wager).is_some()) {
            let of_wheel = due.entry((wager, None)).or_default();
            *of_wheel = wheel_fault.then_some(SuspendCause::Wheel).or(*of_wheel);
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
