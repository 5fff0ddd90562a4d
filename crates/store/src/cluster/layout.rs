//! The files of a private cluster: the data, the lock, the log and the socket, and who may touch them.

use super::ClusterError;
use super::owner::Owner;
use super::place::{short_name, temporary_of};
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom};
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
        make(root).map_err(|error| ClusterError::at(root, error))?;
        // As it was named, which may be a link, and as it is.
        owner.check_ours(root)?;
        let root = fs::canonicalize(root).map_err(|error| ClusterError::at(root, error))?;
        owner.check_ours(&root)?;
        owner.check_reach(&root)?;
        close(&root)?;
        owner.give(&root)?;
        let socket = socket_folder(&root, owner);
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
    pub(super) fn lock(&self) -> Result<Lock, ClusterError> {
        let path = self.root.join("lock");
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(|error| ClusterError::at(&path, error))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock(file)),
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

/// The lock on a data directory, released when it is dropped.
///
/// Closing the file is not enough: a child that another thread has forked and that has not yet executed its program holds
/// a copy of the descriptor, and the lock with it. Unlocking releases the lock whoever holds a copy.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // A lock that cannot be released goes with the process.
        let _ = self.0.unlock();
    }
}

/// Makes a directory that nobody else may look into, and those above it as they usually are.
fn make(path: &Path) -> std::io::Result<()> {
    if let Some(above) = path.parent() {
        fs::create_dir_all(above)?;
    }
    match DirBuilder::new().mode(0o700).create(path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

fn close(path: &Path) -> Result<(), ClusterError> {
    fs::set_permissions(path, Permissions::from_mode(0o700)).map_err(|error| ClusterError::at(path, error))
}

/// Beside the data where the path is short enough, otherwise in the machine's folder for temporary files.
fn socket_folder(root: &Path, owner: &Owner) -> PathBuf {
    let beside = root.join("socket");
    let socket = beside.join(format!(".s.PGSQL.{PORT}.lock"));
    if socket.as_os_str().len() <= SOCKET_PATH_MAX {
        return beside;
    }
    temporary_of(owner).join(format!("baize-{}", short_name(root)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_gets_a_short_socket() {
        let (long, owner) = (PathBuf::from(format!("/{}", "long/".repeat(40))), Owner::find().unwrap());
        assert!(socket_folder(&long, &owner).as_os_str().len() <= 60 + 23);
        assert_eq!(socket_folder(Path::new("/data"), &owner), Path::new("/data/socket"));
    }

    #[test]
    fn a_lock_is_released_although_a_forked_child_holds_a_copy_of_it() {
        let root = crate::testing::scratch();
        fs::create_dir_all(&root).unwrap();
        let layout = Layout { root: root.clone(), socket: root.join("socket") };
        let lock = layout.lock().unwrap();
        let copy = lock.0.try_clone().unwrap();
        assert!(matches!(layout.lock(), Err(ClusterError::InUse { .. })));
        drop(lock);
        drop(layout.lock().unwrap());
        drop(copy);
        fs::remove_dir_all(&root).unwrap();
    }
}
