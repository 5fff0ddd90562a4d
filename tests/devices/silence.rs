//! R26, R40: devices that fall silent at every phase of a round of every game, with their lines closed and with lines left half open.
//! The round waits for nobody it does not need, the next one waits for the shoe and the shuffler, only the wagers of a sensor and a
//! wheel leave the felt, and whoever comes back goes on where it was.

use super::phases::{At, CALIFORNIA, CRISS_CROSS, Case, LIR, STUD, over, reach};
use super::socket::Line;
use super::stage::{SILENCE, Stage, patient};
use super::{alerts, says};
use crate::house::device::{Device, Equipped, firmware};
use crate::house::{TestServer, config, felt_until, reconcile};
use game_core::round::Phase;
use serde_json::{Value, json};
use server::clock::Clock;
use server::config::{Config, Devices};
use std::time::Duration;
use store::testing::until;
use wire::device::Report;

/// How a device is, as the server knows it.
async fn health(stage: &Stage, device: &Device) -> String {
    let shown = stage.game.auditor.get(&format!("/v1/devices/{}", device.id)).await.told(200);
    shown["device"]["health"].as_str().unwrap().to_owned()
}

/// How often people were told that something of a device's.
async fn told(stage: &Stage, device: &Device, what: &str) -> usize {
    let path = format!("/v1/significant-events?kind=device_event&device={}&limit=200", device.id);
    let events = stage.game.auditor.get(&path).await.told(200)["events"].clone();
    events.as_array().unwrap().iter().filter(|event| event["details"]["what"] == what).count()
}

/// Nobody hears of any device for too long; lines that were open stay so at the devices' end.
pub(super) async fn falls_silent(server: &TestServer, stage: &mut Stage, half_open: bool) {
    let mut lines = Vec::new();
    if half_open {
        for device in stage.devices() {
            let mut line = Line::open(server).await;
            let greeting = device.greeting();
            let hello = device.next(&greeting);
            assert!(line.answer(&hello).await.welcome.is_some());
            lines.push(line);
        }
    }
    let before = told(stage, &stage.shoe, "silent").await;
    server.server.app().config.devices.clock.advance(SILENCE + Duration::from_millis(1));
    for device in [&stage.shuffler, &stage.sensor, &stage.wheel].into_iter().flatten().chain([&stage.shoe]) {
        until("every device is silent", async || health(stage, device).await == "silent").await;
    }
    until("people are told", async || told(stage, &stage.shoe, "silent").await > before).await;
    // The server lets go of lines that nobody speaks on.
    for mut line in lines {
        while line.next().await.is_some() {}
    }
    assert_eq!(told(stage, &stage.shoe, "silent").await, before + 1, "once a silence");
}

async fn come_back(stage: &mut Stage, half_open: bool) {
    let before = told(stage, &stage.shoe, "back").await;
    for device in stage.devices() {
        if half_open {
            device.hello().await;
        } else {
            device.must(&Report::Heartbeat { firmware: firmware() }).await;
        }
    }
    assert_eq!(told(stage, &stage.shoe, "back").await, before + 1);
}

fn is_off(felt: &Value) -> bool {
    felt["suspended"].as_array().is_some_and(|wagers| !wagers.is_empty())
}

/// Every device of one table silent at one phase, and back again.
async fn silent_at(server: &TestServer, case: &Case, stage: &mut Stage, at: At, base: [i64; 2], half_open: bool) {
    let Some(before) = reach(stage, at).await else { return };
    falls_silent(server, stage, half_open).await;
    if stage.sensor.is_some() {
        let felt = felt_until(server, &stage.game, is_off).await;
        assert_eq!(felt["suspended"].as_array().unwrap().len(), 1, "only the wager that is sensed: {felt}");
    }
    assert_eq!(stage.phase(), before.phase, "{at:?}: silence decides nothing");
    if before.phase.is_none() {
        let body = json!({"command_id": uuid::Uuid::now_v7(), "action": "open_round"});
        let refused = stage.game.dealer.post(&stage.game.sub("commands"), &body).await.told(409);
        assert!(
            ["device_out_of_order", "deck_not_ready", "out_of_order"].contains(&refused["code"].as_str().unwrap()),
            "{refused}"
        );
    }
    come_back(stage, half_open).await;
    felt_until(server, &stage.game, |felt| !is_off(felt)).await;
    let uncollected = matches!(before.phase, Some(Phase::Betting | Phase::Collecting(_)));
    over(stage, if uncollected { base } else { case.wins }, &before).await;
}

/// `base` is what the patrons win without the wager that is sensed.
async fn silent_at_every_phase(case: &Case, base: [i64; 2]) {
    let server = patient().await;
    let mut stage = Stage::set(&server, (case.plan)(case.dealt).unwrap()).await;
    stage.until(|phase| *phase == Some(Phase::Settled)).await;
    stage.step().await;
    for at in At::ALL {
        for half_open in [false, true] {
            silent_at(&server, case, &mut stage, at, base, half_open).await;
        }
    }
    reconcile(&server, stage.game.id).await;
    server.stop().await;
}

#[tokio::test]
async fn r26_r40_let_it_ride_with_devices_silent_at_every_phase() {
    silent_at_every_phase(&LIR, [9_000, -2_000]).await;
}

#[tokio::test]
async fn r26_r40_stud_with_devices_silent_at_every_phase() {
    silent_at_every_phase(&STUD, [8_500, -1_500]).await;
}

#[tokio::test]
async fn r26_r40_criss_cross_with_devices_silent_at_every_phase() {
    silent_at_every_phase(&CRISS_CROSS, [18_000, -1_000]).await;
}

#[tokio::test]
async fn r40_california_with_devices_silent_at_every_phase() {
    silent_at_every_phase(&CALIFORNIA, CALIFORNIA.wins).await;
}

/// LIR-13-G: a shoe that is gone in the middle of the deal fails to deal, once a person says so; everybody has everything back.
#[tokio::test]
async fn lir_13_g_a_shoe_that_never_comes_back_in_the_deal_is_declared_jammed() {
    let server = patient().await;
    let mut stage = Stage::set(&server, (LIR.plan)(LIR.dealt).unwrap()).await;
    let before = stage.chips();
    stage.until(|phase| *phase == Some(Phase::Dealing)).await;
    stage.deal().await;
    falls_silent(&server, &mut stage, false).await;
    stage.dealer(json!({"report": "shoe_jam"})).await;
    stage.step().await;
    assert_eq!((stage.phase(), stage.chips()), (None, before));
    server.stop().await;
}

/// A device that was there before a restart and does not come back is told of like one that falls silent.
#[tokio::test]
async fn r40_a_device_that_never_comes_after_a_restart_is_silent_too() {
    let server = TestServer::spawn().await;
    let Equipped { game, shoe, shuffler } = Equipped::at(&server).await;
    let clock = Clock::standing();
    let devices = Devices { silence_max: SILENCE, clock: clock.clone(), ..Devices::default() };
    let server = server.again_with(Config { devices, ..config() }).await;
    let table = Equipped { game: game.at_another(&server), shoe: shoe.at(&server), shuffler: shuffler.at(&server) };
    let shown = async || table.game.auditor.get(&format!("/v1/devices/{}", table.shoe.id)).await.told(200);
    assert_eq!(shown().await["device"]["health"], "expected");
    clock.advance(SILENCE + Duration::from_millis(1));
    until("the shoe is silent", async || shown().await["device"]["health"] == "silent").await;
    until("people are told", async || says(&alerts(&table.game).await, "silent")).await;
    server.stop().await;
}
