//! Commands to devices: what is overtaken is not sent again, what is not done has consequences, and numbers that never were are
//! refused.

use super::sensor::with_progressive;
use super::stage::{SILENCE, Stage, patient};
use super::{alerts, count, plans, says};
use crate::house::device::{Device, Equipped, equipped, firmware};
use crate::house::{Game, TestServer, decide, felt_until};
use game_core::round::Phase;
use serde_json::{Value, json};
use server::identity::Role;
use wire::device::{DeviceKind, Firmware, Instruction, Outcome, Report, ServerCommand};
use wire::id::TableId;

/// The number and the round of each stack that a shoe is told to dispense.
fn dispenses(commands: &[ServerCommand]) -> Vec<(u64, u64)> {
    let round = |command: &ServerCommand| match command.instruction() {
        Some(Instruction::Dispense { round, .. }) => Some((command.number, round)),
        _ => None,
    };
    commands.iter().filter_map(round).collect()
}

fn hello(table: TableId, last_command: u64) -> Report {
    Report::Hello { firmware: firmware(), table, last_command }
}

impl Equipped {
    async fn again(self, server: TestServer) -> (TestServer, Self) {
        let Self { game, shoe, shuffler } = self;
        let server = server.again().await;
        let mut table = Self { game: game.at_another(&server), shoe: shoe.at(&server), shuffler: shuffler.at(&server) };
        table.shoe.hello().await;
        table.shuffler.hello().await;
        (server, table)
    }
}

#[tokio::test]
async fn a_command_that_nobody_wants_any_more_is_never_sent_again_also_after_a_restart() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    table.until(&server, "deal").await;
    table.shoe.commands_until(|commands| dispenses(commands).len() == 1).await;
    // The dealer declares the shoe jammed before it dispensed anything.
    table.game.act(&table.game.dealer, &json!({"report": "shoe_jam"})).await;
    table.game.act(&table.game.floorperson, &json!("confirm_void")).await;
    table.shoe.commands_until(|commands| dispenses(commands).is_empty()).await;
    let (server, mut table) = table.again(server).await;
    assert_eq!(dispenses(&table.shoe.commands().await), []);
    table.until(&server, "deal").await;
    // What is still wanted after a restart is sent as it was, and no second time under another number.
    let told = dispenses(&table.shoe.commands_until(|commands| dispenses(commands).len() == 1).await);
    let (server, mut table) = table.again(server).await;
    assert_eq!(dispenses(&table.shoe.commands().await), told);
    server.stop().await;
}

#[tokio::test]
async fn a_device_that_never_acknowledges_has_never_more_to_do_than_its_table_wants() {
    let server = patient().await;
    let mut stage = Stage::set(&server, plans::let_it_ride(plans::Dealt::ByStacks).unwrap()).await;
    let mut display = Device::ready(&server, DeviceKind::Display, stage.game.id).await;
    for _ in 0..3 {
        stage.until(|phase| *phase == Some(Phase::Settled)).await;
        stage.step().await;
        assert!(display.commands().await.len() <= 1, "only what it should show now");
    }
    server.stop().await;
}

#[tokio::test]
async fn what_a_device_was_told_at_one_table_it_does_not_do_at_another() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    table.until(&server, "deal").await;
    table.shoe.commands_until(|commands| dispenses(commands).len() == 1).await;
    let other = Game::with(&server, equipped()).await;
    let (one, two) = (server.person(Role::DeviceAdmin).await, server.person(Role::DeviceAdmin).await);
    let path = format!("/v1/devices/{}/changes", table.shoe.id);
    let change = json!({"change": {"rebind": {"table": other.id}}, "reason": "moved"});
    let approval = one.post(&path, &change).await.told(202);
    decide(&two, &approval, "approve").await.told(200);
    // Nothing is handed out before it has said hello, and nothing of the old table afterwards.
    let message = table.shoe.next(&Report::Heartbeat { firmware: firmware() });
    let told = table.shoe.post(&[message]).await.told(200);
    assert_eq!((&told["answers"][0]["code"], &told["commands"]), (&json!("hello_expected"), &json!([])));
    table.shoe.sequence -= 1;
    table.shoe.table = other.id;
    table.shoe.hello().await;
    assert_eq!(dispenses(&table.shoe.commands().await), []);
    server.stop().await;
}

