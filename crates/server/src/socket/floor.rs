//! The floor's stream: every table in a few words, and from then on those that changed, at most four times a second.

use super::line::Line;
use super::pace::Pace;
use super::reading::answer;
use super::session::{End, hello, reason};
use crate::app::App;
use crate::approvals::Pending;
use crate::identity::{Caller, Circle, Informed, Oversight};
use crate::plane::{self, Alerts};
use crate::summary::summary;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table_host::ids::TableId;
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;
use wire::rest::tables::TableSummary;
use wire::socket::{CloseCode, ToFloor};

/// How often the tables are looked at.
const EVERY: Duration = Duration::from_millis(250);

/// Serves one member of staff.
pub(super) async fn run(app: Arc<App>, caller: Caller, mut line: Line) {
    let Err(end) = stream(&app, caller, &mut line).await;
    if let End::Close(code) = end {
        let _ = line.send(&ToFloor::Closing { code, reason: reason(code).to_owned() }).await;
        line.close(code).await;
    }
}

/// Streams until the line is gone, or until there is a reason to close it.
async fn stream(app: &App, caller: Caller, line: &mut Line) -> Result<Infallible, End> {
    hello(app, line).await?;
    let mut seen = BTreeMap::new();
    line.send(&ToFloor::Floor { tables: changed(app, caller, &mut seen) }).await?;
    // While the store is away nothing is known to wait; what is shown later says so again.
    let mut board = app.board.watch().await.map_err(|_| End::Gone)?;
    tell(line, caller, &mut board).await?;
    let mut alerts = plane::alerts(app).await;
    alarm(line, caller, &mut alerts).await?;
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
                let tables = changed(app, caller, &mut seen);
                if !tables.is_empty() {
                    line.send(&ToFloor::Tables { tables }).await?;
                }
                if pinged.elapsed() >= app.config.ping_every {
                    pinged = Instant::now();
                    if line.heard.elapsed() > app.config.silence_max {
                        return Err(End::Gone);
                    }
                    line.ping().await?;
                }
            }
            changed = board.changed() => {
                changed.map_err(|_| End::Gone)?;
                tell(line, caller, &mut board).await?;
            }
            changed = alerts.changed() => {
                changed.map_err(|_| End::Gone)?;
                alarm(line, caller, &mut alerts).await?;
            }
            incoming = line.receive() => {
                let error = |code, message| ToFloor::Error { code, message };
                answer(line, &mut pace, incoming?, |nonce| ToFloor::Pong { nonce }, error).await?;
            }
            () = &mut unlogged => return Err(End::Close(CloseCode::Draining)),
            () = &mut ended => return Err(End::Close(CloseCode::TicketRefused)),
            () = &mut drained => return Err(End::Close(CloseCode::Draining)),
        }
    }
}

/// What is said of the tables that changed since they were last looked at.
fn changed(app: &App, caller: Caller, seen: &mut BTreeMap<TableId, u64>) -> Vec<TableSummary> {
    let tables = app.host.tables().into_iter().filter(|table| caller.sees(table.id(), &app.duty).is_ok());
    let changed = tables.filter_map(|table| {
        let standing = table.standing();
        let before = seen.insert(table.id(), standing.seq);
        (before != Some(standing.seq)).then(|| summary(&table, &standing))
    });
    changed.collect()
}

/// Tells whoever may know of it what waits for a second person.
async fn tell(line: &mut Line, caller: Caller, board: &mut watch::Receiver<Pending>) -> Result<(), End> {
    let pending = board.borrow_and_update().to_vec();
    if Informed::admit(caller).is_some() {
        line.send(&ToFloor::Approvals { pending }).await?;
    }
    Ok(())
}

/// Tells whoever may read the register what devices reported and nobody has taken note of.
async fn alarm(line: &mut Line, caller: Caller, alerts: &mut watch::Receiver<Alerts>) -> Result<(), End> {
    let alerts = alerts.borrow_and_update().to_vec();
    if Oversight::admit(caller).is_some() {
        line.send(&ToFloor::Alerts { alerts }).await?;
    }
    Ok(())
}
