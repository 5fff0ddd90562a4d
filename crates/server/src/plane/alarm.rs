//! What is put on record about devices: every anomaly, and significant events for people, at a pace they can read.

use super::Plane;
use super::post::Post;
use crate::app::App;
use crate::register::Unwritable;
use serde_json::{Value, json};
use std::collections::hash_map::Entry;
use std::sync::PoisonError;
use std::time::{Duration, Instant};
use store::devices::{Anomaly, DeviceId, Record};
use store::significant::{Kind, SignificantEvent};
use uuid::Uuid;
use wire::device::DeviceMessage;
use wire::problem::EdgeCode;

/// How long the same anomaly of the same device is only counted after it was told of.
const TOLD_EVERY: Duration = Duration::from_secs(60);

/// Puts on record that something is wrong with what came, and tells people unless they were told a moment ago.
pub(super) async fn anomaly(app: &App, message: &DeviceMessage, code: &'static str, details: Value) {
    let (device, sequence) = (DeviceId(message.device.0), Some(message.sequence));
    put_on_record(
        app,
        Anomaly { at: table_host::now(), device, code, sequence, digest: Some(message.digest()), details },
    )
    .await;
}

/// Puts on record that something came for a device, or from its line, that is no message. None is whoever has not said yet who it
/// is.
pub(crate) async fn unread(app: &App, device: Option<DeviceId>, code: EdgeCode) {
    let (at, device) = (table_host::now(), device.unwrap_or(DeviceId(Uuid::nil())));
    put_on_record(app, Anomaly { at, device, code: code.name(), sequence: None, digest: None, details: nothing() })
        .await;
}

async fn put_on_record(app: &App, anomaly: Anomaly) {
    let (device, code) = (anomaly.device, anomaly.code);
    let (sequence, details) = (anomaly.sequence, anomaly.details.clone());
    // An anomaly changes nothing; one that cannot be written stands in the log of the process.
    if app.plane.log.write(vec![Record::Anomaly(anomaly)]).await.is_err() {
        tracing::error!(%device, code, "an anomaly of a device cannot be put on record");
    }
    let known = app.plane.post(device);
    // Strangers can make up as many names as they like, and are told of as one.
    let Some(before) = app.plane.is_due(known.as_ref().map(|post| post.id), code) else { return };
    let kind = match code {
        "signature_refused" | "device_unknown" | "device_disabled" | "firmware_unapproved" => {
            Kind::AuthenticationMismatch
        }
        _ => Kind::DeviceEvent,
    };
    let mut event = SignificantEvent::new(kind).device(device.to_string()).detail("what", code);
    event = event.detail("sequence", sequence).detail("details", details).detail("since_last_told", before);
    if let Some(post) = known {
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
    /// Whether people must be told of an anomaly now, and how many they were not told of since the last time. None is for whoever
    /// is not enrolled.
    fn is_due(&self, device: Option<DeviceId>, code: &'static str) -> Option<u64> {
        let mut paced = self.paced.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        match paced.entry((device, code)) {
            Entry::Occupied(mut told) if now.duration_since(told.get().0) < TOLD_EVERY => {
                told.get_mut().1 += 1;
                None
            }
            Entry::Occupied(mut due) => Some(due.insert((now, 0)).1),
            Entry::Vacant(never) => {
                never.insert((now, 0));
                Some(0)
            }
        }
    }
}
