//! Why the private cluster cannot run, each in one sentence that says what to do.

use std::io;
use std::path::{Path, PathBuf};

/// Why the private cluster cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The binaries are not on the machine.
    #[error(
        "PostgreSQL is not installed: install the package `postgresql` (Debian, Ubuntu: apt-get install postgresql; \
         Fedora: dnf install postgresql-server; Alpine: apk add postgresql), or set DATABASE_URL to a server you run"
    )]
    Missing,
    /// The data was made by another major version.
    #[error(
        "the data directory was made by PostgreSQL {found}, which is not installed: install the package \
         `postgresql-{found}`"
    )]
    OtherVersion {
        /// The version that made it.
        found: String,
    },
    /// Another process runs the cluster.
    #[error("the data directory {} is in use by another process", path.display())]
    InUse {
        /// The directory.
        path: PathBuf,
    },
    /// PostgreSQL refuses to run as root, and there is nobody else to run it as.
    #[error("PostgreSQL does not run as root, and there is no user `postgres` or `nobody` to run it as")]
    NoUser,
    /// A file or program fails.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// How.
        error: io::Error,
    },
    /// The unprivileged user cannot get at the directory.
    #[error(
        "{} is closed to the user {user}, as whom PostgreSQL runs: choose a data directory it can reach",
        path.display()
    )]
    Closed {
        /// The directory that is closed.
        path: PathBuf,
        /// The user.
        user: String,
    },
    /// The directory lies where anybody may lay one, and somebody else has.
    #[error(
        "{} belongs to somebody else, or is open to others, in a folder where anybody may put one: choose another data \
         directory",
        path.display()
    )]
    Foreign {
        /// The directory.
        path: PathBuf,
    },
    /// The files of a new cluster cannot be made.
    #[error("a new cluster cannot be made: {said}")]
    NotMade {
        /// What `initdb` said.
        said: String,
    },
    /// The cluster does not come up.
    #[error("PostgreSQL does not start: {cause}\n{log}")]
    DoesNotStart {
        /// The last refusal.
        cause: String,
        /// The end of its log.
        log: String,
    },
    /// A postmaster that a former process left behind does not stop, or ours does not.
    #[error("PostgreSQL does not stop")]
    DoesNotStop,
}

impl ClusterError {
    pub(super) fn at(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.to_owned(), error }
    }
}
