//! Finding `initdb` and `postgres` on the machine.

use super::ClusterError;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Where distributions put a folder for each version.
const VERSIONED: [(&str, &str); 4] =
    [("/usr/lib/postgresql", "bin"), ("/usr", "bin"), ("/usr/libexec", ""), ("/opt/homebrew/opt", "bin")];

/// Where others put the binaries themselves.
const PLAIN: [&str; 4] = ["/usr/bin", "/usr/local/bin", "/usr/local/pgsql/bin", "/opt/homebrew/bin"];

/// The two programs a cluster needs.
#[derive(Clone, Debug)]
pub(super) struct Binaries {
    pub(super) initdb: PathBuf,
    pub(super) postgres: PathBuf,
}

/// The folders of `PATH`, then the usual ones of distributions, the newest version first.
pub(super) fn usual_folders() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = env::split_paths(&path).collect();
    folders.extend(versioned());
    folders.extend(PLAIN.iter().map(PathBuf::from));
    folders
}

/// The folders of versions, the newest of each place first.
fn versioned() -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for (parent, inner) in VERSIONED {
        let mut versions: Vec<(u32, PathBuf)> = fs::read_dir(parent)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| Some((major(&entry.file_name().to_string_lossy())?, entry.path().join(inner))))
            .collect();
        versions.sort();
        folders.extend(versions.into_iter().rev().map(|(_, folder)| folder));
    }
    folders
}

/// A program in the folder of the newest version, or else wherever it is.
pub(super) fn newest(name: &str) -> Option<PathBuf> {
    let folders = versioned().into_iter().chain(usual_folders());
    folders.map(|folder| folder.join(name)).find(|program| program.is_file())
}

/// The number at the end of a folder's name: `15`, `postgresql15`, `postgresql@16`.
fn major(name: &str) -> Option<u32> {
    let digits = name.rsplit(|letter: char| !letter.is_ascii_digit()).next()?;
    digits.parse().ok()
}

impl Binaries {
    /// The first pair in the folders; of the version that made the data, where there is data.
    pub(super) fn find(folders: &[PathBuf], version: Option<&str>) -> Result<Self, ClusterError> {
        let found: Vec<Self> = folders.iter().filter_map(|folder| Self::within(folder)).collect();
        if found.is_empty() {
            return Err(ClusterError::Missing);
        }
        let fits = |pair: &Self| version.is_none_or(|version| pair.version().as_deref() == Some(version));
        let other = || ClusterError::OtherVersion { found: version.unwrap_or_default().to_owned() };
        found.into_iter().find(fits).ok_or_else(other)
    }

    fn within(folder: &Path) -> Option<Self> {
        let pair = Self { initdb: folder.join("initdb"), postgres: folder.join("postgres") };
        (pair.initdb.is_file() && pair.postgres.is_file()).then_some(pair)
    }

    /// The major version, as `PG_VERSION` writes it.
    fn version(&self) -> Option<String> {
        let output = std::process::Command::new(&self.postgres).arg("--version").output().ok()?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let number = said.split_whitespace().find(|word| word.starts_with(|letter: char| letter.is_ascii_digit()))?;
        number.split(|letter: char| !letter.is_ascii_digit()).next().map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_names_its_version() {
        assert_eq!(major("15"), Some(15));
        assert_eq!(major("postgresql@16"), Some(16));
        assert_eq!(major("pgsql-17"), Some(17));
        assert_eq!(major("bin"), None);
    }
}
