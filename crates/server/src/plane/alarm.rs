//! What is put on record about devices: every anomaly, and significant events for people, at a pace they can read.

use super::Plane;
use super::post::Post;
use crate::app::App;
use crate::register::Unwritable;
use serde_json::{Value, json};
use std::sync::PoisonError;
use std::time::{Duration, Instant};
use store::devices::{Anomaly, DeviceId, Record};
use store::significant::{Kind, SignificantEvent};
use wire::device::DeviceMessage;

/// How long the same anomaly of the same device is only counted after it was told of.
const TOLD_EVERY: Duration = Duration::from_secs(60);

/// The most devices and codes that are told apart; strangers can make up as many names as they like.
const PACED_MAX: usize = 10_000;

/// Puts on record that something is wrong with what came, and tells people unless they were told a moment ago.
pub(super) async fn anomaly(app: &App, message: &DeviceMessage, code: &'static str, details: Value) {
    let device = DeviceId(message.device.0);
    let record = Anomaly {
        at: table_host::now(),
        device,
        code,
        sequence: Some(message.sequence),
        digest: Some(message.digest()),
        details: details.clone(),
    };
    // An anomaly changes nothing; one that cannot be written stands in the log of the process.
    if app.plane.log.write(vec![Record::Anomaly(record)]).await.is_err() {
        tracing::error!(%device, code, "an anomaly of a device cannot be put on record");
    }
    let Some(before) = app.plane.is_due(device, code) else { return };
    let kind = match code {
        "signature_refused" | "device_unknown" | "device_disabled" | "firmware_unapproved" => {
            Kind::AuthenticationMismatch
        }
        _ => Kind::DeviceEvent,
    };
    let mut event = SignificantEvent::new(kind).device(device.to_string()).detail("what", code);
    event = event.detail("sequence", message.sequence).detail("details", details).detail("since_last_told", before);
    if let Some(post) = app.plane.post(device) {
        event = event.table(post.table());
    }
    // Kept by the register until it can be written.
    let _ = app.register.record(event).await;
}

/// Tells people about a device.
pub(super) async fn tell(app: &App, post: &Post, what: &str, details: Value) -> Result<(), Unwritable> {
    let event = SignificantEvent::new(Kind::DeviceEvent).device(post.id.to_string()).table(post.table());
    let event = event.detail("what", what).detail("kind", post.kind.name()).detail("details", details);
    app.register.record(event).await
}

/// A detail-less anomaly.
pub(super) fn nothing() -> Value {
    json!({})
}

impl Plane {
    /// Whether people must be told of an anomaly now, and how many they were not told of since the last time.
    fn is_due(&self, device: DeviceId, code: &'static str) -> Option<u64> {
        let mut paced = self.paced.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if paced.len() >= PACED_MAX {
            paced.retain(|_, (told, _)| now.duration_since(*told) < TOLD_EVERY);
        }
        let room = paced.len() < PACED_MAX;
        match paced.get_mut(&(device, code)) {
            Some((told, since)) if now.duration_since(*told) < TOLD_EVERY => {
                *since += 1;
                None
            }
            Some(due) => Some(std::mem::replace(due, (now, 0)).1),
            None if room => {
                paced.insert((device, code), (now, 0));
                Some(0)
            }
            None => None,
        }
    }
}
