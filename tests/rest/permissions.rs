//! Who may do what: every route and every command, asked for by everybody, against the committed table in
//! `docs/permissions.md`. The table is written by this test too (`BAIZE_BLESS=1`), so that list and proof have one source;
//! what changes in it is read before it is committed.

use crate::abuse::every_action;
use crate::house::{Game, Holder, TestServer, config};
use hyper::Method;
use serde_json::{Value, json};
use server::Config;
use server::clock::Clock;
use server::config::People;
use server::identity::{Credential, Role};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;
use store::sessions::{self, End};
use store::testing::within;
use uuid::Uuid;
use wire::device::DEVICE_SUBPROTOCOL;
use wire::socket::SUBPROTOCOL;

/// What the table says before the rows.
const HEAD: &str = "# Who may do what

Every route and every command, and what each caller is answered: `yes` when the caller is let in (the request itself may still
be refused, for a body that is wrong or a thing that is not there), otherwise the code of the refusal. A command that reaches the
rules says `rules`: they decide by actor, phase and seat. What a device sends is let in by its signature alone, whoever carries it. The table is proved against a running server by
`tests/rest/permissions.rs`, which also writes it.

*Ended* is a session that was revoked. *Dealer* is assigned to the table and on shift; *elsewhere* is a dealer of another table;
*off shift* one whose time at the table is over. *Terminal* is one of the table, *other terminal* one of another table.
";

/// Routes that are no part of the documented interface: the pages that describe it.
const PAGES: [&str; 3] = ["/", "/docs", "/docs/style.css"];

/// Somebody who asks, and the table asked about.
struct Asker {
    name: &'static str,
    holder: Holder,
    game: String,
}

/// Something that can be asked for.
struct Operation {
    method: Method,
    path: String,
    name: String,
    socket: bool,
}

fn operations() -> Vec<Operation> {
    let document: Value = serde_json::to_value(server::openapi()).unwrap();
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            found.push(Operation {
                method: method.to_uppercase().parse().unwrap(),
                path: path.clone(),
                name: operation["operationId"].as_str().unwrap().to_owned(),
                socket: operation["tags"][0] == "sockets",
            });
        }
    }
    // Logging out is the last thing anybody does.
    found.sort_by_key(|operation| operation.name == "log_out");
    found
}

async fn everybody(server: &TestServer) -> Vec<Asker> {
    let (game, other) = (Game::at(server).await, Game::at(server).await);
    let (here, there) = (game.id.to_string(), other.id.to_string());
    let (session, ended) = server.session(Role::PitManager).await;
    let mut connection = server.database.store.pool().acquire().await.unwrap();
    sessions::end(&mut connection, &[session], End::Revoked, None).await.unwrap();
    drop(connection);
    let off_shift = server.dealer().await;
    let staff = off_shift.get("/v1/sessions/own").await.told(200)["staff"].clone();
    let third = Game::at(server).await;
    let clock = &server.server.app().config.people.clock;
    let until = wire::timestamp::Timestamp(game_core::game::Millis(clock.now().0 + 1000)).text().unwrap();
    game.floorperson.post(&third.sub("dealer"), &json!({"staff": staff, "until": until})).await.told(200);
    off_shift.get(&third.path).await.told(200);
    clock.advance(Duration::from_secs(2));
    let asker = |name, holder: &Holder, game: &str| Asker { name, holder: holder.clone(), game: game.to_owned() };
    let mut askers = vec![
        asker("nobody", &server.stranger(), &here),
        asker("ended", &ended, &here),
        asker("dealer", &game.dealer, &here),
        asker("elsewhere", &other.dealer, &here),
        asker("off shift", &off_shift, &third.id.to_string()),
    ];
    for (name, role) in [
        ("floorperson", Role::Floorperson),
        ("pit manager", Role::PitManager),
        ("cage", Role::Cage),
        ("accounting", Role::Accounting),
        ("auditor", Role::Auditor),
        ("device admin", Role::DeviceAdmin),
        ("security admin", Role::SecurityAdmin),
    ] {
        askers.push(asker(name, &server.person(role).await, &here));
    }
    // The commands seat a patron at seat 1 sooner or later; the terminals sit where nobody ever does.
    let empty = game_core::game::Seat::new(6).unwrap();
    askers.push(asker("terminal", &server.terminal(game.id, empty).await, &here));
    askers.push(asker("other terminal", &server.terminal(other.id, empty).await, &here));
    assert_ne!(here, there);
    askers
}

fn answer(status: u16, text: &str) -> String {
    let code =
        serde_json::from_str(text).map_or(String::new(), |body: Value| body["code"].as_str().unwrap_or("").to_owned());
    assert!(status < 500, "{status}: {text}");
    if matches!(status, 401 | 403) { code } else { "yes".to_owned() }
}

/// What somebody is answered. No key is sent with a write, so that whoever is let in changes nothing.
async fn ask(asker: &Asker, operation: &Operation) -> String {
    let table = if operation.path.starts_with("/v1/tables/") { asker.game.clone() } else { Uuid::now_v7().to_string() };
    let mut path = operation.path.replace("{id}", &table).replace("{seat}", "1").replace("{staff}", "1");
    for name in ["{session}", "{terminal}"] {
        path = path.replace(name, &Uuid::now_v7().to_string());
    }
    assert!(!path.contains('{'), "{path}");
    let json = [("content-type", "application/json")];
    if operation.name == "open_device" {
        let reply = asker.holder.shake(&path, &[("sec-websocket-protocol", DEVICE_SUBPROTOCOL)]).await;
        return answer(reply.status, &reply.text);
    }
    if operation.socket {
        let ticket = asker.holder.ask(&Method::POST, "/v1/tickets", &json, "{}").await;
        if ticket.status != 201 {
            return answer(ticket.status, &ticket.text);
        }
        let path = format!("{path}?ticket={}", ticket.json()["ticket"].as_str().unwrap());
        let reply = asker.holder.shake(&path, &[("sec-websocket-protocol", SUBPROTOCOL)]).await;
        return answer(reply.status, &reply.text);
    }
    let body = if operation.method == Method::GET { "" } else { "{\"no such\":\"body\"}" };
    let reply = asker.holder.ask(&operation.method, &path, &json, body).await;
    answer(reply.status, &reply.text)
}

