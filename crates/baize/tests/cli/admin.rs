//! `baize admin create`: a security administrator, with a password that is never an argument.

use std::io::Write;
use std::process::{Output, Stdio};
use store::people::{self, Role, State};
use store::testing::{self, TestDatabase};

fn create(database: &TestDatabase, args: &[&str], typed: &str) -> Output {
    let mut child = testing::tied(env!("CARGO_BIN_EXE_baize"))
        .args(["admin", "create"])
        .args(args)
        .env("DATABASE_URL", database.address())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Whoever refuses the arguments does not wait for a password.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    child.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_administrator_is_made_at_the_console() {
    let database = testing::database().await.unwrap();
    let made = create(&database, &["--login", "ann", "--name", "Ann Smith"], "correct horse battery\n");
    assert!(made.status.success(), "{}", said(&made));
    let file = testing::scratch();
    std::fs::write(&file, "another horse battery\nand a second line\n").unwrap();
    let second = create(&database, &["--login", "bob", "--password-file", file.to_str().unwrap()], "");
    std::fs::remove_file(&file).unwrap();
    assert!(second.status.success(), "{}", said(&second));
    for (args, typed, code) in [
        (&["--login", "ANN"][..], "correct horse battery\n", 1),
        (&["--login", "no spaces"], "correct horse battery\n", 1),
        (&["--login", "carl"], "carl\n", 1),
        (&["--login", "carl"], "password1234\n", 1),
        (&["--login", "carl"], "", 1),
        (&["--login", "carl", "--password", "correct horse battery"], "", 2),
        (&["--login", "carl", "--password-file", "nowhere"], "", 1),
        (&[], "correct horse battery\n", 2),
    ] {
        let refused = create(&database, args, typed);
        assert_eq!(refused.status.code(), Some(code), "{args:?}: {}", said(&refused));
    }
    let mut connection = database.store.pool().acquire().await.unwrap();
    let everybody = people::page(&mut connection, game_core::game::StaffId(0), 10).await.unwrap();
    let logins: Vec<(&str, &str)> = everybody.iter().map(|one| (&*one.login, &*one.display_name)).collect();
    assert_eq!(logins, [("ann", "Ann Smith"), ("bob", "bob")]);
    for account in &everybody {
        assert_eq!((account.role, account.state), (Role::SecurityAdmin, State::Active));
        let kept = people::credentials(&mut connection, &account.login).await.unwrap().unwrap().password_hash;
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
    }
}
