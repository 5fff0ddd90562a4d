//! A player at a terminal: bets, decides and banks by habit or by the odds, errs now and then, and comes back when the
//! line breaks. What was sent and not answered is sent again under the same id.

mod habit;
mod mind;
mod mistakes;

pub use habit::Habit;
pub use mind::Mind;
pub use mistakes::Errors;

use crate::client::Client;
use crate::socket::{Post, Socket, SocketError};
use crate::tally::Tally;
use game_core::command::Action;
use game_core::legal::Offer;
use game_core::view::View;
use mistakes::mistake;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use wire::id::CommandId;
use wire::problem::{EdgeCode, ProblemCode};
use wire::socket::{ToServer, ToTerminal};
use wire::terminal::Mirror;

/// How long a player waits before connecting again, and how often it is tried.
const RETURN_PAUSE: Duration = Duration::from_millis(100);
const RETURN_TRIES: u32 = 100;

/// How a player behaves at the terminal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bearing {
    /// How long the player thinks, at most.
    pub think_max: Duration,
    /// How often the player errs.
    pub errors: Errors,
}

/// A player at a terminal.
#[derive(Debug)]
pub struct Player {
    client: Client,
    socket: Socket,
    mind: Mind,
    bearing: Bearing,
    tally: Arc<Tally>,
}

/// What came of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Accepted { repeated: bool },
    Refused(ProblemCode),
}

impl Player {
    /// Turns a terminal on.
    ///
    /// # Errors
    /// When there is no socket for the key.
    pub async fn new(client: Client, mind: Mind, bearing: Bearing, tally: Arc<Tally>) -> Result<Self, SocketError> {
        let socket = Socket::open(&client, Post::Terminal, Mirror::default()).await?;
        Ok(Self { client, socket, mind, bearing, tally })
    }

    /// Plays until told to stop.
    ///
    /// # Errors
    /// When the server is away for long.
    pub async fn play(mut self, mut stop: watch::Receiver<bool>) -> Result<(), SocketError> {
        loop {
            tokio::select! {
                () = stopped(&mut stop) => return Ok(()),
                turn = self.turn() => if let Err(error) = turn { self.come_back(error).await? },
            }
        }
    }

    /// Does what there is to do, or waits for the next message.
    async fn turn(&mut self) -> Result<(), SocketError> {
        let wanted = self.socket.view().is_some_and(|view| self.mind.is_wanted(&view));
        if !wanted {
            self.socket.next().await?;
            return Ok(());
        }
        self.think().await;
        let offers = self.offers().await?;
        let Some(view) = self.socket.view() else { return Ok(()) };
        let errors = self.bearing.errors;
        let seat = self.mind.seat();
        if self.mind.dice().happens(errors.mistakes_per_mille)
            && let Some(mistake) = mistake(seat, &offers, self.mind.dice())
        {
            self.tally.mistakes.add();
            let verdict = self.ask(mistake.action).await?;
            if mistake.always_wrong && matches!(verdict, Verdict::Accepted { .. }) {
                self.tally.surprise(format!("accepted from seat {seat}: {:?}", mistake.action));
            }
        }
        let wanted = |mind: &Mind| mind.is_wanted(&view);
        match self.choose(offers, view.clone()).await {
            Some(action) => self.ask_for_good(action).await,
            None if wanted(&self.mind) => self.socket.next().await.map(|_| ()),
            None => Ok(()),
        }
    }

    /// Makes up the player's mind. Who goes by the odds may have to work them out first, which must hold up nobody else.
    async fn choose(&mut self, offers: Vec<Offer>, view: View) -> Option<Action> {
        if !self.mind.reckons() {
            return self.mind.choose(&offers, &view);
        }
        let mut mind = self.mind.clone();
        let chosen = tokio::task::spawn_blocking(move || {
            let action = mind.choose(&offers, &view);
            (mind, action)
        });
        let (mind, action) = chosen.await.ok()?;
        self.mind = mind;
        action
    }

    async fn think(&mut self) {
        let most = u64::try_from(self.bearing.think_max.as_millis()).unwrap_or(u64::MAX);
        if most > 0 {
            let pause = self.mind.dice().below(most);
            tokio::time::sleep(Duration::from_millis(pause)).await;
        }
    }

