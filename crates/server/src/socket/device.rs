//! A device's socket: what it signs is answered, and what it is to do is sent, again after every reconnection.

use super::line::{Incoming, Line};
use super::pace::Pace;
use super::session::{End, first, reason};
use crate::app::App;
use crate::plane::{self, Post};
use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Instant;
use store::devices::DeviceId;
use tokio::time::MissedTickBehavior;
use wire::device::{DeviceAnswer, DeviceMessage, ToDevice};
use wire::problem::EdgeCode;
use wire::socket::CloseCode;
use wire::socket::limits::HELLO_WITHIN;

/// Serves one device.
pub(super) async fn run(app: Arc<App>, mut line: Line) {
    let Err(end) = serve(&app, &mut line).await;
    if let End::Close(code) = end {
        let _ = line.send(&ToDevice::Closing { code, reason: reason(code).to_owned() }).await;
        line.close(code).await;
    }
}

/// Serves until the line is gone, the device may not speak any more, or another line speaks for it.
async fn serve(app: &Arc<App>, line: &mut Line) -> Result<Infallible, End> {
    let mut pace = Pace::new(app.config.devices.messages_per_second);
    let (post, mut dismissed) = let_in(app, line, &mut pace).await?;
    let mut issued = post.issued();
    let mut sent = send_commands(&post, line, 0).await?;
    let mut drained = pin!(app.drained());
    let mut unlogged = pin!(app.register.unwritable());
    let mut ticks = tokio::time::interval(app.config.devices.look_every());
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            incoming = line.receive() => {
                if let Some(message) = read(app, Some(post.id), line, &mut pace, incoming?).await? {
                    answer(app, &post, line, &message).await?;
                }
            }
            changed = issued.changed() => {
                changed.map_err(|_| End::Gone)?;
                sent = send_commands(&post, line, sent).await?;
            }
            _ = ticks.tick() => {
                // The line of a device that counts as gone is half open at best.
                if post.condition(|condition| condition.silent) {
                    return Err(End::Gone);
                }
            }
            _ = dismissed.changed() => return Err(End::Close(CloseCode::TicketRefused)),
            () = &mut unlogged => return Err(End::Close(CloseCode::Draining)),
            () = &mut drained => return Err(End::Close(CloseCode::Draining)),
        }
    }
}

type Dismissed = tokio::sync::watch::Receiver<u64>;

/// The first message that is taken says whose line it is.
async fn let_in(app: &Arc<App>, line: &mut Line, pace: &mut Pace) -> Result<(Arc<Post>, Dismissed), End> {
    let deadline = tokio::time::Instant::now() + HELLO_WITHIN;
    loop {
        let incoming = first(app, line, deadline).await?;
        let Some(message) = read(app, None, line, pace, incoming).await? else { continue };
        match plane::authentic(app, &message).await {
            Err(code) => {
                line.send(&error(code)).await?;
                return Err(End::Close(CloseCode::TicketRefused));
            }
            Ok(post) => {
                // Whoever only repeats what the device once said is answered, and takes nobody's place.
                let told = answer(app, &post, line, &message).await?;
                if told.welcome.is_some() {
                    let dismissed = post.takes_over().ok_or(End::Close(CloseCode::TicketRefused))?;
                    return Ok((post, dismissed));
                }
            }
        }
    }
}

/// A message, if what came in is one. What is none is put on record.
async fn read(
    app: &App,
    whose: Option<DeviceId>,
    line: &Line,
    pace: &mut Pace,
    incoming: Incoming,
) -> Result<Option<DeviceMessage>, End> {
    if !matches!(incoming, Incoming::Alive) && !pace.permits(Instant::now()) {
        return Err(End::Close(CloseCode::TooManyMessages));
    }
    let code = match incoming {
        Incoming::Alive => return Ok(None),
        Incoming::Long => EdgeCode::MessageTooLarge,
        Incoming::Binary => EdgeCode::InvalidMessage,
        Incoming::Text(text) => match serde_json::from_str(&text) {
            Ok(message) => return Ok(Some(message)),
            Err(_) => EdgeCode::InvalidMessage,
        },
    };
    plane::unread(app, whose, code).await;
    line.send(&error(code)).await?;
    Ok(None)
}

fn error(code: EdgeCode) -> ToDevice {
    ToDevice::Error { code: code.into(), message: code.message().to_owned() }
}

/// Takes a message and answers it. On a line that speaks for one device nobody else's messages are taken.
async fn answer(app: &Arc<App>, post: &Arc<Post>, line: &Line, message: &DeviceMessage) -> Result<DeviceAnswer, End> {
    let whose = match plane::authentic(app, message).await {
        Ok(whose) if Arc::ptr_eq(&whose, post) => whose,
        Ok(_) => return Err(End::Close(CloseCode::BadProtocol)),
        Err(code) => {
            line.send(&error(code)).await?;
            return Err(End::Close(CloseCode::TicketRefused));
        }
    };
    let told = plane::take(app, &whose, message).await;
    line.send(&ToDevice::Answer(told.clone())).await?;
    Ok(told)
}

/// Sends the commands after a number that are not acknowledged yet; the number of the last.
async fn send_commands(post: &Post, line: &Line, after: u64) -> Result<u64, End> {
    let mut last = after;
    for command in plane::outstanding(post, after).await {
        last = command.number;
        line.feed(&ToDevice::Command(command))?;
    }
    line.flush().await?;
    Ok(last)
}
