//! What is told of the installation.

use crate::app::App;
use game_core::clause::clauses;
use wire::hex::Hex32;
use wire::rest::system::{RegisterChain, SystemPart, SystemReport};

/// The commit the program was built from, where whoever built it said so.
const COMMIT: Option<&str> = option_env!("BAIZE_COMMIT");

/// The installation, as it was last found.
pub(crate) fn report(app: &App) -> SystemReport {
    let last = app.system.last();
    let started = app.system.started;
    SystemReport {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: COMMIT.map(str::to_owned),
        migration: store::system::migration(),
        clauses: clauses().len() as u64,
        started_at: started.into(),
        uptime_seconds: table_host::now().0.saturating_sub(started.0) / 1000,
        configuration: app.config.shown.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        checked_at: last.as_ref().map(|(at, _)| (*at).into()),
        register: app.system.register().map(|chain| RegisterChain {
            links: chain.links,
            hash: Hex32(chain.hash),
            broken: chain.broken,
        }),
        parts: last.iter().flat_map(|(_, found)| found.iter()).map(part).collect(),
    }
}

fn part(found: &super::Found) -> SystemPart {
    SystemPart {
        name: found.part.clone(),
        hash: found.now.map(Hex32),
        recorded: found.recorded.map(Hex32),
        matches: found.matches(),
    }
}
