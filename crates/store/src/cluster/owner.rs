//! As whom PostgreSQL runs: ourselves, or an unprivileged user where we are root.

use super::ClusterError;
use rustix::process::geteuid;
use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// Users that may run PostgreSQL for root, in order.
const USERS: [&str; 2] = ["postgres", "nobody"];

/// As whom PostgreSQL runs.
#[derive(Clone, Debug)]
pub(super) struct Owner {
    /// Set where we are root.
    user: Option<User>,
}

#[derive(Clone, Debug)]
struct User {
    name: String,
    uid: u32,
    gid: u32,
}

impl Owner {
    /// Ourselves, or the first unprivileged user the machine knows where we are root.
    pub(super) fn find() -> Result<Self, ClusterError> {
        if !geteuid().is_root() {
            return Ok(Self { user: None });
        }
        let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let user = USERS.iter().find_map(|name| users.lines().find_map(|line| User::read(line, name)));
        Ok(Self { user: Some(user.ok_or(ClusterError::NoUser)?) })
    }

    /// Whether PostgreSQL runs as ourselves.
    pub(super) const fn is_ourselves(&self) -> bool {
        self.user.is_none()
    }

    /// A command that runs as the owner.
    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        self.become_in(&mut command);
        command.env_clear().env("LC_ALL", "C").env("TZ", "UTC");
        command
    }

    /// A command that runs as the owner and is told to stop when the thread that starts it ends, where the machine can.
    pub(super) fn command_tied_to_us(&self, program: &Path) -> Command {
        let Some(setpriv) = ["/usr/bin/setpriv", "/bin/setpriv"].iter().map(Path::new).find(|path| path.is_file())
        else {
            return self.command(program);
        };
        let mut command = Command::new(setpriv);
        if let Some(User { uid, gid, .. }) = &self.user {
            command.arg(format!("--reuid={uid}")).arg(format!("--regid={gid}")).arg("--clear-groups");
        }
        command.args(["--pdeathsig", "INT", "--"]).arg(program);
        command.env_clear().env("LC_ALL", "C").env("TZ", "UTC");
        command
    }

    fn become_in(&self, command: &mut Command) {
        if let Some(User { uid, gid, .. }) = self.user {
            command.uid(uid).gid(gid);
        }
    }

    /// Gives a file to the owner.
    pub(super) fn give(&self, path: &Path) -> Result<(), ClusterError> {
        let Some(User { uid, gid, .. }) = self.user else { return Ok(()) };
        chown(path, Some(uid), Some(gid)).map_err(|error| ClusterError::at(path, error))
    }

    /// Whether a directory is the owner's.
    pub(super) fn owns(&self, path: &Path) -> bool {
        fs::symlink_metadata(path).is_ok_and(|found| found.is_dir() && found.uid() == self.uid())
    }

    fn uid(&self) -> u32 {
        self.user.as_ref().map_or_else(|| geteuid().as_raw(), |user| user.uid)
    }

    /// Refuses a directory, or a link to one, in a folder where anybody may lay one: unless it is ours or the owner's, and
    /// nobody else may write into it.
    pub(super) fn check_ours(&self, path: &Path) -> Result<(), ClusterError> {
        let Some(folder) = path.parent() else { return Ok(()) };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        if fs::metadata(folder).map_err(|error| ClusterError::at(folder, error))?.mode() & 0o002 == 0 {
            return Ok(());
        }
        let found = fs::symlink_metadata(path).map_err(|error| ClusterError::at(path, error))?;
        let ours = [geteuid().as_raw(), self.uid()].contains(&found.uid());
        if ours && (found.is_symlink() || found.mode() & 0o002 == 0) {
            return Ok(());
        }
        Err(ClusterError::Foreign { path: path.to_owned() })
    }

    /// Refuses a directory that the owner cannot reach because one above it is closed.
    pub(super) fn check_reach(&self, path: &Path) -> Result<(), ClusterError> {
        let Some(User { uid, gid, name }) = &self.user else { return Ok(()) };
        for above in path.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty()) {
            let metadata = fs::metadata(above).map_err(|error| ClusterError::at(above, error))?;
            let mode = metadata.mode();
            let bit = match (metadata.uid() == *uid, metadata.gid() == *gid) {
                (true, _) => 0o100,
                (false, true) => 0o010,
                (false, false) => 0o001,
            };
            if mode & bit == 0 {
                return Err(ClusterError::Closed { path: above.to_owned(), user: name.clone() });
            }
        }
        Ok(())
    }
}

impl User {
    /// Reads a line of the user database, if it is of this user.
    fn read(line: &str, name: &str) -> Option<Self> {
        let mut fields = line.split(':');
        let own = fields.next()?;
        let (uid, gid) = (fields.nth(1)?.parse().ok()?, fields.next()?.parse().ok()?);
        (own == name && uid != 0).then(|| Self { name: own.to_owned(), uid, gid })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_is_read_and_root_is_nobody() {
        let user = User::read("postgres:x:101:104:PostgreSQL,,,:/var/lib/postgresql:/bin/bash", "postgres").unwrap();
        assert_eq!((user.uid, user.gid), (101, 104));
        assert!(User::read("postgres:x:0:0::/:/bin/sh", "postgres").is_none());
        assert!(User::read("other:x:5:5::/:/bin/sh", "postgres").is_none());
    }
}
