//! What waits for a second person, kept for the floor's streams: looked up when something changed, and again and again while
//! somebody watches, because time alone ends a proposal.

use super::matter;
use std::sync::Arc;
use std::time::Duration;
use store::approvals::{self, Filter, State};
use store::{Store, StoreError};
use tokio::sync::{Notify, watch};
use tokio::task::AbortHandle;
use wire::rest::approvals::ApprovalBrief;

/// How often it is looked up while somebody watches.
const EVERY: Duration = Duration::from_secs(1);

/// The most that is shown at once; the rest is at `GET /v1/approvals`.
const SHOWN_MAX: u32 = 200;

/// What waits, in the order proposed.
pub(crate) type Pending = Arc<Vec<ApprovalBrief>>;

/// What waits for a second person.
#[derive(Debug)]
pub(crate) struct Board {
    store: Store,
    pending: watch::Sender<Pending>,
    changed: Arc<Notify>,
    looking: AbortHandle,
}

impl Board {
    /// A board that is looked after from now on. It needs a runtime to look from.
    #[must_use]
    pub(crate) fn new(store: Store) -> Self {
        let (pending, _) = watch::channel(Pending::default());
        let changed = Arc::new(Notify::new());
        let looking = tokio::spawn(look_after(store.clone(), pending.clone(), Arc::clone(&changed))).abort_handle();
        Self { store, pending, changed, looking }
    }

    /// Something was proposed or decided.
    pub(crate) fn changed(&self) {
        self.changed.notify_one();
    }

    /// What waits now, and from then on.
    ///
    /// # Errors
    /// When the store cannot answer.
    pub(crate) async fn watch(&self) -> Result<watch::Receiver<Pending>, StoreError> {
        let watching = self.pending.subscribe();
        show(&self.store, &self.pending).await?;
        Ok(watching)
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        self.looking.abort();
    }
}

async fn look_after(store: Store, pending: watch::Sender<Pending>, changed: Arc<Notify>) {
    loop {
        // Whichever comes first; running out of time is no error.
        let _ = tokio::time::timeout(EVERY, changed.notified()).await;
        if pending.receiver_count() == 0 {
            continue;
        }
        if let Err(error) = show(&store, &pending).await {
            tracing::warn!(%error, "pending approvals cannot be looked up");
        }
    }
}

async fn show(store: &Store, pending: &watch::Sender<Pending>) -> Result<(), StoreError> {
    let filter = Filter { state: Some(State::Pending), ..Filter::default() };
    let found = approvals::page(&mut *store.pool().acquire().await?, &filter, SHOWN_MAX).await?;
    let briefs = found.iter().filter_map(|approval| Some(matter::brief(approval, &matter::read(approval).ok()?)));
    let briefs: Vec<ApprovalBrief> = briefs.collect();
    pending.send_if_modified(|shown| {
        let differs = **shown != briefs;
        if differs {
            *shown = Arc::new(briefs);
        }
        differs
    });
    Ok(())
}
