//! Who bears which token: sessions of people and keys of terminals, asked of the store and remembered for a moment; how
//! long a session has been idle; and what has ended, told at once to everybody who is let in by it.

use super::secret::Secret;
use super::{Caller, Credential, Person};
use crate::clock::Clock;
use game_core::game::{Millis, StaffId};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::keys::{self, KeyDigest};
use store::sessions::{self, End, Session, SessionId};
use store::{Store, StoreError};
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::MissedTickBehavior;

/// How long a token is taken for good without asking the store again.
const TRUST: Duration = Duration::from_secs(30);

/// How many sweeps go by between two looks at the store: what other processes ended is looked up, and what was used is
/// written down.
const SWEEPS_A_LOOK: u32 = 4;

/// How far back each look goes beyond the one before, so that the clocks of server and database may differ.
const HINDSIGHT_MS: u64 = 3_600_000;

/// How long it is remembered what ended: longer than anybody trusts a token.
const ENDED_FOR_MS: u64 = 2 * HINDSIGHT_MS;

/// Tokens remembered at once.
const REMEMBERED_MAX: usize = 20_000;

/// What has ended, and when it was noticed.
type Ended = HashMap<Credential, Millis>;

/// Who bears which token.
#[derive(Debug)]
pub struct Bearers {
    inner: Arc<Inner>,
    sweeping: AbortHandle,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    clock: Clock,
    good: Mutex<HashMap<KeyDigest, Known>>,
    ended: watch::Sender<Ended>,
}

#[derive(Clone, Debug)]
struct Known {
    caller: Caller,
    asked: Instant,
    /// Of a session: how long it lives.
    life: Option<Arc<Life>>,
}

/// How long a session lives.
#[derive(Debug)]
struct Life {
    idle_ms: u64,
    expires_at: Millis,
    used_at: AtomicU64,
    /// The use that was written down last.
    written: AtomicU64,
}

impl Life {
    fn new(session: &Session) -> Self {
        let idle_ms = u64::try_from(session.idle.as_millis()).unwrap_or(u64::MAX);
        let used = session.used_at.0;
        Self { idle_ms, expires_at: session.expires_at, used_at: used.into(), written: used.into() }
    }

    /// Why it is over, if it is.
    fn over(&self, now: Millis) -> Option<End> {
        if now >= self.expires_at {
            Some(End::Expired)
        } else if now.0 >= self.used_at.load(Ordering::Relaxed).saturating_add(self.idle_ms) {
            Some(End::Idle)
        } else {
            None
        }
    }

    fn used(&self, now: Millis) {
        self.used_at.fetch_max(now.0, Ordering::Relaxed);
    }
}

impl Bearers {
    /// Nobody yet. It needs a runtime to look out from, and looks this often at sessions that may have been idle for too long.
    #[must_use]
    pub fn new(store: Store, clock: Clock, sweep_every: Duration) -> Self {
        let inner = Inner { store, clock, good: Mutex::default(), ended: watch::Sender::default() };
        let inner = Arc::new(inner);
        let sweeping = tokio::spawn(sweep(Arc::clone(&inner), sweep_every)).abort_handle();
        Self { inner, sweeping }
    }

    /// Who bears the token, if it is good. Asking is a use of it.
    ///
    /// # Errors
    /// When the store cannot answer.
    pub async fn caller(&self, secret: &Secret) -> Result<Option<Caller>, StoreError> {
        let digest = secret.digest();
        let known = match self.inner.remembered(digest) {
            Some(known) => Some(known),
            None => self.inner.ask(digest).await?,
        };
        Ok(known.filter(|known| self.inner.is_good(known)).map(|known| known.caller))
    }

    /// Whether what somebody was let in by has not ended. While the store is away nobody is sent off.
    #[must_use]
    pub fn is_good(&self, credential: Credential) -> bool {
        !self.inner.ended.borrow().contains_key(&credential)
    }

    /// Waits until what somebody was let in by has ended.
    pub fn ended(&self, credential: Credential) -> impl Future<Output = ()> + Send + use<> {
        let mut ended = self.inner.ended.subscribe();
        async move {
            if ended.wait_for(|ended| ended.contains_key(&credential)).await.is_err() {
                // Nobody looks any more: the server is gone, and so is whoever waits.
                std::future::pending::<()>().await;
            }
        }
    }

    /// Tells everybody that whatever a person has open has ended, which the store knows already.
    pub fn end_all_of(&self, staff: StaffId) {
        let open: Vec<Credential> = {
            let good = self.inner.lock();
            let own = good.values().filter(|known| matches!(known.caller, Caller::Person(one) if one.staff == staff));
            own.map(|known| known.caller.credential()).collect()
        };
        self.inner.end(open);
    }

    /// Forgets what is known of a session, so that the store is asked again.
    pub fn ask_again(&self, credential: Credential) {
        self.inner.lock().retain(|_, known| known.caller.credential() != credential);
    }

    /// Tells everybody that these have ended, which the store knows already.
    pub fn end(&self, credentials: impl IntoIterator<Item = Credential>) {
        self.inner.end(credentials);
    }
}

impl Drop for Bearers {
    fn drop(&mut self) {
        self.sweeping.abort();
    }
}

impl Inner {
    fn remembered(&self, digest: KeyDigest) -> Option<Known> {
        let good = self.lock();
        good.get(&digest).filter(|known| known.asked.elapsed() < TRUST).cloned()
    }

    /// Whether it has not ended; if so, it is used now.
    fn is_good(&self, known: &Known) -> bool {
        if self.ended.borrow().contains_key(&known.caller.credential()) {
            return false;
        }
        let Some(life) = &known.life else { return true };
        let now = self.clock.now();
        let good = life.over(now).is_none();
        if good {
            life.used(now);
        }
        good
    }

