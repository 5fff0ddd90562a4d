//! Which place is taken for data and sockets where the usual one is closed, and which is refused.

use super::layout::Layout;
use super::owner::Owner;
use super::{ClusterError, place};
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};

/// A folder with this mode.
fn folder(path: PathBuf, mode: u32) -> PathBuf {
    fs::create_dir_all(&path).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
    path
}

/// The user PostgreSQL runs as, where that is not ourselves.
fn other() -> Option<Owner> {
    let owner = Owner::find().unwrap();
    if owner.is_ourselves() {
        println!("skipped: only root runs PostgreSQL as another user, to whom a folder can be closed");
        return None;
    }
    Some(owner)
}

#[test]
fn a_closed_place_is_left_for_the_first_that_is_open_and_data_is_taken_up_wherever_it_is() {
    let Some(owner) = other() else { return };
    let root = folder(crate::testing::scratch(), 0o755);
    let (home, state) = (folder(root.join("home"), 0o700), folder(root.join("state"), 0o755));
    let usual = home.join("data");
    let elsewhere = [home.join("elsewhere"), state.join("first"), state.join("second")];
    let place = || place::first_of(&usual, &elsewhere, &owner).unwrap();
    assert_eq!(place(), Some(&*elsewhere[1]));
    assert!(!usual.exists(), "nothing is left in the place that is closed");
    // Somebody opens the usual place: that is taken as long as nothing is kept elsewhere.
    folder(home.clone(), 0o755);
    assert_eq!(place(), None);
    let keep = |place: &Path| {
        fs::create_dir_all(place.join("postgres")).unwrap();
        fs::write(place.join("postgres/PG_VERSION"), "15\n").unwrap();
    };
    keep(&elsewhere[1]);
    assert_eq!(place(), Some(&*elsewhere[1]));
    // Data in the usual place is never left for another, however closed it is.
    keep(&usual);
    folder(home, 0o700);
    assert_eq!(place(), None);
    assert!(matches!(Layout::prepare(&usual, &owner), Err(ClusterError::Closed { .. })));
    fs::remove_dir_all(root).unwrap();
}

#[test]
fn what_somebody_else_laid_where_anybody_may_is_refused() {
    let Some(owner) = other() else { return };
    let root = folder(crate::testing::scratch(), 0o755);
    let (home, open) = (folder(root.join("home"), 0o700), folder(root.join("open"), 0o1777));
    let (laid, link) = (folder(open.join("laid"), 0o755), open.join("link"));
    folder(laid.join("postgres"), 0o755);
    fs::write(laid.join("postgres/PG_VERSION"), "15\n").unwrap();
    symlink(folder(root.join("target"), 0o755), &link).unwrap();
    chown(&laid, Some(12_345), Some(12_345)).unwrap();
    std::os::unix::fs::lchown(&link, Some(12_345), Some(12_345)).unwrap();
    for path in [&laid, &link] {
        let refused = Layout::prepare(path, &owner);
        assert!(matches!(refused, Err(ClusterError::Foreign { .. })), "{refused:?}");
    }
    // Not even as a place to fall back to, whatever it seems to hold.
    let (usual, elsewhere) = (home.join("data"), [laid, link, open.join("ours")]);
    assert_eq!(place::first_of(&usual, &elsewhere, &owner).unwrap(), Some(&*elsewhere[2]));
    let refused = place::first_of(&usual, &elsewhere[..2], &owner);
    assert!(matches!(refused, Err(ClusterError::Closed { .. })), "{refused:?}");
    // Ours, but open to everybody: somebody may have put anything into it.
    let refused = Layout::prepare(&folder(open.join("wide"), 0o777), &owner);
    assert!(matches!(refused, Err(ClusterError::Foreign { .. })), "{refused:?}");
    fs::remove_dir_all(root).unwrap();
}
