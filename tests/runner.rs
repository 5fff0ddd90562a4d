//! `scripts/run-tests` on programs made for the purpose: what it excuses and what not, and that nothing outlives it.

use serde_json::json;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use store::testing::{Signal, found, send, until};
use uuid::Uuid;

/// The beginning of a program of tests that is a script: it has one test, whose file `again` is there once it has failed.
const STUB: &str = r#"#!/bin/bash
case "$*" in *--list*) echo "one: test" && exit 0 ;; esac
here=$(dirname "$0")
echo '{"type":"suite","event":"started","test_count":1}'
echo '{"type":"test","event":"started","name":"one"}'
passing() { echo '{"type":"test","event":"ok","name":"one"}' && echo '{"type":"suite","event":"ok"}'; }
failing() {
    echo '{"type":"test","event":"failed","name":"one","stdout":"it failed"}' && echo '{"type":"suite","event":"failed"}'
    touch "$here/again" && exit 101
}
"#;

/// A folder with a program of tests in it, and a cargo that has just built that program.
struct Bench {
    folder: PathBuf,
}

impl Bench {
    /// The program is this one, of a crate of this name.
    fn of(program: &Path, package: &str) -> Self {
        // The runner gives a run a folder within another only where its name is short; so this one is beside that of our own
        // run, and is named as it is, so that a later run removes what is left of it.
        let random = &Uuid::now_v7().simple().to_string()[24..];
        let folder = Path::new("/tmp").join(format!("baize-run-{}-{random}", std::process::id()));
        fs::create_dir_all(folder.join("t")).unwrap();
        for open in [&folder, &folder.join("t")] {
            fs::set_permissions(open, Permissions::from_mode(0o755)).unwrap();
        }
        let bench = Self { folder };
        // The runner takes the crate's name from its folder.
        fs::create_dir_all(bench.folder.join(package)).unwrap();
        let artifact = json!({
            "reason": "compiler-artifact", "profile": {"test": true}, "executable": program,
            "manifest_path": bench.folder.join(package).join("Cargo.toml"), "target": {"kind": ["test"], "name": "stub"},
        });
        fs::write(bench.folder.join("built"), format!("{artifact}\n")).unwrap();
        bench.program("cargo", &format!("#!/bin/bash\ncat {}/built\n", bench.folder.display()));
        bench
    }

    /// The program does this.
    fn with(script: &str, package: &str) -> Self {
        let bench = Self::of(Path::new("stub"), package);
        let stub = bench.program("stub", &format!("{STUB}{script}\n"));
        let built = fs::read_to_string(bench.folder.join("built")).unwrap();
        fs::write(bench.folder.join("built"), built.replace("\"stub\",\"manifest", &format!("{stub:?},\"manifest")))
            .unwrap();
        bench
    }

    /// Lays a program there. Another process writes it, because none is run while anybody has it open to write, and whatever
    /// another test starts at this moment has open what this process has.
    fn program(&self, name: &str, text: &str) -> PathBuf {
        let (written, path) = (self.folder.join(format!("{name}.new")), self.folder.join(name));
        fs::write(&written, text).unwrap();
        assert!(Command::new("install").args(["-m", "755"]).args([&written, &path]).status().unwrap().success());
        path
    }

    fn runner(&self, filter: &str) -> Command {
        let mut command = Command::new("python3");
        command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/run-tests")).arg(filter);
        command.args(["--leave-seconds", "1"]);
        command.env("CARGO", self.folder.join("cargo")).env("CARGO_TARGET_DIR", &self.folder).env_remove("CI");
        command.env("TMPDIR", self.folder.join("t")).stdin(Stdio::null());
        command
    }

    /// Runs the program twice, as at a person's desk and as where CI is set, and returns both outputs.
    fn runs(&self) -> [Output; 2] {
        [false, true].map(|ci| {
            let _ = fs::remove_file(self.folder.join("again"));
            let mut runner = self.runner("one");
            if ci {
                runner.env("CI", "true");
            }
            runner.output().unwrap()
        })
    }

