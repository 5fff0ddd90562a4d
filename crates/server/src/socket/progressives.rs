//! The stream for displays of progressives: every value, then those that changed, and "not available" when the values
//! cannot be read any more (R22).

use super::line::Line;
use super::pace::Pace;
use super::reading::answer;
use super::session::{End, hello, reason};
use crate::app::App;
use crate::clock::Clock;
use crate::identity::Caller;
use crate::progressives::{Seen, VALID_FOR, displayed};
use game_core::game::Millis;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, Interval, MissedTickBehavior};
use uuid::Uuid;
use wire::socket::{CloseCode, DisplayedProgressive, ToProgressives};

/// How often the board is looked at: no meter is shown more often, and ten times a second would be the most.
const EVERY: Duration = Duration::from_millis(250);

/// What a display was shown.
#[derive(Default)]
struct Shown {
    progressives: BTreeMap<Uuid, DisplayedProgressive>,
    /// When it was told last that its values are right, or that there are none.
    told: Option<Millis>,
    available: bool,
}

/// What a display is told, one message after the other.
struct Feed {
    board: watch::Receiver<Seen>,
    clock: Clock,
    ticks: Interval,
    shown: Shown,
}

impl Feed {
    fn new(board: watch::Receiver<Seen>, clock: Clock) -> Self {
        let mut ticks = tokio::time::interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { board, clock, ticks, shown: Shown::default() }
    }

    /// Waits for the next message; whatever changed since the last one is in it, as it is now.
    async fn next(&mut self) -> ToProgressives {
        loop {
            self.ticks.tick().await;
            let seen = self.board.borrow().clone();
            if let Some(message) = self.shown.next(&seen, self.clock.now()) {
                return message;
            }
        }
    }
}

/// Serves one display.
pub(super) async fn run(app: Arc<App>, caller: Caller, mut line: Line) {
    let Err(end) = stream(&app, caller, &mut line).await;
    if let End::Close(code) = end {
        let _ = line.send(&ToProgressives::Closing { code, reason: reason(code).to_owned() }).await;
        line.close(code).await;
    }
}

/// Streams until the line is gone, or until there is a reason to close it.
async fn stream(app: &App, caller: Caller, line: &mut Line) -> Result<Infallible, End> {
    hello(app, line).await?;
    let mut feed = Feed::new(app.progressives.watch(), app.config.people.clock.clone());
    let mut drained = pin!(app.drained());
    let mut unlogged = pin!(app.register.unwritable());
    let mut ended = pin!(app.bearers.ended(caller.credential()));
    let mut pings = tokio::time::interval_at(Instant::now() + app.config.ping_every, app.config.ping_every);
    let mut pace = Pace::new(app.config.messages_per_second);
    loop {
        tokio::select! {
            message = feed.next() => line.send(&message).await?,
            _ = pings.tick() => {
                if line.heard.elapsed() > app.config.silence_max {
                    return Err(End::Gone);
                }
                line.ping().await?;
            }
            incoming = line.receive() => {
                let error = |code, message| ToProgressives::Error { code, message };
                answer(line, &mut pace, incoming?, |nonce| ToProgressives::Pong { nonce }, error).await?;
            }
            () = &mut unlogged => return Err(End::Close(CloseCode::Draining)),
            () = &mut ended => return Err(End::Close(CloseCode::TicketRefused)),
            () = &mut drained => return Err(End::Close(CloseCode::Draining)),
        }
    }
}

impl Shown {
    /// What the display has to be told now, if anything.
    fn next(&mut self, seen: &Seen, now: Millis) -> Option<ToProgressives> {
        if now >= seen.valid_until() {
            let ends = std::mem::take(&mut self.available);
            if !ends && self.told.is_some() {
                return None;
            }
            self.told = Some(now);
            return Some(ToProgressives::NotAvailable { since: seen.at.into() });
        }
        let (at, valid_until) = (seen.at.into(), seen.valid_until().into());
        let all = seen.progressives.iter().filter(|found| found.status != "retired").map(displayed);
        if !self.available {
            self.available = true;
            self.told = Some(now);
            let progressives: Vec<DisplayedProgressive> = all.collect();
            self.progressives = progressives.iter().map(|shown| (shown.id.0, shown.clone())).collect();
            return Some(ToProgressives::Progressives { at, valid_until, progressives });
        }
        let changed: Vec<DisplayedProgressive> =
            all.filter(|now| self.progressives.get(&now.id.0) != Some(now)).collect();
        let silent =
            self.told.is_none_or(|told| u128::from(now.0.saturating_sub(told.0)) >= (VALID_FOR / 3).as_millis());
        if changed.is_empty() && !silent {
            return None;
        }
        self.told = Some(now);
        self.progressives.extend(changed.iter().map(|shown| (shown.id.0, shown.clone())));
        Some(ToProgressives::Changed { at, valid_until, progressives: changed })
    }
}

#[cfg(test)]
#[path = "progressives_tests.rs"]
mod tests;
