//! What the server watches by itself while it runs: its clock, whether its database is there, and whether
//! the installation is what somebody vouched for. What it sees goes on the register of significant events.

mod clock;
mod pulse;

use crate::app::App;
use crate::system;
use std::sync::Arc;

/// Lets the watchers begin; they end with the server's devices.
pub(crate) fn begin(app: &Arc<App>) {
    app.attend(clock::watch(app.register.clone(), app.config.clock_jump, clock::read_clocks));
    app.attend(system::watch(Arc::clone(app)));
    app.attend(pulse::watch(app.store.pulse(), app.register.clone()));
}
