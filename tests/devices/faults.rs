//! R40, R41: what is wrong with a device is on record and told of, and keeps the next round from opening where it can affect it.

use super::stage::{SILENCE, patient};
use super::{alerts, says, seq};
use crate::house::device::{Device, Equipped, firmware};
use crate::house::{Game, TestServer};
use crate::sockets::{dial, greet, hear_text};
use serde_json::json;
use std::time::Duration;
use store::testing::until;
use wire::device::{DeviceKind, FaultCode, Outcome, Report};

async fn open_round(game: &Game) -> crate::house::Reply {
    let body = json!({"command_id": uuid::Uuid::now_v7(), "action": "open_round"});
    game.dealer.post(&game.sub("commands"), &body).await
}

#[tokio::test]
async fn r40_each_fault_is_told_of_and_blocks_the_next_round_or_not_as_its_code_says() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    table.until(&server, "open_round").await;
    for code in FaultCode::ALL {
        table.shoe.must(&Report::Fault { code }).await;
        let told = alerts(&table.game).await;
        assert!(told.iter().any(|one| one["details"]["details"]["code"] == code.name()), "{code:?}: {told:?}");
        let opened = open_round(&table.game).await;
        if code.blocks() {
            let problem = opened.told(409);
            let blocked = ["device_out_of_order", "device_not_marked"].contains(&problem["code"].as_str().unwrap());
            assert!(blocked, "{code:?}: {problem}");
        } else {
            opened.told(200);
            table.game.act(&table.game.dealer, &json!("cancel_round")).await;
        }
        table.shoe.must(&Report::FaultCleared { code }).await;
        if code.blocks() {
            // Cleared by the device, it is the floorperson who puts it back into use (LIR-13-H).
            open_round(&table.game).await.problem(409, "device_not_marked");
            let restore = json!({"procedure": {"restore_device": {"device": "shoe"}}});
            table.game.act(&table.game.floorperson, &restore).await;
        }
    }
    open_round(&table.game).await.told(200);
    server.stop().await;
}

#[tokio::test]
async fn r40_a_fault_is_on_record_before_its_table_hears_of_it() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    table.until(&server, "open_round").await;
    let held = server.database.hold("journal").await.unwrap();
    let message = table.shoe.next(&Report::Fault { code: FaultCode::MotorFailed });
    let device = store::devices::DeviceId(table.shoe.id.0);
    let on_record = async {
        let mut connection = server.database.store.connection().await.unwrap();
        // The message is on record while the table cannot write yet: as a crash here would leave it.
        let unanswered = async || store::devices::unanswered(&mut connection, device).await.unwrap().is_some();
        until("the message is on record", unanswered).await;
        let faults = store::devices::faults(&mut connection, None).await.unwrap();
        drop(held);
        faults
    };
    let (answer, faults) = tokio::join!(table.shoe.answer(&message), on_record);
    assert_eq!(faults, [(device, FaultCode::MotorFailed.name().to_owned())]);
    assert_eq!(answer.outcome, Outcome::Accepted);
    server.stop().await;
}

#[tokio::test]
async fn r61_people_are_told_of_a_fault_before_the_device_is() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    let held = server.database.hold("device_answers").await.unwrap();
    let message = table.shoe.next(&Report::Fault { code: FaultCode::Worn });
    let told = async {
        // A crash now would leave the message without an answer.
        until("people are told of the fault", async || says(&alerts(&table.game).await, "fault")).await;
        drop(held);
    };
    let (answer, ()) = tokio::join!(table.shoe.answer(&message), told);
    assert_eq!(answer.outcome, Outcome::Accepted);
    server.stop().await;
}

/// R61: whoever opens a screen of the floor sees what nobody has taken note of, however many screens there are.
#[tokio::test]
async fn r61_every_screen_of_the_floor_begins_with_the_alerts_that_stand() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    table.shoe.must(&Report::Fault { code: FaultCode::Worn }).await;
    for _ in 0..2 {
        let mut screen = dial(&server, &table.game.floorperson, "/v1/floor/stream").await;
        greet(&mut screen).await;
        let told = loop {
            let told: serde_json::Value = serde_json::from_str(&hear_text(&mut screen).await).unwrap();
            if told["type"] == "alerts" {
                break told;
            }
        };
        assert!(says(told["alerts"].as_array().unwrap(), "fault"), "{told}");
    }
    server.stop().await;
}

