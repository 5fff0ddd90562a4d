//! What no sane device says: it is refused, on record, and the server and everybody else go on.

use super::{alerts, count, says};
use crate::house::TestServer;
use crate::house::device::{Equipped, firmware, fresh_key, now};
use serde_json::json;
use store::testing::until;
use wire::device::{DeviceKey, DeviceMessage, Firmware, Outcome, Report};
use wire::id::{DeviceId, TableId};

fn beat() -> Report {
    Report::Heartbeat { firmware: firmware() }
}

/// A message of any kind with any body, signed.
fn signed(key: &DeviceKey, device: DeviceId, sequence: u64, kind: &str, body: &str) -> DeviceMessage {
    let plain = DeviceMessage::sign(key, device, sequence, now(), &Report::Misread {}).unwrap();
    let unsigned = DeviceMessage { kind: kind.to_owned(), body: body.to_owned(), ..plain };
    DeviceMessage { signature: key.sign(&unsigned.signed_bytes()), ..unsigned }
}

/// A database has no room for NUL: what a device says with one must not keep anything off the record (R64).
#[tokio::test]
async fn r64_a_nul_in_what_a_device_says_silences_nobody() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    let version = Firmware { version: "4\0.2".into(), ..firmware() };
    let strange = Report::Hello { firmware: version, table: TableId(table.game.id.0), last_command: 0 };
    let answer = table.shoe.report(&strange).await;
    assert_eq!(answer.code.unwrap().name(), "firmware_unapproved");
    table.shoe.sequence -= 1;
    table.shoe.hello().await;
    table.shoe.sequence += 1;
    let odd = signed(&table.shoe.key, table.shoe.id, table.shoe.sequence, "jam\0", "{\"a\":\"\0\"}");
    assert_eq!(table.shoe.answer(&odd).await.code.unwrap().name(), "invalid_message");
    assert_eq!(server.stranger().get("/readyz").await.status, 200);
    assert_eq!(table.game.auditor.get(&table.game.path).await.status, 200, "the server answers everybody");
    let told = table.game.auditor.get("/v1/significant-events?kind=authentication_mismatch").await.told(200);
    assert!(told.to_string().contains("4.2"), "{told}");
    table.shoe.must(&beat()).await;
    server.stop().await;
}

/// R8: what cannot be read may name cards that nobody may know yet.
#[tokio::test]
async fn r8_what_cannot_be_read_is_not_shown() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    table.until(&server, "deal").await;
    for (kind, body) in [("misread", r#"{"card":"As"}"#), ("stub_removed", r#"{"cards":["As"]}"#), ("As", "{}")] {
        table.shoe.sequence += 1;
        let message = signed(&table.shoe.key, table.shoe.id, table.shoe.sequence, kind, body);
        assert_eq!(table.shoe.answer(&message).await.code.unwrap().name(), "invalid_message");
    }
    let shown = table.game.auditor.get(&format!("/v1/devices/{}/messages", table.shoe.id)).await.text;
    let told = table.game.auditor.get("/v1/significant-events?kind=device_event").await.text;
    assert!(shown.contains("misread") && told.contains("message_refused"), "{shown} {told}");
    assert!(!shown.contains("As") && !told.contains("\"As\""), "{shown} {told}");
    server.stop().await;
}

#[tokio::test]
async fn r38_a_sequence_out_of_reach_is_not_taken_and_a_device_that_lost_count_learns_where_it_was() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    let right = table.shoe.sequence;
    let greeting = table.shoe.greeting();
    for far in [1 << 53, (1 << 53) - 1, right + 1_000_002] {
        table.shoe.sequence = far - 1;
        let far = table.shoe.report(&greeting).await;
        assert_eq!((far.outcome, far.code.unwrap().name()), (Outcome::NotTaken, "sequence_gap"));
        assert_eq!(far.expected, Some(right + 1));
    }
    // Its memory is gone: it begins again, and is told where it was.
    table.shoe.sequence = 0;
    let lost = table.shoe.report(&greeting).await;
    assert_eq!((lost.code.unwrap().name(), lost.expected), ("sequence_reused", Some(right + 1)));
    table.shoe.sequence = lost.expected.unwrap() - 1;
    table.shoe.hello().await;
    server.stop().await;
}

