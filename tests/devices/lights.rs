//! R27, I-21, S235-11-D-5-b: an award of a wager that a sensor takes goes on only if the sensor's own record shows the wager's light in
//! that round.

use super::plans::{Dealt, let_it_ride};
use super::stage::{Stage, patient};
use crate::house::{Reply, reconcile};
use game_core::game::Seat;
use game_core::layout::Spot;
use game_core::money::Cents;
use game_core::round::Phase;
use game_core::wager::Wager;
use serde_json::json;
use wire::device::{Instruction, Report};

impl Stage {
    async fn verifies(&self, step: &str) -> Reply {
        let action = json!({"verify_award": {"seat": 1, "bet": "progressive_payout", "step": step}});
        let body = json!({"command_id": uuid::Uuid::now_v7(), "action": action});
        let who = if step == "validate" { &self.game.floorperson } else { &self.game.dealer };
        who.post(&self.game.sub("commands"), &body).await
    }
}

/// A round in which seat 1 has a royal flush in spades.
fn royal() -> super::plans::Plan {
    let mut plan = let_it_ride(Dealt::ByStacks).unwrap();
    let own = ["As", "Ks", "Qs"].map(|card| card.parse().unwrap());
    let shared = ["Js", "Ts"].map(|card| card.parse().unwrap());
    for (spot, card) in &mut plan.cards {
        match *spot {
            Spot::Own { seat, place } if seat.number() == 1 => *card = own[usize::from(place)],
            Spot::Community(place) => *card = shared[usize::from(place)],
            _ => {}
        }
    }
    plan
}

#[tokio::test]
async fn s235_11_d_5_b_the_light_is_verified_from_the_sensor_s_record() {
    let server = patient().await;
    let mut stage = Stage::set(&server, royal()).await;
    stage.until(|phase| *phase == Some(Phase::Betting)).await;
    // The sensor takes the wager and never says that it lit the light.
    let mut sensor = stage.sensor.take().unwrap();
    let (seat, wager) = (Seat::new(1).unwrap(), Wager::ProgressivePayout);
    let detected = Report::WagerDetected { seat, wager, amount: Cents::new(100) };
    stage.wager().await;
    sensor.must(&detected).await;
    stage.until(|phase| *phase == Some(Phase::Settled)).await;
    stage.verifies("hand").await.told(200);
    let refused = stage.verifies("light").await.problem(409, "light_not_lit");
    assert_eq!(refused["clause"], "S235-11-D-5-b");
    stage.verifies("validate").await.told(409);
    let lit = Instruction::Light { seat, wager, on: true };
    sensor.told(|told| *told == lit).await;
    stage.verifies("light").await.told(200);
    stage.verifies("validate").await.told(200);
    let paid = stage.game.auditor.get("/v1/jackpots?limit=1").await.told(200)["jackpots"][0].clone();
    assert_eq!((&paid["state"], &paid["seat"]), (&json!("paid"), &json!(1)), "{paid}");
    stage.step().await;
    reconcile(&server, stage.game.id).await;
    // The light of that round proves nothing in the next.
    stage.until(|phase| *phase == Some(Phase::Betting)).await;
    stage.wager().await;
    sensor.must(&detected).await;
    stage.until(|phase| *phase == Some(Phase::Settled)).await;
    stage.verifies("hand").await.told(200);
    stage.verifies("light").await.problem(409, "light_not_lit");
    server.stop().await;
}
