//! The key ring: who holds which key, asked of the store and remembered for a moment; and which keys were revoked, which is
//! looked up again and again, so that a revocation is seen within seconds everywhere.

use super::secret::Secret;
use super::{Caller, Role};
use game_core::game::Millis;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::keys::{self, Bearer, KeyDigest, KeyId};
use store::{Store, StoreError};
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::MissedTickBehavior;

/// How long a key is taken for good without asking the store again.
const TRUST: Duration = Duration::from_secs(30);

/// How often revocations are looked up.
const REVOCATIONS_EVERY: Duration = Duration::from_secs(2);

/// How far back the first look goes, so that the clocks of server and database may differ.
const HINDSIGHT_MS: u64 = 3_600_000;

/// Keys remembered at once.
const REMEMBERED_MAX: usize = 20_000;

type Revoked = Arc<BTreeSet<KeyId>>;

/// Who holds which key.
#[derive(Debug)]
pub struct KeyRing {
    store: Store,
    good: Mutex<HashMap<KeyDigest, Known>>,
    revoked: watch::Receiver<Revoked>,
    looking: AbortHandle,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    caller: Caller,
    asked: Instant,
}

impl KeyRing {
    /// A ring that looks out for revocations from now on. It needs a runtime to look from.
    #[must_use]
    pub fn new(store: Store) -> Self {
        let (found, revoked) = watch::channel(Revoked::default());
        let looking = tokio::spawn(look_out(store.clone(), found)).abort_handle();
        Self { store, good: Mutex::default(), revoked, looking }
    }

    /// Who holds the key, if it is good.
    ///
    /// # Errors
    /// When the store cannot answer.
    pub async fn caller(&self, secret: &Secret) -> Result<Option<Caller>, StoreError> {
        let digest = secret.digest();
        let caller = match self.remembered(digest) {
            Some(caller) => Some(caller),
            None => self.ask(digest).await?,
        };
        Ok(caller.filter(|caller| self.is_good(caller.key)))
    }

    /// Whether a key that was good is not known to be revoked. While the store is away nobody is sent off.
    #[must_use]
    pub fn is_good(&self, key: KeyId) -> bool {
        !self.revoked.borrow().contains(&key)
    }

    /// Waits until the key is known to be revoked.
    pub fn revoked(&self, key: KeyId) -> impl Future<Output = ()> + Send + use<> {
        let mut revoked = self.revoked.clone();
        async move {
            if revoked.wait_for(|revoked| revoked.contains(&key)).await.is_err() {
                // Nobody looks any more: the server is gone, and so is whoever waits.
                std::future::pending::<()>().await;
            }
        }
    }

    fn remembered(&self, digest: KeyDigest) -> Option<Caller> {
        let known = self.lock().get(&digest).copied()?;
        (known.asked.elapsed() < TRUST).then_some(known.caller)
    }

    async fn ask(&self, digest: KeyDigest) -> Result<Option<Caller>, StoreError> {
        let asked = Instant::now();
        let found = keys::find(&mut *self.store.pool().acquire().await?, digest).await?;
        let caller = found.map(|key| Caller { key: key.id, role: key.bearer.into() });
        let mut good = self.lock();
        if good.len() >= REMEMBERED_MAX {
            good.retain(|_, known| known.asked.elapsed() < TRUST);
        }
        match caller {
            Some(caller) if good.len() < REMEMBERED_MAX => drop(good.insert(digest, Known { caller, asked })),
            Some(_) | None => drop(good.remove(&digest)),
        }
        Ok(caller)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<KeyDigest, Known>> {
        self.good.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for KeyRing {
    fn drop(&mut self) {
        self.looking.abort();
    }
}

/// Looks revocations up until nobody cares.
async fn look_out(store: Store, found: watch::Sender<Revoked>) {
    let since = Millis(table_host::now().0.saturating_sub(HINDSIGHT_MS));
    let mut ticks = tokio::time::interval(REVOCATIONS_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        match look_up(&store, since).await {
            Ok(revoked) => {
                found.send_if_modified(|known| {
                    let more = revoked.len() != known.len();
                    if more {
                        *known = Arc::new(revoked);
                    }
                    more
                });
            }
            Err(error) => tracing::warn!(%error, "revocations cannot be looked up"),
        }
    }
}

async fn look_up(store: &Store, since: Millis) -> Result<BTreeSet<KeyId>, StoreError> {
    let revoked = keys::revoked_since(&mut *store.pool().acquire().await?, since).await?;
    Ok(revoked.into_iter().collect())
}

impl From<Bearer> for Role {
    fn from(bearer: Bearer) -> Self {
        match bearer {
            Bearer::Dealer { staff, table } => Self::Dealer { staff, table },
            Bearer::Floorperson { staff } => Self::Floorperson { staff },
            Bearer::Auditor => Self::Auditor,
            Bearer::Terminal { table, seat } => Self::Terminal { table, seat },
            Bearer::Admin => Self::Admin,
        }
    }
}