    async fn ask(&self, digest: KeyDigest) -> Result<Option<Known>, StoreError> {
        let asked = Instant::now();
        let found = self.find(digest, asked).await?;
        let mut good = self.lock();
        let before = good.remove(&digest);
        if good.len() >= REMEMBERED_MAX {
            good.retain(|_, known| known.asked.elapsed() < TRUST || known.life.is_some());
        }
        let Some(mut known) = found else { return Ok(None) };
        // What the store was told of a session's uses lags behind what is known here.
        if let Some(life) = before.and_then(|before| before.life).filter(|_| known.life.is_some()) {
            known.life = Some(life);
        }
        if good.len() < REMEMBERED_MAX {
            good.insert(digest, known.clone());
        }
        Ok(Some(known))
    }

    async fn find(&self, digest: KeyDigest, asked: Instant) -> Result<Option<Known>, StoreError> {
        let mut connection = self.store.pool().acquire().await?;
        if let Some(session) = sessions::find(&mut connection, digest).await? {
            let caller = Person {
                staff: session.staff,
                role: session.role,
                session: session.id,
                must_change: session.must_change,
            }
            .into();
            return Ok(Some(Known { caller, asked, life: Some(Arc::new(Life::new(&session))) }));
        }
        let key = keys::find(&mut connection, digest).await?;
        Ok(key.map(|key| {
            let caller = Caller::Terminal { key: key.id, table: key.table, seat: key.seat };
            Known { caller, asked, life: None }
        }))
    }

    fn end(&self, credentials: impl IntoIterator<Item = Credential>) {
        let now = self.clock.now();
        let new: Vec<Credential> = {
            let known = self.ended.borrow();
            credentials.into_iter().filter(|credential| !known.contains_key(credential)).collect()
        };
        if new.is_empty() {
            return;
        }
        self.lock().retain(|_, known| !new.contains(&known.caller.credential()));
        self.ended.send_modify(|ended| {
            ended.retain(|_, noticed| now.0 < noticed.0.saturating_add(ENDED_FOR_MS));
            ended.extend(new.into_iter().map(|credential| (credential, now)));
        });
    }

    /// The sessions that are over, and why.
    fn over(&self) -> Vec<(SessionId, End)> {
        let now = self.clock.now();
        let good = self.lock();
        let over = good.values().filter_map(|known| match known.caller {
            Caller::Person(person) => Some((person.session, known.life.as_ref()?.over(now)?)),
            Caller::Terminal { .. } => None,
        });
        over.collect()
    }

    /// The sessions that were used since it was last written down, and when.
    fn unwritten(&self) -> Vec<(SessionId, Arc<Life>, Millis)> {
        let good = self.lock();
        let unwritten = good.values().filter_map(|known| match (known.caller, &known.life) {
            (Caller::Person(person), Some(life)) => {
                let used = life.used_at.load(Ordering::Relaxed);
                let news = used > life.written.load(Ordering::Relaxed);
                news.then(|| (person.session, Arc::clone(life), Millis(used)))
            }
            (Caller::Person(_) | Caller::Terminal { .. }, _) => None,
        });
        unwritten.collect()
    }

    /// Ends the sessions that are over: first for everybody who is let in by them, then in the store.
    async fn end_over(&self) -> Result<(), StoreError> {
        let over = self.over();
        if over.is_empty() {
            return Ok(());
        }
        self.end(over.iter().map(|(session, _)| Credential::Session(*session)));
        let mut connection = self.store.pool().acquire().await?;
        for (session, why) in over {
            tracing::info!(%session, ?why, "a session ended");
            sessions::end(&mut connection, &[session], why, None).await?;
        }
        Ok(())
    }

    /// Writes down what was used, ends what nobody uses, and looks up what ended elsewhere since a moment.
    async fn look(&self, since: Millis) -> Result<(), StoreError> {
        let uses = self.unwritten();
        let mut connection = self.store.pool().acquire().await?;
        if !uses.is_empty() {
            let rows: Vec<(SessionId, Millis)> = uses.iter().map(|(session, _, used)| (*session, *used)).collect();
            sessions::used(&mut connection, &rows).await?;
            for (_, life, used) in uses {
                life.written.store(used.0, Ordering::Relaxed);
            }
        }
        sessions::end_idle(&mut connection, self.clock.now()).await?;
        let ended = sessions::ended_since(&mut connection, since).await?;
        let revoked = keys::revoked_since(&mut connection, since).await?;
        let keys = revoked.into_iter().map(Credential::Key);
        self.end(ended.into_iter().map(Credential::Session).chain(keys));
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<KeyDigest, Known>> {
        self.good.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks out until nobody cares. Whatever is ended in this process is told at once; this is for time that passes, and for
/// what other processes end.
async fn sweep(inner: Arc<Inner>, every: Duration) {
    let mut since = Millis(table_host::now().0.saturating_sub(HINDSIGHT_MS));
    let mut ticks = tokio::time::interval(every);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut sweeps: u32 = 0;
    loop {
        ticks.tick().await;
        if let Err(error) = inner.end_over().await {
            tracing::warn!(%error, "ended sessions cannot be written down");
        }
        sweeps = sweeps.wrapping_add(1);
        if !sweeps.is_multiple_of(SWEEPS_A_LOOK) {
            continue;
        }
        let began = table_host::now();
        match inner.look(since).await {
            Ok(()) => since = Millis(began.0.saturating_sub(HINDSIGHT_MS)),
            Err(error) => tracing::warn!(%error, "what ended elsewhere cannot be looked up"),
        }
    }
}
