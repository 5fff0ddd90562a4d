//! A table's task: takes what waits, decides it, has it written, and only then lets anybody know.

use crate::adoption::Adoption;
use crate::attendant::Attendant;
use crate::batch::{Decided, Verdict, decide_all};
use crate::clock;
use crate::gallery::{Commit, CommitEntry, Gallery};
use crate::host::Options;
use crate::ids::{BodyDigest, CommandId};
use crate::journal::{Append, AppendError, Appended, Committed, Journal};
use crate::order::{Accepted, Order, Refused};
use crate::standing::{Opening, Standing};
use futures_util::future::BoxFuture;
use game_core::actor::Actor;
use game_core::command::Action;
use game_core::game::Millis;
use game_core::procedure::Phase;
use game_core::table::Table;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

/// How long the clock waits after it could not be heard.
const CLOCK_PAUSE: Duration = Duration::from_millis(250);

/// What a mailbox holds.
pub(crate) enum Message {
    /// Commands with nothing in between; never empty.
    Commands(Vec<Asked>),
    /// Something to be done while the table stands still.
    AtRest {
        work: BoxFuture<'static, Result<(), Refused>>,
        answer: oneshot::Sender<Result<(), Refused>>,
    },
    /// Rules to be taken up between two rounds.
    Adopt(Box<Adoption>),
    /// A drill: the task breaks down.
    BreakDown,
    Stop,
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Commands(_) => "Commands",
            Self::AtRest { .. } => "AtRest",
            Self::Adopt(_) => "Adopt",
            Self::BreakDown => "BreakDown",
            Self::Stop => "Stop",
        })
    }
}

impl Message {
    /// Answers it without looking at it.
    pub(crate) fn refuse(self, refused: Refused) {
        match self {
            Self::Commands(asked) => asked.into_iter().for_each(|asked| asked.answer.give(Err(refused.clone()))),
            Self::AtRest { answer, .. } => drop(answer.send(Err(refused))),
            // Whoever looks after such rules hands them in again.
            Self::Adopt(_) | Self::BreakDown | Self::Stop => {}
        }
    }
}

/// Where an answer goes. Whoever no longer waits will ask again under the same key.
pub(crate) enum Answer {
    To(oneshot::Sender<Result<Accepted, Refused>>),
    /// The table's own clock, which looks at the table instead.
    Nobody,
}

impl Answer {
    fn give(self, answer: Result<Accepted, Refused>) {
        match self {
            Self::To(sender) => drop(sender.send(answer)),
            Self::Nobody => {}
        }
    }
}

/// A command that waits for its answer.
pub(crate) struct Asked {
    pub(crate) order: Order,
    pub(crate) answer: Answer,
    /// Whether it is refused with the command before it.
    pub(crate) follows: bool,
}

/// Why a task ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    /// It was told to.
    Stopped,
    /// Somebody else holds the table.
    Fenced,
}

pub(crate) struct Task {
    pub(crate) opening: Opening,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) gallery: Arc<dyn Gallery>,
    pub(crate) attendant: Arc<dyn Attendant>,
    pub(crate) shown: watch::Sender<Standing>,
    pub(crate) options: Options,
    /// The entry at which the last snapshot was taken.
    pub(crate) snapshot_at: u64,
    /// The time of the last command: the table's time never goes back.
    pub(crate) last: Millis,
    /// The clock is not heard before this moment.
    pub(crate) clock_from: Instant,
    /// Rules that wait for the end of the round, or for what else stands in their way.
    pub(crate) adoption: Option<Box<Adoption>>,
}

impl Task {
    /// Plays until told to stop, or until somebody else holds the table.
    pub(crate) async fn run(&mut self, mailbox: &mut mpsc::Receiver<Message>) -> Ended {
        loop {
            if let Some(ended) = self.adopt().await {
                return ended;
            }
            let Some(first) = self.next(mailbox).await else { return Ended::Stopped };
            let ended = match first {
                Message::Commands(asked) => self.commands(asked, mailbox).await,
                other => self.other(other).await,
            };
            if let Some(ended) = ended {
                return ended;
            }
        }
    }

    /// The next message, or the clock's command when its time has come first.
    async fn next(&self, mailbox: &mut mpsc::Receiver<Message>) -> Option<Message> {
        let Some((moment, action)) = self.table().deadline() else { return mailbox.recv().await };
        let wake = (Instant::now() + clock::until(moment)).max(self.clock_from);
        tokio::select! {
            message = mailbox.recv() => message,
            () = tokio::time::sleep_until(wake) => Some(Message::Commands(vec![by_the_clock(action)])),
        }
    }

