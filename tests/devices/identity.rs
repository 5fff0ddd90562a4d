//! R36, R37, R39, R57: only a device that two people enrolled, at its own table, with its own key and approved firmware, is heard.

use super::{count, seq};
use crate::house::device::{Device, Equipped, approve_firmware, enrolment, equipped, firmware, fresh_key, now};
use crate::house::{Game, TestServer, decide};
use hyper::Method;
use serde_json::json;
use server::identity::Role;
use wire::device::{DeviceKind, DeviceMessage, Firmware, Outcome, Report};
use wire::hex::Hex32;
use wire::id::DeviceId;

fn beat() -> Report {
    Report::Heartbeat { firmware: firmware() }
}

#[tokio::test]
async fn r57_enrolment_takes_two_people_and_until_then_nobody_is_there() {
    let server = TestServer::spawn().await;
    let game = Game::with(&server, equipped()).await;
    approve_firmware(&server, DeviceKind::Shoe).await;
    let (one, two) = (server.person(Role::DeviceAdmin).await, server.person(Role::PitManager).await);
    let key = fresh_key();
    let body = enrolment(DeviceKind::Shoe, &key, game.id);
    let approval = one.post("/v1/devices", &body).await.told(202);
    let id = DeviceId(approval["id"].as_str().unwrap().parse().unwrap());
    let mut device = Device::new(key, id, game.id, &server);
    let greeting = device.greeting();
    let early = device.next(&greeting);
    device.post(&[early]).await.problem(403, "device_unknown");
    decide(&one, &approval, "approve").await.problem(403, "same_person");
    decide(&two, &approval, "approve").await.told(200);
    device.sequence = 0;
    device.hello().await;
    let shown = one.get(&format!("/v1/devices/{id}")).await.told(200);
    assert_eq!((&shown["device"]["status"], &shown["device"]["health"]), (&json!("enabled"), &json!("working")));
    assert_ne!(shown["changes"][0]["by"], shown["changes"][0]["agreed_by"]);
    assert_eq!(shown["changes"][0]["approval"], approval["id"]);
    assert_eq!(count(&server, id, "device_unknown").await, 1);
    // The same key, and a second shoe at the table, are refused when they are decided.
    for body in [body, enrolment(DeviceKind::Shoe, &fresh_key(), game.id)] {
        let again = one.post("/v1/devices", &body).await.told(202);
        let code = if again["matter"]["change"]["enrol"]["public_key"] == body["device"]["public_key"]
            && body["device"]["public_key"] == json!(device.key.public())
        {
            "device_known"
        } else {
            "device_misplaced"
        };
        decide(&two, &again, "approve").await.problem(409, code);
    }
    server.stop().await;
}

#[tokio::test]
async fn r37_the_key_of_one_device_cannot_speak_for_another() {
    let server = TestServer::spawn().await;
    let Equipped { game, mut shoe, mut shuffler } = Equipped::at(&server).await;
    let before = seq(&game).await;
    // The shuffler signs a message that says it is the shoe's.
    let forged = DeviceMessage::sign(&shuffler.key, shoe.id, shoe.sequence + 1, now(), &beat()).unwrap();
    shoe.post(std::slice::from_ref(&forged)).await.problem(401, "signature_refused");
    // It is not the device of the path either.
    shuffler.post(&[forged]).await.problem(422, "invalid_body");
    assert_eq!(count(&server, shoe.id, "signature_refused").await, 1);
    assert_eq!(seq(&game).await, before);
    shoe.must(&beat()).await;
    shuffler.must(&beat()).await;
    server.stop().await;
}

