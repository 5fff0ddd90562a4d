//! `baize demo`: a server, a facility with tables of all four games, and a floor of dealers and players at a human pace.

use super::{Failure, data, finish, people, print, serve, settings};
use floor_sim::client::Client;
use floor_sim::demo::{self, DemoOptions, DemoTable, Made, STACKED_FOR, spot_pace, wager_habits};
use floor_sim::device::{Device, Script, equip};
use floor_sim::dice::Dice;
use floor_sim::facility::{Part, Place};
use floor_sim::player::Errors;
use floor_sim::tally::Tally;
use game_core::game::Seat;
use game_core::rules::BonusSpinRules;
use game_odds::Ratio;
use game_odds::wheel::{bonus_spin_return, community_pay_return};
use pico_args::Arguments;
use serde_json::Value;
use server::Server;
use server::identity::Role;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use store::{Home, Store};
use table_host::ids::TableId;
use tokio::sync::watch;
use tokio::task::JoinSet;
use wire::rest::progressives::Progressive;

/// Where the demo's data is when nobody says otherwise.
const DATA: &str = "baize-demo";

/// Whom a visitor may log in as.
const VISITORS: [(&str, Role); 7] = [
    ("floorperson", Role::Floorperson),
    ("pit-manager", Role::PitManager),
    ("cashier", Role::Cage),
    ("auditor", Role::Auditor),
    ("security-admin", Role::SecurityAdmin),
    ("device-admin-1", Role::DeviceAdmin),
    ("device-admin-2", Role::DeviceAdmin),
];

/// Mistakes, repeats and broken lines of the demo's players, in a thousand decisions.
const ERRORS: Errors = Errors { mistakes_per_mille: 10, repeats_per_mille: 10, drops_per_mille: 3 };

/// Plays until SIGTERM or SIGINT.
pub(crate) async fn run(mut args: Arguments) -> Result<(), Failure> {
    let settings = settings(&mut args)?;
    let chosen = settings.is_said("data");
    let settings = if chosen { settings } else { settings.with("data", DATA)? };
    // Players' mistakes are a part of the show; what is told on the terminal is the jackpots.
    let settings = if settings.is_said("log") { settings } else { settings.with("log", "warn")? };
    let speed: u32 = args.opt_value_from_str("--speed")?.unwrap_or(1);
    finish(args)?;
    if !(1..=1000).contains(&speed) {
        return Err(Failure::Usage("the speed is from 1 to 1000".into()));
    }
    serve::log(&settings);
    let mut stop_signal = serve::StopSignal::listen()?;
    let starting = async {
        let home = Home::open(settings.database(), &data(&settings, chosen)?).await?;
        serve::start(home, &settings).await
    };
    let Some(server) = stop_signal.unless_received(starting).await else { return Ok(()) };
    let server = server?;
    let (stopping, stop) = watch::channel(false);
    let floor = match stop_signal.unless_received(Floor::make(&server, speed)).await {
        Some(Ok(floor)) => floor,
        Some(Err(failure)) => {
            serve::stop(server).await?;
            return Err(failure);
        }
        None => return serve::stop(server).await,
    };
    print(&floor.greeting)?;
    let following = tokio::spawn(demo::follow_jackpots(floor.auditor, floor.names, stop.clone(), |line| {
        // Whoever closed the terminal does not hear of it.
        let _ = print(&format!("  {line}\n"));
    }));
    let mut devices = JoinSet::new();
    for device in floor.devices {
        let stop = stop.clone();
        devices.spawn(async move {
            if let Err(error) = device.run(stop).await {
                tracing::error!(%error, "a device cannot go on");
            }
        });
    }
    let playing = tokio::spawn(demo::run(floor.options, stop, Arc::new(Tally::default())));
    stop_signal.received().await;
    stopping.send_replace(true);
    // The floor leaves with the server if it does not leave by itself.
    playing.abort();
    following.abort();
    devices.abort_all();
    serve::stop(server).await
}

struct Floor {
    options: DemoOptions,
    devices: Vec<Device>,
    greeting: String,
    auditor: Client,
    names: BTreeMap<wire::id::TableId, String>,
}

impl Floor {
    async fn make(server: &Server, speed: u32) -> Result<Self, Failure> {
        let base = format!("http://{}", server.address());
        let store = server.home().store();
        let pit_manager = people::decider(store, &base, "demo-pit-manager", Role::PitManager).await?;
        let other = people::decider(store, &base, "demo-pit-manager-2", Role::PitManager).await?;
        let first = people::decider(store, &base, "demo-floorperson-1", Role::Floorperson).await?;
        let second = people::decider(store, &base, "demo-floorperson-2", Role::Floorperson).await?;
        let cashier = people::decider(store, &base, "demo-cashier", Role::Cage).await?;
        let auditor = people::decider(store, &base, "demo-auditor", Role::Auditor).await?;
        let admins = [
            people::decider(store, &base, "demo-device-admin-1", Role::DeviceAdmin).await?,
            people::decider(store, &base, "demo-device-admin-2", Role::DeviceAdmin).await?,
        ];
        let mut visitors = Vec::new();
        for (login, role) in VISITORS {
            let password = format!("{login} at the demo");
            people::hire(store, login, role, &password).await?;
            visitors.push((login, password));
        }
        let failed = |error: &dyn std::fmt::Display| Failure::Failed(error.to_string());
        let made = demo::make_tables(&pit_manager, &other).await.map_err(|error| failed(&error))?;
        let (mut tables, mut devices, mut dice) = (Vec::new(), Vec::new(), Dice::new(seed()));
        for one in &made {
            devices.extend(equipped(server, one, [&admins[0], &admins[1]], speed, &mut dice).await?);
            let (staff, dealer) = people::log_in(store, &format!("demo-dealer-{}", one.table), Role::Dealer).await?;
            first.assign_dealer(one.table, staff).await.map_err(|error| failed(&error))?;
            tables.push(demo_table(store, one, dealer).await?);
        }
        let progressives = auditor.progressives().await.map_err(|error| failed(&error))?.progressives;
        let greeting = greeting(&base, &made, &progressives, &visitors);
        let floorpersons = vec![first, second];
        let options = DemoOptions { floorpersons, cashier, tables, speed, errors: ERRORS, seed: seed() };
        let names = made.into_iter().map(|one| (one.table, one.name)).collect();
        Ok(Self { options, devices, greeting, auditor, names })
    }
}