/// Strangers who make up names cannot keep people from hearing of the devices that are there.
#[tokio::test]
async fn r61_however_many_strangers_knock_the_alarm_of_a_real_device_is_told() {
    let server = TestServer::spawn().await;
    let table = Equipped::at(&server).await;
    for _ in 0..20 {
        let stranger = DeviceId(uuid::Uuid::now_v7());
        let message = DeviceMessage::sign(&fresh_key(), stranger, 1, now(), &beat()).unwrap();
        let body = json!({ "messages": [message] }).to_string();
        let path = format!("/v1/devices/{stranger}/messages");
        let headers = [("content-type", "application/json")];
        let reply = table.shoe.server.ask(&hyper::Method::POST, &path, &headers, &body).await;
        assert_eq!(reply.status, 403, "{reply:?}");
        assert_eq!(count(&server, stranger, "device_unknown").await, 1, "each is on record");
    }
    let next = table.shoe.sequence + 1;
    let forged = DeviceMessage::sign(&fresh_key(), table.shoe.id, next, now(), &beat()).unwrap();
    table.shoe.post(&[forged]).await.problem(401, "signature_refused");
    let told = table.game.auditor.get("/v1/significant-events?kind=authentication_mismatch").await.told(200);
    let of = |what: &str| {
        let events = told["events"].as_array().unwrap();
        events.iter().filter(|event| event["details"]["what"] == what).count()
    };
    assert_eq!((of("device_unknown"), of("signature_refused")), (1, 1), "{told}");
    server.stop().await;
}

/// R38: what is no message at all is on record too, for whom it was meant.
#[tokio::test]
async fn r38_what_is_no_message_is_on_record() {
    let server = TestServer::spawn().await;
    let table = Equipped::at(&server).await;
    let path = format!("/v1/devices/{}/messages", table.shoe.id);
    for body in ["", "{", "[]", r#"{"messages": 5}"#, r#"{"messages": [{"device": 5}]}"#] {
        let headers = [("content-type", "application/json")];
        let reply = table.shoe.server.ask(&hyper::Method::POST, &path, &headers, body).await;
        assert!((400..=422).contains(&reply.status), "{reply:?}");
    }
    assert_eq!(count(&server, table.shoe.id, "invalid_message").await, 5);
    let mut line = super::socket::Line::open(&server).await;
    for garbage in ["", "hello", "{}"] {
        line.send(garbage.to_owned()).await;
        assert!(line.next().await.is_some());
    }
    let nobody = DeviceId(uuid::Uuid::nil());
    assert_eq!(count(&server, nobody, "invalid_message").await, 3);
    server.stop().await;
}

/// R36: nothing that waited for its turn has an effect once the device was disabled.
#[tokio::test]
async fn r36_what_waits_behind_a_disabling_is_not_taken() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    table.until(&server, "deal").await;
    let stack = table.stack(&server);
    let said = [stack, table.shoe.greeting(), beat()];
    let batch: Vec<DeviceMessage> = said.iter().map(|said| table.shoe.next(said)).collect();
    let held = server.database.hold("journal").await.unwrap();
    let device = store::devices::DeviceId(table.shoe.id.0);
    let disabling = async {
        let mut connection = server.database.store.connection().await.unwrap();
        let unanswered = async || store::devices::unanswered(&mut connection, device).await.unwrap().is_some();
        until("the message is on record", unanswered).await;
        let path = format!("/v1/devices/{}/disable", table.shoe.id);
        assert_eq!(table.game.floorperson.post(&path, &json!({"reason": "smoke"})).await.status, 204);
        drop(held);
    };
    let (reply, ()) = tokio::join!(table.shoe.post(&batch), disabling);
    let answers = reply.told(200)["answers"].clone();
    assert_eq!(answers[0]["outcome"], "accepted", "it was with the table already: {answers}");
    assert_eq!((&answers[1]["outcome"], &answers[1]["code"]), (&json!("not_taken"), &json!("device_disabled")));
    assert_eq!(answers.as_array().unwrap().len(), 2);
    assert!(says(&alerts(&table.game).await, "disabled"));
    server.stop().await;
}
