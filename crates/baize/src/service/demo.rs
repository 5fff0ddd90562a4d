//! `baize demo`: a server, a facility with tables of all four games, and a floor of dealers and players at a human pace.

use super::{Failure, finish, home, people, print, serve, settings};
use floor_sim::client::Client;
use floor_sim::demo::{self, DemoOptions, DemoTable};
use floor_sim::facility::Place;
use floor_sim::player::Errors;
use floor_sim::tally::Tally;
use game_core::game::Seat;
use pico_args::Arguments;
use serde_json::Value;
use server::Server;
use server::identity::Role;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use store::Store;
use table_host::ids::TableId;
use tokio::sync::watch;

/// Where the demo's data is when nobody says otherwise.
const DATA: &str = "baize-demo";

/// Whom a visitor may log in as.
const VISITORS: [(&str, Role); 4] = [
    ("floorperson", Role::Floorperson),
    ("pit-manager", Role::PitManager),
    ("auditor", Role::Auditor),
    ("security-admin", Role::SecurityAdmin),
];

/// Mistakes, repeats and broken lines of the demo's players, in a thousand decisions.
const ERRORS: Errors = Errors { mistakes_per_mille: 10, repeats_per_mille: 10, drops_per_mille: 3 };

/// Plays until SIGTERM or SIGINT.
pub(crate) async fn run(mut args: Arguments) -> Result<(), Failure> {
    let settings = settings(&mut args)?;
    let settings = if settings.is_said("data") { settings } else { settings.with("data", DATA)? };
    let speed: u32 = args.opt_value_from_str("--speed")?.unwrap_or(1);
    finish(args)?;
    if !(1..=1000).contains(&speed) {
        return Err(Failure::Usage("the speed is from 1 to 1000".into()));
    }
    serve::log(&settings);
    let server = serve::start(home(&settings).await?, &settings).await?;
    let (stopping, stop) = watch::channel(false);
    let floor = match Floor::make(&server, speed).await {
        Ok(floor) => floor,
        Err(failure) => {
            serve::stop(server).await?;
            return Err(failure);
        }
    };
    print(&floor.greeting)?;
    let playing = tokio::spawn(demo::run(floor.options, stop, Arc::new(Tally::default())));
    serve::told_to_stop().await?;
    stopping.send_replace(true);
    // The floor leaves with the server if it does not leave by itself.
    playing.abort();
    serve::stop(server).await
}

struct Floor {
    options: DemoOptions,
    greeting: String,
}

impl Floor {
    async fn make(server: &Server, speed: u32) -> Result<Self, Failure> {
        let base = format!("http://{}", server.address());
        let store = server.home().store();
        let pit_manager = people::decider(store, &base, "demo-pit-manager", Role::PitManager).await?;
        let other = people::decider(store, &base, "demo-pit-manager-2", Role::PitManager).await?;
        let first = people::decider(store, &base, "demo-floorperson-1", Role::Floorperson).await?;
        let second = people::decider(store, &base, "demo-floorperson-2", Role::Floorperson).await?;
        let mut visitors = Vec::new();
        for (login, role) in VISITORS {
            let password = format!("{login} at the demo");
            people::hire(store, login, role, &password).await?;
            visitors.push((login, password));
        }
        let made = demo::make_tables(&pit_manager, &other).await;
        let made = made.map_err(|error| Failure::Failed(error.to_string()))?;
        let mut tables = Vec::new();
        for (_, table, submission) in &made {
            let (staff, dealer) = people::log_in(store, &format!("demo-dealer-{table}"), Role::Dealer).await?;
            let assigned = first.assign_dealer(*table, staff).await;
            assigned.map_err(|error| Failure::Failed(error.to_string()))?;
            tables.push(demo_table(store, TableId(table.0), dealer, submission.clone()).await?);
        }
        let greeting = greeting(&base, &made, &visitors);
        let floorpersons = vec![first, second];
        let options = DemoOptions { floorpersons, tables, speed, errors: ERRORS, seed: seed() };
        Ok(Self { options, greeting })
    }
}

async fn demo_table(store: &Store, table: TableId, dealer: String, submission: Value) -> Result<DemoTable, Failure> {
    let seats = submission.get("seats").and_then(Value::as_u64).and_then(|seats| u8::try_from(seats).ok()).unwrap_or(6);
    let mut terminals = Vec::new();
    for seat in Seat::first(seats) {
        terminals.push(people::terminal(store, table, seat).await?);
    }
    Ok(DemoTable { place: Place { table: wire::id::TableId(table.0), dealer, terminals }, submission })
}

pub(super) fn client(base: &str, key: &str) -> Result<Client, Failure> {
    Client::new(base, key).map_err(|error| Failure::Failed(error.to_string()))
}

/// Another floor each time: the people of a demo are not the cards.
fn seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_secs())
}

fn greeting(base: &str, tables: &[(String, wire::id::TableId, Value)], people: &[(&str, String)]) -> String {
    let mut text = format!("baize listens at {base}, its API pages are at {base}/docs\n\nTables:\n");
    for (name, id, _) in tables {
        text += &format!("  {id}  {name}\n");
    }
    text += "\nPeople and their passwords, good for this demo's data only:\n";
    for (login, password) in people {
        text += &format!("  {login:<16} {password}\n");
    }
    let (login, password) = people.first().map_or(("", ""), |(login, password)| (*login, password));
    let table = tables.first().map_or_else(String::new, |(_, id, _)| id.to_string());
    text += &format!(
        "\nTry:\n  curl -H 'Content-Type: application/json' -d '{{\"login\":\"{login}\",\"password\":\"{password}\"}}' \
         {base}/v1/sessions\n  \
         curl -H 'Authorization: Bearer TOKEN' {base}/v1/tables/{table}/legal\n  \
         curl -H 'Authorization: Bearer TOKEN' '{base}/v1/tables/{table}/rounds?limit=3'\n\nStop it with Ctrl-C.\n"
    );
    text
}
