//! A terminal or a display: a view, then every commit as one frame, and the answers to what the terminal asks.
//!
//! The answer to a command goes out with the frame that shows what came of it, in the same write.

use super::line::{Gone, Incoming, Line};
use super::outlet::Woken;
use super::pace::Pace;
use crate::app::App;
use crate::commands::submit;
use crate::gallery::{Entrance, Room};
use crate::identity::{Caller, Person, Role};
use crate::problem::Reason;
use axum::extract::ws::Utf8Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt, StreamExt};
use game_core::command::Action;
use game_core::game::Seat;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;
use table_host::ids::CommandId;
use table_host::{Accepted, Refused, TableHandle};
use wire::problem::EdgeCode;
use wire::socket::limits::HELLO_WITHIN;
use wire::socket::{CloseCode, Protocol, ToServer, ToTerminal};

/// Commands of one socket that may wait for their answers.
const IN_FLIGHT_MAX: usize = 16;

/// Who is at the other end, and what of.
pub(super) struct Session {
    pub(super) app: Arc<App>,
    pub(super) caller: Caller,
    pub(super) handle: TableHandle,
    pub(super) room: Arc<Room>,
}

/// Why a session ends.
pub(super) enum End {
    /// The line is gone.
    Gone,
    /// The server closes it.
    Close(CloseCode),
}

impl From<Gone> for End {
    fn from(_: Gone) -> Self {
        Self::Gone
    }
}

type Answer = (wire::id::CommandId, Result<Accepted, Refused>);

/// What happens beside the table and the line. Whatever is waited for is looked at only when it has come, so that a frame
/// costs nothing for all that did not.
enum Happened {
    /// A command has its answer.
    Answered(Answer),
    /// It is time for a sign of life.
    PingDue,
    /// The session has to end.
    Dismissed(CloseCode),
}

/// A session under way.
struct Talk<'a> {
    session: &'a Session,
    line: &'a mut Line,
    may_ask: bool,
    pace: Pace,
    awaited: FuturesUnordered<BoxFuture<'static, Happened>>,
    /// Answers whose frames have not come yet.
    held: Vec<(u64, ToTerminal)>,
}

impl Session {
    /// Serves a terminal.
    pub(super) async fn run(self, line: Line) {
        self.serve(line, true).await;
    }

    /// Serves somebody who only watches.
    pub(super) async fn watch(self, line: Line) {
        self.serve(line, false).await;
    }

    async fn serve(self, mut line: Line, may_ask: bool) {
        let mut talk = Talk {
            session: &self,
            line: &mut line,
            may_ask,
            pace: Pace::new(self.app.config.messages_per_second),
            awaited: FuturesUnordered::new(),
            held: Vec::new(),
        };
        let Err(end) = talk.talk().await;
        match end {
            End::Gone => {}
            End::Close(code) => {
                let reason = reason(code).to_owned();
                let _ = line.send(&ToTerminal::Closing { code, reason }).await;
                line.close(code).await;
            }
        }
    }
}

/// What comes over the line of somebody who has not said hello: by a deadline, and as long as the server serves.
pub(super) async fn first(app: &App, line: &mut Line, deadline: tokio::time::Instant) -> Result<Incoming, End> {
    tokio::select! {
        incoming = tokio::time::timeout_at(deadline, line.receive()) => {
            Ok(incoming.map_err(|_| End::Close(CloseCode::BadProtocol))??)
        }
        () = app.drained() => Err(End::Close(CloseCode::Draining)),
        () = app.register.unwritable() => Err(End::Close(CloseCode::Draining)),
    }
}

/// Waits for the first message; answers with what the client has seen before.
pub(super) async fn hello(app: &App, line: &mut Line) -> Result<Option<u64>, End> {
    let deadline = tokio::time::Instant::now() + HELLO_WITHIN;
    loop {
        match first(app, line, deadline).await? {
            Incoming::Alive => {}
            Incoming::Text(text) => match wire::objects::from_str(&text) {
                Ok(ToServer::Hello { resume }) => return Ok(resume.map(|resume| resume.seq)),
                Ok(_) | Err(_) => return Err(End::Close(CloseCode::BadProtocol)),
            },
            Incoming::Binary | Incoming::Long => return Err(End::Close(CloseCode::BadProtocol)),
        }
    }
}

