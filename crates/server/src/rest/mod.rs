//! REST under `/v1`, a module for each noun. A handler takes the request apart, calls one function and renders the answer.

mod accounts;
mod approvals;
mod assignments;
mod commands;
mod devices;
mod events;
mod jackpots;
mod money;
mod play;
mod progressives;
mod rounds;
mod seats;
mod sessions;
mod significant;
mod submissions;
mod system;
mod tables;
mod terminals;
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
        .routes(permitted!(tables::list, tables::create))
        .routes(permitted!(tables::show))
        .routes(permitted!(tables::rules, tables::propose_rules))
        .routes(permitted!(tables::limits, tables::propose_limits))
        .routes(permitted!(tables::open))
        .routes(permitted!(tables::close))
        .routes(permitted!(play::show, play::work))
        .routes(permitted!(commands::legal))
        .routes(permitted!(commands::command))
        .routes(permitted!(seats::sit, seats::leave))
        .routes(permitted!(seats::buy_in))
        .routes(permitted!(seats::bring_chips))
        .routes(permitted!(seats::cash_out))
        .routes(permitted!(seats::change))
        .routes(permitted!(events::list))
        .routes(permitted!(rounds::list))
        .routes(permitted!(rounds::show))
        .routes(permitted!(rounds::shuffle))
        .routes(permitted!(progressives::list, progressives::propose))
        .routes(permitted!(progressives::show))
        .routes(permitted!(progressives::propose_change))
        .routes(permitted!(progressives::disable))
        .routes(permitted!(progressives::join))
        .routes(permitted!(jackpots::list))
        .routes(permitted!(jackpots::show))
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
        .routes(permitted!(submissions::list, submissions::draft).layer(long))
        .routes(permitted!(submissions::show, submissions::edit).layer(long))
        .routes(permitted!(submissions::par_sheets))
        .routes(permitted!(submissions::submit))
        .routes(permitted!(submissions::withdraw))
        .routes(permitted!(system::show))
        .routes(permitted!(system::check))
        .routes(permitted!(system::vouch))
        .merge(people())
        .merge(of_devices(long))
}

/// Accounts, sessions and terminals.
fn people() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default()
        .routes(permitted!(sessions::list))
        .routes(permitted!(sessions::show_own, sessions::log_out))
        .routes(permitted!(sessions::end))
        .routes(permitted!(accounts::change_password))
        .routes(permitted!(accounts::enrol_totp))
        .routes(permitted!(accounts::confirm_totp))
        .routes(permitted!(accounts::list, accounts::create))
        .routes(permitted!(accounts::show))
        .routes(permitted!(accounts::history))
        .routes(permitted!(accounts::access))
        .routes(permitted!(accounts::change_role))
        .routes(permitted!(accounts::change_state))
        .routes(permitted!(accounts::reset_password))
        .routes(permitted!(terminals::list, terminals::enrol))
        .routes(permitted!(terminals::revoke))
        .routes(permitted!(assignments::list, assignments::assign, assignments::relieve))
}

/// Devices and their firmware.
fn of_devices(long: DefaultBodyLimit) -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default()
        .routes(permitted!(devices::list, devices::propose))
        .routes(permitted!(devices::show))
        .routes(permitted!(devices::propose_change))
        .routes(permitted!(devices::disable))
        .routes(permitted!(devices::revoke))
        .routes(permitted!(devices::statistics))
        .routes(permitted!(devices::messages, devices::send).layer(long))
        .routes(permitted!(devices::firmware, devices::propose_firmware))
        .routes(permitted!(devices::withdraw_firmware))
}

/// The one route under `/v1` that asks for no permission, because it gives it.
pub(crate) fn log_in() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default().routes(utoipa_axum::routes!(sessions::log_in))
}
