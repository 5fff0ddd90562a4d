//! One private cluster and several processes: one owns it, the others join, and the next takes over when it is gone.

use game_core::game::StaffId;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;
use store::people::{self, NewAccount, Role, State};
use store::testing::{found, until};
use store::{Home, Store, testing};
use table_host::ids::{BodyDigest, CommandId};

/// Where the processes share, and the number of the process among them.
const FOLDER: &str = "STORE_TEST_SHARED";
const NUMBER: &str = "STORE_TEST_NUMBER";

/// Keeps somebody. Asked again with the same request, it keeps nobody else.
async fn keep(store: &Store, number: u8, time: u8, request: CommandId) -> Result<(), String> {
    let login = format!("sharer-{number}-{time}");
    let (role, password_hash) = (Role::Auditor, "$argon2id$".to_owned());
    let display_name = login.clone();
    let one = NewAccount {
        login,
        display_name,
        role,
        password_hash,
        state: State::Active,
        must_change: false,
        by: None,
        request: Some((request, BodyDigest::of(b""))),
    };
    let mut connection = store.pool().acquire().await.map_err(|error| error.to_string())?;
    people::create(&mut connection, &one).await.map(drop).map_err(|error| error.to_string())
}

/// Opens the shared home, keeps something, and again when told to; then closes it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by another test in a process of its own"]
async fn sharer() {
    let folder = PathBuf::from(std::env::var(FOLDER).unwrap());
    let number: u8 = std::env::var(NUMBER).unwrap().parse().unwrap();
    let home = Home::open(None, &folder.join("data")).await.unwrap();
    keep(home.store(), number, 1, CommandId::new()).await.unwrap();
    let owns = if home.cluster().is_some() { "owner" } else { "guest" };
    fs::write(folder.join(format!("{owns}-{number}")), "").unwrap();
    until("told to go on", async || folder.join("go").exists()).await;
    // An answer may be lost with the owner: the same is asked again.
    let request = CommandId::new();
    until("the database is there again", async || {
        let kept = keep(home.store(), number, 2, request).await;
        kept.inspect_err(|error| println!("not kept: {error}")).is_ok()
    })
    .await;
    fs::write(folder.join(format!("done-{number}")), "").unwrap();
    until("told to close", async || folder.join(format!("close-{number}")).exists()).await;
    home.close().await.unwrap();
}

fn start(folder: &Path, number: usize) -> Child {
    testing::tied(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "sharing::sharer"])
        .env(FOLDER, folder)
        .env(NUMBER, number.to_string())
        .spawn()
        .unwrap()
}

fn count(folder: &Path, prefix: &str) -> usize {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with(prefix)).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_that_start_at_once_share_one_cluster_and_outlive_its_owner() {
    let folder = testing::scratch();
    fs::create_dir_all(&folder).unwrap();
    let mut processes: Vec<Child> = (0..3).map(|number| start(&folder, number)).collect();
    until("all are in", async || count(&folder, "owner-") + count(&folder, "guest-") == 3).await;
    assert_eq!(count(&folder, "owner-"), 1);

    // The owner is killed; another one takes the cluster over, and both others go on.
    let owner = (0..3).find(|number| folder.join(format!("owner-{number}")).exists()).unwrap();
    processes[owner].kill().unwrap();
    processes[owner].wait().unwrap();
    fs::write(folder.join("go"), "").unwrap();
    until("both go on", async || count(&folder, "done-") == 2).await;
    for number in (0..3).filter(|number| *number != owner) {
        fs::write(folder.join(format!("close-{number}")), "").unwrap();
        let ended = async || processes[number].try_wait().unwrap();
        assert!(found("a process ends", ended).await.success());
    }

    // Everybody is gone, and everything that was kept is there.
    let home = Home::open(None, &folder.join("data")).await.unwrap();
    assert!(home.cluster().is_some());
    let mut connection = home.store().pool().acquire().await.unwrap();
    assert_eq!(people::page(&mut connection, StaffId(0), 10).await.unwrap().len(), 5);
    drop(connection);
    // Whoever only joins leaves it running.
    let guest = Home::open(None, &folder.join("data")).await.unwrap();
    assert!(guest.cluster().is_none());
    guest.close().await.unwrap();
    keep(home.store(), 9, 1, CommandId::new()).await.unwrap();
    home.close().await.unwrap();
    fs::remove_dir_all(&folder).unwrap();
}