#[tokio::test]
async fn r36_a_disabled_device_is_not_heard_and_a_revoked_one_never_again() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    let (one, two) = (server.person(Role::DeviceAdmin).await, server.person(Role::DeviceAdmin).await);
    let path = format!("/v1/devices/{}", table.shoe.id);
    let why = json!({"reason": "it smells of smoke"});
    table.game.floorperson.ask(&Method::POST, &format!("{path}/disable"), &[], "").await;
    assert_eq!(table.game.floorperson.post(&format!("{path}/disable"), &why).await.status, 204);
    let message = table.shoe.next(&beat());
    table.shoe.post(&[message]).await.problem(403, "device_disabled");
    let change = json!({"change": {"enable": {}}, "reason": "repaired"});
    let approval = one.post(&format!("{path}/changes"), &change).await.told(202);
    decide(&two, &approval, "approve").await.told(200);
    // Let speak again, it has to say hello first; its numbers go on.
    table.shoe.sequence -= 1;
    let message = table.shoe.next(&beat());
    let answer = table.shoe.answer(&message).await;
    assert_eq!((answer.outcome, answer.code.unwrap().name()), (Outcome::NotTaken, "hello_expected"));
    table.shoe.sequence -= 1;
    table.shoe.hello().await;
    assert_eq!(one.post(&format!("{path}/revoke"), &why).await.status, 204);
    let message = table.shoe.next(&beat());
    table.shoe.post(&[message]).await.problem(403, "device_disabled");
    let approval = one.post(&format!("{path}/changes"), &change).await.told(202);
    decide(&two, &approval, "approve").await.problem(409, "device_status");
    assert_eq!(count(&server, table.shoe.id, "device_disabled").await, 2);
    server.stop().await;
}

#[tokio::test]
async fn r36_a_re_bound_device_is_refused_until_it_knows_where_it_stands() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    let other = Game::with(&server, equipped()).await;
    let (one, two) = (server.person(Role::DeviceAdmin).await, server.person(Role::DeviceAdmin).await);
    let path = format!("/v1/devices/{}/changes", table.shoe.id);
    let change = json!({"change": {"rebind": {"table": other.id}}, "reason": "moved"});
    let approval = one.post(&path, &change).await.told(202);
    decide(&two, &approval, "approve").await.told(200);
    let greeting = table.shoe.greeting();
    let answer = table.shoe.report(&greeting).await;
    assert_eq!((answer.outcome, answer.code.unwrap().name()), (Outcome::NotTaken, "device_rebound"));
    assert_eq!(count(&server, table.shoe.id, "device_rebound").await, 1);
    (table.shoe.table, table.shoe.sequence) = (other.id, table.shoe.sequence - 1);
    table.shoe.hello().await;
    server.stop().await;
}

#[tokio::test]
async fn r39_unapproved_firmware_is_refused_and_withdrawn_firmware_from_then_on() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    let unknown = Firmware { hash: Hex32([8; 32]), ..firmware() };
    for report in [
        Report::Hello { firmware: unknown.clone(), table: wire::id::TableId(table.game.id.0), last_command: 0 },
        Report::Hello {
            firmware: Firmware { version: "4.2.2".into(), ..firmware() },
            table: wire::id::TableId(table.game.id.0),
            last_command: 0,
        },
    ] {
        let answer = table.shoe.report(&report).await;
        assert_eq!((answer.outcome, answer.code.unwrap().name()), (Outcome::NotTaken, "firmware_unapproved"));
        table.shoe.sequence -= 1;
    }
    assert_eq!(count(&server, table.shoe.id, "firmware_unapproved").await, 2);
    table.shoe.hello().await;
    let admin = server.person(Role::DeviceAdmin).await;
    let listed = admin.get("/v1/firmware").await.told(200)["firmware"].clone();
    for one in listed.as_array().unwrap().iter().filter(|one| one["kind"] == "shoe") {
        let path = format!("/v1/firmware/{}/withdraw", one["id"].as_str().unwrap());
        assert_eq!(admin.post(&path, &json!({"reason": "a recall"})).await.status, 204);
    }
    let answer = table.shoe.report(&beat()).await;
    assert_eq!((answer.outcome, answer.code.unwrap().name()), (Outcome::NotTaken, "hello_expected"));
    table.shoe.sequence -= 1;
    let greeting = table.shoe.greeting();
    let answer = table.shoe.report(&greeting).await;
    assert_eq!((answer.outcome, answer.code.unwrap().name()), (Outcome::NotTaken, "firmware_unapproved"));
    server.stop().await;
}
