//! `scripts/postgres`, on a machine made of stubs: PostgreSQL is installed when it is missing, left alone when it is there, and
//! asked for in one sentence where nothing can install it.

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

    /// Runs the script there, and says what was asked of the stubs.
    fn run(&self) -> (Output, String) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/postgres");
        let output = Command::new("/bin/bash")
            .arg(script)
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

#[test]
fn a_missing_postgresql_is_installed_by_whatever_the_system_has() {
    for (manager, asked) in
        [("apt-get", "install"), ("dnf", "install"), ("apk", "add"), ("pacman", "-S"), ("brew", "install")]
    {
        let (output, told) = Machine::with(&[(manager, NOTE), SUDO]).run();
        assert!(output.status.success(), "{output:?}");
        let last = told.lines().last().unwrap_or_default();
        assert!(last.starts_with(&format!("{manager} {asked}")) && last.contains("postgresql"), "{told}");
    }
}

#[test]
fn what_is_there_is_left_alone_and_what_cannot_be_installed_is_said() {
    let (output, told) = Machine::with(&[("initdb", NOTE), ("apt-get", NOTE), SUDO]).run();
    assert!(output.status.success() && told.is_empty(), "{output:?} {told}");
    let (output, _) = Machine::with(&[SUDO]).run();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && said.contains("PostgreSQL is not installed") && said.lines().count() == 1,
        "{said}"
    );
    let (output, _) = Machine::with(&[("apt-get", "exit 7"), SUDO]).run();
    assert!(!output.status.success(), "an installation that fails is not passed over");
}
