//! The journal: tables hand their entries in, one writer commits what many hand in at the same moment, and each table
//! waits for its own commit and no other.

mod admit;
mod batch;
mod chain;
mod encode;
mod entries;
mod failure;
mod stats;
mod verify;
mod writer;

pub use chain::genesis;
pub use entries::{Entry, answered, load, load_page};
pub use stats::Stats;
pub use verify::{ChainError, Verified, verify_chain};

pub(crate) use chain::Link;
pub(crate) use encode::{ENCODING, Prepared};
pub(crate) use entries::between as entries_between;

use crate::recovery;
use crate::significant::Thresholds;
use crate::snapshots::{self, Waiting};
use crate::{Store, StoreError};
use futures_util::future::BoxFuture;
use game_core::table::State;
use std::sync::Arc;
use std::time::Duration;
use table_host::Opening;
use table_host::ids::TableId;
use table_host::journal::{self as port, Append, AppendError, Appended};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

/// How the writer works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Appends that may wait to be gathered; one more is refused as busy.
    pub waiting_max: usize,
    /// The most appends in one transaction.
    pub batch_max: usize,
    /// How long an append waits for a database that is away before it is refused.
    pub patience: Duration,
    /// How long a transaction may take before the connection is given up.
    pub commit_max: Duration,
    /// From which amounts on wagers and wins are significant.
    pub thresholds: Thresholds,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            waiting_max: 4096,
            batch_max: 512,
            patience: Duration::from_secs(5),
            commit_max: Duration::from_secs(20),
            thresholds: Thresholds::default(),
        }
    }
}

/// What the writer is handed.
struct Request {
    append: Prepared,
    answer: oneshot::Sender<Result<Appended, AppendError>>,
}

/// A handle on the writer. Cheap to clone; when the last one is gone the writer commits what it has and stops.
#[derive(Clone, Debug)]
pub struct Journal {
    requests: mpsc::Sender<Request>,
    store: Store,
    snapshots: Waiting,
    stats: Arc<Stats>,
}

impl Journal {
    /// Starts the writer on a connection of its own. The task ends after the last handle is gone.
    #[must_use]
    pub fn start(store: &Store, options: Options) -> (Self, JoinHandle<()>) {
        let (requests, waiting) = mpsc::channel(options.waiting_max.max(1));
        let (snapshots, keeping) = snapshots::keeper(store.pool().clone());
        let stats = Arc::new(Stats::default());
        let writing = writer::run(store.options().clone(), options, waiting, Arc::clone(&stats));
        let task = tokio::spawn(async {
            tokio::join!(writing, keeping);
        });
        (Self { requests, store: store.clone(), snapshots, stats }, task)
    }

    async fn hand_in(&self, append: Append) -> Result<Appended, AppendError> {
        let append = Prepared::new(append)?;
        let (answer, answered) = oneshot::channel();
        self.requests.try_send(Request { append, answer }).map_err(|error| match error {
            TrySendError::Full(_) => AppendError::Busy,
            TrySendError::Closed(_) => AppendError::Stopped,
        })?;
        answered.await.map_err(|_| AppendError::Stopped)?
    }

    /// What the writer has done so far.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// How many appends wait to be gathered.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.requests.max_capacity() - self.requests.capacity()
    }
}

impl port::Journal for Journal {
    fn append(&self, append: Append) -> BoxFuture<'_, Result<Appended, AppendError>> {
        Box::pin(self.hand_in(append))
    }

    fn reload(&self, table: TableId) -> BoxFuture<'_, Result<Opening, AppendError>> {
        Box::pin(async move {
            match recovery::recover_one(&self.store, table).await {
                Ok(found) => found.map(Opening::from).ok_or(AppendError::UnknownTable),
                Err(StoreError::Database(_)) => Err(AppendError::Unavailable),
                Err(error @ StoreError::Unreadable { .. }) => Err(AppendError::Encoding(error.to_string())),
            }
        })
    }

    fn keep_snapshot(&self, table: TableId, seq: u64, state: State) {
        self.snapshots.put(table, seq, state);
    }
}
