//! What the log never says, however much it is told to say: passwords, one-time codes, tokens, keys and tickets.

use crate::process::{self, Keys, PASSWORD, Process, terminal};
use floor_sim::facility::plain_examples;
use floor_sim::socket::{Post, Socket};
use game_core::command::Action;
use game_core::game::Seat;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use store::people::{self, NewAccount, Role, State};
use store::testing;
use table_host::ids::TableId;
use wire::terminal::Mirror;

/// A request as it goes over the wire, and the body of its answer.
fn post(base: &str, path: &str, token: &str, body: &Value) -> Value {
    let (host, body) = (base.trim_start_matches("http://"), body.to_string());
    let mut line = TcpStream::connect(host).unwrap();
    let head =
        format!("POST {path} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {token}\r\nconnection: close\r\n");
    let head = format!("{head}content-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
    line.write_all((head + &body).as_bytes()).unwrap();
    let mut answer = String::new();
    line.read_to_string(&mut answer).unwrap();
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap_or_default()
}

/// R58, R63: a login right and wrong, a command, a ticket and a socket, with the log at its most talkative.
#[tokio::test(flavor = "multi_thread")]
async fn no_secret_is_in_the_log_at_any_level() {
    let database = testing::database().await.unwrap();
    let keys = Keys::make(&database).await;
    let hash = server::identity::Passwords::new(server::identity::Cost::least(), 1).unwrap();
    let account = NewAccount {
        login: "ann".to_owned(),
        display_name: "Ann".to_owned(),
        role: Role::Floorperson,
        state: State::Active,
        password_hash: hash.hash(PASSWORD).await.unwrap(),
        must_change: false,
        by: None,
        request: None,
    };
    people::create(&mut database.store.pool().acquire().await.unwrap(), &account).await.unwrap();
    let process = Process::start_with(&database, "trace").await;
    let log = process.log();
    let (_, submission) = plain_examples().unwrap().swap_remove(0);
    let approved = testing::approved(&mut database.store.pool().acquire().await.unwrap(), &submission).await.unwrap();
    let approved = wire::id::SubmissionId(approved.0);
    let table = process.client(&keys.pit_manager).create_table("Table", approved).await.unwrap().id;
    let key = terminal(&database, TableId(table.0), Seat::new(1).unwrap()).await;
    let (base, code) = (process.base.clone(), "918273");
    let login = json!({"login": "ann", "password": PASSWORD, "totp": code});
    let token = post(&base, "/v1/sessions", "", &login)["token"].as_str().unwrap().to_owned();
    let wrong = "the password of somebody else";
    post(&base, "/v1/sessions", "", &json!({"login": "ann", "password": wrong, "totp": code}));
    // Bodies that cannot be read are not repeated either.
    post(&base, "/v1/sessions", &token, &json!({"login": "ann", "password": [wrong]}));
    post(&base, "/v1/sessions", &token, &json!({"login": "ann", "passwort": wrong}));
    let ticket = post(&base, "/v1/tickets", &token, &json!({"table": table}))["ticket"].as_str().unwrap().to_owned();
    let floorperson = process.client(&token);
    assert!(floorperson.command(table, Action::OpenRound).await.is_err());
    let mut socket = Socket::open(&process.client(&key), Post::Terminal, Mirror::default()).await.unwrap();
    socket.view().unwrap();
    assert!(process.terminate().await.success());
    assert!(socket.next().await.is_ok(), "the socket was open all the time");
    // The time that a line begins with has six digits that may be anything, a code among them.
    let untimed = |line: &str| line.split_once(' ').map_or_else(String::new, |(_, rest)| format!("{rest}\n"));
    let log: String = process::read(&log).lines().map(untimed).collect();
    assert!(log.contains("DEBUG") && log.contains("/v1/sessions"), "the log tells next to nothing: {log}");
    let secrets = [PASSWORD, wrong, code, &token, &key, &ticket, &keys.pit_manager];
    for secret in secrets {
        let bare = secret.trim_start_matches("bz_");
        assert!(!log.contains(bare), "{secret} is in the log: {:?}", log.lines().find(|line| line.contains(bare)));
    }
}
