//! R22: displays on the device protocol show what can be won to the cent, and nothing rather than an old amount.

use super::plans::{Dealt, let_it_ride};
use super::stage::{SILENCE, Stage};
use crate::house::device::Device;
use crate::house::{TestServer, config};
use game_core::round::Phase;
use server::clock::Clock;
use server::config::{Config, Devices, People};
use std::time::Duration;
use wire::device::{DeviceKind, Instruction};

/// The amounts on a display, by the level that its meter's name ends with.
fn amounts(told: &Instruction) -> Vec<(String, i64)> {
    let Instruction::Show { meters, .. } = told else { return Vec::new() };
    let level = |name: &str| name.rsplit(' ').next().unwrap().to_owned();
    let mut amounts: Vec<_> = meters.iter().map(|meter| (level(&meter.name), meter.amount_cents.get())).collect();
    amounts.sort();
    amounts
}

fn shows(mega: i64, major: i64, minor: i64) -> impl Fn(&Instruction) -> bool {
    let wanted = [("major", major), ("mega", mega), ("minor", minor)].map(|(level, cents)| (level.to_owned(), cents));
    move |told| amounts(told) == wanted
}

#[tokio::test]
async fn r22_a_display_shows_its_meters_to_the_cent_and_nothing_when_they_cannot_be_read() {
    let clock = Clock::standing();
    let people = People { clock: clock.clone(), ..config().people };
    let devices = Devices { silence_max: SILENCE, ..config().devices };
    let server = TestServer::spawn_with(Config { people, devices, ..config() }).await;
    let mut stage = Stage::set(&server, let_it_ride(Dealt::ByStacks).unwrap()).await;
    let mut display = Device::ready(&server, DeviceKind::Display, stage.game.id).await;
    display.told(shows(1_000_000, 100_000, 25_000)).await;
    // Two wagers of a dollar: ten, five and two and a half per cent of each.
    stage.until(|phase| *phase == Some(Phase::Dealing)).await;
    display.told(shows(1_000_020, 100_010, 25_005)).await;
    // The meters cannot be read any more: after five seconds there is nothing to show.
    let shut = server.database.shut("meters").await.unwrap();
    clock.advance(Duration::from_secs(6));
    let told = display.told(|told| matches!(told, Instruction::Show { meters, .. } if meters.is_empty())).await;
    assert!(matches!(told, Instruction::Show { .. }));
    drop(shut);
    display.told(shows(1_000_020, 100_010, 25_005)).await;
    server.stop().await;
}
