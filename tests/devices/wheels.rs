//! Prize wheels on the table: every spin is named, its stop is the wheel's from the moment it was told to spin, and the server draws
//! only where no wheel was (R6, CC-12-E).

use super::plans::{self, Dealt};
use super::silence::falls_silent;
use super::stage::{Stage, patient};
use crate::house::device::firmware;
use crate::house::{decide, reconcile, stands};
use game_core::game::Seat;
use game_core::games::Spin;
use game_core::round::Phase;
use serde_json::json;
use server::identity::Role;
use wire::device::{Instruction, Report};

fn is_spinning(phase: &Option<Phase>) -> bool {
    matches!(phase, Some(Phase::Spinning { .. }))
}

/// Every ante of $5 is two bets that are folded, -$10. The Hot Spot's wheel stops on its second segment, $250 on a dollar
/// (CC-12-E-1-b) and $1,000 on five (CC-12-E-7-b); the Community wheels of a dollar and of five on theirs, $25 and $125
/// (CC-12-E-14-b, CC-12-E-21-b), for each other bettor of that stake (CC-12-E-13-b).
#[tokio::test]
async fn cc_12_e_one_hot_spot_and_two_community_wheels_are_spun_one_after_the_other() {
    let server = patient().await;
    let mut stage = Stage::set(&server, plans::xtreme(Dealt::ByStacks).unwrap()).await;
    let chips = |stage: &Stage| Seat::first(4).map(|seat| stage.table().state().chips(seat).get()).collect::<Vec<_>>();
    let before = chips(&stage);
    stage.until(is_spinning).await;
    let hot = stage.table().spin().unwrap().seat();
    let mut spins = Vec::new();
    while is_spinning(&stage.phase()) {
        let spin = stage.table().spin().unwrap();
        spins.push(spin);
        // The stop of any other spin, or of another round, decides nothing.
        let Report::WheelStopped { round, segment, .. } = stage.stop(1) else { panic!() };
        let seq = stage.seq();
        let other = Spin::Bonus { seat: hot };
        let wheel = stage.wheel.as_mut().unwrap();
        wheel.refused(&Report::WheelStopped { round, spin: other, segment }, "wrong_spin").await;
        wheel.refused(&Report::WheelStopped { round: round + 1, spin, segment }, "wrong_spin").await;
        assert_eq!(stage.seq(), seq);
        stage.stop_wheel().await;
    }
    let community = |cents: i64| Spin::Community { seat: hot, stake: game_core::money::Cents::new(cents) };
    assert_eq!(spins, [Spin::HotSpot { seat: hot }, community(100), community(500)]);
    stage.until(|phase| *phase == Some(Phase::Settled)).await;
    stage.step().await;
    let gained: Vec<i64> = chips(&stage).iter().zip(&before).map(|(after, before)| after - before).collect();
    for (seat, gained) in Seat::first(4).zip(gained) {
        let (stake, own, shared) = if seat.number() <= 2 { (100, 25_000, 2_500) } else { (500, 100_000, 12_500) };
        let prize = if seat == hot { own } else { shared };
        assert_eq!(gained, -1_000 - stake + prize, "{seat:?}, where {hot:?} is the Hot Spot");
    }
    reconcile(&server, stage.game.id).await;
    server.stop().await;
}

/// R6: one person disables the wheel while it turns; nobody gets a second draw out of that.
#[tokio::test]
async fn r6_a_spin_that_a_wheel_was_told_to_make_is_never_drawn_by_the_server() {
    let server = patient().await;
    let mut stage = Stage::set(&server, plans::criss_cross(Dealt::ByStacks).unwrap()).await;
    stage.until(is_spinning).await;
    let wheel = stage.wheel.as_mut().unwrap();
    let spin = wheel.told(|told| matches!(told, Instruction::Spin { .. })).await;
    let path = format!("/v1/devices/{}", wheel.id);
    let disabled = stage.game.floorperson.post(&format!("{path}/disable"), &json!({"reason": "it wobbles"})).await;
    assert_eq!(disabled.status, 204);
    let seq = stage.seq();
    for _ in 0..20 {
        stage.game.summary().await;
    }
    assert_eq!((stage.seq(), is_spinning(&stage.phase())), (seq, true), "the server drew");
    let (one, two) = (server.person(Role::DeviceAdmin).await, server.person(Role::DeviceAdmin).await);
    let change = json!({"change": {"enable": {}}, "reason": "it stands straight"});
    let approval = one.post(&format!("{path}/changes"), &change).await.told(202);
    decide(&two, &approval, "approve").await.told(200);
    let wheel = stage.wheel.as_mut().unwrap();
    wheel.hello().await;
    assert_eq!(wheel.told(|told| matches!(told, Instruction::Spin { .. })).await, spin, "told again");
    let stop = stage.stop(1);
    stage.wheel.as_mut().unwrap().must(&stop).await;
    stage.until(|phase| *phase == Some(Phase::Settled)).await;
    server.stop().await;
}

/// A wheel that was gone before the spin was never told of it: once it is disabled, the draw is the server's.
#[tokio::test]
async fn a_spin_that_no_wheel_was_told_of_is_the_server_s_to_draw() {
    let server = patient().await;
    let mut stage = Stage::set(&server, plans::criss_cross(Dealt::ByStacks).unwrap()).await;
    stage.until(|phase| matches!(phase, Some(Phase::Settling { .. }))).await;
    falls_silent(&server, &mut stage, false).await;
    stage.until(is_spinning).await;
    let wheel = stage.wheel.as_ref().unwrap();
    let path = format!("/v1/devices/{}/disable", wheel.id);
    assert_eq!(stage.game.floorperson.post(&path, &json!({"reason": "it is gone"})).await.status, 204);
    let (handle, _) = server.server.app().table(stage.game.id).unwrap();
    let drawn = |table: &game_core::table::Table| table.spin().is_none();
    stands(&handle, "the server draws", |now| drawn(&now.table)).await;
    stage.shoe.must(&Report::Heartbeat { firmware: firmware() }).await;
    stage.until(|phase| *phase == Some(Phase::Settled)).await;
    server.stop().await;
}
