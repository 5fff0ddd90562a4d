//! `/v1/sessions`: logging in, and everything that ends a session (R58).

use crate::house::{Game, Hired, Holder, TestServer, config};
use crate::sockets::Watcher;
use hyper::Method;
use serde_json::{Value, json};
use server::Server;
use server::clock::Clock;
use server::config::People;
use server::identity::{Cost, Role};
use std::time::Duration;
use store::{Home, people};

const JSON: [(&str, &str); 1] = [("content-type", "application/json")];

fn credentials(hired: &Hired) -> Value {
    json!({"login": hired.login, "password": hired.password})
}

/// A problem without the name of its request.
fn bare(mut problem: Value) -> Value {
    problem.as_object_mut().unwrap().remove("request_id");
    problem
}

#[tokio::test]
async fn whether_an_account_exists_cannot_be_told_from_a_login_r58() {
    let server = TestServer::spawn().await;
    let (known, locked) = (server.hire(Role::Dealer).await, server.hire(Role::Dealer).await);
    for _ in 0..3 {
        server
            .stranger()
            .post("/v1/sessions", &json!({"login": locked.login, "password": "wrong"}))
            .await
            .problem(401, "credentials_refused");
    }
    let worked = || server.server.app().passwords.worked();
    let mut told = Vec::new();
    for body in [
        json!({"login": known.login, "password": "not the password"}),
        json!({"login": "nobody-at-all", "password": "not the password"}),
        credentials(&locked),
        json!({"login": "x".repeat(5000), "password": ""}),
    ] {
        let before = worked();
        let reply = server.stranger().post("/v1/sessions", &body).await;
        told.push(bare(reply.problem(401, "credentials_refused")));
        assert_eq!(worked() - before, 1, "the same work: {body}");
    }
    assert!(told.iter().all(|one| *one == told[0]), "{told:?}");
    server.stop().await;
}

#[tokio::test]
async fn three_failures_lock_until_a_security_administrator_unlocks_r58() {
    let server = TestServer::spawn().await;
    let (hired, security) = (server.hire(Role::Floorperson).await, server.person(Role::SecurityAdmin).await);
    let inside = server.log_in(&hired).await;
    let wrong = json!({"login": hired.login.to_uppercase(), "password": "wrong"});
    for _ in 0..2 {
        server.stranger().post("/v1/sessions", &wrong).await.problem(401, "credentials_refused");
    }
    // A login that succeeds forgets the failures before it.
    server.log_in(&hired).await;
    for _ in 0..3 {
        server.stranger().post("/v1/sessions", &wrong).await.problem(401, "credentials_refused");
    }
    server.stranger().post("/v1/sessions", &credentials(&hired)).await.problem(401, "credentials_refused");
    let account = format!("/v1/accounts/{}", hired.staff.0);
    assert_eq!(security.get(&account).await.told(200)["state"], "locked");
    inside.get("/v1/tables").await.told(200);
    let events = security.get("/v1/significant-events?kind=account_locked").await.told(200);
    assert_eq!(events["events"][0]["staff"], json!(hired.staff), "{events}");
    let failures = security.get("/v1/significant-events?kind=failed_login").await.told(200);
    assert_eq!(failures["events"].as_array().unwrap().len(), 6, "{failures}");
    security.put(&format!("{account}/state"), &json!({"state": "active"})).await.told(200);
    server.log_in(&hired).await;
    server.stop().await;
}

#[tokio::test]
async fn a_login_gives_a_token_that_nobody_had_before() {
    let server = TestServer::spawn().await;
    let hired = server.hire(Role::Auditor).await;
    let chosen = format!("bz_{}", "ab".repeat(32));
    let attacker = Holder::new(server.server.address(), Some(chosen.clone()));
    let first = attacker.post("/v1/sessions", &credentials(&hired)).await.told(201)["token"].clone();
    let second = server.stranger().post("/v1/sessions", &credentials(&hired)).await.told(201)["token"].clone();
    assert!(first != json!(chosen) && first != second);
    attacker.get("/v1/tables").await.problem(401, "unauthorized");
    server.stop().await;
}

#[tokio::test]
async fn a_password_is_hashed_anew_when_its_cost_has_changed() {
    let server = TestServer::spawn().await;
    let dear = Cost { memory_kib: 64, passes: 2, lanes: 1 };
    let hired = server.hire_at(Role::Auditor, dear).await;
    let kept = async || {
        let mut connection = server.database.store.pool().acquire().await.unwrap();
        people::credentials(&mut connection, &hired.login).await.unwrap().unwrap().password_hash
    };
    assert!(kept().await.contains("m=64,t=2,p=1"));
    server
        .stranger()
        .post("/v1/sessions", &json!({"login": hired.login, "password": "wrong"}))
        .await
        .problem(401, "credentials_refused");
    assert!(kept().await.contains("m=64,t=2,p=1"));
    server.log_in(&hired).await;
    let after = kept().await;
    assert!(after.contains("m=8,t=1,p=1"), "{after}");
    server.log_in(&hired).await;
    assert_eq!(kept().await, after);
    server.stop().await;
}

