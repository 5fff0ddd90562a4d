//! The register of significant events as the edges use it. What cannot be recorded is not passed over: until it is, the
//! server answers nobody (R64).

mod told;

pub(crate) use told::{acknowledge, page};

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::significant::{Kind, SignificantEvent, record_all};
use store::{Store, StoreError};
use tokio::sync::watch;

/// How often a register that cannot be written is tried again.
const TRY_EVERY: Duration = Duration::from_millis(250);

/// Events kept in memory until they can be written; those beyond are only counted.
const KEPT_MAX: usize = 10_000;

/// The register.
#[derive(Clone, Debug)]
pub struct Register {
    store: Store,
    waiting: Arc<Mutex<Waiting>>,
    writable: watch::Sender<bool>,
}

/// What could not be written yet.
#[derive(Debug, Default)]
struct Waiting {
    kept: VecDeque<SignificantEvent>,
    lost: u64,
}

/// The register cannot be written now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the register of significant events cannot be written")]
pub struct Unwritable;

impl Register {
    /// A register that is taken to be writable until it turns out not to be.
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self { store, waiting: Arc::default(), writable: watch::channel(true).0 }
    }

    /// Whether everything that had to be recorded is.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        *self.writable.borrow()
    }

    /// Waits until something could not be recorded.
    pub fn unwritable(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut writable = self.writable.subscribe();
        async move {
            // A register that is gone is a server that is gone.
            let _ = writable.wait_for(|writable| !writable).await;
        }
    }

    /// Records an event before anything that follows from it is told to anybody.
    ///
    /// # Errors
    /// When it cannot be written. It is kept, and the server answers nobody until it is written.
    pub async fn record(&self, event: SignificantEvent) -> Result<(), Unwritable> {
        match self.write(std::slice::from_ref(&event)).await {
            Ok(()) => Ok(()),
            Err(error) => {
                tracing::error!(%error, kind = event.kind.name(), "a significant event cannot be recorded");
                self.keep(event);
                Err(Unwritable)
            }
        }
    }

    async fn write(&self, events: &[SignificantEvent]) -> Result<(), StoreError> {
        let mut connection = self.store.pool().acquire().await?;
        record_all(&mut connection, events).await.map(drop)
    }

    fn keep(&self, event: SignificantEvent) {
        let mut waiting = self.lock();
        if waiting.kept.len() < KEPT_MAX {
            waiting.kept.push_back(event);
        } else {
            waiting.lost += 1;
        }
        // Under the lock, so that nobody opens the doors between the two.
        if self.writable.send_replace(false) {
            tokio::spawn(self.clone().catch_up());
        }
    }

    /// Writes what waits, as often as it takes, and then that it had to wait.
    async fn catch_up(self) {
        let since = table_host::now();
        loop {
            tokio::time::sleep(TRY_EVERY).await;
            let (mut events, lost) = {
                let waiting = self.lock();
                (waiting.kept.iter().cloned().collect::<Vec<_>>(), waiting.lost)
            };
            let written = events.len();
            let late = SignificantEvent::new(Kind::LogUnwritable);
            events.push(late.detail("since_ms", since.0).detail("events", written).detail("lost", lost));
            if let Err(error) = self.write(&events).await {
                tracing::error!(%error, waiting = written, "the register cannot be written: nobody is answered");
                continue;
            }
            let mut waiting = self.lock();
            waiting.kept.drain(..written);
            waiting.lost = waiting.lost.saturating_sub(lost);
            if waiting.kept.is_empty() {
                self.writable.send_replace(true);
                tracing::warn!(written, "the register is written again");
                return;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
