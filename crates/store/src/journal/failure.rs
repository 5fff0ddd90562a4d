//! Why a transaction did not commit, told apart by what to do about it.

use crate::meters::{FillError, PostError};
use crate::open::StoreError;

/// A transaction that did not commit, as far as is known.
#[derive(Debug)]
pub(super) enum Failure {
    /// The connection is lost before the commit was asked for: nothing was written.
    Lost(String),
    /// The connection is lost while the commit was under way: nobody knows but the database.
    InDoubt(String),
    /// Others were in the way: the same again will do.
    Collided,
    /// The database refuses something in it.
    Refused(String),
    /// It would pay from a meter that is frozen.
    Frozen,
}

impl Failure {
    /// A failure of the commit itself.
    pub(super) fn at_commit(error: sqlx::Error) -> Self {
        match Self::from(error) {
            Self::Lost(cause) => Self::InDoubt(cause),
            other @ (Self::InDoubt(_) | Self::Collided | Self::Refused(_) | Self::Frozen) => other,
        }
    }
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(refusal) => {
                let code = refusal.code().unwrap_or_default();
                match &code[..] {
                    // A serialization failure, a deadlock, a lock not to be had.
                    "40001" | "40P01" | "55P03" => Self::Collided,
                    // Shutting down, crashed, starting up, out of connections, disk or memory, read-only after a fail-over,
                    // idle in a transaction for too long.
                    code if ["57P", "08", "53", "25006", "25P03"].iter().any(|away| code.starts_with(away)) => {
                        Self::Lost(error.to_string())
                    }
                    code => Self::Refused(refusal.constraint().unwrap_or(code).to_owned()),
                }
            }
            sqlx::Error::Encode(_)
            | sqlx::Error::Decode(_)
            | sqlx::Error::ColumnDecode { .. }
            | sqlx::Error::InvalidArgument(_) => Self::Refused(error.to_string()),
            _ => Self::Lost(error.to_string()),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Database(error) => error.into(),
            StoreError::Unreadable { .. } => Self::Refused(error.to_string()),
        }
    }
}

impl From<FillError> for Failure {
    fn from(error: FillError) -> Self {
        match error {
            FillError::Store(error) => error.into(),
            FillError::Post(PostError::Frozen) => Self::Frozen,
            FillError::Post(_) | FillError::Append(_) => Self::Refused(error.to_string()),
        }
    }
}
