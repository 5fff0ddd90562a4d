//! A handle on a live table: hands commands in, and knows how the table stands without troubling its task.

use crate::adoption::Adoption;
use crate::ids::TableId;
use crate::order::{Accepted, Order, Refused};
use crate::standing::Standing;
use crate::task::{Answer, Asked, Message};
use futures_util::future::BoxFuture;
use std::sync::Arc;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot, watch};

/// A live table. Cheap to clone.
#[derive(Clone, Debug)]
pub struct TableHandle {
    pub(crate) id: TableId,
    pub(crate) name: Arc<str>,
    pub(crate) mailbox: mpsc::Sender<Message>,
    pub(crate) standing: watch::Receiver<Standing>,
    /// Whether its task broke down and the table is being rebuilt.
    pub(crate) recovering: watch::Receiver<bool>,
}

impl TableHandle {
    /// Its id.
    #[must_use]
    pub const fn id(&self) -> TableId {
        self.id
    }

    /// What people call it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it stood after its last commit.
    #[must_use]
    pub fn standing(&self) -> Standing {
        self.standing.borrow().clone()
    }

    /// How it stands, commit after commit: for devices, which wait for their turn.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<Standing> {
        self.standing.clone()
    }

    /// Waits while the table is being rebuilt from its journal after its task broke down: until then nobody knows how it stands.
    pub async fn recovered(&self) {
        // A task that is gone for good is rebuilt by nobody.
        let _ = self.recovering.clone().wait_for(|recovering| !recovering).await;
    }

    /// Has the table's task break down once it has done what waits before, for a drill of its recovery.
    ///
    /// # Errors
    /// When too much waits already, or the server is going down.
    pub fn break_down(&self) -> Result<(), Refused> {
        self.send(Message::BreakDown)
    }

    /// How many messages wait in its mailbox.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.mailbox.max_capacity() - self.mailbox.capacity()
    }

    /// Hands a command in at once; what is returned waits for the answer. The command is carried out even if nobody
    /// waits any more.
    pub fn command(&self, order: Order) -> impl Future<Output = Result<Accepted, Refused>> + Send + use<> {
        let (asked, answered) = asked(order, false);
        let sent = self.send(Message::Commands(vec![asked]));
        async move {
            sent?;
            answered.await.unwrap_or(Err(Refused::Restarting))
        }
    }

    /// Hands several commands in at once, to be carried out with nothing in between. What follows a refused one is
    /// refused with it, so that none is carried out on anything but what its sender foresaw.
    pub fn run(&self, orders: Vec<Order>) -> impl Future<Output = Vec<Result<Accepted, Refused>>> + Send + use<> {
        let orders = orders.into_iter().enumerate();
        let (asked, answers): (Vec<_>, Vec<_>) = orders.map(|(place, order)| asked(order, place > 0)).unzip();
        let sent = if asked.is_empty() { Ok(()) } else { self.send(Message::Commands(asked)) };
        async move {
            let mut answered = Vec::with_capacity(answers.len());
            for answer in answers {
                answered.push(match &sent {
                    Ok(()) => answer.await.unwrap_or(Err(Refused::Restarting)),
                    Err(refused) => Err(refused.clone()),
                });
            }
            answered
        }
    }

    /// Does something while the table stands still: only while it is closed, empty and between rounds.
    ///
    /// # Errors
    /// When the table is in use, or the work fails.
    pub async fn at_rest(&self, work: BoxFuture<'static, Result<(), Refused>>) -> Result<(), Refused> {
        let (answer, answered) = oneshot::channel();
        self.send(Message::AtRest { work, answer })?;
        answered.await.unwrap_or(Err(Refused::Restarting))
    }

    /// Hands in rules to be taken up as soon as no round is in progress and nothing else stands in their way. They take the place of
    /// others that wait.
    ///
    /// # Errors
    /// When too much waits already, or the server is going down.
    pub fn adopt(&self, adoption: Adoption) -> Result<(), Refused> {
        self.send(Message::Adopt(Box::new(adoption)))
    }

    fn send(&self, message: Message) -> Result<(), Refused> {
        self.mailbox.try_send(message).map_err(|error| match error {
            TrySendError::Full(_) => Refused::Busy,
            TrySendError::Closed(_) => Refused::Draining,
        })
    }
}

/// A command, and where its answer will be.
fn asked(order: Order, follows: bool) -> (Asked, oneshot::Receiver<Result<Accepted, Refused>>) {
    let (answer, answered) = oneshot::channel();
    (Asked { order, answer: Answer::To(answer), follows }, answered)
}
