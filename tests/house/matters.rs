//! How each matter that needs two people comes about, and how it is decided.

use super::device::{enrolment, fresh_key};
use super::{Game, Holder, Reply, TestServer, submission};
use game_core::game::{Millis, StaffId};
use serde_json::{Value, json};
use server::identity::Role;
use wire::device::DeviceKind;
use wire::rest::approvals::MatterKind;
use wire::timestamp::Timestamp;

/// Has somebody propose something of this kind; what is proposed is new every time.
pub(crate) async fn propose(server: &TestServer, who: &Holder, kind: MatterKind) -> Value {
    match kind {
        MatterKind::RulesSubmission => {
            let mut document = submission();
            document["approval"] = json!(format!("LAYOUT-{}", uuid::Uuid::now_v7()));
            let drafted = who.post("/v1/submissions", &json!({"document": document})).await.told(201);
            let path = format!("/v1/submissions/{}/submit", drafted["id"].as_str().unwrap());
            who.post(&path, &json!({"edition": 1, "reason": "a new layout"})).await.told(200)
        }
        MatterKind::TableRules => {
            let game = Game::at(server).await;
            let submission = server.approved(&submission()).await;
            let tomorrow = Timestamp(Millis(table_host::now().0 + 86_400_000));
            let body = json!({"submission": submission, "effective_from": tomorrow, "reason": "a new layout"});
            who.post(&game.sub("rules"), &body).await.told(202)
        }
        MatterKind::TableLimits => {
            let game = Game::at(server).await;
            game.seat_patrons().await;
            // While this round lasts the limits wait, and none of the server's own devices has anything to do.
            game.until(server, "decide").await;
            let body = json!({"min_cents": 1500, "max_cents": 60_000, "reason": "a busy night"});
            who.post(&game.sub("limits"), &body).await.told(202)
        }
        MatterKind::Round => {
            let game = Game::at(server).await;
            game.seat_patrons().await;
            game.until(server, "decide").await;
            game.act(who, &json!({"propose": "void"})).await;
            let listed = who.get(&format!("/v1/approvals?table={}", game.id)).await.told(200);
            listed["approvals"][0].clone()
        }
        MatterKind::SlipVoid => {
            let game = Game::at(server).await;
            let tray = json!({"10000": 50});
            game.act(&game.dealer, &json!({"inventory": {"count": {"kind": "opener", "tray": tray}}})).await;
            game.act(&game.floorperson, &json!({"inventory": "verify_count"})).await;
            let request = json!({"inventory": {"request_slip": {"kind": "fill", "tray": tray}}});
            let asked = game.act(&game.floorperson, &request).await;
            let number = &asked["events"][0]["inventory"]["slip_requested"]["number"];
            let void = json!({"propose_void": {"kind": "fill", "number": number, "reason": "not_needed"}});
            game.act(who, &json!({ "inventory": void })).await;
            let listed = who.get(&format!("/v1/approvals?table={}", game.id)).await.told(200);
            listed["approvals"][0].clone()
        }
        MatterKind::AccountPowers => {
            let login = format!("new-{}", uuid::Uuid::now_v7().simple());
            let body =
                json!({"login": login, "display_name": "New", "role": "floorperson", "password": "for the first day"});
            let made = who.post("/v1/accounts", &body).await.told(201);
            who.get(&format!("/v1/approvals/{}", made["approval"].as_str().unwrap())).await.told(200)
        }
        MatterKind::Terminal => {
            let game = Game::at(server).await;
            let body = json!({"table": game.id.to_string(), "seat": 5});
            let made = who.post("/v1/terminals", &body).await.told(201);
            who.get(&format!("/v1/approvals/{}", made["approval"].as_str().unwrap())).await.told(200)
        }
        MatterKind::PasswordReset => {
            let StaffId(staff) = server.hire(Role::Cage).await.staff;
            let path = format!("/v1/accounts/{staff}/password-reset");
            let made = who.post(&path, &json!({"password": "for the second day"})).await.told(200);
            who.get(&format!("/v1/approvals/{}", made["approval"].as_str().unwrap())).await.told(200)
        }
        MatterKind::Progressive => {
            let progressive = progressive(&format!("Progressive {}", uuid::Uuid::now_v7()));
            let body = json!({"progressive": progressive, "reason": "a new sign"});
            who.post("/v1/progressives", &body).await.told(202)
        }
        MatterKind::Device => {
            let game = Game::at(server).await;
            let body = enrolment(DeviceKind::Display, &fresh_key(), game.id);
            who.post("/v1/devices", &body).await.told(202)
        }
    }
}

/// Two people who may propose and decide something of this kind.
pub(crate) async fn two(server: &TestServer, kind: MatterKind) -> (Holder, Holder) {
    let role = match kind {
        MatterKind::Round => Role::Floorperson,
        MatterKind::SlipVoid => Role::Cage,
        MatterKind::AccountPowers | MatterKind::PasswordReset => Role::SecurityAdmin,
        MatterKind::Terminal => Role::DeviceAdmin,
        MatterKind::RulesSubmission | MatterKind::TableRules | MatterKind::TableLimits | MatterKind::Progressive => {
            Role::PitManager
        }
        MatterKind::Device => Role::DeviceAdmin,
    };
    (server.person(role).await, server.person(role).await)
}

/// A progressive that the test's table describes.
pub(crate) fn progressive(name: &str) -> Value {
    let level = |level: &str, cents: i64, rate: i64| json!({"level": level, "initial_cents": cents, "reset_cents": cents, "rate_ppm": rate});
    json!({
        "name": name,
        "stake_cents": 100,
        "games": [{"game": "let_it_ride_md", "wager": "progressive_payout", "letter": "E"}],
        "levels": [level("mega", 1_000_000, 100_000), level("major", 100_000, 50_000), level("minor", 25_000, 25_000)],
    })
}

/// Has somebody decide, with the password again.
pub(crate) async fn decide(who: &Holder, approval: &Value, decision: &str) -> Reply {
    let path = format!("/v1/approvals/{}/decision", approval["id"].as_str().unwrap());
    who.post(&path, &json!({"decision": decision, "password": who.password()})).await
}
