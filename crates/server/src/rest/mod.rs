//! REST under `/v1`, a module for each noun. A handler takes the request apart, calls one function and renders the answer.

mod approvals;
mod commands;
mod events;
mod money;
mod rounds;
mod seats;
mod significant;
mod submissions;
mod system;
mod tables;
mod tickets;

use crate::app::App;
use crate::config::Limits;
use axum::extract::DefaultBodyLimit;
use std::sync::Arc;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};

/// Registers handlers, each of which must ask for permission before anything else.
macro_rules! permitted {
    ($($handler:path),+ $(,)?) => {{
        $(crate::identity::asks_permission(&$handler);)+
        utoipa_axum::routes!($($handler),+)
    }};
}

/// Every route under `/v1` but the sockets'.
pub(crate) fn routes(limits: &Limits) -> OpenApiRouter<Arc<App>> {
    let long = DefaultBodyLimit::max(limits.submission_bytes);
    OpenApiRouter::default()
        .routes(permitted!(tables::list, tables::create).layer(long))
        .routes(permitted!(tables::show))
        .routes(permitted!(tables::change_rules).layer(long))
        .routes(permitted!(tables::limits))
        .routes(permitted!(tables::open))
        .routes(permitted!(tables::close))
        .routes(permitted!(commands::legal))
        .routes(permitted!(commands::command))
        .routes(permitted!(seats::sit, seats::leave))
        .routes(permitted!(seats::buy_in))
        .routes(permitted!(seats::cash_out))
        .routes(permitted!(seats::change))
        .routes(permitted!(events::list))
        .routes(permitted!(rounds::list))
        .routes(permitted!(rounds::show))
        .routes(permitted!(rounds::shuffle))
        .routes(permitted!(tickets::issue))
        .routes(permitted!(money::inventory))
        .routes(permitted!(money::counts))
        .routes(permitted!(money::slips))
        .routes(permitted!(money::boxes))
        .routes(permitted!(money::missing))
        .routes(permitted!(money::win))
        .routes(permitted!(significant::list))
        .routes(permitted!(significant::acknowledge))
        .routes(permitted!(approvals::list))
        .routes(permitted!(approvals::show))
        .routes(permitted!(approvals::decide))
        .routes(permitted!(approvals::withdraw))
        .routes(permitted!(submissions::draft).layer(long))
        .routes(permitted!(submissions::show))
        .routes(permitted!(submissions::submit))
        .routes(permitted!(system::show))
        .routes(permitted!(system::check))
        .routes(permitted!(system::vouch))
}
