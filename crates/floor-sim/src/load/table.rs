//! One table under load: rounds of Let It Ride in which every player rides, with all terminals in one task.
//!
//! A command counts when every terminal of the table has been shown it; only then the table goes on.

use super::line::{Line, Reply};
use super::pace::Pace;
use super::rest::Rest;
use super::station::Sensing;
use game_core::command::Action;
use game_core::decision::Decision;
use game_core::game::Seat;
use game_core::layout::Cards;
use game_core::money::Cents;
use game_core::wager::Wager;
use std::io;
use std::pin::Pin;
use std::task::Poll;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use wire::id::CommandId;
use wire::socket::ToServer;

/// What every player bets.
pub(super) const BET: Cents = Cents::new(500);

/// The pause before a command is sent again that was refused for the moment.
const PASSING: Duration = Duration::from_millis(50);

/// The time in which commands count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) start: Instant,
    pub(super) end: Instant,
}

impl Window {
    /// Works until the window ends and returns the failure that ended the work before.
    ///
    /// A failure after the end is none: a table's devices stop at the end too, and may notice it before the table does.
    async fn failure_of(self, work: impl Future<Output = io::Result<()>>) -> Option<String> {
        let worked = tokio::time::timeout_at(self.end.into(), work).await.ok()?;
        worked.err().filter(|_| Instant::now() < self.end).map(|error| error.to_string())
    }
}

/// What a table measured.
#[derive(Debug, Default)]
pub(super) struct Measured {
    /// Commands accepted and shown to all terminals within the window.
    pub(super) commands: u64,
    /// Entries shown to all terminals within the window, the devices' among them.
    pub(super) entries: u64,
    pub(super) rounds: u64,
    pub(super) frames: u64,
    pub(super) checked: u64,
    /// Times a command was refused for the moment and sent again.
    pub(super) again: u64,
    /// From sending to the own event's frame, in microseconds.
    pub(super) terminal_us: Vec<u32>,
    /// From sending to the answer, in microseconds.
    pub(super) dealer_us: Vec<u32>,
    pub(super) failure: Option<String>,
}

/// A table under load.
#[derive(Debug)]
pub(super) struct LoadTable {
    pub(super) lines: Vec<Line>,
    pub(super) dealer: Rest,
    pub(super) pace: Pace,
    pub(super) window: Window,
    /// The table's sensor, where it has devices, which then shuffle and deal as well.
    pub(super) sensing: Option<Sensing>,
    pub(super) measured: Measured,
    /// The first entry that was shown to all within the window.
    pub(super) entered: Option<u64>,
}

impl LoadTable {
    /// Plays until the window ends, and says what it measured.
    pub(super) async fn run(mut self) -> Measured {
        let window = self.window;
        let failure = window
            .failure_of(async {
                loop {
                    self.round().await?;
                    self.measured.rounds += 1;
                }
            })
            .await;
        let shown = self.shown();
        Measured {
            entries: self.entered.map_or(0, |entered| shown.saturating_sub(entered)),
            frames: self.lines.iter().map(|line| line.frames).sum(),
            checked: self.lines.iter().map(|line| line.checked).sum(),
            failure,
            ..self.measured
        }
    }

    /// Keeps the lines open and does nothing until the window ends.
    pub(super) async fn idle(mut self) -> Measured {
        let window = self.window;
        let failure = window.failure_of(self.until(|_| false)).await;
        Measured { failure, ..self.measured }
    }

    async fn round(&mut self) -> io::Result<()> {
        if self.sensing.is_none() {
            self.watch("\"shuffle_committed\"");
        }
        self.deal(Action::OpenRound).await?;
        self.bets().await?;
        self.heard().await?;
        self.sensed().await?;
        self.watch("\"deal_completed\"");
        self.deal(Action::NoMoreBets).await?;
        if self.sensing.is_some() {
            self.deal(Action::LockWagers).await?;
        }
        self.heard().await?;
        for _ in 0..2 {
            for place in 0..self.lines.len() {
                let decide = |seat| Action::Decide { seat, decision: Decision::Ride };
                self.play(place, decide).await?;
            }
            self.deal(Action::TurnUp { cards: Cards::new() }).await?;
        }
        for _ in 0..self.lines.len() {
            self.deal(Action::Settle { cards: Cards::new() }).await?;
        }
        // The server's own machine, or the table's, shuffles as soon as the cards are cleared.
        self.watch("\"deck_shuffled\"");
        self.deal(Action::ClearTable).await?;
        self.heard().await
    }

    /// Has the table's sensor see wagers come and go, and takes in what is shown of it.
    async fn sensed(&mut self) -> io::Result<()> {
        let Some(sensing) = &self.sensing else { return Ok(()) };
        let gone = || io::Error::other("the table's devices are gone");
        let (done, mut all) = oneshot::channel();
        sensing.send(done).await.map_err(|_| gone())?;
        std::future::poll_fn(|cx| {
            for line in &mut self.lines {
                if let Poll::Ready(error) = line.poll_take(cx) {
                    return Poll::Ready(Err(error));
                }
            }
            Pin::new(&mut all).poll(cx).map(|all| all.map_err(|_| gone()))
        })
        .await
    }

    /// Waits until the first terminal was shown what it looks for.
    async fn heard(&mut self) -> io::Result<()> {
        self.until(|lines| lines.first().is_none_or(|line| line.watched.is_none())).await
    }

    /// The first terminal looks for a word in the frames that follow.
    fn watch(&mut self, word: &'static str) {
        if let Some(line) = self.lines.first_mut() {
            line.watched = Some(word);
        }
    }

