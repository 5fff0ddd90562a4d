//! The stream for displays of progressives: every value, then those that changed, and "not available" when the values
//! cannot be read any more (R22).

use super::line::{Incoming, Line};
use super::pace::Pace;
use super::session::{End, hello, reason};
use crate::app::App;
use crate::identity::Caller;
use crate::progressives::{Seen, VALID_FOR, displayed};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::MissedTickBehavior;
use uuid::Uuid;
use wire::problem::EdgeCode;
use wire::socket::{CloseCode, DisplayedProgressive, ToProgressives, ToServer};

/// How often the board is looked at: no meter is shown more often.
const EVERY: Duration = Duration::from_millis(250);

/// What a display was shown.
#[derive(Default)]
struct Shown {
    progressives: BTreeMap<Uuid, DisplayedProgressive>,
    /// When it was told last that its values are right.
    told: Option<Instant>,
    available: bool,
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
    hello(line).await?;
    let board = app.progressives.watch();
    let mut shown = Shown::default();
    let mut drained = pin!(app.drained());
    let mut unlogged = pin!(app.register.unwritable());
    let mut ended = pin!(app.bearers.ended(caller.credential()));
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut pinged = Instant::now();
    let mut pace = Pace::new(app.config.messages_per_second);
    loop {
        tokio::select! {
            _ = ticks.tick() => {
                let seen = board.borrow().clone();
                if let Some(message) = shown.next(&seen) {
                    line.send(&message).await?;
                }
                if pinged.elapsed() >= app.config.ping_every {
                    pinged = Instant::now();
                    if line.heard.elapsed() > app.config.silence_max {
                        return Err(End::Gone);
                    }
                    line.ping().await?;
                }
            }
            incoming = line.receive() => answer(line, &mut pace, incoming?).await?,
            () = &mut unlogged => return Err(End::Close(CloseCode::Draining)),
            () = &mut ended => return Err(End::Close(CloseCode::TicketRefused)),
            () = &mut drained => return Err(End::Close(CloseCode::Draining)),
        }
    }
}

impl Shown {
    /// What the display has to be told now, if anything.
    fn next(&mut self, seen: &Seen) -> Option<ToProgressives> {
        if !seen.is_valid() {
            let ends = std::mem::take(&mut self.available);
            if !ends && self.told.is_some() {
                return None;
            }
            self.told = Some(Instant::now());
            return Some(ToProgressives::NotAvailable { since: seen.at.into() });
        }
        let (at, valid_until) = (seen.at.into(), seen.valid_until().into());
        let all = seen.progressives.iter().filter(|found| found.status != "retired").map(displayed);
        if !self.available {
            self.available = true;
            self.told = Some(Instant::now());
            let progressives: Vec<DisplayedProgressive> = all.collect();
            self.progressives = progressives.iter().map(|shown| (shown.id.0, shown.clone())).collect();
            return Some(ToProgressives::Progressives { at, valid_until, progressives });
        }
        let changed: Vec<DisplayedProgressive> =
            all.filter(|now| self.progressives.get(&now.id.0) != Some(now)).collect();
        let silent = self.told.is_none_or(|told| told.elapsed() >= VALID_FOR / 3);
        if changed.is_empty() && !silent {
            return None;
        }
        self.told = Some(Instant::now());
        self.progressives.extend(changed.iter().map(|shown| (shown.id.0, shown.clone())));
        Some(ToProgressives::Changed { at, valid_until, progressives: changed })
    }
}

/// The stream is for reading: all it answers is ping.
async fn answer(line: &mut Line, pace: &mut Pace, incoming: Incoming) -> Result<(), End> {
    if !matches!(incoming, Incoming::Alive) && !pace.permits(Instant::now()) {
        return Err(End::Close(CloseCode::TooManyMessages));
    }
    let message = match incoming {
        Incoming::Alive => return Ok(()),
        Incoming::Binary | Incoming::Long => None,
        Incoming::Text(text) => serde_json::from_str(&text).ok(),
    };
    let answer = match message {
        Some(ToServer::Ping { nonce }) => ToProgressives::Pong { nonce },
        Some(ToServer::Hello { .. } | ToServer::Command { .. } | ToServer::Legal {}) | None => {
            let message = "This stream is for reading.".into();
            ToProgressives::Error { code: EdgeCode::InvalidMessage.into(), message }
        }
    };
    Ok(line.send(&answer).await?)
}
