//! The device plane over its real protocol: who may speak, in which order, what follows from it, and what does not.

mod absurd;
mod chance;
mod commands;
mod counts;
mod displays;
mod faults;
mod held;
mod identity;
mod lights;
mod load;
mod order;
mod out_of_use;
mod phases;
mod plans;
mod play;
mod rounds;
mod sensor;
mod silence;
mod socket;
mod stage;
mod wheels;

use crate::house::{Game, TestServer};
use serde_json::Value;
use wire::id::DeviceId;

/// How often each anomaly of a device is on record.
async fn anomalies(server: &TestServer, device: DeviceId) -> Vec<(String, i64)> {
    store::testing::device_anomalies(&server.database.store, device.0).await.unwrap()
}

/// How often one anomaly of a device is on record.
async fn count(server: &TestServer, device: DeviceId, code: &str) -> i64 {
    anomalies(server, device).await.into_iter().find(|(name, _)| name == code).map_or(0, |(_, times)| times)
}

/// How far the table's journal has come.
async fn seq(game: &Game) -> u64 {
    game.summary().await["seq"].as_u64().unwrap()
}

/// Device events of a table that nobody has taken note of, by what they say.
async fn alerts(game: &Game) -> Vec<Value> {
    let path = format!("/v1/significant-events?kind=device_event&acknowledged=false&table={}", game.id);
    game.auditor.get(&path).await.told(200)["events"].as_array().unwrap().clone()
}

fn says(alerts: &[Value], what: &str) -> bool {
    alerts.iter().any(|alert| alert["details"]["what"] == what)
}