/// Why a socket is closed, in words.
pub(super) const fn reason(code: CloseCode) -> &'static str {
    match code {
        CloseCode::BadProtocol => "This is not how the protocol goes.",
        CloseCode::TicketRefused => "The session or key is no longer good.",
        CloseCode::TooSlow => "Too many messages wait to be read: connect again and resume.",
        CloseCode::TooManyMessages => "Too many messages.",
        CloseCode::Draining => "The server is going down: connect again and resume.",
    }
}

impl Talk<'_> {
    async fn talk(&mut self) -> Result<Infallible, End> {
        let resume = hello(&self.session.app, self.line).await?;
        let (room, outlet) = (&self.session.room, Arc::clone(&self.line.outlet));
        let begin = |entrance| self.entrance(entrance, resume);
        let _place = room.enter(self.seat(), resume, &outlet, begin).map_err(|_| End::Gone)?;
        self.line.flush().await?;
        self.await_dismissal();
        self.await_ping();
        loop {
            tokio::select! {
                biased;
                woken = outlet.woken() => self.woken(woken).await?,
                Some(happened) = self.awaited.next() => {
                    self.happen(happened).await?;
                    self.line.flush().await?;
                }
                incoming = self.line.receive() => self.take(incoming?).await?,
            }
        }
    }

    fn await_dismissal(&self) {
        let Session { app, caller, handle, .. } = self.session;
        let (drained, unlogged) = (app.drained(), app.register.unwritable());
        let ended = app.bearers.ended(caller.credential());
        self.awaited.push(Box::pin(drained.map(|()| Happened::Dismissed(CloseCode::Draining))));
        self.awaited.push(Box::pin(unlogged.map(|()| Happened::Dismissed(CloseCode::Draining))));
        if let Caller::Person(Person { role: Role::Dealer, staff, .. }) = *caller {
            let left = app.duty.left(staff, handle.id());
            self.awaited.push(Box::pin(left.map(|()| Happened::Dismissed(CloseCode::TicketRefused))));
        }
        self.awaited.push(Box::pin(ended.map(|()| Happened::Dismissed(CloseCode::TicketRefused))));
    }

    fn await_ping(&self) {
        let due = tokio::time::sleep(self.session.app.config.ping_every);
        self.awaited.push(Box::pin(due.map(|()| Happened::PingDue)));
    }

    async fn happen(&mut self, happened: Happened) -> Result<(), End> {
        match happened {
            Happened::Answered(answer) => self.answer(answer),
            Happened::PingDue => {
                self.await_ping();
                self.ping().await
            }
            Happened::Dismissed(code) => Err(End::Close(code)),
        }
    }

    /// The seat whose own cards are shown: a terminal's, never a display's.
    fn seat(&self) -> Option<Seat> {
        self.session.caller.seat().filter(|_| self.may_ask)
    }

    /// What the viewer begins with, as messages.
    fn entrance(&self, entrance: Entrance, resume: Option<u64>) -> Result<Vec<Utf8Bytes>, serde_json::Error> {
        match entrance {
            Entrance::View { seq, view, hash } => {
                let handle = &self.session.handle;
                let welcome = ToTerminal::Welcome {
                    protocol: Protocol::V1,
                    table: wire::id::TableId(handle.id().0),
                    name: handle.name().to_owned(),
                    game: handle.standing().table.rules().game(),
                    seat: self.seat(),
                    seq,
                    view: serde_json::from_str(&view)?,
                    hash,
                };
                Ok(vec![serde_json::to_string(&welcome)?.into()])
            }
            Entrance::Gap(missed) => {
                let resumed = serde_json::to_string(&ToTerminal::Resumed { seq: resume.unwrap_or(0) })?;
                Ok(std::iter::once(resumed.into()).chain(missed.into_iter().map(|frame| frame.text)).collect())
            }
        }
    }

    /// Writes out what the room left to the session: frames that wait, and the answers to the session's own part in them,
    /// in one write.
    async fn woken(&mut self, woken: Woken) -> Result<(), End> {
        if woken.let_go {
            return Err(End::Close(CloseCode::TooSlow));
        }
        // The table answers right after it has shown a commit, so there is hardly anything to wait for.
        let others = self.line.outlet.unanswered().saturating_sub(woken.shown);
        while self.line.outlet.unanswered() > others
            && let Some(happened) = self.awaited.next().await
        {
            self.happen(happened).await?;
        }
        let seen = self.line.outlet.seen();
        for (_, answer) in self.held.extract_if(.., |(seq, _)| *seq <= seen) {
            self.line.feed(&answer)?;
        }
        Ok(self.line.flush().await?)
    }

    /// Gathers an answer; that of an accepted command waits for its frame.
    fn answer(&mut self, (command_id, answer): Answer) -> Result<(), End> {
        self.line.outlet.answered(CommandId(command_id.0));
        let message = match answer {
            Ok(Accepted { seq, repeated, .. }) => {
                let message = ToTerminal::Accepted { command_id, seq, repeated };
                if seq > self.line.outlet.seen() {
                    self.held.push((seq, message));
                    return Ok(());
                }
                message
            }
            Err(refused) => match Reason::from(refused) {
                Reason::Rule(rejection) => ToTerminal::rejected(command_id, &rejection),
                Reason::Edge(code) => ToTerminal::refused(command_id, code),
            },
        };
        Ok(self.line.feed(&message)?)
    }

    async fn take(&mut self, incoming: Incoming) -> Result<(), End> {
        if !matches!(incoming, Incoming::Alive) && !self.pace.permits(Instant::now()) {
            return Err(End::Close(CloseCode::TooManyMessages));
        }
        let text = match incoming {
            Incoming::Alive => return Ok(()),
            Incoming::Binary => return self.error(EdgeCode::InvalidMessage, "Only text is read.").await,
            Incoming::Long => return self.error(EdgeCode::MessageTooLarge, EdgeCode::MessageTooLarge.message()).await,
            Incoming::Text(text) => text,
        };
        match wire::objects::from_str(&text) {
            Ok(ToServer::Command { command_id, action }) => self.command(command_id, action).await,
            Ok(ToServer::Legal {}) => self.offers().await,
            Ok(ToServer::Ping { nonce }) => Ok(self.line.send(&ToTerminal::Pong { nonce }).await?),
            Ok(ToServer::Hello { .. }) => self.error(EdgeCode::HelloExpected, EdgeCode::HelloExpected.message()).await,
            Err(error) => self.error(EdgeCode::InvalidMessage, &error.to_string()).await,
        }
    }

    async fn error(&mut self, code: EdgeCode, message: &str) -> Result<(), End> {
        Ok(self.line.send(&ToTerminal::Error { code: code.into(), message: message.to_owned() }).await?)
    }

    async fn command(&mut self, command_id: wire::id::CommandId, action: Action) -> Result<(), End> {
        let Session { app, caller, handle, .. } = self.session;
        let refused = if !self.may_ask {
            EdgeCode::Forbidden
        } else if self.line.outlet.unanswered() >= IN_FLIGHT_MAX {
            EdgeCode::Busy
        } else if !app.bearers.is_good(caller.credential()) {
            return Err(End::Close(CloseCode::TicketRefused));
        } else if let Ok(actor) = caller.actor(handle.id(), &handle.standing(), &app.duty) {
            let (app, handle) = (Arc::clone(app), handle.clone());
            self.line.outlet.ask(CommandId(command_id.0));
            self.awaited.push(Box::pin(async move {
                let answer = submit(&app, &handle, actor, CommandId(command_id.0), action).await;
                Happened::Answered((command_id, answer))
            }));
            return Ok(());
        } else {
            EdgeCode::SeatEmpty
        };
        Ok(self.line.send(&ToTerminal::refused(command_id, refused)).await?)
    }

    async fn offers(&mut self) -> Result<(), End> {
        let Session { app, caller, handle, .. } = self.session;
        let standing = handle.standing();
        let actor = caller.actor(handle.id(), &standing, &app.duty).ok().filter(|_| self.may_ask);
        let offers = actor.map_or_else(Vec::new, |actor| app.plane.offers(handle.id(), &standing.table, actor));
        Ok(self.line.send(&ToTerminal::Offers { seq: standing.seq, offers }).await?)
    }

    async fn ping(&mut self) -> Result<(), End> {
        if self.line.heard.elapsed() > self.session.app.config.silence_max {
            return Err(End::Gone);
        }
        Ok(self.line.ping().await?)
    }
}