#[tokio::test]
async fn a_revoked_session_loses_its_socket_and_its_next_command_at_once_r58() {
    // Nobody looks for sessions that are over: what is ended here is told by whoever ends it.
    let people = People { sweep_every: Duration::from_secs(3600), ..config().people };
    let server = TestServer::spawn_with(server::Config { people, ..config() }).await;
    let (game, security) = (Game::at(&server).await, server.person(Role::SecurityAdmin).await);
    let (first, second) = (server.hire(Role::Floorperson).await, server.hire(Role::Floorperson).await);
    let account = format!("/v1/accounts/{}", second.staff.0);
    for (hired, disables) in [(&first, false), (&second, true)] {
        let holder = server.log_in(hired).await;
        let session = holder.get("/v1/sessions/own").await.told(200)["id"].clone();
        let mut display = Watcher::display(&server, &holder, &game).await;
        if disables {
            security.put(&format!("{account}/state"), &json!({"state": "disabled"})).await.told(200);
        } else {
            let path = format!("/v1/sessions/{}", session.as_str().unwrap());
            assert_eq!(security.send(Method::DELETE, &path, &Value::Null).await.status, 204);
        }
        holder.post(&game.sub("open"), &Value::Null).await.problem(401, "unauthorized");
        assert_eq!(display.closed().await, (4001, Some(4001)));
    }
    server.stranger().post("/v1/sessions", &credentials(&second)).await.problem(401, "credentials_refused");
    server.stop().await;
}

#[tokio::test]
async fn a_session_ends_when_it_is_idle_and_when_its_time_is_over_r58() {
    let clock = Clock::standing();
    let session_max = Duration::from_secs(15 * 60);
    let people = People { cost: Cost::least(), session_max, clock: clock.clone(), ..People::default() };
    let server = TestServer::spawn_with(server::Config { people, ..config() }).await;
    let game = Game::at(&server).await;
    let (dealer, floorperson) = (server.hire(Role::Dealer).await, server.hire(Role::Floorperson).await);
    let (at_table, on_floor) = (server.log_in(&dealer).await, server.log_in(&floorperson).await);
    server.assign(game.id, &at_table).await;
    let mut display = Watcher::display(&server, &at_table, &game).await;
    clock.advance(Duration::from_secs(299));
    at_table.get(&game.path).await.told(200);
    clock.advance(Duration::from_secs(299));
    at_table.get(&game.path).await.told(200);
    clock.advance(Duration::from_secs(300));
    at_table.get(&game.path).await.problem(401, "unauthorized");
    // Nobody asks: the socket is closed because the time has passed.
    assert_eq!(display.closed().await, (4001, Some(4001)));
    on_floor.get("/v1/tables").await.told(200);
    clock.advance(Duration::from_secs(2));
    on_floor.get("/v1/tables").await.problem(401, "unauthorized");
    server.stop().await;
}

#[tokio::test]
async fn sessions_and_assignments_outlive_the_server() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    let dealer = server.log_in(&server.hire(Role::Dealer).await).await;
    server.assign(game.id, &dealer).await;
    let restarted = async |people: People| {
        let home = Home::around(server.database.store.clone());
        let config = server::Config { people, ..config() };
        Server::start(home, "127.0.0.1:0".parse().unwrap(), config).await.unwrap()
    };
    let next = restarted(People { cost: Cost::least(), ..People::default() }).await;
    let again = Holder::new(next.address(), Some(dealer.token().to_owned()));
    again.get(&game.path).await.told(200);
    let late = People { cost: Cost::least(), ..People::default() };
    late.clock.advance(Duration::from_secs(301));
    let later = restarted(late).await;
    let again = Holder::new(later.address(), Some(dealer.token().to_owned()));
    again.get(&game.path).await.problem(401, "unauthorized");
}

#[tokio::test]
async fn whoever_logs_out_is_out() {
    let server = TestServer::spawn().await;
    let hired = server.hire(Role::Auditor).await;
    let (first, second) = (server.log_in(&hired).await, server.log_in(&hired).await);
    assert_eq!(first.ask(&Method::DELETE, "/v1/sessions/own", &JSON, "").await.status, 204);
    first.get("/v1/sessions/own").await.problem(401, "unauthorized");
    second.get("/v1/sessions/own").await.told(200);
    server.stop().await;
}
