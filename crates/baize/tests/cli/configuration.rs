//! The commands of those who run the server: a wrong configuration does not start and says why, and the installation's hashes
//! are told without asking the server.

use crate::process::Process;
use std::path::Path;
use std::process::Output;
use store::testing::{self, TestDatabase};

fn baize(args: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = testing::tied(env!("CARGO_BIN_EXE_baize"));
    command.args(args).env_remove("DATABASE_URL").envs(variables.iter().copied());
    command.output().unwrap()
}

#[track_caller]
fn fails(output: &Output, code: i32, words: &[&str]) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{said}");
    for word in words {
        assert!(said.contains(word), "{word}: {said}");
    }
}

#[test]
fn a_typo_stops_the_start_and_names_the_key_that_was_meant() {
    let folder = testing::scratch();
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("baize.toml");
    // Two mistakes, each of which is told: whoever overlooks one of them still does not start.
    std::fs::write(&file, "[limits]\nbody_bites = 4096\nconnections = \"many\"\n").unwrap();
    let file = file.to_str().unwrap();
    for command in ["serve", "healthcheck", "backup", "verify-system"] {
        let output = baize(&[command, "--config", file], &[]);
        let typo = ["line 2", "limits.body_bites", "did you mean 'limits.body_bytes'?"];
        fails(&output, 2, &[&typo[..], &["line 3", "limits.connections must be a whole number"]].concat());
    }
    fails(&baize(&["config", "check"], &[("BAIZE_LISTENN", "x")]), 2, &["did you mean 'BAIZE_LISTEN'?"]);
    fails(&baize(&["serve", "--config", "no such file"], &[]), 2, &["no such file"]);
    std::fs::write(folder.join("baize.toml"), "log = \"warn\"\n[database]\nurl = \"postgres://u:hush@h/d\"\n").unwrap();
    let shown = baize(&["config", "show", "--config", file, "--listen", "127.0.0.1:99"], &[]);
    let text = String::from_utf8(shown.stdout).unwrap();
    assert!(text.contains("log = \"warn\"") && text.contains("listen = \"127.0.0.1:99\"  # --listen"), "{text}");
    assert!(!text.contains("hush"), "{text}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// What `verify-system` prints for this program's file, and whether all is as recorded.
fn verified(database: &TestDatabase, program: &Path) -> (bool, String) {
    let address = database.address();
    let args = ["verify-system", "--listen", "127.0.0.1:0", "--data", "unused", "--program", program.to_str().unwrap()];
    let output = baize(&args, &[("DATABASE_URL", &address), ("BAIZE_LOG", "warn")]);
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn one_altered_byte_of_the_program_is_told_without_the_server_r65() {
    let database = testing::database().await.unwrap();
    let process = Process::start(&database).await;
    let program = Path::new(env!("CARGO_BIN_EXE_baize"));
    // The server puts its parts on record some time after its start.
    let text = testing::found("every part is on record", async || {
        let (as_recorded, text) = verified(&database, program);
        let all = !text.contains("not on record yet");
        assert!(!all || as_recorded, "{text}");
        all.then_some(text)
    });
    let text = text.await;
    assert!(text.contains("program  as recorded") && text.contains("schema  as recorded"), "{text}");
    let address = process.base.strip_prefix("http://").unwrap();
    let health = baize(&["healthcheck", "--listen", address], &[]);
    assert_eq!(String::from_utf8_lossy(&health.stdout), "ready\n", "{health:?}");
    process.terminate().await;
    fails(&baize(&["healthcheck", "--listen", "127.0.0.1:1"], &[]), 1, &[]);

    let altered = testing::scratch();
    let mut bytes = std::fs::read(program).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&altered, bytes).unwrap();
    let (as_recorded, text) = verified(&database, &altered);
    assert!(!as_recorded && text.contains("program  MISMATCH"), "{text}");
    std::fs::remove_file(altered).unwrap();
}
