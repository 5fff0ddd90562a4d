//! Looks after the devices: who has fallen silent, who does not do as told, what displays show, and what people must see.

use super::alarm::tell;
use super::post::Post;
use super::{Alerts, follow};
use crate::app::App;
use crate::register;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch::Receiver;
use wire::device::DeviceKind;
use wire::rest::significant::{SignificantKind, SignificantQuery};

/// The most alerts that are streamed; the rest is at `GET /v1/significant-events`.
const SHOWN_MAX: u32 = 100;

/// Looks after the devices until the server goes down.
pub(crate) async fn look_after(app: Arc<App>) {
    loop {
        tokio::time::sleep(app.config.devices.look_every()).await;
        for post in app.plane.posts().into_iter().filter(|post| post.is_enabled()) {
            listen(&app, &post).await;
            if post.kind == DeviceKind::Display {
                follow::refresh(&app, &post).await;
            }
        }
        if app.plane.alerts.receiver_count() > 0 {
            show(&app).await;
        }
    }
}

/// A device that is not heard of any more, or never came, is silent until it is heard of.
async fn listen(app: &App, post: &Post) {
    let (silence, now) = (app.config.devices.silence_max, app.config.devices.clock.run());
    let fell_silent = post.condition(|condition| {
        let falls = !condition.silent && now.saturating_sub(condition.quiet_since()) > silence;
        condition.silent |= falls;
        falls
    });
    if !fell_silent {
        return remind(app, post, now).await;
    }
    let after = u64::try_from(silence.as_millis()).unwrap_or(u64::MAX);
    // Kept by the register until it can be written.
    let _ = tell(app, post, "silent", json!({ "after_ms": after })).await;
}

/// A device that is there and does not say that it did as told is not relied on until it does (R17, R26).
async fn remind(app: &App, post: &Post, now: Duration) {
    for number in note_overdue(app, post, now) {
        let _ = tell(app, post, "command_unacknowledged", json!({ "number": number })).await;
    }
}

/// Notes what the device should have done by now, and returns the numbers of those commands. Acknowledgements wait meanwhile:
/// one that came between the look and the note would be forgotten.
fn note_overdue(app: &App, post: &Post, now: Duration) -> Vec<u64> {
    // A device that is just being heard is looked at again in a moment.
    let Ok(place) = post.live.try_lock() else { return Vec::new() };
    let Some(live) = place.as_ref() else { return Vec::new() };
    let overdue = live.overdue(now, app.config.devices.silence_max).into_iter();
    let noted = overdue
        .filter(|(_, about)| post.condition(|condition| condition.is_sound() && condition.undone.insert(*about)));
    noted.map(|(number, _)| number).collect()
}

/// What nobody has taken note of, now and from then on.
pub(crate) async fn alerts(app: &App) -> Receiver<Alerts> {
    let alerts = app.plane.alerts.subscribe();
    show(app).await;
    alerts
}

async fn show(app: &App) {
    let kind = Some(SignificantKind::DeviceEvent);
    let query = SignificantQuery { kind, acknowledged: Some(false), ..SignificantQuery::default() };
    match register::page(&app.store, query, SHOWN_MAX).await {
        Ok(page) => {
            app.plane.alerts.send_if_modified(|shown| {
                let differs = **shown != page.events;
                if differs {
                    *shown = Alerts::new(page.events);
                }
                differs
            });
        }
        Err(problem) => tracing::warn!(code = %problem.code(), "alerts cannot be looked up"),
    }
}
