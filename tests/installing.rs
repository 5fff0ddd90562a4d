//! `scripts/packages`, on a machine made of stubs: what is missing is installed, what is there is left alone, and what nothing can
//! install is told in one sentence.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use uuid::Uuid;

/// A machine whose programs are these.
struct Machine {
    root: PathBuf,
}

impl Machine {
    fn with(programs: &[(&str, &str)]) -> Self {
        let root = std::env::temp_dir().join(format!("baize-machine-{}", Uuid::now_v7()));
        fs::create_dir_all(root.join("bin")).unwrap();
        for name in ["env", "id", "ls"] {
            symlink(Path::new("/usr/bin").join(name), root.join("bin").join(name)).unwrap();
        }
        for (name, script) in programs {
            let (written, path) = (root.join(name), root.join("bin").join(name));
            fs::write(&written, format!("#!/bin/bash\n{script}\n")).unwrap();
            // A program is not run while anybody has it open to write, and whatever another test starts at this moment has open what
            // this process has; so another process writes it.
            let laid = Command::new("install").args(["-m", "755"]).args([written, path]).status().unwrap();
            assert!(laid.success(), "{laid}");
        }
        Self { root }
    }

    /// Runs the script there for these, and says what was asked of the stubs.
    fn install(&self, things: &[&str]) -> (Output, String) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/packages");
        let output = Command::new("/bin/bash")
            .arg(script)
            .args(things)
            .env("PATH", self.root.join("bin"))
            .env("POSTGRES_FOLDER", self.root.join("nowhere"))
            .env("ASKED", self.root.join("asked"))
            .output()
            .unwrap();
        (output, fs::read_to_string(self.root.join("asked")).unwrap_or_default())
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // Left behind, it harms nobody.
        let _ = fs::remove_dir_all(&self.root);
    }
}

const NOTE: &str = r#"echo "$(/usr/bin/basename "$0") $*" >>"$ASKED""#;
const SUDO: (&str, &str) = ("sudo", r#""$@""#);

const PYTHON: (&str, &str) = ("python3", "true");

#[test]
fn what_is_missing_is_installed_by_whatever_the_system_has() {
    for (manager, asked) in
        [("apt-get", "install"), ("dnf", "install"), ("apk", "add"), ("pacman", "-S"), ("brew", "install")]
    {
        let (output, told) = Machine::with(&[(manager, NOTE), SUDO]).install(&["postgresql", "python"]);
        assert!(output.status.success(), "{output:?}");
        let last = told.lines().last().unwrap_or_default();
        let both = last.contains("postgresql") && last.contains("python");
        assert!(last.starts_with(&format!("{manager} {asked}")) && both, "{told}");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.starts_with("installing ") && said.contains(manager) && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn what_is_there_is_left_alone_and_what_cannot_be_installed_is_said() {
    let there = [("initdb", NOTE), PYTHON, ("apt-get", NOTE), SUDO];
    let (output, told) = Machine::with(&there).install(&["postgresql", "python"]);
    assert!(output.status.success() && output.stdout.is_empty() && told.is_empty(), "{output:?} {told}");
    // A Python that can make no environment is not enough.
    let (output, told) = Machine::with(&[("python3", "exit 1"), ("apt-get", NOTE), SUDO]).install(&["python"]);
    assert!(output.status.success() && told.contains("python3-venv"), "{output:?} {told}");
    let (output, _) = Machine::with(&[SUDO]).install(&["postgresql"]);
    let said = String::from_utf8(output.stderr).unwrap();
    let told = said.contains("not installed") && said.contains("postgresql") && said.lines().count() == 1;
    assert!(!output.status.success() && told, "{said}");
    let (output, _) = Machine::with(&[("apt-get", "exit 7"), SUDO]).install(&["postgresql"]);
    assert!(!output.status.success(), "an installation that fails is not passed over");
    let (output, _) = Machine::with(&[("apt-get", NOTE)]).install(&["perl"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}
