//! The database's pulse: from when to when it was away is recorded as soon as it is back (R61).

use crate::register::Register;
use game_core::game::Millis;
use std::time::Duration;
use store::Pulse;
use store::significant::{Kind, SignificantEvent};
use tokio::time::MissedTickBehavior;

/// How often the pulse is felt.
const EVERY: Duration = Duration::from_secs(1);

/// Feels the pulse again and again, and records every time it was gone.
pub(super) async fn watch(mut pulse: Pulse, register: Register) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut away: Option<Millis> = None;
    loop {
        ticks.tick().await;
        match (pulse.beats().await, away) {
            (true, None) | (false, Some(_)) => {}
            (false, None) => {
                tracing::error!("the database is away");
                away = Some(table_host::now());
            }
            (true, Some(begun)) => {
                let ended = table_host::now();
                let event = SignificantEvent::new(Kind::Outage).at(begun).detail("ended_ms", ended.0);
                let event = event.detail("lasted_ms", ended.0.saturating_sub(begun.0));
                // Gone again before it could be told: this outage goes on.
                away = register.record(event).await.is_err().then_some(begun);
            }
        }
    }
}