#[tokio::test]
async fn lir_13_h_another_method_waits_until_the_broken_shoe_is_covered_or_signed() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    table.until(&server, "open_round").await;
    table.shoe.must(&Report::Fault { code: FaultCode::MotorFailed }).await;
    let switch = json!({"procedure": {"switch_dealing": {"method": "hand"}}});
    let body = json!({"command_id": uuid::Uuid::now_v7(), "action": switch});
    table.game.floorperson.post(&table.game.sub("commands"), &body).await.problem(409, "device_not_marked");
    let mark = json!({"procedure": {"mark_device": {"device": "shoe", "marking": "covered"}}});
    table.game.act(&table.game.dealer, &mark).await;
    table.game.act(&table.game.floorperson, &switch).await;
    // The fault still lasts, and the shoe is out of use: it keeps nobody from playing on.
    open_round(&table.game).await.told(200);
    server.stop().await;
}

#[tokio::test]
async fn r31_a_fault_survives_a_restart_of_the_server() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    table.shuffler.must(&Report::Fault { code: FaultCode::DoorOpen }).await;
    let Equipped { game, shuffler, .. } = table;
    let server = server.again().await;
    let (game, mut shuffler) = (game.at_another(&server), shuffler.at(&server));
    shuffler.hello().await;
    let shown = game.auditor.get(&format!("/v1/devices/{}", shuffler.id)).await.told(200);
    assert_eq!((&shown["device"]["health"], &shown["device"]["faults"]), (&json!("faulty"), &json!(["door_open"])));
    server.stop().await;
}

#[tokio::test]
async fn r40_a_silent_device_is_told_of_once_blocks_the_next_round_and_comes_back_by_being_heard() {
    let server = patient().await;
    let mut table = Equipped::at(&server).await;
    let welcome = table.shoe.hello().await.welcome.unwrap();
    let expected = (SILENCE.as_millis() / 2, SILENCE.as_millis());
    let told = (welcome.heartbeat_ms.into(), welcome.silence_ms.into());
    assert_eq!(told, expected, "a device is told what is expected of it");
    table.until(&server, "open_round").await;
    server.server.app().config.devices.clock.advance(SILENCE + Duration::from_millis(1));
    until("the shoe is silent", async || table.shoe_is("silent").await).await;
    until("people are told", async || says(&alerts(&table.game).await, "silent")).await;
    let told = alerts(&table.game).await;
    open_round(&table.game).await.problem(409, "device_out_of_order");
    table.shoe.must(&Report::Heartbeat { firmware: firmware() }).await;
    assert!(says(&alerts(&table.game).await, "back"));
    // An alert stays until somebody takes note of it, with who and when.
    let silent = told.iter().find(|one| one["details"]["what"] == "silent").unwrap();
    let path = format!("/v1/significant-events/{}/acknowledgement", silent["id"].as_str().unwrap());
    let noted = table.game.floorperson.put(&path, &json!({"note": "a loose cable"})).await.told(200);
    assert!(noted["acknowledged"]["by"].is_number() && noted["acknowledged"]["at"].is_string(), "{noted}");
    assert!(!alerts(&table.game).await.iter().any(|one| one["id"] == silent["id"]));
    server.stop().await;
}

impl Equipped {
    async fn shoe_is(&self, health: &str) -> bool {
        let shown = self.game.auditor.get(&format!("/v1/devices/{}", self.shoe.id)).await.told(200);
        shown["device"]["health"] == health
    }
}

#[tokio::test]
async fn r26_a_lost_sensor_takes_only_its_own_wager_off_the_felt() {
    let server = patient().await;
    let game = Game::with(&server, super::sensor::with_progressive()).await;
    let mut sensor = Device::ready(&server, DeviceKind::WagerSensor, game.id).await;
    let suspended = async || {
        let view = game.auditor.get(&game.path).await.told(200);
        view["view"]["felt"]["suspended"].clone()
    };
    until("the wager is on the felt", async || suspended().await.is_null()).await;
    server.server.app().config.devices.clock.advance(SILENCE + Duration::from_millis(1));
    until("the wager is off the felt", async || !suspended().await.is_null()).await;
    assert_eq!(suspended().await[0]["wager"], "progressive_payout");
    assert_eq!(suspended().await[0]["cause"], "sensor");
    let before = seq(&game).await;
    sensor.must(&Report::Heartbeat { firmware: firmware() }).await;
    until("the wager is back on the felt", async || suspended().await.is_null()).await;
    assert!(seq(&game).await > before);
    server.stop().await;
}