    /// Everybody bets at once, or one after the other where there is a pace.
    async fn bets(&mut self) -> io::Result<()> {
        let bet = |seat| Action::PlaceWager { seat, wager: Wager::LetItRide, amount: BET };
        if self.pace.is_set() {
            for place in 0..self.lines.len() {
                self.play(place, bet).await?;
            }
            return Ok(());
        }
        let sent = Instant::now();
        for place in 0..self.lines.len() {
            self.send(place, CommandId::fresh(), bet(seat(place)?)).await?;
        }
        let mut waiting: Vec<usize> = (0..self.lines.len()).collect();
        while !waiting.is_empty() {
            self.until(|lines| waiting.iter().any(|place| lines[*place].reply.is_some())).await?;
            let now = Instant::now();
            let answered: Vec<usize> =
                waiting.iter().copied().filter(|place| self.lines[*place].reply.is_some()).collect();
            waiting.retain(|place| !answered.contains(place));
            for place in answered {
                match self.lines[place].reply.take() {
                    Some(Reply::Accepted { .. }) => self.count_terminal(sent, now),
                    Some(Reply::Refused { passing: true, .. }) => self.play(place, bet).await?,
                    Some(Reply::Refused { text, .. }) => return Err(io::Error::other(text)),
                    None => {}
                }
            }
        }
        let seq = self.lines.iter().map(|line| line.seq).max().unwrap_or(0);
        self.shown_to_all(seq).await
    }

    /// A terminal sends a command; it is over when every terminal was shown it.
    async fn play(&mut self, place: usize, action: impl Fn(Seat) -> Action) -> io::Result<()> {
        self.pace.turn().await;
        let (id, action) = (CommandId::fresh(), action(seat(place)?));
        let sent = Instant::now();
        loop {
            self.send(place, id, action).await?;
            self.until(|lines| lines[place].reply.is_some()).await?;
            match self.lines[place].reply.take() {
                Some(Reply::Accepted { seq }) => {
                    self.count_terminal(sent, Instant::now());
                    return self.shown_to_all(seq).await;
                }
                Some(Reply::Refused { passing: true, .. }) | None => {
                    self.measured.again += 1;
                    tokio::time::sleep(PASSING).await;
                }
                Some(Reply::Refused { text, .. }) => return Err(io::Error::other(text)),
            }
        }
    }

    /// The dealer sends a command; it is over when every terminal was shown it.
    async fn deal(&mut self, action: Action) -> io::Result<()> {
        self.pace.turn().await;
        let id = CommandId::fresh();
        let sent = Instant::now();
        loop {
            let told = self.dealer.command(id, action).await?;
            if let Some(seq) = told.seq() {
                let now = Instant::now();
                if self.counts(now) {
                    self.measured.dealer_us.push(micros(sent, now));
                    self.measured.commands += 1;
                }
                return self.shown_to_all(seq).await;
            }
            if told.status != 503 {
                return Err(io::Error::other(format!("{action:?}: {}", String::from_utf8_lossy(&told.body))));
            }
            self.measured.again += 1;
            tokio::time::sleep(PASSING).await;
        }
    }

    async fn send(&mut self, place: usize, command_id: CommandId, action: Action) -> io::Result<()> {
        let line = &mut self.lines[place];
        line.reply = None;
        line.send(&ToServer::Command { command_id, action }).await
    }

    fn count_terminal(&mut self, sent: Instant, now: Instant) {
        if self.counts(now) {
            self.measured.terminal_us.push(micros(sent, now));
            self.measured.commands += 1;
        }
    }

    fn counts(&mut self, now: Instant) -> bool {
        let counts = self.window.start <= now && now < self.window.end;
        if counts && self.entered.is_none() {
            self.entered = Some(self.shown());
        }
        counts
    }

    /// The last entry that every terminal was shown.
    fn shown(&self) -> u64 {
        self.lines.iter().map(|line| line.seq).min().unwrap_or(0)
    }

    async fn shown_to_all(&mut self, seq: u64) -> io::Result<()> {
        self.until(|lines| lines.iter().all(|line| line.seq >= seq)).await
    }

    /// Takes in what comes on every line until something is the case.
    async fn until(&mut self, done: impl Fn(&[Line]) -> bool) -> io::Result<()> {
        std::future::poll_fn(|cx| {
            if done(&self.lines) {
                return Poll::Ready(Ok(()));
            }
            for line in &mut self.lines {
                if let Poll::Ready(error) = line.poll_take(cx) {
                    return Poll::Ready(Err(error));
                }
            }
            if done(&self.lines) { Poll::Ready(Ok(())) } else { Poll::Pending }
        })
        .await
    }
}

fn seat(place: usize) -> io::Result<Seat> {
    let number = u8::try_from(place + 1).ok().and_then(Seat::new);
    number.ok_or_else(|| io::Error::other("more terminals than seats"))
}

pub(super) fn micros(from: Instant, to: Instant) -> u32 {
    u32::try_from(to.duration_since(from).as_micros()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn devices_that_stop_with_the_window_are_no_failure_of_the_table() {
        let now = Instant::now();
        let devices_gone = async || Err(io::Error::other("the table's devices are gone"));
        let over = Window { start: now, end: now };
        assert_eq!(over.failure_of(devices_gone()).await, None);
        let open = Window { start: now, end: now + Duration::from_secs(3600) };
        assert_eq!(open.failure_of(devices_gone()).await.as_deref(), Some("the table's devices are gone"));
    }
}
