//! The end of a socket that a session shares with its table's room: whoever shows a commit writes it there and then, and the
//! session sleeps on. Only what the other end does not take at once, and what answers the session's own commands, is left to
//! the session.

use crate::gallery::Frame;
use axum::Error;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::{Sink, SinkExt, StreamExt};
use std::fmt;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};
use table_host::ids::CommandId;
use tokio::sync::Notify;
use wire::socket::limits::FRAMES_WAITING_MAX;

/// The socket and what was written to it.
pub(crate) struct Outlet {
    sending: Mutex<Sending>,
    /// There is something for the session to do.
    wake: Notify,
}

struct Sending {
    socket: WebSocket,
    /// The last entry shown.
    seen: u64,
    /// The session's commands that have no answer yet.
    unanswered: Vec<CommandId>,
    /// How many of them were shown meanwhile.
    shown: usize,
    /// Frames that the other end has not taken yet.
    waiting: usize,
    /// Whether the session writes out what waits, and is to be woken when it can go on.
    flushing: bool,
    /// Whether nothing more will be shown here.
    let_go: bool,
}

impl fmt::Debug for Outlet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Outlet")
    }
}

/// What a session finds when it is woken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Woken {
    /// How many of its commands were shown and have no answer yet.
    pub(super) shown: usize,
    /// Whether nothing more will be shown.
    pub(super) let_go: bool,
}

/// What the room and its viewers do.
impl Outlet {
    pub(super) fn new(socket: WebSocket) -> Self {
        let (seen, unanswered, shown, waiting) = (0, Vec::new(), 0, 0);
        let sending = Sending { socket, seen, unanswered, shown, waiting, flushing: false, let_go: false };
        Self { sending: Mutex::new(sending), wake: Notify::new() }
    }

    /// Gathers what a viewer begins with; the session writes it out.
    pub(crate) fn begin(&self, seq: u64, messages: Vec<Utf8Bytes>) {
        let mut sending = self.lock();
        sending.seen = seq;
        let fed = messages.into_iter().try_for_each(|text| sending.feed(Message::Text(text)));
        sending.let_go = fed.is_err();
    }

    /// Shows a commit, at once where that is asked for and possible. False when the other end is too slow or gone.
    pub(crate) fn show(&self, frame: &Frame, at_once: bool) -> bool {
        let mut sending = self.lock();
        let own = frame.commands.iter().filter(|command| sending.unanswered.contains(command)).count();
        sending.seen = frame.seq;
        sending.shown += own;
        sending.waiting += 1;
        if sending.waiting > FRAMES_WAITING_MAX || sending.feed(Message::Text(frame.text.clone())).is_err() {
            sending.let_go = true;
        }
        // What waits already, the session writes out; and its answers go with what they answer.
        let at_once = at_once && own == 0 && sending.waiting == 1 && !sending.flushing && !sending.let_go;
        if !(at_once && sending.poll_flush(&mut Context::from_waker(Waker::noop())).is_ready()) {
            self.wake.notify_one();
        }
        !sending.let_go
    }

    /// Lets the session know that nothing more will be shown.
    pub(crate) fn let_go(&self) {
        self.lock().let_go = true;
        self.wake.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Sending> {
        self.sending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the session does.
impl Outlet {
    /// Waits until there is something to do.
    pub(super) async fn woken(&self) -> Woken {
        self.wake.notified().await;
        let mut sending = self.lock();
        Woken { shown: std::mem::take(&mut sending.shown), let_go: sending.let_go }
    }

    /// The next message.
    pub(super) async fn receive(&self) -> Option<Result<Message, Error>> {
        std::future::poll_fn(|cx| self.lock().socket.poll_next_unpin(cx)).await
    }

    /// Gathers a message.
    pub(super) fn feed(&self, message: Message) -> Result<(), Error> {
        self.lock().feed(message)
    }

    /// Writes out what was gathered. It may wait for the other end to read.
    pub(super) async fn flush(&self) -> Result<(), Error> {
        std::future::poll_fn(|cx| {
            let mut sending = self.lock();
            let flushed = sending.poll_flush(cx);
            sending.flushing = flushed.is_pending();
            flushed
        })
        .await
    }

    /// The last entry shown.
    pub(super) fn seen(&self) -> u64 {
        self.lock().seen
    }

    /// How many commands wait for their answers.
    pub(super) fn unanswered(&self) -> usize {
        self.lock().unanswered.len()
    }

    /// Notes a command that is about to be handed in.
    pub(super) fn ask(&self, command: CommandId) {
        self.lock().unanswered.push(command);
    }

    /// Notes that a command has its answer.
    pub(super) fn answered(&self, command: CommandId) {
        let unanswered = &mut self.lock().unanswered;
        if let Some(place) = unanswered.iter().position(|waiting| *waiting == command) {
            unanswered.swap_remove(place);
        }
    }
}

impl Sending {
    /// The socket gathers whatever it is given, up to its limit.
    fn feed(&mut self, message: Message) -> Result<(), Error> {
        self.socket.start_send_unpin(message)
    }

    fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        let flushed = ready!(Pin::new(&mut self.socket).poll_flush(cx));
        self.waiting = 0;
        Poll::Ready(flushed)
    }
}
