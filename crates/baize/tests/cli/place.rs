//! Where data goes when nobody says where: into the folder of the start, or where PostgreSQL could not work there, into one in which
//! it can. What somebody chose is never replaced.

use crate::process::{Process, serve};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use store::testing;

/// A folder of a test, gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let path = testing::scratch();
        fs::create_dir(&path).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        Self(path)
    }

    /// A folder in it that is closed to everybody else.
    fn closed(&self, name: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir(&path).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o700)).unwrap();
        path
    }

    /// A command in a folder, on a machine whose folder for data is one of ours.
    fn prepare(&self, command: &mut Command, home: &Path) {
        let state = self.0.join("state");
        fs::create_dir_all(&state).unwrap();
        fs::set_permissions(&state, Permissions::from_mode(0o755)).unwrap();
        command.current_dir(home).env("STATE_DIRECTORY", state);
        for variable in ["DATABASE_URL", "BAIZE_CONFIG", "BAIZE_DATA"] {
            command.env_remove(variable);
        }
    }

    /// Runs a command in a folder to its end.
    fn run(&self, home: &Path, args: &[&str]) -> Output {
        let mut command = testing::tied(env!("CARGO_BIN_EXE_baize"));
        self.prepare(command.args(args), home);
        command.output().unwrap()
    }

    /// Starts a server in a folder.
    async fn serve(&self, home: &Path) -> Process {
        let mut command = serve("127.0.0.1:0");
        self.prepare(&mut command, home);
        Process::up(command).await
    }

    /// Makes an administrator in a folder, or is refused.
    fn administrator(&self, home: &Path) -> (bool, String) {
        let password = self.0.join("password");
        fs::write(&password, "correct horse battery\n").unwrap();
        let args = ["admin", "create", "--login", "ann", "--password-file", password.to_str().unwrap()];
        let made = self.run(home, &args);
        (made.status.success(), String::from_utf8(made.stderr).unwrap())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Whatever is still there is removed by a later run.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// The first folders of the data in a folder.
fn data_in(folder: &Path) -> Vec<PathBuf> {
    let found = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    found.filter(|path| path.join("postgres/PG_VERSION").is_file()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_starts_in_a_folder_closed_to_others_and_finds_its_data_again() {
    let folder = Folder::new();
    let home = folder.closed("home");
    let process = folder.serve(&home).await;
    assert!(process.ask("/readyz").await.starts_with("HTTP/1.1 200 "));
    // Beside the running server, which is on the same data.
    let (made, said) = folder.administrator(&home);
    assert!(made, "{said}");
    let (here, elsewhere) = (data_in(&home), data_in(&folder.0.join("state")));
    if is_root() {
        let [place] = elsewhere.as_slice() else { panic!("{elsewhere:?}") };
        assert!(!home.join("baize-data").exists(), "nothing is left in the closed folder");
        let told = format!("baize: the data is in {}, because ", place.display());
        for said in [process.said(), said] {
            assert_eq!(said.lines().filter(|line| line.starts_with(&told)).count(), 1, "{said}");
        }
    } else {
        // The folder is closed to others, and PostgreSQL runs as ourselves.
        assert_eq!((here, elsewhere.len()), (vec![home.join("baize-data")], 0));
        assert!(!process.said().contains("the data is in"), "{}", process.said());
    }
    assert!(process.terminate().await.success());
    let process = folder.serve(&home).await;
    let (again, said) = folder.administrator(&home);
    assert!(!again && said.contains("somebody else has this login"), "{said}");
    assert!(process.terminate().await.success());
    assert_eq!(data_in(&home).len() + data_in(&folder.0.join("state")).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_somebody_chose_is_not_replaced() {
    if !is_root() {
        println!("skipped: only root runs PostgreSQL as another user, to whom a folder can be closed");
        return;
    }
    let folder = Folder::new();
    let home = folder.closed("home");
    let (chosen, file) = (home.join("chosen"), home.join("baize.toml"));
    fs::write(&file, format!("data = \"{}\"\n", chosen.display())).unwrap();
    let (chosen, file) = (chosen.to_str().unwrap(), file.to_str().unwrap());
    let listen = ["--listen", "127.0.0.1:0"];
    for args in [
        [&["serve", "--data", chosen], &listen[..]].concat(),
        // Also where it is the usual one.
        [&["serve", "--data", "baize-data"], &listen[..]].concat(),
        [&["demo", "--data", chosen], &listen[..]].concat(),
        [&["serve", "--config", file], &listen[..]].concat(),
    ] {
        let output = folder.run(&home, &args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert!(said.contains("is closed to the user") && said.contains("choose a data directory"), "{args:?}: {said}");
    }
    let mut command = serve("127.0.0.1:0");
    folder.prepare(&mut command, &home);
    command.env("BAIZE_DATA", chosen);
    let said = Process::try_up(command).await.err().unwrap();
    assert!(said.contains("is closed to the user"), "{said}");
    assert!(data_in(&folder.0.join("state")).is_empty());
}

/// The socket of a long data directory lies in the folder for temporary files.
#[tokio::test(flavor = "multi_thread")]
async fn a_folder_for_temporary_files_that_is_closed_or_too_long_is_not_used() {
    let folder = Folder::new();
    let (long, data) = (folder.0.join("a-long-name-".repeat(8)), folder.0.join("data-of-a-long-name-".repeat(5)));
    fs::create_dir(&long).unwrap();
    for temporary in [folder.closed("temporary"), long] {
        let mut command = serve("127.0.0.1:0");
        folder.prepare(&mut command, &folder.0);
        command.arg("--data").arg(&data).env("TMPDIR", temporary);
        let process = Process::up(command).await;
        assert!(process.ask("/readyz").await.starts_with("HTTP/1.1 200 "));
        assert!(process.terminate().await.success());
    }
}
