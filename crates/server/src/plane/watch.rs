//! Looks after the devices: who has fallen silent, who does not do as told, what displays show, and what people must see.

use super::alarm::tell;
use super::post::Post;
use super::{Alerts, follow};
use crate::app::App;
use crate::register;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use wire::device::DeviceKind;
use wire::rest::significant::{SignificantKind, SignificantQuery};

/// How often every device is looked at.
const EVERY: Duration = Duration::from_secs(1);

/// The most alerts that are streamed; the rest is at `GET /v1/significant-events`.
const SHOWN_MAX: u32 = 100;

/// Looks after the devices until the server goes down.
pub(crate) async fn look_after(app: Arc<App>) {
    loop {
        tokio::time::sleep(EVERY.min(app.config.devices.silence_max / 4)).await;
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

/// A device that was let in and is not heard of any more is silent, until it is heard of again.
async fn listen(app: &App, post: &Post) {
    let silence = app.config.devices.silence_max;
    let fell_silent = post.condition(|condition| {
        let overdue = condition.heard.is_some_and(|(at, _)| at.elapsed() > silence);
        let falls = condition.reconciled && overdue && !condition.silent;
        condition.silent |= falls;
        falls
    });
    if fell_silent {
        let after = u64::try_from(silence.as_millis()).unwrap_or(u64::MAX);
        // Kept by the register until it can be written.
        let _ = tell(app, post, "silent", json!({ "after_ms": after })).await;
    }
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
