//! R26, R40, R41: devices that report themselves broken, at every phase of a round of every game. A round in progress goes on to
//! the right money unless the shoe stops in the middle of the deal; the next one waits until the fault is gone and the floor
//! says so; a sensor or a wheel takes only its own wager off the felt.

use super::phases::{At, Before, CALIFORNIA, CRISS_CROSS, Case, LIR, STUD, frozen_by, over, reach};
use super::stage::{Stage, patient};
use crate::house::{Reply, TestServer, felt_until, reconcile};
use game_core::procedure::{DeviceKind as Known, DeviceState};
use game_core::round::Phase;
use serde_json::{Value, json};
use wire::device::{FaultCode, Report};

/// With these a shoe does not deal on.
const STOPS: [FaultCode; 3] = [FaultCode::Jam, FaultCode::MotorFailed, FaultCode::PowerLost];

impl Stage {
    async fn asks_to_open(&self) -> Reply {
        let body = json!({"command_id": uuid::Uuid::now_v7(), "action": "open_round"});
        self.game.dealer.post(&self.game.sub("commands"), &body).await
    }

    async fn everything_reports(&mut self, report: &Report) {
        self.shoe.must(report).await;
        if let Some(shuffler) = &mut self.shuffler {
            shuffler.must(report).await;
        }
    }

    /// The floor puts back into use what the table's procedure knows as broken.
    async fn restore(&self) {
        for device in Known::ALL {
            if self.table().state().procedure().device(device) != DeviceState::Working {
                let restore = json!({"procedure": {"restore_device": {"device": device}}});
                self.game.act(&self.game.floorperson, &restore).await;
            }
        }
    }

    async fn sensors_report(&mut self, report: &Report) {
        for device in [&mut self.sensor, &mut self.wheel].into_iter().flatten() {
            device.must(report).await;
        }
        self.broken = match *report {
            Report::Fault { code } if self.wheel.is_some() => Some(code),
            _ => None,
        };
    }
}

/// Whatever else happened, no round opens until the last fault is gone and the floor has put the devices back into use.
async fn blocks_until_cleared(stage: &mut Stage, codes: &[FaultCode]) {
    let refused = stage.asks_to_open().await.told(409);
    assert!(["device_out_of_order", "device_not_marked"].contains(&refused["code"].as_str().unwrap()), "{refused}");
    stage.restore().await;
    for code in codes {
        stage.asks_to_open().await.problem(409, "device_out_of_order");
        stage.everything_reports(&Report::FaultCleared { code: *code }).await;
    }
}

/// All the faults that let a round go on, one after the other, at one phase.
async fn goes_on(case: &Case, stage: &mut Stage, at: At) {
    let Some(before) = reach(stage, at).await else { return };
    let stops = |code: &FaultCode| case.is_automated() && at.is_deal() && STOPS.contains(code);
    let codes: Vec<FaultCode> = FaultCode::ALL.into_iter().filter(|code| code.blocks() && !stops(code)).collect();
    for code in &codes {
        stage.everything_reports(&Report::Fault { code: *code }).await;
        assert_eq!(stage.phase(), before.phase, "{code:?} at {at:?}");
    }
    if at == At::FirstCard {
        let (cards, to) = stage.stack();
        let stack = Report::StackDispensed { cards, to };
        stage.shoe.refused(&stack, "device_not_marked").await;
    }
    if before.phase.is_none() || at.is_before_first_card() {
        // Before the first card the deal waits for the devices as the next round would.
        if before.phase.is_none() {
            blocks_until_cleared(stage, &codes).await;
        } else {
            stage.restore().await;
            for code in &codes {
                stage.everything_reports(&Report::FaultCleared { code: *code }).await;
            }
        }
        return over(stage, case.wins, &before).await;
    }
    over(stage, case.wins, &before).await;
    blocks_until_cleared(stage, &codes).await;
}