    /// The folders of runs that are there.
    fn places(&self) -> Vec<PathBuf> {
        fs::read_dir(self.folder.join("t")).unwrap().map(|entry| entry.unwrap().path()).collect()
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        // Left behind, it harms nobody.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Whether the runs for a person and for CI were green, and what the second said.
fn outcome(bench: &Bench) -> (bool, bool, String) {
    let [desk, ci] = bench.runs();
    assert!(bench.places().is_empty(), "{:?}", bench.places());
    (desk.status.success(), ci.status.success(), said(&ci))
}

#[test]
fn a_run_is_green_when_every_test_passes_and_red_when_one_fails_again_alone() {
    let (desk, ci, said) = outcome(&Bench::with("passing", "server"));
    assert!(desk && ci && said.ends_with("1 passed, 0 failed\n"), "{said}");
    let (desk, ci, said) = outcome(&Bench::with("failing", "server"));
    assert!(!desk && !ci && said.contains("FAILED server/stub::one") && said.contains("it failed"), "{said}");
    assert!(said.ends_with("0 passed, 1 failed\n"), "{said}");
}

#[test]
fn a_test_that_passes_alone_is_excused_only_where_ci_is_set_and_never_in_a_crate_that_only_computes() {
    let once = r#"if [ -e "$here/again" ]; then passing; else failing; fi"#;
    let (desk, ci, said) = outcome(&Bench::with(once, "server"));
    assert!(!desk && ci && said.contains("FLAKY") && said.contains("it failed"), "{said}");
    assert!(said.ends_with("1 passed, 0 failed\n"), "{said}");
    let (desk, ci, said) = outcome(&Bench::with(once, "game-core"));
    assert!(!desk && !ci && said.contains("FLAKY"), "{said}");
}

#[test]
fn a_program_that_ends_in_the_middle_or_leaves_something_running_is_red() {
    let (desk, ci, said) = outcome(&Bench::with("exit 3", "server"));
    assert!(!desk && !ci && said.contains("ended with 3 before all its tests did"), "{said}");
    let (desk, ci, said) = outcome(&Bench::with("sleep 86400 >/dev/null & passing", "server"));
    assert!(!desk && !ci && said.contains("what it leaves behind") && said.contains("sleep 86400"), "{said}");
}

/// Whether a process of another's run is there.
fn runs_somewhere(mark: &str) -> bool {
    let processes =
        fs::read_dir("/proc").unwrap().filter_map(|entry| fs::read(entry.unwrap().path().join("environ")).ok());
    let needle = format!("RUN_OF_TESTS={mark}");
    processes.into_iter().any(|environ| environ.split(|byte| *byte == 0).any(|one| one == needle.as_bytes()))
}

/// The clusters in a folder that have a process.
fn clusters(folder: &Path) -> Vec<String> {
    let inside = fs::read_dir(folder).into_iter().flatten().flatten();
    let pids = inside.filter_map(|entry| fs::read_to_string(entry.path().join("postgres/postmaster.pid")).ok());
    let pids = pids.map(|text| text.lines().next().unwrap_or_default().to_owned());
    pids.filter(|pid| !pid.is_empty() && Path::new("/proc").join(pid).exists()).collect()
}

#[tokio::test]
async fn a_run_that_is_killed_leaves_no_process_no_cluster_and_no_folder() {
    // The program is this very one, and its test one that has a cluster and waits for ever.
    let bench = Bench::of(&std::env::current_exe().unwrap(), "server");
    let mut runner = bench.runner("a_cluster_that_waits_for_its_end");
    let mut runner = runner.arg("--ignored").stdout(Stdio::null()).spawn().unwrap();
    let place =
        found("the run has a cluster", async || bench.places().into_iter().find(|place| !clusters(place).is_empty()));
    let place = place.await;
    let (mark, pids) = (place.file_name().unwrap().to_string_lossy().into_owned(), clusters(&place));
    assert!(runs_somewhere(&mark));
    send(Signal::KILL, runner.id());
    runner.wait().unwrap();
    until("everything of the run is gone", async || {
        let cluster = pids.iter().any(|pid| Path::new("/proc").join(pid).exists());
        !cluster && !place.exists() && !runs_somewhere(&mark)
    })
    .await;
    // The next run removes the folder of a run whose sweeper was killed as well.
    let left = bench.folder.join("t/baize-run-0-left");
    fs::create_dir(&left).unwrap();
    let none = bench.runner("of this name").output().unwrap();
    assert!(!none.status.success() && said(&none).contains("no test has such a name: of this name"), "{none:?}");
    assert!(!left.exists());
}

#[tokio::test]
#[ignore = "run by another test in a process of its own"]
async fn a_cluster_that_waits_for_its_end() {
    let _database = store::testing::database().await.unwrap();
    std::future::pending::<()>().await;
}