    /// Takes what waits behind the first commands, and carries all of it out.
    async fn commands(&mut self, mut asked: Vec<Asked>, mailbox: &mut mpsc::Receiver<Message>) -> Option<Ended> {
        let mut after = None;
        while asked.len() < self.options.batch_max {
            match mailbox.try_recv() {
                // A retry of what is being asked right now waits until that is answered.
                Ok(Message::Commands(more)) if is_new(&asked, &more) => asked.extend(more),
                Ok(other) => {
                    after = Some(other);
                    break;
                }
                Err(_) => break,
            }
        }
        if let Some(ended) = self.carry_out(asked).await {
            after.into_iter().for_each(|message| message.refuse(refusal_at(ended)));
            return Some(ended);
        }
        match after {
            Some(Message::Commands(asked)) => self.carry_out(asked).await,
            Some(other) => self.other(other).await,
            None => None,
        }
    }

    async fn other(&mut self, message: Message) -> Option<Ended> {
        match message {
            Message::Stop => Some(Ended::Stopped),
            Message::AtRest { work, answer } => {
                let done = self.at_rest(work).await;
                drop(answer.send(done));
                None
            }
            Message::Adopt(adoption) => {
                self.adoption = Some(adoption);
                None
            }
            Message::BreakDown => break_down(),
            Message::Commands(asked) => self.carry_out(asked).await,
        }
    }

    /// Carries commands out until each has its answer.
    async fn carry_out(&mut self, mut asked: Vec<Asked>) -> Option<Ended> {
        while !asked.is_empty() {
            // Before anything else happens between two rounds.
            if let Some(ended) = self.adopt().await {
                asked.into_iter().for_each(|asked| asked.answer.give(Err(refusal_at(ended))));
                return Some(ended);
            }
            let at = clock::now().max(self.last);
            let mut decided = decide_all(self.table(), &asked, at, self.adoption.is_some());
            decided.attend(&*self.attendant, at);
            if decided.entries.is_empty() {
                self.settle(&mut asked, decided, Vec::new());
                continue;
            }
            match self.append(&decided).await {
                Ok(Appended::Written(committed)) => {
                    self.last = at;
                    self.commit(&mut asked, decided, committed);
                }
                Ok(Appended::Answered { place, first }) => {
                    let Committed { seq, at, events, .. } = first;
                    answer_entry(&mut asked, &decided, place, Ok(Accepted { seq, at, events, repeated: true }));
                }
                Ok(Appended::KeyReused { place }) => {
                    answer_entry(&mut asked, &decided, place, Err(Refused::KeyReused));
                }
                Err(error) => return self.fail(asked, &decided, error),
            }
        }
        None
    }

    async fn append(&self, decided: &Decided) -> Result<Appended, AppendError> {
        let Opening { id, epoch, standing, .. } = &self.opening;
        let append = Append {
            table: *id,
            game: standing.table.rules().game(),
            expected_seq: standing.seq,
            epoch: *epoch,
            rules_version: Arc::clone(&standing.rules_version),
            entries: decided.entries.clone(),
        };
        self.journal.append(append).await
    }

    /// What is on disk becomes the table's state; then its viewers and its senders learn of it, in this order: whoever is
    /// answered and looks again sees what came of it.
    fn commit(&mut self, asked: &mut Vec<Asked>, mut decided: Decided, committed: Vec<Committed>) {
        let as_decided = committed.iter().zip(&decided.entries).all(|(on_disk, entry)| on_disk.events == entry.events);
        let table = if as_decided {
            std::mem::replace(&mut decided.trial, Table::new(Arc::clone(self.table().rules())))
        } else {
            let mut table = Table::clone(self.table());
            committed.iter().for_each(|entry| table.apply_all(&entry.events));
            table
        };
        let standing = &mut self.opening.standing;
        standing.seq = committed.last().map_or(standing.seq, |entry| entry.seq);
        standing.table = Arc::new(table);
        self.shown.send_replace(standing.clone());
        self.gallery.committed(&self.describe(&decided, &committed));
        self.settle(asked, decided, committed);
        self.keep_snapshot();
    }

    fn describe(&self, decided: &Decided, committed: &[Committed]) -> Commit {
        let entries = decided.entries.iter().zip(committed).map(|(entry, on_disk)| CommitEntry {
            seq: on_disk.seq,
            at: on_disk.at,
            actor: entry.actor,
            command_id: entry.command_id,
            events: on_disk.events.clone(),
        });
        Commit { table: self.opening.id, standing: self.opening.standing.clone(), entries: entries.collect() }
    }

