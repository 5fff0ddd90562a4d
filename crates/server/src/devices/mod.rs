//! Devices that the server itself plays: the virtual shoe with its shuffler, and the wheel. Each watches its table, and
//! when the rules offer it something, sends the command that a real device would send. What the shoe can do without waiting is
//! asked of it in the table's own task, and written with the command that it answers.

mod shoe;
mod wheel;

pub(crate) use shoe::Shoe;
pub use wheel::Wheels;

use crate::app::App;
use crate::commands::submit_run;
use crate::plane;
use game_core::actor::Actor;
use game_core::round::{Phase, Round};
use std::sync::Arc;
use std::time::Duration;
use table_host::{Refused, Standing, TableHandle};

/// How long a device waits after something went wrong before it looks again.
const PAUSE: Duration = Duration::from_millis(200);

/// Why a device cannot do its part now.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error("the generator: {0}")]
    Generator(#[from] chance::Fault),
    #[error("the store: {0}")]
    Store(#[from] store::StoreError),
    #[error("the shuffle kept for this round is not a deck: {0}")]
    NotADeck(#[from] chance::NotADeck),
    #[error("the deck has run out")]
    RunOut,
    #[error("the table refused: {0}")]
    Refused(#[from] Refused),
}

/// Attends a table until the server goes down.
pub(crate) async fn attend(app: Arc<App>, table: TableHandle, shoe: Arc<Shoe>) {
    let (mut changes, mut devices) = (table.changes(), app.plane.changes());
    loop {
        let standing = changes.borrow_and_update().clone();
        plane::follow(&app, &table).await;
        match step(&app, &table, &shoe, &standing).await {
            // What it did is a change that wakes it again.
            Ok(()) => tokio::select! {
                changed = changes.changed() => if changed.is_err() {
                    return;
                },
                // A wheel that is gone leaves the draw to the server.
                _ = devices.changed() => {}
            },
            Err(Trouble::Refused(Refused::Draining | Refused::Fenced)) => return,
            Err(trouble) => {
                tracing::warn!(table = %table.id(), %trouble, "a device of the server's own waits");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// Does what the table waits for, if it waits for one of these devices. Commands that the rules refuse were overtaken by
/// another: the device looks again at what follows.
async fn step(app: &App, table: &TableHandle, shoe: &Shoe, standing: &Standing) -> Result<(), Trouble> {
    // A wheel on the table reports its own stops; the Hot Spot is the server's draw all the same.
    let spins = matches!(standing.table.round().map(Round::phase), Some(Phase::Spinning { .. }));
    let wheel = match spins && plane::is_left_to_a_wheel(app, table.id(), &standing.table).await? {
        true => None,
        false => app.wheels.action(standing)?,
    };
    let steps = match wheel {
        Some(action) => vec![(Actor::Wheel, action)],
        None if standing.table.rules().virtual_shoe() => shoe.actions(app, standing).await?,
        None => Vec::new(),
    };
    if steps.is_empty() {
        return Ok(());
    }
    match submit_run(app, table, &steps).await {
        Ok(()) | Err(Refused::Rejected(_)) => Ok(()),
        Err(refused) => Err(refused.into()),
    }
}
