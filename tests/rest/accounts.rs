//! `/v1/accounts`: the own account, and everybody's in the hands of security administrators.

use crate::house::{Game, Hired, TestServer, config, decide};
use crate::sockets::Watcher;
use hyper::Method;
use serde_json::{Value, json};
use server::Config;
use server::clock::Clock;
use server::config::People;
use server::identity::{Role, authenticator};
use store::people;

#[tokio::test]
async fn a_first_password_opens_nothing_but_its_own_change() {
    let server = TestServer::spawn().await;
    let security = server.person(Role::SecurityAdmin).await;
    let body = json!({"login": "ann", "display_name": "Ann", "role": "dealer", "password": "for the first day"});
    let made = security.post("/v1/accounts", &body).await.told(201);
    assert_eq!((&made["account"]["state"], made.get("approval")), (&json!("active"), None));
    let staff = made["account"]["staff"].clone();
    let ann = Hired::new("ann", "for the first day", &staff);
    let (first, second) = (server.log_in(&ann).await, server.log_in(&ann).await);
    first.get("/v1/tables").await.problem(403, "password_change_required");
    let change = |old: &str, new: &str| json!({"password": old, "new_password": new});
    let path = "/v1/accounts/own/password";
    first.put(path, &change("wrong", "another long one")).await.problem(403, "not_authenticated");
    for unfit in ["short", "for the first day", "password123456", "ann"] {
        first.put(path, &change("for the first day", unfit)).await.problem(422, "password_unfit");
    }
    assert_eq!(first.put(path, &change("for the first day", "another long one")).await.status, 204);
    first.get("/v1/tables").await.told(200);
    second.get("/v1/sessions/own").await.problem(401, "unauthorized");
    let reset = json!({"password": "for the second day"});
    let path = format!("/v1/accounts/{staff}/password-reset");
    assert_eq!(security.post(&path, &reset).await.told(200)["account"]["must_change_password"], true);
    first.get("/v1/tables").await.problem(401, "unauthorized");
    server.stop().await;
}

/// Whoever chooses the password of somebody with powers has them: that takes two.
#[tokio::test]
async fn the_password_of_somebody_with_powers_is_reset_by_two_r57() {
    let server = TestServer::spawn().await;
    let (maker, other) = (server.person(Role::SecurityAdmin).await, server.person(Role::SecurityAdmin).await);
    let hired = server.hire(Role::PitManager).await;
    let open = server.log_in(&hired).await;
    let path = format!("/v1/accounts/{}/password-reset", hired.staff.0);
    let waiting = maker.post(&path, &json!({"password": "for the second day"})).await.told(200);
    let fresh = Hired { password: "for the second day".to_owned(), ..hired };
    let login = json!({"login": fresh.login, "password": fresh.password});
    server.stranger().post("/v1/sessions", &login).await.problem(401, "credentials_refused");
    open.get("/v1/tables").await.told(200);
    let approval = json!({"id": waiting["approval"]});
    let seen = other.get(&format!("/v1/approvals/{}", waiting["approval"].as_str().unwrap())).await;
    assert!(!seen.text.contains("argon2"), "{seen:?}");
    decide(&maker, &approval, "approve").await.problem(403, "same_person");
    decide(&other, &approval, "approve").await.told(200);
    open.get("/v1/tables").await.problem(401, "unauthorized");
    server.log_in(&fresh).await.get("/v1/tables").await.problem(403, "password_change_required");
    server.stop().await;
}

#[tokio::test]
async fn powers_need_a_second_security_administrator_r57() {
    let server = TestServer::spawn().await;
    let (maker, other) = (server.person(Role::SecurityAdmin).await, server.person(Role::SecurityAdmin).await);
    let body = json!({"login": "ann", "display_name": "Ann", "role": "pit_manager", "password": "for the first day"});
    let made = maker.post("/v1/accounts", &body).await.told(201);
    assert_eq!(made["account"]["state"], "disabled");
    let staff = made["account"]["staff"].clone();
    let ann = Hired::new("ann", "for the first day", &staff);
    let login = json!({"login": "ann", "password": "for the first day"});
    server.stranger().post("/v1/sessions", &login).await.problem(401, "credentials_refused");
    // Enabling it alone is no way around.
    let account = format!("/v1/accounts/{staff}");
    let waiting = maker.put(&format!("{account}/state"), &json!({"state": "active"})).await.told(200);
    assert_eq!((&waiting["account"]["state"], waiting["approval"].is_string()), (&json!("disabled"), true));
    let approval = json!({"id": made["approval"]});
    decide(&maker, &approval, "approve").await.problem(403, "same_person");
    decide(&server.floorperson().await, &approval, "approve").await.problem(403, "forbidden");
    decide(&other, &approval, "approve").await.told(200);
    let inside = server.log_in(&ann).await;
    inside.get("/v1/sessions/own").await.told(200);

    // A dealer becomes more only by two, and less by one; what was open is closed.
    let waiting = maker.put(&format!("{account}/role"), &json!({"role": "security_admin"})).await.told(200);
    assert_eq!(waiting["account"]["role"], "pit_manager");
    decide(&other, &json!({"id": waiting["approval"]}), "approve").await.told(200);
    inside.get("/v1/sessions/own").await.problem(401, "unauthorized");
    let less = maker.put(&format!("{account}/role"), &json!({"role": "dealer"})).await.told(200);
    assert_eq!((&less["account"]["role"], less.get("approval")), (&json!("dealer"), None));
    let history = other.get(&format!("{account}/history")).await.told(200);
    let roles: Vec<&Value> = history["standings"].as_array().unwrap().iter().map(|one| &one["role"]).collect();
    assert_eq!(roles, ["pit_manager", "pit_manager", "security_admin", "dealer"]);
    server.stop().await;
}