/// LIR-13-G and its sisters: a shoe that stops in the middle of the deal voids the round, and everybody has everything back.
async fn stops(server: &TestServer, case: &Case, stage: &mut Stage, at: At, code: FaultCode) {
    let before: Before = reach(stage, at).await.unwrap();
    stage.shoe.must(&Report::Fault { code }).await;
    assert_eq!(frozen_by(server, stage, before.seq).await.as_deref(), Some(case.jam), "{code:?} at {at:?}");
    stage.step().await;
    assert_eq!(stage.phase(), None);
    assert_eq!(stage.chips(), before.chips, "{code:?} at {at:?}");
    stage.asks_to_open().await.told(409);
    stage.restore().await;
    stage.asks_to_open().await.problem(409, "device_out_of_order");
    stage.shoe.must(&Report::FaultCleared { code }).await;
}

/// A sensor and a wheel that fail: their wager leaves the felt, what lay on it and was not collected goes back, and the base game
/// is played to its own money.
async fn only_their_own_wager(server: &TestServer, case: &Case, stage: &mut Stage, at: At, base: [i64; 2]) {
    let Some(before) = reach(stage, at).await else { return };
    let code = FaultCode::SensorFailed;
    stage.sensors_report(&Report::Fault { code }).await;
    let is_off = |felt: &Value| felt["suspended"].as_array().is_some_and(|wagers| !wagers.is_empty());
    let felt = felt_until(server, &stage.game, is_off).await;
    assert_eq!(felt["suspended"].as_array().unwrap().len(), 1, "only the wager that is sensed: {felt}");
    assert_eq!(felt["suspended"][0]["wager"], json!(stage.plan.sensed[0].1));
    let uncollected = matches!(before.phase, Some(Phase::Betting | Phase::Collecting(_)));
    let won = if uncollected { base } else { case.wins };
    if before.phase == Some(Phase::Betting) {
        let (seat, wager, amount) = stage.plan.sensed[0];
        let again = Report::WagerDetected {
            seat: game_core::game::Seat::new(seat).unwrap(),
            wager,
            amount: game_core::money::Cents::new(amount),
        };
        stage.sensor.as_mut().unwrap().refused(&again, "wager_suspended").await;
    }
    over(stage, won, &before).await;
    stage.sensors_report(&Report::FaultCleared { code }).await;
    felt_until(server, &stage.game, |felt| !is_off(felt)).await;
}

/// Every device broken at every phase, for one game. `base` is what the patrons win without the wager that is sensed.
async fn broken_at_every_phase(case: &Case, base: [i64; 2]) {
    let server = patient().await;
    let mut stage = Stage::set(&server, (case.plan)(case.dealt).unwrap()).await;
    stage.until(|phase| *phase == Some(Phase::Settled)).await;
    stage.step().await;
    for at in At::ALL {
        goes_on(case, &mut stage, at).await;
        if at.is_deal() && case.is_automated() {
            for code in STOPS {
                stops(&server, case, &mut stage, at, code).await;
            }
        }
        if stage.sensor.is_some() {
            only_their_own_wager(&server, case, &mut stage, at, base).await;
        }
    }
    stage.until(|phase| phase.is_none()).await;
    reconcile(&server, stage.game.id).await;
    server.stop().await;
}

#[tokio::test]
async fn lir_13_g_lir_13_h_devices_broken_at_every_phase() {
    broken_at_every_phase(&LIR, [9_000, -2_000]).await;
}

#[tokio::test]
async fn s235_13_h_devices_broken_at_every_phase() {
    broken_at_every_phase(&STUD, [8_500, -1_500]).await;
}

#[tokio::test]
async fn cc_13_d_cc_13_e_devices_broken_at_every_phase() {
    broken_at_every_phase(&CRISS_CROSS, [18_000, -1_000]).await;
}

#[tokio::test]
async fn cal_with_chapter_13_of_maryland_devices_broken_at_every_phase() {
    broken_at_every_phase(&CALIFORNIA, CALIFORNIA.wins).await;
}
