//! What the server watches by itself while it runs: its clock, and whether its database is there. What it sees goes on the
//! register of significant events.

mod clock;
mod pulse;

use crate::app::App;
use std::sync::Arc;

/// Lets the watchers begin; they end with the server's devices.
pub(crate) fn begin(app: &Arc<App>) {
    app.attend(clock::watch(app.register.clone(), app.config.clock_jump, clock::read_clocks));
    app.attend(pulse::watch(app.store.pulse(), app.register.clone()));
}