#[tokio::test]
async fn nobody_changes_the_own_account_and_no_login_is_taken_twice() {
    let server = TestServer::spawn().await;
    let security = server.person(Role::SecurityAdmin).await;
    let own = security.get("/v1/sessions/own").await.told(200)["staff"].clone();
    security.put(&format!("/v1/accounts/{own}/role"), &json!({"role": "dealer"})).await.problem(403, "forbidden");
    security.put(&format!("/v1/accounts/{own}/state"), &json!({"state": "disabled"})).await.problem(403, "forbidden");
    let body =
        |login: &str| json!({"login": login, "display_name": "A", "role": "dealer", "password": "for the first day"});
    let key = uuid::Uuid::now_v7();
    let first = security.send_as(key, Method::POST, "/v1/accounts", &body("ann")).await.told(201);
    assert_eq!(security.send_as(key, Method::POST, "/v1/accounts", &body("ann")).await.told(201), first);
    security.send_as(key, Method::POST, "/v1/accounts", &body("bob")).await.problem(422, "key_reused");
    security.post("/v1/accounts", &body("ANN")).await.problem(409, "login_taken");
    security.post("/v1/accounts", &body("a b")).await.problem(422, "invalid_body");
    security.get("/v1/accounts/999999").await.problem(404, "not_found");
    let page = security.get("/v1/accounts?limit=1").await.told(200);
    assert_eq!((page["accounts"].as_array().unwrap().len(), &page["next"]), (1, &page["accounts"][0]["staff"]));
    let now = server.auditor().await.get("/v1/access").await.told(200);
    assert!(now["standings"].as_array().unwrap().iter().any(|one| one["login"] == "ann"), "{now}");
    server.stop().await;
}

/// The bytes that people type.
fn from_base32(text: &str) -> Vec<u8> {
    let values = text.bytes().map(|letter| match letter {
        b'A'..=b'Z' => letter - b'A',
        _ => letter - b'2' + 26,
    });
    let bits: Vec<bool> = values.flat_map(|value| (0..5).rev().map(move |bit| value >> bit & 1 == 1)).collect();
    bits.chunks_exact(8).map(|byte| byte.iter().fold(0, |made, bit| made << 1 | u8::from(*bit))).collect()
}

#[tokio::test]
async fn one_time_codes_are_asked_for_once_confirmed_and_good_once() {
    // The clock stands: whether a code is a new one does not depend on when the next thirty seconds begin.
    let people = People { clock: Clock::standing(), ..config().people };
    let server = TestServer::spawn_with(Config { people, ..config() }).await;
    let hired = server.hire(Role::SecurityAdmin).await;
    let holder = server.log_in(&hired).await;
    holder.post("/v1/accounts/own/totp", &json!({"password": "wrong"})).await.problem(403, "not_authenticated");
    let enrolled = holder.post("/v1/accounts/own/totp", &json!({"password": hired.password})).await.told(201);
    assert!(enrolled["uri"].as_str().unwrap().contains(enrolled["secret"].as_str().unwrap()));
    // Until a code has shown that the authenticator works, none is asked for.
    server.log_in(&hired).await;
    let mut connection = server.database.store.pool().acquire().await.unwrap();
    let kept = people::credentials(&mut connection, &hired.login).await.unwrap().unwrap().totp_secret.unwrap();
    drop(connection);
    // What is kept is sealed: neither the secret nor what people type of it.
    let secret = from_base32(enrolled["secret"].as_str().unwrap());
    assert!(secret.len() == 20 && !kept.windows(20).any(|part| part == secret), "the secret is kept as it is");
    let clock = &server.server.app().config.people.clock;
    let code = || authenticator(&secret, clock.now());
    let confirm = "/v1/accounts/own/totp/confirmation";
    holder.post(confirm, &json!({"totp": "000000"})).await.problem(403, "not_authenticated");
    assert_eq!(holder.post(confirm, &json!({"totp": code()})).await.status, 204);
    let body = |totp: Option<String>| match totp {
        Some(totp) => json!({"login": hired.login, "password": hired.password, "totp": totp}),
        None => json!({"login": hired.login, "password": hired.password}),
    };
    server.stranger().post("/v1/sessions", &body(None)).await.problem(401, "credentials_refused");
    server.stranger().post("/v1/sessions", &body(Some(code()))).await.problem(401, "credentials_refused");
    clock.advance(std::time::Duration::from_secs(30));
    server.stranger().post("/v1/sessions", &body(Some(code()))).await.told(201);
    server.stranger().post("/v1/sessions", &body(Some(code()))).await.problem(401, "credentials_refused");
    server.stop().await;
}

