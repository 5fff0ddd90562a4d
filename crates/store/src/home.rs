//! Where the store lives: in a database that somebody runs, or in a private cluster of our own.
//!
//! The private cluster of a data directory has one owner, which started it and stops it. Whoever comes meanwhile joins
//! it, and takes it over when the owner is gone.

use crate::backup::{self, BackupError, Restored};
use crate::cluster::{Cluster, ClusterError, Options};
use crate::open::{OpenError, Store};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// How long an owner may take until its cluster can be joined.
const JOIN_MAX: Duration = Duration::from_secs(150);

/// How often a cluster that is not up yet is tried again, and how often its owner is looked after.
const JOIN_EVERY: Duration = Duration::from_millis(50);
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// Why the store has no home.
#[derive(Debug, thiserror::Error)]
pub enum HomeError {
    /// The private cluster does not run.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
}

/// Why a backup is not back.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The private cluster does not run.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// The address is none.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The backup cannot be brought back.
    #[error(transparent)]
    Backup(#[from] BackupError),
}

/// A store and, where nobody runs a database for us, the private cluster it lives in.
#[derive(Debug)]
pub struct Home {
    store: Store,
    hold: Hold,
}

/// What holds the database up.
#[derive(Debug)]
enum Hold {
    /// Somebody else.
    Elsewhere,
    /// Ourselves.
    Own(Cluster),
    /// The process that started the cluster, and ourselves if it ends before us.
    Joined(Heir),
}

impl Home {
    /// A store that is open already, on a database that somebody else runs.
    #[must_use]
    pub const fn around(store: Store) -> Self {
        Self { store, hold: Hold::Elsewhere }
    }

    /// Opens the database of this address, or without one the private cluster in the data directory: started, or joined
    /// where another process runs it.
    ///
    /// # Errors
    /// When the cluster does not start or the database cannot be opened.
    pub async fn open(address: Option<&str>, data: &Path) -> Result<Self, HomeError> {
        if let Some(address) = address {
            return Ok(Self { store: Store::open(address).await?, hold: Hold::Elsewhere });
        }
        let options = Options::new(data);
        let begun = Instant::now();
        loop {
            // Whoever gets the lock is the owner; an owner that dies on its way leaves it to the next.
            let in_use = match Cluster::start(&options).await {
                Ok(cluster) => {
                    let store = Store::open_with(cluster.connect_options()).await?;
                    return Ok(Self { store, hold: Hold::Own(cluster) });
                }
                Err(error @ ClusterError::InUse { .. }) => error,
                Err(error) => return Err(error.into()),
            };
            match join(data).await {
                Ok(store) => return Ok(Self { store, hold: Hold::Joined(Heir::waiting(options)) }),
                Err(HomeError::Cluster(_) | HomeError::Open(OpenError::Connect(_))) => {}
                Err(error) => return Err(error),
            }
            if begun.elapsed() > JOIN_MAX {
                return Err(in_use.into());
            }
            tokio::time::sleep(JOIN_EVERY).await;
        }
    }

    /// Brings a backup back: into the empty database of this address, or without one into a private cluster that is made
    /// new in the data directory.
    ///
    /// # Errors
    /// When the place is not empty, the copy was altered, or anything does not hold afterwards.
    pub async fn restore(backup: &Path, address: Option<&str>, data: &Path) -> Result<Restored, RestoreError> {
        if let Some(address) = address {
            let database = address.parse().map_err(OpenError::Address)?;
            return Ok(backup::restore(backup, &database).await?);
        }
        let cluster = Cluster::start(&Options::new(data)).await?;
        let restored = backup::restore(backup, &cluster.connect_options()).await;
        cluster.stop().await?;
        Ok(restored?)
    }

    /// The store.
    #[must_use]
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// The private cluster, where this process started it.
    #[must_use]
    pub const fn cluster(&self) -> Option<&Cluster> {
        match &self.hold {
            Hold::Own(cluster) => Some(cluster),
            Hold::Elsewhere | Hold::Joined(_) => None,
        }
    }

    /// Closes the store and stops the private cluster if it is ours. Stop the journal's writer first.
    ///
    /// # Errors
    /// When the cluster does not stop.
    pub async fn close(self) -> Result<(), HomeError> {
        self.store.close().await;
        match self.hold {
            Hold::Elsewhere => {}
            Hold::Own(cluster) => cluster.stop().await?,
            Hold::Joined(heir) => {
                if let Some(cluster) = heir.leave().await {
                    cluster.stop().await?;
                }
            }
        }
        Ok(())
    }
}

/// The store on a cluster that another process runs.
async fn join(data: &Path) -> Result<Store, HomeError> {
    Ok(Store::open_with(Cluster::connect_options_of(data)?).await?)
}

/// Whoever takes the cluster over when its owner ends.
#[derive(Debug)]
struct Heir {
    taken: Arc<Mutex<Option<Cluster>>>,
    looking: JoinHandle<()>,
}

impl Heir {
    fn waiting(options: Options) -> Self {
        let taken = Arc::new(Mutex::new(None));
        let place = Arc::clone(&taken);
        let looking = tokio::spawn(async move {
            loop {
                tokio::time::sleep(LOOK_EVERY).await;
                match Cluster::start(&options).await {
                    Ok(cluster) => {
                        tracing::warn!("the process that ran the database is gone: taken over");
                        *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(cluster);
                        return;
                    }
                    Err(ClusterError::InUse { .. }) => {}
                    Err(error) => tracing::error!(%error, "the database cannot be taken over"),
                }
            }
        });
        Self { taken, looking }
    }

    /// The cluster, if it was taken over.
    async fn leave(mut self) -> Option<Cluster> {
        self.looking.abort();
        // Until the task is gone it might still take the cluster.
        let _ = (&mut self.looking).await;
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Drop for Heir {
    fn drop(&mut self) {
        self.looking.abort();
    }
}