async fn command(asker: &Asker, action: &Value) -> String {
    let body = json!({"command_id": Uuid::now_v7(), "action": action});
    let reply = asker.holder.post(&format!("/v1/tables/{}/commands", asker.game), &body).await;
    let code = reply.json()["code"].as_str().unwrap_or_default().to_owned();
    let edge = wire::problem::EdgeCode::ALL.iter().any(|edge| edge.name() == code);
    assert!(reply.status < 500, "{action}: {reply:?}");
    if edge { code } else { "rules".to_owned() }
}

fn row(text: &mut String, cells: &[String]) {
    writeln!(text, "| {} |", cells.join(" | ")).unwrap();
}

async fn table(askers: &[Asker]) -> String {
    let mut text = format!("{HEAD}\n## Routes\n\n");
    let names: Vec<String> = askers.iter().map(|asker| asker.name.to_owned()).collect();
    let head = |what: &str| [vec![what.to_owned()], names.clone()].concat();
    row(&mut text, &head("route"));
    row(&mut text, &vec!["---".to_owned(); names.len() + 1]);
    for operation in operations() {
        let mut cells = vec![format!("`{} {}` {}", operation.method, operation.path, operation.name)];
        for asker in askers {
            cells.push(ask(asker, &operation).await);
        }
        row(&mut text, &cells);
    }
    text
}

async fn commands(askers: &[Asker]) -> String {
    let mut text = String::from("\n## Commands at a table\n\n");
    let names: Vec<String> = askers.iter().map(|asker| asker.name.to_owned()).collect();
    row(&mut text, &[vec!["command".to_owned()], names.clone()].concat());
    row(&mut text, &vec!["---".to_owned(); names.len() + 1]);
    for action in every_action() {
        let inner = action.get("procedure").or_else(|| action.get("inventory")).unwrap_or(&action);
        let name = inner.as_str().map(str::to_owned).or_else(|| inner.as_object()?.keys().next().cloned()).unwrap();
        let mut cells = vec![format!("`{name}`")];
        for asker in askers {
            cells.push(command(asker, &action).await);
        }
        row(&mut text, &cells);
    }
    text
}

/// R56: deny by default, on every object. The committed table is what the server does.
#[tokio::test]
async fn r56_everybody_is_answered_as_the_table_says() {
    // The shift that is over ends when the test says so.
    let people = People { clock: Clock::standing(), ..config().people };
    let server = TestServer::spawn_with(Config { people, ..config() }).await;
    let askers = everybody(&server).await;
    let commands = commands(&askers).await;
    let found = format!("{}{commands}", table(&askers).await);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/permissions.md");
    if std::env::var_os("BAIZE_BLESS").is_some() {
        std::fs::write(&path, &found).unwrap();
        std::fs::write(path.with_file_name("../openapi.yaml"), server::openapi_yaml()).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap();
    for (found, committed) in found.lines().zip(committed.lines()) {
        assert_eq!(found, committed, "docs/permissions.md says otherwise");
    }
    assert_eq!(found.lines().count(), committed.lines().count(), "docs/permissions.md has other rows");
    server.stop().await;
}

/// Nothing is reachable that the table does not name: the router's own list of paths is the document's and the pages'.
#[tokio::test]
async fn r56_no_route_is_reachable_that_is_not_in_the_table() {
    let server = TestServer::spawn().await;
    let routes = format!("{:?}", server::router(server.server.app().clone()));
    // What matches nothing else is answered with not_found.
    let reachable = |path: &&str| path.starts_with('/') && !path.contains("axum_fallback");
    let paths: BTreeSet<&str> = routes.split('"').filter(reachable).collect();
    let operations = operations();
    let mut named: BTreeSet<&str> = operations.iter().map(|operation| &*operation.path).collect();
    named.extend(PAGES);
    assert_eq!(paths, named);
    server.stop().await;
}

#[tokio::test]
async fn an_unknown_token_opens_nothing() {
    let server = TestServer::spawn().await;
    for token in [format!("bz_{}", "0".repeat(64)), "let me in".to_owned(), String::new()] {
        let holder = Holder::new(server.server.address(), Some(token));
        let reply = holder.get("/v1/tables").await;
        reply.problem(401, "unauthorized");
        assert_eq!(reply.headers["www-authenticate"], "Bearer");
    }
    server.stop().await;
}

/// What another process ends is looked up.
#[tokio::test]
async fn a_session_that_ends_elsewhere_opens_nothing_any_more() {
    let server = TestServer::spawn().await;
    let (session, auditor) = server.session(Role::Auditor).await;
    auditor.get("/v1/tables").await.told(200);
    let ended = server.server.app().bearers.ended(Credential::Session(session));
    let mut connection = server.database.store.pool().acquire().await.unwrap();
    assert_eq!(sessions::end(&mut connection, &[session], End::Revoked, None).await.unwrap(), [session]);
    drop(connection);
    within("what ended elsewhere is looked up", ended).await;
    auditor.get("/v1/tables").await.problem(401, "unauthorized");
    server.stop().await;
}