    /// Answers every command that was decided; the rest stays.
    fn settle(&mut self, asked: &mut Vec<Asked>, decided: Decided, committed: Vec<Committed>) {
        let rest = asked.split_off(decided.verdicts.len());
        let mut committed = committed.into_iter();
        for (asked, verdict) in std::mem::replace(asked, rest).into_iter().zip(decided.verdicts) {
            match verdict {
                Verdict::Rejected { rejection, .. } => {
                    self.note_clock(&asked.order);
                    asked.answer.give(Err(Refused::Rejected(rejection)));
                }
                Verdict::Entry(_) => asked.answer.give(committed.next().map_or_else(
                    || Err(Refused::Fault("an entry is missing".into())),
                    |Committed { seq, at, events, .. }| Ok(Accepted { seq, at, events, repeated: false }),
                )),
            }
        }
    }

    /// Nothing was written. A refusal stands if it followed from what is on disk; everything else may be asked again.
    fn fail(&mut self, asked: Vec<Asked>, decided: &Decided, error: AppendError) -> Option<Ended> {
        let (fenced, frozen) = (matches!(error, AppendError::Conflict { .. }), error == AppendError::Frozen);
        tracing::warn!(table = %self.opening.id, %error, commands = asked.len(), "commands were not written");
        let refused = Refused::from(error);
        for (place, asked) in asked.into_iter().enumerate() {
            self.note_clock(&asked.order);
            asked.answer.give(Err(match decided.verdicts.get(place) {
                Some(Verdict::Rejected { rejection, firm: true }) => Refused::Rejected(rejection.clone()),
                // Only what would pay is at fault; whatever else was handed in with it may be asked again.
                Some(verdict) if frozen && !decided.pays(verdict) => Refused::Busy,
                Some(_) | None => refused.clone(),
            }));
        }
        fenced.then_some(Ended::Fenced)
    }

    /// A clock that was not heard speaks again after a pause, not at once.
    fn note_clock(&mut self, order: &Order) {
        if order.actor == Actor::Clock {
            self.clock_from = Instant::now() + CLOCK_PAUSE;
        }
    }

    /// Does something while nobody can begin a round, at a table that is closed and where nobody sits.
    async fn at_rest(&self, work: BoxFuture<'static, Result<(), Refused>>) -> Result<(), Refused> {
        let (table, state) = (self.table(), self.table().state());
        let empty = game_core::game::Seat::first(table.rules().seats()).all(|seat| state.player(seat).is_none());
        let closed = matches!(state.procedure().phase(), Phase::Closed);
        if !(empty && closed && table.round().is_none()) {
            return Err(Refused::InUse);
        }
        work.await
    }

    pub(crate) fn keep_snapshot(&mut self) {
        let standing = &self.opening.standing;
        if standing.seq - self.snapshot_at >= self.options.snapshot_every {
            self.snapshot_at = standing.seq;
            self.journal.keep_snapshot(self.opening.id, standing.seq, standing.table.state().clone());
        }
    }

    fn table(&self) -> &Table {
        &self.opening.standing.table
    }
}

#[expect(clippy::panic, reason = "a drill of what follows when something does")]
fn break_down() -> ! {
    panic!("a drill")
}

/// What the clock has to say, under a name of its own.
fn by_the_clock(action: Action) -> Asked {
    let command_id = CommandId::new();
    let order = Order { actor: Actor::Clock, command_id, body_digest: BodyDigest::of(command_id.0.as_bytes()), action };
    Asked { order, answer: Answer::Nobody, follows: false }
}

/// Whether none of the commands is asked already.
fn is_new(asked: &[Asked], more: &[Asked]) -> bool {
    more.iter().all(|new| asked.iter().all(|other| other.order.command_id != new.order.command_id))
}

/// Answers the command that is this one of the entries, and leaves the others to be decided again.
fn answer_entry(asked: &mut Vec<Asked>, decided: &Decided, place: usize, answer: Result<Accepted, Refused>) {
    let is_it = |verdict: &Verdict| matches!(verdict, Verdict::Entry(entry) if *entry == place);
    if let Some(index) = decided.verdicts.iter().position(is_it) {
        asked.remove(index).answer.give(answer);
    }
}

/// What whoever still asks is told after a task has ended.
pub(crate) const fn refusal_at(ended: Ended) -> Refused {
    match ended {
        Ended::Stopped => Refused::Draining,
        Ended::Fenced => Refused::Fenced,
    }
}