#[tokio::test]
async fn numbers_that_never_were_are_refused_and_a_device_that_remembers_more_is_told_under_later_ones() {
    let server = TestServer::spawn().await;
    let game = Game::with(&server, with_progressive()).await;
    let mut sensor = Device::ready(&server, DeviceKind::WagerSensor, game.id).await;
    for number in [0, 1_000, u64::MAX] {
        sensor.refused(&Report::Acknowledged { number, done: true }, "command_unknown").await;
    }
    // Beyond any number there is: no report at all.
    sensor.refused(&hello(TableId(game.id.0), u64::MAX), "invalid_message").await;
    // As after a backup was restored that is older than the device's memory.
    sensor.must(&hello(TableId(game.id.0), 500)).await;
    assert_eq!(count(&server, sensor.id, "command_unknown").await, 1);
    let commands = sensor.commands_until(|commands| !commands.is_empty()).await;
    assert!(commands.iter().all(|command| command.number > 500), "{commands:?}");
    // An acknowledgement of what was lost with the backup harms nobody.
    sensor.must(&Report::Acknowledged { number: 77, done: true }).await;
    sensor.must(&Report::Acknowledged { number: commands[0].number, done: true }).await;
    server.stop().await;
}

/// A commit whose answer was lost leaves a command in the database that the process does not know of.
#[tokio::test]
async fn a_command_written_behind_the_server_s_back_does_not_end_the_line_of_command() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    table.until(&server, "deal").await;
    let last = table.shoe.commands_until(|commands| !commands.is_empty()).await.last().unwrap().number;
    store::testing::device_command(&server.database.store, table.shoe.id.0, last + 1).await.unwrap();
    table.deal(&server).await;
    let later = |commands: &[ServerCommand]| dispenses(commands).iter().any(|(number, _)| *number > last);
    table.shoe.commands_until(later).await;
    server.stop().await;
}

#[tokio::test]
async fn r17_a_sensor_that_does_not_do_as_told_is_not_relied_on_until_it_does() {
    let server = patient().await;
    let clock = server.server.app().config.devices.clock.clone();
    let game = Game::with(&server, with_progressive()).await;
    let mut sensor = Device::ready(&server, DeviceKind::WagerSensor, game.id).await;
    let is_off = |felt: &Value| felt["suspended"].as_array().is_some_and(|wagers| !wagers.is_empty());
    felt_until(&server, &game, |felt| !is_off(felt)).await;
    let first = sensor.commands_until(|commands| !commands.is_empty()).await;
    // It is heard of all the time, and acknowledges nothing.
    for _ in 0..2 {
        clock.advance(SILENCE * 2 / 3);
        sensor.must(&Report::Heartbeat { firmware: firmware() }).await;
    }
    felt_until(&server, &game, is_off).await;
    assert!(says(&alerts(&game).await, "command_unacknowledged"));
    for command in &first {
        sensor.must(&Report::Acknowledged { number: command.number, done: true }).await;
    }
    felt_until(&server, &game, |felt| !is_off(felt)).await;
    // It says that it cannot: the same, until it has said hello.
    game.seat_patrons().await;
    game.until(&server, "no_more_bets").await;
    let unlock = |commands: &[ServerCommand]| {
        let unlock = commands.iter().find(|command| command.instruction() == Some(Instruction::Unlock {}));
        unlock.map(|unlock| unlock.number)
    };
    let told = sensor.commands_until(|commands| unlock(commands).is_some()).await;
    let number = unlock(&told).unwrap();
    sensor.must(&Report::Acknowledged { number, done: false }).await;
    felt_until(&server, &game, is_off).await;
    assert!(says(&alerts(&game).await, "command_failed"));
    sensor.hello().await;
    felt_until(&server, &game, |felt| !is_off(felt)).await;
    server.stop().await;
}

#[tokio::test]
async fn lir_13_g_a_shoe_that_cannot_dispense_fails_to_deal_and_voids_the_round() {
    let server = patient().await;
    let mut stage = Stage::set(&server, plans::let_it_ride(plans::Dealt::ByStacks).unwrap()).await;
    let before = stage.chips();
    stage.until(|phase| *phase == Some(Phase::Dealing)).await;
    stage.deal().await;
    let told = stage.shoe.commands_until(|commands| !dispenses(commands).is_empty()).await;
    let number = dispenses(&told)[0].0;
    let answer = stage.shoe.must(&Report::Acknowledged { number, done: false }).await;
    assert!(answer.seq.is_some(), "{answer:?}");
    assert!(matches!(stage.phase(), Some(Phase::Frozen { .. })), "{:?}", stage.phase());
    stage.step().await;
    assert_eq!(stage.chips(), before);
    server.stop().await;
}

#[tokio::test]
async fn r39_a_heartbeat_with_other_firmware_ends_the_session() {
    let server = TestServer::spawn().await;
    let mut table = Equipped::at(&server).await;
    let other = Firmware { version: "9.9".into(), ..firmware() };
    let answer = table.shoe.report(&Report::Heartbeat { firmware: other }).await;
    assert_eq!((answer.outcome, answer.code.unwrap().name()), (Outcome::NotTaken, "firmware_unapproved"));
    table.shoe.sequence -= 1;
    let answer = table.shoe.report(&Report::Heartbeat { firmware: firmware() }).await;
    assert_eq!((answer.outcome, answer.code.unwrap().name()), (Outcome::NotTaken, "hello_expected"));
    server.stop().await;
}
