//! Passwords: Argon2id, off the threads that serve requests, and only so many at once. The work is the same whether or
//! not there is an account to check against.

use super::secret::NoSecret;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use rand::TryRng;
use rand::rngs::SysRng;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::Semaphore;

/// Passwords that may wait to be worked on.
const WAITING_MAX: usize = 100;

/// What a password costs to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// Passes over it.
    pub passes: u32,
    /// Lanes.
    pub lanes: u32,
}

impl Default for Cost {
    /// What OWASP recommends for Argon2id.
    fn default() -> Self {
        Self { memory_kib: 19_456, passes: 2, lanes: 1 }
    }
}

impl Cost {
    /// As little as Argon2id can do: for tests and simulations, whose passwords protect nothing.
    #[must_use]
    pub const fn least() -> Self {
        Self { memory_kib: 8, passes: 1, lanes: 1 }
    }
}

/// Why a password cannot be worked with.
#[derive(Debug, thiserror::Error)]
pub enum PasswordsError {
    /// The parameters are none of Argon2id, or the hash cannot be read.
    #[error("Argon2id: {0}")]
    Argon2(String),
    /// The operating system gives no randomness.
    #[error(transparent)]
    NoSecret(#[from] NoSecret),
    /// Too many wait to be worked on.
    #[error("too many passwords wait to be checked")]
    TooMany,
    /// The thread that worked on it is gone.
    #[error("the work on a password was given up")]
    Lost,
}

/// Hashes and checks passwords.
#[derive(Debug)]
pub struct Passwords {
    params: Params,
    /// Checked against where there is no account.
    nobody: String,
    room: Arc<Semaphore>,
    queue: Semaphore,
    worked: Arc<AtomicU64>,
}

impl Passwords {
    /// Passwords that cost so much to try, so many at once.
    ///
    /// # Errors
    /// When these are no parameters of Argon2id.
    pub fn new(cost: Cost, at_once: usize) -> Result<Self, PasswordsError> {
        let params = Params::new(cost.memory_kib, cost.passes, cost.lanes, None);
        let params = params.map_err(|error| PasswordsError::Argon2(error.to_string()))?;
        let nobody = hash(&params, b"nobody has this password")?;
        let room = Arc::new(Semaphore::new(at_once.max(1)));
        Ok(Self { params, nobody, room, queue: Semaphore::new(WAITING_MAX), worked: Arc::default() })
    }

    /// The hash of a password, to be kept.
    ///
    /// # Errors
    /// When there is no randomness for its salt.
    pub async fn hash(&self, password: &str) -> Result<String, PasswordsError> {
        let (params, password) = (self.params.clone(), password.to_owned());
        self.work(move || hash(&params, password.as_bytes())).await?
    }

    /// Whether a password is the one of this hash. Without a hash it is not, and finding out takes as long.
    ///
    /// # Errors
    /// When the hash cannot be read.
    pub async fn check(&self, password: &str, kept: Option<&str>) -> Result<bool, PasswordsError> {
        let known = kept.is_some();
        let kept = kept.unwrap_or(&self.nobody).to_owned();
        let password = password.to_owned();
        let right = self.work(move || {
            let kept = PasswordHash::new(&kept).map_err(|error| PasswordsError::Argon2(error.to_string()))?;
            // The parameters are those of the hash.
            Ok::<_, PasswordsError>(Argon2::default().verify_password(password.as_bytes(), &kept).is_ok())
        });
        Ok(right.await?? && known)
    }

    /// Whether a hash was made at another cost than passwords have now.
    #[must_use]
    pub fn is_stale(&self, kept: &str) -> bool {
        let kept = PasswordHash::new(kept).ok().and_then(|kept| Params::try_from(&kept).ok());
        kept.is_none_or(|kept| {
            let cost = |params: &Params| (params.m_cost(), params.t_cost(), params.p_cost());
            cost(&kept) != cost(&self.params)
        })
    }

    /// How often a password was hashed or checked.
    #[must_use]
    pub fn worked(&self) -> u64 {
        self.worked.load(Ordering::Relaxed)
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, PasswordsError> {
        let _waiting = self.queue.try_acquire().map_err(|_| PasswordsError::TooMany)?;
        let room = Arc::clone(&self.room).acquire_owned().await.map_err(|_| PasswordsError::Lost)?;
        self.worked.fetch_add(1, Ordering::Relaxed);
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(room);
            done
        });
        done.await.map_err(|_| PasswordsError::Lost)
    }
}

fn hash(params: &Params, password: &[u8]) -> Result<String, PasswordsError> {
    let mut salt = [0; 16];
    SysRng.try_fill_bytes(&mut salt).map_err(|_| NoSecret)?;
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
    let hash = argon2.hash_password_with_salt(password, &salt);
    Ok(hash.map_err(|error| PasswordsError::Argon2(error.to_string()))?.to_string())
}
