//! The files of a private cluster: the data, the lock, the log and the socket, and who may touch them.

use super::ClusterError;
use super::owner::Owner;
use sha2::{Digest, Sha256};
use std::env;
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// The port: only the name of the socket depends on it.
pub(super) const PORT: u16 = 5432;

/// The cluster's own superuser, whoever it runs as.
pub(super) const SUPERUSER: &str = "postgres";

/// The most bytes the path of a Unix socket may have.
const SOCKET_PATH_MAX: usize = 107;

/// How much of the log a failure shows.
const LOG_SHOWN: u64 = 2000;

/// Where everything is.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    root: PathBuf,
    socket: PathBuf,
}

impl Layout {
    /// Makes the data directory, closed to everybody but the owner. Several processes may do so at once.
    pub(super) fn prepare(root: &Path, owner: &Owner) -> Result<Self, ClusterError> {
        if !root.is_dir() {
            DirBuilder::new().recursive(true).create(root).map_err(|error| ClusterError::at(root, error))?;
        }
        let root = fs::canonicalize(root).map_err(|error| ClusterError::at(root, error))?;
        owner.check_reach(&root)?;
        close(&root)?;
        owner.give(&root)?;
        let socket = socket_folder(&root);
        Ok(Self { root, socket })
    }

    /// Makes the folder of the socket. Only whoever holds the lock does so.
    pub(super) fn make_socket_folder(&self, owner: &Owner) -> Result<(), ClusterError> {
        if !self.socket.is_dir() {
            DirBuilder::new()
                .mode(0o700)
                .create(&self.socket)
                .map_err(|error| ClusterError::at(&self.socket, error))?;
            owner.give(&self.socket)?;
        }
        self.check_socket_folder()
    }

    /// A folder outside the data directory could have been laid there by somebody else.
    pub(super) fn check_socket_folder(&self) -> Result<(), ClusterError> {
        let of = |path: &Path| fs::symlink_metadata(path).map_err(|error| ClusterError::at(path, error));
        let (ours, socket) = (of(&self.root)?, of(&self.socket)?);
        if socket.is_dir() && socket.uid() == ours.uid() && socket.mode() & 0o077 == 0 {
            return Ok(());
        }
        Err(ClusterError::at(&self.socket, std::io::Error::other("belongs to somebody else, or is open to others")))
    }

    /// Takes the data directory for this process; the lock goes with the process, however it ends.
    pub(super) fn lock(&self) -> Result<File, ClusterError> {
        let path = self.root.join("lock");
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(|error| ClusterError::at(&path, error))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(ClusterError::InUse { path: self.root.clone() }),
            Err(TryLockError::Error(error)) => Err(ClusterError::at(&path, error)),
        }
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    pub(super) fn socket(&self) -> &Path {
        &self.socket
    }

    /// PostgreSQL's own data directory.
    pub(super) fn data(&self) -> PathBuf {
        self.root.join("postgres")
    }

    /// Where a new cluster is made before it is moved to its place.
    pub(super) fn unfinished(&self) -> PathBuf {
        self.root.join("postgres.new")
    }

    pub(super) fn log(&self) -> PathBuf {
        self.root.join("postgres.log")
    }

    /// The major version that made the data, if there is data.
    pub(super) fn version(&self) -> Option<String> {
        fs::read_to_string(self.data().join("PG_VERSION")).ok().map(|version| version.trim().to_owned())
    }

    pub(super) fn is_initialised(&self) -> bool {
        self.version().is_some()
    }

    /// Removes what an interrupted attempt left.
    pub(super) fn clear(&self, unfinished: &Path) -> Result<(), ClusterError> {
        if unfinished.exists() {
            fs::remove_dir_all(unfinished).map_err(|error| ClusterError::at(unfinished, error))?;
        }
        Ok(())
    }

    /// Moves a new cluster to its place.
    pub(super) fn finish(&self, unfinished: &Path) -> Result<(), ClusterError> {
        fs::rename(unfinished, self.data()).map_err(|error| ClusterError::at(unfinished, error))?;
        let synced = File::open(&self.root).and_then(|folder| folder.sync_all());
        synced.map_err(|error| ClusterError::at(&self.root, error))
    }

    /// The last lines PostgreSQL wrote.
    pub(super) fn end_of_log(&self) -> String {
        let read = || {
            let mut file = File::open(self.log())?;
            let length = file.metadata()?.len();
            file.seek(SeekFrom::Start(length.saturating_sub(LOG_SHOWN)))?;
            let mut end = Vec::new();
            file.read_to_end(&mut end)?;
            std::io::Result::Ok(String::from_utf8_lossy(&end).into_owned())
        };
        read().unwrap_or_default()
    }
}

fn close(path: &Path) -> Result<(), ClusterError> {
    fs::set_permissions(path, Permissions::from_mode(0o700)).map_err(|error| ClusterError::at(path, error))
}

/// Beside the data where the path is short enough, otherwise in the machine's folder for temporary files.
fn socket_folder(root: &Path) -> PathBuf {
    let beside = root.join("socket");
    let socket = beside.join(format!(".s.PGSQL.{PORT}.lock"));
    if socket.as_os_str().len() <= SOCKET_PATH_MAX {
        return beside;
    }
    let name = Sha256::digest(root.as_os_str().as_bytes());
    let name: String = name.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    env::temp_dir().join(format!("baize-{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_gets_a_short_socket() {
        let long = PathBuf::from(format!("/{}", "long/".repeat(40)));
        assert!(socket_folder(&long).as_os_str().len() < 60);
        assert_eq!(socket_folder(Path::new("/data")), Path::new("/data/socket"));
    }
}