    /// Asks what is offered, and takes in what comes before the answer.
    async fn offers(&mut self) -> Result<Vec<Offer>, SocketError> {
        self.socket.send(&ToServer::Legal {}).await?;
        loop {
            if let ToTerminal::Offers { offers, seq } = self.socket.next().await? {
                // What is offered belongs to a view that is on its way.
                while self.socket.seq() < seq {
                    self.socket.next().await?;
                }
                return Ok(offers);
            }
        }
    }

    /// Asks for something meant in earnest; now and then the plug is pulled in the middle, or it is asked twice.
    async fn ask_for_good(&mut self, action: Action) -> Result<(), SocketError> {
        let errors = self.bearing.errors;
        if self.mind.dice().happens(errors.drops_per_mille) {
            return self.ask_and_drop(action).await;
        }
        let id = CommandId::fresh();
        let verdict = self.ask_as(id, action).await?;
        if matches!(verdict, Verdict::Accepted { .. }) && self.mind.dice().happens(errors.repeats_per_mille) {
            self.repeat(id, action).await?;
        }
        Ok(())
    }

    /// The same again must be answered as the first time, and another body under the same id must be refused.
    async fn repeat(&mut self, id: CommandId, action: Action) -> Result<(), SocketError> {
        match self.ask_as(id, action).await? {
            Verdict::Accepted { repeated: true } => self.tally.repeated.add(),
            verdict @ (Verdict::Accepted { .. } | Verdict::Refused(_)) => {
                self.tally.surprise(format!("asked twice, the second time {verdict:?}: {action:?}"));
            }
        }
        let other = Action::LeaveSeat { seat: self.mind.seat() };
        match self.ask_as(id, other).await? {
            Verdict::Refused(ProblemCode::Edge(EdgeCode::KeyReused)) => {}
            verdict => self.tally.surprise(format!("an id used for another body: {verdict:?}")),
        }
        Ok(())
    }

    /// Sends, pulls the plug, comes back and sends the same again: it happens once.
    async fn ask_and_drop(&mut self, action: Action) -> Result<(), SocketError> {
        let id = CommandId::fresh();
        self.socket.command(id, action).await?;
        self.socket.pull().await;
        self.tally.pulled.add();
        self.reopen().await?;
        self.ask_as(id, action).await.map(|_| ())
    }

    async fn ask(&mut self, action: Action) -> Result<Verdict, SocketError> {
        self.ask_as(CommandId::fresh(), action).await
    }

    async fn ask_as(&mut self, id: CommandId, action: Action) -> Result<Verdict, SocketError> {
        self.socket.command(id, action).await?;
        loop {
            match self.socket.next().await? {
                ToTerminal::Accepted { command_id, repeated, .. } if command_id == id => {
                    self.tally.accepted.add();
                    return Ok(Verdict::Accepted { repeated });
                }
                ToTerminal::Refused { command_id, code, .. } if command_id == id => {
                    tracing::debug!(seat = %self.mind.seat(), ?action, %code, "refused");
                    self.tally.refused.add();
                    return Ok(Verdict::Refused(code));
                }
                _ => {}
            }
        }
    }

    /// After a broken line: notes what must never break one, and opens another.
    async fn come_back(&mut self, error: SocketError) -> Result<(), SocketError> {
        if error.is_fault() {
            self.tally.surprise(format!("seat {}: {error}", self.mind.seat()));
        }
        tracing::debug!(seat = %self.mind.seat(), %error, "the line broke");
        self.reopen().await
    }

    async fn reopen(&mut self) -> Result<(), SocketError> {
        let mut last = SocketError::Closed(None);
        let mut mirror = self.socket.mirror().clone();
        for _ in 0..RETURN_TRIES {
            match Socket::open(&self.client, Post::Terminal, std::mem::take(&mut mirror)).await {
                Ok(socket) => {
                    self.socket = socket;
                    self.tally.returned.add();
                    return Ok(());
                }
                Err(error) => last = error,
            }
            tokio::time::sleep(RETURN_PAUSE).await;
        }
        Err(last)
    }
}

/// Waits to be told to stop. Nobody left to tell is as good as being told.
pub(crate) async fn stopped(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}
