//! Where data and sockets go that nobody has chosen a place for. PostgreSQL may run as another user than we do, and a folder
//! that is closed to that user, such as root's home, is no place for either.

use super::ClusterError;
use super::layout::Layout;
use super::owner::Owner;
use sha2::{Digest, Sha256};
use std::env;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// The variable by which a service manager names the folder for what a service keeps.
const STATE_VARIABLE: &str = "STATE_DIRECTORY";

/// Where a machine keeps what its services must not forget.
const STATE: &str = "/var/lib";

/// Folders for temporary files of every machine, the one that outlives a restart last.
const TEMPORARY: [&str; 2] = ["/tmp", "/var/tmp"];

/// The most bytes the path of a folder for temporary files may have: a socket in a folder of ours in it takes 47 more, and may
/// have 107 in all.
const TEMPORARY_MAX: usize = 60;

/// The directory for data when nobody has chosen one: the usual one, or where the user PostgreSQL runs as cannot reach that,
/// one in the machine's folder for such data. The same for the same usual directory, and wherever there is data already.
///
/// # Errors
/// When there is no such directory, or nobody to run PostgreSQL as.
pub fn reachable(usual: &Path) -> Result<PathBuf, ClusterError> {
    let owner = Owner::find()?;
    if owner.is_ourselves() {
        return Ok(usual.to_owned());
    }
    let whole = fs::canonicalize(usual).or_else(|_| std::path::absolute(usual));
    let whole = whole.map_err(|error| ClusterError::at(usual, error))?;
    let elsewhere = elsewhere(&whole, &owner);
    Ok(first_of(&whole, &elsewhere, &owner)?.map_or_else(|| usual.to_owned(), Path::to_owned))
}

/// Where the data can be instead, in order.
fn elsewhere(usual: &Path, owner: &Owner) -> Vec<PathBuf> {
    let name = usual.file_name().unwrap_or_default().to_string_lossy();
    let name = format!("{name}-{}", short_name(usual));
    let state = env::var_os(STATE_VARIABLE).and_then(|folders| env::split_paths(&folders).next());
    let state = state.filter(|folder| folder.is_absolute()).unwrap_or_else(|| STATE.into());
    let last = TEMPORARY.iter().rev().map(PathBuf::from).chain([temporary_of(owner)]);
    [state].into_iter().chain(last).map(|folder| folder.join(&name)).collect()
}

/// Where the data is to be instead of the usual directory, if anywhere.
pub(super) fn first_of<'a>(
    usual: &Path,
    elsewhere: &'a [PathBuf],
    owner: &Owner,
) -> Result<Option<&'a Path>, ClusterError> {
    // Data that is there is taken up, and not left for a place where there is none.
    if holds_data(usual) {
        return Ok(None);
    }
    if let Some(kept) = elsewhere.iter().find(|place| owner.owns(place) && holds_data(place)) {
        return Ok(Some(kept));
    }
    let Err(closed) = owner.check_reach(usual) else { return Ok(None) };
    let place = elsewhere.iter().find(|place| Layout::prepare(place, owner).is_ok());
    place.map(|place| Some(place.as_path())).ok_or(closed)
}

fn holds_data(place: &Path) -> bool {
    place.join("postgres/PG_VERSION").is_file()
}

/// The machine's folder for temporary files; another one where the user PostgreSQL runs as cannot reach that, or where its path
/// leaves no room for that of a socket.
#[must_use]
pub fn temporary() -> PathBuf {
    Owner::find().map_or_else(|_| env::temp_dir(), |owner| temporary_of(&owner))
}

pub(super) fn temporary_of(owner: &Owner) -> PathBuf {
    let folders = [env::temp_dir()].into_iter().chain(TEMPORARY.map(PathBuf::from));
    let usable = |folder: &PathBuf| {
        let probe = folder.join(format!("baize-{}", Uuid::now_v7().simple()));
        let fits = folder.is_absolute() && folder.as_os_str().len() <= TEMPORARY_MAX;
        fits && owner.check_reach(&probe).is_ok()
            && fs::create_dir(&probe).and_then(|()| fs::remove_dir(&probe)).is_ok()
    };
    folders.into_iter().find(usable).unwrap_or_else(env::temp_dir)
}

/// A short name that goes with a path.
pub(super) fn short_name(path: &Path) -> String {
    Sha256::digest(path.as_os_str().as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
