//! The installation vouched for: hashes of the program, its configuration, the paytables, the clauses, the rules and the
//! schema, checked at the start, every day and on demand against what is on record (R65). A difference is an alarm, not a
//! refusal: the floor decides what to do about it.

mod parts;
mod report;

pub use parts::{Parts, embedded, of_configuration, of_database, of_program};
pub(crate) use report::report;

use crate::app::App;
use crate::register::Unwritable;
use game_core::game::{Millis, StaffId};
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use store::significant::{self, Chain, Kind, SignificantEvent};
use store::system::Hash;
use store::{Store, StoreError, system};

/// The register of significant events among the parts that do not hold.
const REGISTER: &str = "significant_events";

/// A part as it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Which.
    pub part: String,
    /// Its hash now; none when it is gone.
    pub now: Option<Hash>,
    /// The hash on record; none when it was never seen before.
    pub recorded: Option<Hash>,
}

impl Found {
    /// Whether the part is what is on record. One that is new is.
    #[must_use]
    pub fn matches(&self) -> bool {
        self.recorded.is_none() || self.recorded == self.now
    }
}

/// The last check.
#[derive(Debug)]
pub struct System {
    started: Millis,
    last: RwLock<Option<(Millis, Arc<[Found]>)>>,
    register: RwLock<Option<Chain>>,
}

impl Default for System {
    fn default() -> Self {
        Self { started: table_host::now(), last: RwLock::default(), register: RwLock::default() }
    }
}

impl System {
    /// When the parts were last checked, and how they were found.
    #[must_use]
    pub fn last(&self) -> Option<(Millis, Arc<[Found]>)> {
        self.last.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How the chain of significant events was last found.
    #[must_use]
    pub fn register(&self) -> Option<Chain> {
        self.register.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The parts that were not what is on record at the last check.
    #[must_use]
    pub fn mismatches(&self) -> Vec<String> {
        let found = self.last().map(|(_, found)| found).unwrap_or_default();
        let parts = found.iter().filter(|found| !found.matches()).map(|found| found.part.clone());
        let broken = self.register().and_then(|register| register.broken).map(|_| REGISTER.to_owned());
        parts.chain(broken).collect()
    }
}

/// Why the parts cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The database cannot answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The program's own file cannot be read.
    #[error("the program's own file: {0}")]
    Program(#[from] std::io::Error),
    /// A mismatch cannot be put on record.
    #[error(transparent)]
    Unrecorded(#[from] Unwritable),
}

/// Holds parts against what is on record.
///
/// # Errors
/// When the database cannot answer.
pub async fn compare(store: &Store, mut parts: Parts) -> Result<Vec<Found>, StoreError> {
    let mut connection = store.pool().acquire().await?;
    let recorded = system::recorded(&mut connection).await?;
    let mut found = Vec::new();
    for (part, recorded) in recorded {
        let now = parts.remove(&part);
        found.push(Found { part, now, recorded: Some(recorded) });
    }
    found.extend(parts.into_iter().map(|(part, now)| Found { part, now: Some(now), recorded: None }));
    Ok(found)
}

/// Checks every part, alarms where one is not what is on record, and records those seen for the first time.
///
/// # Errors
/// When something cannot be read, or an alarm not be recorded.
pub(crate) async fn check(app: &App) -> Result<(), CheckError> {
    let parts = parts::all(app).await?;
    // A part that this server does not look at, such as a program it was not told of, is no part that is gone.
    let asked = |part: &str| parts::is_asked_for(&app.config, part);
    let mut found = compare(&app.store, parts).await?;
    found.retain(|found| asked(&found.part));
    let fresh: BTreeMap<String, Hash> = found
        .iter()
        .filter(|found| found.recorded.is_none())
        .filter_map(|found| Some((found.part.clone(), found.now?)))
        .collect();
    if !fresh.is_empty() {
        let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
        system::record(&mut connection, &fresh, None).await?;
        found.iter_mut().filter(|found| found.recorded.is_none()).for_each(|found| found.recorded = found.now);
    }
    *app.system.last.write().unwrap_or_else(PoisonError::into_inner) = Some((table_host::now(), found.clone().into()));
    for found in found.iter().filter(|found| !found.matches()) {
        tracing::error!(part = found.part, "a part is not what is on record");
        let hash = |hash: Option<Hash>| hash.map(|hash| wire::hex::Hex32(hash).to_string());
        let event = SignificantEvent::new(parts::alarm(&found.part)).detail("part", found.part.clone());
        app.register.record(event.detail("found", hash(found.now)).detail("recorded", hash(found.recorded))).await?;
    }
    check_register(app).await
}

/// Walks the chain of significant events, and alarms when it does not hold. The alarm itself is one more link.
async fn check_register(app: &App) -> Result<(), CheckError> {
    let chain = significant::verify(&mut *app.store.pool().acquire().await.map_err(StoreError::from)?).await?;
    *app.system.register.write().unwrap_or_else(PoisonError::into_inner) = Some(chain.clone());
    if let Some(broken) = chain.broken {
        tracing::error!(broken, "the register of significant events does not hold");
        let event = SignificantEvent::new(Kind::LiveDataChange).detail("part", REGISTER).detail("broken", broken);
        app.register.record(event).await?;
    }
    Ok(())
}

/// Puts the parts as they are now on record, because somebody vouches for them.
///
/// # Errors
/// When something cannot be read or recorded.
pub(crate) async fn vouch(app: &App, staff: Option<StaffId>) -> Result<(), CheckError> {
    let parts = parts::all(app).await?;
    {
        let mut connection = app.store.pool().acquire().await.map_err(StoreError::from)?;
        system::record(&mut connection, &parts, staff).await?;
    }
    let event = SignificantEvent::new(Kind::ParameterChange).staff(staff).detail("what", "system_vouched_for");
    app.register.record(event.detail("parts", parts.len())).await?;
    check(app).await
}

/// Checks at once and then again and again.
pub(crate) async fn watch(app: Arc<App>) {
    let mut ticks = tokio::time::interval(app.config.verify_every);
    loop {
        ticks.tick().await;
        if let Err(error) = check(&app).await {
            tracing::error!(%error, "the installation cannot be checked");
        }
    }
}
