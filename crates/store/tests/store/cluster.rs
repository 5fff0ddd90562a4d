//! The private cluster: made, reused, recovered, stopped, and refused where it must be.

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use store::cluster::{Cluster, ClusterError, Options};
use store::testing::Signal;
use store::{Home, Store, testing};

fn runs(pid: u32) -> bool {
    // A process that ended but was not waited for has no command line any more.
    fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| !line.is_empty())
}

async fn kept(options: &PgConnectOptions) -> i64 {
    let mut connection = options.connect().await.unwrap();
    let kept = sqlx::query_scalar("SELECT count(*) FROM kept").fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    kept
}

async fn keep(options: &PgConnectOptions) {
    let mut connection = options.connect().await.unwrap();
    connection.execute("CREATE TABLE IF NOT EXISTS kept (n int); INSERT INTO kept VALUES (1)").await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn it_is_made_reused_and_stopped() {
    let options = Options::new(testing::scratch());
    let cluster = Cluster::start(&options).await.unwrap();
    let connect = cluster.connect_options();
    let mut connection = connect.connect().await.unwrap();
    for (setting, value) in [("fsync", "on"), ("synchronous_commit", "on"), ("listen_addresses", "")] {
        let found: String =
            sqlx::query_scalar("SELECT current_setting($1)").bind(setting).fetch_one(&mut connection).await.unwrap();
        assert_eq!(found, value, "{setting}");
    }
    connection.close().await.unwrap();
    keep(&connect).await;
    let pid = cluster.postmaster().unwrap();
    cluster.stop().await.unwrap();
    assert!(!runs(pid));
    let cluster = Cluster::start(&options).await.unwrap();
    assert_eq!(kept(&cluster.connect_options()).await, 1);
    let pid = cluster.postmaster().unwrap();
    drop(cluster);
    assert!(!runs(pid), "dropping stops it");
    fs::remove_dir_all(&options.data).unwrap();
}

#[tokio::test]
async fn it_recovers_from_a_killed_postmaster() {
    let options = testing::hasty(testing::scratch());
    let cluster = Cluster::start(&options).await.unwrap();
    keep(&cluster.connect_options()).await;
    let pid = cluster.postmaster().unwrap();
    testing::send(Signal::KILL, pid);
    testing::until("the postmaster is gone", async || !runs(pid)).await;
    drop(cluster);
    assert!(options.data.join("postgres/postmaster.pid").exists(), "a crash leaves the pid file");
    let cluster = Cluster::start(&options).await.unwrap();
    assert_eq!(kept(&cluster.connect_options()).await, 1);
    cluster.stop().await.unwrap();
    fs::remove_dir_all(&options.data).unwrap();
}

#[tokio::test]
async fn a_pid_file_of_another_process_does_not_stop_it() {
    let options = testing::hasty(testing::scratch());
    Cluster::start(&options).await.unwrap().stop().await.unwrap();
    // Our own number: a process that runs and is no postmaster.
    let stale = format!("{}\n{}\n0\n5432\n", std::process::id(), options.data.join("postgres").display());
    fs::write(options.data.join("postgres/postmaster.pid"), stale).unwrap();
    Cluster::start(&options).await.unwrap().stop().await.unwrap();
    fs::remove_dir_all(&options.data).unwrap();
}

#[tokio::test]
async fn a_second_start_on_the_same_data_is_refused_and_harms_nothing() {
    let options = testing::hasty(testing::scratch());
    let cluster = Cluster::start(&options).await.unwrap();
    keep(&cluster.connect_options()).await;
    let second = Cluster::start(&options).await;
    assert!(matches!(second, Err(ClusterError::InUse { .. })), "{second:?}");
    assert_eq!(kept(&cluster.connect_options()).await, 1);
    cluster.stop().await.unwrap();
    Cluster::start(&options).await.unwrap().stop().await.unwrap();
    fs::remove_dir_all(&options.data).unwrap();
}

#[tokio::test]
async fn an_interrupted_making_is_begun_again() {
    let options = testing::hasty(testing::scratch());
    fs::create_dir_all(options.data.join("postgres.new")).unwrap();
    fs::write(options.data.join("postgres.new/PG_VERSION"), "half").unwrap();
    Cluster::start(&options).await.unwrap().stop().await.unwrap();
    fs::remove_dir_all(&options.data).unwrap();
}

#[tokio::test]
async fn missing_binaries_are_one_clear_message() {
    let nowhere = testing::scratch();
    fs::create_dir_all(nowhere.join("empty")).unwrap();
    let mut options = Options::new(nowhere.clone());
    options.search = vec![nowhere.join("empty")];
    let error = Cluster::start(&options).await.unwrap_err();
    assert!(matches!(error, ClusterError::Missing));
    let message = error.to_string();
    assert!(!message.contains('\n') && message.contains("apt-get install postgresql"), "{message}");
    assert!(message.contains("DATABASE_URL"), "{message}");
    fs::remove_dir_all(&nowhere).unwrap();
}

#[tokio::test]
async fn data_of_a_version_that_is_gone_is_named() {
    let options = testing::hasty(testing::scratch());
    fs::create_dir_all(options.data.join("postgres")).unwrap();
    fs::write(options.data.join("postgres/PG_VERSION"), "9\n").unwrap();
    let error = Cluster::start(&options).await.unwrap_err();
    assert!(error.to_string().contains("postgresql-9"), "{error}");
    fs::remove_dir_all(&options.data).unwrap();
}

#[tokio::test]
async fn a_long_path_still_has_a_socket() {
    let root = testing::scratch();
    let options = testing::hasty(root.join("a-long-name/".repeat(9)));
    let cluster = Cluster::start(&options).await.unwrap();
    assert!(!cluster.socket().starts_with(&root));
    keep(&cluster.connect_options()).await;
    let socket = cluster.socket().to_owned();
    cluster.stop().await.unwrap();
    fs::remove_dir_all(&root).unwrap();
    fs::remove_dir_all(&socket).unwrap();
}

#[tokio::test]
async fn two_services_may_open_one_database_at_once() {
    let options = testing::hasty(testing::scratch());
    let cluster = Cluster::start(&options).await.unwrap();
    // The migrations run once, under a lock; the second finds them done.
    let (first, second) =
        tokio::join!(Store::open_with(cluster.connect_options()), Store::open_with(cluster.connect_options()));
    first.unwrap().close().await;
    second.unwrap().close().await;
    cluster.stop().await.unwrap();
    fs::remove_dir_all(&options.data).unwrap();
}

#[tokio::test]
async fn without_an_address_the_store_has_a_home_of_its_own() {
    let folder = testing::scratch();
    let home = Home::open(None, &folder).await.unwrap();
    assert!(store::tables::page(&mut home.store().pool().acquire().await.unwrap(), None, 1).await.unwrap().is_empty());
    let socket = home.cluster().unwrap().socket().display().to_string();
    // The same database by its address, as somebody who runs one would name it.
    let address = format!("postgres:///postgres?host={socket}&user=postgres");
    let by_address = Home::open(Some(&address), &folder).await.unwrap();
    assert!(by_address.cluster().is_none());
    by_address.close().await.unwrap();
    home.close().await.unwrap();
    let error = Home::open(Some(&address), &folder).await.unwrap_err();
    assert!(error.to_string().contains("cannot be reached"), "{error}");
    fs::remove_dir_all(&folder).unwrap();
}

/// Set for the process that a test starts in order to kill it.
const VICTIM: &str = "STORE_TEST_VICTIM";

/// Keeps a cluster until it is killed.
#[tokio::test]
#[ignore = "run by another test in a process of its own"]
async fn victim() {
    let folder = std::env::var(VICTIM).unwrap();
    let cluster = Cluster::start(&testing::hasty(&folder)).await.unwrap();
    keep(&cluster.connect_options()).await;
    // Whoever finds the file finds it whole.
    let (written, ready) = (Path::new(&folder).join("ready.new"), Path::new(&folder).join("ready"));
    fs::write(&written, cluster.postmaster().unwrap().to_string()).unwrap();
    fs::rename(written, ready).unwrap();
    testing::within("the end of the process", std::future::pending::<()>()).await;
}

#[tokio::test]
async fn killing_the_process_ends_its_cluster_and_the_next_start_takes_over() {
    let folder = testing::scratch();
    let test = std::env::current_exe().unwrap();
    let mut victim = testing::tied(test);
    let mut victim = victim.args(["--ignored", "--exact", "cluster::victim"]).env(VICTIM, &folder).spawn().unwrap();
    testing::until("the victim is ready", async || folder.join("ready").exists()).await;
    let pid: u32 = fs::read_to_string(folder.join("ready")).unwrap().parse().unwrap();
    assert!(runs(pid));
    victim.kill().unwrap();
    victim.wait().unwrap();
    // At once, without waiting for the old postmaster to go: the start does that.
    let cluster = Cluster::start(&testing::hasty(&folder)).await.unwrap();
    assert_ne!(cluster.postmaster(), Some(pid));
    assert!(!runs(pid));
    assert_eq!(kept(&cluster.connect_options()).await, 1);
    cluster.stop().await.unwrap();
    fs::remove_dir_all(&folder).unwrap();
}

/// Runs tests of this binary in a process of its own, with this folder for temporary files.
async fn run_in(temporary: &Path, tests: &[&str]) {
    let mut command = testing::tied(std::env::current_exe().unwrap());
    let mut child = command.arg("--exact").args(tests).env("TMPDIR", temporary).spawn().unwrap();
    let ended = testing::found("the tests end", async || child.try_wait().unwrap()).await;
    assert!(ended.success(), "{}", temporary.display());
}

#[tokio::test]
async fn a_folder_for_temporary_files_that_is_closed_or_too_long_is_replaced() {
    let root = testing::scratch();
    let (closed, long) = (root.join("closed"), root.join("a-long-name-".repeat(9)));
    fs::create_dir_all(&closed).unwrap();
    fs::create_dir_all(&long).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
    let under_it = closed.join("temporary");
    fs::create_dir(&under_it).unwrap();
    for temporary in [under_it, long] {
        let cut_off = "outage::cut_off_while_committing_nothing_is_lost_or_doubled";
        run_in(&temporary, &["cluster::a_long_path_still_has_a_socket", cut_off]).await;
    }
    fs::remove_dir_all(root).unwrap();
}
