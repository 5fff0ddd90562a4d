//! WebSockets: players' terminals, displays and the floor's stream. A ticket opens one, and says whose it is.

mod device;
mod floor;
mod line;
mod outlet;
mod pace;
mod progressives;
mod reading;
mod session;
mod upgrade;

pub(crate) use outlet::Outlet;

use crate::app::App;
use crate::openapi::describe;
use std::sync::Arc;
use utoipa::openapi::{Components, OpenApiBuilder};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::device::{DeviceMessage, Report, ToDevice};
use wire::socket::{ToFloor, ToProgressives, ToServer, ToTerminal};

/// The sockets' routes.
pub(crate) fn routes() -> OpenApiRouter<Arc<App>> {
    let mut messages = Components::new();
    describe::<ToServer>(&mut messages);
    describe::<ToTerminal>(&mut messages);
    describe::<ToFloor>(&mut messages);
    describe::<ToProgressives>(&mut messages);
    describe::<DeviceMessage>(&mut messages);
    describe::<Report>(&mut messages);
    describe::<ToDevice>(&mut messages);
    OpenApiRouter::with_openapi(OpenApiBuilder::new().components(Some(messages)).build())
        .routes(routes!(upgrade::terminal))
        .routes(routes!(upgrade::display))
        .routes(routes!(upgrade::floor))
        .routes(routes!(upgrade::progressives))
        .routes(routes!(upgrade::device))
}