#[tokio::test]
async fn a_terminal_is_enrolled_for_a_seat_listed_and_revoked() {
    let server = TestServer::spawn().await;
    let game = Game::at(&server).await;
    let body = json!({"table": game.id.to_string(), "seat": 4, "label": "left of the pillar"});
    let key = uuid::Uuid::now_v7();
    let enrolled = game.floorperson.send_as(key, Method::POST, "/v1/terminals", &body).await.told(201);
    game.floorperson.send_as(key, Method::POST, "/v1/terminals", &body).await.problem(422, "key_reused");
    let holder = crate::house::Holder::new(server.server.address(), enrolled["key"].as_str().map(str::to_owned));
    // Until a second person agreed it opens nothing (R57).
    holder.get(&game.path).await.problem(401, "unauthorized");
    let approval = json!({"id": enrolled["approval"]});
    decide(&game.floorperson, &approval, "approve").await.problem(403, "same_person");
    let device_admin = server.person(Role::DeviceAdmin).await;
    assert_eq!(decide(&device_admin, &approval, "approve").await.told(200)["state"], "approved");
    let mut terminal = Watcher::terminal(&server, &holder).await;
    let listed = game.auditor.get("/v1/terminals").await.told(200);
    let mut agreed = enrolled["terminal"].clone();
    assert_eq!(agreed["active"], false);
    agreed["active"] = json!(true);
    assert!(listed["terminals"].as_array().unwrap().contains(&agreed), "{listed}");
    let path = format!("/v1/terminals/{}", enrolled["terminal"]["id"].as_str().unwrap());
    assert_eq!(game.floorperson.send(Method::DELETE, &path, &Value::Null).await.status, 204);
    assert_eq!(terminal.closed().await, (4001, Some(4001)));
    holder.get(&game.path).await.problem(401, "unauthorized");
    let nowhere = json!({"table": uuid::Uuid::now_v7(), "seat": 4});
    game.floorperson.post("/v1/terminals", &nowhere).await.problem(404, "not_found");
    server.stop().await;
}

#[tokio::test]
async fn a_dealer_deals_at_the_table_assigned_and_nowhere_else_r56() {
    let server = TestServer::spawn().await;
    let (game, other) = (Game::at(&server).await, Game::at(&server).await);
    let round = json!({"command_id": uuid::Uuid::now_v7(), "action": {"seat_player": {"seat": 1, "player": 7}}});
    game.dealer.post(&other.sub("commands"), &round).await.problem(403, "not_assigned");
    game.dealer.get(&other.path).await.problem(403, "not_assigned");
    let seen = game.dealer.get("/v1/tables").await.told(200);
    assert_eq!(seen["tables"].as_array().unwrap().len(), 1);
    let mut display = Watcher::display(&server, &game.dealer, &game).await;
    // The dealer goes to the other table, and so leaves this one.
    server.assign(other.id, &game.dealer).await;
    assert_eq!(display.closed().await, (4001, Some(4001)));
    game.dealer.post(&game.sub("commands"), &round).await.problem(403, "not_assigned");
    game.dealer.post(&other.sub("commands"), &round).await.told(200);
    other.dealer.get(&other.path).await.problem(403, "not_assigned");
    assert_eq!(game.floorperson.send(Method::DELETE, &other.sub("dealer"), &Value::Null).await.status, 204);
    game.dealer.get(&other.path).await.problem(403, "not_assigned");
    let history = game.auditor.get(&other.sub("dealer")).await.told(200);
    assert_eq!(history["assignments"].as_array().unwrap().len(), 2, "{history}");
    assert!(history["assignments"][0]["ended_at"].is_string(), "{history}");
    let floorperson = game.floorperson.get("/v1/sessions/own").await.told(200)["staff"].clone();
    game.floorperson.post(&game.sub("dealer"), &json!({"staff": floorperson})).await.problem(422, "invalid_body");
    server.stop().await;
}