/// The devices of a table that has some.
async fn equipped(
    server: &Server,
    made: &Made,
    two: [&Client; 2],
    speed: u32,
    dice: &mut Dice,
) -> Result<Vec<Device>, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Failed(error.to_string());
    let (_, rules) = game_core::submission::check(&made.submission.to_string())
        .map_err(|_| failed(&format!("{} has no rules", made.name)))?;
    if rules.virtual_shoe() {
        return Ok(Vec::new());
    }
    let memories = equip(two, made.table, &rules, dice).await.map_err(|error| failed(&error))?;
    let (host, stacked) = (server.address().to_string(), Seat::new(STACKED_FOR).filter(|_| made.part == Part::Staged));
    let devices = memories.into_iter().zip(0..).map(|(memory, number)| {
        let device = Device::new(&host, memory, Script::default(), dice.of(number));
        let device = device.sensing(wager_habits(&rules)).at_pace(spot_pace(speed));
        match stacked {
            Some(seat) => device.stacked(seat),
            None => device,
        }
    });
    Ok(devices.collect())
}

async fn demo_table(store: &Store, made: &Made, dealer: String) -> Result<DemoTable, Failure> {
    let Made { table, submission, part, .. } = made.clone();
    let seats = submission.get("seats").and_then(Value::as_u64).and_then(|seats| u8::try_from(seats).ok()).unwrap_or(6);
    let mut terminals = Vec::new();
    for seat in Seat::first(seats) {
        terminals.push(people::terminal(store, TableId(table.0), seat).await?);
    }
    Ok(DemoTable { place: Place { table, dealer, terminals }, submission, part })
}

pub(super) fn client(base: &str, key: &str) -> Result<Client, Failure> {
    Client::new(base, key).map_err(|error| Failure::Failed(error.to_string()))
}

/// Another floor each time: the people of a demo are not the cards.
fn seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_secs())
}

fn greeting(base: &str, tables: &[Made], progressives: &[Progressive], people: &[(&str, String)]) -> String {
    let mut text = format!("baize listens at {base}, its API pages are at {base}/docs\n\nTables:\n");
    for made in tables {
        text += &format!("  {}  {}\n", made.table, made.name);
    }
    text += "\nProgressives:\n";
    for found in progressives.iter().filter(|found| found.tables.len() > 1) {
        let levels = found.levels.iter().map(|level| format!("{} {}", level.level.name(), level.value_cents));
        let levels = levels.collect::<Vec<_>>().join(", ");
        text += &format!("  {}, played for by {} tables: {levels}\n", found.name, found.tables.len());
    }
    text += &tables.iter().find_map(|made| bonus_spin(&made.submission)).unwrap_or_default();
    text +=
        "  The shoe of the staged table is stacked, and its meter its own: a jackpot comes up there now and then.\n";
    text += "\nPeople and their passwords, good for this demo's data only:\n";
    for (login, password) in people {
        text += &format!("  {login:<16} {password}\n");
    }
    let (login, password) = people.first().map_or(("", ""), |(login, password)| (*login, password));
    let table = tables.first().map_or_else(String::new, |made| made.table.to_string());
    text += &format!(
        "\nTry:\n  curl -H 'Content-Type: application/json' -d '{{\"login\":\"{login}\",\"password\":\"{password}\"}}' \
         {base}/v1/sessions\n  \
         curl -H 'Authorization: Bearer TOKEN' {base}/v1/tables/{table}/legal\n  \
         curl -H 'Authorization: Bearer TOKEN' '{base}/v1/tables/{table}/rounds?limit=3'\n  \
         curl -H 'Authorization: Bearer TOKEN' '{base}/v1/jackpots?limit=3'\n  \
         curl -H 'Authorization: Bearer TOKEN' {base}/v1/devices\n\nStop it with Ctrl-C. Jackpots:\n"
    );
    text
}

/// What Bonus Spin gives back with the wheel of a table, where it has one.
fn bonus_spin(submission: &Value) -> Option<String> {
    let (_, rules) = game_core::submission::check(&submission.to_string()).ok()?;
    let spin = rules.bonus_spin()?;
    let (meter, stake) = (spin.meter.as_ref()?.initial, BonusSpinRules::TRIGGER_STAKE);
    let percent = |part: Ratio| (part * Ratio::new(100, 1)).fixed(1);
    let own = percent(bonus_spin_return(spin, meter)?);
    let others = percent(community_pay_return(spin, stake)?);
    Some(format!(
        "  Bonus Spin returns {own} % of {stake} with the meter at {meter}, and {others} % more for each other who bets it\n"
    ))
}
