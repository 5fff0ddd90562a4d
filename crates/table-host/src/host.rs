//! The house's live tables: opens them, finds them, and stops them all when the server goes down.

use crate::attendant::Attendant;
use crate::clock;
use crate::gallery::Gallery;
use crate::handle::TableHandle;
use crate::ids::TableId;
use crate::journal::Journal;
use crate::standing::Opening;
use crate::supervise::supervise;
use crate::task::{Message, Task};
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// How tables work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Messages that may wait at a table; one more is answered as busy.
    pub mailbox_max: usize,
    /// Commands of one table that are written together.
    pub batch_max: usize,
    /// Entries between two snapshots of a table.
    pub snapshot_every: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { mailbox_max: 256, batch_max: 32, snapshot_every: 256 }
    }
}

/// Every live table.
#[derive(Debug)]
pub struct Host {
    journal: Arc<dyn Journal>,
    options: Options,
    tables: RwLock<BTreeMap<TableId, Live>>,
}

#[derive(Debug)]
struct Live {
    handle: TableHandle,
    task: JoinHandle<()>,
}

impl Host {
    /// A house without tables.
    #[must_use]
    pub fn new(journal: Arc<dyn Journal>, options: Options) -> Self {
        Self { journal, options, tables: RwLock::default() }
    }

    /// Starts a table's task. A table that is live already stays as it is.
    pub fn open(&self, opening: Opening, gallery: Arc<dyn Gallery>, attendant: Arc<dyn Attendant>) -> TableHandle {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(live) = tables.get(&opening.id) {
            return live.handle.clone();
        }
        let (mailbox, messages) = mpsc::channel(self.options.mailbox_max.max(1));
        let (shown, standing) = watch::channel(opening.standing.clone());
        let (recovers, recovering) = watch::channel(false);
        let handle = TableHandle { id: opening.id, name: Arc::clone(&opening.name), mailbox, standing, recovering };
        let task = Task {
            journal: Arc::clone(&self.journal),
            gallery,
            attendant,
            shown,
            options: self.options,
            snapshot_at: opening.standing.seq,
            last: clock::now(),
            clock_from: Instant::now(),
            adoption: None,
            opening,
        };
        let id = task.opening.id;
        let task = tokio::spawn(supervise(task, messages, recovers));
        tables.insert(id, Live { handle: handle.clone(), task });
        handle
    }

    /// The table of this id.
    #[must_use]
    pub fn table(&self, id: TableId) -> Option<TableHandle> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner).get(&id).map(|live| live.handle.clone())
    }

    /// Every table, in the order made.
    #[must_use]
    pub fn tables(&self) -> Vec<TableHandle> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.values().map(|live| live.handle.clone()).collect()
    }

    /// Lets every table finish what is in hand and stops it. Rounds stay as they are, to be taken up again.
    pub async fn drain(&self) {
        let tables = std::mem::take(&mut *self.tables.write().unwrap_or_else(PoisonError::into_inner));
        for live in tables.values() {
            // A closed mailbox is one whose task has stopped already.
            let _ = live.handle.mailbox.send(Message::Stop).await;
        }
        for live in tables.into_values() {
            if let Err(error) = live.task.await {
                tracing::error!(table = %live.handle.id, %error, "a table did not stop as it should");
            }
        }
    }
}
